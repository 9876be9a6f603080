"""What stands in place of a view when the store cannot be opened."""

from __future__ import annotations

from memtui.render.spans import Line, Role, Span
from memtui.tui.widgets.line_pane import LinePane, wrapped


class Trouble(LinePane):
    """One sentence, where the store is, what can be done, and the key that tries again."""

    DEFAULT_CSS = """
    Trouble { display: none; padding: 1 3; }
    """

    def tell(self, sentence: str, hint: str, location: str) -> None:
        """Say what is wrong."""

        def draw(width: int) -> list[Line]:
            lines: list[Line] = [*wrapped(sentence, width, Role.STRONG), *wrapped(hint, width)]
            lines.append(())
            lines += wrapped(location, width, Role.DIM)
            lines.append((Span("Nothing was changed. ", Role.DIM), Span("r", Role.KEY), Span(" tries again", Role.DIM)))
            return lines

        self.show(draw)

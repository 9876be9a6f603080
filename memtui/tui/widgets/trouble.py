"""What stands in place of a view when the store cannot be opened."""

from __future__ import annotations

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import wrap
from memtui.safe_text import clean, one_line
from memtui.tui.widgets.line_pane import LinePane


class Trouble(LinePane):
    """One sentence, where the store is, what can be done, and the key that tries again."""

    DEFAULT_CSS = """
    Trouble { display: none; padding: 1 3; }
    ViewScreen.-trouble Trouble { display: block; }
    ViewScreen.-trouble View { display: none; }
    """

    def tell(self, sentence: str, hint: str, location: str) -> None:
        """Say what is wrong."""

        def draw(width: int) -> list[Line]:
            lines = [(Span(one, Role.STRONG),) for one in _wrapped(sentence, width)]
            lines += [(Span(one),) for one in _wrapped(hint, width)] if hint else []
            lines.append(())
            lines += [(Span(one, Role.DIM),) for one in _wrapped(location, width)] if location else []
            lines.append((Span("Nothing was changed. ", Role.DIM), Span("r", Role.KEY), Span(" tries again", Role.DIM)))
            return lines

        self.show(draw)


def _wrapped(text: str, width: int) -> list[str]:
    safe = clean(one_line(text))
    return [safe[start:end] for start, end in wrap(safe, max(width, 10))]

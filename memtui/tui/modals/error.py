"""The dialog for what nobody expected."""

from __future__ import annotations

import traceback
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.render.spans import Line, Role, Span
from memtui.safe_text import clean_lines
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_pane import LinePane, wrapped


class ErrorScreen(Dialog[None]):
    """One sentence; the details are there to be copied, and memtui goes on."""

    KEYS: ClassVar[Keys] = (("y", "copies the details"), ("esc", "goes on"))
    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "copy the details", show=False),
        Binding("q", "leave", "go on", show=False),
    ]

    def __init__(self, failure: BaseException) -> None:
        super().__init__("something went wrong")
        self.details = "".join(traceback.format_exception(failure))
        self._sentence = f"{type(failure).__name__}: {failure}"

    def body(self) -> ComposeResult:
        """Yield the sentence and the details."""
        yield LinePane(self._draw, classes="dialog-pane")
        yield LineBar(classes="error-said")

    def _draw(self, width: int) -> list[Line]:
        lines = wrapped(self._sentence, width, Role.STRONG)
        lines += wrapped("Nothing is half-written: an act is stored whole or not at all.", width)
        lines.append(())
        lines += [(Span(one, Role.DIM),) for one in clean_lines(self.details)]
        return lines

    def first(self) -> Widget:
        """Return the details."""
        return self.query_one(LinePane)

    def action_copy(self) -> None:
        """Copy the details."""
        self.app.copy_to_clipboard("\n".join(clean_lines(self.details)))
        said = "Details sent to the terminal's clipboard."
        self.query_one(".error-said", LineBar).show(lambda _: (Span(said, Role.SUCCESS),))

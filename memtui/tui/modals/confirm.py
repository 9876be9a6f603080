"""The question before what cannot be undone; Cancel has the focus."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.widget import Widget

from memtui.render.spans import Line
from memtui.tui.modals.choice import Choice, ChoiceRows
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.line_pane import LinePane, wrapped


class ConfirmScreen(Dialog[bool]):
    """Asks whether to do what no undo takes back; only choosing the second row does it."""

    KEYS: ClassVar[Keys] = (("enter", "chooses"), ("esc", "cancels"))
    HINT = ""

    def __init__(self, title: str, question: str, do_it: str) -> None:
        super().__init__(title)
        self._question = question
        self._do_it = do_it

    def body(self) -> ComposeResult:
        """Yield the question and the two answers."""
        yield LinePane(self._draw, classes="dialog-pane")
        yield LineList(markable=False, classes="dialog-list")

    def _draw(self, width: int) -> list[Line]:
        return wrapped(self._question, width)

    def first(self) -> Widget:
        """Return the answers, Cancel first."""
        return self.query_one(LineList)

    def on_mount(self) -> None:
        """Show the answers."""
        answers = [Choice(False, "Cancel"), Choice(True, self._do_it)]
        self.query_one(LineList).set_rows(ChoiceRows(answers, [0, 1]))

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Give the answer back."""
        self.dismiss(message.key == 1)

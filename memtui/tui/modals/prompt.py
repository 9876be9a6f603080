"""A question whose answer is one line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input

from memtui.render.spans import Line, Role, Span
from memtui.safe_text import one_line
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_input import LineInput
from memtui.tui.widgets.line_pane import LinePane, wrapped

Check = Callable[[str], str]
"""Returns why an answer cannot be taken; empty when it can."""


Settle = Callable[[str], Awaitable[str]]
"""Returns the same of an answer that was entered, for checks that take their time."""


def anything(answer: str) -> str:
    """Take any answer."""
    return ""


class PromptScreen(Dialog[str]):
    """Asks for one line; enter gives it back, escape gives None.

    `says` are lines that explain what can be typed. `check` is asked at each keystroke and holds enter back
    while it has something to say; `settle` is asked at enter.
    """

    KEYS: ClassVar[Keys] = (("enter", "takes it"), ("esc", "leaves"))
    HINT = ""

    def __init__(
        self,
        title: str,
        *,
        says: Sequence[str] = (),
        value: str = "",
        check: Check = anything,
        settle: Settle | None = None,
    ) -> None:
        super().__init__(title)
        self._settle = settle
        self._says = says
        self._value = value
        self._check = check

    def body(self) -> ComposeResult:
        """Yield the explanation, the input and the complaint."""
        if self._says:
            yield LinePane(self._explain, classes="prompt-says")
        with Horizontal(classes="prompt-line"):
            yield LineBar(lambda _: (Span("> ", Role.KEY),), classes="prompt-sign")
            yield LineInput(value=self._value)
        yield LineBar(classes="prompt-complaint")

    def _explain(self, width: int) -> list[Line]:
        return [line for one in self._says for line in wrapped(one, width, Role.DIM)]

    def first(self) -> Widget:
        """Return the input."""
        return self.query_one(LineInput)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong with the answer so far."""
        self._complain(self._check(event.value) if event.value else "")

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer back if it can be taken."""
        complaint = self._check(event.value)
        if not complaint and self._settle is not None:
            complaint = await self._settle(event.value)
        if complaint:
            self._complain(complaint)
        elif self.is_current:
            self.dismiss(event.value)

    def _complain(self, complaint: str) -> None:
        said = one_line(complaint)
        self.query_one(".prompt-complaint", LineBar).show(lambda _: (Span(said, Role.WARNING),))

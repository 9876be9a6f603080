"""Writing inside memtui, and the look at what changed before it is saved."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import TextArea

from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.safe_text import clean
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.line_pane import LinePane, wrapped


class SafeTextArea(TextArea):
    """A text area that shows control bytes as pictures; the text itself stays as it is."""

    def get_line(self, line_index: int) -> Text:
        """Return a line whose characters cannot act on the terminal, one for one; tabs stay."""
        line = self.document.get_line(line_index)
        safe = line if line.isprintable() else "\t".join(clean(part) for part in line.split("\t"))
        return Text(safe, end="", no_wrap=True)


class EditorScreen(Dialog[str]):
    """Edits a text; escape gives back what it is now, for the look at what changed that follows."""

    KEYS: ClassVar[Keys] = (("esc", "ends writing and shows what changed"),)
    HINT = ""
    DEFAULT_CSS = """
    EditorScreen SafeTextArea { height: 14; border: none; padding: 0; }
    """

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title)
        self._text = text

    def body(self) -> ComposeResult:
        """Yield the text area."""
        area = SafeTextArea(self._text, soft_wrap=True, tab_behavior="focus", compact=True)
        area.move_cursor(area.document.end)
        yield area

    def first(self) -> Widget:
        """Return the text area."""
        return self.query_one(SafeTextArea)

    def action_leave(self) -> None:
        """Give the text back."""
        self.dismiss(self.query_one(SafeTextArea).text)


class Answer(StrEnum):
    """What is to become of a changed text."""

    SAVE = "save"
    DISCARD = "discard"
    GO_ON = "go on"


class ChangesScreen(Dialog[Answer]):
    """Shows a text's changed words; `y` saves, `n` discards, `e` goes on writing, as escape does.

    `complaint` says why the last try to save it was refused; `save_word` is what `y` does then, empty when
    it can do nothing.
    """

    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer('save')", "save", show=False),
        Binding("n", "answer('discard')", "discard", show=False),
        Binding("e", "answer('go on')", "go on writing", show=False),
        Binding("escape", "answer('go on')", "go on writing", show=False),
    ]

    def __init__(
        self,
        title: str,
        before: str,
        after: str,
        pen: Callable[[], Pen],
        *,
        complaint: str = "",
        save_word: str = "save",
    ) -> None:
        super().__init__(title)
        self._before, self._after = before, after
        self._pen = pen
        self._complaint = complaint
        self._save_word = save_word
        keys = [("y", save_word)] if save_word else []
        self.KEYS = (*keys, ("n", "discard"), ("e", "go on writing"))  # type: ignore[misc]

    def body(self) -> ComposeResult:
        """Yield the complaint and the changes."""
        yield LinePane(self._draw, classes="dialog-pane")

    def _draw(self, width: int) -> list[Line]:
        from memtui.render.word_diff import diff_lines

        lines = wrapped(self._complaint, width, Role.WARNING)
        if lines:
            lines.append(())
        if not self._before:
            lines.append((Span("a new memory", Role.DIM),))
        return [*lines, *diff_lines(self._before, self._after, self._pen(), width)]

    def first(self) -> Widget:
        """Return the changes."""
        return self.query_one(LinePane)

    def action_answer(self, answer: str) -> None:
        """Give the answer back."""
        if answer != Answer.SAVE or self._save_word:
            self.dismiss(Answer(answer))

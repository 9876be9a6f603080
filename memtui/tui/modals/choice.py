"""A list to choose one thing from: facets with counts, a project, a format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, fit, fit_right
from memtui.render.widths import width as cells
from memtui.safe_text import one_line
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.filter_line import FilterInput, FilterLine
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import Drawing, Rows, RowState

V = TypeVar("V")

KEY_CELLS = 15
"""Cells of the column of keys, where there is one."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[V]):
    """One thing to choose: what it stands for, its words, a count at the right, its group's head, a key before it.

    `able` False draws it dim: it can be chosen, and what is chosen then says why it can do nothing.
    """

    value: V
    words: str
    right: str = ""
    group: str = ""
    active: bool = False
    key: str = ""
    able: bool = True


class ChoiceRows(Rows, Generic[V]):
    """Draws choices, each group under its head."""

    def __init__(self, choices: Sequence[Choice[V]], keys: Sequence[int]) -> None:
        super().__init__(keys)
        self.choices = choices
        group = ""
        self._key_cells = KEY_CELLS if any(choice.key for choice in choices) else 0
        self._heads: set[int] = set()
        for index, choice in enumerate(choices):
            if choice.group and choice.group != group:
                self._heads.add(index)
                self.others[index] = 2
            group = choice.group
        if not choices:
            self.tail = ((Span("  Nothing of that name.", Role.DIM),),)

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a choice, its count at the right."""
        choice = self.choices[index]
        left = fit(choice.key, self._key_cells) if self._key_cells else ""
        words = one_line(choice.words)
        right = cut(one_line(choice.right), max(width - len(left) - cells(words) - 3, 0))
        room = max(width - len(left) - cells(right) - 2, 1)
        role = Role.STRONG if choice.able and (state.cursor or choice.active) else Role.TEXT
        body: Line = (
            Span(left, Role.KEY if choice.able else Role.DIM),
            Span(fit(words, room), role if choice.able else Role.DIM),
            Span(fit_right(right, cells(right) + 1), Role.DIM),
        )
        lead: tuple[Line, ...] = ((Span(f"  {choice.group}", Role.LABEL),),) if index in self._heads else ()
        return Drawing((body,), lead)


class ChoiceScreen(Dialog[V]):
    """Lets one of some choices be found by typing and taken by enter; escape gives None."""

    KEYS: ClassVar[Keys] = (("enter", "takes it"), ("/", "find"), ("esc", "leaves"))
    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "type to find", show=False),
        Binding("q", "leave", "leave", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[Choice[V]], *, typing: bool = False) -> None:
        super().__init__(title)
        self._choices = choices
        self._typing = typing

    def body(self) -> ComposeResult:
        """Yield the filter and the list."""
        yield FilterLine("type to find")
        yield LineList(markable=False, classes="dialog-list")

    def first(self) -> Widget:
        """Return the list, or the input where typing comes first."""
        return self.query_one(FilterInput) if self._typing else self.query_one(LineList)

    def on_mount(self) -> None:
        """Show all choices, the active one under the cursor."""
        self.query_one(FilterInput).leave = lambda: self.set_focus(self.query_one(LineList))
        self._show("")
        active = [index for index, choice in enumerate(self._choices) if choice.active]
        if active:
            self.query_one(LineList).go_to(active[0])

    def _show(self, text: str) -> None:
        words = text.casefold().split()
        found = [
            index
            for index, choice in enumerate(self._choices)
            if all(word in f"{choice.words} {choice.group}".casefold() for word in words)
        ]
        rows = ChoiceRows([self._choices[index] for index in found], found)
        self.query_one(LineList).set_rows(rows, follow=False)

    def on_filter_line_changed(self, message: FilterLine.Changed) -> None:
        """Narrow the choices."""
        self._show(message.text)

    def on_filter_line_kept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(LineList).action_open()

    def on_filter_input_moved_list(self, message: FilterInput.MovedList) -> None:
        """Move the list while typing."""
        self.query_one(LineList).action_move(message.way)

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Give the choice back."""
        self.dismiss(self._choices[message.key].value)

    def action_find(self) -> None:
        """Type to find."""
        self.set_focus(self.query_one(FilterInput))

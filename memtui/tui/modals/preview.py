"""A preview of an act on several: what each would become, and which are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, fit
from memtui.render.widths import width as cells
from memtui.safe_text import one_line
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import Drawing, Rows, RowState


@dataclass(frozen=True, slots=True)
class Planned:
    """One row of a preview: its key, its title, the value before and after; a refusal says why it is left out.

    `ticked` False waits to be ticked. `right` stands at the right of the title. Of a verdict the `winner` is "old" (the value before) or "new".
    """

    key: int
    title: str
    before: str = ""
    after: str = ""
    refusal: str = ""
    right: str = ""
    winner: str = ""
    ticked: bool = True


class PlannedRows(Rows):
    """Draws a title and what changes on the line below it."""

    usual = 2

    def __init__(self, planned: Sequence[Planned]) -> None:
        super().__init__(one.key for one in planned)
        self.planned = planned

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw what would become of one."""
        one = self.planned[index]
        able = not one.refusal
        right = f"  {one_line(one.right)} " if one.right else ""
        name = fit(one_line(one.title), max(width - len(right), 1))
        title: Line = (Span(name, Role.TEXT if able and state.marked else Role.DIM), Span(right, Role.LABEL))
        if not able:
            return Drawing((title, (Span("  left out: ", Role.DIM), Span(one_line(one.refusal), Role.WARNING))))
        room = max((width - 6) // 2, 4)
        before = cut(one_line(one.before) or "(none)", room)
        stays = Role.SUCCESS if state.marked else Role.DIM
        change: Line = (
            Span("  "),
            Span(before, stays if one.winner == "old" else Role.DIM),
            Span(" → ", Role.DIM),
            Span(
                cut(one_line(one.after) or "(none)", width - 6 - cells(before)),
                Role.DIM if one.winner == "old" else stays,
            ),
        )
        return Drawing((title, change))


class PreviewScreen(Dialog[list[int]]):
    """Shows an act on several before it is done; `y` gives back the keys that are still ticked.

    `n` and escape give None. The key that opened it does nothing here, so that a held or doubled key can
    never confirm what it started.
    """

    KEYS: ClassVar[Keys] = (("y", "does it"), ("n", "does not"), ("space", "untick"), ("*", "all, none"))
    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "confirm", "do it", show=False),
        Binding("n", "leave", "do not", show=False),
        Binding("q", "leave", "do not", show=False),
    ]

    def __init__(self, title: str, planned: Sequence[Planned]) -> None:
        super().__init__(title)
        self._able = [one for one in planned if not one.refusal]
        self._planned = [*self._able, *(one for one in planned if one.refusal)]

    def body(self) -> ComposeResult:
        """Yield the rows and how many are ticked."""
        yield LineList(classes="dialog-list")
        yield LineBar(classes="preview-count")

    def first(self) -> Widget:
        """Return the list."""
        return self.query_one(LineList)

    def on_mount(self) -> None:
        """Tick all that can be done."""
        rows = self.query_one(LineList)
        rows.set_rows(PlannedRows(self._planned))
        rows.marks.toggle_all(one.key for one in self._able if one.ticked)
        self._count()

    @property
    def ticked(self) -> list[int]:
        """The keys that are ticked."""
        marks = self.query_one(LineList).marks
        return [one.key for one in self._able if one.key in marks]

    def _count(self) -> None:
        ticked, left_out = len(self.ticked), len(self._planned) - len(self._able)
        words = f"{ticked:,} of {len(self._able):,} ticked"
        if left_out:
            words += f"; {left_out:,} left out"
        self.query_one(".preview-count", LineBar).show(lambda _: (Span(words, Role.LABEL),))

    def on_line_list_marks_changed(self) -> None:
        """Count anew."""
        self._count()

    def action_confirm(self) -> None:
        """Give the ticked ones back."""
        ticked = self.ticked
        self.dismiss(ticked or None)

"""The dialog that chooses which kinds of links Graph shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.domain.kinds import RelationKind
from memtui.render.spans import Role, Span
from memtui.render.widths import fit, fit_right
from memtui.services.graph import MENTIONS
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.views.graph_words import kind_word
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import Drawing, Rows, RowState

COUNT_CELLS = 8


def offered(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the kinds to choose from with their counts: the five relations, mentions, then the predicates that there are."""
    fixed = [*(kind.value for kind in RelationKind), MENTIONS]
    return [(kind, counts.get(kind, 0)) for kind in fixed] + [pair for pair in counts.items() if pair[0] not in fixed]


class KindRows(Rows):
    """Kinds with their counts."""

    def __init__(self, kinds: list[tuple[str, int]]) -> None:
        super().__init__(range(len(kinds)))
        self.kinds = kinds

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a kind; one that there is none of is dim."""
        kind, count = self.kinds[index]
        role = Role.STRONG if state.cursor or state.marked else Role.TEXT if count else Role.DIM
        words = fit(kind_word(kind), max(width - COUNT_CELLS, 1))
        return Drawing(((Span(words, role), Span(fit_right(f"{count:,}", COUNT_CELLS), Role.LABEL)),))


class KindsScreen(Dialog[frozenset[str]]):
    """Lets kinds be ticked; enter gives those that are ticked, or the one under the cursor where none is.

    All or none ticked by `*` means all kinds, given as an empty set. Escape gives None.
    """

    KEYS: ClassVar[Keys] = (("enter", "shows these"), ("space", "tick"), ("*", "all, none"), ("esc", "leaves"))
    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "leave", show=False),
        Binding("f", "leave", "leave", show=False),
    ]

    def __init__(self, counts: Mapping[str, int], chosen: frozenset[str]) -> None:
        super().__init__("kinds of links")
        self._kinds = offered(counts)
        self._chosen = chosen

    def body(self) -> ComposeResult:
        """Yield the list."""
        yield LineList(classes="dialog-list")

    def first(self) -> Widget:
        """Return the list."""
        return self.query_one(LineList)

    def on_mount(self) -> None:
        """Tick what is shown now."""
        rows = self.query_one(LineList)
        rows.set_rows(KindRows(self._kinds))
        for at, (kind, _) in enumerate(self._kinds):
            if kind in self._chosen:
                rows.marks.toggle(at)
        rows.redraw()

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Give back what is ticked."""
        ticked = self.query_one(LineList).marks.keys or {message.key}
        every = len(ticked) == len(self._kinds)
        self.dismiss(frozenset() if every else frozenset(self._kinds[at][0] for at in ticked))

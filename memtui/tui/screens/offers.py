"""What the first screen offers: its rows, how they are drawn, and where agents usually leave memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.render.spans import Role, Span
from memtui.render.widths import cut, fit, width
from memtui.safe_text import one_line
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import Drawing, Rows, RowState

if TYPE_CHECKING:
    from memtui.services.glancing import Glance

COLUMN = 22
"""Cells of the column of words."""

MOST = 74
"""The widest a row is drawn, so that a count stands near its place."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A row: the word at the left, what it does, and the act; `path` with what a `glance` at it found where it is a place."""

    word: str
    says: str
    act: str
    path: Path | None = None
    glance: Glance | None = None

    @property
    def can_be_ticked(self) -> bool:
        """Whether it is a place with something to bring in."""
        return self.glance is not None and self.glance.offers

    @property
    def why_only_shown(self) -> str:
        """Why there is nothing to tick; empty where there is."""
        if self.can_be_ticked:
            return ""
        if self.path is None:
            return "Only places are ticked; enter does this."
        if self.glance is None:
            return "Still looking."
        if self.glance.instructions:
            return f"{self.says} tells agents what to do: nothing to judge. `memtui import` takes it when you name it."
        return f"There is nothing to bring in at {self.says}."

    @property
    def found(self) -> str:
        """What is there, in words."""
        seen = self.glance
        if self.path is None:
            return ""
        if seen is None:
            return "looking…"
        if seen.instructions:
            return "instructions, not memory: shown only"
        many = f"over {seen.memories:,}" if seen.more else f"{seen.memories:,}"
        return f"{many} {'memory' if seen.memories == 1 else 'memories'}" if seen.memories else "nothing to bring in"


def usual_places(home: Path, here: Path) -> list[Path]:
    """Return where agents of this project usually leave memories, whether or not there is anything."""
    slug = "".join(sign if sign.isalnum() else "-" for sign in str(here))
    return [
        home / ".claude" / "projects" / slug / "memory",
        here / "memory.jsonl",
        here / "memory-bank",
        here / ".mneno",
        here / "CLAUDE.md",
        here / "AGENTS.md",
    ]


def short_path(path: Path, home: Path, here: Path) -> str:
    """Return a path as people write it: from the folder they are in, else from their home."""
    for base, sign in ((here, "."), (home, "~")):
        if path.is_relative_to(base):
            return f"{sign}/{path.relative_to(base)}"
    return str(path)


class OfferRows(Rows):
    """Draws the offers; a ticked place has its mark before it."""

    def __init__(self, offers: Sequence[Offer], mark: str) -> None:
        super().__init__(range(len(offers)))
        self.offers, self._mark = offers, mark

    def draw(self, index: int, width_: int, state: RowState) -> Drawing:
        """Draw an offer, its word in the first column, or a place and what is there."""
        offer, room = self.offers[index], min(width_, MOST)
        role = Role.STRONG if state.cursor else Role.TEXT
        if offer.path is None:
            return Drawing(((Span(fit(offer.word, COLUMN), role), Span(cut(offer.says, max(room - COLUMN, 1)))),))
        mark = Span(f"{self._mark} " if state.marked else "  ", Role.MARK)
        found = offer.found
        path = fit(one_line(offer.says), max(room - width(found) - 4, 8))
        return Drawing(((mark, Span(path, role if offer.can_be_ticked else Role.DIM), Span(f"  {found}", Role.DIM)),))


class OfferList(LineList):
    """The offers; only places with something to bring in can be ticked."""

    @property
    def offers(self) -> Sequence[Offer]:
        """What is offered."""
        rows = self.rows
        return rows.offers if isinstance(rows, OfferRows) else ()

    @property
    def ticked(self) -> list[Offer]:
        """The places that are ticked, in their order."""
        return [offer for index, offer in enumerate(self.offers) if index in self.marks]

    def tick(self, indices: Sequence[int]) -> None:
        """Tick some rows more."""
        for index in indices:
            if index not in self.marks:
                self.marks.toggle(index)
        self._marks_changed()

    def action_mark(self) -> None:
        """Tick a place, or take its tick away, and go down; say why there is nothing to tick."""
        why = self.offers[self.cursor].why_only_shown if self.cursor < len(self.offers) else ""
        if why:
            self.post_message(self.Told(why))
        else:
            super().action_mark()

    def action_mark_all(self) -> None:
        """Tick all places that have something, or none when all are ticked."""
        able = [index for index, offer in enumerate(self.offers) if offer.can_be_ticked]
        self.marks.toggle_all(able)
        self._marks_changed()

    def action_range(self) -> None:
        """Tick one: there is no range of offers."""
        self.action_mark()

    def action_stretch(self, step: int) -> None:
        """Move: there is no range of offers."""
        self.go_to(self.cursor + step)

"""The rows of the Timeline: its events, and the entities, suggestions and names beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.render import timeline_rows as drawing
from memtui.render.memories import rule_line
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.timeline import TYPE_LETTERS
from memtui.render.timeline_rows import RowLook
from memtui.render.widths import shown
from memtui.tui.widgets.rows import Drawing, Rows, RowState

if TYPE_CHECKING:
    from memtui.services.alias_suggestions import Suggestion
    from memtui.services.ports import EntityCount
    from memtui.services.timeline_events import Line as EventLine
    from memtui.services.timeline_following import Followed

END_CELL = 1
"""The last cell of each row stays empty, so that columns do not touch the edge."""

UNDATED = "undated"

REPEATED = 1 << 32
"""What is added to the number of an event that cannot be told from another."""


class EventKeys:
    """Gives each event a number that stays its own while the timeline changes."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], int] = {}

    def of(self, event: EventLine) -> int:
        """Return an event's number: what was added, conflicts and moves are told apart, whatever else is said of them."""
        conflict = event.conflict.id if event.conflict is not None else ""
        name = (event.kind, event.memory.id, conflict, "" if event.kind == "added" else str(event.at))
        return self._known.setdefault(name, len(self._known) + 1)


class EventRows(Rows):
    """Events in the order given, dated ones first; the undated ones stand in a band of their own."""

    def __init__(
        self,
        followed: Followed,
        dated: Sequence[EventLine],
        undated: Sequence[EventLine],
        pen: Pen,
        look: RowLook,
        keys: EventKeys,
    ) -> None:
        self.events: list[EventLine] = [*dated, *undated]
        found: dict[int, None] = {}
        for event in self.events:
            key = keys.of(event)
            while key in found:
                key += REPEATED
            found[key] = None
        super().__init__(found)
        self.first_undated = len(dated)
        self.followed, self.pen, self.look = followed, pen, look
        self._leads = {index: lead for index in range(len(self.events)) if (lead := self._lead(index))}
        for index, event in enumerate(self.events):
            lines = 1 + (0 if look.told else drawing.lines_below(event)) + (index in self._leads)
            if lines != 1:
                self.others[index] = lines

    def _lead(self, index: int) -> str:
        if index == self.first_undated:
            return UNDATED
        event = self.events[index]
        before = self.events[index - 1] if index else None
        year = None if self.look.told else drawing.year_before(event, before, self.pen)
        return str(year) if year is not None else ""

    def event(self, index: int) -> EventLine | None:
        """Return the event of a row."""
        return self.events[index] if 0 <= index < len(self.events) else None

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw an event with what follows from it."""
        event = self.events[index]
        ahead = self.followed.ahead(event)
        lines = drawing.event_lines(event, self.pen, width - END_CELL, self.look, ahead=ahead, current=state.cursor)
        lead = self._leads.get(index)
        rules = (rule_line(lead, self.pen, width + 1, Role.DIM),) if lead else ()
        return Drawing(tuple(lines[:1] if self.look.told else lines), rules)


class EntityRows(Rows):
    """Entities with two letters for their type and how many memories name them."""

    def __init__(self, entities: Sequence[EntityCount], pen: Pen, current: int | None = None) -> None:
        super().__init__(one.entity.number or 0 for one in entities)
        self.entities, self.pen, self.current = entities, pen, current

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw an entity."""
        one = self.entities[index]
        right = f" {TYPE_LETTERS[one.entity.type]} {self.pen.fit_right(f'{one.memories:,}', 4)}"
        here = state.cursor or one.entity.number == self.current
        name = Span(shown(self.pen.mask(one.entity.name)), Role.STRONG if here else Role.TEXT)
        return Drawing((self.pen.ends((name,), (Span(right, Role.LABEL),), width - END_CELL),))


class SuggestionRows(Rows):
    """Pairs of names that may be one, each with its reason; the one under the cursor says its keys."""

    usual = 2

    def __init__(self, suggestions: Sequence[Suggestion], pen: Pen, keys: tuple[str, str]) -> None:
        super().__init__(range(1, len(suggestions) + 1))
        self.suggestions, self.pen, self.acts = suggestions, pen, keys

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a pair."""
        one, room = self.suggestions[index], width - END_CELL
        take, refuse = (f" {self.acts[0]} ok", f" {self.acts[1]} no") if state.cursor else ("", "")
        first: Line = (Span(pair_words(one, self.pen), Role.STRONG if state.cursor else Role.TEXT),)
        second: Line = (Span(f" {shown(self.pen.mask(one.reason))}", Role.DIM),)
        return Drawing(
            (
                self.pen.ends(first, (Span(take, Role.KEY),), room),
                self.pen.ends(second, (Span(refuse, Role.KEY),), room),
            )
        )


def pair_words(one: Suggestion, pen: Pen) -> str:
    """Return a suggestion as it is read: `authn ≡ auth`."""
    source, target = (shown(pen.mask(each.entity.name)) for each in (one.source, one.target))
    return f"{source} {pen.glyphs.duplicate} {target}"

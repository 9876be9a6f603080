"""The column of entities: all of them narrowed while typing, those of the selected memory, the types, alias suggestions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memtui.render.spans import Line
from memtui.tui.views import timeline_words as words
from memtui.tui.views.timeline_base import TimelineParts
from memtui.tui.views.timeline_panes import ABSENT, LineBlock
from memtui.tui.views.timeline_rows import EntityRows, SuggestionRows
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.domain.kinds import EntityType
    from memtui.services.entity_list import EntityPage
    from memtui.services.ports import EntityCount

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""

PAGE = 200
"""Entities that are listed at once; more come as the cursor nears their end."""

NEAR_END = 40

MOST_NAMED = 5
MOST_SUGGESTED = 2
"""Rows of the selected memory's entities, and of suggestions, that are in sight at once."""


class TimelineFinding(TimelineParts):
    """Finds an entity to follow, and lists what stands beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.page: EntityPage | None = None
        self.text = ""
        self._entities: list[EntityCount] = []
        self._named: tuple[EntityCount, ...] = ()
        self._growing = False

    # --- finding -------------------------------------------------------------------------------

    def act_filter(self) -> None:
        """Type a name; where the entities have no pane of their own, they show in place of the events."""
        self.start_finding()
        self.screen.set_focus(self.host.screen_of(self).filter_of(self).input)

    def start_finding(self) -> None:
        """Show the entities."""
        self.finding = True
        self.set_class(True, "-finding")
        self.show_left()

    def stop_finding(self) -> None:
        """Show the events again."""
        self.finding = False
        self.set_class(False, "-finding")

    def filter_changed(self, text: str) -> None:
        """List the entities whose names hold what is typed, else those that resemble it."""
        if self.typing and not self.finding:
            self.start_finding()
        elif self.finding and not self.typing:  # emptied by escape
            self.stop_finding()
            self.events.focus()
        if text != self.text:
            self.text = text
            self.find_entities(pause=TYPING_PAUSE)

    def filter_kept(self, text: str) -> None:
        """Follow the entity under the cursor of the list."""
        self.start(self._keep(text), group="entities", exclusive=True)

    async def _keep(self, text: str) -> None:
        self.text = text
        await self._find(0.0, follow=self._current_text == text)
        key = self.picker.cursor_key
        self.stop_finding()
        self.events.focus()
        if key is None:
            self.say(f'Nothing is named "{text.strip()}".')
            return
        if not self.beside:
            self.set_filter("")
        self.choose_entity(key)

    def choose_entity(self, number: int, *, pause: float = 0.0) -> None:
        """Follow another entity."""
        raise NotImplementedError

    def find_entities(self, *, follow: bool = False, pause: float = 0.0) -> None:
        """List the entities anew; `follow` keeps the cursor on its entity."""
        self.start(self._find(pause, follow=follow), group="entities", exclusive=True)

    _current_text: str | None = None

    async def _find(self, pause: float, *, follow: bool) -> None:
        from memtui.services import entity_list

        if pause:
            await asyncio.sleep(pause)
        many = max(len(self._entities), PAGE) if follow else PAGE
        text, types = self.text, tuple(self.form.types)
        self.page = await self.gateway.run(entity_list.entities, text, types=types, limit=many)
        self._entities, self._current_text = _mentioned(self.page), text
        self._show_entities(follow=follow)

    def _show_entities(self, *, follow: bool) -> None:
        pen = self._pen or self.pen()
        self._pen = pen
        rows = EntityRows(self._entities, pen, self.entity)
        rows.tail = tuple(words.picker_tail(self.page, self.text, pen))
        known = self.entity if not self.text and not self.picker.has_focus else None
        self.picker.set_rows(rows, follow=follow, cursor_key=known)
        self.show_left()

    def mark_current(self) -> None:
        """Show in the list which entity is followed."""
        rows = self.picker.rows
        if isinstance(rows, EntityRows) and rows.current != self.entity:
            rows.current = self.entity
            self.picker.redraw()
            if self.entity is not None and not self.picker.has_focus and not self.finding:
                self.picker.go_to_key(self.entity)

    def grow_entities(self) -> None:
        """Fetch more entities when the cursor comes near the end of those that are listed."""
        full = len(self._entities) % PAGE == 0 and len(self._entities) > 0
        if full and not self._growing and self.picker.cursor >= len(self._entities) - NEAR_END:
            self._growing = True
            self.start(self._grow(), group="entities-more", exclusive=True)

    async def _grow(self) -> None:
        from memtui.services import entity_list

        try:
            text, types, offset = self.text, tuple(self.form.types), len(self._entities)
            more = await self.gateway.run(entity_list.entities, text, types=types, limit=PAGE, offset=offset)
            if text == self.text and offset == len(self._entities) and more.entities:
                listed = {one.entity.number for one in self._entities}
                self._entities += [one for one in _mentioned(more) if one.entity.number not in listed]
                self._show_entities(follow=True)
        finally:
            self._growing = False

    def known_types(self) -> frozenset[EntityType]:
        """Return the types of entities that there are."""
        return frozenset(self.page.types) if self.page is not None else frozenset()

    def name_in_filter(self, name: str) -> None:
        """Say in the empty filter line what is followed."""
        line = self.host.screen_of(self).filter_of(self).input
        line.placeholder = name if name and not self.beside else self.FILTER

    # --- the left column -----------------------------------------------------------------------

    def show_named(self, named: Sequence[EntityCount]) -> None:
        """List the entities of the selected memory."""
        same = [one.entity.number for one in named] == [one.entity.number for one in self._named]
        if self.named.has_focus and not same:
            return  # its cursor walks from name to name; what it walks over stays
        self._named = tuple(named)
        self.named.set_rows(EntityRows(self._named, self._pen or self.pen(), self.entity), follow=True)
        if not same:
            self.show_left()

    def _how_many(self) -> str:
        """Return how many entities there are; where words or a project leave only some, how many of them are listed."""
        total = sum(self.page.types.values()) if self.page is not None else 0
        listed = len(self._entities)
        some = (self._current_text or self.form.types or self.gateway.project) and listed < min(total, PAGE)
        return f"{listed:,} of {total:,}" if some else f"{total:,}"

    def show_left(self) -> None:
        """Draw the left column: what is there takes the room that it needs, the entities the rest."""
        pen = self._pen
        if pen is None:
            return
        aside = self.beside
        roomy = aside and self.size.height >= 20
        bars: tuple[tuple[str, str, LineList | None, bool], ...] = (
            ("picker", f"entities {pen.glyphs.dot} {self._how_many()}", self.picker, True),
            ("named", "of the selected", self.named, aside and bool(self._named)),
            ("types", "types", None, roomy),
            ("aliases", "alias suggestions", self.aliases, aside and bool(self.suggestions)),
        )
        for name, title, pane, on in bars:
            bar = self.query_one(f"#timeline-{name}-bar", LineBar)
            bar.set_class(not on, ABSENT)
            bar.show(self._left_title(title, pane))
            self.query_one(f"#timeline-{name}").set_class(not on, ABSENT)
        self.named.styles.height = max(min(len(self._named), MOST_NAMED), 1)
        self.aliases.styles.height = 2 * max(min(len(self.suggestions), MOST_SUGGESTED), 1)
        types = self.known_types()
        legend = self.query_one("#timeline-types", LineBlock)
        legend.show(lambda width: words.types_lines(types, pen, width), (len(types) + 1) // 2 if roomy else 0)

    def _left_title(self, title: str, pane: LineList | None) -> Callable[[int], Line]:
        return lambda width: self.left_title(title, pane)

    def look_for_aliases(self) -> None:
        """Fetch the suggestions anew, when nothing else is asked for."""
        self.start(self._suggest(), group="aliases", exclusive=True)

    async def _suggest(self) -> None:
        from memtui.services import alias_suggestions

        self.suggestions = await self.gateway.run(alias_suggestions.suggestions)
        pen, keymap = self._pen or self.pen(), self.host.keymap
        rows = SuggestionRows(self.suggestions, pen, (keymap.shown("accept"), keymap.shown("both")))
        self.aliases.set_rows(rows, follow=True)
        self.show_left()
        self.status_changed()


def _mentioned(page: EntityPage) -> list[EntityCount]:
    """Return the entities of a page that a memory names; what only facts know has no history."""
    return [one for one in page.entities if one.memories]

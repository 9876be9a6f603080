"""What the keys do to names: find one to follow, merge the marked, take or refuse an alias, split one off."""

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
    from memtui.services.entity_merging import MergePlan
    from memtui.services.ports import EntityCount
    from memtui.tui.modals.preview import Planned

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""

PAGE = 200
"""Entities that are listed at once; more come as the cursor nears their end."""

NEAR_END = 40

MOST_NAMED = 5
MOST_SUGGESTED = 2
"""Rows of the selected memory's entities, and of suggestions, that are in sight at once."""


class TimelineNames(TimelineParts):
    """Acts on entities."""

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

    def show_left(self) -> None:
        """Draw the left column: what is there takes the room that it needs, the entities the rest."""
        pen = self._pen
        if pen is None:
            return
        total = sum(self.page.types.values()) if self.page is not None else 0
        aside = self.beside
        roomy = aside and self.size.height >= 20
        bars: tuple[tuple[str, str, LineList | None, bool], ...] = (
            ("picker", f"entities {pen.glyphs.dot} {total:,}", self.picker, True),
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

    # --- acts on names -------------------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act on names can do nothing now."""
        if act in ("accept", "both") and self.suggestion is None:
            return "No names look alike: there is no alias to take or to refuse."
        if act == "accept_all":
            return f"Aliases are taken one by one: {self.host.keymap.shown('accept')}."
        if act == "merge" and len(self.picker.marks) < 2:
            return "Mark two entities in their list with space first; m merges them."
        if act == "split_alias" and not self._has_alias():
            return "What is followed has no other name to split off."
        return super().why_not(act)

    def _has_alias(self) -> bool:
        found = self.followed.timeline if self.followed is not None else None
        return found is not None and any(entity.aliases for entity in found.entities)

    def act_accept(self) -> None:
        """Take the suggestion under the cursor: merge the two, after a preview."""
        one = self.suggestion
        if one is not None:
            numbers = [one.target.entity.number or 0, one.source.entity.number or 0]
            self.start(self._merge(numbers, numbers[0]), group="act")

    def act_both(self) -> None:
        """Refuse the suggestion under the cursor: both are things of their own."""
        self.start(self._refuse(), group="act")

    async def _refuse(self) -> None:
        from memtui.services import alias_suggestions

        one = self.suggestion
        if one is not None:
            outcome = await self.gateway.write(alias_suggestions.refuse, *one.key)
            self.say(outcome.sentence, undo=True)

    def act_merge(self) -> None:
        """Merge the marked entities, after a preview that names the survivor."""
        marked = self.picker.chosen_keys
        here = self.picker.cursor_key
        self.start(self._merge(marked, here if here in marked else None), group="act")

    async def _merge(self, numbers: Sequence[int], survivor: int | None) -> None:
        from memtui.services import entity_merging
        from memtui.tui.modals.preview import PreviewScreen

        plan = await self.gateway.run(entity_merging.plan_merge, list(numbers), survivor)
        rows = [planned(plan, index) for index in range(len(plan.others))]
        title = f"merge into {plan.survivor.name} ({_many(plan.memories, 'memory', 'memories')})"
        ticked = await self.host.push_screen_wait(PreviewScreen(title, rows))
        if not ticked:
            self.say("Nothing was done.")
            return
        outcome = await self.gateway.write(entity_merging.merge_entities, plan.survivor.number or 0, ticked)
        self.picker.clear_marks()
        self.say(outcome.sentence, undo=True)

    def act_split_alias(self) -> None:
        """Choose a name of what is followed, and make it an entity of its own, after a preview."""
        self.start(self._split(), group="act")

    async def _split(self) -> None:
        from memtui.services import entity_merging
        from memtui.tui.modals.choice import Choice, ChoiceScreen
        from memtui.tui.modals.preview import Planned, PreviewScreen

        found = self.followed.timeline if self.followed is not None else None
        numbers = [entity.number for entity in found.entities if entity.number is not None] if found is not None else []
        plans = await self.gateway.run(entity_merging.splittable, numbers)
        choices = [
            Choice(place, plan.alias, "was merged" if plan.returning is not None else "another spelling")
            for place, plan in enumerate(plans)
        ]
        place = await self.host.push_screen_wait(ChoiceScreen("split which name off?", choices))
        if place is None:
            return
        plan = plans[place]
        back = plan.returning
        type_ = (back or plan.holder).type.value.replace("_", " ")
        after = f"an entity again, as it was ({type_})" if back is not None else f"an entity of its own ({type_})"
        row = Planned(1, plan.alias, f"a name of {plan.holder.name}", after)
        if not await self.host.push_screen_wait(PreviewScreen(f"split {plan.alias} off {plan.holder.name}", [row])):
            self.say("Nothing was done.")
            return
        outcome = await self.gateway.write(entity_merging.split_alias, plan.holder.number or 0, plan.alias)
        self.say(outcome.sentence, undo=True)


def _mentioned(page: EntityPage) -> list[EntityCount]:
    """Return the entities of a page that a memory names; what only facts know has no history."""
    return [one for one in page.entities if one.memories]


def planned(plan: MergePlan, index: int) -> Planned:
    """Return an entity's row in the preview of a merge."""
    from memtui.tui.modals.preview import Planned

    one = plan.others[index]
    kind = one.entity.type.value.replace("_", " ")
    facts = f", {_many(one.facts, 'fact', 'facts')}" if one.facts else ""
    before = f"{kind}, {_many(one.memories, 'memory', 'memories')}{facts}"
    return Planned(
        one.entity.number or 0, one.entity.name, before, f"a name of {plan.survivor.name}", refusal=one.refusal
    )


def _many(count: int, one: str, several: str) -> str:
    return f"1 {one}" if count == 1 else f"{count:,} {several}"

"""What the keys do to names: merge the marked, take or refuse an alias, split one off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.tui.views.timeline_finding import TimelineFinding

if TYPE_CHECKING:
    from memtui.services.entity_merging import MergePlan
    from memtui.tui.modals.preview import Planned


class TimelineNames(TimelineFinding):
    """Acts on entities; each has its preview and its undo."""

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

"""Acts on chosen memories: done at once on one, previewed on several, one batch and one undo either way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.domain.drafts import Edit
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Priority
from memtui.domain.layers import SHORT_NAMES
from memtui.tui.jobs import lane_for

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.remember import PlannedEdit
    from memtui.services.workspace import Workspace
    from memtui.tui.modals.preview import Planned
    from memtui.tui.views.base import View


def memories_of(workspace: Workspace, numbers: Sequence[int]) -> list[Memory]:
    """Return memories by number."""
    return workspace.store.reads.memories(list(numbers))


async def apply(view: View, change: Edit, title: str) -> None:
    """Carry out an edit on what the view has chosen, with a preview when that is more than one."""
    from memtui.services import remember
    from memtui.tui.modals.preview import PreviewScreen

    numbers = list(view.chosen())
    if len(numbers) > 1:
        planned = await view.gateway.run(remember.plan_edits, numbers, change)
        rows = [planned_row(one) for one in planned]
        said = f"{title}: {len(rows):,} memories{await settling(view, planned)}"
        chosen = await view.host.push_screen_wait(PreviewScreen(said, rows))
        if not chosen:
            view.say("Nothing was done.")
            return
        numbers = chosen
    outcome = await view.gateway.run_in(lane_for(len(numbers)), title, remember.edit_all, numbers, change)
    view.say(outcome.sentence, undo=outcome.batch is not None)
    if outcome.batch is not None:
        view.acted()


async def settling(view: View, planned: Sequence[PlannedEdit]) -> str:
    """Return what a plan would settle beside what it changes, as a preview's title goes on; empty for nothing."""
    leaving = [one.memory.number or 0 for one in planned if one.memory.live and one.after and not one.after.live]
    return await settled_by_leaving(view, leaving)


async def settled_by_leaving(view: View, numbers: Sequence[int]) -> str:
    """Return how many open conflicts go when some memories do, as a preview's title goes on; empty for none."""
    from memtui.services import mooting

    count = await view.gateway.run(mooting.would_close, numbers)
    return f", settling {count:,} {'conflict' if count == 1 else 'conflicts'}" if count else ""


async def do_archive(view: View) -> None:
    """Put the chosen memories away."""
    await apply(view, Edit(archived=True), "archive")


async def do_pin(view: View) -> None:
    """Pin the chosen memories, or unpin them when all of them are pinned."""
    memories = await view.gateway.run(memories_of, view.chosen())
    pinned = not all(memory.pinned for memory in memories)
    await apply(view, Edit(pinned=pinned), "pin" if pinned else "unpin")


async def do_tags(view: View) -> None:
    """Ask for tags and set them."""
    from memtui.intelligence.secrets import mask
    from memtui.tui.modals.prompt import PromptScreen

    memories = await view.gateway.run(memories_of, view.chosen())
    present = sorted({tag for memory in memories for tag in memory.tags})
    value = " ".join(memories[0].tags) if len(memories) == 1 else ""
    says = ["words are the whole list · +word adds · -word takes away · - alone takes all away"]
    if len(memories) > 1:
        says.append(f"on {len(memories):,} memories; they have: {mask(' '.join(present[:8])) or 'none'}")
    answer = await view.host.push_screen_wait(PromptScreen("tags", says=says, value=value, check=tags_complaint))
    if answer is not None:
        await apply(view, tags_edit(answer), "tags")


def tags_edit(answer: str) -> Edit:
    """Read what was typed about tags; raises InvalidRecord for a mix of whole list and single steps."""
    words = answer.replace(",", " ").split()
    added = tuple(word[1:].lstrip("#") for word in words if word.startswith("+"))
    removed = tuple(word[1:].lstrip("#") for word in words if word.startswith("-"))
    rest = tuple(word.lstrip("#") for word in words if word[0] not in "+-")
    if words == ["-"] or not words:
        return Edit(tags=())
    if rest and (added or removed):
        raise InvalidRecord("Give the whole list, or only + and - words.")
    if not all((*added, *removed, *rest)):
        raise InvalidRecord("A sign stands without its tag.")
    return Edit(tags=rest) if rest else Edit(add_tags=added, remove_tags=removed)


def tags_complaint(answer: str) -> str:
    """Return why that cannot be read as tags."""
    try:
        tags_edit(answer)
    except InvalidRecord as refusal:
        return refusal.sentence
    return ""


async def do_importance(view: View) -> None:
    """Ask for importance and priority and set them."""
    from memtui.tui.modals.prompt import PromptScreen

    memories = await view.gateway.run(memories_of, view.chosen())
    value = importance_words(memories[0]) if len(memories) == 1 else ""
    says = ["importance 0 to 1, - for the computed one · priority high, medium, low, none · or both: .8 high"]
    answer = await view.host.push_screen_wait(
        PromptScreen("importance and priority", says=says, value=value, check=importance_complaint)
    )
    if answer:
        await apply(view, importance_edit(answer), "importance")


def importance_words(memory: Memory) -> str:
    """Return a memory's own importance and priority as they are typed."""
    own = "" if memory.importance_override is None else f"{memory.importance_override:.2f}".lstrip("0") or "0"
    return " ".join(part for part in (own, "" if memory.priority is Priority.NONE else memory.priority.value) if part)


def importance_edit(answer: str) -> Edit:
    """Read what was typed about importance and priority; raises InvalidRecord."""
    override: float | None = None
    priority: Priority | None = None
    clear: frozenset[str] = frozenset()
    for word in answer.casefold().replace(",", ".").split():
        matches = [one for one in Priority if one.value.startswith(word)]
        if word in ("-", "auto"):
            clear = frozenset({"importance_override"})
        elif len(matches) == 1:
            priority = matches[0]
        else:
            override = _share(word)
    return Edit(importance_override=override, priority=priority, clear=clear if override is None else frozenset())


def _share(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise InvalidRecord(f"{word} is neither a number from 0 to 1 nor a priority.") from None
    if not 0.0 <= value <= 1.0:
        raise InvalidRecord(f"{word} does not lie between 0 and 1.")
    return value


def importance_complaint(answer: str) -> str:
    """Return why that cannot be read as importance or priority."""
    try:
        importance_edit(answer)
    except InvalidRecord as refusal:
        return refusal.sentence
    return ""


def planned_row(one: PlannedEdit) -> Planned:
    """Return a memory's row in a preview: its text, and of its fields those that would change."""
    from memtui.intelligence.secrets import mask
    from memtui.tui.modals.preview import Planned

    key, title = one.memory.number or 0, mask(one.memory.content)
    if one.after is None:
        return Planned(key, title, refusal=one.refusal)
    before, after = _state(one.memory), _state(one.after)
    changed = [name for name in before if before[name] != after[name]]
    was, becomes = (mask(", ".join(side[name] for name in changed)) for side in (before, after))
    return Planned(key, title, was, becomes)


def _state(memory: Memory) -> dict[str, str]:
    return {
        "tags": " ".join(f"#{tag}" for tag in memory.tags) or "no tags",
        "priority": f"priority {memory.priority.value}",
        "importance": "computed importance"
        if memory.importance_override is None
        else f"importance {memory.importance_override:.2f}",
        "pinned": "pinned" if memory.pinned else "not pinned",
        "status": memory.status.value,
        "layer": SHORT_NAMES[memory.layer],
        "tier": memory.tier.value,
    }

"""Moving chosen memories between layers: one at once, several previewed, one batch and one undo either way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.domain.errors import Refused
from memtui.domain.kinds import Layer
from memtui.domain.layers import RANK, SHORT_NAMES
from memtui.intelligence.hierarchy import Direction, direction
from memtui.tui.jobs import lane_for

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.workspace import Workspace
    from memtui.tui.modals.choice import Choice
    from memtui.tui.views.base import View

_VERBS = {Direction.PROMOTION: "promote", Direction.DEMOTION: "demote", None: "move"}


async def do_demote(view: View) -> None:
    """Move the chosen memories one layer down."""
    await move(view, view.chosen(), None, Direction.DEMOTION)


async def do_promote(view: View) -> None:
    """Move the chosen memories one layer up."""
    await move(view, view.chosen(), None, Direction.PROMOTION)


async def do_move(view: View) -> None:
    """Ask for a layer and move the chosen memories there."""
    from memtui.tui.acts.curate import memories_of
    from memtui.tui.modals.choice import ChoiceScreen

    numbers = list(view.chosen())
    memories = await view.gateway.run(memories_of, numbers)
    counts = await view.gateway.run(layer_counts)
    title = "move to" if len(numbers) == 1 else f"move {len(numbers):,} memories to"
    layer = await view.host.push_screen_wait(ChoiceScreen(title, layer_choices(memories, counts)))
    if layer is not None:
        await move(view, numbers, layer)


def layer_counts(workspace: Workspace) -> dict[Layer, int]:
    """Return how many memories each layer holds, as the heads of the board say it."""
    from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter

    where = Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, project=workspace.settings.project)
    counted = dict(workspace.store.reads.facets(where, "layer"))
    return {layer: counted.get(layer.value, 0) for layer in Layer}


def layer_choices(memories: Sequence[Memory], counts: dict[Layer, int]) -> list[Choice[Layer]]:
    """Return the layers, highest first, with their counts; the one where all the memories are already is dim."""
    from memtui.tui.modals.choice import Choice

    here = {memory.layer for memory in memories}
    only = next(iter(here)) if len(here) == 1 else None
    return [
        Choice(
            layer,
            f"{SHORT_NAMES[layer]} {layer.value}",
            f"{counts.get(layer, 0):,}" + (" · it is here" if layer is only else ""),
            active=layer is _beside(only),
            able=layer is not only,
        )
        for layer in sorted(Layer, key=RANK.__getitem__, reverse=True)
    ]


def _beside(layer: Layer | None) -> Layer | None:
    """Return the layer that the cursor starts on: the next one up, of the highest the next one down."""
    if layer is None:
        return None
    by_rank = sorted(Layer, key=RANK.__getitem__)
    place = RANK[layer]
    return by_rank[place + 1] if place + 1 < len(by_rank) else by_rank[place - 1]


async def move(view: View, numbers: Sequence[int], layer: Layer | None = None, way: Direction | None = None) -> None:
    """Move memories to a layer, or each to its next one that way: one at once, several as they are left ticked.

    Raises Refused with the reason where one may not be moved; of several those that may not are left out
    and say why.
    """
    from memtui.services import hierarchy

    wanted = list(dict.fromkeys(numbers))
    if not wanted:
        raise Refused("No memory is selected.")
    if len(wanted) == 1:
        await _move_one(view, wanted[0], layer, way)
        return
    ticked = await _preview(view, wanted, layer, way)
    if not ticked:
        view.say("Nothing was done.")
        return
    outcome = await view.gateway.run_in(lane_for(len(ticked)), _VERBS[way], hierarchy.move_all, ticked, layer, way)
    view.say(outcome.sentence, undo=outcome.batch is not None)
    if outcome.batch is not None:
        view.acted()


async def _move_one(view: View, number: int, layer: Layer | None, way: Direction | None) -> None:
    from memtui.services import hierarchy
    from memtui.tui.acts.curate import memories_of

    if way is None:
        memories = await view.gateway.run(memories_of, [number])
        if not memories:
            raise Refused("This memory is no longer there.")
        way = direction(memories[0].layer, layer or memories[0].layer) or Direction.PROMOTION
    step = hierarchy.promote if way is Direction.PROMOTION else hierarchy.demote
    outcome = await view.gateway.write(step, number, layer)
    view.say(outcome.sentence, undo=True)
    view.acted()


async def _preview(view: View, numbers: list[int], layer: Layer | None, way: Direction | None) -> list[int]:
    from memtui.services import hierarchy
    from memtui.tui.acts.curate import planned_row, settling
    from memtui.tui.modals.preview import PreviewScreen

    planned = await view.gateway.run(hierarchy.plan_moves, numbers, layer, way)
    rows = [planned_row(one) for one in planned]
    goal = f" to {layer.value}" if layer is not None else ""
    title = f"{_VERBS[way]}{goal}: {len(rows):,} memories{await settling(view, planned)}"
    return await view.host.push_screen_wait(PreviewScreen(title, rows)) or []

"""The store in numbers, and as a graph: status."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK
from memtui.cli.frame import Command
from memtui.cli.past import past_options, said, seen
from memtui.cli.relating import DEPTH
from memtui.cli.selection import number_of
from memtui.cli.session import Session, current, leave

if TYPE_CHECKING:
    from memtui.render.pen import Pen
    from memtui.render.spans import Line
    from memtui.services.graph import Neighbourhood
    from memtui.services.overview import Overview
    from memtui.services.workspace import Workspace


@click.command(
    cls=Command,
    help="""Show the store in numbers. --visualize draws the memories around one: around ID, else around the live memory with
    the most relations.""",
    examples=(
        ("memtui status", ""),
        ("memtui status --visualize", ""),
        ("memtui status --visualize 01JQ4MZ3KE --depth 2", ""),
    ),
)
@click.option("--visualize", is_flag=False, flag_value="", metavar="[ID]", help="Draw the memories around one.")
@click.option("--depth", type=DEPTH, default=1, metavar="STEPS", show_default=True, help="How many steps: 1 to 3.")
@click.option("--words", is_flag=True, help="Draw the status of each memory and the word on each line.")
@past_options()
def status(visualize: str | None, depth: int, words: bool, as_of: datetime | None, known: bool) -> None:
    """Show the store in numbers, or a graph of it."""
    from memtui.services.overview import overview

    run = current()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        if visualize is not None:
            _visualize(run, workspace, visualize, depth, words, said(as_of, known))
            return
        found = overview(workspace)
    if run.output.json:
        run.output.document(_status_value(found) | said(as_of, known))
        return
    for label, value in _status_rows(found):
        run.output.data(f"{label:<16}{value}")


def _visualize(
    run: Session, workspace: Workspace, handle: str, depth: int, words: bool, moment: dict[str, Any]
) -> None:
    from memtui.services import graph

    number = number_of(workspace, handle) if handle else graph.most_related(workspace)
    if number is None:
        run.output.note("Nothing is linked here yet; `memtui related ID` shows what belongs to a memory.")
        if run.output.json:
            run.output.document({"result": None, **moment})
        leave(NEEDS_A_LOOK)
    found = graph.neighbourhood(workspace, number, depth=depth)
    if run.output.json:
        from memtui.render.graph_json import neighbourhood_value

        run.output.document({"result": neighbourhood_value(found, shapes.masking()), **moment})
        return
    sheets.print_lines(run, workspace, lambda pen, cells: _picture(found, pen, cells, words))
    if found.more:
        run.output.note(f"+{found.more:,} more; --depth follows them, `memtui related {handle or 'ID'}` lists them.")


def _picture(found: Neighbourhood, pen: Pen, cells: int, words: bool) -> Sequence[Line]:
    """Return a graph as boxes, or as a tree where they would be wider than the terminal."""
    from memtui.render.graph import draw, draw_plainly
    from memtui.render.graph_tree import tree

    drawing = draw(found, pen, cells) if words else draw_plainly(found, pen, cells)
    return drawing.lines if drawing.width <= cells else [branch.line for branch in tree(found, pen, cells)]


def _status_rows(found: Overview) -> list[tuple[str, str]]:
    census, queue = found.census, found.queue
    waiting = {state.value: count for state, count in queue.states.items() if count}
    rows = [("store", found.location)]
    if found.project:
        rows.append(("project", found.project))
    rows.append(("memories", f"{census.total:,}"))
    for counts in (census.statuses, census.layers, census.tiers):
        rows += [(f"  {name.replace('_', ' ')}", f"{count:,}") for name, count in counts.items() if count]
    rows.append(("entities", f"{sum(found.entities.values()):,}"))
    rows += [(f"  {kind.value.replace('_', ' ')}", f"{count:,}") for kind, count in found.entities.items() if count]
    rows.append(("conflicts", f"{sum(waiting.values()):,}"))
    rows += [(f"  {name}", f"{count:,}") for name, count in waiting.items()]
    if queue.judged:
        rows.append(("agreed", f"{queue.agreed:,} of {queue.judged:,} verdicts"))
    if found.centre is not None:
        rows.append(("most related", f"{found.centre.id}  {shapes.headline(found.centre)}"))
    return rows


def _status_value(found: Overview) -> dict[str, Any]:
    census, queue = found.census, found.queue
    return {
        "location": found.location,
        "project": found.project,
        "memories": census.total,
        "statuses": dict(census.statuses),
        "layers": dict(census.layers),
        "tiers": dict(census.tiers),
        "held": census.held,
        "entities": {kind.value: count for kind, count in found.entities.items()},
        "conflicts": {state.value: count for state, count in queue.states.items()},
        "severities": {severity.value: count for severity, count in queue.severities.items()},
        "judged": queue.judged,
        "agreed": queue.agreed,
        "missed": queue.missed,
        "most_related": found.centre.id if found.centre is not None else None,
    }

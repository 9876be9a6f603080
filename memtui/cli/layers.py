"""The layers from the command line: layers, promote, demote, evaluate."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from memtui.cli import bulk, curated
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.fields import OneOf
from memtui.cli.frame import Command
from memtui.cli.past import past_options, said, seen
from memtui.cli.progress import stoppable
from memtui.cli.selection import handles_given, numbers_of
from memtui.cli.session import current, leave
from memtui.domain.errors import NotFound
from memtui.domain.kinds import Layer

if TYPE_CHECKING:
    from memtui.intelligence.hierarchy import Direction

_WORDS = ", ".join(Layer)
_MOVES_HELP = f"""ID is a memory's id or its beginning; - reads ids from standard input, one a line. LAYER is one of
    {_WORDS}; without one a memory goes to the next layer.

    Several memories are previewed; --apply moves them as one act."""


@click.command(
    "layers",
    cls=Command,
    help="""Show how many memories each layer holds and what they cost in tokens, or the memories of one LAYER with what
    an evaluation would make of them.""",
    examples=(
        ("memtui layers", "the six layers, lowest first"),
        ("memtui layers working", "what is in working, by retention"),
        ("memtui layers --json", ""),
    ),
)
@click.argument("layer", metavar="[LAYER]", required=False, type=OneOf(Layer))
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, metavar="N", help="How many at most."
)
@past_options()
def layers(layer: str | None, limit: int, as_of: datetime | None, known: bool) -> None:
    """Show the layers, or one of them."""
    from memtui.services import hierarchy

    run = current()
    with run.workspace() as workspace:
        shown = seen(workspace, as_of, known)
        if layer is None:
            curated.show_board(run, hierarchy.board(shown), said(as_of, known))
        else:
            curated.show_layer(run, shown, Layer(layer), limit, said(as_of, known))


@click.command(
    "promote",
    cls=Command,
    help=f"Move memories to a higher layer. {_MOVES_HELP}",
    examples=(
        ("memtui promote 01JQ4MZ3KE", "to the next layer up"),
        ("memtui promote 01JQ4MZ3KE semantic", "to a named layer"),
        ("memtui list tag:db | memtui promote - --to semantic --apply", "all that a list finds"),
    ),
)
@click.argument("words", metavar="ID... [LAYER]", nargs=-1, required=True)
@click.option("--to", type=OneOf(Layer), metavar="LAYER", help="The layer to move to.")
@bulk.apply_option
def promote(words: Sequence[str], to: str | None, apply: bool) -> None:
    """Move memories up."""
    from memtui.intelligence.hierarchy import Direction

    _move(words, to, Direction.PROMOTION, apply)


@click.command(
    "demote",
    cls=Command,
    help=f"Move memories to a lower layer; in archived they are archived. {_MOVES_HELP}",
    examples=(
        ("memtui demote 01JQ4MZ3KE", "to the next layer down"),
        ("memtui demote 01JQ4MZ3KE short_term", "to a named layer"),
    ),
)
@click.argument("words", metavar="ID... [LAYER]", nargs=-1, required=True)
@click.option("--to", type=OneOf(Layer), metavar="LAYER", help="The layer to move to.")
@bulk.apply_option
def demote(words: Sequence[str], to: str | None, apply: bool) -> None:
    """Move memories down."""
    from memtui.intelligence.hierarchy import Direction

    _move(words, to, Direction.DEMOTION, apply)


def _move(words: Sequence[str], to: str | None, way: Direction, apply: bool) -> None:
    from memtui.services import hierarchy

    ids, layer = _split(words, to)
    run = current()
    handles = handles_given(ids)
    with run.workspace() as workspace:
        try:
            numbers = numbers_of(workspace, handles)
        except NotFound as missing:
            if layer is None and len(handles) > 1 and repr(handles[-1]) in missing.sentence:
                raise NotFound(f"{handles[-1]!r} is neither a memory nor a layer.", f"Layers are {_WORDS}.") from None
            raise
        if len(numbers) == 1:
            act = hierarchy.promote if way.value == "promotion" else hierarchy.demote
            leave(bulk.report(run, workspace, act(workspace, numbers[0], layer)))
        if not apply:
            leave(bulk.preview(run, workspace, hierarchy.plan_moves(workspace, numbers, layer, way)))
        with stoppable(run.output) as progress:
            done = hierarchy.move_all(workspace, numbers, layer, way, progress=progress)
        leave(bulk.report(run, workspace, done))


def _split(words: Sequence[str], to: str | None) -> tuple[list[str], Layer | None]:
    """Return the ids and the layer of a move; a layer may stand as the last word."""
    ids, layer = list(words), Layer(to) if to is not None else None
    last = words[-1].casefold().replace("-", "_")
    if layer is None and last in Layer.__members__.values():
        ids, layer = ids[:-1], Layer(last)
    if not ids:
        raise click.UsageError("Name at least one memory.")
    return ids, layer


@click.command(
    "evaluate",
    cls=Command,
    help="""Say which memories deserve another layer and why: what is stale, what has proved itself, what has faded.

    Without --apply nothing is written. Nothing is ever deleted; pinned memories stay where they are.""",
    examples=(
        ("memtui evaluate", "what would move, and why"),
        ("memtui evaluate --apply", "move it, as one act"),
        ("memtui evaluate --preset mneno", "by Mneno's own rules"),
    ),
)
@click.option(
    "--preset",
    type=click.Choice(["default", "mneno"]),
    default="default",
    show_default=True,
    metavar="NAME",
    help="default or mneno.",
)
@click.option("--apply", is_flag=True, help="Do it: without, only say what would be done.")
def evaluate(preset: str, apply: bool) -> None:
    """Evaluate the hierarchy."""
    from memtui.services import hierarchy

    run = current()
    with run.workspace() as workspace, stoppable(run.output) as progress:
        found = hierarchy.evaluate(workspace, preset=preset, apply=apply, progress=progress)
        curated.show_evaluation(run, workspace, found, preset, applied=apply)
    leave(NEEDS_A_LOOK if found.stopped else OK)

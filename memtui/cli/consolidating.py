"""The graph and the store kept in shape from the command line: consolidate, compact."""

from __future__ import annotations

import click

from memtui.cli import bulk, consolidated, curated
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.frame import Command
from memtui.cli.progress import stoppable
from memtui.cli.session import current, leave


@click.command(
    "consolidate",
    cls=Command,
    help="""Say which entities are one thing under two names, and which facts are over because something took their
    place. Without --apply nothing is written; with it, duplicates are merged and the facts retired, as one act.

    --merge and --split decide by hand what no rule may decide; they act at once.""",
    examples=(
        ("memtui consolidate", "what would be merged and retired, by name"),
        ("memtui consolidate --apply", ""),
        ("memtui consolidate --merge PostgreSQL pgsql", "pgsql becomes an alias of PostgreSQL"),
        ("memtui consolidate --split PostgreSQL pgsql", "and an entity of its own again"),
    ),
)
@click.option("--apply", is_flag=True, help="Do it: without, only say what would be done.")
@click.option("--merge", nargs=2, metavar="KEPT OTHER", help="Let one entity (name or id) absorb another.")
@click.option("--split", nargs=2, metavar="ENTITY ALIAS", help="Make an alias an entity of its own.")
def consolidate(apply: bool, merge: tuple[str, str] | None, split: tuple[str, str] | None) -> None:
    """Merge duplicates and retire what was superseded."""
    from memtui.services import consolidate as service

    if merge and split:
        raise click.UsageError("Use --merge or --split, one at a time.")
    run = current()
    with run.workspace() as workspace:
        if merge:
            leave(bulk.report(run, workspace, service.merge_entities(workspace, merge[0], [merge[1]])))
        if split:
            leave(bulk.report(run, workspace, service.split_alias(workspace, split[0], split[1])))
        with stoppable(run.output) as progress:
            found = service.consolidate(workspace, apply=apply, progress=progress)
        consolidated.show_consolidation(run, workspace, found, applied=apply)
    leave(NEEDS_A_LOOK if found.stopped else OK)


@click.command(
    "compact",
    cls=Command,
    help="""Archive the least important memories until N are active. Pinned, operational and conflicted ones stay;
    nothing is deleted. Without --apply only say which they would be.""",
    examples=(("memtui compact --max 1000", "what would go"), ("memtui compact --max 1000 --apply", "")),
)
@click.option(
    "--max", "keep", type=click.IntRange(min=0), required=True, metavar="N", help="How many are to stay active."
)
@click.option("--apply", is_flag=True, help="Do it: without, only say what would be done.")
def compact(keep: int, apply: bool) -> None:
    """Archive the least important memories."""
    from memtui.services import consolidate as service

    run = current()
    with run.workspace() as workspace:
        with stoppable(run.output) as progress:
            done = service.compact(workspace, keep, apply=apply, progress=progress)
        curated.show_compaction(run, workspace, done, applied=apply)
    leave(NEEDS_A_LOOK if done.stopped else OK)

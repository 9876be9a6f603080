"""Care of the store: backup, restore, doctor, purge."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK
from memtui.cli.file_names import FileName
from memtui.cli.frame import Command
from memtui.cli.output import plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import handles_given, numbers_of, short_ids
from memtui.cli.session import Session, current
from memtui.domain.errors import Refused

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.care import Health, RestorePlan
    from memtui.services.workspace import Workspace


@click.command(
    cls=Command,
    help="Write a consistent copy of the store to a new file, while others may be writing. Into a folder it goes under a dated name.",
    examples=(("memtui backup shop-2026-03-20.db", ""), ("memtui backup ~/backups/", "under a dated name")),
)
@click.argument("path", metavar="FILE", type=FileName())
def backup(path: Path) -> None:
    """Write a copy of the store to a file."""
    from memtui.services import care

    run = current()
    with run.workspace() as workspace:
        written = care.backup(workspace, path)
    size = written.stat().st_size
    if run.output.json:
        run.output.document({"path": str(written), "bytes": size})
        return
    run.output.data(str(written))
    run.output.note(f"{size:,} bytes; `memtui restore {written}` puts it back.")


@click.command(
    cls=Command,
    help="Put a backup in the store's place. Previewed; --apply does it. What was there is kept beside it, so nothing is lost.",
    examples=(("memtui restore shop.db", "only look"), ("memtui restore shop.db --apply", "")),
)
@click.argument("path", metavar="FILE", type=FileName())
@click.option("--apply", is_flag=True, help="Do it.")
def restore(path: Path, apply: bool) -> None:
    """Put a backup in the store's place."""
    from memtui import bootstrap

    run = current()
    plan = bootstrap.plan_restore(path, run.store, config=run.config)
    if apply and run.read_only:
        raise Refused("This run is read-only.", "Leave out --read-only.")
    if apply:
        bootstrap.restore(plan)
    if run.output.json:
        run.output.document(_restore_value(plan, apply))
        return
    run.output.data(plan.sentence)
    run.output.note("Done." if apply else "Nothing was written; --apply does it.")


def _restore_value(plan: RestorePlan, applied: bool) -> dict[str, Any]:
    return {
        "applied": applied,
        "source": str(plan.source),
        "target": str(plan.target),
        "coming": plan.coming.total,
        "going": None if plan.going is None else plan.going.total,
        "kept_at": None if plan.kept_at is None else str(plan.kept_at),
    }


@click.command(
    cls=Command,
    help="""Check the store: its file, its rows, its indexes. Exit code 1 says that something is wrong.

    --rebuild works out every derived row (search, importance, badges) anew from the texts.""",
    examples=(("memtui doctor", ""), ("memtui doctor --rebuild", ""), ("memtui doctor --json", "")),
)
@click.option("--rebuild", is_flag=True, help="Rebuild the derived indexes first.")
@click.pass_context
def doctor(ctx: click.Context, rebuild: bool) -> None:
    """Check the store, and rebuild its indexes."""
    from memtui.services import care

    run = current()
    rebuilt: int | None = None
    with run.workspace() as workspace:
        if rebuild:
            with stoppable(run.output) as progress:
                rebuilt = care.rebuild(workspace, progress)
        health = care.examine(workspace)
    if run.output.json:
        run.output.document(_health_value(health, rebuilt))
    else:
        _print_health(run, health, rebuilt)
    if health.problems:
        ctx.exit(NEEDS_A_LOOK)


def _print_health(run: Session, health: Health, rebuilt: int | None) -> None:
    census = health.census
    rows = [
        ("store", health.location),
        ("schema", str(health.schema)),
        ("size", f"{health.bytes:,} bytes"),
        ("memories", f"{census.total:,}"),
        *((f"  {name}", f"{count:,}") for name, count in census.statuses.items() if count),
        *((f"  {name}", f"{count:,}") for name, count in census.tiers.items() if count),
        ("acts", f"{health.batches:,}"),
    ]
    if rebuilt is not None:
        rows.append(("rebuilt", plural(rebuilt, "memory")))
    for label, value in rows:
        run.output.data(f"{label:<14}{value}")
    for problem in health.problems:
        run.output.data(f"problem       {problem}")
    for advice in health.advice:
        run.output.note(advice)
    if not health.problems:
        run.output.data("sound         nothing is wrong")


def _health_value(health: Health, rebuilt: int | None) -> dict[str, Any]:
    census = health.census
    return {
        "ok": not health.problems,
        "location": health.location,
        "schema": health.schema,
        "bytes": health.bytes,
        "memories": census.total,
        "statuses": dict(census.statuses),
        "layers": dict(census.layers),
        "tiers": dict(census.tiers),
        "held": census.held,
        "batches": health.batches,
        "rebuilt": rebuilt,
        "problems": list(health.problems),
        "advice": list(health.advice),
    }


@click.command(
    cls=Command,
    help="""Delete memories for good, with their history; only a line that says so stays. It cannot be undone:
    archiving is nearly always what you want. Previewed; --apply asks you to type the number of memories.""",
    examples=(("memtui purge 01JQ4MZ3KE", "only look"), ("memtui purge 01JQ4MZ3KE --apply", "asks, then deletes")),
)
@click.argument("ids", metavar="ID...|-", nargs=-1, required=True)
@click.option("--apply", is_flag=True, help="Do it, after a typed confirmation.")
def purge(ids: Sequence[str], apply: bool) -> None:
    """Delete memories for good."""
    run = current()
    handles = handles_given(ids)
    with run.workspace() as workspace:
        numbers = numbers_of(workspace, handles)
        memories = workspace.store.reads.memories(numbers)
        if not run.output.json:
            _preview_purge(run, workspace, memories)
        gone = _purge(run, workspace, numbers) if apply else 0
    if run.output.json:
        results = [{"id": memory.id, "content": shapes.masking()(memory.content)} for memory in memories]
        run.output.document(shapes.listed(results, applied=apply))
    elif apply:
        run.output.data(f"Deleted {plural(gone, 'memory')} for good.")
    else:
        run.output.note("Nothing was deleted; --apply asks and does it. `memtui archive` only puts away.")


def _preview_purge(run: Session, workspace: Workspace, memories: Sequence[Memory]) -> None:
    short = short_ids(workspace, memories)
    rows = [(short[memory.id], str(memory.status), shapes.headline(memory)) for memory in memories]
    sheets.print_table(run, ("id", "status", "memory"), rows)


def _purge(run: Session, workspace: Workspace, numbers: Sequence[int]) -> int:
    wanted = f"purge {len(numbers)}"
    run.output.complain(f"This cannot be undone. Type {wanted!r} to go on:")
    if sys.stdin.readline().strip() != wanted:
        raise Refused("Not confirmed; nothing was deleted.")
    act = workspace.act("purge", f"{plural(len(numbers), 'memory')} deleted for good")
    return workspace.store.maintenance.purge(numbers, act)

"""What was done, and taking it back: history, undo, redo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import bulk, shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK
from memtui.cli.frame import Command
from memtui.cli.moments import Moment
from memtui.cli.progress import stoppable
from memtui.cli.session import Session, current, leave
from memtui.domain.errors import NotFound

if TYPE_CHECKING:
    from datetime import datetime

    from memtui.domain.records import Batch
    from memtui.services.history import BatchDetail, BatchLine, RowChange
    from memtui.services.workspace import Workspace


def batch_handle(text: str) -> str | int:
    """Return how the store finds a batch: its number, or its id or the beginning of it."""
    plain = text.removeprefix("#")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 and plain[0] != "0" else text


@click.command(
    cls=Command,
    help="""Show what was done, newest first. With the ID of a memory, that memory's steps; with the number or id
    of a batch, everything that it changed and what undoing it would do.""",
    examples=(
        ("memtui history", "the newest acts"),
        ("memtui history --actor claude-code --since 7d", ""),
        ("memtui history 01JQ4MZ3KE", "one memory's steps"),
        ("memtui history 42", "one batch in full"),
    ),
)
@click.argument("what", metavar="[ID|BATCH]", required=False)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, metavar="N", show_default=True, help="At most so many."
)
@click.option("--actor", metavar="NAME", help="Acts of this person or agent.")
@click.option("--action", metavar="VERB", help="Acts of this kind: add, edit, archive, import, undo …")
@click.option("--text", default="", metavar="WORDS", help="Acts whose summary holds these words.")
@click.option("--since", type=Moment(), metavar="WHEN", help="Not before: 2026-03-20, yesterday, 3d.")
@click.option("--before", metavar="BATCH", help="Acts before this batch number: the next page.")
def history(what: str | None, limit: int, since: datetime | None, before: str | None, **narrowed: Any) -> None:
    """Show what was done, to the store or to a memory."""
    from memtui.services import history as journal

    run = current()
    with run.workspace() as workspace:
        if what is None:
            start = _number(before)
            found = journal.batches(workspace, limit=limit, before=start, **narrowed)
            _print_batches(run, workspace, [each for each in found if since is None or each.batch.at >= since], limit)
            return
        number = _memory_number(workspace, what)
        if number is None:
            _print_batch(run, workspace, journal.detail(workspace, batch_handle(what)))
        else:
            _print_steps(run, workspace, number)


def _number(before: str | None) -> int | None:
    if before is None:
        return None
    handle = batch_handle(before)
    if isinstance(handle, str):
        raise click.BadParameter(f"{before!r} is no batch number.", param_hint="--before")
    return handle


def _memory_number(workspace: Workspace, what: str) -> int | None:
    """Return the number of the memory that is meant, or None where a batch is."""
    if isinstance(batch_handle(what), int):
        return None
    try:
        return workspace.store.reads.resolve(what)
    except NotFound:
        try:
            workspace.store.reads.batch(what)
        except NotFound:
            raise NotFound(f"No memory and no batch answers to {what!r}.", "`memtui history` lists batches.") from None
        return None


def _print_batches(run: Session, workspace: Workspace, rows: Sequence[BatchLine], limit: int) -> None:
    from memtui.render.records_json import batch_line_value

    output, mask = run.output, shapes.masking()
    if output.json:
        output.document(shapes.listed([batch_line_value(each, mask) for each in rows]))
        return
    if output.pictures and rows:
        from memtui.cli.drawing import batch_picture

        output.draw(
            batch_picture(rows, shapes.pen(workspace.clock.now(), output), output.console.width, workspace.actor.name)
        )
    else:
        for each in rows:
            it = each.batch
            state = each.state
            output.row(
                str(it.number), shapes.when(it.at), it.actor, it.action, mask(it.summary), str(it.changes), state
            )
    if not rows:
        output.note("Nothing was done yet.")
    elif len(rows) == limit:
        output.note(f"--before {rows[-1].batch.number} goes on; `memtui history NUMBER` shows one in full.")


def _print_batch(run: Session, workspace: Workspace, detail: BatchDetail) -> None:
    from memtui.render.plain import plain_text
    from memtui.render.records_json import batch_detail_value
    from memtui.render.tables import batch_page

    output = run.output
    if output.json:
        output.document({"result": batch_detail_value(detail, shapes.masking())})
        return
    pen = shapes.pen(workspace.clock.now(), output, brackets=not output.pictures)
    if output.pictures:
        from memtui.cli.drawing import lines_of

        output.draw(lines_of(batch_page(detail, pen, output.console.width, workspace.actor.name)))
    else:
        output.data(plain_text(batch_page(detail, pen, 100, workspace.actor.name)).rstrip("\n"))


def _print_steps(run: Session, workspace: Workspace, number: int) -> None:
    from memtui.render.records_json import batch_value, memory_value, row_change_value
    from memtui.services import history as journal

    output, mask = run.output, shapes.masking()
    steps = journal.memory_history(workspace, number)
    if output.json:
        found = [
            {
                **batch_value(batch, mask),
                "change": row_change_value(row, mask),
                "after": after and memory_value(after, mask),
            }
            for batch, row, after in steps
        ]
        output.document(shapes.listed(found))
        return
    rows = [
        (str(batch.number), shapes.when(batch.at), batch.actor, _action(batch), mask(_change(row)))
        for batch, row, _ in steps
    ]
    sheets.print_table(run, ("batch", "when", "who", "what", "change"), rows)


def _action(batch: Batch) -> str:
    return f"{batch.action} (undone)" if batch.undone_by is not None else batch.action


def _change(row: RowChange) -> str:
    if row.made:
        return row.title
    return "; ".join(f"{each.field}: {each.before} → {each.after}" for each in row.fields)


@click.command(
    cls=Command,
    help="""Take back your own newest act, or the batch named by its number or id (`memtui history`).

    An undo can itself be undone: `memtui redo`. A batch whose memories were changed since is refused with the
    reason.""",
    examples=(
        ("memtui undo", "your newest act"),
        ("memtui undo 42", "that batch"),
        ("memtui undo 42 --dry-run", "only look"),
    ),
)
@click.argument("batch", metavar="[BATCH]", required=False)
@click.option("--dry-run", is_flag=True, help="Say what it would do and write nothing.")
def undo(batch: str | None, dry_run: bool) -> None:
    """Take back your newest act, or the one named."""
    from memtui.services import history as journal

    run = current()
    handle = None if batch is None else batch_handle(batch)
    with run.workspace() as workspace:
        if not dry_run:
            with stoppable(run.output) as progress:
                undone = journal.undo(workspace, handle, progress=progress)
            leave(bulk.report(run, workspace, undone))
        newest = None if handle is not None else journal.undoable(workspace)
        if handle is None and newest is None:
            run.output.note("You have done nothing here that could be undone.")
            leave(NEEDS_A_LOOK)
        wanted = handle if newest is None or newest.number is None else newest.number
        _print_batch(run, workspace, journal.detail(workspace, wanted or 0))


@click.command(
    cls=Command,
    help="Take back your newest undo; offered until you do something else.",
    examples=(("memtui redo", ""),),
)
def redo() -> None:
    """Take back your newest undo."""
    from memtui.services import history as journal

    run = current()
    with run.workspace() as workspace:
        with stoppable(run.output) as progress:
            redone = journal.redo(workspace, progress=progress)
        leave(bulk.report(run, workspace, redone))

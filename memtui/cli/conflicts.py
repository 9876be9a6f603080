"""Conflicts from the command line: detect, and conflicts list, show, scan, resolve."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import judged, shapes
from memtui.cli.bulk import apply_option
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.fields import OneOf, split_tags
from memtui.cli.frame import Command, CommandGroup
from memtui.cli.moments import Moment
from memtui.cli.output import plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import handles_given
from memtui.cli.session import current, leave
from memtui.cli.writing import allow_secrets_option, text_given
from memtui.domain.kinds import ConflictState, ConflictType, Kind, MemoryType, Severity
from memtui.domain.verdicts import NAMES

if TYPE_CHECKING:
    from memtui.services.ports import ConflictFilter

VERDICTS = {name.replace("_", "-"): verdict for name, verdict in NAMES.items()}
ACTS = (*VERDICTS, "later", "revoke")


@click.command(
    cls=Command,
    help="""Say what adding a TEXT would lead to, without writing: entities, facts, relations, conflicts and what would be applied.

    Exit code 1 when there is a conflict.""",
    examples=(
        ('memtui detect "We no longer use PostgreSQL, migrated to MongoDB"', ""),
        ("git log -1 --format=%s | memtui detect - --json", ""),
    ),
)
@click.argument("words", metavar="TEXT|-", nargs=-1, required=True)
@click.option("--kind", type=OneOf(Kind), metavar="KIND", help="What it is: decision, constraint, goal, preference …")
@click.option(
    "--type",
    "memory_type",
    type=OneOf(MemoryType),
    metavar="TYPE",
    help="episodic, semantic, operational or preference.",
)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag (repeatable).")
@click.option("--at", type=Moment(), metavar="DATE", help="When it happened; now unless given.")
def detect(words: Sequence[str], kind: str | None, memory_type: str | None, tags: Sequence[str], at: Any) -> None:
    """Say what adding a text would lead to."""
    from memtui.services import detecting

    run = current()
    with run.workspace(trial=True) as workspace:
        report = detecting.detect(
            workspace,
            text_given(words),
            kind=None if kind is None else Kind(kind),
            memory_type=None if memory_type is None else MemoryType(memory_type),
            created_at=at if isinstance(at, datetime) else None,
            tags=split_tags(tags),
        )
        if run.output.json:
            run.output.document(judged.report_value(report))
        else:
            judged.print_report(run, workspace, report)
    leave(NEEDS_A_LOOK if report.conflicts else OK)


@click.group(
    "conflicts",
    cls=CommandGroup,
    examples=(
        ("memtui conflicts list", "the queue, surest first"),
        ("memtui conflicts show 12", "one pair, and what each verdict does"),
        ("memtui conflicts resolve 12 newer", "the newer of the two is true"),
    ),
    help="The memories that disagree: list them, look at a pair, give a verdict, scan the whole store.",
)
def conflicts() -> None:
    """Look at conflicts and settle them."""


@conflicts.command(
    "list",
    examples=(
        ("memtui conflicts list", "the queue, surest first"),
        ("memtui conflicts list --state auto", "what was applied by itself"),
        ("memtui conflicts list --type duplicate --json", ""),
    ),
)
@click.option(
    "--state",
    type=OneOf(ConflictState, also=("all",)),
    default="open",
    metavar="STATE",
    help="open, auto, kept, resolved, dismissed or all.",
)
@click.option(
    "--type",
    "types",
    type=OneOf(ConflictType),
    multiple=True,
    metavar="TYPE",
    help="contradiction, supersession, duplicate …",
)
@click.option(
    "--severity", "severities", type=OneOf(Severity), multiple=True, metavar="SEVERITY", help="low, medium or high."
)
@click.option("--of", "memory", metavar="ID", help="Only those that this memory is part of.")
@click.option(
    "--text", default="", metavar="WORDS", help="Only those whose reason, subject or values hold these words."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, metavar="N", help="How many at most."
)
def list_(
    state: str, types: Sequence[str], severities: Sequence[str], memory: str | None, text: str, limit: int
) -> None:
    """List conflicts, the surest first.

    Grouped by subject: severity, type, subject, old and new value. On a terminal each begins with its number,
    which names it as well as its id does.
    """
    from memtui.services import review

    run = current()
    with run.workspace() as workspace:
        of = None if memory is None else workspace.store.reads.resolve(memory)
        where = _filter(state, types, severities, text, of, workspace.settings.project)
        page = review.queue(workspace, where, limit)
        if run.output.json:
            run.output.document(judged.page_value(page))
            return
        judged.print_entries(run, workspace, page.entries)
        left = f" {plural(page.total, 'conflict')} in all; --limit shows more." if page.more else ""
        run.output.note(f"{judged.counts_sentence(page.counts)}.{left}")


def _filter(
    state: str, types: Sequence[str], severities: Sequence[str], text: str, memory: int | None, project: str | None
) -> ConflictFilter:
    from memtui.services.ports import ConflictFilter

    return ConflictFilter(
        states=frozenset(ConflictState) if state == "all" else frozenset({ConflictState(state)}),
        types=frozenset(map(ConflictType, types)),
        severities=frozenset(map(Severity, severities)),
        project=project,
        memory=memory,
        text=text,
    )


@conflicts.command("show", examples=(("memtui conflicts show 12", "by its number, or an id"),))
@click.argument("ids", metavar="CONFLICT...", nargs=-1, required=True)
def show(ids: Sequence[str]) -> None:
    """Show conflicts in full.

    Both memories with what is marked in them, the reason, and what each verdict would do.
    """
    from memtui.services import review

    run = current()
    with run.workspace() as workspace:
        entries = [review.entry(workspace, handle) for handle in handles_given(ids)]
        if run.output.json:
            run.output.document(shapes.listed([judged.shown_value(workspace, each) for each in entries]))
            return
        for place, each in enumerate(entries):
            judged.print_entry(run, workspace, each, first=place == 0)


@conflicts.command(
    "scan",
    examples=(("memtui conflicts scan", "says what it would find"), ("memtui conflicts scan --apply", "queues it")),
)
@apply_option
def scan(apply: bool) -> None:
    """Compare all memories with each other. Without --apply only say how many conflicts there would be."""
    from memtui.services import review

    run = current()
    with run.workspace() as workspace, stoppable(run.output) as progress:
        report = review.scan(workspace, apply=apply, progress=progress)
        if run.output.json:
            run.output.document(judged.scan_value(report))
        else:
            run.output.data(report.sentence)
            for notice in report.notices:
                run.output.note(notice)
            if report.batch is not None:
                run.output.note(f"`memtui undo {report.batch.number}` takes it back.")
            elif not apply and report.found:
                run.output.note("Nothing was written: --apply does it.")
    leave(NEEDS_A_LOOK if report.stopped else OK)


@conflicts.command(
    "resolve",
    context_settings={"ignore_unknown_options": False},
    examples=(
        ("memtui conflicts resolve 12 newer", "the newer is true, the older is superseded"),
        ('memtui conflicts resolve 12 merge --text "Redis limit is 8GB since March"', ""),
        ("memtui conflicts resolve 12 13 both --apply", "several, after a look"),
    ),
)
@click.argument("words", metavar="CONFLICT... VERDICT", nargs=-1, required=True)
@click.option("--text", metavar="TEXT|-", help="The merged text (merge); - reads it from standard input.")
@click.option("--note", metavar="NOTE", help="A note to keep with the verdict.")
@allow_secrets_option
@apply_option
def resolve(words: Sequence[str], text: str | None, note: str | None, allow_secrets: bool, apply: bool) -> None:
    """Give a verdict on conflicts.

    VERDICT is newer, older, both, keep, merge, archive-old, archive-new, later or revoke. One conflict is
    settled at once; several are previewed, with the winner of each named, and settled with --apply.
    """
    *ids, act = words
    if act not in ACTS:
        raise click.UsageError(f"{act!r} is not a verdict. Choose one of: {', '.join(ACTS)}.")
    if not ids:
        raise click.UsageError("Name at least one conflict.")
    if text is not None and act != "merge":
        raise click.UsageError("--text is the merged text of `merge`; use --note to say why.")
    run = current()
    handles = handles_given(ids)
    if act == "merge" and (text is None or len(handles) != 1):
        raise click.UsageError("A merge takes one conflict, and the text of the new memory as --text.")
    with run.workspace() as workspace:
        if act in ("later", "revoke"):
            leave(judged.one_by_one(run, workspace, handles, act, apply=apply))
        elif len(handles) > 1 and not apply:
            leave(judged.print_plan(run, workspace, handles, VERDICTS[act]))
        else:
            merged = text if text is None else text_given([text])
            done = judged.settle(run, workspace, handles, VERDICTS[act], merged, note, allow_secrets=allow_secrets)
            leave(done)

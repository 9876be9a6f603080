"""Looking at memories: show, list, recent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes, sheets
from memtui.cli.fields import OneOf, narrowing
from memtui.cli.frame import Command
from memtui.cli.output import plural
from memtui.cli.paging import Leaf, key_of, leaves
from memtui.cli.past import past_options, said, seen
from memtui.cli.selection import filter_from, handles_given, number_of, numbers_of
from memtui.cli.session import Session, current
from memtui.domain.filters import Filter, Order

if TYPE_CHECKING:
    from memtui.services.recall import Hit
    from memtui.services.workspace import Workspace


@click.command(
    cls=Command,
    help="""Show memories in full: text, fields, importance in its parts, relations, trail.

    Credentials are masked; --reveal shows them. Showing a memory counts as opening it.""",
    examples=(
        ("memtui show 01JQ4MZ3KE", ""),
        ("memtui show memory_abc123 --json", "by the id it had before its import"),
        ("memtui search database | memtui show -", "all that a search found"),
    ),
)
@click.argument("ids", metavar="ID...|-", nargs=-1, required=True)
@click.option("--reveal", is_flag=True, help="Show credentials as they are.")
def show(ids: Sequence[str], reveal: bool) -> None:
    """Show memories in full."""
    from memtui.services import recall

    run = current()
    handles = handles_given(ids)
    with run.workspace() as workspace:
        look = recall.detail if workspace.store.read_only else recall.open_memory
        details = [look(workspace, number) for number in numbers_of(workspace, handles)]
        if run.output.json:
            from memtui.render.records_json import detail_value

            found = [detail_value(each, shapes.masking(reveal)) for each in details]
            run.output.document(shapes.listed(found))
            return
        for place, each in enumerate(details):
            sheets.show_detail(run, workspace, each, reveal=reveal, first=place == 0)


@click.command(
    "list",
    cls=Command,
    help="""List memories, newest first, superseded and archived ones left out unless a status asks for them.

    QUALIFIERS narrow like the options and may be mixed with them: tag:db layer:semantic kind:decision status:superseded
    is:pinned is:undated before:2026-03-01 imp:>.8 … For words, use `memtui search`.""",
    examples=(
        ("memtui list --kind decision --since 30d", ""),
        ("memtui list tag:db is:pinned --json", ""),
        ("memtui list --status superseded --all | cut -d' ' -f1", "ids alone"),
        ("memtui list --after 01JQ4MZ3KE", "the page after that memory"),
    ),
)
@click.argument("qualifiers", metavar="[QUALIFIER]...", nargs=-1)
@narrowing()
@click.option(
    "--order",
    type=OneOf(Order),
    default="newest",
    metavar="ORDER",
    help="newest, oldest, recorded, importance or opened.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, metavar="N", show_default=True, help="At most so many."
)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@click.option("--after", "after", metavar="ID", help="Go on after this memory, in the same order.")
@past_options()
def list_(
    qualifiers: Sequence[str],
    order: Order,
    limit: int,
    everything: bool,
    after: str | None,
    as_of: datetime | None,
    known: bool,
    **given: Any,
) -> None:
    """List memories, narrowed and in order."""
    run = current()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        where = _narrowed(workspace, filter_from(given, workspace.settings.project), qualifiers)
        if where.importance_at_least is not None or where.importance_at_most is not None or order is Order.IMPORTANCE:
            where = replace(where, now=workspace.clock.now())
        start = None if after is None else key_of(workspace, number_of(workspace, after), order)
        total = workspace.store.reads.count(where)
        pages = leaves(workspace, where, order, start, None if everything else limit)
        if run.output.json:
            _print_document(run, pages, total, said(as_of, known))
        else:
            _print_pages(run, workspace, pages, total)


def _narrowed(workspace: Workspace, where: Filter, qualifiers: Sequence[str]) -> Filter:
    if not qualifiers:
        return where
    from memtui.intelligence.queries import parse

    text = " ".join(qualifiers)
    query = parse(text, workspace.clock.now())
    if not query.is_empty or query.words:
        raise click.UsageError(f"{query.words or text!r} is no qualifier; `memtui search` looks for words.")
    for notice in query.notices:
        current().output.note(notice)
    return query.narrow(where)


def _print_document(run: Session, pages: Iterable[Leaf], total: int, moment: Mapping[str, Any]) -> None:
    read = list(pages)
    found = [shapes.hit(each) for page in read for each in page.hits]
    run.output.document(shapes.listed(found, total=total, next_after=read[-1].last if read else None, **moment))


def _print_pages(run: Session, workspace: Workspace, pages: Iterable[Leaf], total: int) -> None:
    shown, last = 0, None
    for page in pages:
        sheets.print_hits(run, workspace, page.hits, first=shown == 0)
        shown, last = shown + len(page.hits), page.last
    note = run.output.note
    if last is not None:
        note(f"{shown:,} of {plural(total, 'memory')}; --after {last} goes on, --all lists all.")
    elif shown:
        note(f"{plural(total, 'memory')}.")
    elif workspace.store.reads.census().total:
        note("No memory passes these conditions." if total == 0 else "No more memories.")
    else:
        note("No memories yet. `memtui add` writes one, `memtui import` brings some in.")


@click.command(
    cls=Command,
    help="List the newest memories by when they happened, transient ones too.",
    examples=(("memtui recent", "the newest ten"), ("memtui recent --limit 3 --json", "")),
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, metavar="N", show_default=True, help="At most so many."
)
def recent(limit: int) -> None:
    """List the newest memories."""
    from memtui.services import recall

    run = current()
    with run.workspace() as workspace:
        hits: Sequence[Hit] = recall.recent(workspace, limit)
        if run.output.json:
            run.output.document(shapes.listed([shapes.hit(each) for each in hits]))
            return
        sheets.print_hits(run, workspace, hits)
        if not hits:
            run.output.note("No memories yet. `memtui add` writes one, `memtui import` brings some in.")

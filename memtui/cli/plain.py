"""The views as text: `memtui --plain VIEW`, for pipes and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click

from memtui.cli.past import past_options, seen
from memtui.cli.plain_views import ROWS, VIEWS, Asked
from memtui.cli.recall import QueryCommand, query_text
from memtui.cli.session import current, leave


def _view(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the view that is named, by a beginning that only one of them has too."""
    if value.casefold() == "desk":
        raise click.BadParameter("The Desk is four views at once: print search, review, layers and graph.", ctx, param)
    found = [view for view in VIEWS if value and view.startswith(value.casefold())]
    if len(found) != 1:
        raise click.BadParameter(f"{value!r} is not one of: {', '.join(VIEWS)}.", ctx, param)
    return found[0]


def _beginning(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [view for view in VIEWS if view.startswith(incomplete.casefold())]


@click.command(
    "--plain",
    cls=QueryCommand,
    help="""Print a view of the screens as text, for pipes and screen readers: no boxes, each sign with its word, and the id of
    whatever a command may be given.

    VIEW is search, review, layers, graph, timeline or history. WORDS are a query (search), words to look for
    (review, history), a layer, a memory's id or a name (graph, timeline).""",
    examples=(
        ("memtui --plain review", "the queue; `memtui conflicts resolve 12 newer` settles one"),
        ("memtui --plain search what database", ""),
        ("memtui --plain layers working", ""),
        ("memtui --plain graph 01JQ4MZ3KE --depth 2", ""),
        ("memtui --plain timeline Button --as-of 2026-03-01", ""),
    ),
)
@click.argument("view", metavar="VIEW", callback=_view, shell_complete=_beginning)
@click.argument("words", metavar="[WORD]...", nargs=-1, type=click.UNPROCESSED)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help=f"At most so many rows ({ROWS}).")
@click.option(
    "--depth", type=click.IntRange(1, 3), default=1, show_default=True, metavar="STEPS", help="Steps of the graph."
)
@past_options()
def plain(view: str, words: Sequence[str], limit: int | None, depth: int, as_of: datetime | None, known: bool) -> None:
    """Print a view as text."""
    from memtui.render.plain import plain_text

    run = current()
    if run.output.json:
        raise click.UsageError("--plain prints text for people; the commands print JSON: `memtui search --json`.")
    told = query_text(words).strip()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        seen_from = (opened.settings.project or "", "" if as_of is None else _moment(as_of, known))
        place = "".join(f", {each}" for each in seen_from if each)
        lines, code = VIEWS[view](workspace, Asked(run=run, place=place, words=told, limit=limit, depth=depth))
    run.output.data(plain_text(lines).rstrip("\n"))
    leave(code)


def _moment(as_of: datetime, known: bool) -> str:
    from memtui.services.as_of import Moment

    return str(Moment(at=as_of, known=known))

"""Finding memories: search for people, context for agents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK
from memtui.cli.frame import Command
from memtui.cli.output import plural
from memtui.cli.past import past_options, said, seen
from memtui.cli.selection import read_stdin
from memtui.cli.session import Session, current, leave
from memtui.cli.sheets import hidden_line
from memtui.safe_text import clean_lines

if TYPE_CHECKING:
    from memtui.services.recall import Context, SearchResult
    from memtui.services.workspace import Workspace

_ENGINES = ("auto", "lexical", "vector", "hybrid")


class QueryCommand(Command):
    """A command whose words may begin with a hyphen: what is no option of its own belongs to the query."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the options before `--` and the words behind it, each in its order."""
        options, words = self._parted(ctx, args)
        return super().parse_args(ctx, [*options, "--", *words])

    def _parted(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str]]:
        known = {
            name: param for param in self.get_params(ctx) for name in param.opts if isinstance(param, click.Option)
        }
        options: list[str] = []
        words: list[str] = []
        rest = iter(args)
        for word in rest:
            if word == "--":
                words += rest
            elif word in known or word.startswith("--"):
                options.append(word)
                option = known.get(word)
                if option is not None and not option.is_flag and not option.is_eager:
                    options += [value for value in [next(rest, None)] if value is not None]
            else:
                words.append(word)
        return options, words


@click.command(
    cls=QueryCommand,
    help="""Find memories, best first. Nothing that you type is an error: a word that begins with - leaves out
    the memories that hold it; - alone reads the query from standard input; no words list all by importance.

    Qualifiers narrow: layer: status: tag: kind: entity: project: agent: source: before: after: opened: imp: and
    is: (new, pinned, transient, undated, conflicted, secret). Superseded, archived and transient memories are
    left out and counted. Exit code 1 says that nothing was found.""",
    examples=(
        ("memtui search what database do we use", ""),
        ("memtui search database -mongo tag:decision", "without mongo, tagged decision"),
        ("memtui search redis --include-superseded --why", "with history, every score explained"),
        ("memtui search auth --as-of 2026-03-01", "what was true then"),
        ("memtui search redis --json | jq -r '.results[].id'", ""),
    ),
)
@click.argument("words", metavar="[WORD]...", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, metavar="N", show_default=True, help="At most so many."
)
@click.option(
    "--include-superseded", is_flag=True, help="Bring back what was replaced, below the live ones and marked."
)
@click.option("--include-archived", is_flag=True, help="Bring back the archive.")
@click.option("--include-transient", is_flag=True, help="Bring back what is too slight to steer recall.")
@click.option("--include-inactive", is_flag=True, help="All three.")
@click.option("--engine", type=click.Choice(_ENGINES), metavar="ENGINE", help="auto, lexical, vector or hybrid.")
@click.option("--show-reasons", is_flag=True, help="One line under each on why it ranks there.")
@click.option("--why", is_flag=True, help="Every part of each score.")
@past_options()
def search(
    words: Sequence[str],
    limit: int,
    engine: str | None,
    show_reasons: bool,
    why: bool,
    as_of: datetime | None,
    known: bool,
    **include: bool,
) -> None:
    """Find memories, best first."""
    from memtui.services import recall

    run = current()
    inactive = include["include_inactive"]
    request = recall.Request(
        text=query_text(words),
        limit=limit,
        engine=engine,
        superseded=include["include_superseded"] or inactive,
        archived=include["include_archived"] or inactive,
        transient=include["include_transient"] or inactive,
    )
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        result = recall.search(workspace, request)
        if run.output.json:
            from memtui.render.records_json import result_value

            run.output.document(result_value(result, shapes.masking()) | said(as_of, known))
        else:
            _print_result(run, workspace, result, "parts" if why else "reasons" if show_reasons else "")
    if not result.hits and request.text.strip():
        leave(NEEDS_A_LOOK)


def query_text(words: Sequence[str]) -> str:
    """Return the query as one text; `-` alone is standard input."""
    return read_stdin().strip() if list(words) == ["-"] else " ".join(words)


def _print_result(run: Session, workspace: Workspace, result: SearchResult, why: str) -> None:
    from memtui.intelligence.tokens import spans_of

    terms = result.query.terms
    sheets.print_hits(run, workspace, result.hits, highlight=lambda text: spans_of(text, terms), why=why)
    note = run.output.note
    for notice in result.notices:
        note(notice)
    if not result.hits:
        closest = f" Closest word: {result.closest}." if result.closest else ""
        query = result.query.text.strip()
        note(f"Nothing for {query!r}.{closest}" if query else "No memories yet. `memtui add` writes one.")
    elif result.matches > len(result.hits):
        note(f"{len(result.hits):,} of {result.matches:,} that match; --limit shows more.")
    if hidden := hidden_line(result.hidden):
        note(hidden)
    if result.engine_asked not in ("auto", result.engine):
        note(f"Searched by the {result.engine} engine: {result.engine_asked} needs an embedder.")


@click.command(
    cls=QueryCommand,
    help="""Print what an agent should read now, never more than the budget: pinned memories, facts of what is named,
    recalled memories with their conflicts, recent ones. What it prints counts as opened.

    --json also names what was left out and why.""",
    examples=(
        ("memtui context which database do we use --budget 800", ""),
        ("memtui context - < question.txt", ""),
    ),
)
@click.argument("words", metavar="QUERY|-", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=1200,
    metavar="TOKENS",
    show_default=True,
    help="Tokens at most (about four characters each).",
)
def context(words: Sequence[str], budget: int) -> None:
    """Print what an agent should read now."""
    from memtui.services import recall

    run = current()
    query = query_text(words)
    with run.workspace() as workspace:
        found = recall.build_context(workspace, query, budget)
    if run.output.json:
        run.output.document(_context_value(found))
        return
    if found.text.strip():
        run.output.data("\n".join(clean_lines(found.text)).rstrip("\n"))
    left = f"; {plural(len(found.left_out), 'memory')} left out" if found.left_out else ""
    run.output.note(f"{plural(len(found.items), 'memory')}, {found.tokens:,} of {found.budget:,} tokens{left}.")


def _context_value(found: Context) -> dict[str, Any]:
    from memtui.render.records_json import memory_value

    mask = shapes.masking()
    results = [
        {**memory_value(item.memory, mask), "section": item.section, "tokens": item.tokens, "reason": mask(item.reason)}
        for item in found.items
    ]
    left_out = [
        {"id": each.memory.id, "content": mask(each.memory.content), "reason": mask(each.reason)}
        for each in found.left_out
    ]
    return shapes.listed(
        results, query=found.query, budget=found.budget, tokens=found.tokens, text=found.text, left_out=left_out
    )

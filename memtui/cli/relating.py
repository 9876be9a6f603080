"""How things hang together: related, entities, timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.fields import OneOf
from memtui.cli.frame import Command
from memtui.cli.moments import Moment
from memtui.cli.output import plural
from memtui.cli.past import past_options, said, seen
from memtui.cli.selection import number_of, short_ids
from memtui.cli.session import Session, current, leave
from memtui.domain.kinds import EntityType

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.render.pen import Pen
    from memtui.render.spans import Line
    from memtui.services.timeline import Timeline
    from memtui.services.workspace import Workspace

DEPTH = click.IntRange(min=1, max=3)
"""How many steps a look around may take."""


@click.command(
    cls=Command,
    help="""Show what is related to a memory, by its ID, or to what a text names, by --entity NAME.

    For a memory: its links, seen from it: → out, ← in, ↔ similar; --depth 2 and 3 follow them further. For a name: the
    newest memories that mention it, its timeline and evolution, what else they name, and how they hang together.""",
    examples=(
        ("memtui related 01JQ4MZ3KE", ""),
        ("memtui related --id memory_abc123 --depth 2", "by the id it had before its import"),
        ("memtui related --entity handleSubmit", ""),
        ("memtui related --entity auth --as-of 2026-03-01 --json", ""),
    ),
)
@click.argument("id", metavar="[ID]", required=False)
@click.option("--id", "handle", metavar="ID", help="The memory.")
@click.option("--entity", metavar="NAME", help="A name, an alias or an entity's id.")
@click.option("--depth", type=DEPTH, default=1, metavar="STEPS", show_default=True, help="How many steps: 1 to 3.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, metavar="N", show_default=True, help="At most so many."
)
@click.option("--hidden", is_flag=True, help="Archived and transient memories and ended relations too.")
@past_options()
def related(
    id: str | None,
    handle: str | None,
    entity: str | None,
    depth: int,
    limit: int,
    hidden: bool,
    as_of: datetime | None,
    known: bool,
) -> None:
    """Show what is related to a memory or a name."""
    asked = [each for each in (id, handle, entity) if each is not None]
    if len(asked) != 1:
        raise click.UsageError("Name one memory by its ID, or one thing by --entity NAME.")
    run = current()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        if entity is not None:
            _print_related_entity(run, workspace, entity, limit, said(as_of, known))
        else:
            number = number_of(workspace, asked[0])
            _print_related_memory(run, workspace, number, depth, limit, hidden, said(as_of, known))


def _print_related_memory(
    run: Session, workspace: Workspace, number: int, depth: int, limit: int, hidden: bool, moment: dict[str, Any]
) -> None:
    from memtui.services import graph
    from memtui.services.related import related_to_memory

    look = graph.HIDDEN_TOO if hidden else graph.SHOWN
    found = related_to_memory(workspace, number, depth=depth, limit=limit, look=look)
    if run.output.json:
        from memtui.render.graph_json import related_memory_value

        run.output.document({"result": related_memory_value(found, shapes.masking()), **moment})
        return
    from memtui.render.related import memory_lines

    sheets.print_lines(run, workspace, lambda pen, cells: memory_lines(found, pen, cells))


def _print_related_entity(run: Session, workspace: Workspace, name: str, limit: int, moment: dict[str, Any]) -> None:
    from memtui.services.related import related_to_entity

    found = related_to_entity(workspace, name, limit=limit)
    if run.output.json:
        from memtui.render.graph_json import related_entity_value

        run.output.document({"result": related_entity_value(found, shapes.masking()), **moment})
        return
    from memtui.render.related import entity_lines

    names = names_in(workspace, found.timeline)
    sheets.print_lines(run, workspace, lambda pen, cells: entity_lines(found, pen, cells, names))


def names_in(workspace: Workspace, timeline: Timeline) -> Callable[[Memory], str]:
    """Return how memories are called in lists of relations: by the id they were imported with, else a short one."""
    ends = {memory.id: memory for _, new, old in timeline.relations for memory in (new, old)}
    short = short_ids(workspace, ends.values())
    return lambda memory: memory.foreign_id or short[memory.id]


@click.command(
    cls=Command,
    help="""List what the memories name: files, functions, classes, packages, people, tools, concepts …

    TEXT narrows to names and aliases that hold it; where none does, those that resemble it are shown.""",
    examples=(
        ("memtui entities", "the most mentioned"),
        ("memtui entities auth", ""),
        ("memtui entities --type function --json", ""),
    ),
)
@click.argument("words", metavar="[TEXT]", nargs=-1)
@click.option(
    "--type", "types", type=OneOf(EntityType), multiple=True, metavar="TYPE", help="Only this type (repeatable)."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, metavar="N", show_default=True, help="At most so many."
)
@click.option("--deprecated", is_flag=True, help="Retired ones too.")
@past_options()
def entities(
    words: Sequence[str], types: Sequence[EntityType], limit: int, deprecated: bool, as_of: datetime | None, known: bool
) -> None:
    """List what the memories name."""
    from memtui.services import entity_list

    run = current()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        page = entity_list.entities(workspace, " ".join(words), types=types, limit=limit, deprecated=deprecated)
    mask = shapes.masking()
    if run.output.json:
        from memtui.render.dates import iso
        from memtui.render.graph_json import entity_value

        results = [
            entity_value(each.entity, mask) | {"memories": each.memories, "newest_at": iso(each.newest_at)}
            for each in page.entities
        ]
        counts = {kind.value: count for kind, count in page.types.items()}
        run.output.document(shapes.listed(results, types=counts, guessed=page.guessed, **said(as_of, known)))
        leave(NEEDS_A_LOOK if words and not results else OK)
    rows = [
        (
            mask(each.entity.name),
            each.entity.type.value,
            str(each.memories),
            shapes.day(each.newest_at, "-"),
            mask(", ".join(each.entity.aliases)),
        )
        for each in page.entities
    ]
    sheets.print_table(run, ("name", "type", "memories", "newest", "also called"), rows)
    if page.guessed and rows:
        run.output.note("No name holds that; these resemble it.")
    elif not rows:
        run.output.note("Nothing is named so." if words or types else "The memories name nothing yet.")
    elif len(rows) == limit:
        run.output.note(f"{plural(sum(page.types.values()), 'entity')} in all; --limit shows more.")
    if not rows and words:
        leave(NEEDS_A_LOOK)


@click.command(
    cls=Command,
    help="""Show how a thing came to be what it is: every memory that mentions NAME, what superseded what, conflicts,
    verdicts and moves between layers on one axis, and when which value was current.""",
    examples=(
        ("memtui timeline handleSubmit", ""),
        ("memtui timeline auth --since 2025-09-01 --until 2026-01-01", ""),
        ("memtui timeline auth --as-of 2026-03-01 --known", "what we believed then"),
    ),
)
@click.argument("words", metavar="NAME", nargs=-1, required=True)
@click.option("--since", type=Moment(), metavar="WHEN", help="Not before: 2026-03-20, 30d.")
@click.option("--until", type=Moment(), metavar="WHEN", help="Before this moment.")
@past_options()
def timeline(
    words: Sequence[str], since: datetime | None, until: datetime | None, as_of: datetime | None, known: bool
) -> None:
    """Show how a thing came to be what it is."""
    from memtui.services import timeline as timelines

    run = current()
    with run.workspace() as opened:
        workspace = seen(opened, as_of, known)
        found = timelines.timeline(workspace, " ".join(words), since=since, until=until)
        if run.output.json:
            from memtui.render.graph_json import timeline_value

            run.output.document({"result": timeline_value(found, shapes.masking()), **said(as_of, known)})
            return
        names = names_in(workspace, found)
        sheets.print_lines(run, workspace, lambda pen, cells: _timeline_page(found, pen, cells, names))
        if found.more:
            run.output.note(f"{plural(found.more, 'older memory')} more; --until shows them.")


def _timeline_page(found: Timeline, pen: Pen, cells: int, names: Callable[[Memory], str]) -> list[Line]:
    from memtui.render import related as words
    from memtui.render import timeline as drawn
    from memtui.render.spans import Role, Span
    from memtui.render.widths import shown

    dot = f" {pen.glyphs.dot} "
    kinds = ", ".join(dict.fromkeys(entity.type.value.replace("_", " ") for entity in found.entities))
    joined = f" + {found.joined} joined by {pen.glyphs.supersedes}" if found.joined else ""
    head = dot.join((kinds, f"{plural(found.mentioning, 'memory')}{joined}", drawn.extent(found, pen)))
    lines: list[Line] = [(Span(shown(pen.mask(found.name)), Role.TITLE), Span(f"{dot}{head}"))]
    if found.lines or found.undated:
        lines += [(), *words.timeline_lines(found, pen, cells, "Evolution timeline:", events=True)]
    chain = drawn.evolution_line(found, pen)
    if len(found.labels) > 1:
        lines += [(), (Span("Evolution: ", Role.TITLE), Span(chain))]
    axis = drawn.axis_of(found, pen, cells)
    if axis is not None and found.spans:
        lines += [(), (Span("What was current:", Role.TITLE),), *drawn.current_lines(found, pen, axis)]
    return [*lines, *words.extracted_lines(found, pen), *words.relation_lines(found.relations, pen, names)]

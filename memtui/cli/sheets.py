"""Memories on paper: pictures where a person looks, records where a program reads."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memtui.cli import shapes
from memtui.cli.selection import short_ids
from memtui.cli.session import Session
from memtui.safe_text import clean_lines, one_line

if TYPE_CHECKING:
    from memtui.render.pen import Highlight, Pen
    from memtui.render.spans import Line
    from memtui.services.recall import Detail, Hit
    from memtui.services.workspace import Workspace

PIPE_CELLS = 100
"""Cells of a line where no terminal says how wide it is."""


def print_hits(
    run: Session,
    workspace: Workspace,
    hits: Sequence[Hit],
    *,
    highlight: Highlight | None = None,
    why: str = "",
    first: bool = True,
) -> None:
    """Print a list: a table on a terminal; else id, date, status, layer, importance and text, parted by two blanks.

    `why` is nothing, `parts` for every part of each score, or `reasons` for one line on it. A page that is
    not the `first` goes on without heads.
    """
    output = run.output
    if not hits:
        return
    if output.pictures:
        from memtui.cli.drawing import hit_table

        pen = shapes.pen(workspace.clock.now(), output, highlight=highlight)
        ids = short_ids(workspace, (hit.memory for hit in hits))
        output.draw(*hit_table(hits, ids, pen, output.console.width, why=why, first=first))
        return
    for hit in hits:
        memory = hit.memory
        importance = f"{hit.importance.value:.2f}"
        output.row(memory.id, shapes.day(memory.created_at), memory.status, memory.layer, importance, told(run, hit))
        if why and hit.explanation is not None:
            for line in reasons(hit, why):
                output.data(f"  {one_line(line)}")


def print_table(run: Session, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows of short texts: a table with heads on a terminal, else one record a line."""
    if not run.output.pictures:
        for row in rows:
            run.output.row(*row)
    elif rows:
        from memtui.cli.drawing import table
        from memtui.render.widths import shown

        run.output.draw(table(heads, [[shown(run.output.signs(cell)) for cell in row] for row in rows], wrap=True))


def print_lines(run: Session, workspace: Workspace, lines: Callable[[Pen, int], Iterable[Line]]) -> None:
    """Print drawn lines, given the pen and the cells of a line: in colour on a terminal, as plain text into a pipe."""
    output = run.output
    pen = shapes.pen(workspace.clock.now(), output, brackets=not output.pictures)
    if output.pictures:
        from memtui.cli.drawing import lines_of

        output.draw(lines_of(lines(pen, output.console.width)))
        return
    from memtui.render.plain import plain_text

    cells = shutil.get_terminal_size((PIPE_CELLS, 24)).columns
    output.data(plain_text(lines(pen, cells)).rstrip("\n"))


def told(run: Session, hit: Hit) -> str:
    """Return a hit's text on one line with what it is marked as, safe and masked."""
    text = one_line(shapes.masking()(hit.memory.content))
    before = [mark for mark in hit.marks if mark.startswith("[")]
    after = [mark for mark in hit.marks if not mark.startswith("[")]
    return " ".join([*before, text, *(run.output.signs(mark) for mark in after)])


def reasons(hit: Hit, why: str) -> list[str]:
    """Return a score in words: one line, or one for each part."""
    explanation = hit.explanation
    if explanation is None:
        return []
    if why == "reasons":
        return [part for part in (explanation.sentence, explanation.placed, *explanation.asides) if part]
    from memtui.render.why import part_value

    rows = [f"{part.name} {part_value(part)}  {part.note}".rstrip() for part in explanation.parts]
    return [*rows, f"score {explanation.score:.3f}", *filter(None, (explanation.placed, *explanation.asides))]


def show_detail(run: Session, workspace: Workspace, detail: Detail, *, reveal: bool, first: bool) -> None:
    """Print one memory in full: a framed picture on a terminal, else fields and text as plain lines."""
    output = run.output
    pen = shapes.pen(workspace.clock.now(), output, reveal=reveal, brackets=not output.pictures)
    if output.pictures:
        from memtui.cli.drawing import detail_picture

        output.draw(*detail_picture(detail, pen, output.console.width))
        return
    if not first:
        output.data("")
    for line in plain_detail(detail, reveal):
        output.data(line)
    output.data("")
    output.data("\n".join(clean_lines(shapes.masking(reveal)(detail.memory.content))))


def plain_detail(detail: Detail, reveal: bool) -> list[str]:
    """Return what is known about a memory, one `label: value` a line, without what is unset."""
    from memtui.render.links import missing_successor

    memory, importance = detail.memory, detail.importance
    missing = missing_successor(memory)
    own = f" (set by hand; the rule says {importance.computed:.2f})" if importance.override is not None else ""
    reading = f", {importance.reading}" if importance.reading else ""
    pairs = [
        ("id", memory.id),
        ("foreign id", f"{memory.foreign_id} ({memory.format})" if memory.foreign_id else ""),
        ("status", memory.status + (", pinned" if memory.pinned else "")),
        ("layer", memory.layer),
        ("tier", f"{memory.tier} ({memory.tier_reason})"),
        ("kind", memory.kind or ""),
        ("type", memory.memory_type),
        ("importance", f"{importance.value:.2f}{reading}{own}"),
        ("priority", memory.priority),
        ("confidence", "" if memory.confidence is None else f"{memory.confidence:.2f}"),
        ("tags", " ".join(f"#{tag}" for tag in memory.tags)),
        ("proposed tag", f"#{memory.proposed_tag}" if memory.proposed_tag else ""),
        ("source", memory.source),
        ("agent", memory.agent or ""),
        ("speaker", memory.speaker or ""),
        ("session", memory.session or ""),
        ("file", memory.file or ""),
        ("uri", memory.uri or ""),
        ("project", memory.project or ""),
        ("happened", shapes.when(memory.created_at)),
        ("recorded", shapes.when(memory.recorded_at)),
        ("changed", shapes.when(memory.updated_at)),
        ("valid from", shapes.when(memory.valid_from, "")),
        ("valid until", shapes.when(memory.valid_until, "")),
        ("opened", f"{memory.access_count} times"),
        ("superseded by", memory.superseded_by or (f"{missing} (missing)" if missing else "")),
        ("entities", ", ".join(detail.entities)),
        ("warnings", ", ".join(sorted(badge.value for badge in detail.badges))),
    ]
    mask = shapes.masking(reveal)
    lines = [f"{label}: {one_line(mask(value))}" for label, value in pairs if value]
    for relation, other in detail.relations:
        way = "out" if relation.from_number == memory.number else "in"
        lines.append(f"relation {way}: {relation.kind} {other.id} {shapes.headline(other)}")
    for conflict, other in detail.conflicts:
        lines.append(f"conflict: {conflict.type} {conflict.state} {other.id} {shapes.headline(other)}")
    lines += [f"trail: {shapes.when(entry.batch.at)} {one_line(mask(entry.sentence))}" for entry in detail.trail]
    return lines


def hidden_line(hidden: Mapping[str, int]) -> str:
    """Return one line that counts what a list leaves out, and how to see it."""
    counts = [f"{count:,} {name}" for name, count in hidden.items() if count]
    if not counts:
        return ""
    flags = " ".join(f"--include-{name}" for name, count in hidden.items() if count)
    return f"{', '.join(counts)} hidden ({flags if len(counts) == 1 else '--include-inactive'} shows them)."

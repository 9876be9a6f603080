"""What is related to a memory or a name, and a thing's timeline, in the words and order of the Memento guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from memtui.domain.kinds import EntityType, RelationKind, Status
from memtui.domain.records import Memory, Relation
from memtui.render.dates import counted_days, days_between, local
from memtui.render.memories import beginning
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_shapes import HopShape, LineShape, RelatedEntityShape, RelatedMemoryShape, TimelineShape
from memtui.render.widths import shown, width

Named = Callable[[Memory], str]
"""Returns how a memory is called in lists of relations: its foreign id or the beginning of its own."""

LEAST_TEXT = 20

_PLURALS = {
    EntityType.FILE_PATH: ("file", "files"),
    EntityType.FUNCTION: ("function", "functions"),
    EntityType.CLASS: ("class", "classes"),
    EntityType.PACKAGE: ("package", "packages"),
    EntityType.ENV_VAR: ("environment variable", "environment variables"),
    EntityType.URL: ("url", "urls"),
    EntityType.CODE_NOTE: ("note", "notes"),
    EntityType.TOOL: ("tool", "tools"),
    EntityType.PERSON: ("person", "people"),
    EntityType.PROJECT: ("project", "projects"),
    EntityType.CONCEPT: ("concept", "concepts"),
}


def day(moment: datetime | None, pen: Pen) -> str:
    """Return a day as `2026-03-20` in the local zone."""
    return local(moment, pen.zone).strftime("%Y-%m-%d") if moment is not None else "undated"


def memory_lines(related: RelatedMemoryShape, pen: Pen, cells: int) -> list[Line]:
    """Return a memory with its links: in detail for one step, a list for each step beyond that."""
    return _steps(related, pen, cells) if related.depth > 1 else _in_detail(related, pen, cells)


def entity_lines(related: RelatedEntityShape, pen: Pen, cells: int, name_of: Named) -> list[Line]:
    """Return the memories that mention a name, numbered, newest first, then its timeline and what goes with it."""
    noun = "memory" if related.count == 1 else "memories"
    name = shown(pen.mask(related.name))
    lines: list[Line] = [line(Span(f"Found {related.count:,} {noun} mentioning {name}:", Role.TITLE))]
    for place, each in enumerate(related.mentioned, start=1):
        lead = f"{place}. "
        lines += [(), line(lead, *_quoted(each.memory, pen, cells - len(lead)))]
        indent = " " * len(lead)
        lines.append(line(Span(f"{indent}Created: ", Role.LABEL), day(each.memory.created_at, pen)))
        lines.append(line(Span(f"{indent}Context: ", Role.LABEL), each.context))
        if each.memory.status is not Status.ACTIVE:
            lines.append(
                line(Span(f"{indent}Status: ", Role.LABEL), Span(each.memory.status.value.upper(), Role.WARNING))
            )
    if related.count > len(related.mentioned):
        lines += [(), line("...")]
    lines += [(), *timeline_lines(related.timeline, pen, cells, "Timeline visualization:")]
    lines += evolution_lines(related.timeline, pen)
    lines += extracted_lines(related.timeline, pen)
    lines += relation_lines(related.timeline.relations, pen, name_of)
    return lines


def timeline_lines(timeline: TimelineShape, pen: Pen, cells: int, title: str, *, events: bool = False) -> list[Line]:
    """Return `DATE: headline` for each memory, oldest first; with `events` what happened to them too. Undated ones come last."""
    rows = [one for one in timeline.lines if events or one.kind == "added"]
    lines = [line(Span(title, Role.TITLE)), *(_timeline_line(one, pen, cells) for one in rows)]
    if timeline.undated:
        lines.append(line(Span("  without a date:", Role.DIM)))
        lines += [_timeline_line(one, pen, cells) for one in timeline.undated if events or one.kind == "added"]
    return lines


def _timeline_line(one: LineShape, pen: Pen, cells: int) -> Line:
    head = f"  {day(one.at, pen)}: "
    mark = " (joined)" if one.joined and one.kind == "added" else ""
    text = shown(pen.mask(one.headline))
    if one.kind == "added":
        return line(
            Span(head, Role.LABEL), pen.cut(text, max(cells - width(head + mark), LEAST_TEXT)), Span(mark, Role.DIM)
        )
    by = f" by {shown(one.actor)}" if one.actor else ""
    about = "" if one.conflict is not None else f": {text}"
    told = f"{one.kind} {shown(pen.mask(one.said))}{about}{by}"
    return line(Span(head, Role.LABEL), Span(pen.cut(told, max(cells - width(head), LEAST_TEXT)), Role.DIM))


def evolution_lines(timeline: TimelineShape, pen: Pen) -> list[Line]:
    """Return the states that the changes left behind, joined by arrows; nothing where there is none."""
    arrow = f" {'->' if pen.glyphs.rule == '-' else pen.glyphs.becomes} "
    if not timeline.evolution:
        return []
    states = arrow.join(shown(pen.mask(state)) for state in timeline.evolution)
    return [(), line(Span("Evolution: ", Role.TITLE), states)]


def extracted_lines(timeline: TimelineShape, pen: Pen) -> list[Line]:
    """Return what else the memories name: files, functions and the like, and their tags."""
    rows: list[Line] = []
    for kind, (one, many) in _PLURALS.items():
        names = [shown(pen.mask(name)) for name in timeline.names.get(kind, ())]
        if names:
            rows.append(line(Span(f"  - {one if len(names) == 1 else many}: ", Role.LABEL), ", ".join(names)))
    if timeline.tags:
        rows.append(
            line(Span("  - tags: ", Role.LABEL), f"[{', '.join(shown(pen.mask(tag)) for tag in timeline.tags)}]")
        )
    return [(), line(Span("Entities extracted:", Role.TITLE)), *rows] if rows else []


def relation_lines(relations: Sequence[tuple[Relation, Memory, Memory]], pen: Pen, name_of: Named) -> list[Line]:
    """Return relations as `newer → kind → older`, several older ones of one kind on a line."""
    grouped: dict[tuple[str, RelationKind], list[str]] = {}
    for relation, source, target in relations:
        targets = grouped.setdefault((shown(name_of(source)), relation.kind), [])
        called = shown(name_of(target))
        if called not in targets:
            targets.append(called)
    rows = []
    for (newer, kind), targets in grouped.items():
        arrow = _arrow(kind, pen, outward=True)
        rows.append(line(f"  - {newer} ", Span(f"{arrow} {kind.value} {arrow}", Role.DIM), f" {', '.join(targets)}"))
    return [(), line(Span("Relationships:", Role.TITLE)), *rows] if rows else []


def _in_detail(related: RelatedMemoryShape, pen: Pen, cells: int) -> list[Line]:
    memory = related.memory
    lines = [
        line(Span("Memory: ", Role.LABEL), *_quoted(memory, pen, cells - 8)),
        line(Span("Created: ", Role.LABEL), day(memory.created_at, pen)),
    ]
    told = any(hop.superseding and not hop.outward for hop in related.hops[0])
    if memory.status is not Status.ACTIVE and not told:
        lines.append(line(Span("Status: ", Role.LABEL), Span(memory.status.value.upper(), Role.WARNING)))
    if not related.hops[0]:
        return [*lines, line("Relationships: none")]
    lines.append(line(Span("Relationships:", Role.TITLE)))
    for hop in related.hops[0]:
        lines += [(), *_hop_in_detail(hop, memory, pen, cells)]
    return [*lines, *_left_out(related.more[0])]


def _hop_in_detail(hop: HopShape, memory: Memory, pen: Pen, cells: int) -> list[Line]:
    other = hop.far.memory
    if other is None:
        return [_hop_line(hop, pen, cells)]
    head = _kind_words(hop, pen)
    indent = " " * width(head)
    lines = [_hop_line(hop, pen, cells)]
    lines.append(
        line(indent, Span("Created: ", Role.LABEL), day(other.created_at, pen), _distance(hop, memory, other, pen))
    )
    if hop.superseding:
        lines.append(line(indent, Span("Status: ", Role.LABEL), Span("SUPERSEDED", Role.WARNING)))
    elif other.status is not Status.ACTIVE:
        lines.append(line(indent, Span("Status: ", Role.LABEL), Span(other.status.value.upper(), Role.WARNING)))
    evidence = hop.edge.relation.evidence if hop.edge.relation is not None else {}
    for label, value in (("Evidence", evidence.get("trigger")), ("Note", evidence.get("note"))):
        if value:
            lines.append(line(indent, Span(f"{label}: ", Role.LABEL), shown(pen.mask(str(value)))))
    return lines


def _distance(hop: HopShape, memory: Memory, other: Memory, pen: Pen) -> str:
    """Return how many days lie between the two, where one takes the other's place or denies it."""
    telling = hop.superseding or hop.edge.kind in (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS)
    if not telling or memory.created_at is None or other.created_at is None:
        return ""
    if other.created_at >= memory.created_at:
        days, way = days_between(memory.created_at, other.created_at, pen.zone), "after"
    else:
        days, way = days_between(other.created_at, memory.created_at, pen.zone), "before"
    return f" ({counted_days(days)} {way})" if days else " (the same day)"


def _steps(related: RelatedMemoryShape, pen: Pen, cells: int) -> list[Line]:
    lines = [line(Span("Central memory: ", Role.LABEL), *_quoted(related.memory, pen, cells - 16))]
    for at, (hops, more) in enumerate(zip(related.hops, related.more, strict=True), start=1):
        if hops or at == 1:
            none = "" if hops else " none"
            lines += [(), line(Span(f"{at}-hop relationships:", Role.TITLE), none)]
            lines += [_hop_line(hop, pen, cells) for hop in hops]
            lines += _left_out(more)
    return lines


def _hop_line(hop: HopShape, pen: Pen, cells: int) -> Line:
    head = _kind_words(hop, pen)
    if hop.far.memory is None:
        return line(Span(head, Role.DIM), shown(hop.far.entity.name if hop.far.entity is not None else hop.far.key))
    return line(Span(head, Role.DIM), *_quoted(hop.far.memory, pen, cells - width(head)))


def _kind_words(hop: HopShape, pen: Pen) -> str:
    kind = RelationKind(hop.edge.kind) if hop.edge.relation is not None else RelationKind.REFERENCES
    arrow = _arrow(kind, pen, outward=hop.outward)
    return f"  {arrow} {hop.edge.kind.replace('_', ' ')} {arrow} "


def _arrow(kind: RelationKind, pen: Pen, *, outward: bool) -> str:
    if pen.glyphs.rule == "-":
        return "<->" if kind is RelationKind.SIMILAR else "->" if outward else "<-"
    return "↔" if kind is RelationKind.SIMILAR else "→" if outward else "←"


def _quoted(memory: Memory, pen: Pen, cells: int) -> Iterable[Span]:
    text = beginning(memory.content, pen)
    return (Span(f'"{pen.cut(text, max(cells - 2, LEAST_TEXT))}"'),)


def _left_out(more: int) -> list[Line]:
    return [line(Span(f"  +{more:,} more", Role.DIM))] if more else []

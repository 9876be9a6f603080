"""What belongs to a memory: relations, conflicts and its audit trail, one line each."""

from __future__ import annotations

from memtui.domain.filters import Badge
from memtui.domain.kinds import RelationKind
from memtui.domain.records import Memory, Relation
from memtui.render.dates import age, short_day
from memtui.render.detail import DetailLook
from memtui.render.glyphs import relation_sign
from memtui.render.memories import row_text, share, status_span
from memtui.render.pen import Pen
from memtui.render.shapes import DetailShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, wrap


def related(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return the relations as rows: sign and kind, status and text of the other memory, its age."""
    rows: list[Line] = []
    number = detail.memory.number
    listed: set[str] = set()
    for relation, other in detail.relations:
        sign = relation_sign(pen.glyphs, relation.kind, outward=relation.from_number == number)
        listed.add(other.id)
        rows.append(_related_row(sign.glyph, _similarity(relation) + sign.word, sign.role, other, pen, look.width))
    if detail.successor is not None and detail.successor.id not in listed:
        glyph = pen.glyphs.superseded_by
        rows.append(_related_row(glyph, "superseded by", Role.WARNING, detail.successor, pen, look.width))
    elif missing := missing_successor(detail.memory):
        name = shown(pen.mask(missing))
        mark = Span(pen.glyphs.superseded_by, Role.WARNING)
        rows.append(pen.fit_line((Span(" "), mark, Span(f" superseded by {name} (missing)")), look.width))
    return rows


def missing_successor(memory: Memory) -> str:
    """Return the name of a successor that an import was told of and never found; empty where there is none."""
    name = memory.extra.get("superseded_by_missing")
    return name if isinstance(name, str) and memory.superseded_by is None else ""


def _similarity(relation: Relation) -> str:
    score = relation.evidence.get("score") if relation.kind is RelationKind.SIMILAR else None
    return f"{share(score)} " if isinstance(score, int | float) else ""


def _related_row(glyph: str, word: str, role: Role, other: Memory, pen: Pen, cells: int) -> Line:
    dated = cells >= 60
    old = age(other.created_at, pen.now, pen.zone)
    room = cells - 19 - (6 if dated else 1)
    spans = (
        Span(" "),
        Span(glyph, role),
        Span(" " + pen.fit(word, 14)),
        status_span(other, pen),
        Span(" " + pen.fit(row_text(other, frozenset({Badge.SECRET}), pen), max(room, 1))),
        *((Span(pen.fit_right(old, 5), Role.LABEL),) if dated else ()),
    )
    return pen.fit_line(spans, cells)


def conflicts(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return the disagreements that a memory is part of: type and state, the other one, the reason."""
    lines: list[Line] = []
    for conflict, other in detail.conflicts:
        words = f"{conflict.type.value.replace('_', ' ')} ({conflict.state.value})"
        head = (Span(" "), Span(pen.glyphs.conflicted, Role.ERROR), Span(f" {words}  "), status_span(other, pen))
        lines.append(pen.fit_line((*head, Span(" " + row_text(other, frozenset({Badge.SECRET}), pen))), look.width))
        lines.extend(paragraph(conflict.reason, pen, look.width, indent=3, role=Role.DIM))
    return lines


def trail(detail: DetailShape, pen: Pen, look: DetailLook, limit: int | None = None) -> list[Line]:
    """Return the audit trail in its order, at most `limit` steps: day and sentence."""
    lines: list[Line] = []
    for entry in detail.trail[:limit]:
        when = pen.fit(short_day(entry.batch.at, pen.now, pen.zone), 7)
        undone = " (undone)" if entry.batch.undone_by is not None else ""
        sentence = shown(pen.mask(entry.sentence)) + undone
        lines.append(pen.fit_line((Span(f" {when} ", Role.LABEL), Span(sentence)), look.width))
    return lines


def paragraph(words: str, pen: Pen, cells: int, *, indent: int = 1, role: Role = Role.TEXT) -> list[Line]:
    """Return a sentence wrapped and indented."""
    safe = shown(pen.mask(words))
    return [(Span(" " * indent + safe[start:end], role),) for start, end in wrap(safe, cells - indent - 1)]

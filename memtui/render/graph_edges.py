"""The links of one node as rows, what a link rests on, and the legend of a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memtui.domain.filters import Badge
from memtui.domain.kinds import ConflictState, RelationKind
from memtui.domain.records import Conflict
from memtui.render.dates import short_day
from memtui.render.graph import TYPE_SIGNS, edge_sign
from memtui.render.graph_shapes import EdgeShape, NodeShape
from memtui.render.links import paragraph
from memtui.render.memories import row_text, share, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width

KIND_CELLS = 16
"""Cells of a link's sign and words in a row."""

WHERE = "Older ones stand above and left, newer ones below and right."


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A link as seen from one of its ends: `outward` where it begins there, and the node at its other end."""

    edge: EdgeShape
    far: NodeShape
    outward: bool


def ties(key: str, nodes: Mapping[str, NodeShape], edges: Sequence[EdgeShape]) -> list[Tie]:
    """Return the links of a node, those from it first, each group with the nodes in the order in which they come."""
    place = {name: at for at, name in enumerate(nodes)}
    found = [
        Tie(edge=edge, far=nodes[there], outward=outward)
        for edge in edges
        for here, there, outward in ((edge.source, edge.target, True), (edge.target, edge.source, False))
        if here == key and there in nodes and edge.source != edge.target
    ]
    return sorted(found, key=lambda tie: (not tie.outward, place[tie.far.key], tie.edge.kind))


def node_title(node: NodeShape, pen: Pen) -> str:
    """Return what a node is called, on one line, its secrets masked."""
    if node.memory is not None:
        return row_text(node.memory, frozenset({Badge.SECRET}), pen)
    return shown(pen.mask(node.entity.name)) if node.entity is not None else node.key


def tie_line(tie: Tie, pen: Pen, cells: int, *, current: bool = False) -> Line:
    """Return a link as a row: its sign and kind, and what it leads to; the current one has the cursor's sign."""
    sign = edge_sign(tie.edge, pen.glyphs, outward=tie.outward)
    if tie.far.memory is not None:
        mark = status_span(tie.far.memory, pen)
    else:
        mark = Span(TYPE_SIGNS[tie.far.entity.type] if tie.far.entity is not None else "?", Role.LABEL)
    spans = (
        Span(pen.glyphs.cursor if current else " ", Role.MARK),
        Span(sign.glyph, sign.role),
        Span(pen.fit(f" {sign.word}{_similarity(tie.edge)}", KIND_CELLS)),
        mark,
        Span(f" {node_title(tie.far, pen)}", Role.STRONG if current else Role.TEXT),
    )
    return pen.fit_line(spans, cells)


def why_lines(tie: Tie, between: Sequence[Conflict], pen: Pen, cells: int) -> list[Line]:
    """Return what a link rests on: who found it when, what is quoted and why, and who settled it."""
    edge = tie.edge
    sign = edge_sign(edge, pen.glyphs, outward=tie.outward)
    head = (Span(" "), Span(sign.glyph, sign.role), Span(f" {sign.word}{_similarity(edge)}"))
    if edge.conflict is not None:
        conflict = edge.conflict
        lines: list[Line] = [(*head, Span(f" {pen.glyphs.dot} proposed {_day(conflict.created_at, pen)}", Role.LABEL))]
        lines += _evidence(conflict.evidence, conflict.reason, pen, cells)
        return [*lines, (Span(" "), Span("a", Role.KEY), Span(" accepts it: the newer is true", Role.DIM))]
    if edge.relation is not None:
        relation = edge.relation
        made = "made by hand" if relation.evidence.get("made") else _found(relation.actor, relation.evidence)
        lines = [(*head, Span(f", {made} {_day(relation.created_at, pen)}", Role.LABEL))]
        lines += _evidence(relation.evidence, "", pen, cells)
        return [*lines, *_settled(between, edge.kind, pen, cells)]
    if edge.fact is not None:
        scope = f" ({shown(pen.mask(edge.fact.scope))})" if edge.fact.scope else ""
        state = f"{edge.fact.status.value} fact{scope}, confidence {share(edge.fact.confidence)}"
        return [head, *paragraph(state, pen, cells, role=Role.DIM)]
    return [head, *paragraph("The memory's text names it.", pen, cells, role=Role.DIM)]


def why_not_lines(pen: Pen, cells: int) -> list[Line]:
    """Return what stands in place of a reason where a node has no link."""
    return paragraph("Nothing links here yet.", pen, cells, role=Role.DIM)


def legend(pen: Pen, cells: int) -> list[Line]:
    """Return what the signs of a graph mean."""
    glyphs = pen.glyphs
    double, single, heavy = ("+=+", "-", "=") if glyphs.rule == "-" else ("╔═╗", "─", "═")
    signs = (
        (double, Role.ACCENT, "centre"),
        (glyphs.active, Role.SUCCESS, "active"),
        (glyphs.superseded, Role.DIM, "superseded"),
        (glyphs.conflicted, Role.ERROR, "conflicted"),
        (glyphs.archived, Role.DIM, "archived"),
        (glyphs.transient, Role.DIM, "transient"),
        (glyphs.pinned, Role.ACCENT, "pinned"),
        (single, Role.DIM, "relation"),
        (heavy, Role.WARNING, "supersedes"),
        ("?", Role.WARNING, "proposed"),
    )
    lines: list[Line] = []
    used = cells
    for sign, role, word in signs:
        size = width(sign) + len(word) + 3
        if used + size > cells:
            lines.append((Span(" "),))
            used = 1
        lines[-1] = (*lines[-1], Span(sign, role), Span(f" {word}  ", Role.DIM))
        used += size
    return [*lines, *paragraph(WHERE, pen, cells, role=Role.DIM)]


def _similarity(edge: EdgeShape) -> str:
    score = edge.relation.evidence.get("score") if edge.relation is not None else None
    return f" {share(score)}" if edge.kind == RelationKind.SIMILAR and isinstance(score, int | float) else ""


def _day(at: datetime, pen: Pen) -> str:
    return short_day(at, pen.now, pen.zone)


def _found(actor: str, evidence: Mapping[str, object]) -> str:
    if evidence.get("rule"):
        return "detected"
    return f"by {shown(actor)}," if actor else "since"


def _evidence(evidence: Mapping[str, object], reason: str, pen: Pen, cells: int) -> list[Line]:
    """Return the quotation, the reason and the note that a link or a proposal rests on."""
    lines: list[Line] = []
    quote = evidence.get("quote") or evidence.get("signal")
    if isinstance(quote, str) and quote:
        open_sign, close_sign = pen.glyphs.signal_open, pen.glyphs.signal_close
        lines += paragraph(f"{open_sign}{quote}{close_sign}", pen, cells, role=Role.WARNING)
    told = reason or evidence.get("reason")
    if isinstance(told, str) and told:
        lines += paragraph(told, pen, cells)
    note = evidence.get("note")
    if isinstance(note, str) and note:
        lines += paragraph(f"note: {note}", pen, cells, role=Role.DIM)
    return lines


def _settled(between: Sequence[Conflict], kind: str, pen: Pen, cells: int) -> list[Line]:
    """Return who settled the disagreement of two memories, where their link is one."""
    if kind not in (RelationKind.CONTRADICTS, RelationKind.SUPERSEDES, RelationKind.SIMILAR):
        return []
    lines: list[Line] = []
    for conflict in between:
        if conflict.state is ConflictState.OPEN:
            lines += paragraph("not settled yet: Review has it", pen, cells, role=Role.WARNING)
        elif conflict.decided_at is not None:
            verdict = f" ({conflict.human_verdict.replace('_', ' ')})" if conflict.human_verdict else ""
            by = conflict.decided_by or "a rule"
            words = f"{conflict.state.value} by {by} on {_day(conflict.decided_at, pen)}{verdict}"
            lines += paragraph(words.replace("resolved", "settled", 1), pen, cells, role=Role.DIM)
    return lines

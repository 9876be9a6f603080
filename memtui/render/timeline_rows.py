"""What happened to a thing, a row for each event: its day, what it was, of which memory, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memtui.domain.filters import Badge
from memtui.domain.kinds import ConflictState, RelationKind
from memtui.domain.records import Relation
from memtui.render.dates import local
from memtui.render.glyphs import relation_sign
from memtui.render.memories import layer_span, row_text, share, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_axis import MONTHS
from memtui.render.timeline_shapes import LineShape, LinkShape, TimelineShape
from memtui.render.widths import shown

DAY_CELLS = 6
KIND_CELLS = 10

_SIGNS = {"added": "+", "conflict": "conflicted", "verdict": "a", "archive": "archived", "merge": "+"}

_WHO = {"rule": "by rule"}

_IN_ASCII = str.maketrans({"→": "->", "“": '"', "”": '"', "–": "-"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLook:
    """How rows are drawn: importance by memory id, the thing's name, ISO days with headlines (`told`), dim ones.

    `conflict_hint` is what is added to a conflict that waits for a verdict.
    """

    importance: Mapping[str, float] = field(default_factory=dict)
    name: str = ""
    told: bool = False
    conflict_hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One drawn line of what happened; `memory` is the id of the memory that it is about."""

    line: Line
    memory: str


def happened(timeline: TimelineShape, pen: Pen, cells: int, *, newest_first: bool = False) -> list[Row]:
    """Return what happened, one row each and one for each relation of an added memory, the undated ones in a band of their own."""
    look = RowLook(name=timeline.name)
    rows: list[Row] = []
    for one in reversed(timeline.lines) if newest_first else timeline.lines:
        rows += _rows(one, pen, cells, look)
    if timeline.undated:
        rows.append(Row(line=line(Span(" undated", Role.DIM)), memory=""))
        for one in timeline.undated:
            rows += _rows(one, pen, cells, look)
    return rows


def _rows(one: LineShape, pen: Pen, cells: int, look: RowLook) -> list[Row]:
    drawn = event_lines(one, pen, cells - 1, look)
    return [Row(line=(Span(" "), *each), memory=one.memory.id) for each in drawn]


def event_lines(
    one: LineShape, pen: Pen, cells: int, look: RowLook, *, ahead: bool = False, current: bool = False
) -> list[Line]:
    """Return an event's row and the rows below it: relations, and that it was joined. `ahead` greys what was not yet known."""
    lines = [_told(one, pen, cells) if look.told else _head(one, pen, cells, look, current)]
    lines += [pen.fit_line(each, cells) for each in _below(one, pen, look)]
    return [greyed(each) for each in lines] if ahead else lines


def lines_below(one: LineShape) -> int:
    """Return how many rows stand below an event's own."""
    if one.kind != "added":
        return 0
    groups = len(_grouped(one))
    return groups if groups else int(one.joined)


def greyed(drawn: Line) -> Line:
    """Return a line of which nothing stands out."""
    return (Span("".join(span.text for span in drawn), Role.DIM),)


def year_before(one: LineShape, before: LineShape | None, pen: Pen) -> int | None:
    """Return the year to name above an event: where it is another than that of the event before."""
    if one.at is None or before is None or before.at is None:
        return None
    year = local(one.at, pen.zone).year
    return year if year != local(before.at, pen.zone).year else None


def day_of(moment: datetime | None, pen: Pen) -> str:
    """Return a day without its year: `20 Mar`; `?` where there is none."""
    if moment is None:
        return "?"
    there = local(moment, pen.zone)
    return f"{there.day} {MONTHS[there.month - 1]}"


def event_sign(one: LineShape, pen: Pen) -> Span:
    """Return the sign of what happened."""
    if one.kind == "layer":
        rises = _rises(one.said)
        return Span(pen.glyphs.up if rises else pen.glyphs.down, Role.SUCCESS if rises else Role.WARNING)
    name = _SIGNS.get(one.kind, "+")
    return Span(getattr(pen.glyphs, name, name), Role.ERROR if one.kind == "conflict" else Role.DIM)


def event_words(one: LineShape, pen: Pen) -> str:
    """Return what an event says: of an added memory its text, else what was done, to which."""
    text = row_text(one.memory, frozenset({Badge.SECRET}), pen)
    if one.kind == "added" or not one.said:
        return text
    said = spelled(shown(pen.mask(one.said)), pen)
    if one.kind in ("conflict", "verdict"):
        return said.replace(" (open)", "")
    return f"{said}  {text}"


def spelled(words: str, pen: Pen) -> str:
    """Return memtui's own words in this run's signs."""
    return words.translate(_IN_ASCII) if pen.glyphs.dash == "-" else words


def _head(one: LineShape, pen: Pen, cells: int, look: RowLook, current: bool) -> Line:
    when = Span(f"{pen.fit_right(day_of(one.at, pen), DAY_CELLS)}  ", Role.LABEL)
    text = Span(event_words(one, pen), Role.STRONG if current else Role.TEXT)
    kind = Span(pen.fit(f" {one.kind}", KIND_CELLS), Role.TEXT if one.kind == "conflict" else Role.DIM)
    return pen.ends((when, event_sign(one, pen), kind, text), _right(one, pen, look), cells)


def _right(one: LineShape, pen: Pen, look: RowLook) -> Line:
    if one.kind == "added":
        importance = look.importance.get(one.memory.id)
        number = f"  {share(importance)}" if importance is not None else ""
        return line("  ", status_span(one.memory, pen), " ", layer_span(one.memory.layer), Span(number, Role.LABEL))
    if one.kind == "conflict":
        state = one.conflict.state.value if one.conflict is not None else "open"
        hint = look.conflict_hint if state == ConflictState.OPEN.value else ""
        return line(Span(f"  {state}{hint}", Role.WARNING if state == ConflictState.OPEN.value else Role.LABEL))
    return line(Span(f"  {_WHO.get(one.actor, f'by {shown(one.actor)}')}" if one.actor else "", Role.LABEL))


def _told(one: LineShape, pen: Pen, cells: int) -> Line:
    """Return `DATE: headline` as the Memento guide prints it, what happened to the memory after it."""
    when = local(one.at, pen.zone).strftime("%Y-%m-%d") if one.at is not None else "undated"
    said = shown(pen.mask(one.headline))
    if one.kind != "added":
        said = f"{one.kind} {event_words(one, pen)}"
        said += f" ({_WHO.get(one.actor, f'by {shown(one.actor)}')})" if one.actor else ""
    return pen.fit_line(line(Span(f"{when}: ", Role.LABEL), said), cells)


def _below(one: LineShape, pen: Pen, look: RowLook) -> Iterable[Line]:
    if one.kind != "added":
        return
    name = shown(pen.mask(look.name))
    joined = spelled(f"joined: does not say “{name}”" if name else "joined", pen)
    indent = " " * (DAY_CELLS + 3 + KIND_CELLS)
    groups = _grouped(one)
    if not groups and one.joined:
        yield line(indent, Span(joined, Role.DIM))
    for place, (kind, links) in enumerate(groups.items()):
        mark = relation_sign(pen.glyphs, kind, outward=True)
        days = [day_of(link.other.created_at, pen) if link.other.created_at else "an undated one" for link in links]
        days = list(dict.fromkeys(days))
        others = " and ".join(filter(None, (", ".join(days[:-1]), days[-1])))
        why = because(links[0].relation, pen)
        tail = f"   {joined}" if one.joined and place == 0 else ""
        yield line(
            indent, Span(mark.glyph, mark.role), f" {mark.word} {others}", Span(why, Role.LABEL), Span(tail, Role.DIM)
        )


def because(relation: Relation, pen: Pen) -> str:
    """Return in brackets what a superseding relation rests on: a person's verdict, or the words of the newer memory."""
    if relation.kind not in (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS):
        return ""
    told = relation.evidence
    if told.get("verdict"):
        verdict = str(told["verdict"]).replace("_", " ")
        key = ", a" if verdict == "newer is true" else ""
        return f" ({shown(relation.actor)} accepted{key})" if key else f" ({shown(relation.actor)}: {verdict})"
    quote = str(told.get("quote") or told.get("signal") or "")
    if quote:
        return f"  {pen.glyphs.signal_open}{shown(pen.mask(quote))}{pen.glyphs.signal_close}"
    return f" ({shown(relation.actor)} says so)" if relation.actor and relation.actor != "rule" else ""


def _grouped(one: LineShape) -> dict[RelationKind, list[LinkShape]]:
    """Return an event's relations by kind, what it ended first."""
    grouped: dict[RelationKind, list[LinkShape]] = {}
    order = (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS)
    for link in sorted(one.links, key=lambda each: each.relation.kind not in order):
        grouped.setdefault(link.relation.kind, []).append(link)
    return grouped


def _rises(said: str) -> bool:
    order = ("ar", "st", "ep", "se", "wk", "op")
    before, _, after = said.partition(" → ")
    return before in order and after[:2] in order and order.index(before) < order.index(after[:2])

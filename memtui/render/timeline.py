"""A thing's timeline in words: what it is, what else its memories name, how it evolved, and one memory of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from memtui.domain.kinds import EntityType, Tier
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Conflict, Memory, Relation
from memtui.render.dates import counted_days, day, days_between, local, short_day
from memtui.render.detail import DetailLook, flow, tags, text
from memtui.render.glyphs import status_sign
from memtui.render.memories import row_text, share
from memtui.render.pen import Pen, line_width
from memtui.render.shapes import DetailShape
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_axis import LANE_CELLS, LEAST_AXIS, Axis, axis_of
from memtui.render.timeline_evolution import evolution_line, evolution_lines, states_line
from memtui.render.timeline_lanes import Past, current_lines, table_lines
from memtui.render.timeline_rows import Row, because, day_of, happened, spelled
from memtui.render.timeline_shapes import TimelineShape
from memtui.render.widths import shown, wrap

__all__ = [
    "LANE_CELLS",
    "LEAST_AXIS",
    "Axis",
    "Past",
    "Row",
    "axis_of",
    "current_lines",
    "evolution_line",
    "evolution_lines",
    "extent",
    "happened",
    "head_line",
    "memory_lines",
    "names_lines",
    "states_line",
    "table_lines",
    "why_lines",
]

TYPE_LETTERS: Mapping[EntityType, str] = {
    EntityType.CONCEPT: "cn",
    EntityType.FILE_PATH: "fi",
    EntityType.FUNCTION: "fn",
    EntityType.CLASS: "cl",
    EntityType.PACKAGE: "pk",
    EntityType.ENV_VAR: "ev",
    EntityType.URL: "ur",
    EntityType.CODE_NOTE: "nt",
    EntityType.PERSON: "pe",
    EntityType.PROJECT: "pr",
    EntityType.TOOL: "to",
}
"""Two letters for each type, as the picker's legend explains them."""

TYPE_WORDS: Mapping[EntityType, str] = {
    EntityType.CONCEPT: "concept",
    EntityType.FILE_PATH: "file",
    EntityType.FUNCTION: "function",
    EntityType.CLASS: "class",
    EntityType.PACKAGE: "package",
    EntityType.ENV_VAR: "env",
    EntityType.URL: "url",
    EntityType.CODE_NOTE: "note",
    EntityType.PERSON: "person",
    EntityType.PROJECT: "project",
    EntityType.TOOL: "tool",
}

_BESIDE = (
    ("files", (EntityType.FILE_PATH,)),
    ("functions", (EntityType.FUNCTION,)),
    ("names", (EntityType.CLASS, EntityType.PACKAGE, EntityType.TOOL, EntityType.CONCEPT)),
)


class EndingShape(Protocol):
    """One memory taking another's place."""

    @property
    def old(self) -> Memory: ...
    @property
    def new(self) -> Memory: ...
    @property
    def relation(self) -> Relation | None: ...
    @property
    def conflict(self) -> Conflict | None: ...


class AboutShape(Protocol):
    """What a timeline tells of a memory."""

    @property
    def detail(self) -> DetailShape: ...
    @property
    def entities(self) -> Sequence[str]: ...
    @property
    def began(self) -> Sequence[str]: ...
    @property
    def ended(self) -> Sequence[str]: ...
    @property
    def endings(self) -> Sequence[EndingShape]: ...


def head_line(timeline: TimelineShape, pen: Pen) -> Line:
    """Return what is followed: its name, its type, how many memories name it and how many are joined, from when to when."""
    dot = f" {pen.glyphs.dot} "
    return line(Span(shown(pen.mask(timeline.name)), Role.TITLE), f"  {dot.join(head_parts(timeline, pen))}")


def head_parts(timeline: TimelineShape, pen: Pen) -> list[str]:
    """Return type, count of memories and extent, without the name."""
    kinds = ", ".join(dict.fromkeys(TYPE_WORDS[entity.type] for entity in timeline.entities))
    count = f"{timeline.mentioning:,} memor{'y' if timeline.mentioning == 1 else 'ies'}"
    joined = f" + {timeline.joined} joined by {pen.glyphs.supersedes}" if timeline.joined else ""
    return [kinds, f"{count}{joined}", extent(timeline, pen)]


def names_lines(timeline: TimelineShape, pen: Pen, cells: int, lines: int = 2) -> list[Line]:
    """Return aliases, files, functions, other names and tags, labelled, in at most so many lines."""
    own = timeline.name.casefold()
    called = (alias for entity in timeline.entities for alias in entity.aliases)
    aliases = dict.fromkeys(alias for alias in called if alias.casefold() != own)
    groups: list[tuple[str, list[str]]] = [("aliases", list(aliases))]
    named = [
        (label, list(dict.fromkeys(name for kind in kinds for name in timeline.names.get(kind, ()))))
        for label, kinds in _BESIDE
    ]
    groups += [*named[:2], ("tags", list(timeline.tags)), *named[2:]]
    parts = [(label, [shown(pen.mask(one)) for one in names]) for label, names in groups if names]
    drawn: list[list[Span]] = [[]]
    for label, names in parts:
        room = max(cells - 1, 10)
        words = (" " if label == "tags" else ", ").join(names)
        piece = [Span(f" {label} ", Role.LABEL), Span(pen.cut(words, max(room * 3 // 5, 12)))]
        size = line_width(tuple(piece)) + 2
        if drawn[-1] and line_width(tuple(drawn[-1])) + size > room:
            if len(drawn) == lines:
                continue
            drawn.append([])
        drawn[-1] += [Span("  ") if drawn[-1] else Span(""), *piece]
    return [pen.fit_line(tuple(one), cells) for one in drawn if one]


def extent(timeline: TimelineShape, pen: Pen) -> str:
    """Return from when to when a timeline reaches, with the days: `15 Jan – 20 Mar 2026 (64 days)`."""
    moments = [one.at for one in timeline.lines if one.at is not None and one.kind == "added"]
    if not moments:
        return "undated" if timeline.undated else "none of that time"
    first, last = min(moments), max(moments)
    there = local(last, pen.zone)
    end = f"{short_day(last, last, pen.zone)} {there.year}"
    if days_between(first, last, pen.zone) == 0:
        return end
    begin = short_day(first, last, pen.zone)
    return f"{begin} {pen.glyphs.dash} {end} ({counted_days(days_between(first, last, pen.zone))})"


def memory_lines(about: AboutShape, pen: Pen, cells: int, lines: int | None = 2) -> list[Line]:
    """Return a memory in brief: its text, what it is, what it names, the facts that ended and began with it."""
    detail, memory = about.detail, about.detail.memory
    drawn = text(detail, pen, DetailLook(width=cells, lines=lines))
    sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned, transient=memory.tier is Tier.TRANSIENT)
    parts = [
        f"{sign.glyph} {memory.status.value}",
        f"{SHORT_NAMES[memory.layer]} {memory.layer.value.replace('_', ' ')}",
        share(detail.importance.value),
        memory.source.value,
        *([who] if (who := memory.agent or memory.speaker) else []),
        day(memory.created_at, pen.zone) if memory.created_at else "undated",
        *([" ".join(tags(memory, pen))] if tags(memory, pen) else []),
        *([f"entities {', '.join(about.entities[:6])}"] if about.entities else []),
    ]
    drawn += flow([shown(pen.mask(part)) for part in parts], f" {pen.glyphs.dot} ", pen, cells - 1)
    facts = [f"ended: fact “{fact}”" for fact in about.ended] + [f"began: fact “{fact}”" for fact in about.began]
    drawn += flow([spelled(shown(pen.mask(fact)), pen) for fact in facts], "   ", pen, cells - 1, Role.DIM)
    return drawn


def why_lines(endings: Iterable[EndingShape], pen: Pen, cells: int) -> list[Line]:
    """Return for each ending what took whose place when, the words that say so in their sentence, and whose verdict it was."""
    drawn: list[Line] = []
    for ending in endings:
        new, old = day_of(ending.new.created_at, pen), day_of(ending.old.created_at, pen)
        drawn.append(pen.fit_line(line(Span(f" {new} ended {old}: ", Role.LABEL), _brief(ending.old, pen)), cells))
        drawn += _sentence(ending, pen, cells)
        drawn += [
            (Span(f"   {words[a:b]}", Role.DIM),) for words in _grounds(ending, pen) for a, b in wrap(words, cells - 4)
        ]
    return drawn


def _brief(memory: Memory, pen: Pen) -> str:
    return row_text(memory, frozenset(), pen)


def _sentence(ending: EndingShape, pen: Pen, cells: int) -> list[Line]:
    """Return the newer memory's words, the ones that say so marked."""
    span = _span(ending)
    content = shown(pen.mask(ending.new.content))
    if span is None:
        return [(Span(f"   {content[a:b]}"),) for a, b in wrap(content[:400], cells - 4)[:2]]
    quote = shown(pen.mask(ending.new.content[span[0] : span[1]]))
    at = content.find(quote) if quote else -1
    if at < 0:
        return [(Span(f"   {content[a:b]}"),) for a, b in wrap(content[:400], cells - 4)[:2]]
    open_, close = pen.glyphs.signal_open, pen.glyphs.signal_close
    left = content[max(at - 60, 0) : at]
    right = content[at + len(quote) : at + len(quote) + 160]
    marked = (Span(f"   {left}"), Span(f"{open_}{quote}{close}", Role.SIGNAL), Span(right))
    return [pen.fit_line(marked, cells)]


def _span(ending: EndingShape) -> tuple[int, int] | None:
    for source in (ending.relation, ending.conflict):
        given = source.evidence.get("span") if source is not None else None
        if isinstance(given, list | tuple) and len(given) == 2 and all(isinstance(one, int) for one in given):
            return int(given[0]), int(given[1])
    return None


def _grounds(ending: EndingShape, pen: Pen) -> Iterable[str]:
    conflict, relation = ending.conflict, ending.relation
    if relation is not None and relation.evidence.get("reason"):
        yield spelled(shown(pen.mask(str(relation.evidence["reason"]))), pen)
    elif conflict is not None and conflict.reason:
        yield spelled(shown(pen.mask(conflict.reason)), pen)
    if conflict is not None and conflict.human_verdict:
        when = f" on {_when(conflict.decided_at, pen)}" if conflict.decided_at else ""
        yield f"verdict: {conflict.human_verdict.replace('_', ' ')}, by {shown(conflict.decided_by or '?')}{when}"
        if conflict.note:
            yield f"note: {shown(pen.mask(conflict.note))}"
    elif relation is not None:
        yield (
            "by rule, nobody judged it"
            if relation.actor in ("rule", "")
            else f"by {shown(relation.actor)}{because(relation, pen)}"
        )
    else:
        yield "no relation says why"


def _when(moment: datetime, pen: Pen) -> str:
    return short_day(moment, pen.now, pen.zone)

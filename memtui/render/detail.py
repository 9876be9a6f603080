"""One memory in full: its text, and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.filters import Badge
from memtui.domain.kinds import Priority, Tier
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Memory
from memtui.render.dates import day, day_and_clock
from memtui.render.glyphs import status_sign
from memtui.render.memories import row_text, share
from memtui.render.pen import Pen
from memtui.render.shapes import DetailShape, ImportanceShape
from memtui.render.spans import Line, Role, Span, marked
from memtui.render.widths import shown, shown_lines, width, wrap

TEXT_LIMIT = 50_000
"""Characters of a memory that a detail lays out; a longer one says so and opens in the editor."""

SHORT_ID = 6
"""Characters of an id in a title."""

WIDE_FROM = 44
"""Cells from which a detail beside its list has room for columns."""

_TIER_REASONS = {
    "explicit-override": "set by hand",
    "low-confidence": "low confidence",
    "low-signal-content": "too short to say much",
    "durable-kind": "kind {kind}",
    "transient-kind": "kind {kind}",
    "confident-note": "confident {kind}",
    "default-durable": "by default",
}

_BADGE_WORDS = {
    Badge.SECRET: "secret",
    Badge.ORDERS: "orders: reads like instructions",
    Badge.CONTROL: "contains control characters",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailLook:
    """How a detail is laid out: its width, beside its list (columns) or below it (one line), and how much is shown.

    `lines` limits the lines of the text (None: all). `reveal` says beside a secret's badge how to show it.
    """

    width: int
    beside: bool = False
    lines: int | None = None
    reveal: str = ""


def tier_words(memory: Memory) -> str:
    """Return why a memory has its tier, in words."""
    reason = _TIER_REASONS.get(memory.tier_reason, memory.tier_reason)
    return shown(reason.format(kind=memory.kind.value if memory.kind else "note") if "{" in reason else reason)


def short_id(memory: Memory) -> str:
    """Return the beginning of an id as titles show it."""
    return memory.id[:SHORT_ID]


def title_rule(memory: Memory, badges: frozenset[Badge], pen: Pen, cells: int, hint: str, *, focused: bool) -> Line:
    """Return the rule above a detail that stands below its list: id, headline, what enter does."""
    return pen.rule(f"{short_id(memory)}  {row_text(memory, badges, pen)}", hint, cells, focused=focused)


def body(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return a memory's text and what is known about it."""
    lines = text(detail, pen, look)
    lines.extend(badge_lines(detail, pen, look))
    lines.extend(_beside(detail, pen, look) if look.beside else _below(detail, pen, look))
    return lines


def text(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return the text, wrapped, with the query's words marked and secrets masked."""
    content = pen.mask(detail.memory.content)
    lines: list[Line] = []
    for one in shown_lines(content[:TEXT_LIMIT]):
        marks = pen.highlight(one)
        for start, end in wrap(one, look.width - 2):
            lines.append((Span(" "), *marked(one, marks, start=start, end=end)))
    if look.lines is not None and len(lines) > look.lines:
        hidden = len(lines) - look.lines + 1
        lines = [*lines[: look.lines - 1], (Span(f" {pen.glyphs.ellipsis} {hidden} more lines", Role.DIM),)]
    if len(content) > TEXT_LIMIT:
        lines.append((Span(f" {len(content) - TEXT_LIMIT:,} more characters; e opens all of it", Role.DIM),))
    return lines


def badge_lines(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return the warnings about a text, if there are any."""
    spans: list[Span] = []
    for badge, words in _BADGE_WORDS.items():
        if badge in detail.badges:
            spans += [Span(" "), Span(f"[{words}]" if pen.brackets else words, Role.BADGE_ERROR)]
            if badge is Badge.SECRET and look.reveal:
                spans.append(Span(f" {look.reveal} ", Role.DIM))
    return [pen.fit_line(tuple(spans), look.width)] if spans else []


def _below(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    memory = detail.memory
    dot = f" {pen.glyphs.dot} "
    parts = [
        *([memory.kind.value] if memory.kind else []),
        f"{memory.tier.value} ({tier_words(memory)})",
        memory.source.value,
        *_who(memory),
        day(memory.created_at, pen.zone) if memory.created_at else "undated",
        *([f"priority {memory.priority.value}"] if memory.priority is not Priority.NONE else []),
        *([" ".join(tags(memory, pen))] if tags(memory, pen) else []),
    ]
    lines = flow([shown(pen.mask(part)) for part in parts], dot, pen, look.width - 1)
    if detail.entities:
        lines.extend(_labelled("entities", [shown(pen.mask(one)) for one in detail.entities], pen, look))
    return lines


def _beside(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    memory, dot = detail.memory, f" {pen.glyphs.dot} "
    sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned, transient=memory.tier is Tier.TRANSIENT)
    status = f"{memory.status.value}{', pinned' if memory.pinned else ''}"
    layer = f"{SHORT_NAMES[memory.layer]} {memory.layer.value.replace('_', ' ')}"
    when = day_and_clock(memory.created_at, pen.zone) if memory.created_at else "undated"
    origin = [memory.source.value, *_who(memory), when, f"opened {memory.access_count}{pen.glyphs.times}"]
    tier = f"{memory.tier.value}: {_short_tier(memory)}"
    state = flow([f"{sign.glyph} {status}", layer, tier], " " * 5, pen, look.width - 1)
    first = state[0][0].text[1 + width(sign.glyph) :]
    lines: list[Line] = [
        (),
        (Span(" "), Span(sign.glyph, sign.role), Span(first)),
        *state[1:],
        *flow([shown(pen.mask(part)) for part in origin], dot, pen, look.width - 1),
    ]
    labels = [" ".join(tags(memory, pen)), f"priority {memory.priority.value}" * (memory.priority is not Priority.NONE)]
    lines.extend(flow([pen.mask(label) for label in labels if label], " " * 5, pen, look.width - 1))
    if detail.entities:
        lines.extend(_labelled("entities", [shown(pen.mask(one)) for one in detail.entities], pen, look))
    return lines


def facts(detail: DetailShape, pen: Pen, look: DetailLook) -> list[Line]:
    """Return what only a full view shows: ids, importance in parts, origin, times, confidence, project."""
    memory, importance = detail.memory, detail.importance
    own = f", set by hand (rule says {share(importance.computed)})" if importance.override is not None else ""
    reading = f" {importance.reading}" if importance.reading else ""
    pairs = [
        ("id", memory.id),
        ("foreign id", f"{memory.foreign_id} ({memory.format})" if memory.foreign_id else ""),
        ("importance", f"{share(importance.value)}{reading}{own}"),
        ("  its parts", _importance_parts(importance)),
        ("type", memory.memory_type.value),
        ("project", memory.project or ""),
        ("confidence", share(memory.confidence) if memory.confidence is not None else ""),
        ("trust", memory.trust.value),
        ("file", memory.file or ""),
        ("session", _session(memory)),
        ("uri", memory.uri or ""),
        ("proposed tag", f"#{memory.proposed_tag}" if memory.proposed_tag else ""),
        ("recorded", day_and_clock(memory.recorded_at, pen.zone)),
        ("changed", day_and_clock(memory.updated_at, pen.zone)),
        ("valid from", day_and_clock(memory.valid_from, pen.zone) if memory.valid_from else ""),
        ("valid until", day_and_clock(memory.valid_until, pen.zone) if memory.valid_until else ""),
        ("last opened", day_and_clock(memory.last_accessed_at, pen.zone) if memory.last_accessed_at else ""),
    ]
    lines: list[Line] = [()]
    for label, value in pairs:
        if value:
            lines.extend(_pair(label, shown(pen.mask(value)), look.width, 14))
    return lines


def importance_lines(detail: DetailShape, pen: Pen, cells: int, *, table: bool) -> list[Line]:
    """Return the parts that an importance is made of, as a table or in one sentence."""
    importance, memory = detail.importance, detail.memory
    own = f"; set by hand to {share(importance.override)}" if importance.override is not None else ""
    if not table:
        words = f"{_importance_parts(importance)} = {share(importance.computed)}{own}"
        return [(Span(" " + words[start:end]),) for start, end in wrap(words, cells - 2)]
    rows = (
        (f"source {memory.source.value}", importance.source, "× .30"),
        ("tags", importance.tags, "× .20"),
        (f"priority {memory.priority.value}", importance.priority, "× .25"),
        ("recency", importance.recency, "× .25, undated" if importance.undated else "× .25"),
        ("importance", importance.computed, f"{importance.reading}{own}".lstrip("; ")),
    )
    return [
        pen.fit_line(
            (
                Span(f" {label:<20}", Role.LABEL),
                Span(f"{share(value):<6}"),
                Span(note.replace("×", pen.glyphs.times), Role.DIM),
            ),
            cells,
        )
        for label, value, note in rows
    ]


def tags(memory: Memory, pen: Pen) -> list[str]:
    """Return a memory's tags as they are written, safe and masked; a proposed one has a question mark."""
    proposed = [f"#{memory.proposed_tag}?"] if memory.proposed_tag and not memory.tags else []
    return [shown(pen.mask(one)) for one in (*(f"#{tag}" for tag in memory.tags), *proposed)]


def flow(parts: list[str], between: str, pen: Pen, cells: int, role: Role = Role.TEXT) -> list[Line]:
    """Return parts in as many lines as they need, never broken where they fit into one."""
    lines: list[str] = []
    for part in parts:
        piece = pen.cut(part, cells - 1)
        if lines and width(lines[-1]) + width(between) + width(piece) <= cells - 1:
            lines[-1] += between + piece
        else:
            lines.append(piece)
    return [(Span(" " + one, role),) for one in lines]


def _pair(label: str, value: str, cells: int, column: int) -> list[Line]:
    lines: list[Line] = []
    for place, (start, end) in enumerate(wrap(value, max(cells - column - 2, 8))):
        name = label if place == 0 else ""
        lines.append((Span(f" {name:<{column}}", Role.LABEL), Span(value[start:end])))
    return lines


def _labelled(label: str, values: list[str], pen: Pen, look: DetailLook) -> list[Line]:
    return _pair(label, " ".join(values), look.width, len(label) + 2)


def _who(memory: Memory) -> list[str]:
    return [who for who in (memory.agent or memory.speaker,) if who]


def _short_tier(memory: Memory) -> str:
    if memory.tier_reason in ("durable-kind", "transient-kind") and memory.kind:
        return memory.kind.value
    return tier_words(memory)


def _importance_parts(importance: ImportanceShape) -> str:
    parts = (
        f".30 source {share(importance.source)}",
        f".20 tags {share(importance.tags)}",
        f".25 priority {share(importance.priority)}",
        f".25 recency {share(importance.recency)}{' (undated)' if importance.undated else ''}",
    )
    return " + ".join(parts)


def _session(memory: Memory) -> str:
    if not memory.session:
        return ""
    place = f", turn {memory.session_position + 1}" if memory.session_position is not None else ""
    return f"{memory.session}{place}"

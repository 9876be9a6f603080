"""A memory as a card of the board, as one row of it, and why it is where it is."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Protocol

from memtui.domain.kinds import Layer, Tier
from memtui.domain.layers import RANK, SHORT_NAMES
from memtui.domain.records import Memory
from memtui.render.dates import age, day
from memtui.render.detail import tags
from memtui.render.memories import share, status_span
from memtui.render.pen import Pen, line_width
from memtui.render.spans import Line, Role, Span, marked
from memtui.render.widths import shown, width, wrap

TEXT_LIMIT = 600
"""Characters of a memory that a card reads; none shows as many."""

CARD_LINES = 3
"""Two lines of text and what is known; a blank line stands between two cards."""

_INDENT = 1
_LIMIT = re.compile(r"at (?:least|most) 0?(\.\d+|1\.0+)")


class RetentionShape(Protocol):
    """How much a memory deserves to stay, and the parts before their shares, all from 0 to 1."""

    @property
    def importance(self) -> float: ...
    @property
    def access(self) -> float: ...
    @property
    def youth(self) -> float: ...
    @property
    def type(self) -> float: ...
    @property
    def value(self) -> float: ...


class JudgementShape(Protocol):
    """What an evaluation makes of a memory: where it goes (None: it stays), why, and why in a few cells."""

    @property
    def to(self) -> Layer | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def cause(self) -> str: ...


class CardShape(Protocol):
    """A memory on the board; `successor` is what took its place, where anything did."""

    @property
    def memory(self) -> Memory: ...
    @property
    def importance(self) -> float: ...
    @property
    def retention(self) -> RetentionShape: ...
    @property
    def judgement(self) -> JudgementShape: ...
    @property
    def successor(self) -> Memory | None: ...


def text_of(memory: Memory, pen: Pen) -> str:
    """Return a memory's beginning on one line, safe, secrets masked."""
    return shown(pen.mask(memory.content[: TEXT_LIMIT * 2])[:TEXT_LIMIT])


def card(one: CardShape, pen: Pen, cells: int, *, current: bool = False) -> list[Line]:
    """Return a card in `CARD_LINES` lines of at most `cells`."""
    role = _text_role(one.memory, current)
    text = text_of(one.memory, pen)
    first = wrap(text, cells)[0]
    head = marked(text, pen.highlight(text), role=role, start=first[0], end=first[1])
    rest = pen.cut(text[first[1] :].lstrip(), max(cells - _INDENT, 1))
    tail: Line = (Span(" " * _INDENT), *marked(rest, pen.highlight(rest), role=role)) if rest else ()
    return [head, tail, meta(one, pen, cells)]


def row(one: CardShape, pen: Pen, cells: int, *, current: bool = False) -> Line:
    """Return a card in one line of exactly `cells`: the text, then what is known in columns."""
    right = (*_known(one, pen), *_suggestion_column(one, pen, cells))
    room = max(cells - line_width(right) - 2, 1)
    text = pen.cut(text_of(one.memory, pen), room)
    spans = marked(text, pen.highlight(text), role=_text_role(one.memory, current))
    return (*pen.fit_line(spans, room), Span("  "), *right)


def meta(one: CardShape, pen: Pen, cells: int) -> Line:
    """Return a card's last line: status, importance, times opened, age, and at the right what is suggested."""
    left = _known(one, pen)
    move = suggestion(one, pen, cells - line_width(left) - 1)
    return (*left, Span(" " * (cells - line_width(left) - width(move.text))), move) if move.text else left


def suggestion(one: CardShape, pen: Pen, room: int) -> Span:
    """Return the suggested move with its cause in at most `room` cells: `↑ .83 se`, `†  14 d`, `↑.83`, `↑`."""
    found = one.judgement
    if found.to is None:
        return Span("")
    glyphs = pen.glyphs
    cause = found.cause.replace("×", glyphs.times)
    if found.to is Layer.ARCHIVED:
        sign, role, to = glyphs.stale, Role.DIM, ""
    elif RANK[found.to] > RANK[one.memory.layer]:
        sign, role, to = glyphs.up, Role.SUCCESS, SHORT_NAMES[found.to]
    else:
        sign, role, to = glyphs.down, Role.WARNING, SHORT_NAMES[found.to]
    bare = cause.removeprefix("imp ")
    tight = f"{sign}{bare}" if bare.startswith(".") else f"{sign} {bare}"
    told = (f"{sign} {cause} {to}".rstrip(), f"{sign} {bare} {to}".rstrip(), f"{sign} {bare}", tight)
    forms = (*told, f"{sign} {to}".rstrip(), sign, "")
    return Span(next(form for form in forms if width(form) <= max(room, 0)), role)


def _known(one: CardShape, pen: Pen) -> Line:
    memory = one.memory
    times, old = _count(memory.access_count), age(memory.created_at, pen.now, pen.zone)
    own = Span(pen.glyphs.own, Role.ACCENT) if memory.importance_override is not None else Span(" ")
    return (
        status_span(memory, pen),
        own,
        Span(share(one.importance)),
        Span(f" {times:>2}{pen.glyphs.times} {old:>3}", Role.LABEL),
    )


def _suggestion_column(one: CardShape, pen: Pen, cells: int) -> Line:
    """Return the suggestion of a row in a column of its own; the known part's own width may differ by a cell or two."""
    room = 10 if cells >= 70 else 6
    pad = max(15 - line_width(_known(one, pen)), 0)
    move = suggestion(one, pen, room)
    return (Span(" " * (pad + 1)), move, Span(" " * (room - width(move.text))))


def _count(times: int) -> str:
    return f"{times}" if times < 1000 else f"{times // 1000}k"


def _text_role(memory: Memory, current: bool) -> Role:
    if current:
        return Role.STRONG
    return Role.TEXT if memory.live else Role.DIM


# --- the memory under the cursor ------------------------------------------------------------------


def known_line(one: CardShape, pen: Pen, cells: int) -> Line:
    """Return what is known of a memory: status, layer, source, who, when, tags, times opened."""
    memory, dot = one.memory, f" {pen.glyphs.dot} "
    sign = status_span(memory, pen)
    words = [f"{memory.status.value}{', pinned' if memory.pinned else ''}"]
    if memory.tier is Tier.TRANSIENT:
        words.append("transient")
    words += [f"{SHORT_NAMES[memory.layer]} {memory.layer.value}", memory.source.value]
    words += [memory.agent] if memory.agent else []
    words.append(_when(memory.created_at, pen))
    words += [" ".join(tags(memory, pen))] if tags(memory, pen) else []
    words.append(f"opened {memory.access_count}{pen.glyphs.times}")
    return pen.fit_line((Span(" "), sign, Span(" " + shown(pen.mask(dot.join(words))), Role.DIM)), cells)


def _when(moment: datetime | None, pen: Pen) -> str:
    return day(moment, pen.zone) if moment is not None else "undated"


def formula(one: CardShape, pen: Pen) -> str:
    """Return a retention with its parts: `.83 = .45 × importance .78 + .35 × opened 9/10 + …`."""
    kept, memory, times = one.retention, one.memory, pen.glyphs.times
    parts = (
        f".45 {times} importance {share(kept.importance)}",
        f".35 {times} opened {min(memory.access_count, 10)}/10",
        f".15 {times} young {share(kept.youth)}",
        f".05 {times} type {share(kept.type).rstrip('0') if kept.type < 1 else '1'}",
    )
    return f"{share(kept.value)} = {' + '.join(parts)}"


def why(one: CardShape, pen: Pen, cells: int, *, full: bool = False) -> list[Line]:
    """Return why an evaluation moves a memory or leaves it; `full` gives the parts of the retention in any case."""
    found = one.judgement
    sign = _sign(one, pen)
    by_score = found.to is None or found.reason.startswith("Retention")
    outcome = _outcome(one, pen)
    if by_score or full:
        words = f"retention {formula(one, pen)}   {outcome}"
    else:
        words = f"{outcome}   retention {share(one.retention.value)}"
    label = f" why {sign.text}  "
    indent = width(label)
    lines: list[Line] = []
    for place, (start, end) in enumerate(wrap(words, max(cells - indent - 1, 10))):
        lead: Line = (Span(" why ", Role.LABEL), sign, Span("  ")) if place == 0 else (Span(" " * indent),)
        lines.append((*lead, Span(words[start:end])))
    return lines


def _outcome(one: CardShape, pen: Pen) -> str:
    """Return what an evaluation does and by which limit, in few words."""
    found, limit = one.judgement, _LIMIT.search(one.judgement.reason)
    if one.successor is not None:
        return f"superseded by “{pen.cut(text_of(one.successor, pen), 40)}”: not evaluated"
    if found.to is None:
        return "keeps it here" if found.reason.startswith("Retention") else found.reason
    by_score = limit is not None and found.reason.startswith("Retention")
    said = f"limit {limit.group(1)}" if limit is not None and by_score else found.reason.rstrip(".")
    return f"{said} {pen.glyphs.becomes} {SHORT_NAMES[found.to]}"


def _sign(one: CardShape, pen: Pen) -> Span:
    move = suggestion(one, pen, 1)
    return move if move.text else Span(pen.glyphs.same, Role.DIM)


def ways(one: CardShape, pen: Pen, cells: int, keys: tuple[str, str, str]) -> Line:
    """Return where a memory can be moved from here; `keys` are those of promote, demote and move."""
    up, down, by_name = keys
    by_rank = sorted(Layer, key=RANK.__getitem__)
    place = RANK[one.memory.layer]
    words = []
    if place + 1 < len(by_rank):
        words.append(f"{up} here goes to {SHORT_NAMES[by_rank[place + 1]]}")
    else:
        words.append(f"{up}: already the highest")
    if place == 0:
        words.append(f"{down}: already the lowest")
    elif place == 1 and one.memory.pinned:
        words.append(f"{down}: pinned, p unpins it")
    else:
        words.append(f"{down} to {SHORT_NAMES[by_rank[place - 1]]}")
    words.append(f"{by_name} names a layer")
    if one.memory.layer in (Layer.SEMANTIC, Layer.OPERATIONAL):
        words.append("by rule it stays here (only by hand)")
    elif one.memory.pinned:
        words.append("pinned: by rule it stays here")
    else:
        words.append("not to op by rule (only by hand)")
    text = f" {pen.glyphs.dot} ".join(words)
    return pen.fit_line((Span(" " + text, Role.DIM),), cells)

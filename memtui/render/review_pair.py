"""The two memories of a conflict beside each other, or as one text: what changed is marked, and why it was noticed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Memory
from memtui.render.dates import day, short_day
from memtui.render.glyphs import status_sign
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import share
from memtui.render.pen import Pen, line_width
from memtui.render.review import WIDE
from memtui.render.review_marks import SIDE_LIMIT, alike, changed_text, marked_text, marks_of
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width
from memtui.render.word_diff import wrap_spans

SHORT_ID, LONGEST_ID = 6, 12
"""Signs of an id: as many as tell a pair apart, within these."""


class RowShape(Protocol):
    """A conflict with the importance of its memories; `services.review_queue.QueueRow` fits."""

    @property
    def entry(self) -> EntryShape: ...
    @property
    def importance_new(self) -> float: ...
    @property
    def importance_old(self) -> float: ...


class StandingShape(Protocol):
    """What hangs on one side; `services.review_closer.Standing` fits."""

    @property
    def facts(self) -> Sequence[str]: ...
    @property
    def building(self) -> Sequence[str]: ...
    @property
    def count(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLook:
    """How a pair is laid out: its width, side by side or inline, and which side is in focus."""

    width: int
    beside: bool = True
    new_in_focus: bool = False
    focused: bool = False

    @property
    def wide(self) -> bool:
        """Whether words are written out."""
        return self.width >= WIDE

    @property
    def left(self) -> int:
        """Cells of the older side."""
        return self.width // 2

    @property
    def right(self) -> int:
        """Cells of the newer side."""
        return self.width - self.left - 1


def pair_title(row: RowShape, pen: Pen, look: PairLook) -> Line:
    """Return the rule above a pair: ids, dates, sources, who; double above the side in focus."""
    old, new = row.entry.old, row.entry.new
    join = pen.glyphs.join_down if look.beside else pen.glyphs.rule
    shown_id = _telling(old.id, new.id)
    return (
        *_side_rule("OLD", old, pen, look.left, focus=not look.new_in_focus, look=look, cut=shown_id),
        Span(join, Role.RULE),
        *_side_rule("NEW", new, pen, look.right, focus=look.new_in_focus, look=look, cut=shown_id),
    )


def _telling(one: str, other: str) -> int:
    """Return how many signs of two ids tell them apart; those of memories of one hour begin alike."""
    alike_to = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return min(max(alike_to + 1, SHORT_ID), LONGEST_ID)


def _side_rule(name: str, memory: Memory, pen: Pen, cells: int, *, focus: bool, look: PairLook, cut: int) -> Line:
    sign = pen.glyphs.focus_rule if focus else pen.glyphs.rule
    role = Role.ACCENT if focus else Role.RULE
    ident = f"{name} {memory.id[:cut]}"
    about = _provenance(memory, pen, look)
    if not look.wide:
        text = pen.cut(f" {ident} {pen.glyphs.dot} {about} ", cells - 2)
        return Span(sign, role), Span(text, Role.TITLE), Span(sign * (cells - 1 - width(text)), role)
    left = f" {ident} "
    right = pen.cut(f" {about} ", cells - width(left) - 4)
    fill = max(cells - 2 - width(left) - width(right), 0)
    return Span(sign, role), Span(left, Role.TITLE), Span(sign * fill, role), Span(right, Role.LABEL), Span(sign, role)


def _provenance(memory: Memory, pen: Pen, look: PairLook) -> str:
    dot = f" {pen.glyphs.dot} "
    at = memory.created_at
    when = "undated" if at is None else day(at, pen.zone) if look.wide else short_day(at, pen.now, pen.zone)
    who = memory.agent or memory.speaker
    parts = [when, memory.source.value, *([shown(pen.mask(who))] if who else [])]
    return dot.join(parts)


def pair_lines(
    row: RowShape, new: StandingShape | None, old: StandingShape | None, pen: Pen, look: PairLook
) -> list[Line]:
    """Return both texts with what is marked in them, then what is known of each side."""
    if not look.beside:
        return _inline(row, new, old, pen, look)
    old_marks, new_marks = marks_of(row.entry)
    left = wrap_spans(marked_text(row.entry.old.content, old_marks, pen), look.left - 2)
    right = wrap_spans(marked_text(row.entry.new.content, new_marks, pen), look.right - 2)
    tall = max(len(left), len(right))
    gap: list[Line] = [()] if look.wide else []
    left = [*gap, *left, *([()] * (tall - len(left))), *gap]
    right = [*gap, *right, *([()] * (tall - len(right))), *gap]
    left += side_notes(row.entry.old, row.importance_old, old, pen, look.left - 2, wide=look.wide)
    right += side_notes(row.entry.new, row.importance_new, new, pen, look.right - 2, wide=look.wide)
    return _columns(left, right, pen, look)


def _columns(left: list[Line], right: list[Line], pen: Pen, look: PairLook) -> list[Line]:
    bar = Span(pen.glyphs.separator, Role.RULE)
    lines: list[Line] = []
    for place in range(max(len(left), len(right))):
        one = left[place] if place < len(left) else ()
        other = right[place] if place < len(right) else ()
        lines.append((*pen.fit_line((Span(" "), *one), look.left), bar, Span(" "), *other))
    return lines


def blank_line(pen: Pen, look: PairLook) -> Line:
    """Return a line without text, which the rule between two columns goes through."""
    return (Span(" " * look.left), Span(pen.glyphs.separator, Role.RULE)) if look.beside else ()


def _inline(
    row: RowShape, new: StandingShape | None, old: StandingShape | None, pen: Pen, look: PairLook
) -> list[Line]:
    """Return the pair as one text with words taken out and put in, then each side's notes."""
    entry, cells = row.entry, look.width - 2
    old_text, new_text = entry.old.content[:SIDE_LIMIT], entry.new.content[:SIDE_LIMIT]
    if alike(old_text, new_text):
        lines: list[Line] = [(Span(" "), *one) for one in wrap_spans(changed_text(old_text, new_text, pen), cells)]
    else:
        lines = []
        for text, marks, sign in zip((old_text, new_text), marks_of(entry), (" ", pen.glyphs.becomes), strict=True):
            wrapped = wrap_spans(marked_text(text, marks, pen), cells - 2)
            lines += [(Span(f" {sign if not place else ' '} "), *one) for place, one in enumerate(wrapped)]
    for name, memory, importance, standing in (
        ("OLD", entry.old, row.importance_old, old),
        ("NEW", entry.new, row.importance_new, new),
    ):
        head, *rest = side_notes(memory, importance, standing, pen, cells - 5, wide=look.wide)
        lines.append((Span(f" {name} ", Role.LABEL), *head))
        lines += [(Span("     "), *one) for one in rest]
    return lines


def side_notes(
    memory: Memory, importance: float, standing: StandingShape | None, pen: Pen, cells: int, *, wide: bool
) -> list[Line]:
    """Return what is known of one side: status, layer, importance; tags and facts; what builds on it; where it came from."""
    sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned)
    own = pen.glyphs.own if memory.importance_override is not None else ""
    tags = " ".join(shown(pen.mask(f"#{tag}")) for tag in memory.tags)
    facts = list(standing.facts) if standing is not None else []
    if wide:
        status = Span(f"{sign.glyph} {memory.status.value}", sign.role)
        layer, rest = SHORT_NAMES[memory.layer], f"importance {own}{share(importance)}"
        opened = Span(f"   opened {memory.access_count:,}{pen.glyphs.times}", Role.DIM)
        head: Line = (status, Span(f"   {layer} {memory.layer.value}   {rest}"), opened)
        if line_width(head) > cells:
            head = (status, Span(f"   {layer}   {rest}"), opened)
        noun = "fact: " if len(facts) == 1 else "facts: "
        said = noun + "; ".join(shown(pen.mask(one)) for one in facts) if facts else ""
        second = "    ".join(part for part in (tags, said) if part)
        lines: list[Line] = [pen.fit_line(head, cells)]
        lines += [(Span(pen.cut(second, cells), Role.DIM),)] if second else []
    else:
        words = f" {SHORT_NAMES[memory.layer]}  importance {own}{share(importance)}" + (f"  {tags}" if tags else "")
        lines = [(Span(sign.glyph, sign.role), Span(pen.cut(words, cells - 1)))]
        lines += [(Span(pen.cut(shown(pen.mask(one)), cells), Role.DIM),) for one in facts[:1]]
    if standing is not None and standing.count:
        lines.append((Span(pen.cut(_building(standing, pen), cells), Role.DIM),))
    origin = _origin(memory)
    return [*lines, (Span(pen.cut(origin, cells), Role.DIM),)] if origin else lines


def _building(standing: StandingShape, pen: Pen) -> str:
    named = ", ".join(shown(pen.mask(one)) for one in standing.building)
    noun = "1 memory builds" if standing.count == 1 else f"{standing.count:,} memories build"
    return f"{noun} on it: {named}"


def _origin(memory: Memory) -> str:
    parts = [
        *([f"session {shown(memory.session)[:12]}"] if memory.session else []),
        *([shown(memory.file)] if memory.file else []),
    ]
    return f"origin: {', '.join(parts)}" if parts else ""


def closing_rule(pen: Pen, look: PairLook, hint: str = "") -> Line:
    """Return the rule below a pair; `hint` says how to see what does not fit."""
    join = pen.glyphs.join_up if look.beside else pen.glyphs.rule
    rule = pen.glyphs.rule
    right = f" {hint} " if hint else ""
    line = (
        Span(rule * look.left + join, Role.RULE),
        Span(rule * max(look.right - width(right), 0), Role.RULE),
        Span(right, Role.LABEL),
    )
    return pen.fit_line(line, look.width) if line_width(line) > look.width else line

"""The review queue as lines: a row for each conflict, and one pair in full with what each verdict would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from memtui.domain.kinds import ConflictState
from memtui.domain.records import Memory
from memtui.render.dates import age, day, day_and_clock
from memtui.render.glyphs import conflict_sign, severity_sign, status_sign
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import share
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width
from memtui.render.word_diff import wrap_spans

TYPE = 10
AGE = 5
GAP = Span("  ")
FIXED = 5 * 2 + 2 + 2 + TYPE + 3 + 1 + AGE
"""Cells that a row takes beside its number, subject and values: gaps, severity, type, confidence, age."""
SUBJECT_SHARE = 0.5
"""The part of the room that a subject may take from the values beside it."""

LONGEST = 1200
"""So many cells of a text are shown beside its pair; the memory itself shows all."""

LABEL = 11


def queue_table(entries: Sequence[EntryShape], pen: Pen, cells: int, *, head: bool = True) -> list[Line]:
    """Return a row for each conflict: number, severity, type, subject, old → new value, confidence, age of the newer."""
    digits = max((len(str(entry.conflict.number or 0)) for entry in entries), default=1)
    room = cells - digits - FIXED
    told = [values(entry, pen) for entry in entries]
    widest = max((width(text) for text in told), default=0)
    right = max(min(widest, room - int(room * SUBJECT_SHARE)), 10)
    left = max(room - right, 8)
    rows: list[Line] = []
    if head:
        heads = (
            " " * digits,
            " " * 2,
            pen.fit("type", TYPE + 2),
            pen.fit("subject", left),
            pen.fit("old, new value", right),
        )
        rows.append((Span("  ".join((*heads, "sure", pen.fit_right("age", AGE - 2))), Role.LABEL),))
    for entry, values_ in zip(entries, told, strict=True):
        conflict = entry.conflict
        severity, kind = severity_sign(pen.glyphs, conflict.severity), conflict_sign(pen.glyphs, conflict.type)
        rows.append(
            (
                Span(str(conflict.number or "").rjust(digits), Role.LABEL),
                GAP,
                Span(pen.fit_right(severity.glyph, 2), severity.role),
                GAP,
                Span(kind.glyph, kind.role),
                Span(" " + pen.fit(kind.word, TYPE)),
                GAP,
                Span(pen.fit(subject(entry, pen), left)),
                GAP,
                Span(pen.fit(values_, right), Role.STRONG),
                GAP,
                Span(share(conflict.confidence)),
                Span(pen.fit_right(age(entry.new.created_at, pen.now, pen.zone), AGE + 1), Role.LABEL),
            )
        )
    return rows


def subject(entry: EntryShape, pen: Pen) -> str:
    """Return what a conflict is about, on one line."""
    return shown(pen.mask(entry.subject))


def values(entry: EntryShape, pen: Pen) -> str:
    """Return the old and the new value on one line, and how many further pairs the row stands for."""
    old, new = shown(pen.mask(entry.old_value)), shown(pen.mask(entry.new_value))
    told = f"{old} {pen.glyphs.becomes} {new}" if old and new else old or new
    return f"{told} +{entry.grouped} more" if entry.grouped else told


def pair_page(
    entry: EntryShape, verdicts: Mapping[str, Sequence[str]], pen: Pen, cells: int, *, suggested: str = ""
) -> list[Line]:
    """Return a conflict in full: both texts with what is marked in them, the reason, and each verdict's consequences.

    `verdicts` holds what each would do by the word that gives it; `suggested` is the word of the detector's.
    """
    conflict = entry.conflict
    kind = conflict_sign(pen.glyphs, conflict.type)
    title = f"{conflict.number} {pen.glyphs.separator} {conflict.id}" if conflict.number else conflict.id
    named = conflict.type.value.replace("_", " ")
    head = (
        Span(f"{kind.glyph} {named}", kind.role),
        Span(f", {conflict.severity.value}, {share(conflict.confidence)}"),
    )
    lines: list[Line] = [pen.rule(title, conflict.state.value, cells), pen.fit_line((Span(" "), *head), cells)]
    told = values(entry, pen)
    lines += _labelled("subject", [Span(subject(entry, pen))], pen, cells)
    if told:
        lines += _labelled("value", [Span(told, Role.STRONG)], pen, cells)
    for label, memory, span, role in _sides(entry):
        lines += _side(label, memory, span, role, pen, cells)
    lines += _labelled("why", [Span(shown(pen.mask(entry.reason)))], pen, cells)
    lines += _decided(entry, pen, cells)
    for word, said in verdicts.items():
        mark = [Span("suggested: ", Role.ACCENT)] if word == suggested else []
        lines += _labelled(word, [*mark, Span(shown(pen.mask("; ".join(said))))], pen, cells, role=Role.KEY)
    return lines


class PlanShape(Protocol):
    """What a verdict would do to one conflict; `memtui.services.review.PlannedVerdict` fits."""

    @property
    def entry(self) -> EntryShape: ...
    @property
    def winner(self) -> Memory | None: ...
    @property
    def loser(self) -> Memory | None: ...
    @property
    def sentence(self) -> str: ...
    @property
    def refusal(self) -> str: ...


def plan_lines(plans: Sequence[PlanShape], pen: Pen, cells: int) -> list[Line]:
    """Return what a verdict would do to each conflict: number and confidence, who wins and who gives way, what changes."""
    lines: list[Line] = []
    for plan in plans:
        conflict = plan.entry.conflict
        head = f"{conflict.number} {pen.glyphs.separator} {share(conflict.confidence)}"
        lines += _labelled(head, [Span(subject(plan.entry, pen), Role.STRONG)], pen, cells, role=Role.KEY)
        for label, memory in (("  wins", plan.winner), ("  gives way", plan.loser)):
            if memory is not None:
                text = pen.cut(shown(pen.mask(memory.content)), 2 * cells)
                lines += _labelled(label, [Span(text)], pen, cells)
        said, role = (plan.refusal, Role.WARNING) if plan.refusal else (plan.sentence, Role.DIM)
        text = shown(said) if pen.glyphs.becomes == "→" else shown(said).replace("→", pen.glyphs.becomes)
        lines += _labelled("", [Span(text, role)], pen, cells)
    return lines


def _sides(entry: EntryShape) -> list[tuple[str, Memory, tuple[int, int] | None, Role]]:
    """Return both sides with the span of each that the judgement rests on."""
    evidence, swapped = entry.conflict.evidence, entry.new.number != entry.conflict.new_number
    spans = [_span(evidence.get(name), memory) for name, memory in (("old_span", entry.old), ("span", entry.new))]
    if swapped:
        spans = [_span(evidence.get(name), memory) for name, memory in (("span", entry.old), ("old_span", entry.new))]
    role = Role.SIGNAL if evidence.get("signal") else Role.ADDED
    return [("old", entry.old, spans[0], Role.REMOVED), ("new", entry.new, spans[1], role)]


def _span(given: object, memory: Memory) -> tuple[int, int] | None:
    if isinstance(given, list | tuple) and len(given) == 2 and all(isinstance(at, int) for at in given):
        start, end = given
        return (start, end) if 0 <= start < end <= len(memory.content) else None
    return None


def _side(label: str, memory: Memory, span: tuple[int, int] | None, role: Role, pen: Pen, cells: int) -> list[Line]:
    status = status_sign(pen.glyphs, memory.status, pinned=memory.pinned)
    when = day(memory.created_at, pen.zone) if memory.created_at else "undated"
    agent = f" {pen.glyphs.dot} {shown(memory.agent)}" if memory.agent else ""
    head = [
        Span(f"{status.glyph} ", status.role),
        Span(f"{memory.status.value} {pen.glyphs.dot} {when} {pen.glyphs.dot} {memory.source.value}{agent}", Role.DIM),
    ]
    lines = _labelled(label, head, pen, cells)
    return [*lines, *_labelled("", text_spans(memory.content, span, role, pen), pen, cells)]


_BRACKETS = {Role.REMOVED: ("[-", "-]"), Role.ADDED: ("{+", "+}")}


def text_spans(content: str, span: tuple[int, int] | None, role: Role, pen: Pen) -> list[Span]:
    """Return a text on one line with what is marked in it; one that holds a credential is masked and bears no mark."""
    masked = pen.mask(content)
    if span is None or masked != content:
        return [Span(pen.cut(shown(masked), LONGEST))]
    start, end = span
    before, marked, after = shown(f"{content[:start]}|")[:-1], shown(content[start:end]), shown(f"|{content[end:]}")[1:]
    opening, closing = (
        _BRACKETS.get(role, (pen.glyphs.signal_open, pen.glyphs.signal_close)) if pen.brackets else ("", "")
    )
    if width(before) + width(marked) > LONGEST:
        return [Span(pen.cut(shown(content), LONGEST))]
    rest = pen.cut(after, LONGEST - width(before) - width(marked))
    return [Span(before), Span(f"{opening}{marked}{closing}", role), Span(rest)]


def _decided(entry: EntryShape, pen: Pen, cells: int) -> list[Line]:
    conflict = entry.conflict
    lines: list[Line] = []
    if conflict.state is not ConflictState.OPEN and conflict.decided_by:
        what = (conflict.human_verdict or "applied by itself").replace("_", " ")
        when = f", {day_and_clock(conflict.decided_at, pen.zone)}" if conflict.decided_at else ""
        lines += _labelled("verdict", [Span(shown(f"{what}, by {conflict.decided_by}{when}"))], pen, cells)
    if conflict.note:
        lines += _labelled("note", [Span(shown(pen.mask(conflict.note)))], pen, cells)
    return lines


def _labelled(label: str, spans: list[Span], pen: Pen, cells: int, *, role: Role = Role.LABEL) -> list[Line]:
    """Return spans wrapped behind a label in a column of its own."""
    indent = LABEL + 2
    lines = wrap_spans(spans, max(cells - indent, 10))
    heads = [Span(" " + pen.fit(label, LABEL) + " ", role), *(Span(" " * indent) for _ in lines[1:])]
    return [(head, *line) for head, line in zip(heads, lines, strict=False)]

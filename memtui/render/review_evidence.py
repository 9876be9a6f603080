"""What a judgement rests on, and what lies around its pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from memtui.domain.kinds import ConflictState, RelationKind
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.render.dates import day, day_and_clock, short_day
from memtui.render.glyphs import relation_sign, severity_sign, status_sign
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import share
from memtui.render.pen import Pen
from memtui.render.review import DETECTOR, PERSON, type_word
from memtui.render.review_pair import StandingShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, wrap


class NearShape(Protocol):
    """A memory near a pair; `services.review_closer.Near` fits."""

    @property
    def memory(self) -> Memory: ...
    @property
    def importance(self) -> float: ...
    @property
    def kind(self) -> RelationKind | None: ...
    @property
    def to_new(self) -> bool: ...
    @property
    def outward(self) -> bool: ...
    @property
    def conflict(self) -> ConflictState | None: ...


class CloserShape(Protocol):
    """What is told of a pair once looked at closely; `services.review_closer.Closer` fits."""

    @property
    def consequences(self) -> Mapping[Verdict, Sequence[str]]: ...
    @property
    def new(self) -> StandingShape: ...
    @property
    def old(self) -> StandingShape: ...
    @property
    def around(self) -> Sequence[NearShape]: ...
    @property
    def agreed(self) -> int: ...
    @property
    def judged(self) -> int: ...


def around_lines(near: Sequence[NearShape], pen: Pen, cells: int) -> list[Line]:
    """Return the memories around a pair, oldest first: when, what, how it is tied and to which side, layer, importance."""
    if not near:
        return [(Span(" Nothing else is tied to either of the two.", Role.DIM),)]
    room = max(round(cells * 0.46), 20)
    lines: list[Line] = []
    for one in near:
        memory = one.memory
        sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned)
        when = short_day(memory.created_at, pen.now, pen.zone) if memory.created_at else "undated"
        text = pen.cut(shown(pen.mask(memory.content[:SHOWN])), room - 1)
        left = (
            Span(f" {pen.fit(when, 12)}", Role.LABEL),
            Span(f"{sign.glyph} ", sign.role),
            Span(pen.fit(text, room)),
            *_tie(one, pen),
        )
        right = (Span(f"  {SHORT_NAMES[memory.layer]} "), Span(share(one.importance)), Span(" "))
        lines.append(pen.ends(left, right, cells))
    return lines


SHOWN = 400
"""Characters of a memory that a line about it reads."""


def _tie(one: NearShape, pen: Pen) -> Line:
    side = "NEW" if one.to_new else "OLD"
    if one.kind is None:
        state = "open" if one.conflict is ConflictState.OPEN else "kept"
        return Span(pen.glyphs.conflicted, Role.ERROR), Span(f" in conflict with {side}, {state}")
    sign = relation_sign(pen.glyphs, one.kind, outward=one.outward)
    words = {RelationKind.REFERENCES: "references", RelationKind.ELABORATES: "elaborates"}.get(one.kind, sign.word)
    said = f" {words} {side}" if one.outward else f" {sign.word} {side}"
    doubtful = one.outward and one.kind is RelationKind.ELABORATES and not one.to_new and one.memory.live
    return Span(sign.glyph, sign.role), Span(said), Span("   becomes doubtful if a" if doubtful else "", Role.DIM)


def why_lines(entry: EntryShape, closer: CloserShape | None, pen: Pen, cells: int) -> list[Line]:
    """Return all that a judgement rests on: rule, words, values, confidence, how the detector fared so far, who said what."""
    conflict, evidence = entry.conflict, entry.conflict.evidence
    severity = severity_sign(pen.glyphs, conflict.severity)
    about = [entry.thing, entry.slot, str(evidence.get("scope") or "")]
    signal = str(evidence.get("trigger") or "") or _quoted(evidence.get("signal"))
    told: list[tuple[str, str]] = [
        ("rule", f"{_rule(evidence)}: {type_word(conflict.type)}, {severity.word}, {share(conflict.confidence)}"),
        ("so far", _fared(entry, closer)),
        ("reason", entry.reason),
        ("signal", signal),
        ("in NEW", _quoted(_words_at(entry, "span", pen))),
        ("in OLD", _quoted(_words_at(entry, "old_span", pen))),
        ("about", f" {pen.glyphs.dot} ".join(part for part in about if part)),
        ("values", f"{entry.old_value} → {entry.new_value}" if entry.old_value else entry.new_value),
        ("suggests", f"{DETECTOR[conflict.suggested_action]}, found {day_and_clock(conflict.created_at, pen.zone)}"),
        ("stands for", f"{counted_pairs(entry.grouped)} of the same words" if entry.grouped else ""),
        ("verdict", verdict_words(entry, pen)),
        ("note", conflict.note or ""),
    ]
    lines: list[Line] = []
    for label, value in told:
        text = shown(pen.mask(value)).replace("→", pen.glyphs.becomes) if value else ""
        for place, (start, end) in enumerate(wrap(text, max(cells - 15, 10)) if text else ()):
            name = label if place == 0 else ""
            lines.append((Span(f" {name:<12} ", Role.LABEL), Span(text[start:end])))
    return lines


def counted_pairs(count: int) -> str:
    """Return `1 more pair`, `3 more pairs`."""
    return f"{count:,} more {'pair' if count == 1 else 'pairs'}"


def _rule(evidence: Mapping[str, object]) -> str:
    if evidence.get("missed"):
        return f"none: {evidence.get('by') or 'a person'} marked the two"
    return str(evidence.get("rule") or "from an import")


def _quoted(value: object) -> str:
    return f"“{value}”" if value else ""


def _words_at(entry: EntryShape, name: str, pen: Pen) -> str:
    """Return the words that a judgement rests on; none of a text that holds a credential, whose parts no mask would know."""
    span = entry.conflict.evidence.get(name)
    swapped = entry.new.number != entry.conflict.new_number
    memory = entry.new if (name == "span") != swapped else entry.old
    if not isinstance(span, list | tuple) or len(span) != 2 or pen.mask(memory.content) != memory.content:
        return ""
    return memory.content[int(span[0]) : int(span[1])][:200]


def _fared(entry: EntryShape, closer: CloserShape | None) -> str:
    if closer is None:
        return ""
    kind = type_word(entry.conflict.type)
    if not closer.judged:
        return f"nobody judged a {kind} yet"
    return f"right in {closer.agreed:,} of {closer.judged:,} verdicts on a {kind} ({closer.agreed / closer.judged:.0%})"


def verdict_words(entry: EntryShape, pen: Pen) -> str:
    """Return what was decided, by whom and when; of an open conflict when it was put off, if it was."""
    conflict = entry.conflict
    if conflict.state is ConflictState.OPEN or not conflict.decided_by:
        return f"put off on {day(conflict.later_at, pen.zone)}" if conflict.later_at else ""
    what = PERSON.get(
        conflict.human_verdict or "", "applied by itself" if conflict.state is ConflictState.AUTO else "settled"
    )
    when = f", {day_and_clock(conflict.decided_at, pen.zone)}" if conflict.decided_at else ""
    return f"{what}, by {conflict.decided_by}{when}"

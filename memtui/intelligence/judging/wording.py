"""How a silent change is put into words: subject, slot, values, spans and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.judgements import Span
from memtui.intelligence.judging import polarity
from memtui.intelligence.judging.comparisons import Comparison, Found, Labelled
from memtui.intelligence.judging.outlines import Outline, Token
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.judging.values import Sort

LONGEST_QUOTE = 60
"""Longer quotations are cut in a reason."""

_NAMING = frozenset([Labelled.SAME, Labelled.GENERIC, Labelled.EXTENDED, Labelled.MOVED])
_EDGES = " \t\r\n`'\"*_-:;,.([{>#"


@dataclass(frozen=True, slots=True)
class Worded:
    """A change in words; spans are offsets into the two memories."""

    reason: str
    subject: str
    slot: str
    old_value: str
    new_value: str
    span: Span
    old_span: Span


def worded_value(pair: Pair, comparison: Comparison, carrier: Found) -> Worded:
    """Return the words for a value that stands in the place of another."""
    in_body = carrier not in comparison.label
    difference = carrier.difference
    whole = difference.inner or carrier.sort is Sort.INNER_ADDED
    old_span = _place(
        comparison.old,
        difference.old,
        difference.old_at + (comparison.cut_old if in_body else comparison.old.first),
        whole,
    )
    span = _place(
        comparison.new,
        difference.new,
        difference.new_at + (comparison.cut_new if in_body else comparison.new.first),
        whole,
    )
    old_value, new_value = _cut(pair.old.text[slice(*old_span)]), _cut(pair.new.text[slice(*span)])
    against = f"{_quoted(new_value)} against {_quoted(old_value)}"
    label = comparison.new.label
    if label is not None and in_body and comparison.labelled in _NAMING:
        reason = f"Same label {_quoted(label.text)}, {against}."
        return Worded(reason, label.text, label.text, old_value, new_value, span, old_span)
    subject, slot = _around(pair, comparison, span)
    said = "Same description" if label is not None and not in_body else f"Both say {_quoted(subject)}"
    return Worded(f"{said}, {against}.", subject, slot, old_value, new_value, span, old_span)


def worded_denial(pair: Pair, comparison: Comparison) -> Worded:
    """Return the words for a statement that denies what the other claims."""
    new_denies = polarity.denial(comparison.new) is not None
    denied, claimed = (comparison.new, comparison.old) if new_denies else (comparison.old, comparison.new)
    negation = polarity.denial(denied)
    assert negation is not None
    here = denied.tokens[min(negation.token, len(denied.tokens) - 1)]
    there = next((token for token in claimed.tokens if token.key == here.key), claimed.tokens[0])
    text = pair.new.text if new_denies else pair.old.text
    no_span, yes_span = (negation.start, max(negation.end, here.end)), (there.start, there.end)
    no, yes = _cut(text[slice(*no_span)]), there.text
    subject = _cut(text[denied.tokens[0].start : negation.start]) or _cut(text[negation.end : denied.tokens[-1].end])
    if new_denies:
        reason = f"Denies what the older one says: {_quoted(no)} against {_quoted(yes)}."
        return Worded(reason, subject, here.text, yes, no, no_span, yes_span)
    reason = f"Says what the older one denies: {_quoted(yes)} against {_quoted(no)}."
    return Worded(reason, subject, here.text, no, yes, yes_span, no_span)


def _place(outline: Outline, tokens: Sequence[Token], at: int, whole: bool) -> Span:
    """Return where a value stands: its tokens, or the whole code span that they are part of."""
    held = list(tokens)
    if whole or not held:
        near = held[:1] or outline.tokens[max(0, at - 1) : at] or outline.tokens[:1]
        if near and near[0].span:
            held = [token for token in outline.tokens if token.span == near[0].span]
        else:
            held = list(near)
    return (held[0].start, held[-1].end) if held else (0, 0)


def _around(pair: Pair, comparison: Comparison, span: Span) -> tuple[str, str]:
    """Return what is said of a value that has no label, and the word that it follows."""
    statement = pair.new_statement
    before = _cut(pair.new.text[statement.start : span[0]], last=True)
    after = _cut(pair.new.text[span[1] : statement.end])
    subject = before if " " in before or not after else f"{before} … {after}".strip()
    leading = [token for token in comparison.new.tokens if token.end <= span[0] and token.weight > 0.3]
    following = [token for token in comparison.new.tokens if token.start >= span[1] and token.weight > 0.3]
    slot = leading[-1] if leading else following[0] if following else None
    return subject, slot.text if slot is not None else subject


def _cut(text: str, *, last: bool = False) -> str:
    """Return a text on one line without markup at its edges, at most so long; `last` keeps its end."""
    line = " ".join(text.split()).strip(_EDGES)
    if len(line) <= LONGEST_QUOTE:
        return line
    return f"…{line[1 - LONGEST_QUOTE :].lstrip()}" if last else f"{line[: LONGEST_QUOTE - 1].rstrip()}…"


def _quoted(text: str) -> str:
    return f"“{text}”"

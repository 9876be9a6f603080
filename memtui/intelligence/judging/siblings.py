"""Labelled lines of two things: their values never conflict."""

from __future__ import annotations

from memtui.intelligence.judging.comparisons import Labelled, are_apart, relation_of
from memtui.intelligence.judging.labels import Label, LabelKind, label_of
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.reading import Statement


def siblings(pair: Pair) -> Answer:
    """Settle that lines under two labels, or under one that tells who a thing is, get along."""
    one, two = _told(pair.old_statement), _told(pair.new_statement)
    if one is None or two is None:
        return None
    if are_apart(one, two):
        return NOTHING
    old, new = outline(pair.old_statement), outline(pair.new_statement)
    return NOTHING if relation_of(old, new) in (Labelled.DIFFERENT, Labelled.IDENTITY) else None


def _told(statement: Statement) -> Label | None:
    """Return the label of a statement that tells something of what stands behind it."""
    label = label_of(statement)
    return None if label is None or label.open or label.kind is LabelKind.ANNOUNCING else label

"""Labelled lines of two things: their values never conflict."""

from __future__ import annotations

from memtui.intelligence.judging.comparisons import Labelled, relation_of
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair


def siblings(pair: Pair) -> Answer:
    """Settle that lines under two labels, or under one that tells who a thing is, get along."""
    old, new = outline(pair.old_statement), outline(pair.new_statement)
    if old.label is None or new.label is None or old.label.open or new.label.open:
        return None
    return NOTHING if relation_of(old, new) in (Labelled.DIFFERENT, Labelled.IDENTITY) else None

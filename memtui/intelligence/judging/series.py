"""Numbered items and plan steps: "Step 3: ...", "Version 2.1: ...", "4. ..."."""

from __future__ import annotations

import re

from memtui.intelligence import lexicon
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.reading import Reading, Statement

_NUMBERED = re.compile(r"[\s>*_#\[(-]*(\d{1,3})[.)]\s")
_NAMED = re.compile(
    r"[^\w]*([A-Za-z]{2,12})[\s_]*(?:#|no\.?|nr\.?)?[\s_]*(\d[\w.]{0,8}|[ivxIVX]{1,5}|[A-H])\b\s*(?=[:.)\u2013\u2014\]-]|$|\w)"
)


def series(pair: Pair) -> Answer:
    """Settle that two items of one series with different numbers get along, and that a plan step is no event."""
    new, old = position(pair.new, pair.new_statement), position(pair.old, pair.old_statement)
    if new is None and old is None:
        return None
    if new is not None and old is not None:
        return NOTHING if new[0] == old[0] and new[1] != old[1] else None
    step = new or old
    assert step is not None
    return NOTHING if step[0] in lexicon.words("judging/silent", "plan_words") else None


def position(reading: Reading, statement: Statement) -> tuple[str, str] | None:
    """Return the series word and the number of an item, or None; a numbered list has the empty word."""
    kept = vars(statement)
    if "_position" not in kept:
        kept["_position"] = _position(reading.text[statement.start : statement.start + 60])
    return kept["_position"]  # type: ignore[no-any-return]


def _position(beginning: str) -> tuple[str, str] | None:
    listed = _NUMBERED.match(beginning)
    if listed:
        return "", listed.group(1)
    named = _NAMED.match(beginning)
    if named and named.group(1).lower() in lexicon.words("judging/silent", "series_words"):
        return named.group(1).lower(), named.group(2).lower().rstrip(".")
    return None

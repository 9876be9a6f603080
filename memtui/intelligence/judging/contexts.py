"""What the other sentences of two memories say about a pair of statements."""

from __future__ import annotations

from memtui.intelligence.judging.labels import Label
from memtui.intelligence.judging.names import Kinship, kinship
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.reading import Reading

MOST_ALONE = 3.0
"""The longer two texts of which nothing else agrees, the less one pair of sentences tells, up to this."""

LEAST_HEAD = 0.5
"""First sentences that share less than this part of their words open two topics."""


def surroundings(pair: Pair) -> dict[str, float] | None:
    """Return how much the other sentences agree, or None where the memories are about two things.

    A later sentence stands under the first one: where the first ones differ, it says something else. And what both
    say word for word has not changed.
    """
    new, old = pair.new, pair.old
    if len(new.statements) == 1 and len(old.statements) == 1:
        return {}
    first = pair.new_statement is new.statements[0] and pair.old_statement is old.statements[0]
    if not first and not _same_head(new, old):
        return None
    mine, others = _texts(new), _texts(old)
    if _restated(pair, mine, others):
        return None
    agreeing = len(mine & others) / max(len(mine), len(others))
    longer = max(len(new.statements), len(old.statements))
    return {"context": agreeing, "alone": 0.0 if agreeing else min(longer / 2, MOST_ALONE)}


def _restated(pair: Pair, new: frozenset[str], old: frozenset[str]) -> bool:
    mine, others = pair.new_statement.text.strip(), pair.old_statement.text.strip()
    return mine != others and (mine in old or others in new)


def _same_head(new: Reading, old: Reading) -> bool:
    """Whether the first sentences open one topic; a single sentence may stand under any heading."""
    mine, others = new.statements[0], old.statements[0]
    if mine.text.strip() == others.text.strip():
        return True
    one, other = outline(mine), outline(others)
    if len(old.statements) == 1 or len(new.statements) == 1:
        return (one if len(old.statements) == 1 else other).label is None
    if one.label is not None and other.label is not None:
        return _same_label(one.label, other.label)
    shared = sum(token.weight for token in one.tokens if token.key in other.keys)
    return shared >= LEAST_HEAD * min(one.weight, other.weight)


def _same_label(one: Label, other: Label) -> bool:
    if one.names == other.names:
        return True
    return len(one.names) == len(other.names) == 1 and kinship(one.text, other.text) is Kinship.MOVED


def _texts(reading: Reading) -> frozenset[str]:
    kept = vars(reading)
    made = kept.get("_texts")
    if made is None:
        made = kept["_texts"] = frozenset(statement.text.strip() for statement in reading.statements)
    return made

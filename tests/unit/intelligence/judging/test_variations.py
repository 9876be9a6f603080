"""Pairs of our own, beside the worked ones: other people, verbs, objects and scopes, in English and German."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, MemoryType, Severity
from memtui.intelligence.reading import read
from tests.quality.pair_cases import UPDATES, pending, relate
from tests.unit.intelligence.judging import harmless, variations

TYPES = {"p": MemoryType.PREFERENCE, "s": MemoryType.SEMANTIC, "o": MemoryType.OPERATIONAL}
Pair = tuple[str, str, str]


def judged(pair: Pair) -> Finding | None:
    memory_type, old, new = pair
    kind = TYPES.get(memory_type, MemoryType.SEMANTIC)
    older = read(old, memory_type=kind, created_at=datetime(2026, 5, 4, tzinfo=UTC))
    newer = read(new, memory_type=kind, created_at=datetime(2026, 5, 7, tzinfo=UTC))
    return relate(newer, older)


def texts(pair: Pair) -> str:
    return f"{pair[1]} / {pair[2]}"


@pytest.mark.parametrize("pair", harmless.NONE, ids=texts)
def test_what_gets_along_is_no_conflict(pair: Pair) -> None:
    found = judged(pair)
    assert found is None or found.type is None


@pytest.mark.parametrize("pair", variations.CONTRADICTION, ids=texts)
def test_what_cannot_both_be_true_is_a_contradiction(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type is ConflictType.CONTRADICTION
    assert not found.exact


@pytest.mark.parametrize("pair", variations.SUPERSESSION, ids=texts)
def test_an_update_supersedes(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type in UPDATES or (found.type is ConflictType.CONTRADICTION and found.signal)


@pytest.mark.parametrize("pair", variations.DUPLICATE, ids=texts)
def test_the_same_said_twice_is_a_duplicate(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert (found.type, found.severity) == (ConflictType.DUPLICATE, Severity.LOW)


@pytest.mark.parametrize("pair", variations.SWAPPED, ids=texts)
def test_swapped_roles_only_wait_for_a_person(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type is not ConflictType.DUPLICATE
    assert pending(found)
    assert found.relation is None


@pytest.mark.parametrize("pair", variations.DEMANDED, ids=texts)
def test_another_demand_on_the_same_thing_is_a_contradiction(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type is ConflictType.CONTRADICTION


@pytest.mark.parametrize("pair", harmless.RELATED, ids=texts)
def test_what_does_not_conflict_may_be_related(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type is None
    assert found.relation is not None
    assert found.relation.value == pair[0]


@pytest.mark.parametrize("pair", [*variations.CONTRADICTION, *variations.SUPERSESSION], ids=texts)
def test_a_finding_names_values_that_stand_in_the_texts(pair: Pair) -> None:
    found = judged(pair)
    assert found is not None
    assert found.reason
    assert found.old_value or found.new_value
    assert found.span is None or 0 <= found.span[0] < found.span[1] <= len(pair[2])
    assert found.old_span is None or 0 <= found.old_span[0] < found.old_span[1] <= len(pair[1])


def test_every_rule_prints_a_confidence() -> None:
    pairs = [*variations.CONTRADICTION, *variations.SUPERSESSION, *variations.DUPLICATE, *variations.SWAPPED]
    for pair in pairs:
        found = judged(pair)
        assert found is not None
        assert found.confidence > 0


CHANGES = [
    "User now prefers Emacs.",
    "User changed to Emacs.",
    "User preference changed to: user prefers Emacs.",
    "User updated to: prefers Emacs.",
    "User preference updated to Emacs.",
    "From now on user prefers Emacs.",
    "Correction: user prefers Emacs.",
    "Actually, user prefers Emacs.",
    "Previously user preferred Vim, now user prefers Emacs.",
    "User previously preferred Vim and now prefers Emacs.",
    "This supersedes earlier notes: user prefers Emacs.",
    "User prefers Emacs instead of Vim.",
    "User prefers Emacs instead.",
    "As of May 2026, user prefers Emacs.",
    "User switched from Vim to Emacs.",
    "User has moved from Vim to Emacs.",
    "User replaced Vim with Emacs.",
    "User's editor preference is now Emacs.",
    "Update: User prefers Emacs.",
    "User currently prefers Emacs.",
    "Emacs is now preferred by the user.",
    "User has recently started to prefer Emacs.",
    "Der Nutzer bevorzugt jetzt Emacs.",
]


@pytest.mark.parametrize("new", CHANGES)
def test_every_way_to_tell_a_change_supersedes_at_once(new: str) -> None:
    found = judged(("p", "User prefers Vim.", new))
    assert found is not None
    assert found.type is ConflictType.PREFERENCE_CHANGE
    assert found.exact
    assert found.confidence >= 0.9
    assert found.signal


@pytest.mark.parametrize("new", CHANGES)
def test_a_change_leaves_other_preferences_alone(new: str) -> None:
    for old in ("User prefers dark mode.", "Dana prefers Vim.", "User likes long walks.", "User prefers tea."):
        found = judged(("p", old, new))
        assert found is None or found.type is None

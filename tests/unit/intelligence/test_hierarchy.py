"""Which layer a memory deserves, and which moves are legal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.kinds import Layer, MemoryType, Status
from memtui.domain.records import Memory
from memtui.intelligence import hierarchy
from memtui.intelligence.hierarchy import DEFAULT, MNENO, Direction, Judgement, Verdict

NOW = datetime(2026, 3, 23, 14, 2, tzinfo=UTC)


def memory(layer: Layer, age_days: float = 10.0, **fields: Any) -> Memory:
    """A memory that was written and last changed so many days ago."""
    at = NOW - timedelta(days=age_days)
    return Memory(id="M", content="x", recorded_at=at, updated_at=at, layer=layer, **fields)


def judged(made: Memory, importance: float = 0.5, policy: hierarchy.HierarchyPolicy = DEFAULT) -> Judgement:
    return hierarchy.judge(made, importance, NOW, policy)


def test_a_pinned_memory_stays_unless_mneno_judges() -> None:
    pinned = memory(Layer.SHORT_TERM, 30, pinned=True)
    assert judged(pinned).verdict is Verdict.UNCHANGED
    assert judged(pinned, policy=MNENO).verdict is Verdict.ARCHIVED


def test_what_is_valued_is_never_stale() -> None:
    valued = memory(Layer.WORKING, 20, access_count=50)
    assert judged(valued, 1.0).verdict is Verdict.UNCHANGED
    assert judged(valued, 1.0, MNENO).verdict is Verdict.ARCHIVED
    assert judged(memory(Layer.WORKING, 20)).to is Layer.ARCHIVED


def test_a_new_memory_has_a_day_of_grace() -> None:
    new = memory(Layer.SHORT_TERM, 0.9)
    assert judged(new, 0.1).verdict is Verdict.UNCHANGED
    assert judged(new, 0.1, MNENO).verdict is Verdict.ARCHIVED
    assert judged(memory(Layer.SHORT_TERM, 1.1), 0.1).verdict is Verdict.ARCHIVED


def test_grace_does_not_keep_a_new_memory_from_rising() -> None:
    assert judged(memory(Layer.SHORT_TERM, 0, access_count=3)).to is Layer.EPISODIC


def test_a_preference_in_working_is_only_suggested_for_semantic() -> None:
    preference = memory(Layer.WORKING, memory_type=MemoryType.PREFERENCE)
    found = judged(preference)
    assert (found.verdict, found.to, found.suggested) == (Verdict.UNCHANGED, Layer.SEMANTIC, True)
    assert judged(preference, policy=MNENO).verdict is Verdict.DEMOTED


def test_what_an_evaluation_just_moved_rests() -> None:
    once = memory(Layer.EPISODIC)
    assert hierarchy.judge(once, 0.9, NOW).verdict is Verdict.PROMOTED
    assert hierarchy.judge(once, 0.9, NOW, rested=False).verdict is Verdict.UNCHANGED


@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.ARCHIVED])
def test_what_is_over_is_not_evaluated(status: Status) -> None:
    assert judged(memory(Layer.EPISODIC, status=status), 0.9).verdict is Verdict.UNCHANGED


def test_reasons_name_the_figure_and_its_limit() -> None:
    assert judged(memory(Layer.WORKING, 16)).reason == "Stale: 16 days without an update, and working keeps 14."
    assert judged(memory(Layer.SHORT_TERM, 2, access_count=4)).reason == "Opened 4 times, at least 3."
    assert judged(memory(Layer.EPISODIC), 0.9).reason == "Importance 0.90 is at least 0.85."
    low = judged(memory(Layer.WORKING, 10), 0.0)
    assert (low.reason, low.cause) == ("Retention 0.17 is at most 0.25.", ".17")


def test_retention_parts_are_shares() -> None:
    found = hierarchy.retention(0.78, 9, 5.4, MemoryType.EPISODIC)
    assert (found.importance, found.access, found.type) == (0.78, 0.9, 0.4)
    assert found.youth == pytest.approx(0.94)
    assert found.value == pytest.approx(0.45 * 0.78 + 0.35 * 0.9 + 0.15 * 0.94 + 0.05 * 0.4)
    assert hierarchy.retention(0.5, 0, -3, MemoryType.SEMANTIC) == hierarchy.retention(0.5, 0, 0, MemoryType.SEMANTIC)


@pytest.mark.parametrize(
    ("layer", "to", "way", "sentence"),
    [
        (Layer.SEMANTIC, Layer.SEMANTIC, Direction.PROMOTION, "it is in semantic already"),
        (Layer.SEMANTIC, Layer.EPISODIC, Direction.PROMOTION, "episodic lies below that. Demote it instead."),
        (Layer.SEMANTIC, Layer.WORKING, Direction.DEMOTION, "working lies above that. Promote it instead."),
    ],
)
def test_an_illegal_move_says_why(layer: Layer, to: Layer, way: Direction, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence.replace(".", r"\.")):
        hierarchy.check_move(memory(layer), to, way)


def test_a_pinned_memory_is_not_demoted_into_the_archive() -> None:
    with pytest.raises(Refused, match="pinned"):
        hierarchy.check_move(memory(Layer.EPISODIC, pinned=True), Layer.ARCHIVED, Direction.DEMOTION)


def test_the_next_layer_ends_at_both_ends() -> None:
    assert hierarchy.next_layer(memory(Layer.EPISODIC), Direction.PROMOTION) is Layer.SEMANTIC
    assert hierarchy.next_layer(memory(Layer.SHORT_TERM), Direction.DEMOTION) is Layer.ARCHIVED
    with pytest.raises(Refused, match="already the highest"):
        hierarchy.next_layer(memory(Layer.OPERATIONAL), Direction.PROMOTION)
    with pytest.raises(Refused, match="already the lowest"):
        hierarchy.next_layer(memory(Layer.ARCHIVED), Direction.DEMOTION)


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(InvalidRecord, match="default, mneno"):
        hierarchy.preset("harsh")

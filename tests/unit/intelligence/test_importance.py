"""How important a memory is, after Memento's tables."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memtui.domain.kinds import Priority, Source
from memtui.intelligence.importance import assess, base, recency
from tests.quality.shelf import NOW, memory


def test_the_guides_decision_is_very_important() -> None:
    decided = memory(
        "Decided to adopt TypeScript",
        1,
        tags=("decision", "architecture"),
        priority=Priority.HIGH,
        source=Source.MANUAL,
    )
    assert assess(decided, NOW).value == pytest.approx(0.9275, abs=1e-12)
    assert assess(decided, NOW).reading == "very important"


def test_the_guides_debugging_note_is_low() -> None:
    noted = memory("Line 42 has a typo in variable name", 1, tags=("none",), source=Source.READ)
    assert assess(noted, NOW).value == pytest.approx(0.5075, abs=1e-12)
    assert assess(noted, NOW).reading == "low"


def test_the_parts_add_up() -> None:
    made = assess(memory("x", 1, tags=("error",), priority=Priority.LOW, source=Source.BASH), NOW)
    assert (made.source, made.tags, made.priority, made.recency) == (0.7, 0.8, 0.35, 1.0)
    assert made.computed == pytest.approx(0.3 * 0.7 + 0.2 * 0.8 + 0.25 * 0.35 + 0.25)
    assert made.base == pytest.approx(made.computed - 0.25)


@pytest.mark.parametrize(
    ("tags", "weight"),
    [((), 0.0), (("database",), 0.0), (("config", "database"), 0.7), (("config", "todo"), 0.6)],
)
def test_only_known_tags_count(tags: tuple[str, ...], weight: float) -> None:
    assert assess(memory("x", 1, tags=tags), NOW).tags == pytest.approx(weight)


def test_a_proposed_tag_does_not_count_until_it_is_confirmed() -> None:
    assert base(memory("x", 1, proposed_tag="decision")) == base(memory("x", 1))
    assert base(memory("x", 1, tags=("decision",))) > base(memory("x", 1))


def test_recency_halves_every_347_days_and_a_future_date_is_new() -> None:
    assert recency(0) == 1.0
    assert recency(347) == pytest.approx(0.5)
    assert recency(694) == pytest.approx(0.25)
    assert recency(-30) == 1.0
    assert assess(memory("x", 1, created_at=NOW + timedelta(days=3)), NOW).recency == 1.0


def test_an_undated_memory_is_neither_new_nor_old() -> None:
    undated = assess(memory("x", 1, created_at=None), NOW)
    assert (undated.recency, undated.undated) == (0.5, True)


def test_a_persons_value_counts_and_the_computed_one_stays_beside_it() -> None:
    made = assess(memory("x", 1, importance_override=0.2), NOW)
    assert made.value == 0.2
    assert made.computed > 0.2
    assert made.reading == "low"


@pytest.mark.parametrize(("value", "reading"), [(0.85, "very important"), (0.849, ""), (0.55, "low"), (0.551, "")])
def test_readings_begin_exactly_at_their_limits(value: float, reading: str) -> None:
    assert assess(memory("x", 1, importance_override=value), NOW).reading == reading

"""The memories of the sample project: plenty, of every value and layer, talks, and hostile rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from memtui.clock import FixedClock
from memtui.demo import NOW
from memtui.domain.filters import Badge
from memtui.domain.kinds import (
    Kind,
    Layer,
    MemoryType,
    Priority,
    Source,
    Status,
    Tier,
    Trust,
)
from memtui.domain.records import Memory
from memtui.services import hierarchy
from memtui.services.workspace import Workspace


def test_there_is_plenty_to_look_at(memories: list[Memory]) -> None:
    assert len(memories) >= 150


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("kind", [None, *Kind]),
        ("memory_type", list(MemoryType)),
        ("source", list(Source)),
        ("priority", list(Priority)),
        ("tier", list(Tier)),
        ("layer", list(Layer)),
        ("trust", list(Trust)),
        ("status", list(Status)),
        ("agent", ["ana", "ben", "mei", "claude-code", "codex"]),
        ("project", ["acme-shop", "acme-infra", "acme-search", None]),
    ],
)
def test_every_value_of_a_field_occurs(memories: list[Memory], name: str, values: list[object]) -> None:
    assert set(values) <= {getattr(memory, name) for memory in memories}


def test_every_layer_is_filled_and_the_evaluation_suggests_moves_both_ways(sample: Workspace) -> None:
    assert all(hold.memories >= 5 for hold in hierarchy.board(sample).layers)
    found = hierarchy.evaluate(replace(sample, clock=FixedClock(NOW)))
    assert {memory.layer for memory in found.promoted} == {Layer.SHORT_TERM, Layer.EPISODIC}
    assert len(found.demoted) == 2
    assert 5 <= len(found.archived) <= 25


def test_there_are_pinned_overridden_undated_and_repeated_ones(memories: list[Memory]) -> None:
    assert sum(memory.pinned for memory in memories) >= 3
    assert sum(memory.importance_override is not None for memory in memories) >= 2
    assert sum(memory.created_at is None for memory in memories) >= 3
    assert max(Counter(memory.content for memory in memories).values()) == 2
    assert max(memory.access_count for memory in memories) >= 20


def test_talks_have_speakers_and_turns_in_order(memories: list[Memory]) -> None:
    talks: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.session:
            talks.setdefault(memory.session, []).append(memory)
    assert len(talks) >= 3
    for turns in talks.values():
        turns.sort(key=lambda memory: memory.session_position or 0)
        assert [turn.session_position for turn in turns] == list(range(len(turns)))
        assert len({turn.speaker for turn in turns}) == 2


def test_hostile_rows_are_kept_as_they_came(memories: list[Memory], sample: Workspace) -> None:
    everything = "\n".join(memory.content for memory in memories)
    for piece in (
        "[/",
        "[@click=app.quit]x[/]",
        "\x1b]52;c;aGk=\x07",
        "\x9b31m",
        "\u202e",
        "腾讯云",
        "東京",
        "한국어",
        "🔥",
        "👩‍👩‍👧‍👦",
    ):
        assert piece in everything
    assert max(len(line) for line in everything.splitlines()) > 5_000
    badges = sample.store.reads.badges([memory.number or 0 for memory in memories])
    assert {badge for found in badges.values() for badge in found} == set(Badge)

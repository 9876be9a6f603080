"""Some hundred pairs of all kinds of memories, each with what the newer one must mean for the older one."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui import MemoryClient
from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Severity
from memtui.intelligence.reading import read
from tests.quality.pair_cases import UPDATES, pending, relate

PAIRS: dict[str, list[tuple[str, str]]] = {
    name: [(old, new) for old, new in pairs]
    for name, pairs in tomllib.loads(
        (Path(__file__).parent / "everyday_pairs.toml").read_text(encoding="utf-8")
    ).items()
}
EARLIER, LATER = datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 3, 23, tzinfo=UTC)


def judged(old: str, new: str) -> Finding | None:
    return relate(read(new, created_at=LATER), read(old, created_at=EARLIER))


def settled(found: Finding | None) -> bool:
    """Whether nothing is reported, or only what waits for a person."""
    return found is None or found.type is None or pending(found)


@pytest.mark.parametrize(("old", "new"), PAIRS["apart"])
def test_what_speaks_of_two_things_gets_along(old: str, new: str) -> None:
    assert settled(judged(old, new))


@pytest.mark.parametrize(("old", "new"), PAIRS["same"])
def test_the_same_in_other_words_is_no_conflict(old: str, new: str) -> None:
    found = judged(old, new)
    assert settled(found) or (found is not None and found.type is ConflictType.DUPLICATE)


@pytest.mark.parametrize(("old", "new"), PAIRS["duplicate"])
def test_the_same_said_twice_is_a_duplicate(old: str, new: str) -> None:
    found = judged(old, new)
    assert found is not None
    assert found.type is ConflictType.DUPLICATE


@pytest.mark.parametrize(("old", "new"), PAIRS["contradiction"])
def test_what_excludes_each_other_is_a_contradiction(old: str, new: str) -> None:
    found = judged(old, new)
    assert found is not None
    assert (found.type, found.signal) == (ConflictType.CONTRADICTION, "")


@pytest.mark.parametrize(("old", "new"), PAIRS["update"])
def test_what_tells_of_a_change_is_an_update(old: str, new: str) -> None:
    found = judged(old, new)
    assert found is not None
    assert found.type in UPDATES


@pytest.mark.parametrize(("old", "new"), PAIRS["ended"])
def test_what_denies_with_a_signal_is_a_contradiction_of_high_severity(old: str, new: str) -> None:
    found = judged(old, new)
    assert found is not None
    assert (found.type, found.severity) == (ConflictType.CONTRADICTION, Severity.HIGH)
    assert found.signal


def test_switches_there_and_back_follow_each_other_in_one_lane() -> None:
    texts = [
        "The indexer uses npm.",
        "Switched the indexer from npm to yarn.",
        "Switched the indexer from yarn to npm.",
        "Switched the indexer from npm to yarn.",
    ]
    with MemoryClient(":memory:") as client:
        for month, text in enumerate(texts, start=1):
            client.add(text, created_at=datetime(2026, month, 1, tzinfo=UTC))
        spans = client.timeline("npm").spans
    assert {span.lane for span in spans} == {"indexer"}
    assert [span.value for span in spans] == ["npm", "yarn", "npm", "yarn"]
    assert [span.end for span in spans] == [*(span.start for span in spans[1:]), None]

"""Some hundred invented pairs: other people, tools, verbs, tenses, units and languages than anywhere else."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui import MemoryClient
from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, MemoryType, Severity
from memtui.intelligence.reading import read
from tests.quality.pair_cases import UPDATES, pending, relate

PAIRS: dict[str, list[list[str]]] = tomllib.loads(
    (Path(__file__).parent / "invented_pairs.toml").read_text(encoding="utf-8")
)
TYPES = {"p": MemoryType.PREFERENCE, "s": MemoryType.SEMANTIC, "o": MemoryType.OPERATIONAL}
EARLIER, LATER = datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 3, 23, tzinfo=UTC)
EVERY = [pair for pairs in PAIRS.values() for pair in pairs]
LONGEST_REASON = 320


def judged(pair: list[str]) -> Finding | None:
    kind, old, new = pair
    older = read(old, memory_type=TYPES[kind], created_at=EARLIER)
    return relate(read(new, memory_type=TYPES[kind], created_at=LATER), older)


def texts(pair: list[str]) -> str:
    return f"{pair[1]} / {pair[2]}"


@pytest.mark.parametrize("pair", PAIRS["none"], ids=texts)
def test_what_gets_along_is_no_conflict(pair: list[str]) -> None:
    found = judged(pair)
    assert found is None or found.type is None or pending(found)


@pytest.mark.parametrize("pair", PAIRS["contradiction"], ids=texts)
def test_what_cannot_both_be_true_is_a_contradiction(pair: list[str]) -> None:
    found = judged(pair)
    assert found is not None
    assert (found.type, found.signal) == (ConflictType.CONTRADICTION, "")


@pytest.mark.parametrize("pair", PAIRS["update"], ids=texts)
def test_what_tells_of_a_change_is_an_update(pair: list[str]) -> None:
    found = judged(pair)
    assert found is not None
    assert found.type in UPDATES


@pytest.mark.parametrize("pair", PAIRS["ended"], ids=texts)
def test_what_denies_outright_contradicts_and_supersedes(pair: list[str]) -> None:
    found = judged(pair)
    assert found is not None
    assert (found.type, found.severity) == (ConflictType.CONTRADICTION, Severity.HIGH)
    assert found.signal


@pytest.mark.parametrize("pair", PAIRS["duplicate"], ids=texts)
def test_what_says_the_same_is_a_duplicate(pair: list[str]) -> None:
    found = judged(pair)
    assert found is not None
    assert (found.type, found.severity) == (ConflictType.DUPLICATE, Severity.LOW)


@pytest.mark.parametrize("pair", EVERY, ids=texts)
def test_a_finding_can_be_checked_against_both_texts(pair: list[str]) -> None:
    found = judged(pair)
    if found is None:
        return
    assert found.reason.isprintable()
    assert len(found.reason) <= LONGEST_REASON
    for span, text in ((found.span, pair[2]), (found.old_span, pair[1])):
        assert span is not None
        assert text[slice(*span)].strip()


def hostile(text: str) -> str:
    """Return a text with control characters in it that goes on for long."""
    return " ".join(f"{word}\x1b[31m\u202e\x07" for word in text.split()) + " and so on and so forth" * 60


@pytest.mark.parametrize("pair", EVERY[::5], ids=texts)
def test_no_finding_quotes_control_characters_or_a_long_text_whole(pair: list[str]) -> None:
    for old, new in ((pair[1], hostile(pair[2])), (hostile(pair[1]), hostile(pair[2]))):
        found = judged([pair[0], old, new])
        for said in () if found is None else (found.reason, found.subject, found.old_value, found.new_value):
            assert said.isprintable() or not said
            assert len(said) <= LONGEST_REASON


@pytest.fixture
def client() -> Iterator[MemoryClient]:
    with MemoryClient(":memory:") as client:
        yield client


@pytest.mark.parametrize("pair", [*PAIRS["contradiction"][::4], *PAIRS["update"][::4]], ids=texts)
def test_the_older_one_is_found_in_a_store(client: MemoryClient, pair: list[str]) -> None:
    kind, old, new = pair
    client.add(old, memory_type=TYPES[kind], created_at=EARLIER)
    done = client.add_with_report(new, memory_type=TYPES[kind], created_at=LATER)
    assert len(done.conflict_reports) == 1

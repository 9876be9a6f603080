"""Update signals in three languages: what the newer sentence means for the older one, by sentences of our own."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read

PAIRS = tomllib.loads(Path(__file__).with_name("signal_pairs.toml").read_text(encoding="utf-8"))["pairs"]


def meant(finding: Finding | None) -> str:
    if finding is None:
        return "none"
    if finding.note == "deprecated":
        return "deprecated"
    return "contradiction" if finding.type is ConflictType.CONTRADICTION else "supersession"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['new']} | {pair['old']}")
def test_a_sentence_that_tells_of_a_change_meets_only_what_it_changes(pair: dict[str, str]) -> None:
    assert meant(judge(read(pair["new"]), read(pair["old"]))) == pair["means"]


def test_there_are_many_of_each_kind() -> None:
    silent = sum(pair["means"] == "none" for pair in PAIRS)
    assert silent > 100
    assert len(PAIRS) - silent > 100


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair["means"] != "none"], ids=lambda pair: str(pair["new"]))
def test_a_finding_gives_a_reason_its_signal_and_where_both_stand(pair: dict[str, str]) -> None:
    finding = judge(read(pair["new"]), read(pair["old"]))
    assert finding is not None
    assert finding.signal in finding.reason
    assert finding.span is not None
    assert finding.old_span is not None
    start, end = finding.span
    assert 0 <= start < end <= len(pair["new"])
    assert pair["new"][start:end].lower() == finding.signal.lower()
    assert finding.trigger.endswith(f'"{finding.signal}"')
    assert finding.old_value
    assert 0 <= finding.old_span[0] < finding.old_span[1] <= len(pair["old"])

"""Invented pairs: what changed silently is found, what lives side by side is left alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType
from memtui.intelligence.judging import judge
from memtui.intelligence.judging.pairs import Decided, Pair
from memtui.intelligence.judging.series import series
from memtui.intelligence.judging.silent import silent_change
from memtui.intelligence.judging.titles import same_title
from memtui.intelligence.reading import read

PAIRS = tomllib.loads((Path(__file__).parent / "silent_pairs.toml").read_text(encoding="utf-8"))


def silent(older: str, newer: str) -> Finding | None:
    """Return what the rules about silent changes alone say of two texts."""
    new, old = read(newer), read(older)
    for statement in new.statements:
        for other in old.statements:
            for rule in (series, silent_change, same_title):
                answer = rule(Pair(new, old, statement, other))
                if isinstance(answer, Decided):
                    break
                if answer is not None:
                    return answer
    return None


@pytest.mark.parametrize(("older", "newer"), PAIRS["changed"])
def test_a_silent_change_is_a_conflict(older: str, newer: str) -> None:
    finding = judge(read(newer), read(older))
    assert finding is not None
    assert finding.type not in (None, ConflictType.DUPLICATE)
    assert finding.reason
    assert finding.old_value != finding.new_value


@pytest.mark.parametrize(("older", "newer"), PAIRS["side_by_side"])
def test_what_lives_side_by_side_is_left_alone(older: str, newer: str) -> None:
    assert silent(older, newer) is None


@pytest.mark.parametrize(("older", "newer"), PAIRS["side_by_side"])
def test_the_order_of_two_neighbours_does_not_matter(older: str, newer: str) -> None:
    assert silent(newer, older) is None


@pytest.mark.parametrize("text", [text for pair in PAIRS["changed"] + PAIRS["side_by_side"] for text in pair])
def test_no_text_conflicts_with_itself(text: str) -> None:
    assert silent(text, text) is None

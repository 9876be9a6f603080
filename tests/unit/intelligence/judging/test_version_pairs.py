"""A version in the subject of a sentence, and an amount that a deed changed, are values like any other."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memtui import MemoryClient
from memtui.domain.kinds import ConflictType

PAIRS: dict[str, list[tuple[str, str]]] = {
    name: [(old, new) for old, new in pairs]
    for name, pairs in tomllib.loads((Path(__file__).parent / "version_pairs.toml").read_text(encoding="utf-8")).items()
}


def reported(old: str, new: str) -> list[ConflictType]:
    with MemoryClient(":memory:") as client:
        client.add(old)
        return [found.conflict_type for found in client.add_with_report(new).conflict_reports]


@pytest.mark.parametrize(("old", "new"), PAIRS["contradiction"])
def test_another_value_of_one_slot_is_a_contradiction(old: str, new: str) -> None:
    assert reported(old, new) == [ConflictType.CONTRADICTION]


@pytest.mark.parametrize(("old", "new"), PAIRS["apart"])
def test_another_scope_product_or_case_is_no_contradiction(old: str, new: str) -> None:
    assert ConflictType.CONTRADICTION not in reported(old, new)


def test_a_version_with_a_word_of_change_supersedes() -> None:
    assert reported("Java 17 is required", "Java 21 is now required") == [ConflictType.SUPERSESSION]


def test_the_reason_names_the_product_with_its_version() -> None:
    with MemoryClient(":memory:") as client:
        client.add("Node.js 18 is required.")
        (found,) = client.add_with_report("Node.js 20 is required.").conflict_reports
    assert "“Node.js 20 is required”" in found.reason
    assert "“Node.js 18”" in found.reason
    assert found.conflict is not None
    assert (found.conflict.evidence["subject"], found.conflict.evidence["slot"]) == ("Node.js", "required version")

"""Some hundred invented sentences: what each states, names and is about."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from memtui.intelligence.entities import entities
from memtui.intelligence.facts import facts
from memtui.intelligence.tagging import proposed_tag
from tests.quality.cases import THE_SEVEN

TEXTS: dict[str, list[list[Any]]] = tomllib.loads(
    (Path(__file__).parent / "invented_texts.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("text", "expected"), TEXTS["facts"])
def test_a_sentence_states_these_facts_and_no_other(text: str, expected: list[list[str]]) -> None:
    stated = [[one.subject, one.predicate.value, one.object] for one in facts(text, entities(text)) if not one.ended]
    assert stated == expected


@pytest.mark.parametrize(("text", "expected"), TEXTS["entities"])
def test_a_sentence_names_these_things_and_no_other(text: str, expected: list[list[str]]) -> None:
    assert [[str(one.type), one.name] for one in entities(text) if one.type in THE_SEVEN] == expected


@pytest.mark.parametrize(("text", "tag"), TEXTS["tags"])
def test_a_sentence_is_about_this(text: str, tag: str) -> None:
    assert proposed_tag(text) == tag

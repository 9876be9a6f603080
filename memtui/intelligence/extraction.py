"""What a text names and states: entities, facts and contradictions, by rule (TekMemo's extractor contract)."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.judgements import Extraction, FoundEntity
from memtui.domain.kinds import Kind
from memtui.domain.plugins import ExtractionInput
from memtui.intelligence.entities import entities
from memtui.intelligence.facts.stating import state

NAME = "rules"
"""What the rule-based extractor is called."""


@dataclass(frozen=True, slots=True)
class RuleExtractor:
    """Reads prose by rule: deterministic, offline, the default and the fallback."""

    name: str = NAME

    def extract(self, input: ExtractionInput) -> Extraction:
        """Return the entities, facts and contradictions of a text; never raises.

        Edges that are marked `ended` are no facts: they say what no longer holds. A goal is a plan and states none.
        """
        return extract(input)


def extract(input: ExtractionInput) -> Extraction:
    """Return what the rules find in a text."""
    return extracted(input.content, entities(input.content), kind=input.kind, project=input.project)


def extracted(
    content: str, nodes: tuple[FoundEntity, ...], *, kind: Kind | None = None, project: str | None = None
) -> Extraction:
    """Return what the rules find in a text whose entities are known."""
    if kind is Kind.GOAL:
        return Extraction(nodes=nodes, extractor=NAME)
    said = state(content, nodes, project)
    return Extraction(
        nodes=nodes, edges=said.facts_in_order(), contradictions=tuple(said.contradictions), extractor=NAME
    )

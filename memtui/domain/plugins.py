"""What may be plugged in: small protocols, each with a rule-based default that stands in when a plug-in fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from memtui.domain.judgements import Extraction, Finding
from memtui.domain.kinds import Kind, MemoryType


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionInput:
    """A text to extract from, with what is known of it."""

    content: str
    kind: Kind | None = None
    project: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMemory:
    """One side of a pair as a judge sees it."""

    content: str
    kind: Kind | None = None
    memory_type: MemoryType = MemoryType.SEMANTIC
    created_at: datetime | None = None
    tags: tuple[str, ...] = ()
    project: str | None = None


@runtime_checkable
class Extractor(Protocol):
    """Reads prose for entities and facts (TekMemo's extractor contract)."""

    name: str

    def extract(self, input: ExtractionInput) -> Extraction:
        """Return what the text holds."""
        ...


@runtime_checkable
class ConflictJudge(Protocol):
    """Says what a newer memory means for an older one."""

    name: str

    def judge(self, new: JudgedMemory, old: JudgedMemory) -> Finding | None:
        """Return a finding, or None where the two get along."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """Scores texts for a query."""

    name: str

    def rerank(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score from 0 to 1 for each text, in their order."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    name: str

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector for each text, in their order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugins:
    """What a workspace has plugged in; unset ones are the rule-based defaults."""

    extractor: Extractor | None = None
    judge: ConflictJudge | None = None
    reranker: Reranker | None = None
    embedder: Embedder | None = None

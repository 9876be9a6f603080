"""A plugged-in reranker's scores for what was found; the deterministic one stands in where there is none or it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memtui.services.ports import Candidate
from memtui.services.workspace import Workspace


def scores(
    workspace: Workspace, words: str, found: Sequence[Candidate]
) -> tuple[Mapping[int, float] | None, tuple[str, ...]]:
    """Return the reranker's scores (0 to 1) by row number, None where the deterministic one counts, and what is to be said."""
    reranker = workspace.settings.plugins.reranker
    if reranker is None or not words.strip() or not found:
        return None, ()
    texts = [candidate.memory.content for candidate in found]
    try:
        given = [float(score) for score in reranker.rerank(words, texts)]
        if len(given) != len(texts) or not all(0.0 <= score <= 1.0 for score in given):
            raise ValueError("it did not give one score from 0 to 1 for each text")
    except Exception as trouble:
        why = trouble if isinstance(trouble, ValueError) else type(trouble).__name__
        return None, (f"The reranker {reranker.name} failed ({why}); the deterministic one was used.",)
    return {candidate.memory.number or 0: score for candidate, score in zip(found, given, strict=True)}, ()

"""Search by meaning, where an embedder is plugged in: vectors are made when they are first needed, and kept (SPEC 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memtui.domain.filters import Filter
from memtui.domain.plugins import Embedder
from memtui.services.findings import Stop
from memtui.services.ports import Candidate, StoredVector
from memtui.services.workspace import Workspace

AT_ONCE = 64
"""Texts that an embedder is given at a time."""

CATCH_UP = 2_000
"""Texts that one search embeds at most; the rest is found by words alone until a later search."""

LIKE = 200
"""How many memories meaning alone brings in."""

BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The cosine (−1 to 1) of memories with the query, those that only meaning found, and what is to be said."""

    cosines: Mapping[int, float] = field(default_factory=dict)
    found: tuple[Candidate, ...] = ()
    notices: tuple[str, ...] = ()
    failed: bool = False


def engine_of(workspace: Workspace, asked: str, *, typing: bool) -> str:
    """Return the engine that a search will really use: words alone without an embedder, and under auto while somebody types."""
    if asked == "lexical" or workspace.settings.plugins.embedder is None:
        return "lexical"
    if asked == "auto":
        return "lexical" if typing else "hybrid"
    return asked


def read(workspace: Workspace, words: str, known: Sequence[Candidate], where: Filter, stop: Stop) -> Meaning:
    """Return how near memories are to the query, those at hand and the nearest that pass the filter.

    When the embedder fails, the search goes on by words alone and says so.
    """
    embedder = workspace.settings.plugins.embedder
    if embedder is None or not words.strip():
        return Meaning(failed=True)
    try:
        return _Nearness(workspace, embedder, words, stop).find(known, where)
    except Exception as trouble:
        from memtui.domain.errors import MemtuiError

        if isinstance(trouble, MemtuiError):
            raise
        return Meaning(
            notices=(f"The embedder {embedder.name} failed ({type(trouble).__name__}); words alone were searched.",),
            failed=True,
        )


class _Nearness:
    """One query against the vectors of one store."""

    def __init__(self, workspace: Workspace, embedder: Embedder, words: str, stop: Stop) -> None:
        self._workspace, self._embedder, self._words, self._stop = workspace, embedder, words, stop
        self._vectors = workspace.store.vectors

    def find(self, known: Sequence[Candidate], where: Filter) -> Meaning:
        from memtui.intelligence import vectors

        left = self._catch_up()
        self._stop()
        query, signs = vectors.packed(self._embedder.embed([self._words])[0])
        numbers, bits = self._vectors.signs(self._embedder.name)
        near = vectors.nearest(signs, numbers, bits)
        self._stop()
        at_hand = [candidate.memory.number or 0 for candidate in known]
        bodies = self._vectors.bodies(self._embedder.name, [*near, *at_hand])
        cosines = vectors.cosines(query, bodies)
        self._stop()
        notices = (f"{left:,} memories have no vector yet and were found by words alone.",) if left else ()
        return Meaning(cosines=cosines, found=self._passing(cosines, set(at_hand), where), notices=notices)

    def _passing(self, cosines: Mapping[int, float], at_hand: set[int], where: Filter) -> tuple[Candidate, ...]:
        """Return the nearest memories that pass the filter and are not at hand."""
        from memtui.intelligence import sessions

        order = sorted((n for n in cosines if n not in at_hand and cosines[n] > 0), key=lambda n: (-cosines[n], -n))
        found: list[Candidate] = []
        for start in range(0, len(order), BATCH):
            memories = self._workspace.store.reads.memories(order[start : start + BATCH])
            passing = [memory for memory in memories if sessions.passes(memory, where)]
            found += self._workspace.store.search.candidates_for(passing)
            if len(found) >= LIKE:
                break
            self._stop()
        return tuple(found[:LIKE])

    def _catch_up(self) -> int:
        """Embed texts that have no vector, newest first; returns how many still have none, counted up to one batch."""
        from memtui.intelligence import vectors

        if self._workspace.store.read_only:
            return 0
        for _ in range(0, CATCH_UP, AT_ONCE):
            waiting = self._vectors.missing(self._embedder.name, AT_ONCE)
            if not waiting:
                return 0
            made = self._embedder.embed([memory.content for memory in waiting])
            kept = []
            for memory, vector in zip(waiting, made, strict=True):
                body, signs = vectors.packed(vector)
                kept.append(StoredVector(memory.number or 0, memory.content_hash, body, signs))
            self._vectors.put(self._embedder.name, kept)
            self._stop()
        return len(self._vectors.missing(self._embedder.name, AT_ONCE))

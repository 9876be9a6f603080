"""A handful of memories with an index in memory, so that ranking can be tried without a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from memtui.domain.filters import Badge
from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.intelligence import importance, queries, ranking, sessions, tokens, vocabulary
from memtui.intelligence.badges import badges
from memtui.intelligence.weights import DEFAULTS, Weights

NOW = datetime(2026, 3, 23, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Indexed:
    """A memory as ranking takes it."""

    memory: Memory
    tokens: tuple[str, ...]
    importance_base: float
    badges: frozenset[Badge] = frozenset()


@dataclass(frozen=True, slots=True)
class Size:
    """How large the index is."""

    memories: int
    average_length: float


def memory(content: str, number: int, **fields: Any) -> Memory:
    """Return a stored memory made at NOW, unless the fields say otherwise."""
    told = {"recorded_at": NOW, "updated_at": NOW, "created_at": NOW, **fields}
    return Memory(id=f"M{number:025d}", content=content, number=number, **told)


class Shelf:
    """Memories in the order given, numbered from 1; each is a text or a text and fields of Memory."""

    def __init__(self, memories: Iterable[str | tuple[str, dict[str, Any]]] = ()) -> None:
        self.items: list[Indexed] = []
        for entry in memories:
            content, fields = (entry, {}) if isinstance(entry, str) else entry
            self.put(content, **fields)

    def put(self, content: str, **fields: Any) -> Memory:
        """Add a memory and return it."""
        made = memory(content, len(self.items) + 1, **fields)
        self.items.append(Indexed(made, tuple(tokens.tokenize(content)), importance.base(made), badges(content)))
        return made

    def supersede(self, old: Memory, new: Memory) -> None:
        """Mark the old memory as replaced by the new one."""
        at = (old.number or 0) - 1
        changed = replace(self.items[at].memory, status=Status.SUPERSEDED, superseded_by=new.id)
        self.items[at] = replace(self.items[at], memory=changed)

    @property
    def size(self) -> Size:
        """The size of the index."""
        count = len(self.items)
        return Size(count, sum(len(item.tokens) for item in self.items) / count if count else 1.0)

    def df(self) -> Counter[str]:
        """Return in how many memories each term stands."""
        return Counter(term for item in self.items for term in set(item.tokens))

    def search(
        self,
        text: str,
        *,
        weights: Weights = DEFAULTS,
        inactive: bool = False,
        typing: bool = False,
        now: datetime = NOW,
        **options: Any,
    ) -> list[ranking.Ranked]:
        """Rank all that hold a word of the query, as the services do over a store."""
        query = queries.parse(text, now)
        df = self.df()
        known = {term: df[term] for term in query.terms if term in df}
        begun = [(word, n) for word, n in df.most_common() if query.prefix and word.startswith(query.prefix)]
        terms, _ = vocabulary.expand(
            query,
            known,
            beginning=begun,
            resembling={term: list(df.items()) for term in vocabulary.unknown(query, known)},
            typing=typing,
            weights=weights,
        )
        wanted = {term.text for term in terms}
        found = [item for item in self.items if wanted.intersection(item.tokens)]
        dead = {item.memory.number for item in found if not item.memory.live}
        beside = [item for item in self.items if item not in found and self._is_beside(item, found)]
        return ranking.rank(
            query,
            terms,
            found,
            corpus=self.size,
            now=now,
            weights=weights,
            neighbours=beside,
            admitted={item.memory.number or 0 for item in beside},
            successors=[item for item in self.items if item not in found],
            unlisted=set() if inactive else {number or 0 for number in dead},
            **options,
        )

    def texts(self, text: str, **options: Any) -> list[str]:
        """Return the ranked texts for a query."""
        return [hit.candidate.memory.content for hit in self.search(text, **options)]

    def _is_beside(self, item: Indexed, found: list[Indexed]) -> bool:
        turn = item.memory
        if turn.session is None or turn.session_position is None:
            return False
        return any(
            other.memory.session == turn.session
            and other.memory.session_position is not None
            and abs(other.memory.session_position - turn.session_position) <= sessions.REACH
            for other in found
        )

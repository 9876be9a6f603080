"""The few memories that may have something to do with a new one: see `services.ports.Claims`.

Every step is bounded, so that the cost does not grow with the store. Memories are found by the rarest of the
shared words under one budget of postings, by the newest holders of commoner ones, and by the newest that make a
claim of the same subject and slot or mention the same entity. The best of them are weighed whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection

from memtui.domain.filters import ALL_TIERS, LIVE, Filter
from memtui.domain.kinds import EntityType, Status
from memtui.services.ports import Kin, Probe
from memtui.store.engine import Database
from memtui.store.mapping import escaped
from memtui.store.naming import chosen, named, survivor_of
from memtui.store.search import sizes_of
from memtui.store.standing import letters_of
from memtui.store.statements import MEMORIES
from memtui.store.words import indexed_form

POSTINGS: Final = 400
"""The rarest words are looked up whole until their postings add up to this."""
NEWEST: Final = 100
"""Of a commoner word or key so many of its newest holders count."""
COMMON: Final = 3
"""So many of the commoner words, the rarest of them, find candidates; the others only add to what those share."""
SMALL: Final = 5_000
"""In a store of at most so many memories, the newest are so many that only very common words are cut."""
NEWEST_OF_FEW: Final = 500
FINALISTS: Final = 128
"""So many are looked at first, and again so many while too few of them may come back."""
_WITH_SUPERSEDED: Final = LIVE | {Status.SUPERSEDED}
Word = tuple[int, str]
"""How many memories hold a word, and the word."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the candidates share, by number as text: `whole` of what was looked up whole, `partly` of common words."""

    whole: dict[str, float]
    partly: dict[str, float]
    common: dict[str, float]
    """What each word weighs of which only the newest holders were looked up."""


def weight_of(df: int, memories: int) -> float:
    """Return what sharing a thing weighs that `df` of all memories hold: its inverse document frequency, above 0."""
    return log(1 + (max(memories, df) - df + 0.5) / (df + 0.5))


class SqlClaims(ABC):
    """The index of claims, entities and terms of one database; see `services.ports.Claims`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def kin(self, probe: Probe) -> list[Kin]:
        """Return at most `probe.limit` live memories that share the most with the probe, heaviest first; of equals the newest."""
        with self._database.reading(derived=True) as connection:
            memories = sizes_of(connection).memories
            shared = self._words(connection, probe.terms, memories)
            claiming = self._keys(connection, probe, memories, shared.whole)
            for weights in (shared.whole, shared.partly):
                weights.pop(str(probe.exclude), None)
            best = self._best(connection, shared, probe)
            records = MEMORIES.get_all(connection, [number for number, _, _ in best])
        terms = frozenset(indexed_form(probe.terms))
        found = []
        for number, weight, tokens in best:
            if number in records:
                held, keys = frozenset(tokens.split(" ")), claiming.get(str(number), (0, 0))
                found.append(Kin(records[number], weight, terms & held, len(held), *keys))
        return found

    def _words(self, connection: Connection, terms: Sequence[str], memories: int) -> Shared:
        """Return who shares which words."""
        wanted = list(dict.fromkeys(indexed_form(terms)))
        known = sorted((df, text) for text, df in self._counted(connection, wanted) if df > 0)
        newest = NEWEST_OF_FEW if memories <= SMALL else NEWEST
        whole, common = _split(known, newest)
        shared = Shared({}, {}, {text: weight_of(df, memories) for df, text in common})
        looked_up = ((whole, max(POSTINGS, newest), shared.whole), (common[:COMMON], newest, shared.partly))
        for some, limit, weights in looked_up:
            if some:
                held = self._holding(connection, [text for _, text in some], limit)
                for (df, _), numbers in zip(some, held, strict=True):
                    _add(weights, numbers, weight_of(df, memories))
        return shared

    def _keys(
        self, connection: Connection, probe: Probe, memories: int, weights: dict[str, float]
    ) -> dict[str, tuple[int, int]]:
        """Add who makes a claim of the same subject and slot, or mentions the same entity.

        Returns how many keys with and without a subject the former share.
        """
        claims = list(dict.fromkeys((escaped(subject), escaped(slot)) for subject, slot in probe.claims))
        claiming: dict[str, tuple[int, int]] = {}
        for bare in (False, True):
            wanted = [key for key in claims if bool(key[0]) is not bare]
            for numbers in self._claiming(connection, wanted, NEWEST) if wanted else ():
                _add(weights, numbers, weight_of(numbers.count(",") + 1, memories))
                for number in numbers.split(","):
                    slots, kinds = claiming.get(number, (0, 0))
                    claiming[number] = (slots + (not bare), kinds + bare)
        entities = _entities(connection, probe.entities)
        for numbers, df in self._mentioning(connection, entities, NEWEST) if entities else ():
            _add(weights, numbers, weight_of(df, memories))
        return claiming

    def _best(self, connection: Connection, shared: Shared, probe: Probe) -> list[tuple[int, float, str]]:
        """Return the heaviest that may come back, with their weights and words."""
        letters = letters_of(Filter(statuses=_WITH_SUPERSEDED if probe.superseded else LIVE, tiers=ALL_TIERS))
        project = None if probe.project is None else escaped(probe.project)
        found: list[tuple[float, Any, int, str]] = []
        for numbers in _finalists(shared):
            for number, sort_at, tokens in self._passing(connection, numbers, letters, project):
                text = f" {tokens} "
                weight = sum(weight for word, weight in shared.common.items() if f" {word} " in text)
                found.append((round(shared.whole.get(str(number), 0.0) + weight, 9), sort_at, number, tokens))
            if len(found) >= probe.limit:
                break
        found.sort(reverse=True)
        return [(number, weight, tokens) for weight, _, number, tokens in found[: probe.limit]]

    @abstractmethod
    def _counted(self, connection: Connection, words: Sequence[str]) -> Sequence[Any]:
        """Return the words that the index holds, with how many memories hold each."""

    @abstractmethod
    def _passing(
        self, connection: Connection, numbers: Sequence[int], letters: Sequence[str], project: str | None
    ) -> Sequence[Any]:
        """Return number, time and words of those that stand so, in a project or none if one is given."""

    @abstractmethod
    def _holding(self, connection: Connection, words: Sequence[str], limit: int) -> list[str]:
        """Return for each word its newest `limit` holders."""

    @abstractmethod
    def _claiming(self, connection: Connection, keys: Sequence[tuple[str, str]], limit: int) -> list[str]:
        """Return for each (subject, slot) the newest `limit` memories that claim it; an empty slot stands for any."""

    @abstractmethod
    def _mentioning(self, connection: Connection, entities: Sequence[int], limit: int) -> list[tuple[str, int]]:
        """Return for each entity the newest `limit` memories that mention it, and how many do."""


def _entities(connection: Connection, keys: Iterable[tuple[str, str]]) -> list[int]:
    """Return the numbers of the entities that have those (type, folded name)."""
    wanted = {(EntityType(kind), escaped(name)) for kind, name in keys}
    if not wanted:
        return []
    known = named(connection, sorted({name for _, name in wanted}))
    meant = (chosen(known[name], kind, name) for kind, name in wanted)
    return sorted({survivor_of(connection, one).number or 0 for one in meant if one is not None})


def _split(known: Sequence[Word], newest: int) -> tuple[list[Word], list[Word]]:
    """Split words, rarest first, into those looked up whole and those of which only the newest holders count."""
    whole: list[Word] = []
    common: list[Word] = []
    postings = 0
    for df, text in known:
        postings += df
        (whole if postings <= POSTINGS or df <= newest else common).append((df, text))
    return whole, common


def _add(weights: dict[str, float], numbers: str, weight: float) -> None:
    for number in numbers.split(",") if numbers else ():
        weights[number] = weights.get(number, 0.0) + weight


def _finalists(shared: Shared) -> Iterator[list[int]]:
    """Yield the heaviest numbers, some at a time, those that weigh the same together."""
    weights = shared.partly
    for number, weight in shared.whole.items():
        weights[number] = weights.get(number, 0.0) + weight
    ordered = sorted(weights.items(), key=itemgetter(1), reverse=True)
    start = 0
    while start < len(ordered):
        end = min(start + FINALISTS, len(ordered))
        while end < len(ordered) and ordered[end][1] == ordered[end - 1][1]:
            end += 1
        yield [int(number) for number, _ in ordered[start:end]]
        start = end

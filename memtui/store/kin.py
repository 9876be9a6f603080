"""The few memories that may have something to do with a new one: see `services.ports.Claims`.

Every step is bounded, so that the cost does not grow with the store. Memories are found by the rarest of the
shared words under one budget of postings, by the newest holders of commoner ones, and by the newest that make a
claim of the same subject and slot or mention the same entity. The best of them are weighed whole. Many memories
are asked for together: what several of them need is read once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from math import log
from typing import Any, Final

from sqlalchemy import Connection

from memtui.domain.kinds import EntityType
from memtui.services.ports import Held, Kin, Probe
from memtui.store.engine import Database
from memtui.store.kin_asked import Asked, Word
from memtui.store.mapping import escaped, unescaped
from memtui.store.naming import chosen, named, survivor_of
from memtui.store.words import indexed_form

POSTINGS: Final = 400
"""The rarest words are looked up whole until their postings add up to this."""
NEWEST: Final = 100
"""Of a commoner word or key so many of its newest holders count."""
COMMON: Final = 3
"""So many of the commoner words, the rarest of them, find candidates; the others only add to what those share."""
SMALL: Final = 5_000
"""In a store of at most so many memories, the newest are so many that only very common words are cut."""
NEWEST_OF_FEW: Final = 300
WORTH_HOLDING: Final = 4
"""What is read of a word is kept for the next call if so many memories hold it."""
HELD: Final = 8_000
"""Of so many words it is kept at most: mostly a few dozen characters each, some 800."""


def weight_of(df: int, memories: int) -> float:
    """Return what sharing a thing weighs that `df` of all memories hold: its inverse document frequency, above 0."""
    return log(1 + (max(memories, df) - df + 0.5) / (df + 0.5))


class SqlClaims(ABC):
    """The index of claims, entities and terms of one database; see `services.ports.Claims`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def kin(self, probe: Probe) -> list[Kin]:
        """Return at most `probe.limit` live memories that share the most with the probe, heaviest first; of equals the newest."""
        return self.kin_of_all([probe])[0]

    def kin_of_all(self, probes: Sequence[Probe], held: Held | None = None) -> list[list[Kin]]:
        """Return the kin of each of many probes, as they are at one moment; `held` keeps for further calls the newest holders of words."""
        held = {} if held is None else held
        if len(held) > HELD:
            held.clear()
        with self._database.reading(derived=True) as connection:
            memories, asked = self._asked(connection, probes)
            self._share_words(connection, asked, memories, held)
            self._share_keys(connection, asked, memories)
            for one in asked:
                one.weigh()
            self._look(connection, asked, memories)
            best = [one.best() for one in asked]
            wanted = dict.fromkeys(place[2] for places in best for place in places)
            heads = {number: (unescaped(text), at) for number, text, at in self._heads(connection, list(wanted))}
        return [[one.kin(heads[place[2]], place) for place in places] for one, places in zip(asked, best, strict=True)]

    def _asked(self, connection: Connection, probes: Sequence[Probe]) -> tuple[int, list[Asked]]:
        """Return how many memories there are, and the probes with what the index knows of their words."""
        words = [list(dict.fromkeys(indexed_form(probe.terms))) for probe in probes]
        every = list(dict.fromkeys(word for some in words for word in some))
        df: dict[str | None, int] = dict(map(tuple, self._counted(connection, every)))
        memories = df.get(None, 0)
        newest = _newest(memories)
        return memories, [
            Asked(probe, *_split(sorted((df[word], word) for word in some if df.get(word, 0) > 0), newest))
            for probe, some in zip(probes, words, strict=True)
        ]

    def _share_words(self, connection: Connection, asked: Sequence[Asked], memories: int, held: Held) -> None:
        newest = _newest(memories)
        whole = {word for one in asked for word in one.shared_by_others}
        common = {word for one in asked for word in one.common[:COMMON]}
        all_holders = self._holders(connection, whole, max(POSTINGS, newest), memories, held)
        newly = self._holders(connection, common, newest, memories, held)
        for one in asked:
            for word in one.shared_by_others:
                _add(one.sure, all_holders[word], weight_of(word[0], memories))
            for word in one.common[:COMMON]:
                _add(one.partly, newly[word], weight_of(word[0], memories))

    def _holders(
        self, connection: Connection, words: Iterable[Word], limit: int, memories: int, held: Held
    ) -> dict[Word, list[str]]:
        """Return the newest `limit` holders of each word; those of the words that will be asked for again are kept."""
        known = {word: held.get((word, limit)) for word in words}
        wanted = sorted(word for word, numbers in known.items() if numbers is None)
        found = self._holding(connection, wanted, limit, memories) if wanted else ()
        for word, numbers in zip(wanted, found, strict=True):
            known[word] = numbers
            if word[0] >= WORTH_HOLDING:
                held[word, limit] = numbers
        return {word: _parted(numbers) for word, numbers in known.items()}

    def _share_keys(self, connection: Connection, asked: Sequence[Asked], memories: int) -> None:
        """Add who makes a claim of the same subject and slot, or mentions the same entity."""
        claims = [dict.fromkeys((escaped(s), escaped(slot)) for s, slot in one.probe.claims) for one in asked]
        every = sorted({key for keys in claims for key in keys})
        claiming = dict(
            zip(every, map(_parted, self._claiming(connection, every, NEWEST) if every else ()), strict=True)
        )
        entities = _entities(connection, {key for one in asked for key in one.probe.entities})
        meant = sorted(set(entities.values()))
        naming = dict(zip(meant, self._mentioning(connection, meant, NEWEST) if meant else (), strict=True))
        for one, keys in zip(asked, claims, strict=True):
            for key in keys:
                _add(one.sure, claiming[key], weight_of(len(claiming[key]), memories))
                for number in claiming[key]:
                    slots, kinds = one.claiming.get(number, (0, 0))
                    one.claiming[number] = (slots + 1, kinds) if key[0] else (slots, kinds + 1)
            for entity in {entities[key] for key in one.probe.entities if key in entities}:
                numbers, df = naming[entity]
                _add(one.sure, _parted(numbers), weight_of(df, memories))

    def _look(self, connection: Connection, asked: Sequence[Asked], memories: int) -> None:
        """Find out who of the heaviest may come back, and weigh them by all words."""
        while True:
            groups: dict[tuple[str, str | None], list[tuple[Asked, list[int]]]] = {}
            for one in asked:
                numbers = one.next()
                if numbers:
                    groups.setdefault(one.group, []).append((one, numbers))
            if not groups:
                return
            for (letters, project), some in groups.items():
                wanted = list(dict.fromkeys(number for _, numbers in some for number in numbers))
                rows = {row[0]: row for row in self._passing(connection, wanted, letters, project)}
                for one, numbers in some:
                    common = [(f" {word} ", weight_of(df, memories)) for df, word in one.common]
                    for number in numbers:
                        if number in rows:
                            _, sort_at, tokens = rows[number]
                            further = sum(part for word, part in common if word in tokens)
                            weight = round(one.sure.get(str(number), 0.0) + further, 9)
                            one.found.append((weight, sort_at, number, tokens))

    @abstractmethod
    def _counted(self, connection: Connection, words: Sequence[str]) -> Sequence[Any]:
        """Return the words that the index holds, with how many memories hold each; None stands for all memories."""

    @abstractmethod
    def _passing(
        self, connection: Connection, numbers: Sequence[int], letters: str, project: str | None
    ) -> Sequence[Any]:
        """Return number, time and words (each between spaces) of those that stand so, in a project or none if one is given."""

    @abstractmethod
    def _heads(self, connection: Connection, numbers: Sequence[int]) -> Iterable[tuple[int, str, datetime | None]]:
        """Return number, text as it is stored, and when it happened, of memories that exist."""

    @abstractmethod
    def _holding(self, connection: Connection, words: Sequence[Word], limit: int, memories: int) -> list[str]:
        """Return for each word its newest `limit` holders, joined by commas; `memories` there are in all."""

    @abstractmethod
    def _claiming(self, connection: Connection, keys: Sequence[tuple[str, str]], limit: int) -> list[str]:
        """Return for each (subject, slot) the newest `limit` memories that claim it; an empty slot stands for any."""

    @abstractmethod
    def _mentioning(self, connection: Connection, entities: Sequence[int], limit: int) -> list[tuple[str, int]]:
        """Return for each entity the newest `limit` memories that mention it, and how many do."""


def _entities(connection: Connection, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the numbers of the entities that have those (type, folded name), as far as there are any."""
    wanted = sorted(keys)
    if not wanted:
        return {}
    known = named(connection, dict.fromkeys(escaped(name) for _, name in wanted))
    meant = {key: chosen(known[escaped(key[1])], EntityType(key[0]), escaped(key[1])) for key in wanted}
    return {key: survivor_of(connection, one).number or 0 for key, one in meant.items() if one is not None}


def _newest(memories: int) -> int:
    return NEWEST_OF_FEW if memories <= SMALL else NEWEST


def _split(known: Sequence[Word], newest: int) -> tuple[list[Word], list[Word]]:
    """Split words, rarest first, into those looked up whole and those of which only the newest holders count."""
    whole: list[Word] = []
    common: list[Word] = []
    postings = 0
    for df, text in known:
        postings += df
        (whole if postings <= POSTINGS or df <= newest else common).append((df, text))
    return whole, common


def _parted(numbers: str | None) -> list[str]:
    return numbers.split(",") if numbers else []


def _add(weights: dict[str, float], numbers: Iterable[str], weight: float) -> None:
    get = weights.get
    for number in numbers:
        weights[number] = get(number, 0.0) + weight

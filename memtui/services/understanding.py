"""Texts worked out once: what writing, detecting and the index all ask of the same text is made when first asked and kept."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple

from memtui.domain.judgements import Extraction, FoundEntity
from memtui.domain.kinds import Kind, MemoryType
from memtui.domain.records import Json, Memory
from memtui.intelligence.grouping import is_history
from memtui.intelligence.kinship import SEEN, Sketch, may_signal, sketch_of
from memtui.intelligence.reading import Reading, read
from memtui.intelligence.tokens import tokenize

KEPT = 1_500
"""So many texts are kept worked out; one of 25 words takes about 20 kB."""

GISTS = 50_000
"""Of so many more the gist is kept while long work goes on, which comes back to them in another order; each takes about 900 bytes."""

GIST_CHARACTERS = 4_000
"""Longer texts leave no gist."""

GARBAGE_THRESHOLDS = (100_000, 20, 100)
"""How many new objects, and collections of them, it takes to look for garbage while long work goes on."""

KEPT_CHARACTERS = 8_000_000
"""However few, kept texts have no more characters than this in all."""


class Gist(NamedTuple):
    """What is dear to work out and small to keep: index terms (space between), claim keys, the sketch for a look at kin.

    `names` and `states` say whether the text names or states anything.
    """

    terms: str
    keys: tuple[tuple[str, str], ...]
    sketch: Sketch | None
    names: bool
    states: bool


class Understanding:
    """One memory's text with all that is worked out from it, or taken from the `gist` that is left of an earlier time."""

    def __init__(self, memory: Memory, gist: Gist | None = None) -> None:
        self._memory = memory
        self._gist = gist

    @property
    def gist(self) -> Gist | None:
        """What is to be kept of it; None where that was not worked out."""
        if self._gist is not None or "keys" not in self.__dict__ or len(self._memory.content) > GIST_CHARACTERS:
            return self._gist
        return Gist(" ".join(self.tokens), self.keys, sketch_of(self.reading), bool(self.entities), self.states)

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The index terms of the text, in order."""
        return tuple(tokenize(self._memory.content) if self._gist is None else self._gist.terms.split())

    @cached_property
    def reading(self) -> Reading:
        """The text as judging reads it."""
        memory = self._memory
        return read(
            memory.content,
            kind=memory.kind,
            memory_type=memory.memory_type,
            created_at=memory.created_at,
            tags=memory.tags,
            project=memory.project,
        )

    @cached_property
    def entities(self) -> tuple[FoundEntity, ...]:
        """What the text names."""
        if self._gist is not None and not self._gist.names:
            return ()
        from memtui.intelligence.entities import entities

        return entities(self._memory.content)

    @cached_property
    def extraction(self) -> Extraction:
        """What the text names and states."""
        from memtui.intelligence.extraction import extracted

        memory = self._memory
        return extracted(memory.content, self.entities, kind=memory.kind, project=memory.project)

    @property
    def looks(self) -> Reading | Sketch:
        """What a look at kin takes: the sketch if that is known, else the reading."""
        sketch = None if self._gist is None or "reading" in self.__dict__ else self._gist.sketch
        return self.reading if sketch is None else sketch

    @property
    def states(self) -> bool:
        """Whether the text states a fact or a contradiction."""
        if self._gist is not None:
            return self._gist.states
        return bool(self.extraction.edges or self.extraction.contradictions)

    @cached_property
    def claims(self) -> tuple[Json, ...]:
        """The claims of the text under the keys by which they are looked for."""
        from memtui.intelligence.claims import claims

        told: dict[tuple[str, str], Json] = {}
        for claim in claims(self.reading):
            told.setdefault((claim.subject, claim.slot), claim.as_json())
        return tuple({**told.get(key, {}), "subject": key[0], "slot": key[1]} for key in self.keys)

    @cached_property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Under which subjects and slots its claims are looked for."""
        if self._gist is not None:
            return self._gist.keys
        from memtui.intelligence.claims import keys

        return keys(self.reading)

    @cached_property
    def is_history(self) -> bool:
        """Whether it tells what happened once, as a change log or a diary does."""
        return is_history(self._memory.content, self._memory.tags, self._memory.file)


Key = tuple[str, Kind | None, MemoryType, datetime | None, tuple[str, ...], str | None, str | None]


class _Shelf:
    """The texts that were asked for last, bounded by count and by characters; safe to use from several threads.

    While `works` is above 0, those that no longer fit leave their gist.
    """

    def __init__(self) -> None:
        self.works = 0
        self._kept: OrderedDict[Key, Understanding] = OrderedDict()
        self._gists: dict[int, Gist] = {}
        self._characters = 0
        self._lock = threading.Lock()

    def get(self, key: Key, memory: Memory) -> Understanding:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            made = self._kept[key] = Understanding(memory, self._gists.get(hash(key)) if self._gists else None)
            self._characters += len(memory.content)
            self._trim()
            return made

    def work(self, more: int) -> None:
        """Say that long work begins (1) or ends (-1)."""
        with self._lock:
            self.works += more
            if not self.works:
                self._gists.clear()

    def _trim(self) -> None:
        while len(self._kept) > KEPT or (self._characters > KEPT_CHARACTERS and len(self._kept) > 1):
            key, gone = self._kept.popitem(last=False)
            self._characters -= len(key[0])
            if self.works and len(self._gists) < GISTS and (gist := gone.gist) is not None:
                self._gists[hash(key)] = gist


_SHELF = _Shelf()


def understand(memory: Memory) -> Understanding:
    """Return what is worked out from a memory's text; equal memories share it."""
    key = (
        memory.content,
        memory.kind,
        memory.memory_type,
        memory.created_at,
        memory.tags,
        memory.project,
        memory.file,
    )
    return _SHELF.get(key, memory)


@lru_cache(maxsize=2048)
def _signals_in(beginning: str) -> bool:
    return may_signal(beginning)


def signals_in(text: str) -> bool:
    """Say whether a text may tell of a change, by a look at its letters."""
    return _signals_in(text[:SEEN])


@contextmanager
def long_work() -> Iterator[None]:
    """Keep the gist of many texts within the block, for work that meets the same ones again in another order.

    What is kept is no garbage, so it is looked through less often: that takes a tenth of an import's time.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(*map(max, thresholds, GARBAGE_THRESHOLDS))
    _SHELF.work(1)
    try:
        yield
    finally:
        _SHELF.work(-1)
        gc.set_threshold(*thresholds)

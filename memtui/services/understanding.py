"""Texts worked out once: what writing, detecting and the index all ask of the same text is made when first asked and kept."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property

from memtui.domain.judgements import Extraction, FoundEntity
from memtui.domain.kinds import Kind, MemoryType
from memtui.domain.records import Json, Memory
from memtui.intelligence.grouping import is_history
from memtui.intelligence.kinship import may_signal
from memtui.intelligence.reading import Reading, read
from memtui.intelligence.tokens import tokenize

KEPT = 3_000
"""So many texts are kept worked out; one of 25 words takes about 8 kB."""

KEPT_AT_WORK = 12_000
"""So many of them while long work goes on, which meets the same ones again and again."""

GARBAGE_THRESHOLDS = (30_000, 20, 100)
"""How many new objects, and collections of them, it takes to look for garbage while long work goes on."""

KEPT_CHARACTERS = 8_000_000
"""However few, kept texts have no more characters than this in all."""


class Understanding:
    """One memory's text with all that is worked out from it."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The index terms of the text, in order."""
        return tuple(tokenize(self._memory.content))

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
        from memtui.intelligence.entities import entities

        return entities(self._memory.content)

    @cached_property
    def extraction(self) -> Extraction:
        """What the text names and states."""
        from memtui.intelligence.extraction import extracted

        memory = self._memory
        return extracted(memory.content, self.entities, kind=memory.kind, project=memory.project)

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
        from memtui.intelligence.claims import keys

        return keys(self.reading)

    @cached_property
    def may_signal(self) -> bool:
        """Whether it may tell of a change, by a look at its letters."""
        return may_signal(self._memory.content)

    @cached_property
    def is_history(self) -> bool:
        """Whether it tells what happened once, as a change log or a diary does."""
        return is_history(self._memory.content, self._memory.tags, self._memory.file)


Key = tuple[str, Kind | None, MemoryType, datetime | None, tuple[str, ...], str | None, str | None]


class _Shelf:
    """The texts that were asked for last, bounded by count and by characters; safe to use from several threads."""

    def __init__(self) -> None:
        self.most = KEPT
        self._kept: OrderedDict[Key, Understanding] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def get(self, key: Key, memory: Memory) -> Understanding:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            made = self._kept[key] = Understanding(memory)
            self._characters += len(memory.content)
            self._trim()
            return made

    def trim(self) -> None:
        with self._lock:
            self._trim()

    def _trim(self) -> None:
        while len(self._kept) > self.most or (self._characters > KEPT_CHARACTERS and len(self._kept) > 1):
            key, _ = self._kept.popitem(last=False)
            self._characters -= len(key[0])


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


@contextmanager
def room_for(texts: int) -> Iterator[None]:
    """Keep up to that many texts within the block: long work meets the same ones again and again.

    What is kept is no garbage, so it is looked through less often: that takes a tenth of an import's time.
    """
    before, thresholds = _SHELF.most, gc.get_threshold()
    _SHELF.most = max(before, texts)
    gc.set_threshold(*map(max, thresholds, GARBAGE_THRESHOLDS))
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        _SHELF.most = before
        _SHELF.trim()

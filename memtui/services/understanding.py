"""Texts worked out once: what writing, detecting and the index all ask of the same text is made when first asked and kept."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from memtui.domain.records import Memory
from memtui.intelligence.kinship import SEEN, may_signal
from memtui.services.texts import Text, Understanding, Worked, text_of

KEPT = 1_000
KEPT_AT_WORK = 400
"""So many texts are kept worked out, in long work fewer; one of 25 words takes about 20 kB."""

GISTS = 50_000
"""Of so many more the gist is kept while long work goes on, which comes back to them in another order; each takes about 500 bytes."""

GARBAGE_THRESHOLDS = (100_000, 20, 100)
"""How many new objects, and collections of them, it takes to look for garbage while long work goes on."""

KEPT_CHARACTERS = 8_000_000
"""However few, kept texts have no more characters than this in all."""


class _Shelf:
    """The texts that were asked for last, bounded by count and by characters; safe to use from several threads.

    While `works` is above 0, those that no longer fit leave their gist.
    """

    def __init__(self) -> None:
        self.works = 0
        self._kept: OrderedDict[Text, Understanding] = OrderedDict()
        self._gists: dict[int, bytes] = {}
        self._characters = 0
        self._lock = threading.Lock()

    def get(self, text: Text) -> Understanding:
        with self._lock:
            found = self._kept.get(text)
            if found is not None:
                self._kept.move_to_end(text)
                return found
            return self._put(text, Understanding(text, self._gists.get(hash(text)) if self._gists else None))

    def take(self, worked: Iterable[tuple[Text, Worked]]) -> None:
        """Keep texts that were worked out elsewhere."""
        with self._lock:
            for text, one in worked:
                if text not in self._kept:
                    self._put(text, Understanding.of(text, one))

    def work(self, more: int) -> None:
        """Say that long work begins (1) or ends (-1)."""
        with self._lock:
            self.works += more
            if not self.works:
                self._gists.clear()

    def _put(self, text: Text, known: Understanding) -> Understanding:
        self._kept[text] = known
        self._characters += len(text.content)
        most = KEPT_AT_WORK if self.works else KEPT
        while len(self._kept) > most or (self._characters > KEPT_CHARACTERS and len(self._kept) > 1):
            other, gone = self._kept.popitem(last=False)
            self._characters -= len(other.content)
            if self.works and len(self._gists) < GISTS and (left := gone.left) is not None:
                self._gists[hash(other)] = left
        return known


_SHELF = _Shelf()


def understand(memory: Memory) -> Understanding:
    """Return what is worked out from a memory's text; equal memories share it."""
    return _SHELF.get(text_of(memory))


def tagged(memory: Memory | None) -> Memory | None:
    """Return a memory that was made without a proposed tag with it."""
    if memory is None or memory.tags:
        return memory
    return replace(memory, proposed_tag=understand(memory).proposed_tag)


def take_worked(worked: Iterable[tuple[Text, Worked]]) -> None:
    """Take over what was worked out elsewhere, for whoever is next to ask for these texts."""
    _SHELF.take(worked)


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

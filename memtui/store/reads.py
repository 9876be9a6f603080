"""Records out of the store: see `services.ports.Reads`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memtui.store.reads_counts import CountReads
from memtui.store.reads_history import HistoryReads
from memtui.store.reads_lists import ListReads
from memtui.store.reads_memories import MemoryReads


class SqlReads(MemoryReads, ListReads, CountReads, HistoryReads):
    """All reading of one database, with a connection lent for each call."""

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let all reads of this thread within the block see the store as it was at the first of them."""
        with self._database.reading():
            yield

"""Records out of the store: see `services.ports.Reads`."""

from __future__ import annotations

from memtui.store.reads_counts import CountReads
from memtui.store.reads_history import HistoryReads
from memtui.store.reads_lists import ListReads
from memtui.store.reads_memories import MemoryReads


class SqlReads(MemoryReads, ListReads, CountReads, HistoryReads):
    """All reading of one database, with a connection lent for each call."""

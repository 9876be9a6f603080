"""The Python API: one class over the same services that the screens and the command line use."""

from __future__ import annotations

from memtui.client.curating import Curating
from memtui.client.exchanging import Exchanging
from memtui.client.judging import Judging
from memtui.client.reading import Reading, RecallOptions
from memtui.client.writing import Writing
from memtui.domain.verdicts import Verdict
from memtui.services.conflict_reports import AddReport, ConflictReport

__all__ = ["AddReport", "ConflictReport", "MemoryClient", "RecallOptions", "Verdict"]


class MemoryClient(Writing, Reading, Judging, Curating, Exchanging):
    """A store of memories for a program.

    `store` is a path, a database URL, ":memory:" for a throw-away one, or None for the default store.
    `embedder`, `extractor`, `reranker` and `judge` may be plugged in; when one fails, the rule-based result
    stands and says so. Ids may be given in full or by a unique beginning; enums as their values ("decision"); times naive ones
    are read as UTC. All errors are `memtui.domain.errors.MemtuiError`. Use it in a `with` block, or close it.
    """

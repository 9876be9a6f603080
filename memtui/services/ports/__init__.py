"""What the services need of a store: one protocol per need, no SQL in sight.

A store is safe to call from several threads at once. Every method may raise StoreUnavailable.
"""

from __future__ import annotations

from memtui.services.ports.embedding import StoredVector, Vectors
from memtui.services.ports.graphing import ACTIVE_ENTITIES, EntityCount, Graph
from memtui.services.ports.judging import Claims, Held, Kin, Probe
from memtui.services.ports.keeping import Maintenance, Store
from memtui.services.ports.progress import Progress, no_progress
from memtui.services.ports.queueing import BANDS, ConflictFilter, Queue, QueueCounts, Tally
from memtui.services.ports.reading import ActHead, Census, Page, PageKey, Reads
from memtui.services.ports.searching import Candidate, CandidateSet, Corpus, Search, Term
from memtui.services.ports.writing import ALSO, Act, Derive, Derived, R, UnitOfWork

__all__ = [
    "ACTIVE_ENTITIES",
    "ALSO",
    "BANDS",
    "Act",
    "ActHead",
    "Candidate",
    "CandidateSet",
    "Census",
    "Claims",
    "ConflictFilter",
    "Corpus",
    "Derive",
    "Derived",
    "EntityCount",
    "Graph",
    "Held",
    "Kin",
    "Maintenance",
    "Page",
    "PageKey",
    "Probe",
    "Progress",
    "Queue",
    "QueueCounts",
    "R",
    "Reads",
    "Search",
    "Store",
    "StoredVector",
    "Tally",
    "Term",
    "UnitOfWork",
    "Vectors",
    "no_progress",
]

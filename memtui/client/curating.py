"""Layers, consolidation, and what the store knows about a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.client.base import Base
from memtui.domain.plugins import ExtractionInput
from memtui.domain.records import Memory

if TYPE_CHECKING:
    from datetime import datetime

    from memtui.domain.judgements import Extraction
    from memtui.services.consolidate import Compaction, Consolidation
    from memtui.services.hierarchy import Evaluation
    from memtui.services.related import Related
    from memtui.services.timeline import Timeline


class Curating(Base):
    """What curates, and what tells how a thing came to be."""

    def evaluate_hierarchy(self, *, preset: str = "default", apply: bool = True) -> Evaluation:
        """Move memories between layers by the rules; the result's promoted, demoted, archived and unchanged are together every memory.

        `preset="mneno"` is Mneno's policy to the letter; `apply=False` only says what would move.
        """
        from memtui.services import hierarchy

        return hierarchy.evaluate(self._workspace, preset=preset, apply=apply)

    def promote_memory(self, id: str, layer: str) -> Memory:
        """Move a memory to a higher layer and return it; raises Refused, InvalidRecord for a layer that does not exist."""
        from memtui.services import hierarchy

        return hierarchy.promote(self._workspace, self._number(id), layer).memories[0]

    def demote_memory(self, id: str, layer: str) -> Memory:
        """Move a memory to a lower layer and return it; raises Refused, InvalidRecord for a layer that does not exist."""
        from memtui.services import hierarchy

        return hierarchy.demote(self._workspace, self._number(id), layer).memories[0]

    def consolidate(self, *, apply: bool = True) -> Consolidation:
        """Merge duplicate entities and retire superseded facts; `apply=False` only plans. Nothing is deleted."""
        from memtui.services import consolidate

        return consolidate.consolidate(self._workspace, apply=apply)

    def compact(self, keep: int, *, apply: bool = False) -> Compaction:
        """Archive the least important memories until `keep` are active; by default only says which."""
        from memtui.services import consolidate

        return consolidate.compact(self._workspace, keep, apply=apply)

    def extract(self, content: str) -> Extraction:
        """Return the entities and facts that a text names, by the plugged-in extractor or by rule; nothing is written."""
        from memtui.services import detecting

        return detecting.extraction(self._workspace, ExtractionInput(content=content))

    def related(self, id: str | None = None, *, entity: str | None = None, depth: int = 1, limit: int = 10) -> Related:
        """Return what a memory, or an entity by its name, is linked with, up to `depth` (1 to 3) steps away."""
        from memtui.services import related

        number = None if id is None else self._number(id)
        return related.related(self._workspace, memory=number, entity=entity, depth=depth, limit=limit)

    def timeline(self, entity: str, *, since: datetime | None = None, until: datetime | None = None) -> Timeline:
        """Return how an entity came to be what it is, oldest first."""
        from memtui.services import timeline

        return timeline.timeline(self._workspace, entity, since=since, until=until)

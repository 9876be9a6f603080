"""Layers, consolidation, and what the store knows about a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from memtui.client.base import Base, text_of
from memtui.domain.errors import InvalidRecord
from memtui.domain.plugins import ExtractionInput
from memtui.domain.records import Memory, utc
from memtui.services.fields import time_of

if TYPE_CHECKING:
    from datetime import datetime

    from memtui.domain.judgements import Extraction
    from memtui.services.consolidate import Compaction, Consolidation
    from memtui.services.hierarchy import Evaluation
    from memtui.services.related import RelatedEntity, RelatedMemory
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

        return detecting.extraction(self._workspace, ExtractionInput(content=text_of(content)))

    @overload
    def related(self, id: str, *, depth: int = 1, limit: int = 10) -> RelatedMemory: ...
    @overload
    def related(self, *, entity: str, limit: int = 10) -> RelatedEntity: ...
    def related(
        self, id: str | None = None, *, entity: str | None = None, depth: int = 1, limit: int = 10
    ) -> RelatedMemory | RelatedEntity:
        """Return a memory's links at most `depth` (1 to 3) steps away, or the newest memories that mention an entity and what came of it.

        Give either the id of a memory or the name of an entity. At most `limit` (from 1) a step. Raises NotFound, InvalidRecord.
        """
        from memtui.services import related

        if (id is None) == (entity is None):
            raise InvalidRecord("Give either the id of a memory or the name of an entity.")
        if depth not in (1, 2, 3):
            raise InvalidRecord(f"A depth of {depth!r} cannot be shown.", "Choose 1, 2 or 3.")
        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
            raise InvalidRecord(f"A limit of {limit!r} shows nothing.", "Give a number from 1.")
        if id is not None:
            return related.related_to_memory(self._workspace, self._number(id), depth=depth, limit=limit)
        return related.related_to_entity(self._workspace, text_of(entity, "A name"), limit=limit)

    def timeline(
        self, entity: str, *, since: datetime | str | None = None, until: datetime | str | None = None
    ) -> Timeline:
        """Return how an entity came to be what it is, oldest first, by its name, an alias or its id.

        `since` and `until` are times or ISO 8601 texts; naive ones are UTC. Raises NotFound, InvalidRecord.
        """
        from memtui.services import timeline

        begin, end = (
            None if at is None else utc(time_of(name, at)) for name, at in (("since", since), ("until", until))
        )
        return timeline.timeline(self._workspace, text_of(entity, "A name"), since=begin, until=end)

"""Whatever happens to entities, in any order and taken back in any order: no link breaks, and mentions and counts stay true."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from memtui.clock import FixedClock
from memtui.domain.errors import Refused
from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity, Memory
from memtui.store import open_store
from tests.store.making import (
    NOW,
    TOKENIZER_VERSION,
    act,
    added,
    conflict,
    fact,
    memory,
    naming,
    relation,
    sound,
    undone,
)

NAMES = {
    "Redis": EntityType.TOOL,
    "redis": EntityType.CONCEPT,
    "pg": EntityType.PACKAGE,
    "PostgreSQL": EntityType.PACKAGE,
    "Ana": EntityType.PERSON,
    "ana": EntityType.CONCEPT,
}
TEXTS = st.lists(st.sampled_from([*NAMES, "runs", "well"]), min_size=1, max_size=4).map(" ".join)
PROJECTS = st.sampled_from([None, "shop", "blog"])


class Entities(RuleBasedStateMachine):
    """Texts that name things, facts about them, merges, aliases, and undos of any of it."""

    @initialize()
    def open(self) -> None:
        """Begin with an empty store."""
        self.store = open_store(":memory:", naming(NAMES), FixedClock(NOW), tokenizer_version=TOKENIZER_VERSION)

    def teardown(self) -> None:
        """Rebuild, and find the store as sound as it was."""
        if hasattr(self, "store"):
            self.store.maintenance.rebuild(lambda done, total: None)
            sound(self.store)
            self.store.close()

    def records(self, table: str) -> list[Any]:
        return list(self.store.reads.records(table, 0, 100))

    @rule(texts=st.lists(TEXTS, min_size=1, max_size=3), project=PROJECTS)
    def add(self, texts: list[str], project: str | None) -> None:
        """Add some memories."""
        added(self.store, *(memory(text, project=project) for text in texts))

    @rule(text=TEXTS, project=PROJECTS, data=st.data())
    def edit(self, text: str, project: str | None, data: st.DataObject) -> None:
        """Rewrite a memory, or move it to another project."""
        memories: list[Memory] = self.records("memory")
        if memories:
            with self.store.write(act("edit")) as work:
                chosen = work.memory(data.draw(st.sampled_from(memories)).number or 0)
                work.update(replace(chosen, content=text, project=project))

    @rule(name=st.sampled_from(list(NAMES)), other=st.sampled_from(list(NAMES)), data=st.data())
    def state(self, name: str, other: str, data: st.DataObject) -> None:
        """Let a memory carry a fact about two things, which it need not name."""
        memories: list[Memory] = self.records("memory")
        if memories and NAMES[name] is not EntityType.CONCEPT:
            with self.store.write(act("extract")) as work:
                subject, target = work.entity_for(NAMES[name], name), work.entity_for(NAMES[other], other)
                work.insert(fact(subject, target, data.draw(st.sampled_from(memories))))

    @rule(data=st.data(), kept=st.booleans())
    def link(self, data: st.DataObject, kept: bool) -> None:
        """Link two memories, and let them disagree."""
        memories: list[Memory] = self.records("memory")
        if len(memories) > 1:
            newer, older = data.draw(st.permutations(memories))[:2]
            with self.store.write(act("link")) as work:
                work.insert(relation(newer, older))
                if kept:
                    work.insert(conflict(newer, older))

    @rule(data=st.data(), chunked=st.booleans())
    def merge(self, data: st.DataObject, chunked: bool) -> None:
        """Merge one entity into another, as consolidation does."""
        entities: list[Entity] = self.records("entity")
        if len(entities) < 2:
            return
        survivor, merged = data.draw(st.permutations(entities))[:2]
        with suppress(Refused), self.store.write(act("merge")) as work:
            aliases = dict.fromkeys((*survivor.aliases, merged.name, *merged.aliases))
            work.update(replace(survivor, aliases=tuple(aliases)))
            if chunked:
                work.checkpoint({"so": "far"})
            work.update(replace(merged, status=EntityStatus.MERGED, merged_into=survivor.number))

    @rule(data=st.data())
    def split(self, data: st.DataObject) -> None:
        """Take an alias away from an entity."""
        entities = [entity for entity in self.records("entity") if entity.aliases]
        if entities:
            entity = data.draw(st.sampled_from(entities))
            lost = data.draw(st.sampled_from(entity.aliases))
            with self.store.write(act("split")) as work:
                work.update(replace(entity, aliases=tuple(alias for alias in entity.aliases if alias != lost)))

    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        """Take back any act that can be: a later one may be in the way, and then nothing changes."""
        batches = [batch for batch in self.store.reads.history(0, 200) if batch.undone_by is None]
        if batches:
            batch = data.draw(st.sampled_from(batches))
            if self.store.reads.later_event(batch.number or 0) is None:
                with suppress(Refused):
                    undone(self.store, batch.number or 0)

    @rule(data=st.data())
    def purge(self, data: st.DataObject) -> None:
        """Take a memory out for good."""
        memories: list[Memory] = self.records("memory")
        if memories:
            self.store.maintenance.purge([data.draw(st.sampled_from(memories)).number or 0], act("purge"))

    @invariant()
    def is_sound(self) -> None:
        """Every mention and count is what the texts and the entities lead to."""
        if hasattr(self, "store"):
            sound(self.store)


TestEntities = pytest.mark.filterwarnings("ignore::ResourceWarning")(Entities.TestCase)
TestEntities.settings = settings(
    max_examples=40, stateful_step_count=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

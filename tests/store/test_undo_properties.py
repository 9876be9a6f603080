"""Whatever is done, taking it back gives the same rows, and derived rows are always what the texts lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from memtui.domain.changes import journalled
from memtui.domain.errors import Refused
from memtui.domain.kinds import Layer, Priority, Source, Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.services.ports import Store
from memtui.store import mapping
from tests.store.making import NOW, act, added, days, memory, opened, relation, sound, ulid, undone

WORDS = st.lists(st.sampled_from(["port", "cache", "IGNORE", "c.", "größe", "数据", "a\0b"]), min_size=1, max_size=6)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "content": WORDS.map(" ".join),
        "tags": st.lists(st.sampled_from(["code", "api", "x"]), unique=True).map(tuple),
        "priority": st.sampled_from(list(Priority)),
        "source": st.sampled_from(list(Source)),
        "status": st.sampled_from(list(Status)),
        "layer": st.sampled_from(list(Layer)),
        "tier": st.sampled_from(list(Tier)),
        "trust": st.sampled_from(list(Trust)),
        "project": st.sampled_from([None, "shop", "blog"]),
        "pinned": st.booleans(),
        "importance_override": st.sampled_from([None, 0.0, 0.5]),
        "created_at": st.sampled_from([None, NOW - days(3), NOW + days(3)]),
    },
)
TABLES = ("memory", "relation", "conflict", "entity", "fact")


def rows(store: Store) -> dict[str, dict[int, dict[str, Any]]]:
    """Return all that undo must give back: every journalled row but for openings and versions."""
    return {
        table: {
            record.number or 0: journalled(mapping.mapper_of(record).to_json(record))
            for record in store.reads.records(table, 0, 10_000)
        }
        for table in TABLES
    }


class Acts(RuleBasedStateMachine):
    """Adds, edits, links, openings, undos and redos in any order, on one store."""

    batches = Bundle("batches")

    @initialize()
    def open(self) -> None:
        """Begin with an empty store."""
        self.store = opened(":memory:")
        self.before: dict[int, dict[str, Any]] = {}
        self.done: list[int] = []

    def teardown(self) -> None:
        """Take everything back in reverse, and find the store as empty as it was."""
        while self.done:
            batch = self.done.pop()
            undone(self.store, batch)
            assert rows(self.store) == self.before[batch]
        sound(self.store)
        assert self.store.search.corpus().memories == 0
        self.store.close()

    def act(self, before: dict[str, Any]) -> Any:
        newest = self.store.reads.batches(1)
        if not newest or newest[0].number in self.before:
            return multiple()
        number = newest[0].number or 0
        self.before[number] = before
        self.done.append(number)
        return number

    def memories(self) -> list[Memory]:
        return [record for record in self.store.reads.records("memory", 0, 100) if isinstance(record, Memory)]

    @rule(target=batches, texts=st.lists(WORDS.map(" ".join), min_size=1, max_size=3))
    def add(self, texts: list[str]) -> Any:
        """Add some memories as one act."""
        before = rows(self.store)
        added(self.store, *(memory(text, tags=("api",)) for text in texts))
        return self.act(before)

    @rule(target=batches, changes=st.lists(CHANGES, min_size=1, max_size=4), chunked=st.booleans(), data=st.data())
    def edit(self, changes: list[dict[str, Any]], chunked: bool, data: st.DataObject) -> Any:
        """Edit some memories, the same one twice perhaps, in one transaction or several."""
        before, memories = rows(self.store), self.memories()
        if not memories:
            return multiple()
        with self.store.write(act("edit")) as work:
            for change in changes:
                chosen = work.memory(data.draw(st.sampled_from(memories)).number or 0)
                work.update(replace(chosen, **change))
                if chunked:
                    work.checkpoint({"so": "far"})
        return self.act(before)

    @rule(target=batches, data=st.data())
    def supersede(self, data: st.DataObject) -> Any:
        """Let one memory supersede another, unless that closes a circle."""
        before, memories = rows(self.store), self.memories()
        if len(memories) < 2:
            return multiple()
        old, new = data.draw(st.permutations(memories))[:2]
        try:
            with self.store.write(act("accept")) as work:
                work.update(replace(old, status=Status.SUPERSEDED, superseded_by=new.id))
                work.insert(relation(new, old))
        except Refused:
            assert rows(self.store) == before
            return multiple()
        return self.act(before)

    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        """Open a memory, which nothing takes back."""
        memories = self.memories()
        if memories:
            self.store.touch([data.draw(st.sampled_from(memories)).number or 0], NOW)

    @rule(batch=consumes(batches), again=st.booleans())
    def undo(self, batch: int, again: bool) -> None:
        """Take back the newest act, and perhaps that as well."""
        if not self.done or self.done[-1] != batch:
            return
        after = rows(self.store)
        undo = undone(self.store, batch)
        assert rows(self.store) == self.before[batch]
        if again:
            redo = undone(self.store, undo.number or 0)
            assert rows(self.store) == after
            undone(self.store, redo.number or 0)
            assert rows(self.store) == self.before[batch]
        self.done.pop()

    @invariant()
    def is_sound(self) -> None:
        """Every derived row equals what its text leads to, and the counts are exact."""
        if hasattr(self, "store"):
            sound(self.store)


TestActs = pytest.mark.filterwarnings("ignore::ResourceWarning")(Acts.TestCase)
TestActs.settings = settings(
    max_examples=25, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def test_taking_back_in_the_middle_keeps_what_came_later_elsewhere(store: Store) -> None:
    one, two = added(store, memory("one")), added(store, memory("two", id=ulid(99_999)))
    with store.write(act("edit")) as work:
        work.update(replace(one[0], content="one more"))
    undone(store, 2)
    assert [m.content for m in store.reads.memories([one[0].number or 0, two[0].number or 0])] == ["one more"]
    undone(store, 3)
    assert store.reads.memory(one[0].number or 0).content == "one"
    sound(store)

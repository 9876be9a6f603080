"""What holds for any text and any sequence of acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.bootstrap import open_memory_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, MemtuiError
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import ActorKind, Kind, Layer, Priority, Tier
from memtui.domain.records import Actor, Memory
from memtui.services import browsing, history, recall, remember
from memtui.services.derive import derive
from memtui.services.workspace import Workspace

from .conftest import NOW

ODD = (
    "",
    "*",
    '"',
    "(x",
    "AND",
    "c++",
    "-",
    "--",
    ":",
    "tag:",
    "is:new",
    "before:",
    "imp:>",
    "\x00",
    "\x1b[2J",
    "\ud800",
    "腾讯",
    "'; drop",
)
TEXTS = st.one_of(st.text(max_size=80), st.sampled_from(ODD), st.text(alphabet='a -":*()\\%_^', max_size=12))


@contextmanager
def opened() -> Iterator[Workspace]:
    """A fresh throw-away workspace."""
    workspace = open_memory_workspace(face="cli", actor=Actor("ana"), clock=FixedClock(NOW))
    try:
        yield workspace
    finally:
        workspace.store.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TEXTS, min_size=1, max_size=4), TEXTS)
def test_no_text_makes_a_service_fail(texts: list[str], query: str) -> None:
    with opened() as workspace:
        for text in texts:
            try:
                memory = remember.add(workspace, Draft(content=text), allow_secrets=True).memory
            except InvalidRecord:
                assert not text.strip() or any("\ud800" <= c <= "\udfff" for c in text)
                continue
            assert memory.number is not None
            assert workspace.store.reads.memory(memory.number).content == text
            assert recall.detail(workspace, memory.number).memory.content == text
            recall.search(workspace, recall.Request(text=text))
        for typing in (True, False):
            recall.search(workspace, recall.Request(text=query, typing=typing, superseded=True))
        browsing.find(workspace, recall.Request(text=query))
        browsing.facets(workspace, recall.Request(text=query))
        context = recall.build_context(workspace, query, 50)
        assert len(context.text) <= 200
        for line in history.batches(workspace, text=query):
            history.detail(workspace, line.batch.id)


def rows(workspace: Workspace) -> dict[int, Memory]:
    """All memories by number, without what undo does not keep."""
    memories = workspace.store.reads.page(EVERYTHING, Order.RECORDED, 1000).memories
    return {m.number or 0: replace(m, version=0, access_count=0, last_accessed_at=None) for m in memories}


def assert_derived(workspace: Workspace) -> None:
    """Every derived row is what `derive` makes of its memory, and the totals agree."""
    memories = list(workspace.store.reads.page(EVERYTHING, Order.RECORDED, 1000).memories)
    expected = {memory.number: derive(memory) for memory in memories}
    candidates = workspace.store.search.candidates_for(memories)
    assert {c.memory.number: c.tokens for c in candidates} == {n: d.tokens for n, d in expected.items()}
    assert {c.memory.number: c.badges for c in candidates} == {n: d.badges for n, d in expected.items()}
    corpus = workspace.store.search.corpus()
    assert (corpus.memories, corpus.tokens) == (len(memories), sum(len(d.tokens) for d in expected.values()))
    df: dict[str, int] = {}
    for derived in expected.values():
        for token in set(derived.tokens):
            df[token] = df.get(token, 0) + 1
    assert workspace.store.search.document_frequencies(sorted(df)) == df


WORDS = st.lists(
    st.sampled_from(["redis", "mongo", "postgres", "queue", "deploy", "cart", "billing"]), min_size=3, max_size=6
).map(" ".join)
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(Edit, content=WORDS),
    st.builds(Edit, add_tags=st.tuples(st.sampled_from(["decision", "error", "x"]))),
    st.builds(Edit, remove_tags=st.tuples(st.sampled_from(["decision", "error", "x"]))),
    st.builds(Edit, pinned=st.booleans()),
    st.builds(Edit, archived=st.booleans()),
    st.builds(Edit, priority=st.sampled_from(Priority)),
    st.builds(Edit, tier=st.sampled_from(Tier)),
    st.builds(Edit, kind=st.sampled_from(Kind)),
    st.builds(Edit, layer=st.sampled_from(Layer)),
    st.builds(Edit, clear=st.sets(st.sampled_from(["kind", "created_at"]), min_size=1).map(frozenset)),
)
ACTS = st.one_of(
    st.tuples(st.just("add"), WORDS),
    st.tuples(st.just("edit"), st.integers(0, 5), EDITS),
    st.tuples(st.just("all"), st.sets(st.integers(0, 5), min_size=2), EDITS),
    st.tuples(st.just("open"), st.integers(0, 5)),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
)


def perform(workspace: Workspace, act: tuple[Any, ...]) -> bool:
    """Carry out one act and say whether it left a batch."""
    numbers = sorted(rows(workspace))
    pick: Callable[[int], int] = lambda index: numbers[index % len(numbers)] if numbers else 0  # noqa: E731
    before = len(history.batches(workspace, limit=1000))
    try:
        match act:
            case ("add", text):
                remember.add(workspace, Draft(content=text))
            case ("edit", index, change):
                remember.edit(workspace, pick(index), change)
            case ("all", indices, change):
                remember.edit_all(workspace, [pick(index) for index in sorted(indices)], change)
            case ("open", index):
                recall.open_memory(workspace, pick(index))
            case ("undo",):
                history.undo(workspace)
            case ("redo",):
                history.redo(workspace)
    except MemtuiError:
        pass
    return len(history.batches(workspace, limit=1000)) > before


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ACTS, min_size=1, max_size=14))
def test_undo_gives_back_every_earlier_state_and_redo_every_later_one(acts: list[tuple[Any, ...]]) -> None:
    with opened() as workspace:
        past, future = [rows(workspace)], list[dict[int, Memory]]()
        for act in acts:
            if perform(workspace, act):
                now = rows(workspace)
                if act[0] == "undo":
                    future.append(past.pop())
                    assert now == past[-1]
                elif act[0] == "redo":
                    past.append(future.pop())
                    assert now == past[-1]
                else:
                    past.append(now)
                    future.clear()
            assert_derived(workspace)
        seen = [rows(workspace)]
        while history.undoable(workspace) is not None:
            history.undo(workspace)
            seen.append(rows(workspace))
        assert seen[-1] == {}
        for later, earlier in pairwise(reversed(seen)):
            assert rows(workspace) == later
            history.redo(workspace)
            assert rows(workspace) == earlier
        assert_derived(workspace)


@settings(max_examples=15, deadline=None)
@given(st.lists(ACTS, min_size=2, max_size=10))
def test_taking_back_all_of_ones_own_acts_leaves_what_the_other_wrote(acts: list[tuple[Any, ...]]) -> None:
    with opened() as ana:
        agent = replace(ana, actor=Actor("claude-code", ActorKind.AGENT))
        remember.add(agent, Draft(content="The agent wrote this and only this."))
        before = rows(ana)
        for act in acts:
            perform(ana, act)
        while history.undoable(ana) is not None:
            history.undo(ana)
        assert rows(ana) == before

"""memtui's own format carries a whole store: everything survives, twice over, and merges with what is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.bootstrap import open_memory_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Refused
from memtui.domain.filters import EVERYTHING, Filter, Order
from memtui.domain.kinds import (
    ConflictState,
    ConflictType,
    EntityType,
    Kind,
    Layer,
    Predicate,
    RelationKind,
    Severity,
    Status,
    SuggestedAction,
    Tier,
)
from memtui.domain.records import Actor, Conflict, Entity, Fact, Memory, Relation
from memtui.services import history, remember, transfer
from memtui.services.making import new_id
from memtui.services.transfer import Mode
from memtui.services.workspace import Workspace

SAMPLES = Path(__file__).parents[1] / "fixtures" / "imports"


@pytest.fixture
def empty(clock: FixedClock) -> Iterator[Callable[[], Workspace]]:
    """Opens further empty stores."""
    opened: list[Workspace] = []

    def another() -> Workspace:
        opened.append(open_memory_workspace(face="cli", actor=Actor("bo"), clock=clock))
        return opened[-1]

    yield another
    for workspace in opened:
        workspace.store.close()


Empty = Callable[[], Workspace]


def lived_in(workspace: Workspace, clock: FixedClock) -> None:
    """Fill a store with all that a store can hold, and with a past: undone, redone, rows that are gone."""
    transfer.import_path(workspace, SAMPLES / "mneno")
    first = remember.add(workspace, Draft(content="This one is taken back at once."), detect=False).memory
    history.undo(workspace)
    clock.moment += timedelta(hours=1)
    pinned = remember.add(
        workspace,
        Draft(
            content="Never deploy on Fridays.\r\n\tNot even 日本 \u2028 \u202e small ones \0.",
            kind=Kind.CONSTRAINT,
            pinned=True,
            importance_override=0.93,
            valid_until=datetime(2027, 1, 1, tzinfo=UTC),
            confidence=0.5,
            tags=("ops",),
            extra={"z": 1, "a": {"deep": [None, 1.5, "é"]}},
            tier=Tier.DURABLE,
        ),
        detect=False,
    ).memory
    for _ in range(9):
        clock.moment += timedelta(minutes=1)
        workspace.store.touch([pinned.number or 0], clock.moment)
    other = remember.add(workspace, Draft(content="Deployments are allowed on Fridays since May."), detect=False).memory
    remember.edit(workspace, other.number or 0, Edit(add_tags=("ops",), layer=Layer.WORKING))
    remember.edit(workspace, other.number or 0, Edit(archived=True))
    history.undo(workspace)
    history.redo(workspace)
    tie(workspace, pinned, other, first)


def tie(workspace: Workspace, one: Memory, other: Memory, gone: Memory) -> None:
    now = workspace.clock.now()
    with workspace.store.write(workspace.act("judge", "by hand")) as work:
        work.insert(
            Relation(
                from_number=other.number or 0,
                to_number=one.number or 0,
                kind=RelationKind.SUPERSEDES,
                created_at=now,
                evidence={"signal": "since", "span": "since May"},
                actor="ana",
            )
        )
        work.insert(
            Conflict(
                id=new_id(now),
                new_number=other.number or 0,
                old_number=one.number or 0,
                type=ConflictType.CONTRADICTION,
                severity=Severity.HIGH,
                confidence=0.8,
                reason="One allows what the other forbids.",
                suggested_action=SuggestedAction.MARK_CONFLICTED,
                fingerprint="f" * 64,
                created_at=now,
                state=ConflictState.KEPT,
                human_verdict="keep_conflict",
                note="ask Lena",
                decided_by="ana",
                decided_at=now,
            )
        )
        survivor = work.insert(Entity(id=new_id(now), type=EntityType.TOOL, name="Postgres", created_at=now))
        merged = Entity(id=new_id(now), type=EntityType.TOOL, name="PG", created_at=now, merged_into=survivor.number)
        work.insert(merged)
        shop = work.insert(Entity(id=new_id(now), type=EntityType.PROJECT, name="shop", created_at=now, aliases=("s",)))
        work.insert(
            Fact(
                subject_number=shop.number or 0,
                predicate=Predicate.USES,
                object_number=survivor.number or 0,
                memory_number=one.number or 0,
                scope="orders",
            )
        )


def body(path: Path) -> list[str]:
    """Return an export's lines but for the first, which holds its time."""
    return path.read_text(encoding="utf-8").split("\n")[1:]


def memories(workspace: Workspace) -> list[Memory]:
    numbers = sorted(workspace.store.reads.numbers(EVERYTHING, Order.OLDEST))
    return workspace.store.reads.memories(numbers)


def test_an_export_read_into_an_empty_store_and_written_again_is_the_same(
    ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path
) -> None:
    lived_in(ana, clock)
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    transfer.export_path(ana, one)
    second, third = empty(), empty()
    clock.moment += timedelta(days=40)
    report = transfer.import_path(second, one)
    assert (report.read, report.new, report.skipped) == (9, 9, 0)
    assert second.store.maintenance.check() == []
    transfer.export_path(second, two)
    assert body(two) == body(one)
    transfer.import_path(third, two)
    transfer.export_path(third, three)
    assert body(three) == body(one)


def test_all_that_was_judged_survives(ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path) -> None:
    lived_in(ana, clock)
    transfer.export_path(ana, tmp_path / "one.jsonl")
    other = empty()
    transfer.import_path(other, tmp_path / "one.jsonl")
    before = {memory.id: memory for memory in memories(ana)}
    for memory in memories(other):
        assert replace(memory, number=None, version=1) == replace(before[memory.id], number=None, version=1)
    pinned = next(memory for memory in memories(other) if memory.pinned)
    assert (pinned.access_count, pinned.importance_override) == (9, 0.93)
    (conflict,) = (each for each in other.store.reads.conflicts(pinned.number or 0))
    assert (conflict.state, conflict.human_verdict, conflict.note) == (ConflictState.KEPT, "keep_conflict", "ask Lena")
    assert other.store.reads.relations(pinned.number or 0)[0].evidence == {"signal": "since", "span": "since May"}
    steps = history.memory_history(other, pinned.number or 0)
    assert next(batch.action for batch, _, _ in steps) == "add"
    assert next(batch.actor for batch, _, _ in steps) == "ana"


def test_importing_twice_changes_nothing_and_history_is_not_doubled(
    ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path
) -> None:
    lived_in(ana, clock)
    path = tmp_path / "one.jsonl"
    transfer.export_path(ana, path)
    other = empty()
    transfer.import_path(other, path)
    count = len(history.batches(other, limit=500))
    for workspace in (other, ana):
        again = transfer.import_path(workspace, path)
        assert (again.new, again.changed, again.unchanged, again.batch) == (0, 0, 9, None)
    assert len(history.batches(other, limit=500)) == count


def test_rows_fit_in_above_those_of_a_store_in_use(
    ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path
) -> None:
    lived_in(ana, clock)
    transfer.export_path(ana, tmp_path / "one.jsonl")
    other = empty()
    own = [remember.add(other, Draft(content=f"A memory of the other store, number {n}.")).memory for n in range(3)]
    report = transfer.import_path(other, tmp_path / "one.jsonl")
    assert report.new == 9
    assert other.store.maintenance.check() == []
    assert [memory.content for memory in memories(other)[:3]] == [memory.content for memory in own]
    pinned = next(memory for memory in memories(other) if memory.pinned)
    steps = history.memory_history(other, pinned.number or 0)
    assert all("Fridays" in (after.content if after else "") for _, _, after in steps)
    assert report.batch is not None
    history.undo(other, report.batch.number)
    assert len(memories(other)) == 3


def test_the_newer_state_wins_and_what_is_closed_here_stays_closed(
    ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path
) -> None:
    note = remember.add(ana, Draft(content="Retries are capped at three.")).memory
    closed = remember.add(ana, Draft(content="Timeouts are set to ten seconds.")).memory
    path = tmp_path / "one.jsonl"
    transfer.export_path(ana, path)
    other = empty()
    transfer.import_path(other, path)
    clock.moment += timedelta(days=1)
    remember.edit(other, memories(other)[0].number or 0, Edit(content="Retries are capped at four."))
    remember.edit(other, memories(other)[1].number or 0, Edit(archived=True))
    older = transfer.import_path(other, path)
    assert (older.changed, older.skipped) == (0, 2)
    clock.moment += timedelta(days=1)
    remember.edit(ana, note.number or 0, Edit(content="Retries are capped at five."))
    remember.edit(ana, closed.number or 0, Edit(content="Timeouts are set to twenty seconds."))
    transfer.export_path(ana, path, overwrite=True)
    newer = transfer.import_path(other, path)
    assert newer.changed == 2
    first, second = memories(other)
    assert first.content == "Retries are capped at five."
    assert second.content == "Timeouts are set to twenty seconds."
    assert (second.status, second.layer) == (Status.ARCHIVED, Layer.ARCHIVED)


def test_replacing_archives_what_the_export_does_not_hold(ana: Workspace, empty: Empty, tmp_path: Path) -> None:
    remember.add(ana, Draft(content="Retries are capped at three."))
    transfer.export_path(ana, tmp_path / "one.jsonl")
    other = empty()
    remember.add(other, Draft(content="Only the other store knows this."))
    report = transfer.import_path(other, tmp_path / "one.jsonl", mode=Mode.REPLACE)
    assert (report.new, report.archived) == (1, 1)
    assert [memory.status for memory in memories(other)] == [Status.ARCHIVED, Status.ACTIVE]


def test_a_part_of_a_store_carries_what_ties_the_part(
    ana: Workspace, empty: Empty, clock: FixedClock, tmp_path: Path
) -> None:
    lived_in(ana, clock)
    path = tmp_path / "part.jsonl"
    report = transfer.export_path(ana, path, where=Filter(tags=("ops",), statuses=frozenset(Status)))
    assert report.memories == 2
    tables = [json.loads(line).get("table") for line in body(path) if line]
    assert tables.count("relation") == 1
    assert not {"batch", "event"} & set(tables)
    other = empty()
    assert transfer.import_path(other, path).new == 2
    assert other.store.maintenance.check() == []


def test_a_newer_export_is_refused_with_what_to_do(ana: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "future.jsonl"
    path.write_text('{"format":"memtui","version":99}\n')
    with pytest.raises(Refused, match="newer"):
        transfer.import_path(ana, path)


@pytest.mark.parametrize(
    "row",
    [
        {"table": "memory"},
        {"table": "memory", "number": 1, "content": ""},
        {"table": "memory", "number": 1, "content": "x", "kind": "poem"},
        {"table": "memory", "number": "1", "content": "Has no number"},
        {
            "table": "relation",
            "number": 1,
            "from_number": 7,
            "to_number": 8,
            "kind": "similar",
            "created_at": "2026-01-01",
        },
        {"table": "batch", "number": None},
        {"table": "event", "of": "nothing", "row": 1},
        {"table": "poem"},
    ],
)
def test_a_bad_row_is_named_and_the_others_come_in(ana: Workspace, tmp_path: Path, row: dict[str, Any]) -> None:
    good = {"table": "memory", "number": 2, "id": new_id(ana.clock.now()), "content": "A good row stands here."}
    batch = {"table": "batch", "number": 1, "id": new_id(ana.clock.now()), "actor": "x", "actor_kind": "person"}
    rows = [{"format": "memtui", "version": 1}, good, {**batch, "action": "add", "at": "2026-01-01T00:00:00Z"}, row]
    path = tmp_path / "odd.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in rows))
    report = transfer.import_path(ana, path)
    assert report.new == 1
    assert [(notice.line, notice.skipped) for notice in report.notices] == [(4, True)]
    assert ana.store.maintenance.check() == []


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats()
    | st.text(max_size=6)
    | st.lists(st.integers(), max_size=2)
)
NAMES = st.sampled_from(
    [
        "number",
        "id",
        "content",
        "kind",
        "status",
        "layer",
        "tier",
        "created_at",
        "updated_at",
        "recorded_at",
        "superseded_by",
        "extra",
        "tags",
        "from_number",
        "to_number",
        "new_number",
        "old_number",
        "merged_into",
        "actor",
        "actor_kind",
        "action",
        "at",
        "undoes",
        "undone_by",
        "of",
        "row",
        "before",
        "after",
        "type",
        "name",
    ]
)
ROWS = st.dictionaries(NAMES, VALUES | st.dictionaries(NAMES, VALUES, max_size=2), max_size=8)
TABLES = st.sampled_from(["memory", "entity", "fact", "relation", "conflict", "batch", "event"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.tuples(TABLES, ROWS), max_size=6))
def test_no_rows_make_an_import_fail(ana: Workspace, tmp_path: Path, rows: list[tuple[str, dict[str, Any]]]) -> None:
    path = tmp_path / "any.jsonl"
    lines = [
        {"format": "memtui", "version": 1},
        *({"content": "Some text is here.", **row, "table": table} for table, row in rows),
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    transfer.import_path(ana, path)
    assert ana.store.maintenance.check() == []

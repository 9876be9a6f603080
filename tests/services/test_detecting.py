"""What a write leads to: the first table of the policy, row by row, and each of its switches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import ConflictState, ConflictType, Layer, RelationKind, Status, Tier, Trust
from memtui.domain.policy import Policy
from memtui.domain.records import Memory
from memtui.services import detecting, history, remember
from memtui.services.workspace import Workspace

from .conftest import NOW

Tell = Callable[..., Memory]


def number(memory: Memory) -> int:
    assert memory.number is not None
    return memory.number


def now(workspace: Workspace, memory: Memory) -> Memory:
    """A memory as it stands now."""
    return workspace.store.reads.memory(number(memory))


def report(workspace: Workspace, content: str, day: float = 1.0, **fields: object) -> detecting.WriteReport:
    return remember.add(workspace, Draft(content=content, created_at=NOW + timedelta(days=day), **fields))  # type: ignore[arg-type]


def with_policy(workspace: Workspace, **choices: object) -> Workspace:
    policy = replace(workspace.settings.policy, **choices)  # type: ignore[arg-type]
    return replace(workspace, settings=replace(workspace.settings, policy=policy))


# The table


def test_a_sure_change_supersedes_at_once(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "The port is now 8080.")
    (conflict,) = done.conflicts
    assert (conflict.type, conflict.state) == (ConflictType.SUPERSESSION, ConflictState.AUTO)
    assert (conflict.new_number, conflict.old_number) == (done.memory.number, old.number)
    assert now(book, old).status is Status.SUPERSEDED
    assert now(book, old).superseded_by == done.memory.id
    assert done.applied == (f"superseded_existing:{old.id}:by:{done.memory.id}",)
    (relation,) = done.relations
    assert (relation.kind, relation.from_number, relation.to_number) == (
        RelationKind.SUPERSEDES,
        done.memory.number,
        old.number,
    )
    assert relation.evidence["trigger"] == 'Temporal marker "now"'


def test_a_denial_contradicts_and_supersedes_at_once(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "The port is no longer 3000.")
    assert done.conflicts[0].type is ConflictType.CONTRADICTION
    assert now(book, old).status is Status.SUPERSEDED
    assert [relation.kind for relation in done.relations] == [RelationKind.CONTRADICTS]


def test_two_values_without_a_word_make_both_conflicted(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "The port is 8080.")
    assert done.conflicts[0].state is ConflictState.OPEN
    assert (now(book, old).status, done.memory.status) == (Status.CONFLICTED, Status.CONFLICTED)
    assert done.applied == (f"marked_conflicted:{old.id}:{done.memory.id}",)
    assert [relation.kind for relation in done.relations] == [RelationKind.CONTRADICTS]


def test_a_duplicate_is_queued_and_changes_nothing(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "The port is 3000.")
    assert done.conflicts[0].type is ConflictType.DUPLICATE
    assert (now(book, old).status, done.memory.status) == (Status.ACTIVE, Status.ACTIVE)
    assert done.applied == (f"reported_duplicate:{old.id}:{done.memory.id}",)
    assert done.relations == ()


def test_a_change_that_is_not_sure_is_queued_and_changes_nothing(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "Perhaps the port is now 8080.")
    assert done.conflicts[0].state is ConflictState.OPEN
    assert (now(book, old).status, done.memory.status) == (Status.ACTIVE, Status.ACTIVE)
    assert done.relations == ()


def test_nothing_under_the_floor_changes_a_status(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(with_policy(book, floor=0.9), "The port is 8080.")
    assert done.conflicts[0].state is ConflictState.OPEN
    assert (now(book, old).status, done.memory.status) == (Status.ACTIVE, Status.ACTIVE)


@pytest.mark.parametrize(
    ("choices", "text"),
    [
        ({"apply_supersessions": False}, "The port is now 8080."),
        ({"apply_contradictions": False}, "The port is no longer 3000."),
        ({"mark_conflicts": False}, "The port is 8080."),
        ({"at_once": 0.97}, "The port is now 8080."),
    ],
)
def test_each_row_can_be_switched_to_the_queue(
    book: Workspace, tell: Tell, choices: dict[str, object], text: str
) -> None:
    old = tell("The port is 3000.")
    done = report(with_policy(book, **choices), text)
    assert [conflict.state for conflict in done.conflicts] == [ConflictState.OPEN]
    assert (now(book, old).status, done.memory.status) == (Status.ACTIVE, Status.ACTIVE)


def test_duplicates_can_be_left_alone_or_archived(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.", layer=Layer.WORKING)
    assert report(with_policy(book, detect_duplicates=False), "The port is 3000.").conflicts == ()
    history.undo(book)
    done = report(with_policy(book, auto_archive_duplicates=True), "The port is 3000.")
    assert done.conflicts[0].state is ConflictState.AUTO
    archived = now(book, old)
    assert (archived.status, archived.layer, archived.layer_before) == (
        Status.ARCHIVED,
        Layer.ARCHIVED,
        Layer.WORKING,
    )
    assert done.applied == (f"archived_duplicate:{old.id}",)


def test_detection_can_be_switched_off(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    told = Draft(content="The port is now 8080.", created_at=NOW + timedelta(days=1))
    assert remember.add(book, told, detect=False).conflicts == ()
    assert report(with_policy(book, detect=False), "The port is now 8443.").conflicts == ()
    assert now(book, old).status is Status.ACTIVE


# Who is newer, and who takes part


def test_only_the_older_by_when_it_happened_is_superseded_whatever_came_first(book: Workspace, tell: Tell) -> None:
    newer = tell("The port is now 8080.", day=5)
    done = report(book, "The port is 3000.", day=2)
    assert done.memory.status is Status.SUPERSEDED
    assert done.memory.superseded_by == newer.id
    (conflict,) = done.conflicts
    assert (conflict.new_number, conflict.old_number) == (newer.number, done.memory.number)
    assert done.applied == (f"superseded_existing:{done.memory.id}:by:{newer.id}",)


def test_a_latecomer_is_superseded_by_one_that_is_superseded_itself(book: Workspace, tell: Tell) -> None:
    middle = tell("The port is now 8080.", day=5)
    tell("The port is now 8443.", day=9)
    assert now(book, middle).status is Status.SUPERSEDED
    late = tell("The port is 3000.", day=1)
    assert late.status is Status.SUPERSEDED
    assert late.superseded_by == middle.id


def test_a_change_said_by_the_older_or_the_undated_is_queued(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.", day=5)
    older = report(book, "The port is now 8080.", day=2)
    assert [(c.state, c.type) for c in older.conflicts] == [(ConflictState.OPEN, ConflictType.CONTRADICTION)]
    history.undo(book)
    undated = remember.add(book, Draft(content="The port is now 8080.", undated=True))
    (conflict,) = undated.conflicts
    assert (conflict.state, conflict.type) == (ConflictState.OPEN, ConflictType.SUPERSESSION)
    assert conflict.new_number == undated.memory.number
    assert undated.memory.status is Status.ACTIVE


def test_of_two_equally_dated_the_one_with_the_signal_stands_for_the_newer_and_is_queued(
    book: Workspace, tell: Tell
) -> None:
    signal = tell("The port is now 8080.", day=1)
    done = report(book, "The port is 3000.", day=1)
    (conflict,) = done.conflicts
    assert (conflict.new_number, conflict.old_number) == (signal.number, done.memory.number)
    assert conflict.state is ConflictState.OPEN
    assert done.memory.status is Status.ACTIVE


def test_memories_of_two_projects_never_conflict_and_one_without_meets_all(book: Workspace, tell: Tell) -> None:
    shop = tell("The port is 3000.", project="shop")
    assert report(book, "The port is now 8080.", project="blog").conflicts == ()
    done = report(book, "The port is now 8443.", day=2)
    assert {conflict.old_number for conflict in done.conflicts} == {shop.number, number(shop) + 1}


def test_what_is_superseded_or_archived_is_not_compared(book: Workspace, tell: Tell) -> None:
    first = tell("The port is 3000.")
    second = tell("The port is now 8080.", day=1)
    done = report(book, "The port is now 8443.", day=2)
    assert [conflict.old_number for conflict in done.conflicts] == [second.number]
    assert now(book, first).superseded_by == second.id
    archived = tell("The disk is full.")
    remember.edit(book, number(archived), Edit(archived=True))
    assert report(book, "The disk is now empty.").conflicts == ()


@pytest.mark.parametrize("who", ["old", "new"])
@pytest.mark.parametrize("how", [{"tier": Tier.TRANSIENT}, {"trust": Trust.HELD}])
def test_what_is_transient_or_held_is_only_queued(
    book: Workspace, tell: Tell, who: str, how: dict[str, object]
) -> None:
    old = tell("The port is 3000.", **(how if who == "old" else {}))
    done = report(book, "The port is now 8080.", **(how if who == "new" else {}))
    if "trust" in how and who == "old":
        assert done.conflicts == ()
    else:
        assert [conflict.state for conflict in done.conflicts] == [ConflictState.OPEN]
    assert now(book, old).status is Status.ACTIVE


# What else is written, and what is not


def test_a_change_ends_the_facts_of_what_it_supersedes(ana: Workspace, clock: FixedClock) -> None:
    old = remember.add(ana, Draft(content="We use PostgreSQL for user data.", created_at=NOW - timedelta(days=9)))
    assert [fact.scope for fact in old.facts] == ["user data"]
    new = remember.add(ana, Draft(content="We switched from PostgreSQL to MongoDB for user data.", created_at=NOW))
    (ended,) = ana.store.graph.facts_of([number(old.memory)])
    assert (str(ended.status), ended.valid_until) == ("deprecated", NOW)
    assert ana.store.reads.memory(number(old.memory)).valid_until == NOW
    assert {entity.name for entity in new.entities} == {"PostgreSQL", "MongoDB"}


def test_a_write_is_one_batch_and_one_undo(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = report(book, "The port is now 8080.")
    assert done.batch is not None
    history.undo(book)
    assert now(book, old).status is Status.ACTIVE
    assert book.store.queue.of([number(old)]) == []
    assert book.store.graph.relations_of([number(old)]) == []
    history.redo(book)
    assert now(book, old).superseded_by == done.memory.id


def test_a_tag_is_proposed_only_where_none_is_given(ana: Workspace) -> None:
    assert remember.add(ana, Draft(content="We decided to use MongoDB.")).memory.proposed_tag == "decision"
    assert remember.add(ana, Draft(content="We decided to drop it.", tags=("db",))).memory.proposed_tag is None


def test_a_dry_run_says_it_all_and_writes_nothing(in_file: Workspace) -> None:
    remember.add(in_file, Draft(content="We use PostgreSQL for user data.", created_at=NOW - timedelta(days=9)))
    path = in_file.store.path
    assert path is not None
    before = [part.read_bytes() for part in _files(path)]
    done = detecting.detect(in_file, "We switched from PostgreSQL to MongoDB for user data.")
    assert [part.read_bytes() for part in _files(path)] == before
    assert done.memory.number is None
    assert [conflict.state for conflict in done.conflicts] == [ConflictState.AUTO]
    assert (done.conflicts[0].new_number, done.conflicts[0].number) == (0, None)
    assert done.others[0].status is Status.ACTIVE
    assert {entity.name for entity in done.entities} == {"PostgreSQL", "MongoDB"}
    assert done.relations
    assert done.applied


def _files(path: Path) -> list[Path]:
    return sorted(
        part for part in path.parent.iterdir() if part.name.startswith(path.name) and part.suffix != ".db-shm"
    )


def test_many_at_once_are_compared_oldest_first(book: Workspace, clock: FixedClock) -> None:
    told = [("The port is now 8443.", 3), ("The port is 3000.", 1), ("The port is now 8080.", 2)]
    drafts = [Draft(content=text, created_at=NOW + timedelta(days=day)) for text, day in told]
    done = remember.add_all(book, drafts)
    by_text = {memory.content: memory for memory in done.memories}
    assert by_text["The port is 3000."].superseded_by == by_text["The port is now 8080."].id
    assert by_text["The port is now 8080."].superseded_by == by_text["The port is now 8443."].id
    assert done.sentence == "Added 3 memories, 2 conflicts found."
    history.undo(book)
    assert book.store.queue.counts().states == {}


def test_the_policy_of_the_settings_is_the_default_one(ana: Workspace) -> None:
    assert ana.settings.policy == Policy()

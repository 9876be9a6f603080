"""What others write between judging and writing, and what detection keeps to itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import ConflictState, RelationKind, Status
from memtui.domain.records import Actor, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review, transfer
from memtui.services.detecting import Detector, Written
from memtui.services.making import memory_from
from memtui.services.workspace import Workspace

from .conftest import NOW, number
from .reviews import at, now, only

Tell = Callable[..., Memory]


def written(workspace: Workspace, content: str, meanwhile: Callable[[], object]) -> Written:
    """Add a memory while something happens between the judging and the write."""
    detector = Detector(workspace)
    draft = Draft(content=content, created_at=NOW + timedelta(days=9))
    prepared = detector.prepare(memory_from(draft, now=workspace.clock.now(), actor=workspace.actor), late=True)
    meanwhile()
    with workspace.store.write(workspace.act("add")) as work:
        return detector.write(work, prepared, work.insert(prepared.memory))


def test_a_candidate_whose_text_changed_meanwhile_is_judged_again(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    edit = Edit(content="The host is a.")
    done = written(book, "The port is now 8080.", lambda: remember.edit(book, number(old), edit))
    assert done.landed.conflicts == ()
    assert now(book, old).status is Status.ACTIVE


def test_a_candidate_that_was_superseded_meanwhile_is_left_alone(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    between: list[Memory] = []
    done = written(book, "The port is now 8080.", lambda: between.append(tell("The port is now 8000.", day=1)))
    assert now(book, old).superseded_by == between[0].id
    assert [conflict.old_number for conflict in done.landed.conflicts] == [between[0].number]


def test_a_candidate_whose_tags_changed_meanwhile_is_still_superseded(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    done = written(book, "The port is now 8080.", lambda: remember.edit(book, number(old), Edit(pinned=True)))
    assert now(book, old).superseded_by == done.memory.id


def test_a_candidate_that_is_gone_meanwhile_is_no_trouble(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    done = written(book, "The port is now 8080.", lambda: history.undo(book))
    assert done.landed.conflicts == ()


def test_what_came_in_meanwhile_is_met(book: Workspace, tell: Tell) -> None:
    lena = replace(book, actor=Actor("lena"))
    done = written(book, "The port is now 8080.", lambda: tell("The port is 3000.", workspace=lena))
    (conflict,) = done.landed.conflicts
    assert conflict.state is ConflictState.AUTO


def test_a_deprecation_with_a_successor_is_a_proposal_that_adds_supersedes_beside_references(ana: Workspace) -> None:
    old = remember.add(ana, Draft(content="UI components use Vue.js.", created_at=NOW - timedelta(days=9))).memory
    told = Draft(content="Vue.js is deprecated in favour of React.", created_at=NOW)
    done = remember.add(ana, told)
    assert now(ana, old).status is Status.ACTIVE
    assert [(link.kind, link.evidence["note"]) for link in done.relations] == [(RelationKind.REFERENCES, "deprecated")]
    assert only(ana).state is ConflictState.OPEN
    review.decide(ana, [at(only(ana))], Verdict.NEWER)
    kinds = {link.kind for link in ana.store.graph.relations_of([number(old)])}
    assert kinds == {RelationKind.REFERENCES, RelationKind.SUPERSEDES}
    assert now(ana, old).status is Status.SUPERSEDED


def test_no_credential_becomes_the_name_of_a_thing(ana: Workspace) -> None:
    address = "https://bot:" + "hunter2" + "secret@example.com/feed"
    done = remember.add(ana, Draft(content=f"The feed comes from {address}."), allow_secrets=True)
    names = [entity.name for entity in (*done.entities, *ana.store.graph.all_entities(0, 100))]
    assert not any("hunter2" in name for name in names)


def test_facts_that_ended_come_back_after_an_export_into_a_store_in_use(
    ana: Workspace, in_file: Workspace, tmp_path: Path
) -> None:
    old = remember.add(ana, Draft(content="We use PostgreSQL for user data.", created_at=NOW - timedelta(days=9)))
    remember.add(ana, Draft(content="We switched from PostgreSQL to MongoDB for user data.", created_at=NOW))
    for count in range(3):
        remember.add(in_file, Draft(content=f"The shop uses tool{count} and part{count}."))
    transfer.export_path(ana, tmp_path / "all.jsonl")
    transfer.import_path(in_file, tmp_path / "all.jsonl")
    (conflict,) = review.conflict_reports(in_file)
    review.decide(in_file, [at(conflict)], Verdict.BOTH)
    there = in_file.store.reads.by_ids([old.memory.id])[old.memory.id]
    assert [str(fact.status) for fact in in_file.store.graph.facts_of([number(there)])] == ["active"]

"""Search that follows the graph: successors first, elaborations along, the newer side of a conflict above, families."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import Kind, RelationKind, RelationStatus, Status
from memtui.domain.records import Memory, Relation
from memtui.domain.verdicts import Verdict
from memtui.services import recall, remember, review
from memtui.services.ports import ConflictFilter
from memtui.services.recall import Hit, Request
from memtui.services.workspace import Workspace
from tests.services import guides
from tests.services.conftest import NOW

Note = Callable[..., Memory]
B, A = guides.DOCKER[1][1], guides.DOCKER[0][1]


def hits(workspace: Workspace, text: str, **more: bool | int) -> list[Hit]:
    return list(recall.search(workspace, Request(text=text, **more)).hits)  # type: ignore[arg-type]


def texts(workspace: Workspace, text: str, **more: bool | int) -> list[str]:
    return [hit.memory.content for hit in hits(workspace, text, **more)]


def elaborate(workspace: Workspace, newer: Memory, older: Memory, **more: RelationStatus) -> None:
    relation = Relation(
        from_number=newer.number or 0,
        to_number=older.number or 0,
        kind=RelationKind.ELABORATES,
        created_at=NOW,
        **more,
    )
    with workspace.store.write(workspace.act("edit")) as work:
        work.insert(relation)


def test_the_guides_database_question_has_the_guides_order(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    found = hits(ana, "What database do we use?", superseded=True)
    assert [hit.memory.content for hit in found] == [
        "Switched from PostgreSQL to MongoDB",
        "We use MongoDB for product catalog",
        "We use PostgreSQL for user data",
    ]
    assert found[0].marks == ("← SUPERSEDES others",)
    assert found[2].marks == ("[MARKED AS CONTRADICTED]",)
    assert texts(ana, "What database do we use?") == [hit.memory.content for hit in found[:2]]


def test_docker_benefits_shows_both_sides_the_newer_one_first(ana: Workspace) -> None:
    guides.told(ana, guides.DOCKER)
    found = hits(ana, "Docker benefits")
    assert [hit.memory.content for hit in found] == [B, A]
    assert found[0].marks[0] == "← CURRENT TRUTH"
    assert found[1].marks[0].startswith("in conflict with “Docker added complexity")
    assert [part.name for part in found[0].explanation.parts][-1] == "current"  # type: ignore[union-attr]


def test_the_newer_side_stands_above_even_for_the_words_of_the_older(ana: Workspace) -> None:
    guides.told(ana, guides.DOCKER)
    assert texts(ana, "Docker reduces deployment issues by 80%") == [B, A]


def test_a_settled_conflict_orders_nothing(ana: Workspace) -> None:
    guides.told(ana, guides.DOCKER)
    entry = review.queue(ana, ConflictFilter(), 1, 0).entries[0]
    review.decide(ana, [entry.conflict.id], Verdict.BOTH)
    found = hits(ana, "Docker reduces deployment issues by 80%")
    assert [hit.memory.content for hit in found] == [A, B]
    assert [hit.marks for hit in found] == [(), ()]


def test_an_elaboration_comes_along_without_a_word_of_the_query(ana: Workspace) -> None:
    guides.told(
        ana,
        [
            ("2026-02-01", "Need to optimize API response time"),
            ("2026-03-15", "Implemented query caching and connection pooling, reduced latency 60%"),
            ("2026-03-16", "The office has new chairs and a plant"),
        ],
    )
    found = hits(ana, "optimization")
    assert [hit.memory.content for hit in found] == [
        "Need to optimize API response time",
        "Implemented query caching and connection pooling, reduced latency 60%",
    ]
    assert found[1].rank_before is None
    part = next(part for part in found[1].explanation.parts if part.name == "elaborates")  # type: ignore[union-attr]
    assert part.note == "elaborates “Need to optimize API response time”"


def test_elaborations_are_few_the_newest_and_pass_the_filter(ana: Workspace, note: Note) -> None:
    topic = note("The zeppelin hangar needs a roof", kind=Kind.DECISION)
    others = [note(f"Steel beams of number {at} qq{at}", kind=Kind.DECISION) for at in range(5)]
    for other in others:
        elaborate(ana, other, topic)
    assert set(texts(ana, "zeppelin")) == {topic.content, *(each.content for each in others[2:])}
    remember.edit(ana, others[4].number or 0, Edit(archived=True))
    assert others[4].content not in texts(ana, "zeppelin")
    assert texts(ana, "zeppelin", limit=1) == [topic.content]


def test_an_ended_elaboration_stays_away_and_the_step_can_be_switched_off(ana: Workspace, note: Note) -> None:
    topic, ended, other = (
        note(text, kind=Kind.DECISION)
        for text in (
            "The zeppelin hangar needs a roof",
            "Steel beams of the first order",
            "Glass panes of the second order",
        )
    )
    elaborate(ana, ended, topic, status=RelationStatus.DEPRECATED)
    elaborate(ana, other, topic)
    assert texts(ana, "zeppelin") == [topic.content, other.content]
    off = replace(ana, settings=replace(ana.settings, weights=replace(ana.settings.weights, elaborates=0.0)))
    assert texts(off, "zeppelin") == [topic.content]


def test_a_category_finds_its_members_below_what_names_it(ana: Workspace, note: Note) -> None:
    named = note("The database of invoices lives in Frankfurt", kind=Kind.DECISION)
    member = note("PostgreSQL holds the invoices of last year", kind=Kind.DECISION)
    note("Lunch is served at noon in the hall", kind=Kind.DECISION)
    assert texts(ana, "database") == [named.content, member.content]
    assert texts(ana, "which databases?") == [named.content, member.content]
    off = replace(ana, settings=replace(ana.settings, weights=replace(ana.settings.weights, family=0.0)))
    assert texts(off, "database") == [named.content]


def test_a_category_of_several_words_counts_too(ana: Workspace, note: Note) -> None:
    member = note("We install everything with pnpm now and then", kind=Kind.DECISION)
    note("Lunch is served at noon in the hall", kind=Kind.DECISION)
    assert texts(ana, "package manager") == [member.content]


def test_turns_of_a_conversation_are_not_reordered_by_conflicts(ana: Workspace) -> None:
    drafts = [
        Draft(content=text, created_at=guides.at(day), session="s1", session_position=at, speaker="ana")
        for at, (day, text) in enumerate(guides.DOCKER)
    ]
    for draft in drafts:
        remember.add(ana, draft)
    assert texts(ana, "Docker reduces deployment issues by 80%")[0] == A


def test_a_context_names_the_facts_that_hold_of_what_is_asked_for(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    context = recall.build_context(ana, "PostgreSQL or MongoDB?", 800)
    facts = context.text.partition("## Facts\n")[2].partition("\n\n")[0].splitlines()
    assert "- we use MongoDB (product catalog), since 2026-02-20" in facts
    assert "- MongoDB supersedes PostgreSQL, since 2026-03-20" in facts
    assert not any("use PostgreSQL" in fact for fact in facts)
    assert context.tokens <= 800
    assert {item.section for item in context.items} == {"facts", "recalled"}


def test_a_context_without_room_takes_fewer_facts_and_names_none_of_the_hidden(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    assert recall.build_context(ana, "MongoDB", 10).tokens <= 10
    other = ana.in_project("elsewhere")
    remember.add(other, Draft(content="The project uses Redis", created_at=NOW - timedelta(days=1)))
    assert "Redis" not in recall.build_context(ana.in_project("here"), "Redis", 400).text


@pytest.mark.parametrize("query", ["", "*", "(", "的", "x" * 3000, "PostgreSQL " * 500])
def test_any_query_makes_a_context(ana: Workspace, query: str) -> None:
    guides.told(ana, guides.DATABASES)
    assert recall.build_context(ana, query, 200).tokens <= 200


def test_a_note_that_states_a_retired_fact_is_not_listed_first(ana: Workspace) -> None:
    guides.told(
        ana, [("2026-01-01", "We use session-based auth"), ("2026-02-01", "We replaced session-based auth with JWT")]
    )
    found = hits(ana, "session-based auth", superseded=True)
    assert found[0].memory.status is Status.ACTIVE
    assert "We use session-based auth" not in texts(ana, "session-based auth")

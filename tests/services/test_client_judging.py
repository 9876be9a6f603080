"""The Python API's intelligence: conflicts, layers, consolidation, extraction, links and timelines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memtui import MemoryClient
from memtui.domain.errors import InvalidRecord, NotFound, Refused
from memtui.domain.kinds import ConflictState, ConflictType, Layer, Predicate, RelationKind, Severity, Status
from memtui.domain.verdicts import Verdict
from memtui.services.conflict_reports import ConflictReport

USES, SWITCHED = "We use PostgreSQL for user data", "Switched from PostgreSQL to MongoDB"
PORTS = ("The dev server listens on port 3000", "The dev server listens on port 8080")


@pytest.fixture
def client() -> Iterator[MemoryClient]:
    """A client on a throw-away store."""
    with MemoryClient(":memory:") as client:
        yield client


@pytest.fixture
def ports(client: MemoryClient) -> ConflictReport:
    """An open conflict between two ports."""
    for text, day in zip(PORTS, ("2026-01-01", "2026-02-01"), strict=True):
        client.add(text, created_at=day)
    (report,) = client.list_conflicts("open")
    return report


def statuses(client: MemoryClient) -> dict[str, Status]:
    """The status of each memory by its text."""
    return {memory.content: memory.status for memory in client.list(include_inactive=True)}


# Detecting


def test_detect_tells_all_that_an_add_would_lead_to_and_writes_nothing(client: MemoryClient) -> None:
    old = client.add(USES, kind="decision", created_at="2026-01-15")
    tried = client.detect(SWITCHED, kind="decision")
    assert tried.batch is None
    assert tried.memory.number is None
    assert {entity.name for entity in tried.entities} == {"PostgreSQL", "MongoDB"}
    assert [fact.predicate for fact in tried.facts] == [Predicate.SUPERSEDES]
    assert tried.applied[0].startswith(f"superseded_existing:{old.id}:by:")
    assert len(client.list(include_inactive=True)) == 1
    assert client.list_conflicts() == []
    assert len(client.history()) == 1
    done = client.add_with_report(SWITCHED, kind="decision")
    assert [each.conflict_type for each in done.conflict_reports] == [each.type for each in tried.conflicts]
    assert done.resolution_actions == (f"superseded_existing:{old.id}:by:{done.memory.id}",)


def test_a_report_names_both_memories_and_why(client: MemoryClient) -> None:
    old = client.add(USES, created_at="2026-01-15")
    done = client.add_with_report(SWITCHED)
    (report,) = done.conflict_reports
    assert (report.new_id, report.existing_id) == (done.memory.id, old.id)
    assert (report.conflict_type, report.severity) == (ConflictType.SUPERSESSION, Severity.MEDIUM)
    assert report.suggested_action == "supersede_existing"
    assert 0.9 <= report.confidence <= 1
    assert "PostgreSQL" in report.reason
    assert "switched from" in report.reason.lower()
    assert client.list_conflicts() == [report]
    assert client.get(old.id).superseded_by == done.memory.id


def test_conflicts_of_a_text_are_reported_without_an_id_of_its_own(client: MemoryClient) -> None:
    old = client.add(PORTS[0], created_at="2026-01-01")
    (report,) = client.detect_conflicts(PORTS[1])
    assert (report.id, report.new_id, report.existing_id) == ("", "", old.id)
    assert client.list_conflicts() == []


def test_a_stored_memory_is_compared_with_all_others_but_not_with_itself(client: MemoryClient) -> None:
    first = client.add(PORTS[0], created_at="2026-01-01", detect=False)
    second = client.add(PORTS[1], created_at="2026-02-01", detect=False)
    assert [report.existing_id for report in client.detect_conflicts(second)] == [first.id]
    assert [report.new_id for report in client.detect_conflicts(first)] == [second.id]
    alone = client.add("The harbour office opens at nine", detect=False)
    assert client.detect_conflicts(alone) == []


def test_what_is_said_of_a_tried_text_counts(client: MemoryClient) -> None:
    stored = client.add(PORTS[0], project="shop", created_at="2026-01-01")
    assert client.detect_conflicts(PORTS[1], project="other") == []
    assert len(client.detect_conflicts(PORTS[1], project="shop")) == 1
    (late,) = client.detect_conflicts(PORTS[1], project="shop", created_at="2025-01-01")
    assert (late.new_id, late.existing_id) == (stored.id, "")


def test_detection_can_be_switched_off(client: MemoryClient) -> None:
    client.add(USES)
    done = client.add_with_report(SWITCHED, detect=False)
    assert (done.conflict_reports, done.resolution_actions) == ((), ())
    assert statuses(client)[USES] is Status.ACTIVE
    assert client.scan(apply=False).found == 1
    assert client.list_conflicts() == []
    scanned = client.scan()
    assert (scanned.found, scanned.applied, scanned.batch is not None) == (1, 1, True)
    assert statuses(client)[USES] is Status.SUPERSEDED
    again = client.scan()
    assert (again.found, again.batch) == (0, None)
    assert "no new conflict" in again.sentence


def test_tekmemos_two_sentences_give_a_supersedes_fact(client: MemoryClient) -> None:
    for text in ("We switched from session auth to JWT", "We replaced session-based auth with JWT."):
        (edge,) = client.extract(text).edges
        assert (edge.subject, edge.predicate, edge.object) == ("JWT", Predicate.SUPERSEDES, "session auth")
        report = client.detect(text)
        names = {entity.number: entity.name for entity in report.entities}
        assert len(report.facts) == 1
        assert "JWT" in names.values()


# Verdicts


@pytest.mark.parametrize(
    ("verdict", "state", "older", "newer"),
    [
        ("newer", "resolved", Status.SUPERSEDED, Status.ACTIVE),
        ("newer_is_true", "resolved", Status.SUPERSEDED, Status.ACTIVE),
        ("supersede_existing", "resolved", Status.SUPERSEDED, Status.ACTIVE),
        (Verdict.NEWER, "resolved", Status.SUPERSEDED, Status.ACTIVE),
        ("older", "resolved", Status.ACTIVE, Status.SUPERSEDED),
        ("older_is_true", "resolved", Status.ACTIVE, Status.SUPERSEDED),
        ("keep", "kept", Status.CONFLICTED, Status.CONFLICTED),
        ("keep_conflict", "kept", Status.CONFLICTED, Status.CONFLICTED),
        ("mark_conflicted", "kept", Status.CONFLICTED, Status.CONFLICTED),
        ("both", "dismissed", Status.ACTIVE, Status.ACTIVE),
        ("both_are_true", "dismissed", Status.ACTIVE, Status.ACTIVE),
        ("keep_both", "dismissed", Status.ACTIVE, Status.ACTIVE),
        ("archive_old", "resolved", Status.ARCHIVED, Status.ACTIVE),
        ("archive-old", "resolved", Status.ARCHIVED, Status.ACTIVE),
        ("archive_existing", "resolved", Status.ARCHIVED, Status.ACTIVE),
        ("archive_new", "resolved", Status.ACTIVE, Status.ARCHIVED),
    ],
)
def test_each_verdict_by_each_of_its_names(
    client: MemoryClient, ports: ConflictReport, verdict: Any, state: str, older: Status, newer: Status
) -> None:
    before = statuses(client)
    done = client.resolve_conflict(ports.id, verdict, note="asked the team")
    assert done.batch is not None
    assert done.sentence
    assert statuses(client) == {PORTS[0]: older, PORTS[1]: newer}
    (told,) = client.list_conflicts(state)
    assert told.conflict.note == "asked the team"
    assert told.conflict.decided_by == "python"
    assert (told.conflict_type, told.confidence) == (ports.conflict_type, ports.confidence)
    client.undo()
    assert statuses(client) == before
    assert [report.id for report in client.list_conflicts("open")] == [ports.id]


def test_a_merge_makes_a_new_memory_that_takes_the_place_of_both(client: MemoryClient, ports: ConflictReport) -> None:
    with pytest.raises(InvalidRecord, match="text"):
        client.resolve_conflict(ports.id, "merge")
    text = "The dev server listens on port 3000, on 8080 behind the proxy"
    client.resolve_conflict(ports.id[:22], "merge", text=text)
    assert statuses(client) == {PORTS[0]: Status.SUPERSEDED, PORTS[1]: Status.SUPERSEDED, text: Status.ACTIVE}
    assert [report.state for report in client.list_conflicts()] == [ConflictState.RESOLVED]


def test_a_verdict_is_given_once_and_taken_back_alone(client: MemoryClient, ports: ConflictReport) -> None:
    client.resolve_conflict(ports.id, "newer")
    with pytest.raises(Refused):
        client.resolve_conflict(ports.id, "older")
    client.add("An act that has nothing to do with it")
    client.revoke_verdict(ports.id)
    assert [report.id for report in client.list_conflicts("open")] == [ports.id]
    assert statuses(client)[PORTS[0]] is Status.CONFLICTED
    with pytest.raises(Refused, match="open"):
        client.revoke_verdict(ports.id)


def test_a_dismissed_pair_is_not_detected_again(client: MemoryClient, ports: ConflictReport) -> None:
    client.resolve_conflict(ports.id, "keep_both")
    assert client.scan().found == 0
    assert client.detect_conflicts(client.get(ports.new_id)) == []


WRONG: dict[str, tuple[type[Exception], str, Callable[[MemoryClient], object]]] = {
    "unknown conflict": (NotFound, "No conflict", lambda client: client.resolve_conflict("01ZZZZ", "newer")),
    "unknown verdict": (
        InvalidRecord,
        "'maybe' is not a verdict",
        lambda client: client.resolve_conflict("x", "maybe"),
    ),
    "a verdict that is no text": (InvalidRecord, "not a verdict", lambda client: client.resolve_conflict("x", 3)),  # type: ignore[arg-type]
    "an id that is no text": (InvalidRecord, "must be text", lambda client: client.resolve_conflict(3, "newer")),  # type: ignore[arg-type]
    "unknown state": (InvalidRecord, "not a conflict state", lambda client: client.list_conflicts("closed")),
    "a text that is none": (InvalidRecord, "not text", lambda client: client.detect_conflicts(5)),  # type: ignore[arg-type]
    "an empty text": (InvalidRecord, "some text", lambda client: client.detect("  ")),
    "a misspelt field": (InvalidRecord, "Did you mean 'kind'", lambda client: client.detect("x", knd="a")),  # type: ignore[call-arg]
    "unknown conflict to revoke": (NotFound, "No conflict", lambda client: client.revoke_verdict("01ZZZZ")),
    "unknown memory to promote": (NotFound, "No memory", lambda client: client.promote_memory("01ZZZZ", "semantic")),
    "unknown layer": (
        InvalidRecord,
        "'attic' is not a layer",
        lambda client: client.promote_memory(one(client), "attic"),
    ),
    "same layer": (Refused, "already", lambda client: client.promote_memory(one(client), "semantic")),
    "wrong direction": (Refused, "Demote", lambda client: client.promote_memory(one(client), "episodic")),
    "wrong direction down": (Refused, "Promote", lambda client: client.demote_memory(one(client), "operational")),
    "unknown preset": (InvalidRecord, "no preset", lambda client: client.evaluate_hierarchy(preset="fancy")),
    "less than nothing to keep": (InvalidRecord, "-1", lambda client: client.compact(-1)),
    "nothing to relate": (InvalidRecord, "either", lambda client: client.related()),  # type: ignore[call-overload]
    "two things to relate": (InvalidRecord, "either", lambda client: client.related("x", entity="y")),  # type: ignore[call-overload]
    "a depth beyond 3": (InvalidRecord, "1, 2 or 3", lambda client: client.related(one(client), depth=4)),
    "no limit": (InvalidRecord, "from 1", lambda client: client.related(one(client), limit=0)),
    "an unknown name": (NotFound, "Atlantis", lambda client: client.related(entity="Atlantis")),
    "an unknown thing": (NotFound, "Atlantis", lambda client: client.timeline("Atlantis")),
    "a time that is none": (InvalidRecord, "since", lambda client: client.timeline("x", since="soonish")),
    "nothing to extract from": (InvalidRecord, "must be text", lambda client: client.extract(None)),  # type: ignore[arg-type]
}


def one(client: MemoryClient) -> str:
    """The id of a memory in the semantic layer."""
    return client.add("The harbour office opens at nine").id


@pytest.mark.parametrize(("kind", "words", "ask"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_said_in_a_sentence(
    client: MemoryClient, kind: type[Exception], words: str, ask: Callable[[MemoryClient], object]
) -> None:
    with pytest.raises(kind, match=words) as caught:
        ask(client)
    assert str(caught.value).rstrip().endswith((".", "?"))


# Layers, consolidation, what a thing came to be


def test_evaluating_tells_where_every_memory_went_and_moves_it_unless_told_not_to(client: MemoryClient) -> None:
    low = client.add("A thing that is used all the time", layer="short_term", importance=1.0)
    client.add("An old rule", layer="operational")
    for _ in range(10):
        client.open(low.id)
    planned = client.evaluate_hierarchy(apply=False)
    assert [memory.id for memory in planned.promoted] == [low.id]
    assert client.get(low.id).layer is Layer.SHORT_TERM
    done = client.evaluate_hierarchy()
    assert [memory.id for memory in done.promoted] == [low.id]
    assert len(done.promoted) + len(done.demoted) + len(done.archived) + len(done.unchanged) == 2
    assert client.get(low.id).layer is Layer.EPISODIC
    client.undo()
    assert client.get(low.id).layer is Layer.SHORT_TERM
    assert client.evaluate_hierarchy(preset="mneno", apply=False).batch is None


def test_layers_are_climbed_by_hand(client: MemoryClient) -> None:
    memory = client.add("Repeatedly useful project fact.", layer="short_term")
    assert client.promote_memory(memory.id, "operational").layer is Layer.OPERATIONAL
    down = client.demote_memory(memory.id, "archived")
    assert (down.layer, down.status) == (Layer.ARCHIVED, Status.ARCHIVED)
    assert client.promote_memory(memory.id, "episodic").status is Status.ACTIVE


def test_consolidating_plans_and_applies_and_changes_nothing_the_second_time(client: MemoryClient) -> None:
    users = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta")
    for text in (*(f"{user} uses JWT" for user in users), "The shop uses session auth", "The forum uses session-auth"):
        client.add(text, created_at="2026-01-05")
    client.add("OAuth2 replaced JWT", created_at="2026-02-05")
    planned = client.consolidate(apply=False)
    assert [(merge.source.name, merge.target.name) for merge in planned.plan.merges] == [
        ("session-auth", "session auth")
    ]
    assert [node.name for node in planned.plan.retired_nodes] == ["JWT"]
    assert len(planned.plan.retired_facts) == len(users)
    assert planned.batch is None
    done = client.consolidate()
    assert (done.merges_applied, done.retirements_applied) == (1, len(users) + 1)  # the facts, and JWT itself
    again = client.consolidate()
    assert (again.merges_applied, again.retirements_applied, again.batch) == (0, 0, None)
    client.undo()
    assert len(client.consolidate(apply=False).plan.retired_facts) == len(users)


def test_compacting_archives_the_least_important_and_only_when_told(client: MemoryClient) -> None:
    for number in range(4):
        client.add(f"Fact number {number} about the harbour", importance=number / 10, detect=False)
    planned = client.compact(2)
    assert planned.batch is None
    assert len(planned.archived) == 2
    assert Status.ARCHIVED not in statuses(client).values()
    client.compact(2, apply=True)
    archived = [text for text, status in statuses(client).items() if status is Status.ARCHIVED]
    assert sorted(archived) == ["Fact number 0 about the harbour", "Fact number 1 about the harbour"]


def test_what_a_memory_is_linked_with(client: MemoryClient) -> None:
    first = client.add(USES, created_at="2026-01-15")
    second = client.add(SWITCHED, created_at="2026-03-20")
    found = client.related(second.id, depth=2)
    assert found.memory.id == second.id
    ((hop,), _) = found.hops
    assert (hop.edge.kind, hop.far.memory.id if hop.far.memory else None) == (RelationKind.SUPERSEDES, first.id)


def test_who_mentions_a_name_newest_first_under_any_of_its_names(client: MemoryClient) -> None:
    for text, day in ((USES, "2026-01-15"), ("Postgres has a replica", "2026-02-01"), (SWITCHED, "2026-03-20")):
        client.add(text, created_at=day, detect=False)
    for name in ("PostgreSQL", "postgres"):
        found = client.related(entity=name, limit=2)
        assert found.count == 3
        assert [each.memory.content for each in found.mentioned] == [SWITCHED, "Postgres has a replica"]


def test_how_a_thing_came_to_be(client: MemoryClient) -> None:
    days = ("2026-01-15", "2026-02-03", "2026-03-20")
    texts = ("Button component styling uses Tailwind", "Button component has accessibility issues")
    for text, day in zip((*texts, "Refactored Button component to use hooks"), days, strict=True):
        client.add(text, created_at=day)
    told = client.timeline("Button")
    assert [line.at.date().isoformat() for line in told.lines if line.at and line.kind == "added"] == list(days)
    part = client.timeline("Button", since="2026-02-01", until="2026-03-01")
    assert [line.memory.content for line in part.lines if line.memory] == [texts[1]]


def test_conflicts_survive_a_restart(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    with MemoryClient(place) as client:
        for text in PORTS:
            client.add(text)
        before = client.list_conflicts()
    with MemoryClient(place, read_only=True) as client:
        assert client.list_conflicts() == before
        assert client.detect_conflicts("The dev server listens on port 3001 from now on")
        with pytest.raises(Refused):
            client.resolve_conflict(before[0].id, "newer")


def test_what_detection_remembers_of_a_slot_is_no_dismissed_conflict() -> None:
    with MemoryClient(":memory:") as client:
        client.add("The dev server listens on port 3000.")
        client.add("The dev server listens on port 8080.")
        (found,) = client.list_conflicts()
        client.resolve_conflict(found.id, "both")
        counts = client.workspace.store.queue.counts()
        assert counts.states == {ConflictState.DISMISSED: 1}
        assert len(client.list_conflicts("dismissed")) == 1


def test_a_relation_that_a_verdict_ended_is_not_shown_as_one() -> None:
    with MemoryClient(":memory:") as client:
        client.add("We use Webpack for the build.", created_at="2026-01-10T09:00:00")
        new = client.add("We switched from Webpack to Vite for the build.", created_at="2026-02-10T09:00:00")
        assert [link.kind for link, _ in client.open(new.id).relations] == [RelationKind.SUPERSEDES]
        (found,) = client.list_conflicts()
        client.resolve_conflict(found.id, "both")
        assert [link.kind for link, _ in client.open(new.id).relations] == []

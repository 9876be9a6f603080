"""The store as it was: by when things were true, and by when we knew them; and that nothing can be written there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, NotFound, Refused
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, EVERYTHING, Filter, Order
from memtui.domain.kinds import ConflictState, Kind, Layer, Status, Tier
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import as_of, graph, hierarchy, history, recall, related, remember, review, review_closer
from memtui.services.as_of import Moment, seen_at
from memtui.services.ports import ConflictFilter
from memtui.services.timeline import timeline
from memtui.services.workspace import Workspace
from tests.services import guides

Note = Callable[..., Memory]


def true(workspace: Workspace, day: str) -> Workspace:
    return seen_at(workspace, Moment(at=guides.at(day)))


def known(workspace: Workspace, day: str) -> Workspace:
    return seen_at(workspace, Moment(at=guides.at(day), known=True))


def found(workspace: Workspace, query: str, **options: Any) -> list[tuple[str, str]]:
    hits = recall.search(workspace, recall.Request(text=query, **options)).hits
    return [(hit.memory.content, hit.memory.status.value) for hit in hits]


def listed(workspace: Workspace, where: Filter = EVERYTHING, order: Order = Order.NEWEST, size: int = 3) -> list[str]:
    """Return a whole list read page by page."""
    texts: list[str] = []
    key = None
    while True:
        page = workspace.store.reads.page(where, order, size, key)
        texts += [memory.content for memory in page.memories]
        key = page.next
        if key is None:
            return texts


OLD, CATALOG, NEW = (text for _, text in guides.DATABASES)


def test_what_was_replaced_later_was_still_true(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    assert found(ana, "PostgreSQL user data") == [(NEW, "active")]
    assert found(true(ana, "2026-03-01"), "PostgreSQL user data")[0] == (OLD, "active")
    assert NEW not in dict(found(true(ana, "2026-03-01"), "PostgreSQL MongoDB", superseded=True))
    assert found(true(ana, "2026-01-10"), "PostgreSQL") == []
    late = found(true(ana, "2026-03-21"), "PostgreSQL user data", superseded=True)
    assert late == [(NEW, "active"), (OLD, "superseded")]


def test_facts_relations_and_the_timeline_go_back_too(ana: Workspace) -> None:
    old, *_ = guides.told(ana, guides.DATABASES)
    then = true(ana, "2026-03-01")
    assert related.related_to_memory(then, old.number or 0).hops == ((),)
    assert [hop.edge.kind for hop in related.related_to_memory(ana, old.number or 0).hops[0]] == ["supersedes"]
    assert [line.memory.content for line in timeline(then, "PostgreSQL").lines] == [OLD]
    held = [fact for fact in then.store.graph.facts_of([old.number or 0]) if fact.status == "active"]
    now = [fact for fact in ana.store.graph.facts_of([old.number or 0]) if fact.status == "active"]
    assert (len(held), len(now)) == (1, 0)
    assert graph.neighbourhood(then, old.number or 0).edges == ()


def test_a_conflict_begins_with_its_newer_side(ana: Workspace) -> None:
    guides.told(ana, guides.DOCKER)
    assert {status for _, status in found(ana, "Docker")} == {"conflicted"}
    assert found(true(ana, "2026-03-01"), "Docker") == [(guides.DOCKER[0][1], "active")]


def test_recency_is_that_of_the_day(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    then, now = (
        recall.search(each, recall.Request(text="catalog")).hits[0].importance.recency
        for each in (true(ana, "2026-02-20"), ana)
    )
    assert then == 1.0 > now


def test_what_we_did_not_know_yet_is_not_there(ana: Workspace, clock: FixedClock) -> None:
    clock.moment = guides.at("2026-03-01")
    guides.told(ana, guides.DATABASES[:1])
    clock.moment = guides.at("2026-03-10")
    guides.told(ana, guides.DATABASES[1:2])
    clock.moment = guides.at("2026-03-23")
    guides.told(ana, guides.DATABASES[2:])
    assert found(known(ana, "2026-03-05"), "MongoDB PostgreSQL") == [(OLD, "active")]
    assert set(found(known(ana, "2026-03-12"), "MongoDB PostgreSQL")) == {(OLD, "active"), (CATALOG, "active")}
    assert (OLD, "superseded") in found(known(ana, "2026-03-23"), "MongoDB PostgreSQL", superseded=True)
    assert listed(known(ana, "2026-02-01")) == []


def test_an_edit_a_move_an_archive_and_a_verdict_are_seen_as_they_were(ana: Workspace, clock: FixedClock) -> None:
    clock.moment = guides.at("2026-03-01")
    memory, other, third = guides.told(
        ana,
        [(f"2026-02-0{day}", f"Subject {name} of its own") for day, name in ((1, "apple"), (2, "brick"), (3, "cloud"))],
    )
    docker = guides.told(ana, guides.DOCKER)
    clock.moment = guides.at("2026-03-20")
    remember.edit(ana, memory.number or 0, Edit(content="Subject avocado of its own", add_tags=("fruit",)))
    hierarchy.promote(ana, other.number or 0, Layer.OPERATIONAL)
    remember.edit(ana, third.number or 0, Edit(archived=True))
    entry = review.queue(ana, ConflictFilter(), 1, 0).entries[0]
    review.decide(ana, [entry.conflict.id], Verdict.BOTH)
    then = known(ana, "2026-03-10")
    assert then.store.reads.memory(memory.number or 0).content == "Subject apple of its own"
    assert found(then, "apple") == [("Subject apple of its own", "active")]
    assert found(then, "avocado") == []
    assert then.store.reads.memory(other.number or 0).layer is Layer.SEMANTIC
    assert then.store.reads.memory(third.number or 0).status is Status.ACTIVE
    assert {one.status for one in then.store.reads.memories([each.number or 0 for each in docker])} == {
        Status.CONFLICTED
    }
    assert then.store.queue.conflict(entry.conflict.id).human_verdict is None
    assert ana.store.queue.conflict(entry.conflict.id).human_verdict is not None
    assert set(listed(then)) == {
        *(f"Subject {name} of its own" for name in ("apple", "brick", "cloud")),
        *(text for _, text in guides.DOCKER),
    }
    assert listed(then, Filter(tiers=ALL_TIERS, tags=("fruit",))) == []


def test_what_was_undone_since_is_there_again(ana: Workspace, clock: FixedClock, note: Note) -> None:
    clock.moment = guides.at("2026-03-01")
    note("Subject apple of its own", kind=Kind.DECISION)
    memory = note("Subject brick of its own", kind=Kind.DECISION)
    clock.moment = guides.at("2026-03-20")
    history.undo(ana)
    assert found(ana, "brick") == []
    then = known(ana, "2026-03-10")
    assert found(then, "brick") == [("Subject brick of its own", "active")]
    assert then.store.reads.memory(memory.number or 0).id == memory.id
    assert then.store.reads.by_ids([memory.id]).keys() == {memory.id}
    with pytest.raises(NotFound):
        true(ana, "2026-03-10").store.reads.memory(memory.number or 0)


@pytest.mark.parametrize("order", list(Order))
def test_pages_of_the_past_join_without_a_gap(ana: Workspace, clock: FixedClock, order: Order) -> None:
    clock.moment = guides.at("2026-03-01")
    for number in range(12):
        draft = Draft(
            content=f"Subject {number} of its own zz{number}",
            created_at=guides.at("2026-02-01") + timedelta(days=number // 3),
        )
        remember.add(ana, draft)
    before = listed(ana, order=order)
    clock.moment = guides.at("2026-03-10")
    for number in (2, 5, 9):
        remember.edit(ana, number, Edit(add_tags=("late",), archived=True))
    guides.told(ana, [("2026-02-02", "Subject later of its own")])
    then = known(ana, "2026-03-05")
    assert listed(then, order=order) == before
    assert len(then.store.reads.numbers(EVERYTHING, order)) == then.store.reads.count(EVERYTHING) == 12
    census = then.store.reads.census()
    assert (census.total, dict(census.statuses)) == (12, {"active": 12})
    assert then.store.reads.facets(EVERYTHING, "tag") == []
    assert then.store.reads.layer_sizes().keys() == {Layer.SEMANTIC}


def test_filters_ask_the_memory_as_it_was(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    then = true(ana, "2026-03-01")
    assert listed(then, Filter()) == [CATALOG, OLD]
    assert listed(then, Filter(statuses=frozenset({Status.SUPERSEDED}))) == []
    assert listed(then, Filter(statuses=ALL_STATUSES, after=guides.at("2026-02-01"))) == [CATALOG]
    slight = remember.add(
        ana, Draft(content="Subject drum of its own", tier=Tier.TRANSIENT, created_at=guides.at("2026-02-02"))
    )
    assert slight.memory.content not in listed(then, Filter())


def test_nothing_can_be_written_and_nothing_is_counted_as_opened(ana: Workspace, note: Note) -> None:
    memory = note("Subject apple of its own", created_at=guides.at("2026-02-01"))
    then = true(ana, "2026-03-01")
    for write in (
        lambda: remember.add(then, Draft(content="Subject brick of its own")),
        lambda: remember.edit(then, memory.number or 0, Edit(pinned=True)),
        lambda: history.undo(then),
        lambda: then.store.maintenance,
    ):
        with pytest.raises(Refused):
            write()
    recall.open_memory(then, memory.number or 0)
    recall.build_context(then, "apple")
    assert ana.store.reads.memory(memory.number or 0).access_count == 0
    assert then.store.read_only
    assert ana.store.reads.count(EVERYTHING) == 1


def test_a_moment_ahead_is_refused_and_none_is_now(ana: Workspace) -> None:
    with pytest.raises(InvalidRecord, match="ahead"):
        true(ana, "2027-01-01")
    assert seen_at(ana, None) is ana


def test_a_moment_says_itself() -> None:
    midnight = datetime(2026, 3, 1).astimezone()
    assert str(Moment(at=midnight.astimezone(UTC))) == "as of 2026-03-01"
    assert str(Moment(at=midnight.astimezone(UTC), known=True)) == "as we knew it on 2026-03-01"


def test_the_past_store_answers_all_that_a_store_does(ana: Workspace) -> None:
    store = true(ana, "2026-03-01").store
    missing = [
        name for name in dir(type(ana.store.reads)) if not name.startswith("_") and not hasattr(store.reads, name)
    ]
    assert missing == []
    assert isinstance(store, as_of.PastStore)
    assert store.location == ana.store.location


def test_what_is_told_later_of_an_earlier_day_held_on_that_day(ana: Workspace) -> None:
    remember.add(
        ana,
        Draft(
            content="Subject apple of its own", created_at=guides.at("2026-03-20"), valid_from=guides.at("2026-03-01")
        ),
    )
    assert listed(true(ana, "2026-02-20")) == []
    assert listed(true(ana, "2026-03-10")) == ["Subject apple of its own"]
    assert found(true(ana, "2026-03-10"), "apple") == [("Subject apple of its own", "active")]


def test_the_queue_and_its_counts_are_those_of_the_moment(ana: Workspace, clock: FixedClock) -> None:
    clock.moment = guides.at("2026-02-01")
    for minutes in (15, 30):
        remember.add(
            ana, Draft(content=f"Sessions of the admin app time out after {minutes} minutes", kind=Kind.REFERENCE)
        )
    (open_then,) = review.queue(ana).entries
    clock.moment = guides.at("2026-02-03")
    review.decide(ana, [open_then.conflict.number or 0], Verdict.NEWER)
    past = known(ana, "2026-02-02")
    assert [entry.conflict.number for entry in review.queue(past).entries] == [open_then.conflict.number]
    assert review.queue(past).counts.states == {ConflictState.OPEN: 1}
    assert review.queue(known(ana, "2026-01-31")).counts.states == {}
    assert review.queue(ana).counts.states == {ConflictState.RESOLVED: 1}


def test_how_often_the_detector_was_right_is_what_was_known_at_the_moment(ana: Workspace, clock: FixedClock) -> None:
    clock.moment = guides.at("2026-02-01")
    for word in ("admin", "public"):
        for minutes in (15, 30):
            remember.add(
                ana, Draft(content=f"Sessions of the {word} app time out after {minutes} minutes", kind=Kind.REFERENCE)
            )
    first, second = (entry.conflict.number or 0 for entry in review.queue(ana).entries)
    for day, number in (("2026-02-03", first), ("2026-02-05", second)):
        clock.moment = guides.at(day)
        review.decide(ana, [number], Verdict.NEWER)
    clock.moment = guides.at("2026-02-10")
    for day, judged in (("2026-02-02", 0), ("2026-02-04", 1), ("2026-02-06", 2)):
        past = known(ana, day)
        counts = review.queue(past).counts
        assert (counts.agreed, counts.judged) == (judged, judged)
        closer = review_closer.closer(past, first)
        assert (closer.agreed, closer.judged) == (judged, judged)


def test_the_journal_ends_at_the_moment(ana: Workspace, clock: FixedClock) -> None:
    for day in ("2026-02-01", "2026-02-02", "2026-02-03"):
        clock.moment = guides.at(day)
        remember.add(ana, Draft(content=f"The importer was slow on {day}", kind=Kind.REFERENCE))
    reads = known(ana, "2026-02-02").store.reads
    numbers = reads.batch_numbers()
    assert (len(numbers), reads.count_batches()) == (2, 2)
    assert [reads.batch(number).at for number in numbers] == [guides.at("2026-02-02"), guides.at("2026-02-01")]

"""The review queue as a screen pages through it: filters, folding, facets, closer looks, verdicts on what was seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.errors import StaleWrite
from memtui.domain.kinds import ConflictState, ConflictType, RelationKind
from memtui.domain.verdicts import Verdict
from memtui.services import (
    as_of,
    history,
    remember,
    review,
    review_closer,
    review_entries,
    review_queue,
    review_sitting,
)
from memtui.services.titles import title
from memtui.services.workspace import Workspace
from tests.snapshots.sample import ANA, NOW
from tests.tui.review_store import PORTS, pair, reword, store_at


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A store of conflicts."""
    location = store_at(tmp_path / "review.db")
    return open_workspace(str(location), face="screens", actor=ANA, clock=FixedClock(NOW))


def seen(workspace: Workspace, number: int) -> review_sitting.Seen:
    """What a screen saw of a conflict."""
    entry = review_queue.page(workspace, [number])[number].entry
    return review_sitting.seen(entry.conflict, entry.new, entry.old)


@pytest.mark.parametrize(("tab", "count"), [("open", PORTS + 3), ("auto", 1), ("kept", 1), ("done", 1)])
def test_each_tab_holds_the_conflicts_of_its_states_and_counts_them(workspace: Workspace, tab: str, count: int) -> None:
    queue = review_queue.numbers(workspace, "", tab)
    assert len(queue.numbers) == queue.total == count
    assert {review_queue.tab_of(one.conflict.state) for one in review_page(workspace, tab)} == {tab}


def review_page(workspace: Workspace, tab: str) -> list[review.QueueEntry]:
    """All entries of a tab."""
    numbers = review_queue.numbers(workspace, "", tab).numbers
    return [row.entry for row in review_queue.page(workspace, numbers).values()]


def test_a_marker_of_a_slot_that_is_a_list_is_in_no_tab(workspace: Workspace) -> None:
    done = review_queue.numbers(workspace, "", "done").numbers[0]
    review.revoke(workspace, done)
    assert len(review_queue.numbers(workspace, "", "done").numbers) == 0
    assert review_queue.numbers(workspace).counts.states.get(ConflictState.RESOLVED, 0) == 0


def test_decided_ones_come_newest_verdict_first(workspace: Workspace) -> None:
    clock = workspace.clock
    assert isinstance(clock, FixedClock)
    first, second = review_queue.numbers(workspace).numbers[:2]
    clock.moment = NOW.replace(hour=15)
    review.decide(workspace, [second], Verdict.NEWER)
    clock.moment = NOW.replace(hour=16)
    review.decide(workspace, [first], Verdict.NEWER)
    assert list(review_queue.numbers(workspace, "", "done").numbers[:2]) == [first, second]


def test_an_entity_or_a_memory_narrows_to_its_conflicts(workspace: Workspace) -> None:
    remember.add(workspace, Draft(content="Billing uses Kafka for events", created_at=NOW))
    entry = review_page(workspace, "auto")[0]
    assert len(review_queue.numbers(workspace, "entity:MongoDB", "auto").numbers) == 1
    assert len(review_queue.numbers(workspace, "entity:Kafka", "auto").numbers) == 0
    assert len(review_queue.numbers(workspace, f"memory:{entry.new.id}", "auto").numbers) == 1
    assert review_queue.numbers(workspace, "entity:nosuchthing").notices


def test_pairs_of_one_sentence_are_folded_into_their_surest_until_they_are_asked_for(tmp_path: Path) -> None:
    workspace = open_workspace(str(tmp_path / "fold.db"), face="screens", actor=ANA, clock=FixedClock(NOW))
    for text in ("Cart service runs on Heroku", "Cart service writes to Redis", "Cart service has two replicas"):
        remember.add(workspace, Draft(content=text))
    remember.add(workspace, Draft(content="Renamed the cart service to basket service"))
    folded, unfolded = review_queue.numbers(workspace), review_queue.numbers(workspace, unfolded=True)
    page = review.queue(workspace)
    assert list(folded.numbers) == [entry.conflict.number for entry in page.entries]
    assert len(unfolded.numbers) == len(folded.numbers) + folded.folded == page.total


def test_facets_count_kinds_by_how_sure_they_are_and_name_the_selections_own(workspace: Workspace) -> None:
    number = review_queue.numbers(workspace).numbers[0]
    entry = review_queue.page(workspace, [number])[number].entry
    facets = review_queue.facets(workspace, "open", number, entry.new.number)
    assert facets.own
    assert facets.kinds[:2] == ((ConflictType.CONTRADICTION, 0, 1), (ConflictType.SUPERSESSION, 0, PORTS))
    assert sum(count for _, _, count in facets.kinds) == PORTS + 3
    assert facets.subject == "Redis memory limit"
    assert facets.memory is not None
    assert facets.memory[0] == entry.new.id


def test_a_closer_look_tells_consequences_what_builds_on_each_side_and_what_is_around(workspace: Workspace) -> None:
    number = review_queue.numbers(workspace).numbers[0]
    closer = review_closer.closer(workspace, number)
    assert closer.consequences[Verdict.NEWER][0] == "old → superseded by new"
    assert set(closer.consequences) == set(Verdict)
    assert closer.old.count == 1
    assert closer.new.count == 0
    assert [(near.kind, near.to_new, near.outward) for near in closer.around] == [
        (RelationKind.ELABORATES, False, True)
    ]
    assert (closer.agreed, closer.judged) == (1, 2)


def test_what_was_seen_is_judged_and_what_changed_is_refused_by_name(workspace: Workspace) -> None:
    first, second = review_queue.numbers(workspace).numbers[:2]
    pairs = [seen(workspace, first), seen(workspace, second)]
    memory = review_queue.page(workspace, [second])[second].entry.old
    reword(workspace, memory, "Service 00 listens on port 3333")
    with pytest.raises(StaleWrite, match="was changed by ana just now"):
        review_sitting.judge(workspace, pairs, Verdict.NEWER)
    assert review_queue.numbers(workspace).total == PORTS + 3
    outcome = review_sitting.judge(workspace, pairs[:1], Verdict.NEWER)
    assert outcome.batch is not None
    assert review_queue.numbers(workspace).total == PORTS + 2


def test_several_are_put_off_as_one_batch_to_the_end(workspace: Workspace) -> None:
    numbers = list(review_queue.numbers(workspace).numbers)
    outcome = review_sitting.put_off(workspace, numbers[:3])
    assert outcome.sentence == "3 conflicts put off to the end of the queue."
    assert outcome.batch is not None
    assert list(review_queue.numbers(workspace).numbers)[:-3] == numbers[3:]
    assert set(review_queue.numbers(workspace).numbers[-3:]) == set(numbers[:3])


def test_the_selected_conflict_is_found_else_those_of_the_memory(workspace: Workspace) -> None:
    entry = review_page(workspace, "kept")[0]
    number, memory = entry.conflict.number, entry.old.number
    assert [one.number for one in review_queue.find(workspace, number, memory)] == [number]
    other = review_page(workspace, "open")[0]
    assert [one.number for one in review_queue.find(workspace, number, other.new.number)] == [other.conflict.number]
    assert review_queue.find(workspace, None, None) == []


def test_what_became_of_a_conflict_is_told_with_a_name(workspace: Workspace) -> None:
    number = review_queue.numbers(workspace).numbers[0]
    assert review_queue.what_became(workspace, number) == ""
    review.decide(workspace, [number], Verdict.BOTH)
    assert review_queue.what_became(workspace, number) == "Redis memory limit: ana decided just now, both are true."
    assert "gone" in review_queue.what_became(workspace, 9_999)


def test_the_past_shows_the_queue_as_it_was(workspace: Workspace) -> None:
    clock = workspace.clock
    assert isinstance(clock, FixedClock)
    number = review_queue.numbers(workspace).numbers[0]
    clock.moment = NOW.replace(hour=18)
    review.decide(workspace, [number], Verdict.NEWER)
    past = as_of.seen_at(workspace, as_of.Moment(at=NOW.replace(hour=16), known=True))
    rows = review_queue.page(past, [number])
    assert rows[number].entry.conflict.state is ConflictState.OPEN


def test_a_conflict_without_a_subject_stands_alone_by_its_own_confidence(tmp_path: Path) -> None:
    workspace = open_workspace(str(tmp_path / "alone.db"), face="screens", actor=ANA, clock=FixedClock(NOW))
    sure = pair(workspace, "a is one", "a is two", confidence=0.99)
    low = pair(workspace, "b is one", "b is two", confidence=0.5)
    named = pair(workspace, "c is one", "c is two", confidence=0.9, subject="c")
    assert list(review_queue.numbers(workspace).numbers) == [sure.number, named.number, low.number]


def test_a_conflict_has_one_name_in_its_row_and_in_what_is_said_and_kept_of_it(workspace: Workspace) -> None:
    for number in review_queue.numbers(workspace).numbers:
        row = review_entries.one(workspace, number)
        name = title(row.subject, 40)
        batch = review.annotate(workspace, number, "asked ana").batch
        assert batch is not None
        assert title(batch.summary, 40) == name
        outcome = review.decide(workspace, [number], Verdict.BOTH)
        assert outcome.batch is not None
        assert outcome.batch.summary == f"{title(row.subject, 50)}: both are true"
        assert review_queue.what_became(workspace, number).startswith(f"{name}: ana decided just now")
        history.undo(workspace)


def test_a_conflict_that_somebody_reported_is_called_by_its_memory_and_not_by_its_reason(workspace: Workspace) -> None:
    one = remember.add(workspace, Draft(content="Refunds over 500 euros need a second person")).memory
    other = remember.add(workspace, Draft(content="The canteen opens at noon")).memory
    reported = review.report_missed(workspace, other.number or 0, one.number or 0).batch
    assert reported is not None
    number = max(review_queue.numbers(workspace).numbers)
    review.decide(workspace, [number], Verdict.BOTH)
    assert review_queue.what_became(workspace, number).startswith("Refunds over 500 euros")

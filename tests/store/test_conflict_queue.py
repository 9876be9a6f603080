"""The review queue: in which order conflicts come, what narrows them, and how the detector fared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memtui.domain.errors import NotFound, Refused
from memtui.domain.kinds import ConflictState, ConflictType, Severity, SuggestedAction
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import STATE_AFTER, Verdict
from memtui.services.ports import ConflictFilter, Store
from tests.store.making import NOW, act, added, conflict, days, memory, newest, sound, undone

ALL = ConflictFilter(states=frozenset())


@pytest.fixture
def pair(store: Store) -> list[Memory]:
    """A newer and an older memory."""
    return added(store, memory("new", project="shop"), memory("old", project="shop"))


def queued(store: Store, pair: list[Memory], **options: Any) -> Conflict:
    """Queue a conflict of a pair; what its evidence holds is named like the others."""
    evidence = {key: options.pop(key) for key in ("subject", "old_value", "new_value", "missed") if key in options}
    with store.write(act("detect")) as work:
        return work.insert(replace(conflict(*pair), evidence=evidence, **options))


def decided(store: Store, found: Conflict, verdict: Verdict, by: str = "ana") -> None:
    """Give a verdict."""
    with store.write(act("resolve")) as work:
        work.update(replace(found, human_verdict=verdict, state=STATE_AFTER[verdict], decided_by=by, decided_at=NOW))


def listed(store: Store, where: ConflictFilter = ALL) -> list[int]:
    return list(store.queue.numbers(where))


def test_conflicts_come_by_subject_surest_first_and_put_off_ones_last(store: Store, pair: list[Memory]) -> None:
    unsure = queued(store, pair, subject="Redis", confidence=0.6)
    other = queued(store, pair, subject="Port", confidence=0.8)
    later = queued(store, pair, subject="redis", confidence=0.99, later_at=NOW)
    sooner = queued(store, pair, subject="Cache", confidence=0.5, later_at=NOW - days(1))
    surest = queued(store, pair, subject="REDIS", confidence=0.9)
    grave = queued(store, pair, subject="Port", confidence=0.8, severity=Severity.HIGH)
    mild = queued(store, pair, subject="Port", confidence=0.8, severity=Severity.LOW)
    wanted = [surest, unsure, grave, other, mild, sooner, later]
    assert listed(store) == [one.number for one in wanted]
    assert store.queue.conflicts([surest.number or 0, 99, later.number or 0]) == [surest, later]
    with store.write(act("later")) as work:
        work.update(replace(surest, later_at=NOW + days(1)))
    assert listed(store)[-1] == surest.number
    assert listed(store)[:3] == [grave.number, other.number, mild.number]
    undone(store, newest(store).number or 0)
    assert listed(store) == [one.number for one in wanted]
    sound(store)


def test_the_queue_is_narrowed_by_each_condition(store: Store, pair: list[Memory]) -> None:
    third, none = added(store, memory("third", project="blog"), memory("of no project"))
    opened = queued(store, pair, subject="Größe", old_value="10 MB", new_value="20 MB")
    kept = queued(store, [third, third_old := added(store, memory("x", project="blog"))[0]], state=ConflictState.KEPT)
    stale = queued(store, [none, pair[1]], type=ConflictType.STALE, severity=Severity.LOW, reason="It says TODAY.")
    assert set(listed(store, ConflictFilter())) == {opened.number, stale.number}
    for where, wanted in (
        (ConflictFilter(states=frozenset({ConflictState.KEPT})), [kept]),
        (replace(ALL, types=frozenset({ConflictType.STALE})), [stale]),
        (replace(ALL, severities=frozenset({Severity.LOW})), [stale]),
        (replace(ALL, memory=third_old.number), [kept]),
        (replace(ALL, memory=none.number), [stale]),
        (replace(ALL, text="GRÖSSE 20"), [opened]),
        (replace(ALL, text="today"), [stale]),
        (replace(ALL, text="today 20"), []),
        (replace(ALL, text="%"), []),
    ):
        assert listed(store, where) == [one.number for one in wanted], where
    assert set(listed(store, replace(ALL, project="shop"))) == {opened.number, stale.number}
    assert set(listed(store, replace(ALL, project="blog"))) == {kept.number, stale.number}
    assert len(listed(store)) == 3


def test_counts_say_what_waits_and_how_the_detector_fared(store: Store, pair: list[Memory]) -> None:
    supersede = {"suggested_action": SuggestedAction.SUPERSEDE_EXISTING}
    decided(store, queued(store, pair, **supersede), Verdict.NEWER)
    decided(store, queued(store, pair, **supersede), Verdict.OLDER)
    decided(store, queued(store, pair), Verdict.KEEP)
    decided(store, queued(store, pair), Verdict.BOTH)
    decided(store, queued(store, pair), Verdict.BOTH, by="rule")
    decided(store, queued(store, pair, missed=True), Verdict.NEWER)
    queued(store, pair, severity=Severity.LOW)
    queued(store, pair)
    counts = store.queue.counts()
    assert counts.states == {
        ConflictState.RESOLVED: 3,
        ConflictState.KEPT: 1,
        ConflictState.DISMISSED: 2,
        ConflictState.OPEN: 2,
    }
    assert counts.severities == {Severity.LOW: 1, Severity.HIGH: 1}
    assert (counts.agreed, counts.judged, counts.missed) == (2, 4, 1)
    assert store.queue.counts("shop") == counts
    assert store.queue.counts("blog").states == {}
    sound(store)


def test_conflicts_of_memories_come_oldest_first_in_whatever_state(store: Store, pair: list[Memory]) -> None:
    (third,) = added(store, memory("third"))
    later = queued(store, pair)
    earlier = queued(store, [pair[1], third], created_at=NOW - days(1), state=ConflictState.DISMISSED)
    assert store.queue.of([pair[1].number or 0]) == [earlier, later]
    assert store.queue.of([third.number or 0, pair[0].number or 0]) == [earlier, later]
    assert store.queue.of([pair[0].number or 0]) == [later]
    assert store.queue.of([]) == []


def test_conflicts_are_found_by_the_texts_that_they_were_recorded_for(store: Store, pair: list[Memory]) -> None:
    first, second = queued(store, pair, fingerprint="a" * 64), queued(store, pair, fingerprint="a" * 64)
    queued(store, pair)
    assert store.queue.by_fingerprint(["a" * 64, "b" * 64]) == {"a" * 64: [first, second]}


def test_a_conflict_answers_to_its_number_its_id_or_enough_of_it(store: Store, pair: list[Memory]) -> None:
    first, second = queued(store, pair), queued(store, pair)
    for handle in (first.number or 0, str(first.number), first.id, first.id.lower()):
        assert store.queue.conflict(handle) == first
    with pytest.raises(Refused, match=second.id):
        store.queue.conflict("01K")
    for handle in (99, "nobody", "", "99"):
        with pytest.raises(NotFound):
            store.queue.conflict(handle)


def test_taking_back_what_found_a_conflict_takes_it_out_of_the_queue(store: Store, pair: list[Memory]) -> None:
    found = queued(store, pair)
    undo = undone(store, newest(store).number or 0)
    assert listed(store) == []
    undone(store, undo.number or 0)
    assert listed(store) == [found.number]
    sound(store)
    assert store.maintenance.purge([pair[0].number or 0], act("purge")) == 1
    assert listed(store) == []
    sound(store)

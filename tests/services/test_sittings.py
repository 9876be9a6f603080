"""Verdicts of one sitting fold into one row and are taken back, and brought back, as one batch."""

from __future__ import annotations

from array import array
from datetime import timedelta

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.errors import Cancelled, MemtuiError, Refused, UndoBlocked
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, journal, ledger, remember, review, sitting_detail, sittings, undoing
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import at, decide, now
from .test_revoking import three, with_slot  # noqa: F401

Three = dict[str, tuple[Memory, Memory]]


def judge(book: Workspace, *slots: str) -> tuple[int, ...]:
    """Give a verdict on each, `both` on the port, `newer` on others; return the sitting that they are."""
    for slot in slots:
        decide(book, Verdict.BOTH if slot == "port" else Verdict.NEWER, with_slot(book, slot))
    return next(iter(journal.journal(book).sittings.values()), ())


def states(book: Workspace) -> set[ConflictState]:
    return {conflict.state for conflict in review.conflict_reports(book)}


def rows(book: Workspace) -> list[object]:
    return [
        (one.status, one.superseded_by, one.tags, one.valid_until)
        for one in book.store.reads.memories(list(range(1, 20)))
    ]


def test_verdicts_without_a_long_pause_are_one_row(book: Workspace, three: Three) -> None:  # noqa: F811
    members = judge(book, "host", "path", "port")
    answer = journal.journal(book)
    line = sittings.line(book, members)
    assert line.batch.summary == "sitting of 3: 2 newer, 1 both"
    assert line.batch.changes == sum(history.detail(book, one).batch.changes for one in members)
    assert line.state == "undo"
    keys, under = answer.rows()
    assert (len(keys), keys[0], under) == (len(answer.numbers) - 2, -min(members), frozenset())
    assert journal.lines(book, answer, keys)[keys[0]] == line


def test_an_unfolded_sitting_stands_above_its_verdicts(book: Workspace, three: Three) -> None:  # noqa: F811
    members = judge(book, "host", "path")
    keys, under = journal.journal(book).rows({min(members)})
    assert list(keys[:3]) == [-min(members), *members]
    assert under == set(members)


def test_a_row_keeps_its_key_while_the_sitting_grows(book: Workspace, three: Three) -> None:  # noqa: F811
    judge(book, "host", "path")
    before = journal.journal(book).rows()[0][0]
    judge(book, "port")
    assert journal.journal(book).rows()[0][0] == before


def test_a_long_pause_begins_another_sitting(book: Workspace, three: Three, clock) -> None:  # noqa: F811
    judge(book, "host")
    clock.moment += sittings.PAUSE + timedelta(seconds=1)
    assert not judge(book, "path")
    clock.moment += sittings.PAUSE
    assert len(judge(book, "port")) == 2


def test_what_is_done_between_two_verdicts_stays_a_row_of_its_own(book: Workspace, three: Three) -> None:  # noqa: F811
    judge(book, "host")
    remember.edit(book, number(three["path"][1]), Edit(pinned=True))
    members = judge(book, "path")
    answer = journal.journal(book)
    keys, _ = answer.rows()
    assert len(members) == 2
    assert journal.lines(book, answer, keys)[keys[1]].batch.action == "pin"


def test_the_verdicts_of_two_people_are_two_sittings(book: Workspace, three: Three) -> None:  # noqa: F811
    from dataclasses import replace

    from memtui.domain.records import Actor

    other = replace(book, actor=Actor("ben"))
    judge(book, "host")
    judge(other, "path")
    judge(book, "port")
    found = journal.journal(book).sittings
    assert [len(members) for members in found.values()] == [2]
    assert not journal.journal(book, "who:ben").sittings


def test_a_sitting_is_taken_back_and_brought_back_as_one_batch(book: Workspace, three: Three) -> None:  # noqa: F811
    before = rows(book)
    members = judge(book, "host", "path", "port")
    judged = rows(book)
    batches = book.store.reads.count_batches()
    outcome = sittings.take_back(book, members)
    assert outcome.sentence == "Took back the sitting of 3: 2 newer, 1 both."
    assert book.store.reads.count_batches() == batches + 1
    assert rows(book) == before
    assert states(book) == {ConflictState.OPEN}
    assert sittings.line(book, members).state == "undone"
    assert history.redo(book).sentence == "Redone the sitting of 3: 2 newer, 1 both."
    assert rows(book) == judged
    assert sittings.line(book, members).state == "undo"
    assert outcome.batch is not None
    assert history.detail(book, outcome.batch.id).state == "undone"


def test_undo_redo_and_undo_again_keep_the_sitting_together(book: Workspace, three: Three) -> None:  # noqa: F811
    before = rows(book)
    members = judge(book, "host", "path", "port")
    sittings.take_back(book, members)
    redone = history.redo(book)
    assert redone.batch is not None
    history.undo(book, redone.batch.id)
    assert rows(book) == before
    assert sittings.line(book, members).state == "undone"
    history.redo(book)
    assert sittings.line(book, members).state == "undo"
    sittings.take_back(book, members)
    assert rows(book) == before


def test_one_verdict_of_a_sitting_that_was_taken_back_is_not_taken_back_again(
    book: Workspace,
    three: Three,  # noqa: F811
) -> None:
    members = judge(book, "host", "path", "port")
    history.undo(book)
    assert sittings.line(book, members).state == "undo"
    assert sittings.take_back(book, members).sentence == "Took back the sitting of 2: 2 newer."
    assert states(book) == {ConflictState.OPEN}
    with pytest.raises(Refused, match="taken back already"):
        sittings.take_back(book, members)
    history.redo(book)
    assert with_slot(book, "port").state is ConflictState.OPEN


def test_what_a_later_act_depends_on_stays_and_is_named(book: Workspace, three: Three) -> None:  # noqa: F811
    members = judge(book, "host", "path", "port")
    remember.edit(book, number(three["path"][0]), Edit(add_tags=("later",)))
    line = sittings.line(book, members)
    assert line.state == "partial"
    assert [one.state for one in line.members] == ["undo", "blocked", "undo"]
    told = " ".join(sitting_detail.detail(book, members).undo_effects)
    assert told.startswith("2 verdicts of 3 open again, 4 memories change status. the shop path stays: ")
    assert "the shop path stays: “The path is a.” was tagged" in told
    outcome = sittings.take_back(book, members)
    assert outcome.sentence.startswith("Took back the sitting of 2: 1 newer, 1 both. the shop path stays: ")
    assert with_slot(book, "path").state is ConflictState.RESOLVED
    assert {with_slot(book, slot).state for slot in ("host", "port")} == {ConflictState.OPEN}
    history.redo(book)
    assert ConflictState.OPEN not in states(book)


def test_where_all_have_to_stay_nothing_is_changed(book: Workspace, three: Three) -> None:  # noqa: F811
    members = judge(book, "host", "path")
    for slot in ("host", "path"):
        remember.edit(book, number(three[slot][0]), Edit(add_tags=("later",)))
    assert sittings.line(book, members).state == "blocked"
    count = book.store.reads.count_batches()
    with pytest.raises(UndoBlocked, match=r"and 1 more stay: .* Undo that one first"):
        sittings.take_back(book, members)
    assert book.store.reads.count_batches() == count


def test_verdicts_that_build_on_one_another_go_together(book: Workspace, three: Three) -> None:  # noqa: F811
    before = rows(book)
    decide(book, Verdict.KEEP, with_slot(book, "host"))
    members = judge(book, "host")
    assert history.detail(book, members[-1]).state == "blocked"
    assert sittings.line(book, members).state == "undo"
    sittings.take_back(book, members)
    assert states(book) == {ConflictState.OPEN}
    assert rows(book) == before


def test_a_failure_on_the_way_leaves_the_store_as_it_was(
    book: Workspace,
    three: Three,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    members = judge(book, "host", "path", "port")
    judged, count = rows(book), book.store.reads.count_batches()
    apply, calls = undoing._apply, iter(range(10))

    def failing(*args: object) -> None:
        if next(calls) == 2:
            raise UndoBlocked("Somebody was faster.")
        apply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(undoing, "_apply", failing)
    with pytest.raises(MemtuiError, match="Somebody was faster"):
        sittings.take_back(book, members)
    assert rows(book) == judged
    assert book.store.reads.count_batches() == count
    assert sittings.line(book, members).state == "undo"


def test_a_sitting_whose_undo_was_stopped_goes_on_and_comes_back_whole(
    book: Workspace,
    three: Three,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(undoing, "CHUNK", 4)
    before = rows(book)
    members = judge(book, "host", "path", "port")
    judged = rows(book)

    def stop(done: int, total: int | None, what: str) -> None:
        if done:
            raise Cancelled

    stopped = sittings.take_back(book, members, progress=stop)
    assert stopped.sentence.startswith("Stopped: ")
    assert stopped.sentence.endswith("changes taken back. The same again goes on.")
    assert sittings.line(book, members).state == "partial"
    assert rows(book) != before
    again = history.undo(book)
    assert again.sentence == "Took back the sitting of 3: 2 newer, 1 both."
    assert again.batch is not None
    assert stopped.batch is not None
    assert again.batch.id == stopped.batch.id
    assert rows(book) == before
    assert sittings.line(book, members).state == "undone"
    history.redo(book)
    assert rows(book) == judged


def test_a_sitting_in_full_groups_its_verdicts(book: Workspace, three: Three) -> None:  # noqa: F811
    members = judge(book, "host", "path", "port")
    found = sitting_detail.detail(book, members, each=1)
    assert [(group.words, group.count, group.more) for group in found.groups] == [
        ("newer is true", 2, 1),
        ("both are true", 1, 0),
    ]
    (first,) = found.groups[0].judged
    assert first.subject == "the shop path"
    assert [row.title for row in first.rows if row.table == "memory"] == ["The path is a.", "The path is b."]
    assert found.undo_effects == ("3 verdicts open again, 6 memories change status.",)
    assert (found.given, found.going) == (3, 3)
    assert found.blocked_because == ""


def test_many_verdicts_in_one_batch_count_each(book: Workspace, three: Three) -> None:  # noqa: F811
    handles = [at(with_slot(book, slot)) for slot in ("host", "path")]
    review.decide(book, handles, Verdict.NEWER)
    members = judge(book, "port")
    assert sittings.line(book, members).batch.summary == "sitting of 3: 2 newer, 1 both"
    assert {now(book, three["host"][0]).status} == {Status.SUPERSEDED}


def test_words_and_memories_look_for_single_verdicts(book: Workspace, three: Three) -> None:  # noqa: F811
    judge(book, "host", "path")
    assert not journal.journal(book, "host").sittings
    assert not journal.journal(book, f"memory:{three['host'][0].id}").sittings
    assert journal.journal(book, "who:me what:resolve").sittings


def test_many_verdicts_that_are_stopped_while_they_are_written_change_nothing(
    book: Workspace,
    three: Three,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ledger, "REPORT", 1)
    before, count = rows(book), book.store.reads.count_batches()
    seen: list[int] = []

    def stop(done: int, total: int | None, what: str) -> None:
        seen.append(done)
        if done == 2:
            raise Cancelled

    handles = [at(conflict) for conflict in review.conflict_reports(book)]
    outcome = review.decide(book, handles, Verdict.NEWER, progress=stop)
    assert outcome.sentence == "Stopped; nothing was changed."
    assert outcome.batch is None
    assert seen == sorted(seen)
    assert seen[-1] == 2
    assert rows(book) == before
    assert book.store.reads.count_batches() == count


def test_a_verdict_that_came_after_the_list_was_read_hides_none_of_its_sitting() -> None:
    keys, under = sittings.folded(array("q", [9, 8, 7, 6]), {7: (10, 9, 7)})
    assert list(keys) == [-7, 8, 6]
    assert not under
    keys, under = sittings.folded(array("q", [9, 8, 7, 6]), {7: (10, 9, 7)}, {7})
    assert list(keys) == [-7, 10, 9, 7, 8, 6]
    assert under == {10, 9, 7}

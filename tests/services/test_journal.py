"""The journal is paged by number and narrowed by who, what and which memory."""

from __future__ import annotations

from datetime import timedelta

from memtui.domain.drafts import Draft, Edit
from memtui.services import browsing, history, journal, remember


def test_all_batches_are_listed_newest_first(ana, note) -> None:
    first, second = note("The first of two things that were noted"), note("The second of two things that were noted")
    remember.edit_all(ana, [first.number, second.number], Edit(pinned=True))
    answer = journal.journal(ana)
    assert (answer.total, len(answer.numbers)) == (3, 3)
    lines = journal.lines(ana, answer, answer.numbers[:2])
    assert [lines[number].batch.action for number in answer.numbers[:2]] == ["pin", "add"]
    assert answer.numbers[2] not in lines


def test_it_is_narrowed_by_who_what_which_memory_and_words(ana, agent, note) -> None:
    mine = note("Written by ana about the machines")
    remember.add(agent, Draft(content="Written by an agent about the weather"))
    remember.edit_all(ana, [mine.number], Edit(pinned=True))

    def found(text: str) -> list[str]:
        answer = journal.journal(ana, text)
        lines = journal.lines(ana, answer, answer.numbers)
        return [f"{line.batch.actor} {line.batch.action}" for line in lines.values()]

    assert found("who:claude-code") == ["claude-code add"]
    assert found("who:me what:pin") == ["ana pin"]
    assert found("weather") == ["claude-code add"]
    assert found(f"memory:{mine.id}") == ["ana pin", "ana add"]
    assert found('who:"claude-code"') == ["claude-code add"]
    assert found("who:") == []


def test_a_memory_that_is_not_there_is_said_and_finds_nothing(ana, note) -> None:
    note("Something that was noted by somebody")
    answer = journal.journal(ana, "memory:nosuch")
    assert len(answer.numbers) == 0
    assert "nosuch" in answer.asked.notices[0]


def test_what_others_did_since_the_last_visit_is_counted(ana, agent, note, clock) -> None:
    note("Seen before, about the machines in the cellar")
    browsing.looked(ana)
    clock.moment += timedelta(minutes=5)
    note("My own and no news to me, about the machines")
    assert journal.journal(ana).fresh == 0
    remember.add(agent, Draft(content="Written by an agent while nobody looked"))
    answer = journal.journal(ana)
    assert (answer.fresh, answer.fresh_actors) == (2, ("claude-code",))
    assert journal.journal(ana, "what:add").fresh == 0


def test_it_says_what_redo_would_take_back(ana, note) -> None:
    note("Something that is taken back again")
    assert journal.journal(ana).redo is None
    undone = history.undo(ana)
    assert journal.journal(ana).redo == undone.batch


def test_facets_count_actors_and_actions(ana, agent, note) -> None:
    mine = note("Written by ana about the machines")
    remember.add(agent, Draft(content="Written by an agent about the weather"))
    remember.edit_all(ana, [mine.number], Edit(pinned=True))
    facets = journal.journal_facets(ana, mine.number)
    assert facets.actors == (("ana", 2), ("claude-code", 1))
    assert facets.actions == (("add", 2), ("pin", 1))
    assert facets.memory == (mine.id, "Written by ana about the machines")

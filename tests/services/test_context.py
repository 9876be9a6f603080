"""The context for an agent: what it holds, what its budget leaves out, and what it never tells."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Tier
from memtui.services import recall, remember
from memtui.services.workspace import Workspace

from .conftest import NOW, Note
from .searching import dispute, plain, supersede


def test_a_context_holds_what_is_pinned_what_answers_and_what_is_new(ana: Workspace, note: Note) -> None:
    note("Never push to main.", pinned=True, created_at=NOW - timedelta(days=99))
    answer = note("We use PostgreSQL for user data.", created_at=NOW - timedelta(days=60))
    for n in range(12):
        note(f"Standup number {n} was short.", created_at=NOW - timedelta(days=n + 1))
    context = recall.build_context(ana, "Which database holds user data? PostgreSQL?")
    sections = [(item.section, item.memory.content) for item in context.items]
    assert sections[0] == ("pinned", "Never push to main.")
    assert ("recalled", answer.content) in sections
    assert ("recent", "Standup number 0 was short.") in sections
    assert context.text.index("Never push") < context.text.index("PostgreSQL") < context.text.index("Standup number 0")
    counts = {m.content: m.access_count for m in (hit.memory for hit in recall.recent(ana, 50))}
    assert counts[answer.content] == 1
    assert counts["Standup number 0 was short."] == 0


@pytest.mark.parametrize("budget", [0, 1, 5, 20, 60, 200, 1000])
def test_a_context_is_never_over_its_budget_and_names_what_it_left_out(ana: Workspace, note: Note, budget: int) -> None:
    for n in range(8):
        note(f"The deploy of service {n} " + "takes a while " * (n * 3 + 1), pinned=n == 0)
    context = recall.build_context(ana, "deploy", budget)
    assert context.tokens <= budget
    assert len(context.text) <= budget * 4
    taken = {item.memory.number for item in context.items}
    left = {item.memory.number for item in context.left_out}
    assert not taken & left
    assert len(taken | left) == 8
    assert all("no room" in item.reason for item in context.left_out)


def test_a_context_keeps_recalls_exclusions_and_says_why(ana: Workspace, note: Note) -> None:
    old, new = note("The deploy runs on Mondays."), note("The deploy runs on Fridays.")
    supersede(ana, old, new)
    note("Perhaps the deploy should be on Tuesdays?", tier=Tier.TRANSIENT)
    context = recall.build_context(ana, "deploy")
    assert [item.memory.id for item in context.items] == [new.id]
    assert [(item.memory.id, item.reason) for item in context.left_out] == [
        (old.id, "superseded by “The deploy runs on Fridays.”")
    ]


def test_a_context_tells_an_agent_of_conflicts_and_keeps_secrets(ana: Workspace, note: Note) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPL3"
    remember.add(ana, Draft(content=f"The API key for pages is {key} here."), allow_secrets=True)
    old, new = (plain(ana, f"The API allows {count} items a page.") for count in (50, 100))
    dispute(ana, new, old, "Same slot, other value.")
    context = recall.build_context(ana, "API items")
    assert "in conflict with “The API allows 50 items a page.”: Same slot, other value." in context.text
    assert key not in context.text


def test_a_budget_below_nothing_is_refused(ana: Workspace) -> None:
    with pytest.raises(InvalidRecord):
        recall.build_context(ana, "x", -1)

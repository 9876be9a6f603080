"""Mneno's document on lifecycle and hierarchy: its snippets run as they stand but for the import, and mean what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui.domain.errors import MemtuiError
from memtui.domain.kinds import ConflictState, ConflictType, Layer, Status, SuggestedAction

WHILE_ADDING = """
from mneno import MemoryClient

client = MemoryClient()
client.add("User prefers Python 3.10.", memory_type="preference")

result = client.add_with_report(
    "User now prefers Python 3.11.",
    memory_type="preference",
)

for report in result.conflict_reports:
    print(report.conflict_type, report.reason, report.suggested_action)

print(result.resolution_actions)
"""

WITHOUT_STORING = """
reports = client.detect_conflicts("User does not prefer Python.")
"""

EVALUATING = """
result = client.evaluate_hierarchy()

print("Promoted:", [memory.id for memory in result.promoted])
print("Demoted:", [memory.id for memory in result.demoted])
print("Archived:", [memory.id for memory in result.archived])
"""

BY_HAND = """
memory = client.add("Repeatedly useful project fact.", layer="short_term")

episodic = client.promote_memory(memory.id, "episodic")
semantic = client.promote_memory(episodic.id, "semantic")
demoted = client.demote_memory(semantic.id, "episodic")
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs snippets one after the other, in one place, and returns what they named."""
    monkeypatch.setenv("MEMTUI_STORE", str(tmp_path / "store.db"))
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    names: dict[str, Any] = {}

    def run(snippet: str) -> dict[str, Any]:
        exec(snippet.replace("from mneno import", "from memtui import"), names)
        return names

    yield run
    if "client" in names:
        names["client"].close()


def test_a_preference_that_changes_is_superseded_while_adding(run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    names = run(WHILE_ADDING)
    result, client = names["result"], names["client"]
    (report,) = result.conflict_reports
    assert (report.conflict_type, report.suggested_action) == (
        ConflictType.PREFERENCE_CHANGE,
        SuggestedAction.SUPERSEDE_EXISTING,
    )
    old = client.get(report.existing_id)
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, result.memory.id)
    assert result.resolution_actions == (f"superseded_existing:{old.id}:by:{result.memory.id}",)
    said = capsys.readouterr().out
    assert "preference_change" in said
    assert "supersede_existing" in said
    assert client.list_conflicts() == [report]


def test_two_exclusive_preferences_are_a_conflict_and_no_silent_supersession(run: Any) -> None:
    client = run(WHILE_ADDING)["client"]
    first = client.add("User prefers CLI.", memory_type="preference")
    result = client.add_with_report("User wants MCP.", memory_type="preference")
    (report,) = result.conflict_reports
    assert (report.conflict_type, report.existing_id) == (ConflictType.CONTRADICTION, first.id)
    assert result.resolution_actions == (f"marked_conflicted:{first.id}:{result.memory.id}",)
    found = client.search("User CLI MCP").hits
    assert {hit.memory.id for hit in found if hit.memory.status is Status.CONFLICTED} == {first.id, result.memory.id}


def test_detecting_alone_changes_nothing(run: Any) -> None:
    client = run(WHILE_ADDING)["client"]
    before = (client.list(include_inactive=True), client.list_conflicts())
    reports = run(WITHOUT_STORING)["reports"]
    assert [report.conflict_type for report in reports] == [ConflictType.CONTRADICTION]
    assert client.get(reports[0].existing_id).content == "User now prefers Python 3.11."
    assert (client.list(include_inactive=True), client.list_conflicts()) == before


def test_the_hierarchy_is_evaluated_and_every_move_leaves_an_event(
    run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    client = run(WHILE_ADDING)["client"]
    used = client.add("A fact that everybody asks for", layer="short_term")
    for _ in range(3):
        client.open(used.id)
    capsys.readouterr()
    result = run(EVALUATING)["result"]
    assert capsys.readouterr().out.splitlines() == [f"Promoted: ['{used.id}']", "Demoted: []", "Archived: []"]
    assert client.get(used.id).layer is Layer.EPISODIC
    assert client.history(used.id)[0].batch.id == result.batch.id


def test_layers_are_changed_by_hand_and_wrong_ones_are_named(run: Any) -> None:
    run(WHILE_ADDING)
    names = run(BY_HAND)
    client = names["client"]
    layers = [names[name].layer for name in ("memory", "episodic", "semantic", "demoted")]
    assert layers == [Layer.SHORT_TERM, Layer.EPISODIC, Layer.SEMANTIC, Layer.EPISODIC]
    assert names["memory"].id in {memory.id for memory in client.list_by_layer("episodic")}
    for layer in ("episodic", "short_term", "attic"):
        with pytest.raises(MemtuiError, match=layer):
            client.promote_memory(names["memory"].id, layer)


def test_history_is_kept_and_left_out_unless_asked_for(run: Any) -> None:
    client = run(WHILE_ADDING)["client"]
    assert [hit.memory.content for hit in client.search("Python")] == ["User now prefers Python 3.11."]
    assert len(client.search("Python", include_inactive=True).hits) == 2
    assert [report.state for report in client.list_conflicts()] == [ConflictState.AUTO]


@pytest.mark.parametrize(
    "word",
    [
        "User now prefers Python 3.11.",
        "Correction: user prefers Python 3.11.",
        "Actually, user prefers Python 3.11.",
        "From now on user prefers Python 3.11.",
        "User previously preferred Python 3.10 and now prefers Python 3.11.",
        "User changed to Python 3.11.",
        "User updated to Python 3.11.",
    ],
)
def test_each_of_its_update_signals_makes_an_update(run: Any, word: str) -> None:
    client = run("from mneno import MemoryClient\nclient = MemoryClient()")["client"]
    old = client.add("User prefers Python 3.10.", memory_type="preference", created_at="2026-01-01")
    reports = client.add_with_report(word, memory_type="preference").conflict_reports
    updates = {ConflictType.PREFERENCE_CHANGE, ConflictType.SUPERSESSION}
    assert [(report.existing_id, report.conflict_type in updates) for report in reports] == [(old.id, True)]

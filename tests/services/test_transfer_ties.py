"""What ties imported memories: successors in any order, circles, missing ends, and disagreements that the source reports."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import ConflictState, RelationKind, Status
from memtui.domain.records import Memory
from memtui.services import transfer
from memtui.services.workspace import Workspace

SAMPLES = Path(__file__).parents[1] / "fixtures" / "imports"
Export = Callable[..., Path]


@pytest.fixture
def export(tmp_path: Path) -> Export:
    """Writes a Mneno export of memories that are given as id, successor and date."""

    def write(*rows: tuple[str, str | None, str], conflicts: dict[str, list[str]] | None = None) -> Path:
        path = tmp_path / "export.json"
        memories = [
            {
                "id": name,
                "content": f"The team uses tool number {name} for its builds.",
                "status": "superseded" if successor else "active",
                "superseded_by": successor,
                "conflicts_with": (conflicts or {}).get(name, []),
                "created_at": f"{day}T09:00:00Z",
                "updated_at": f"{day}T09:00:00Z",
            }
            for name, successor, day in rows
        ]
        path.write_text(json.dumps({"format": "mneno.memory_export", "version": 1, "memories": memories}))
        return path

    return write


def by_name(workspace: Workspace) -> dict[str, Memory]:
    numbers = workspace.store.reads.numbers(EVERYTHING, Order.OLDEST)
    return {memory.foreign_id or "": memory for memory in workspace.store.reads.memories(numbers)}


def relations(workspace: Workspace) -> list[tuple[RelationKind, str, str]]:
    names = {memory.number: memory.foreign_id or "" for memory in by_name(workspace).values()}
    found = workspace.store.reads.records("relation", 0, 100)
    return [(each.kind, names[each.from_number], names[each.to_number]) for each in found]  # type: ignore[union-attr,misc]


@pytest.mark.parametrize("order", [1, -1])
def test_a_successor_is_found_whichever_comes_first(ana: Workspace, export: Export, order: int) -> None:
    rows = [("a", "b", "2026-01-01"), ("b", None, "2026-02-01")][::order]
    report = transfer.import_path(ana, export(*rows), detect=False)
    found = by_name(ana)
    assert found["a"].superseded_by == found["b"].id
    assert found["a"].status is Status.SUPERSEDED
    assert relations(ana) == [(RelationKind.SUPERSEDES, "b", "a")]
    assert report.batch is not None
    assert report.batch.changes == 3
    again = transfer.import_path(ana, export(*rows))
    assert (again.new, again.changed, again.batch) == (0, 0, None)


def test_a_missing_successor_is_kept_by_name_and_told(ana: Workspace, export: Export) -> None:
    report = transfer.import_path(ana, export(("a", "ghost", "2026-01-01")))
    memory = by_name(ana)["a"]
    assert memory.superseded_by is None
    assert memory.status is Status.SUPERSEDED
    assert memory.extra["superseded_by_missing"] == "ghost"
    assert any("ghost" in notice.reason for notice in report.notices)
    assert transfer.import_path(ana, export(("a", "ghost", "2026-01-01"))).batch is None


def test_a_memory_does_not_supersede_itself(ana: Workspace, export: Export) -> None:
    report = transfer.import_path(ana, export(("a", "a", "2026-01-01")))
    assert by_name(ana)["a"].superseded_by is None
    assert any("itself" in notice.reason for notice in report.notices)


@pytest.mark.parametrize("order", [1, -1])
def test_the_newest_link_of_a_circle_stays(ana: Workspace, export: Export, order: int) -> None:
    rows = [("a", "b", "2026-03-01"), ("b", "c", "2026-01-01"), ("c", "a", "2026-02-01")][::order]
    report = transfer.import_path(ana, export(*rows))
    found = by_name(ana)
    assert found["b"].superseded_by is None
    assert found["b"].status is Status.ACTIVE
    assert found["a"].superseded_by == found["b"].id
    assert found["c"].superseded_by == found["a"].id
    assert any("circle" in notice.reason for notice in report.notices)


def test_a_reported_disagreement_is_queued_once(ana: Workspace, export: Export) -> None:
    rows = [("a", None, "2026-01-01"), ("b", None, "2026-02-01")]
    path = export(*rows, conflicts={"a": ["b", "ghost"], "b": ["a"]})
    report = transfer.import_path(ana, path)
    found = by_name(ana)
    (conflict,) = ana.store.reads.conflicts(found["a"].number or 0)
    assert (conflict.new_number, conflict.old_number) == (found["b"].number, found["a"].number)
    assert conflict.state is ConflictState.OPEN
    assert conflict.reason
    assert relations(ana) == [(RelationKind.CONTRADICTS, "b", "a")]
    assert any("ghost" in notice.reason for notice in report.notices)
    assert transfer.import_path(ana, path).batch is None


def test_a_decision_that_supersedes_another_retires_it(ana: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "adr"
    folder.mkdir(parents=True)
    text = "# {title}\n\n## Status\n\n{status}\n\n## Decision\n\nWe will use {tool}.\n"
    (folder / "0001-a.md").write_text(text.format(title="1. A", status="Accepted", tool="SQLite"))
    (folder / "0002-b.md").write_text(text.format(title="2. B", status="Accepted\n\nSupersedes ADR-1", tool="Postgres"))
    (folder / "0003-c.md").write_text(text.format(title="3. C", status="Proposed\n\nSupersedes ADR-2", tool="MongoDB"))
    transfer.import_path(ana, folder)
    found = {memory.content[0]: memory for memory in by_name(ana).values()}
    assert found["1"].superseded_by == found["2"].id
    assert found["1"].status is Status.SUPERSEDED
    assert found["2"].status is Status.ACTIVE
    assert found["2"].superseded_by is None
    assert transfer.import_path(ana, folder).batch is None


def test_wiki_links_become_references_once(ana: Workspace) -> None:
    transfer.import_path(ana, SAMPLES / "claude_code_memory")
    first = relations(ana)
    transfer.import_path(ana, SAMPLES / "claude_code_memory")
    assert relations(ana) == first
    assert {kind for kind, _, _ in first} == {RelationKind.REFERENCES}
    assert len(first) == 2
    assert all(memory.status is Status.ACTIVE for memory in by_name(ana).values())

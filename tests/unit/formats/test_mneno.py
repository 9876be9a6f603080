"""Mneno's three carriers hold the same memories, read field by field."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memtui.domain.kinds import Layer, MemoryType, RelationKind, Status, Tier
from memtui.formats.registry import recognise

Write = Callable[..., Path]
Read = Callable[[Path], Any]
CARRIERS = ["project", "project/.mneno", "mneno-backup-20260508-100000.json", "mneno.db"]


@pytest.mark.parametrize("carrier", CARRIERS)
def test_every_carrier_gives_the_same_memories(samples: Path, read: Read, carrier: str) -> None:
    found = read(samples / "mneno" / carrier)
    by_id = {draft.foreign_id: draft for draft in found.drafts}
    assert len(by_id) == 7
    old = by_id["11111111-1111-4111-8111-111111111111"]
    new = by_id["22222222-2222-4222-8222-222222222222"]
    assert old.status is Status.SUPERSEDED
    assert old.superseded_by == new.foreign_id
    assert old.created_at is not None
    assert old.created_at.isoformat() == "2025-11-03T09:00:00+00:00"
    assert old.extra["audit"][0]["event_type"] == "superseded"
    assert (new.importance_override, new.access_count, new.tags) == (0.9, 4, ("python",))
    assert new.memory_type is MemoryType.PREFERENCE
    assert new.layer is Layer.SEMANTIC
    turn = by_id["77777777-7777-4777-8777-777777777777"]
    assert (turn.session, turn.session_position) == ("88888888-8888-4888-8888-888888888888", 0)
    assert turn.tier is Tier.DURABLE
    assert turn.extra["session"]["title"] == "Deploy day"


def test_supersessions_and_conflicts_are_ties(samples: Path, read: Read) -> None:
    items = read(samples / "mneno" / "mneno.db").items
    links = [
        (item.draft.foreign_id[0], link.kind, link.target[0], link.reverse) for item in items for link in item.links
    ]
    assert links == [("1", RelationKind.SUPERSEDES, "2", True)]
    assert [(item.draft.foreign_id[0], clash.target[0]) for item in items for clash in item.clashes] == [
        ("3", "4"),
        ("4", "3"),
    ]


def test_importance_that_nobody_set_is_no_judgement(samples: Path, read: Read) -> None:
    drafts = read(samples / "mneno" / "project").drafts
    assert sorted(draft.importance_override for draft in drafts if draft.importance_override is not None) == [0.1, 0.9]


def test_bad_records_are_named_and_the_rest_is_read(write: Write, read: Read) -> None:
    memories = [
        {"id": "a", "content": "User prefers tabs.", "layer": "attic", "created_at": "03/04/2026"},
        {"id": "b", "content": "  "},
        {"content": "No id here"},
        "text",
    ]
    found = read(write("export.json", json.dumps({"format": "mneno.memory_export", "memories": memories})))
    (draft,) = found.drafts
    assert draft.undated
    assert draft.extra["layer"] == "attic"
    assert len([problem for problem in found.problems if problem.skipped]) == 3


def test_reading_a_database_with_a_log_beside_it_writes_nothing(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "mneno.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            "CREATE TABLE memories (id TEXT PRIMARY KEY, payload TEXT, created_at TEXT, updated_at TEXT)"
        )
        payload = json.dumps({"id": "a", "content": "User prefers tabs."})
        connection.execute("INSERT INTO memories VALUES ('a', ?, '2026', '2026')", (payload,))
        connection.commit()
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        assert "mneno.db-wal" in before
        assert read(path).contents == ["User prefers tabs."]
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_another_programs_database_is_not_taken_for_mnenos(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE memories (id INTEGER, body TEXT)")
        connection.commit()
    assert recognise(path) is None

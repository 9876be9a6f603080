"""`memtui conflicts scan`: what it would find, and what it writes when told."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui import MemoryClient
from tests.cli.conflicts.conftest import PORTS, SWITCH, statuses
from tests.cli.conftest import Run


@pytest.fixture
def unseen(place: Path) -> None:
    """A store with two pairs that nobody has compared."""
    with MemoryClient(place / "store.db") as client:
        for texts in (SWITCH, PORTS):
            for text, day in zip(texts, ("2026-01-15", "2026-03-20"), strict=True):
                client.add(text, created_at=day, detect=False)


def test_scan_says_what_it_would_find_and_writes_it_when_told(memtui: Run, unseen: None) -> None:
    before = memtui("history").out
    preview = memtui("conflicts", "scan")
    assert preview.code == 0
    assert "2 conflicts found, 1 to review, 1 applied" in preview.out
    assert "--apply" in preview.err
    assert memtui("history").out == before
    told = memtui("conflicts", "scan", "--json").json
    assert (told["compared"], told["found"], told["queued"], told["applied"], told["batch"]) == (4, 2, 1, 1, None)
    done = memtui("conflicts", "scan", "--apply")
    assert done.code == 0
    assert "memtui undo" in done.err
    assert statuses(memtui)[SWITCH[0]] == "superseded"
    again = memtui("conflicts", "scan", "--apply", "--json").json
    assert (again["found"], again["batch"]) == (0, None)
    assert memtui("undo").code == 0
    assert set(statuses(memtui).values()) == {"active"}

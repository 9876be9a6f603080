"""Backup, restore, doctor, purge."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.cli.conftest import Run


def test_a_backup_can_be_put_back(memtui: Run, filled: dict[str, str], place: Path) -> None:
    assert memtui("backup", "kept.db").out.strip() == "kept.db"
    memtui("archive", filled["mongo"])
    preview = memtui("restore", "kept.db")
    assert preview.code == 0
    assert "Nothing was written" in preview.err
    assert filled["mongo"] not in memtui("list").ids
    assert memtui("restore", "kept.db", "--apply").code == 0
    assert filled["mongo"] in memtui("list").ids
    assert any("before-restore" in path.name for path in place.iterdir())


def test_a_backup_never_replaces_a_file(memtui: Run, filled: dict[str, str], place: Path) -> None:
    (place / "kept.db").write_text("precious")
    assert memtui("backup", "kept.db").code == 1
    assert (place / "kept.db").read_text() == "precious"


def test_what_is_no_store_is_not_restored(memtui: Run, filled: dict[str, str], place: Path) -> None:
    (place / "letter.txt").write_text("dear memtui")
    ran = memtui("restore", "letter.txt", "--apply")
    assert ran.code == 1
    assert ran.err.strip()
    assert len(memtui("list").ids) == 4
    assert memtui("restore", "nowhere.db").code == 1


def test_restoring_is_refused_in_a_read_only_run(memtui: Run, filled: dict[str, str]) -> None:
    memtui("backup", "kept.db")
    assert memtui("--read-only", "restore", "kept.db", "--apply").code == 1


def test_the_doctor_finds_a_sound_store_sound(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("doctor")
    assert ran.code == 0
    assert "nothing is wrong" in ran.out
    body = memtui("doctor", "--rebuild", "--json").json
    assert (body["ok"], body["memories"], body["rebuilt"]) == (True, 4, 4)
    assert memtui("search", "postgresql").ids == [filled["postgres"]]


def test_the_doctor_says_what_is_wrong_and_how_to_mend_it(memtui: Run, filled: dict[str, str], place: Path) -> None:
    with sqlite3.connect(place / "store.db") as store:
        store.execute("DELETE FROM memory_index WHERE number = 1")
    store.close()
    sick = memtui("doctor")
    assert sick.code == 1
    assert "--rebuild" in sick.err
    assert memtui("doctor", "--rebuild").code == 0
    assert memtui("doctor").code == 0


def test_purging_needs_apply_and_the_typed_words(memtui: Run, filled: dict[str, str]) -> None:
    preview = memtui("purge", filled["mongo"])
    assert preview.code == 0
    assert "MongoDB" in preview.out
    assert "--apply" in preview.err
    for typed in ("", "yes\n", "purge 2\n"):
        assert memtui("purge", filled["mongo"], "--apply", stdin=typed).code == 1
    assert len(memtui("list").ids) == 4
    done = memtui("purge", filled["mongo"], "--apply", stdin="purge 1\n")
    assert done.code == 0
    assert filled["mongo"] not in memtui("list", "--status", "all").ids
    assert memtui("show", filled["mongo"]).code == 1
    assert memtui("history").out.splitlines()[0].split("  ")[3] == "purge"
    assert "MongoDB" not in memtui("history").out

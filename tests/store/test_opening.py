"""Opening: what is not ours, newer, damaged, locked or read-only gets one clear sentence and stays byte for byte as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from memtui.domain.errors import StoreGone, StoreUnavailable
from memtui.domain.filters import EVERYTHING
from memtui.store import engine, faults
from tests.store.files import everything_in, filled, refused
from tests.store.making import added, memory, opened, sound


def test_a_missing_file_is_made_with_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "store.db"
    store = opened(str(path))
    assert store.path == path
    assert store.location == str(path)
    added(store, memory())
    store.close()
    assert sorted(everything_in(path.parent)) == ["store.db"]


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    filled(path)
    store = opened(str(path))
    assert store.reads.count(EVERYTHING) == 3
    store.close()


def test_a_path_with_odd_characters_is_just_a_path(tmp_path: Path) -> None:
    path = filled(tmp_path / "what? #1 100% ü & so.db")
    assert sorted(everything_in(tmp_path)) == [path.name]


def test_a_home_folder_and_an_address_of_sqlite_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    opened("~/mine.db").close()
    assert (tmp_path / "mine.db").exists()
    store = opened(f"sqlite:///{tmp_path}/mine.db")
    assert store.path == tmp_path / "mine.db"
    store.close()
    memory_store = opened("sqlite://")
    assert memory_store.path is None
    memory_store.close()


@pytest.mark.parametrize(
    "content", [b"just text\n", b"\x89PNG\r\n\x1a\n" + b"0" * 200, b"SQLite format 4\0" * 20, b"x", b"\0" * 4096]
)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert "not a memtui store" in refused(path).sentence
    assert "not a memtui store" in refused(path, read_only=True).sentence


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_the_database_of_another_program_is_left_alone(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "browser.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute("CREATE TABLE memory (number INTEGER)")
        connection.execute("INSERT INTO memory VALUES (1)")
        connection.commit()
        assert "another program" in refused(path).sentence
    assert "another program" in refused(path).sentence
    assert "another program" in refused(path, read_only=True).sentence


def test_a_newer_store_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path / "newer.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA user_version=99")
    error = refused(path)
    assert "newer memtui (schema 99" in error.sentence
    assert "Update memtui" in error.hint
    refused(path, read_only=True)


def test_a_store_cut_short_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path / "cut.db", 50)
    whole = path.read_bytes()
    for length in (20, 99, 4096, len(whole) // 2):
        path.write_bytes(whole[:length])
        error = refused(path)
        assert "damaged" in error.sentence
        assert "Restore a backup" in error.hint


def test_a_store_with_a_broken_table_of_contents_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path / "broken.db")
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)
    assert "damaged" in refused(path).sentence


def test_a_store_without_its_tables_is_damaged(tmp_path: Path) -> None:
    path = filled(tmp_path / "emptied.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("DROP TABLE event")
    assert "damaged" in refused(path).sentence


def test_damage_deep_in_a_store_is_a_sentence_when_it_is_met(tmp_path: Path) -> None:
    path = filled(tmp_path / "deep.db", 200)
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 8192, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xee" * 64
    path.write_bytes(content)
    store = opened(str(path))
    with pytest.raises(StoreUnavailable, match="damaged"):
        store.reads.memories(list(range(1, 200)))
    assert store.maintenance.check()
    store.close()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert "is a folder" in refused(tmp_path / "folder").sentence


def test_a_store_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(StoreUnavailable, match="cannot be"):
        opened(str(tmp_path / "file" / "store.db"))
    assert everything_in(tmp_path) == {"file": b"here"}


def test_nothing_is_made_for_reading_only(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="There is no store"):
        opened(str(tmp_path / "absent.db"), read_only=True)
    assert everything_in(tmp_path) == {}


def test_a_store_that_another_program_holds_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled(tmp_path / "held.db")
    monkeypatch.setattr(faults, "BUSY_TIMEOUT_MS", 20)
    store = opened(str(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="busy"):
            added(store, memory("not now"))
        assert store.reads.count(EVERYTHING) == 3
        other.execute("ROLLBACK")
    added(store, memory("now"))
    assert store.reads.count(EVERYTHING) == 4
    store.close()


def test_a_full_disk_leaves_the_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled(tmp_path / "full.db")
    connect = engine.connect_file

    def cramped(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = connect(*arguments, **options)  # type: ignore[arg-type]
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages + 1}")
        return connection

    monkeypatch.setattr(engine, "connect_file", cramped)
    store = opened(str(path))
    with pytest.raises(StoreUnavailable, match="full") as caught:
        added(store, *(memory(f"too much {place} " * 60) for place in range(200)))
    assert "Nothing was written" in caught.value.hint
    assert store.reads.count(EVERYTHING) == 3
    sound(store)
    store.close()


def test_a_store_that_was_closed_says_so(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "closed.db"))
    store.close()
    store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        store.reads.count(EVERYTHING)
    with pytest.raises(StoreUnavailable, match="closed"):
        added(store, memory())
    with pytest.raises(StoreUnavailable, match="closed"):
        store.data_version()


def test_closing_leaves_one_file(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "one.db"))
    added(store, memory())
    store.data_version()
    assert sorted(everything_in(tmp_path)) != ["one.db"]
    store.close()
    assert sorted(everything_in(tmp_path)) == ["one.db"]


def test_nothing_is_written_to_a_file_that_was_deleted_or_replaced(tmp_path: Path) -> None:
    path, other = tmp_path / "store.db", tmp_path / "other.db"
    opened(str(other)).close()
    store = opened(str(path))
    added(store, memory("kept"))
    path.rename(tmp_path / "moved.db")
    with pytest.raises(StoreGone, match=r"moved or deleted.*Nothing was written"):
        added(store, memory("lost"))
    with pytest.raises(StoreGone):
        store.data_version()
    assert not path.exists()
    other.rename(path)
    with pytest.raises(StoreGone, match="Another file"):
        added(store, memory("lost"))
    (tmp_path / "moved.db").replace(path)
    added(store, memory("welcome back"))
    store.close()

"""Several at once: no write is lost, no reader is held up, and a process that is killed leaves a sound store."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from memtui.domain.errors import StaleWrite
from memtui.domain.filters import EVERYTHING, Order
from memtui.services.ports import Store
from tests.store.making import NOW, act, added, edited, memory, opened, sound, undone

ROOT = Path(__file__).parents[2]
WRITES = 25


def writer(location: str, name: str, many: int) -> subprocess.Popen[str]:
    """Start a process that writes and says what it wrote."""
    command = [sys.executable, "-m", "tests.store.writing", location, name, str(many)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def acknowledged(said: str, name: str) -> dict[int, str]:
    """Return by number what the memories of a finished writer must hold."""
    kept: dict[int, str] = {}
    last = 0
    for line in said.splitlines():
        word, number, *place = line.split()
        if word == "kept":
            last = int(number)
            done = int(place[0])
            kept[last] = f"{name} {'edited' if done % 2 == 0 else 'wrote'} number {done}"
        elif kept[last].startswith(f"{name} edited"):
            kept[last] = kept[last].replace("edited", "wrote")
        else:
            del kept[last]
    return kept


def test_three_processes_write_to_one_store_and_nothing_is_lost(shared_store: Store, shared_location: str) -> None:
    processes = {name: writer(shared_location, name, WRITES) for name in ("ana", "bo", "cy")}
    said = {name: process.communicate(timeout=120)[0] for name, process in processes.items()}
    assert all(process.returncode == 0 for process in processes.values())
    wanted = {number: text for name in said for number, text in acknowledged(said[name], name).items()}
    held = {m.number: m.content for m in shared_store.reads.page(EVERYTHING, Order.NEWEST, 1000).memories}
    assert held == wanted
    assert sum(len(shared_store.reads.batches(1000, actor=name)) for name in said) == shared_store.reads.count_batches()
    sound(shared_store)


def test_several_processes_make_one_store_together(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "store.db")
    processes = [writer(path, name, 2) for name in ("ana", "bo", "cy")]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    for process in processes:
        process.communicate()
    store = opened(path)
    assert store.reads.count(EVERYTHING) == 6
    sound(store)
    store.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_writer_leaves_a_sound_store(lasting: str, seed: int) -> None:
    process = writer(lasting, "ana", 0)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(Random(seed).randint(3, 25))]
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    said = "".join(lines) + rest[: rest.rfind("\n") + 1]
    store = opened(lasting)
    kept = [int(line.split()[1]) for line in said.splitlines() if line.startswith("kept")]
    gone = {e.row_number for b in store.reads.history(0, 1000) if b.undoes for e in store.reads.events(b.number or 0)}
    assert kept
    for number in kept:
        assert number in gone or store.reads.memories([number])
    sound(store)
    newest = store.reads.newest_batch("ana", undos=False)
    assert newest is not None
    undone(store, newest.number or 0)
    sound(store)
    store.close()


def test_threads_share_one_store(store: Store) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for place in range(10):
                (kept,) = added(store, memory(f"{name} {place}"))
                edited(store, kept, content=f"{name} {place} edited")
                store.touch([kept.number or 0], NOW)
                assert store.reads.memory(kept.number or 0).access_count == 1
                assert store.reads.count(EVERYTHING) >= place + 1
                store.search.document_frequencies([name])
                store.data_version()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("ana", "bo", "cy", "di")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert store.search.document_frequencies(["ana", "edited"]) == {"ana": 10, "edited": 40}
    sound(store)


def test_a_reader_is_not_held_up_by_a_writer_and_sees_no_half(lasting: str) -> None:
    store = opened(lasting)
    added(store, memory("before"))
    seen: list[int] = []
    with store.write(act("import")) as work:
        work.insert(memory("during"))
        reader = threading.Thread(target=lambda: seen.append(store.reads.count(EVERYTHING)))
        reader.start()
        reader.join(10)
    assert seen == [1]
    assert store.reads.count(EVERYTHING) == 2
    store.close()


def test_of_two_who_edit_the_same_copy_one_is_told(shared_location: str, shared_store: Store) -> None:
    (kept,) = added(shared_store, memory("first"))
    other = opened(shared_location)
    edited(other, kept, content="theirs")
    with pytest.raises(StaleWrite):
        edited(shared_store, kept, content="mine")
    edited(shared_store, replace(shared_store.reads.memory(kept.number or 0)), content="after theirs")
    assert other.reads.memory(kept.number or 0).content == "after theirs"
    other.close()

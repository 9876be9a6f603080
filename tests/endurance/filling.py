"""A disk that fills up while somebody writes: one clear sentence, and the store is as it was.

`python -m tests.endurance.filling STORE BYTES` is the process that runs into a limit on the size of files.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.endurance import writer
from tests.endurance.ledger import Ledger, assert_sound, undo_and_redo
from tests.endurance.processes import Child

ROOM = 300_000
"""Bytes that a file may grow by before it hits the limit."""

DISK = "4m"
"""The size of the small disk, for mount."""


def reach_the_limit(folder: Path, seed: int = 1) -> str:
    """Write until no file may grow any more, check the store, write on without the limit; returns the sentence shown."""
    store, ledger = folder / "full.db", Ledger()
    _write(ledger, store, seed, 20)
    largest = max(path.stat().st_size for path in folder.glob("full.db*"))
    sentence = _until_full(ledger, store, Child("filling", store, largest + ROOM))
    undo_and_redo(store, "writer")
    _write(ledger, store, seed + 1, 20)
    assert_sound(store, ledger)
    return sentence


def fill_a_disk(folder: Path, seed: int = 1, tell: Callable[[str], None] = lambda _: None) -> str | None:
    """Do the same on a small disk of its own, until it is full; None where none can be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        tell("no small disk can be mounted here; only the limit on files was tried")
        return None
    try:
        store, ledger = disk / "full.db", Ledger()
        _write(ledger, store, seed, 20)
        sentence = _until_full(ledger, store, Child("writer", store, "writer", seed + 1))
        subprocess.run([*mount[:4], f"remount,size=2{DISK}", *mount[5:]], capture_output=True, check=True)
        _write(ledger, store, seed + 2, 20)
        assert_sound(store, ledger)
        return sentence
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True, check=True)


def _write(ledger: Ledger, store: Path, seed: int, acts: int) -> None:
    with Child("writer", store, "writer", seed, acts) as child:
        code, errors = child.finish()
        assert code == 0, errors
        ledger.hear(child.said)


def _until_full(ledger: Ledger, store: Path, child: Child) -> str:
    with child:
        code, errors = child.finish()
    assert code == 0, f"a full disk ended the program: {errors}"
    (failure,) = [line for line in child.said if "failed" in line]
    assert failure["failed"] == "StoreUnavailable", failure
    ledger.hear(child.said)
    assert_sound(store, ledger)
    return str(failure["sentence"])


if __name__ == "__main__":
    most = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    writer.main(sys.argv[1], "writer", "7")

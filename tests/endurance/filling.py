"""A disk that fills up while somebody writes: one clear sentence, and the store is as it was.

`python -m tests.endurance.filling STORE BYTES` is the process that runs into the limit.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from tests.endurance import writer
from tests.endurance.ledger import Ledger, assert_sound, undo_and_redo
from tests.endurance.processes import Child

ROOM = 300_000
"""Bytes that a file may grow by before it hits the limit."""


def fill_the_disk(folder: Path, seed: int = 1) -> str:
    """Write until no file may grow any more, check the store, write on without the limit; returns the sentence shown."""
    store, ledger = folder / "full.db", Ledger()
    with Child("writer", store, "writer", seed, 20) as child:
        code, errors = child.finish()
        assert code == 0, errors
        ledger.hear(child.said)
    largest = max(path.stat().st_size for path in folder.glob("full.db*"))
    with Child("filling", store, largest + ROOM) as child:
        code, errors = child.finish()
        said = child.said
    assert code == 0, f"a full disk ended the program: {errors}"
    (failure,) = [line for line in said if "failed" in line]
    assert failure["failed"] == "StoreUnavailable", failure
    ledger.hear(said)
    assert_sound(store, ledger)
    undo_and_redo(store, "writer")
    with Child("writer", store, "writer", seed + 1, 20) as child:
        code, errors = child.finish()
        assert code == 0, errors
        ledger.hear(child.said)
    assert_sound(store, ledger)
    return str(failure["sentence"])


if __name__ == "__main__":
    most = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    writer.main(sys.argv[1], "writer", "7")

"""An import that is killed on its way: what it wrote stays, the same import goes on from there, nothing comes twice.

`python -m tests.endurance.stopping STORE FILE` is the process that imports.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

from memtui.domain.filters import EVERYTHING, Order
from memtui.services import transfer
from tests.endurance.ledger import assert_journal_whole, reader
from tests.endurance.processes import Child, say

OBSERVATIONS = 5


def kill_imports(folder: Path, memories: int, kills: int, seed: int = 1) -> int:
    """Import a file of so many memories, killed `kills` times on the way, then to its end, then once more.

    Returns how many of the kills came before the import's end.
    """
    store, source = folder / "import.db", _source(folder, memories)
    before = source.read_bytes()
    chances = random.Random(seed)
    on_the_way = 0
    for _ in range(kills):
        with Child("stopping", store, source) as child:
            child.listen_until(lambda said: any(line.get("done", 0) > 0 for line in said))
            child.listen(chances.uniform(0, 0.2))
            on_the_way += not any("new" in line for line in child.kill())
        _assert_sound(store)
    with Child("stopping", store, source) as child:
        code, errors = child.finish(600)
        assert code == 0, errors
    _assert_sound(store, memories)
    with Child("stopping", store, source) as child:
        code, errors = child.finish(600)
        assert code == 0, errors
        assert child.said[-1]["new"] == 0, child.said[-1]
    _assert_sound(store, memories)
    assert source.read_bytes() == before
    return on_the_way


def _source(folder: Path, memories: int) -> Path:
    path = folder / "memory.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for place in range(memories // OBSERVATIONS):
            texts = [f"Component {place} keeps setting {part} in its own table" for part in range(OBSERVATIONS)]
            row = {"type": "entity", "name": f"component-{place}", "entityType": "component", "observations": texts}
            file.write(json.dumps(row) + "\n")
    return path


def _assert_sound(store: Path, memories: int | None = None) -> None:
    workspace = reader(store)
    try:
        assert workspace.store.maintenance.check() == []
        assert_journal_whole(workspace)
        numbers = list(workspace.store.reads.numbers(EVERYTHING, Order.RECORDED))
        texts = Counter(memory.content for memory in workspace.store.reads.memories(numbers))
        twice = [text for text, times in texts.items() if times > 1]
        assert not twice, f"{len(twice)} memories came twice: {twice[:3]}"
        if memories is not None:
            assert len(numbers) == memories
            (batch,) = workspace.store.reads.batches(10, action="import")
            assert not batch.partial
    finally:
        workspace.store.close()


def main(store: str, source: str) -> None:
    """Import `source` and say how far it is, and what it did at the end."""
    workspace = reader(Path(store), "importer")

    def progress(done: int, total: int | None, what: str) -> None:
        say(done=done, total=total)

    report = transfer.import_path(workspace, Path(source), progress=progress)
    say(new=report.new, unchanged=report.unchanged, read=report.read)
    workspace.store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

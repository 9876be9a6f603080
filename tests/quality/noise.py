"""Noise: conflicts reported inside files that agree with themselves, and how wide one update fans out over a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path

from memtui import MemoryClient
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Conflict
from tests.quality.pairing import TODAY, Check, checked, rows_of

IMPORT = "import-raw"
COMMITS = "pairs-commits"
ALONE = 2
"""So many findings of one signal stand in the queue by themselves; the rest is one entry."""

DIARY = ".jsonl"
"""A file of observations reads like a diary and may make more noise."""


def entries(conflicts: Iterable[Conflict]) -> int:
    """Return how many entries of the queue some conflicts are, after grouping."""
    groups: Counter[str] = Counter()
    alone = 0
    for conflict in conflicts:
        group = str(conflict.evidence.get("group") or "")
        if group:
            groups[f"{conflict.new_number} {group}"] += 1
        else:
            alone += 1
    return alone + sum(min(count, ALONE + 1) for count in groups.values())


def importing(folder: Path, out: Path | None) -> bool:
    """Import each file into a store of its own and print the conflicts per 100 memories."""
    shares: dict[str, float] = {}
    memories = applied = 0
    for path in sorted((folder / IMPORT / "files").iterdir()):
        with MemoryClient(":memory:") as client:
            client.import_path(path)
            stored = client.list(include_inactive=True)
            found = [report.conflict for report in client.list_conflicts()]
            memories += len(stored)
            applied += sum(conflict.state is ConflictState.AUTO for conflict in found)
            applied += sum(memory.status is Status.SUPERSEDED for memory in stored if path.suffix == DIARY)
            count = entries(conflict for conflict in found if conflict.state is not ConflictState.DISMISSED)
            shares[path.name] = 100 * count / len(stored) if stored else 0.0
            if count:
                print(f"    {path.name}: {count} in {len(stored)} memories")
    plain = {name: share for name, share in shares.items() if not name.endswith(DIARY)}
    diaries = [share for name, share in shares.items() if name.endswith(DIARY)]
    print(f"{IMPORT}: {len(shares)} files, {memories} memories")
    checks: list[Check] = [
        ("conflicts per 100 memories, mean over files", sum(shares.values()) / max(len(shares), 1), 1.5, False),
        ("conflicts per 100 memories, worst file", max(plain.values(), default=0.0), 3.0, False),
        ("conflicts per 100 memories, diary", max(diaries, default=0.0), 5.0, False),
        ("applied at once", float(applied), 0.0, False),
    ]
    return checked(checks)


def fan_out(folder: Path) -> bool:
    """Detect each update of pairs-commits against a store of all its old sentences, and print how many entries it makes."""
    rows = list(rows_of(folder / COMMITS / "dev.jsonl"))
    widths: list[int] = []
    hits: list[bool] = []
    with MemoryClient(":memory:") as client:
        for text in dict.fromkeys(row["old"]["text"] for row in rows):
            client.add(text, created_at=TODAY - timedelta(days=30), detect=False)
        for row in rows:
            found = client.detect(row["new"]["text"], created_at=TODAY).conflicts
            widths.append(entries(found))
            if row["meta"]["change"] == "slot":
                hits.append(row["old"]["text"] in _texts(client, _best(found)))
    print(
        f"fan-out: {len(widths)} updates against {len({row['old']['text'] for row in rows})} sentences, most {max(widths)}"
    )
    return checked(
        [
            ("queue entries per update, mean", sum(widths) / len(widths), 2.0, False),
            ("true target among the best two", sum(hits) / len(hits), 0.75, True),
        ]
    )


def _best(found: Sequence[Conflict]) -> Sequence[Conflict]:
    return sorted(found, key=lambda conflict: -conflict.confidence)[:ALONE]


def _texts(client: MemoryClient, found: Sequence[Conflict]) -> set[str]:
    return {memory.content for memory in client.workspace.store.reads.memories([c.old_number for c in found])}

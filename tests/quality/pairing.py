"""The sets of pairs: each old memory in a store of its own, and what detection says of the new one, by the public API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from dateutil.parser import parse

from memtui import MemoryClient
from tests.quality.pair_scores import Judged, PairScore, score

EARLIER = timedelta(days=30)
"""How much older an old memory without a date is taken to be."""

TODAY = datetime(2026, 11, 1, tzinfo=UTC)
PART = 50
"""Pairs that one process judges at a time."""

CALLED = {
    "supersession": "supersedes",
    "preference_change": "supersedes",
    "operational_change": "supersedes",
    "stale": "supersedes",
    "contradiction": "contradicts",
    "duplicate": "duplicate",
}
"""The scorer's word for each type of conflict."""

Row = Mapping[str, Any]
Check = tuple[str, float, float, bool]
"""A figure's name, its value, its target, and whether more is better."""


@dataclass(frozen=True, slots=True)
class PairSet:
    """A set of pairs, which of its rows the headline score takes, and its targets."""

    name: str
    headline: frozenset[str]
    checks: Callable[[Sequence[Judged]], list[Check]]


def _of(rows: Sequence[Judged], *changes: str) -> list[Judged]:
    return [row for row in rows if row.change in changes]


def _fired(rows: Sequence[Judged]) -> float:
    return sum(row.fired for row in rows) / len(rows) if rows else 0.0


def _applied(rows: Sequence[Judged]) -> float:
    return sum(row.applied for row in rows) / len(rows) if rows else 0.0


def _commits(rows: Sequence[Judged]) -> list[Check]:
    head = score(_of(rows, "slot", "no-outgoing"))
    return [
        ("F1 (slot, no-outgoing)", head.f1, 0.90, True),
        ("false alarms", head.false_alarms, 0.05, False),
        ("survivors applied at once", _applied(_of(rows, "survivor")), 0.50, False),
        ("true ones applied at once", _applied(_of(rows, "slot")), 0.60, True),
    ]


def _agentmd(rows: Sequence[Judged]) -> list[Check]:
    whole = score(rows)
    return [
        ("F1", whole.f1, 0.83, True),
        ("false alarms, parallel", _fired(_of(rows, "parallel")), 0.10, False),
        ("false alarms, coexist", _fired(_of(rows, "coexist")), 0.04, False),
        ("rewrites called conflict", whole.rewrites, 0.08, False),
    ]


def _decisions(rows: Sequence[Judged]) -> list[Check]:
    whole = score(rows)
    return [("false alarms", whole.false_alarms, 0.02, False), ("recall", whole.recall, 0.10, True)]


def _decode(rows: Sequence[Judged]) -> list[Check]:
    return [("false alarms", score(rows).false_alarms, 0.02, False)]


def _sick(rows: Sequence[Judged]) -> list[Check]:
    return [("F1", score(rows).f1, 0.91, True)]


PAIR_SETS = {
    item.name: item
    for item in (
        PairSet("pairs-commits", frozenset({"slot", "no-outgoing"}), _commits),
        PairSet("pairs-agentmd", frozenset(), _agentmd),
        PairSet("pairs-decisions", frozenset(), _decisions),
        PairSet("pairs-decode", frozenset(), _decode),
        PairSet("pairs-sick", frozenset(), _sick),
    )
}


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the rows of a data file."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, filter(str.strip, lines))


def judged(row: Row) -> Judged:
    """Put the old memories in a new store and return what detection says of the new one."""
    new = row["new"]
    at = _date(new.get("date")) or TODAY
    olds = [row["old"]] if "old" in row else [{"text": text, "date": None} for text in row["memories"]]
    with MemoryClient(":memory:") as client:
        for old in olds:
            before = _date(old.get("date"))
            client.add(old["text"], created_at=before if before and before < at else at - EARLIER, detect=False)
        report = client.detect(new["text"], created_at=at)
    found = max(report.conflicts, key=lambda conflict: conflict.confidence, default=None)
    meta = row.get("meta", {})
    return Judged(
        id=row["id"],
        gold=row["label"],
        said="none" if found is None else CALLED[found.type.value],
        change=str(meta.get("change") or ""),
        confidence=found.confidence if found else 0.0,
        applied=any(action.startswith("superseded_existing") for action in report.applied),
        rule=str(found.evidence.get("rule", "")) if found else "",
        source=row["source"],
    )


def _date(value: str | None) -> datetime | None:
    if not value:
        return None
    moment = parse(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _judge_all(rows: Sequence[Row]) -> list[Judged]:
    return [judged(row) for row in rows]


def _parts(rows: Sequence[Row]) -> list[Sequence[Row]]:
    return [rows[start : start + PART] for start in range(0, len(rows), PART)]


def predictions(path: Path) -> list[Judged]:
    """Judge all rows of a data file, on all cores."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as workers:
        return [row for part in workers.map(_judge_all, _parts(list(rows_of(path)))) for row in part]


def report(name: str, folder: Path, out: Path | None) -> tuple[bool, list[Judged]]:
    """Run one set, print its scores by group and its targets, and return whether all are met with what was said."""
    wanted = PAIR_SETS[name]
    rows = predictions(folder / name / "dev.jsonl")
    if out is not None:
        _write(out / f"{name}.jsonl", rows)
    print(f"{name}: {len(rows)} pairs")
    show("  all" if not wanted.headline else f"  {', '.join(sorted(wanted.headline))}", score(_head(rows, wanted)))
    for change in sorted({row.change for row in rows if row.change}):
        inside = _of(rows, change)
        print(
            f"    {change:14} {len(inside):5}   reported {_fired(inside):.3f}   applied at once {_applied(inside):.3f}"
        )
    return checked(wanted.checks(rows)), rows


def _head(rows: Sequence[Judged], wanted: PairSet) -> Sequence[Judged]:
    return [row for row in rows if not wanted.headline or row.change in wanted.headline]


def show(name: str, found: PairScore) -> None:
    """Print one line of scores."""
    print(
        f"{name}: F1 {found.f1:.3f}   precision {found.precision:.3f}   recall {found.recall:.3f}   "
        f"false alarms {found.false_alarms:.3f}   rewrites {found.rewrites:.3f}   "
        f"precision at 1 in 200 {found.rare_precision:.3f}"
    )


def checked(checks: Sequence[Check]) -> bool:
    """Print each figure beside its target and say whether all are met."""
    good = True
    for name, value, target, more in checks:
        met = value >= target if more else value <= target
        good = good and met
        print(f"  target {name} {'>=' if more else '<='} {target}: {value:.3f} {'met' if met else 'MISSED'}")
    return good


def _write(path: Path, rows: Sequence[Judged]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (
        json.dumps(
            {"id": row.id, "label": row.said, "confidence": row.confidence, "applied": row.applied, "rule": row.rule}
        )
        + "\n"
        for row in rows
    )
    path.write_text("".join(lines), encoding="utf-8")

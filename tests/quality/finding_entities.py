"""The sets of entities: what `extract` finds in a sentence against what people or a repository's code say is there."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from memtui import MemoryClient
from tests.quality.pairing import Check, checked, rows_of

TYPES = ("file_path", "function", "class", "package", "url", "env_var")
OPEN = frozenset({"entities-repo"})
"""Sets whose right answers are only what could be verified: other finds are counted, not judged."""

TARGETS = {"entities-repo": 0.97, "entities-sener": 0.48}
UNJUDGED = 0.6
"""How many finds a right answer may have beside it that nobody could verify."""

_CALL = re.compile(r"\([^()]*\)$")

Pair = tuple[str, str]
"""A type and a text."""


def bare(text: str) -> str:
    """Return a find without quotes, a call's brackets and what else does not tell two finds apart."""
    text = text.strip().strip("`'\"").rstrip(".,;:")
    return _CALL.sub("", text).removeprefix("./").rstrip("/")


def _pairs(found: Iterable[Mapping[str, Any]]) -> set[Pair]:
    return {(item["type"], bare(item["text"])) for item in found if item["type"] in TYPES}


class Tally:
    """Right finds, wrong finds and misses by type."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.unjudged = 0

    def count(self, row: Mapping[str, Any], found: Sequence[Mapping[str, Any]], *, open_set: bool) -> None:
        """Compare the finds in one sentence with the right answers."""
        gold, said = _pairs(row["entities"]), _pairs(found)
        known = {bare(item["text"]) for item in row["entities"]}
        ignored = {bare(item["text"]) for item in row.get("ignore", ())}
        for kind, text in gold:
            (self.right if (kind, text) in said else self.missed)[kind] += 1
        for kind, text in said - gold:
            if text in ignored:
                continue
            if open_set and text not in known:
                self.unjudged += 1
            else:
                self.wrong[kind] += 1

    def figures(self, kinds: Iterable[str]) -> tuple[float, float, float, int]:
        """Return precision, recall, F1 and the number of right answers over some types."""
        kinds = list(kinds)
        right = sum(self.right[kind] for kind in kinds)
        wrong, missed = sum(self.wrong[kind] for kind in kinds), sum(self.missed[kind] for kind in kinds)
        precision = right / (right + wrong) if right + wrong else 0.0
        recall = right / (right + missed) if right + missed else 0.0
        total = precision + recall
        return precision, recall, 2 * precision * recall / total if total else 0.0, right + missed


def report(name: str, folder: Path, out: Path | None) -> bool:
    """Run one set, print its scores by type and its targets, and say whether all are met."""
    tally = Tally()
    lines: list[str] = []
    kinds: dict[str, int] = defaultdict(int)
    with MemoryClient(":memory:") as client:
        for row in rows_of(folder / name / "dev.jsonl"):
            text = row["text"]
            found = [
                {"type": node.type.value, "text": text[node.start : node.end], "start": node.start, "end": node.end}
                for node in client.extract(text).nodes
            ]
            tally.count(row, found, open_set=name in OPEN)
            lines.append(json.dumps({"id": row["id"], "entities": found}) + "\n")
            kinds["sentences"] += 1
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    return _print(name, tally, kinds["sentences"])


def _print(name: str, tally: Tally, sentences: int) -> bool:
    precision, recall, f1, right = tally.figures(TYPES)
    print(f"{name}: {sentences} sentences, micro F1 {f1:.3f}   precision {precision:.3f}   recall {recall:.3f}")
    for kind in TYPES:
        p, r, f, count = tally.figures([kind])
        if count or tally.wrong[kind]:
            print(f"    {kind:10} {count:5}   F1 {f:.3f}   precision {p:.3f}   recall {r:.3f}")
    checks: list[Check] = [("micro F1", f1, TARGETS.get(name, 0.0), True)]
    if name in OPEN:
        checks.append(("unjudged finds per right answer", tally.unjudged / right if right else 0.0, UNJUDGED, False))
    return checked(checks)

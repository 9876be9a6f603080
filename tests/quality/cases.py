"""Worked cases: rows with an input and the right answer, each kind checked by a function of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from memtui.domain.kinds import Kind, Priority, Source, Tier
from memtui.intelligence import importance, rerank, secrets
from memtui.intelligence.durability import classify
from memtui.intelligence.entities import entities
from memtui.intelligence.tagging import proposed_tag
from tests.quality import behaviours, curation_cases, hard_cases, pair_cases, review_cases
from tests.quality.shelf import memory

Row = Mapping[str, Any]
Check = Callable[[Row], str]
"""Returns what went wrong with a row, or nothing when it holds."""

CUT = "<cut>"
"""Stands inside secret-shaped strings of the copies in this repository, so that no scanner takes them for real ones."""

CLOSE = 1e-9


def read(path: Path) -> Iterator[Row]:
    """Yield the rows of a file of worked cases."""
    text = path.read_text(encoding="utf-8").replace(CUT, "")
    yield from map(json.loads, filter(str.strip, text.split("\n")))


def name_of(row: Row) -> str:
    """Return what a row is called."""
    return str(row["id"] if "id" in row else f"{row['kind']} {row['case']}")


def check_of(row: Row) -> Check | None:
    """Return the check of a row, or None for what is not built yet."""
    if "kind" not in row:
        return hard_cases.CHECKS.get(str(row.get("id")))
    if row["kind"] == "behaviour":
        return behaviours.CHECKS.get(str(row["case"]))
    return _BY_KIND.get(str(row["kind"]))


def report(path: Path) -> bool:
    """Run all rows of a file, print those that do not hold and those not built yet, and say whether all hold."""
    held, failed, later = 0, [], Counter[str]()
    elsewhere: dict[str, str] = {}
    for row in read(path):
        check = check_of(row)
        if check is None and str(row.get("id")) in hard_cases.ELSEWHERE:
            elsewhere[str(row["id"])] = hard_cases.ELSEWHERE[str(row["id"])]
            continue
        if check is None:
            later[str(row.get("kind") or row.get("id"))] += 1
            continue
        problem = _problem(check, row)
        if problem:
            failed.append(f"{name_of(row)}: {problem}")
        else:
            held += 1
    print(f"{path.name}: {held} rows hold, {len(failed)} do not, {later.total()} not yet")
    for line in failed:
        print(f"  does not hold: {line}")
    for name, place in sorted(elsewhere.items()):
        print(f"  tried in {place}: {name}")
    for kind, count in sorted(later.items()):
        print(f"  not yet: {kind} ({count})")
    return not failed


def _problem(check: Check, row: Row) -> str:
    try:
        return check(row)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def differs(found: object, expected: object) -> str:
    """Return a sentence when two values are not the same, else nothing."""
    return "" if found == expected else f"found {found!r}, expected {expected!r}"


def _recency(row: Row) -> str:
    found = importance.recency(row["age_days"])
    return "" if abs(found - row["expected"]) <= row.get("tolerance", CLOSE) else differs(found, row["expected"])


def _importance(row: Row) -> str:
    told = row["input"]
    source = next(source for source in Source if source in str(told["source"]).lower())
    priority = Priority(told.get("priority") or "none")
    made = memory("x", 1, source=source, tags=tuple(told["tags"]), priority=priority)
    found = importance.base(made) + importance.RECENCY_SHARE * importance.recency(told["age_days"])
    return "" if abs(found - row["expected"]) < CLOSE else differs(found, row["expected"])


def _durability(row: Row) -> str:
    told = row["input"]
    kind, tier = told.get("kind"), told.get("tier")
    found = classify(
        told["content"], Kind(kind) if kind else None, told.get("confidence"), Tier(tier) if tier else None
    )
    expected = row["expected"]
    return differs(str(found.tier), expected["tier"]) or (
        differs(found.reason, expected["reason"]) if "reason" in expected else ""
    )


def _rerank(row: Row) -> str:
    found = rerank.deterministic(row["query"], [text for text, _ in row["expected"]])
    return differs(found, [score for _, score in row["expected"]])


def _secret(row: Row) -> str:
    found = secrets.find(row["text"])
    return differs(found[0].rule if found else None, row["expected"])


THE_SEVEN = frozenset(["file_path", "function", "class", "package", "url", "env_var", "code_note"])
"""The guide's types of entities; others beside them are no error."""


def _entities(row: Row) -> str:
    found = [[str(each.type), each.name] for each in entities(row["text"]) if each.type in THE_SEVEN]
    return differs(found, row["expected"])


def _auto_tag(row: Row) -> str:
    return differs(proposed_tag(row["text"]), row["expected"])


_BY_KIND: dict[str, Check] = {
    "recency_weight": _recency,
    "importance": _importance,
    "durability": _durability,
    "rerank_scores": _rerank,
    "secret_rule": _secret,
    "entities": _entities,
    "auto_tag": _auto_tag,
    "pair": pair_cases.check,
    **curation_cases.CHECKS,
    **review_cases.KINDS,
}

"""What a store has after months of use: conflicts that wait for a verdict, verdicts given, memories linked to each other.

The pairs are statements about services, three to a setting, so that a verdict settles others too. Links lie between
random memories, from the newer to the older; how many a memory has follows a Zipf law, so that a few are hubs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import combinations, count, islice
from typing import TypeVar

import numpy as np

from memtui.domain.drafts import Draft
from memtui.domain.kinds import ConflictState, ConflictType, RelationKind, Severity, Status, SuggestedAction
from memtui.domain.records import Conflict, Memory, Record, Relation
from memtui.domain.verdicts import Verdict
from memtui.services import remember
from memtui.services.evidence import fingerprint
from memtui.services.making import new_id
from memtui.services.workspace import Workspace
from tests.bench import corpus

T = TypeVar("T")

OPEN_SHARE, RELATION_SHARE = 10, 2
"""One open conflict for ten memories, one relation for two: 10,000 and 50,000 at 100,000 memories."""

VERSIONS = 3
"""Statements of one setting; each two of them conflict."""

JUDGED_SHARE = 20
"""One conflict in so many has a verdict already."""

HUBS = 0.8
"""Exponent of how often a memory is linked to: the most related of 100,000 has about a thousand links."""

ACTS = 300
"""Acts on one memory each."""

CHUNK = 500

_SETTINGS = ("memory limit", "port", "timeout", "pool size", "page size", "retry limit", "queue length", "cache age")
_UNITS = ("GB", "", " seconds", " connections", " rows", " tries", " jobs", " minutes")
_KINDS = tuple(RelationKind)
_TYPES = (
    (ConflictType.CONTRADICTION, Severity.HIGH, SuggestedAction.MARK_CONFLICTED, Verdict.KEEP),
    (ConflictType.SUPERSESSION, Severity.MEDIUM, SuggestedAction.SUPERSEDE_EXISTING, Verdict.NEWER),
    (ConflictType.DUPLICATE, Severity.LOW, SuggestedAction.KEEP_BOTH, Verdict.BOTH),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of one service: its name and its values, oldest first."""

    subject: str
    values: tuple[str, ...]

    def text(self, value: str, *, first: bool) -> str:
        """Return the sentence that gives it a value."""
        return f"The {self.subject} is {'' if first else 'now '}{value}, measured under the load of a Monday"


def fill(workspace: Workspace, size: int) -> None:
    """Add the conflicts, verdicts and relations of a store of `size` memories, and the statements that conflict."""
    started = time.perf_counter()
    wanted = max(size // OPEN_SHARE, VERSIONS)
    pairs = wanted * JUDGED_SHARE // (JUDGED_SHARE - 1) + 1
    settings = list(_settings(-(-pairs // len(list(combinations(range(VERSIONS), 2))))))
    first = 1 + workspace.store.reads.census(None).total
    remember.add_all(workspace, _drafts(settings), detect=False)
    _write(workspace, "detect", _conflicts(workspace, settings, first, wanted))
    _write(workspace, "relate", _relations(workspace, size, size // RELATION_SHARE))
    small_acts(workspace, size)
    took = time.perf_counter() - started
    print(f"added {wanted:,} conflicts and {size // RELATION_SHARE:,} relations in {took:.1f} s", file=sys.stderr)


def small_acts(workspace: Workspace, size: int) -> None:
    """Tag memories one by one, so that there is a history to go through."""
    random = np.random.default_rng((corpus.SEED, 6))
    for number in random.choice(np.arange(1, size + 1), min(ACTS, size), replace=False).tolist():
        with workspace.store.write(workspace.act("tag", "+looked-at")) as work:
            memory = work.memory(number)
            work.update(replace(memory, tags=(*memory.tags, "looked-at")))


def _settings(number: int) -> Iterator[Setting]:
    names = corpus.words()[3_000:]
    random = np.random.default_rng((corpus.SEED, 2))
    for place in range(number):
        kind = place % len(_SETTINGS)
        values = random.choice(np.arange(1, 9_000), VERSIONS, replace=False).tolist()
        told = tuple(f"{value}{_UNITS[kind]}" for value in values)
        yield Setting(f"{_SETTINGS[kind]} of the {names[place // len(_SETTINGS)]} service", told)


def _drafts(settings: Iterable[Setting]) -> Iterator[Draft]:
    for place, setting in enumerate(settings):
        for version, value in enumerate(setting.values):
            yield Draft(
                content=setting.text(value, first=version == 0),
                project=f"project-{place % 10}",
                tags=("config",),
                status=Status.CONFLICTED,
                created_at=corpus.NOW - timedelta(days=90 - 20 * version, minutes=place),
            )


def _conflicts(workspace: Workspace, settings: list[Setting], first: int, wanted: int) -> Iterator[Conflict]:
    """Yield `wanted` open conflicts, and one with a verdict for every so many of them."""
    random = np.random.default_rng((corpus.SEED, 3))
    numbers = count(first)
    made = waiting = 0
    for run in _runs(settings):
        places = [[next(numbers) for _ in setting.values] for setting in run]
        memories = workspace.store.reads.memories([number for each in places for number in each])
        by_number = {memory.number: memory for memory in memories}
        for setting, versions in zip(run, places, strict=True):
            for older, newer in combinations(range(VERSIONS), 2):
                if waiting == wanted:
                    return
                made += 1
                judged = made % JUDGED_SHARE == 0
                waiting += not judged
                pair = by_number[versions[newer]], by_number[versions[older]]
                values = setting.values[older], setting.values[newer]
                yield _conflict(setting, values, *pair, float(random.random()), made, judged=judged)


def _conflict(
    setting: Setting, values: tuple[str, str], new: Memory, old: Memory, chance: float, place: int, *, judged: bool
) -> Conflict:
    kind, severity, action, verdict = _TYPES[place % len(_TYPES)]
    before, after = values
    return Conflict(
        id=new_id(corpus.NOW),
        new_number=new.number or 0,
        old_number=old.number or 0,
        type=kind,
        severity=severity,
        confidence=round(0.5 + chance / 2, 2),
        reason=f"the {setting.subject} was “{before}” and is “{after}” now",
        suggested_action=action,
        fingerprint=fingerprint(new, old),
        created_at=corpus.NOW,
        state=ConflictState.RESOLVED if judged else ConflictState.OPEN,
        human_verdict=verdict.value if judged else None,
        decided_by="ana" if judged else None,
        decided_at=corpus.NOW if judged else None,
        evidence={
            "subject": setting.subject,
            "old_value": before,
            "new_value": after,
            "old_span": _span(old.content, before),
            "span": _span(new.content, after),
        },
    )


def _span(text: str, value: str) -> list[int]:
    start = text.index(value)
    return [start, start + len(value)]


def _relations(workspace: Workspace, size: int, wanted: int) -> Iterator[Relation]:
    random = np.random.default_rng((corpus.SEED, 4))
    shares = np.cumsum(np.arange(1, size, dtype=np.float64) ** -HUBS)
    hubs = random.permutation(size - 1) + 1
    seen: set[tuple[int, int]] = set()
    while len(seen) < wanted:
        drawn = np.searchsorted(shares / shares[-1], random.random(CHUNK))
        ends = random.integers(1, size + 1, CHUNK)
        for one, other, kind in zip(
            hubs[drawn].tolist(), ends.tolist(), random.integers(0, len(_KINDS), CHUNK), strict=True
        ):
            newer, older = max(one, other), min(one, other)
            if newer == older or (newer, older) in seen or len(seen) >= wanted:
                continue
            seen.add((newer, older))
            evidence = {"score": 0.9} if _KINDS[kind] is RelationKind.SIMILAR else {}
            yield Relation(
                from_number=newer, to_number=older, kind=_KINDS[kind], created_at=corpus.NOW, evidence=evidence
            )


def _write(workspace: Workspace, action: str, records: Iterable[Record]) -> None:
    written = 0
    with workspace.store.write(workspace.act(action, "bench")) as work:
        for run in _runs(records):
            for record in run:
                work.insert(record)
            written += len(run)
            work.checkpoint({"written": written})


def _runs(things: Iterable[T]) -> Iterator[list[T]]:
    source = iter(things)
    while run := list(islice(source, CHUNK)):
        yield run

"""What the tests of reviewing need: the rows a test asks for, and a verdict given in one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import review
from memtui.services.workspace import Workspace

from .conftest import number

Tell = Callable[..., Memory]


def now(workspace: Workspace, memory: Memory) -> Memory:
    return workspace.store.reads.memory(number(memory))


def only(workspace: Workspace) -> Conflict:
    """The store's one conflict."""
    (conflict,) = review.conflict_reports(workspace)
    return conflict


def at(conflict: Conflict) -> int:
    assert conflict.number is not None
    return conflict.number


def decide(workspace: Workspace, verdict: Verdict, *conflicts: Conflict, **how: object) -> Conflict:
    """Give a verdict and return the first conflict as it is then."""
    review.decide(workspace, [at(conflict) for conflict in conflicts], verdict, **how)  # type: ignore[arg-type]
    return workspace.store.queue.conflict(at(conflicts[0]))


def rows(workspace: Workspace) -> list[object]:
    """All records of a store, versions aside."""
    found: list[object] = []
    for table in ("memory", "relation", "conflict", "fact", "entity"):
        for record in workspace.store.reads.records(table, 0, 1000):
            found.append(replace(record, version=1) if isinstance(record, Memory | Conflict) else record)
    return found

"""One thing in another's place: the edges that consolidation retires by."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from memtui.domain.records import Fact
from memtui.intelligence.facts.labels import fold_label

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """`winner` took the place of `loser` (entities) at `at`, within a scope and a project, by the word of a memory."""

    winner: int
    loser: int
    at: datetime | None
    order: int
    scope: str = ""
    project: str | None = None
    memory: int | None = None
    fact: Fact | None = field(default=None, compare=False)

    @property
    def age(self) -> tuple[datetime, int]:
        """By which edges are put in order of time; those without one come first."""
        return (self.at or _BEFORE_ALL, self.order)


def fold_scope(scope: str) -> str:
    """Return a scope as scopes are compared; nothing is everywhere."""
    return fold_label(scope) if scope.strip() else ""


def meets(one: str | None, other: str | None) -> bool:
    """Say whether two projects have to do with each other: the same, or one is none."""
    return one is None or other is None or one == other

"""What drawing needs to know of a neighbourhood: attributes only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memtui.domain.records import Conflict, Entity, Fact, Memory, Relation


class NodeShape(Protocol):
    """A memory or an entity in a graph; exactly one of the two is set."""

    @property
    def key(self) -> str: ...
    @property
    def distance(self) -> int: ...
    @property
    def importance(self) -> float: ...
    @property
    def memory(self) -> Memory | None: ...
    @property
    def entity(self) -> Entity | None: ...
    @property
    def more(self) -> int: ...


class EdgeShape(Protocol):
    """A directed link between two nodes by their keys; `kind` is a relation, a predicate or `mentions`.

    One with a `conflict` is only proposed.
    """

    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def relation(self) -> Relation | None: ...
    @property
    def fact(self) -> Fact | None: ...
    @property
    def conflict(self) -> Conflict | None: ...


class NeighbourhoodShape(Protocol):
    """A centre and what lies around it, the centre first."""

    @property
    def centre(self) -> str: ...
    @property
    def nodes(self) -> Sequence[NodeShape]: ...
    @property
    def edges(self) -> Sequence[EdgeShape]: ...
    @property
    def more(self) -> int: ...

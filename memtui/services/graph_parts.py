"""What a neighbourhood is made of: nodes, edges, what may stand in it, and how much at most."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.records import Conflict, Entity, Fact, Memory, Relation

MOST_NODES = 40
"""No drawing holds more boxes; the rest is counted."""

DEEPEST = 3
"""Steps away from the centre that may be asked for."""

CANDIDATES = 400
"""So many of a node's newest links are weighed; a hub with thousands counts the others unseen."""

MENTIONS = "mentions"
"""The kind of an edge from a memory to an entity that its text names."""

ENTITY_IMPORTANCE = 0.5
"""Entities have no importance of their own: among memories they stand in the middle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What may stand in a neighbourhood beside live memories; `deprecated` is for relations and facts that ended."""

    superseded: bool = True
    archived: bool = False
    transient: bool = False
    deprecated: bool = False


SHOWN = Look()
HIDDEN_TOO = Look(archived=True, transient=True, deprecated=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A memory or an entity: `key` is m or e and its row number, `more` how many of its neighbours are not shown."""

    key: str
    distance: int
    importance: float
    memory: Memory | None = None
    entity: Entity | None = None
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link from `source` to `target` by their keys: a relation's kind, a fact's predicate, or `mentions`.

    One with a `conflict` is only proposed: a queued conflict whose newer side would supersede the older one.
    """

    source: str
    target: str
    kind: str
    relation: Relation | None = None
    fact: Fact | None = None
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """A centre, what is near it (the centre first, then by distance and importance), and how much is left out."""

    centre: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    more: int = 0


def memory_key(number: int) -> str:
    """Return the key of a memory's node."""
    return f"m{number}"


def entity_key(number: int) -> str:
    """Return the key of an entity's node."""
    return f"e{number}"


def superseded_by(old: Memory | None, new: Memory | None) -> bool:
    """Say whether the one memory took the other's place."""
    return old is not None and new is not None and old.superseded_by == new.id

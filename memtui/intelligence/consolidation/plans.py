"""What consolidation looks at, and what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memtui.domain.records import Entity, Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """What matters of a memory that carries facts: when it happened (`dated` unset: only when it was stored), and whether it is live."""

    number: int
    at: datetime
    dated: bool = True
    live: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """What an extractor reports of two entities: `winner` took the place of `loser` (their numbers), where and when."""

    winner: int
    loser: int
    at: datetime | None = None
    scope: str = ""
    project: str | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The graph at one moment: all entities and facts, the memories that carry facts, and contradictions of extractors."""

    entities: Sequence[Entity]
    facts: Sequence[Fact]
    carriers: Mapping[int, Carrier] = field(default_factory=dict)
    contradictions: Sequence[Contradiction] = ()


@dataclass(frozen=True, slots=True)
class PlannedMerge:
    """An entity that another one absorbs; `reason` is label-collision or alias."""

    source: Entity
    target: Entity
    reason: str

    def __str__(self) -> str:
        """Return both names and the reason."""
        return f"{self.source.name} → {self.target.name} ({self.reason})"


@dataclass(frozen=True, slots=True)
class Twins:
    """Two entities of one name and different types: a person decides."""

    one: Entity
    other: Entity

    def __str__(self) -> str:
        """Return the name and both types."""
        return f"{self.one.name} ({self.one.type.value}) and {self.other.name} ({self.other.type.value})"


@dataclass(frozen=True, slots=True)
class RetiredFact:
    """A fact that ends, when (None: with the plan's being carried out), because of which fact, and why in one sentence."""

    fact: Fact
    subject: str
    object: str
    at: datetime | None
    by: Fact | None
    reason: str

    def __str__(self) -> str:
        """Return the fact in words."""
        scope = f" for {self.fact.scope}" if self.fact.scope else ""
        return f"{self.subject} {self.fact.predicate.value} {self.object}{scope}"


@dataclass(frozen=True, slots=True)
class RetiredNode:
    """An entity that nothing uses any more, and what took its place."""

    entity: Entity
    by: str
    reason: str

    @property
    def name(self) -> str:
        """What the entity is called."""
        return self.entity.name

    def __str__(self) -> str:
        """Return the entity's name."""
        return self.entity.name


@dataclass(frozen=True, slots=True)
class RetiredMemory:
    """A memory all of whose facts end, the memory that carries what ends them, and when."""

    memory: int
    by: int
    at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What consolidation would do, merges first.

    `revived` are entities that are in use again.
    `survivors` leads from the number of a merged entity to its survivor. `twins` are for a person.
    """

    merges: tuple[PlannedMerge, ...] = ()
    retired_nodes: tuple[RetiredNode, ...] = ()
    retired_facts: tuple[RetiredFact, ...] = ()
    retired_memories: tuple[RetiredMemory, ...] = ()
    revived: tuple[Entity, ...] = ()
    twins: tuple[Twins, ...] = ()
    survivors: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Say whether there is anything to do."""
        return bool(self.merges or self.retired_nodes or self.retired_facts or self.retired_memories or self.revived)

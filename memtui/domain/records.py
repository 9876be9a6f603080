"""The records: frozen, complete and self-checking, so that they may cross threads and faces freely.

Times are aware datetimes in UTC. Ids are ULIDs; `number` is the store's row number and is unset on a
record that was never stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import (
    ActorKind,
    ConflictState,
    ConflictType,
    EntityStatus,
    EntityType,
    FactStatus,
    Kind,
    Layer,
    MemoryType,
    Predicate,
    Priority,
    RelationKind,
    RelationStatus,
    Severity,
    Source,
    Status,
    SuggestedAction,
    Tier,
    Trust,
)

Json = Mapping[str, Any]
Member = TypeVar("Member", bound=StrEnum)


def member_of(kind: type[Member], value: str) -> Member:
    """Return the member of `kind` that `value` names; raises InvalidRecord listing those that exist."""
    try:
        return kind(value)
    except ValueError:
        choices = ", ".join(kind)
        name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()
        article = "an" if name[0] in "aeiou" else "a"
        raise InvalidRecord(f"{value!r} is not {article} {name}.", f"Choose one of: {choices}.") from None


def utc(moment: datetime) -> datetime:
    """Return `moment` in UTC; a naive one is read as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def share(name: str, value: float | None) -> None:
    """Raise InvalidRecord for a number outside 0 to 1; unset passes."""
    if value is not None and not 0.0 <= value <= 1.0:
        raise InvalidRecord(f"{name} is {value}, but it must lie between 0 and 1.")


def _no_surrogates(text: str) -> None:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidRecord(
                "This text holds half a character (a lone surrogate) and cannot be stored.",
                "Save it as UTF-8 and try again.",
            ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory of an agent or a person.

    `created_at` is when it happened and may be unset (undated); `recorded_at` is when it was stored;
    `sort_at` is the first of them that is set and is the only time that lists page by.
    `confidence` and `importance_override` are shares from 0 to 1 or unset. `session_position` counts
    from 0. `extra` holds the unknown fields of an import, so that an export loses nothing.
    """

    id: str
    content: str
    recorded_at: datetime
    updated_at: datetime
    number: int | None = None
    kind: Kind | None = None
    memory_type: MemoryType = MemoryType.SEMANTIC
    source: Source = Source.MANUAL
    agent: str | None = None
    file: str | None = None
    session: str | None = None
    session_position: int | None = None
    speaker: str | None = None
    uri: str | None = None
    project: str | None = None
    trust: Trust = Trust.OWN
    tags: tuple[str, ...] = ()
    proposed_tag: str | None = None
    priority: Priority = Priority.NONE
    confidence: float | None = None
    importance_override: float | None = None
    pinned: bool = False
    status: Status = Status.ACTIVE
    layer: Layer = Layer.SEMANTIC
    layer_before: Layer | None = None
    tier: Tier = Tier.DURABLE
    tier_reason: str = "default-durable"
    tier_rule_reason: str | None = None
    created_at: datetime | None = None
    created_at_assumed: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    access_count: int = 0
    last_accessed_at: datetime | None = None
    superseded_by: str | None = None
    merged_into: str | None = None
    content_hash: str = ""
    foreign_id: str | None = None
    format: str | None = None
    version: int = 1
    extra: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.content.strip():
            raise InvalidRecord("A memory needs some text.")
        _no_surrogates(self.content)
        share("confidence", self.confidence)
        share("importance", self.importance_override)
        if self.access_count < 0:
            raise InvalidRecord("A memory cannot have been opened fewer than 0 times.")
        if self.superseded_by == self.id or self.merged_into == self.id:
            raise InvalidRecord("A memory cannot supersede itself.")

    @property
    def sort_at(self) -> datetime:
        """When it happened, else when it was stored; never unset."""
        return self.created_at or self.recorded_at

    @property
    def live(self) -> bool:
        """Whether recall may show it by default: neither superseded nor archived."""
        return self.status in (Status.ACTIVE, Status.CONFLICTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A typed link from the newer memory to the older one, with what it rests on."""

    from_number: int
    to_number: int
    kind: RelationKind
    created_at: datetime
    number: int | None = None
    status: RelationStatus = RelationStatus.ACTIVE
    evidence: Json = field(default_factory=dict)
    valid_until: datetime | None = None
    actor: str = ""

    def __post_init__(self) -> None:
        if self.from_number == self.to_number:
            raise InvalidRecord("A memory cannot be linked to itself.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two memories that disagree; the detector's verdict and the person's are kept apart.

    `fingerprint` is a digest of both texts: a dismissed pair stays away until it changes.
    """

    id: str
    new_number: int
    old_number: int
    type: ConflictType
    severity: Severity
    confidence: float
    reason: str
    suggested_action: SuggestedAction
    fingerprint: str
    created_at: datetime
    number: int | None = None
    state: ConflictState = ConflictState.OPEN
    evidence: Json = field(default_factory=dict)
    human_verdict: str | None = None
    note: str | None = None
    later_at: datetime | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    version: int = 1

    def __post_init__(self) -> None:
        share("confidence", self.confidence)
        if self.new_number == self.old_number:
            raise InvalidRecord("A memory cannot conflict with itself.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A named thing that memories mention; `merged_into` is the number of the survivor."""

    id: str
    type: EntityType
    name: str
    created_at: datetime
    number: int | None = None
    aliases: tuple[str, ...] = ()
    status: EntityStatus = EntityStatus.ACTIVE
    merged_into: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where a memory names an entity: `start` and `end` are offsets into its text."""

    memory_number: int
    entity_number: int
    start: int
    end: int
    number: int | None = None
    context: str = ""
    attributes: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement that a memory makes about an entity: subject, predicate, object, and its scope."""

    subject_number: int
    predicate: Predicate
    object_number: int
    memory_number: int
    number: int | None = None
    scope: str = ""
    project: str | None = None
    confidence: float = 1.0
    status: FactStatus = FactStatus.ACTIVE
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    def __post_init__(self) -> None:
        share("confidence", self.confidence)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, as the audit trail names them."""

    name: str
    kind: ActorKind = ActorKind.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One act of one actor, which one undo takes back.

    `action` is a verb (add, edit, archive, import, undo); `summary` one line for people; `changes` the
    number of events. `partial` says that long work was stopped before its end. `undoes` is the number
    of the batch that this one takes back, `undone_by` of the batch that took this one back. An `adopted`
    batch is another store's history that came with an import; it cannot be taken back here.
    """

    id: str
    actor: str
    actor_kind: ActorKind
    action: str
    at: datetime
    number: int | None = None
    summary: str = ""
    face: str = ""
    changes: int = 0
    partial: bool = False
    undoes: int | None = None
    undone_by: int | None = None
    resume: Json = field(default_factory=dict)
    adopted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One row's step within a batch: whole rows before and after, unset where the row did not exist."""

    batch_number: int
    table: str
    row_number: int
    number: int | None = None
    before: Json | None = None
    after: Json | None = None


Record = Memory | Relation | Conflict | Entity | Fact
"""What a unit of work may insert or update; each change of one becomes an event."""


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the field names of a record class, in order."""
    return tuple(f.name for f in fields(kind))

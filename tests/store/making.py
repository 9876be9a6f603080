"""What the store's tests make memories, acts and derived rows from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from memtui.clock import FixedClock
from memtui.domain.changes import Change
from memtui.domain.filters import Badge
from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import ActorKind, ConflictType, EntityType, Predicate, RelationKind, Severity, SuggestedAction
from memtui.domain.records import Actor, Batch, Conflict, Entity, Fact, Memory, Relation
from memtui.services.ports import Act, Derived, Store
from memtui.store import open_store

NOW = datetime(2026, 3, 23, 14, 2, tzinfo=UTC)
ANA = Actor("ana")
CLAUDE = Actor("claude-code", ActorKind.AGENT)
TOKENIZER_VERSION = 1
_numbers = count(1)


def derive(memory: Memory) -> Derived:
    """Work out simple derived rows: lower-case words, a base by tags, a badge for a shouted word, one claim a sentence."""
    words = tuple(re.findall(r"\w+", memory.content.lower()))
    claims = tuple({"subject": part.split()[0], "slot": "is"} for part in memory.content.split(".") if part.split())
    return Derived(
        tokens=words,
        importance_base=round(0.1 * len(memory.tags) + (0.05 if memory.source == "write" else 0.0), 4),
        badges=frozenset({Badge.ORDERS}) if "IGNORE" in memory.content else frozenset(),
        claims=claims,
    )


def opened(location: str, clock: FixedClock | None = None, **options: Any) -> Store:
    """Open a store with the simple derived rows."""
    options.setdefault("tokenizer_version", TOKENIZER_VERSION)
    return open_store(location, derive, clock or FixedClock(NOW), **options)


def act(action: str = "add", actor: Actor = ANA, **options: Any) -> Act:
    """Return an act of Ana's, now."""
    return Act(actor=actor, action=action, at=options.pop("at", NOW), **options)


def ulid(number: int) -> str:
    """Return an id with 26 characters that sorts by `number`."""
    return f"01K{number:023d}"


def memory(content: str = "We use PostgreSQL for orders", /, **options: Any) -> Memory:
    """Return a memory of its own id, stored now."""
    number = next(_numbers)
    options.setdefault("id", ulid(number))
    options.setdefault("recorded_at", NOW)
    options.setdefault("updated_at", options["recorded_at"])
    return Memory(content=content, **options)


def added(store: Store, *memories: Memory, actor: Actor = ANA) -> list[Memory]:
    """Store memories as one act and return them with their numbers."""
    with store.write(act("add", actor)) as work:
        return [work.insert(memory) for memory in memories]


def edited(store: Store, memory: Memory, actor: Actor = ANA, **changes: Any) -> Memory:
    """Change a memory as one act and return it as it is now."""
    with store.write(act("edit", actor)) as work:
        return work.update(replace(memory, **changes))


def undone(store: Store, batch: int, actor: Actor = ANA) -> Batch:
    """Take a batch back as services do: backwards through its events, in a batch of its own."""
    with store.write(act("undo", actor, undoes=batch)) as work:
        for event in reversed(store.reads.events(batch)):
            work.apply(Change(event.table, event.row_number, event.before, event.after).inverse())
        work.mark_undone(batch, work.batch_number)
        number = work.batch_number
    return store.reads.batch(number)


def newest(store: Store) -> Batch:
    """Return the newest batch."""
    return store.reads.batches(1)[0]


def relation(newer: Memory, older: Memory, **options: Any) -> Relation:
    """Return a supersedes relation."""
    options.setdefault("kind", RelationKind.SUPERSEDES)
    assert newer.number is not None
    assert older.number is not None
    return Relation(from_number=newer.number, to_number=older.number, created_at=NOW, actor="ana", **options)


def conflict(newer: Memory, older: Memory, **options: Any) -> Conflict:
    """Return a contradiction."""
    assert newer.number is not None
    assert older.number is not None
    return Conflict(
        id=ulid(next(_numbers)),
        new_number=newer.number,
        old_number=older.number,
        type=ConflictType.CONTRADICTION,
        severity=Severity.HIGH,
        confidence=0.9,
        reason="They name different ports.",
        suggested_action=SuggestedAction.MARK_CONFLICTED,
        fingerprint="f" * 64,
        created_at=NOW,
        **options,
    )


def entity(name: str, **options: Any) -> Entity:
    """Return a package."""
    return Entity(id=ulid(next(_numbers)), type=EntityType.PACKAGE, name=name, created_at=NOW, **options)


def fact(subject: Entity, target: Entity, carrier: Memory, **options: Any) -> Fact:
    """Return a uses fact."""
    assert subject.number is not None
    assert target.number is not None
    assert carrier.number is not None
    return Fact(
        subject_number=subject.number,
        predicate=Predicate.USES,
        object_number=target.number,
        memory_number=carrier.number,
        **options,
    )


def naming(names: Mapping[str, EntityType]) -> Callable[[Memory], Derived]:
    """Return a derive function that finds the named things in texts, each word for word."""

    def find(memory: Memory) -> Derived:
        found = tuple(
            FoundEntity(type=kind, name=name, start=hit.start(), end=hit.end(), attributes={"version": "1"})
            for name, kind in names.items()
            for hit in re.finditer(rf"\b{re.escape(name)}\b", memory.content)
        )
        return replace(derive(memory), entities=found)

    return find


def mentioning(*names: str, type: EntityType = EntityType.PACKAGE) -> Callable[[Memory], Derived]:
    """Return a derive function that finds the named things of one type in texts."""
    return naming(dict.fromkeys(names, type))


def days(number: float) -> timedelta:
    """Return a number of days."""
    return timedelta(days=number)


def sound(store: Store) -> None:
    """Assert that nothing is wrong with a store: derived rows equal what derive gives, counts are exact."""
    assert store.maintenance.check() == []

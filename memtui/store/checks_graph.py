"""What may be wrong with the rows behind graph, detection and review, each in a sentence for people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, select, union_all
from sqlmodel import col

from memtui.domain.kinds import RelationStatus
from memtui.domain.records import Memory
from memtui.services.ports import Derived
from memtui.store.conflict_rows import conflict_row
from memtui.store.mapping import escaped, to_json_text
from memtui.store.mentions import mention_row, named_by, stored_scope
from memtui.store.naming import all_names, folded, named, survivor_of
from memtui.store.statements import CONFLICTS, ENTITIES, table_of
from memtui.store.tables import (
    ClaimRow,
    ConflictIndexRow,
    EntityCountRow,
    EntityNameRow,
    MemoryIndexRow,
    MentionRow,
    RelationCountRow,
    RelationRow,
)
from memtui.store.tallies import IN_ALL

CHUNK: Final = 1000
_MENTION: Final = table_of(MentionRow)
_CONFLICT: Final = table_of(ConflictIndexRow)


class Said:
    """What the store keeps of some memories' mentions and claims, to be compared with what their texts say."""

    def __init__(self, connection: Connection, numbers: Sequence[int], derived: Sequence[Derived]) -> None:
        self._mentions: dict[int, list[dict[str, Any]]] = {}
        self._claims: dict[int, Counter[tuple[str, str, str]]] = {}
        span = (numbers[0], numbers[-1])
        mentions = select(*_MENTION.columns).where(_MENTION.c.memory_number.between(*span))
        for row in connection.execute(mentions).mappings():
            self._mentions.setdefault(row["memory_number"], []).append(dict(row))
        claim = ClaimRow
        claims = select(col(claim.memory_number), col(claim.subject), col(claim.slot), col(claim.body))
        for number, *parts in connection.execute(claims.where(col(claim.memory_number).between(*span))):
            self._claims.setdefault(number, Counter())[tuple(parts)] += 1  # type: ignore[index]
        names = {folded(found.name) for d in derived for found in named_by(d)}
        self._named = named(connection, names)
        self._survivors = {
            entity.number: survivor_of(connection, entity) for those in self._named.values() for entity in those
        }

    def in_step(self, memory: Memory, derived: Derived) -> bool:
        """Say whether a memory's mentions and claims are those of its text."""
        number = memory.number or 0
        claims = Counter(
            (escaped(str(claim.get("subject", ""))), escaped(str(claim.get("slot", ""))), to_json_text(dict(claim)))
            for claim in derived.claims
        )
        kept = self._mentions.get(number, [])
        by_number = {entity.number: entity for those in self._named.values() for entity in those}
        unknown = any(not self._named[folded(found.name)] for found in named_by(derived))
        if unknown or any(row["named_number"] not in by_number for row in kept):
            return False
        wanted = Counter(_line(row) for row in self._wanted(memory, derived))
        # Which of several things of one name is meant may depend on when each came; that it has the name may not.
        return claims == self._claims.get(number, Counter()) and wanted == Counter(
            _line(row)
            for row in kept
            if by_number[row["named_number"]] in self._named.get(row["name"], ())
            and self._survivors[row["named_number"]].number == row["entity_number"]
        )

    def _wanted(self, memory: Memory, derived: Derived) -> Iterator[dict[str, Any]]:
        for found in named_by(derived):
            entity = self._named[folded(found.name)][0]
            yield mention_row(memory, found, entity, self._survivors[entity.number])


def _line(row: dict[str, Any]) -> tuple[Any, ...]:
    """Return what of a mention's row its text decides alone."""
    return (
        row["start"],
        row["end"],
        row["context"],
        json.dumps(json.loads(row["attributes"])),
        row["name"],
        row["sort_at"],
    )


def names_of_entities(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with the names of entities."""
    kept: Counter[tuple[str, int]] = Counter(
        (row[0], row[1])
        for row in connection.execute(select(col(EntityNameRow.name), col(EntityNameRow.entity_number)))
    )
    wanted = Counter(
        (name, entity.number or 0)
        for entity in ENTITIES.read(connection, ENTITIES.select)
        for name in all_names(entity)
    )
    if kept != wanted:
        yield "The names by which entities are found are out of step with the entities."


def counts_of_entities(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with how many memories mention each entity."""
    row, index = MentionRow, MemoryIndexRow
    counted = (
        select(col(row.entity_number), col(index.project), func.count(func.distinct(col(row.memory_number))))
        .join(index, col(index.number) == col(row.memory_number))
        .group_by(col(row.entity_number), col(index.project))
    )
    wanted: Counter[tuple[int, str]] = Counter()
    for entity, project, count in connection.execute(counted):
        wanted[entity, IN_ALL] += count
        wanted[entity, stored_scope(project)] += count
    wanted.update({(number, IN_ALL): 0 for number in connection.execute(select(ENTITIES.number)).scalars()})
    kept = EntityCountRow
    rows = connection.execute(select(col(kept.entity_number), col(kept.scope), col(kept.memories)))
    if {(entity, scope): memories for entity, scope, memories in rows} != dict(wanted):
        yield "The counts of how many memories mention an entity are out of step with the mentions."


def counts_of_relations(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with how many relations each memory has."""
    row = RelationRow
    active = col(row.status) == RelationStatus.ACTIVE.value
    ends = union_all(
        select(col(row.from_number).label("number")).where(active),
        select(col(row.to_number).label("number")).where(active),
    ).subquery()
    wanted = set(connection.execute(select(ends.c.number, func.count()).group_by(ends.c.number)))
    kept = RelationCountRow
    if set(connection.execute(select(col(kept.memory_number), col(kept.relations)))) != wanted:
        yield "The counts of relations are out of step with the relations."


def rows_of_conflicts(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with the rows by which conflicts are listed."""
    wrong = last = total = 0
    while True:
        statement = CONFLICTS.select.where(CONFLICTS.number > last).order_by(CONFLICTS.number).limit(CHUNK)
        conflicts = CONFLICTS.read(connection, statement)
        if not conflicts:
            break
        span = _CONFLICT.c.number.between(conflicts[0].number, conflicts[-1].number)
        kept = {
            row["number"]: dict(row) for row in connection.execute(select(*_CONFLICT.columns).where(span)).mappings()
        }
        wrong += sum(kept.get(conflict.number) != conflict_row(conflict) for conflict in conflicts)
        total += len(conflicts)
        last = conflicts[-1].number or last
    listed = connection.execute(select(func.count()).select_from(ConflictIndexRow)).scalar_one()
    if wrong or listed != total:
        yield "The review queue is out of step with the conflicts."

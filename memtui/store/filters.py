"""A filter as SQL: the same conditions narrow lists, counts and the candidates of a search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, literal, not_, or_, select
from sqlmodel import col

from memtui.clock import Clock
from memtui.domain.filters import Filter
from memtui.store.functions import place_of, unindexed
from memtui.store.importance import importance_at
from memtui.store.mapping import escaped
from memtui.store.retention import retention_at
from memtui.store.standing import LETTERS, letters_of
from memtui.store.tables import (
    CensusRow,
    EntityNameRow,
    EntityRow,
    MemoryIndexRow,
    MemoryRow,
    MemoryTagRow,
    MemoryTextRow,
    MentionRow,
)
from memtui.store.words import indexed_form

Condition = ColumnElement[bool]
_LAST_CHARACTER: Final = "\U0010ffff"
"""Sorts after every text that goes on from a prefix."""


def conditions(where: Filter) -> list[Condition]:
    """Return the conditions on `memory_index` that a filter sets, each complete in itself."""
    passing = [*_standing(where), *_vocabulary(where), *_tags(where), *_entities(where), *_derived(where)]
    of_memory = [*_times(where), *_readings(where), *_retained(where)]
    if of_memory:
        own = col(MemoryRow.number) == col(MemoryIndexRow.number)
        # Only the index row is the outer one's: a list may read `memory` for its order as well.
        passing.append(select(col(MemoryRow.number)).where(own, *of_memory).correlate(MemoryIndexRow).exists())
    return passing


def at_a_moment(where: Filter, clock: Clock) -> Filter:
    """Return the filter with the moment that importance is meant for, now unless it names one."""
    return where if where.now is not None else replace(where, now=clock.now())


def in_project(column: SQLColumnExpression[str | None], project: str) -> Condition:
    """Return the condition that keeps a project's memories and those of none."""
    return or_(column == escaped(project), column.is_(None))


def census_conditions(where: Filter) -> list[Condition] | None:
    """Return a filter's conditions on `census`, or None where it asks for more than the census knows."""
    plain = Filter(
        statuses=where.statuses,
        tiers=where.tiers,
        held=where.held,
        layers=where.layers,
        project=where.project,
        now=where.now,
    )
    if where != plain:
        return None
    row = CensusRow
    passing: list[Condition] = []
    for column, values in (
        (col(row.status), where.statuses),
        (col(row.tier), where.tiers),
        (col(row.layer), where.layers),
    ):
        if values:
            passing.append(column.in_(sorted(str(value) for value in values)))
    if not where.held:
        passing.append(col(row.held).is_(False))
    if where.project is not None:
        passing.append(in_project(col(row.project), where.project))
    return passing


def _standing(where: Filter) -> Iterable[Condition]:
    row = MemoryIndexRow
    letters = letters_of(where)
    if len(letters) < len(LETTERS):
        yield col(row.standing).in_(letters)
    if where.project is not None:
        yield in_project(unindexed(col(row.project)), where.project)
    if where.pinned is not None:
        yield col(row.pinned).is_(where.pinned)
    if where.before is not None:
        yield col(row.sort_at) < where.before
    if where.after is not None:
        yield col(row.sort_at) >= where.after
    if where.undated is not None:
        undated = col(row.growth).is_(None)
        yield undated if where.undated else not_(undated)


def _vocabulary(where: Filter) -> Iterable[Condition]:
    row = MemoryIndexRow
    wanted: tuple[tuple[SQLColumnExpression[Any], Iterable[str]], ...] = (
        (col(row.layer), where.layers),
        (col(row.kind), where.kinds),
        (col(row.memory_type), where.memory_types),
        (col(row.source), where.sources),
        (col(row.priority), where.priorities),
        (col(row.agent), where.agents),
    )
    for column, values in wanted:
        if values:
            yield column.in_(sorted(escaped(str(value)) for value in values))


def _times(where: Filter) -> Iterable[Condition]:
    row = MemoryRow
    if where.recorded_since is not None:
        yield col(row.recorded_at) >= where.recorded_since
    for column, values in ((col(row.session), where.sessions), (col(row.format), where.formats)):
        if values:
            yield column.in_(sorted(escaped(value) for value in values))


def _readings(where: Filter) -> Iterable[Condition]:
    if where.opened_at_least is not None:
        yield col(MemoryRow.access_count) >= where.opened_at_least
    if where.opened_at_most is not None:
        yield col(MemoryRow.access_count) <= where.opened_at_most


def _retained(where: Filter) -> Iterable[Condition]:
    if where.updated_before is not None:
        yield col(MemoryRow.updated_at) < where.updated_before
    if where.retention_at_least is not None:
        yield retention_at(_now_of(where)) >= where.retention_at_least
    if where.retention_at_most is not None:
        yield retention_at(_now_of(where)) <= where.retention_at_most


def _tags(where: Filter) -> Iterable[Condition]:
    for tag in where.tags:
        holders = select(col(MemoryTagRow.memory_number)).where(col(MemoryTagRow.tag) == escaped(tag.strip().lower()))
        yield col(MemoryIndexRow.number).in_(holders)


def _entities(where: Filter) -> Iterable[Condition]:
    for name in where.entities:
        holders = select(col(MentionRow.memory_number)).where(col(MentionRow.entity_number).in_(_called(name)))
        yield col(MemoryIndexRow.number).in_(holders)


def _called(name: str) -> Select[int]:
    """Return the numbers of the entities with that name or alias, and of what became of them by merges."""
    own = col(EntityRow.number) == col(EntityNameRow.entity_number)
    named = select(col(EntityRow.number), col(EntityRow.merged_into)).join(EntityNameRow, own)
    called = named.where(col(EntityNameRow.name) == escaped(name.casefold())).cte("called", recursive=True)
    further = select(col(EntityRow.number), col(EntityRow.merged_into))
    called = called.union(further.join(called, called.c.merged_into == col(EntityRow.number)))
    return select(called.c.number)


def _derived(where: Filter) -> Iterable[Condition]:
    row = MemoryIndexRow
    for badge in sorted(where.badges):
        yield and_(col(row.badges) != "", has_word(col(row.badges), badge))
    for term in indexed_form(where.terms_out):
        own = col(MemoryTextRow.number) == col(row.number)
        holds = select(col(MemoryTextRow.number)).where(own, has_word(col(MemoryTextRow.tokens), term))
        yield not_(holds.correlate(MemoryIndexRow).exists())
    for word in where.words:
        own, tokens = col(MemoryTextRow.number) == col(row.number), col(MemoryTextRow.tokens)
        held = [
            begins_word(tokens, form) if one.endswith("*") else has_word(tokens, form)
            for one in word.split("|")
            for form in indexed_form([one.removesuffix("*")])
        ]
        if held:
            yield select(col(MemoryTextRow.number)).where(own, or_(*held)).correlate(MemoryIndexRow).exists()
    if where.importance_at_least is not None:
        yield importance_at(_now_of(where)) >= where.importance_at_least
    if where.importance_at_most is not None:
        yield importance_at(_now_of(where)) <= where.importance_at_most


def has_word(column: SQLColumnExpression[str], word: str) -> Condition:
    """Return whether a column of words between spaces holds a word."""
    return place_of(literal(" ") + column + literal(" "), f" {word} ") > 0


def begins_word(column: SQLColumnExpression[str], start: str) -> Condition:
    """Return whether a column of words between spaces holds one that begins so."""
    return place_of(literal(" ") + column, f" {start}") > 0


def begins_with(column: SQLColumnExpression[Any], prefix: str) -> Condition:
    """Return whether a column's text goes on from `prefix`, as a range that an index answers."""
    return and_(column >= prefix, column <= prefix + _LAST_CHARACTER)


def _now_of(where: Filter) -> datetime:
    if where.now is None:
        raise ValueError("bounds of importance and retention need the moment that they are meant for")
    return where.now

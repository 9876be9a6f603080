"""A filter as SQL: the same conditions narrow lists, counts and the candidates of a search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, case, func, literal, not_, or_, select
from sqlmodel import col

from memtui.clock import Clock
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter
from memtui.domain.kinds import Trust
from memtui.store.derived import EPOCH, HALF_LIFE_DAYS
from memtui.store.functions import place_of
from memtui.store.mapping import escaped
from memtui.store.tables import CensusRow, EntityNameRow, MemoryIndexRow, MemoryRow, MemoryTagRow, MentionRow
from memtui.store.words import indexed_form

RECENCY_WEIGHT: Final = 0.25
"""The share of recency in the importance (Memento guide)."""
UNDATED_RECENCY: Final = 0.5
"""The neutral recency of a memory that nobody dated."""

Condition = ColumnElement[bool]


def importance_at(now: datetime) -> ColumnElement[float]:
    """Return a memory's importance at a moment, 0 to 1: its override, else base + 0.25 × 2^(-age in days / 347).

    Over memory and memory_index joined. `growth` turns the power into one multiplication; a date in the
    future counts as age 0.
    """
    decay = 2.0 ** (-(now - EPOCH).total_seconds() / 86_400 / HALF_LIFE_DAYS)
    grown = col(MemoryIndexRow.growth) * decay
    recency = case((grown.is_(None), UNDATED_RECENCY), (grown > 1.0, 1.0), else_=grown)
    computed = col(MemoryIndexRow.importance_base) + RECENCY_WEIGHT * recency
    return func.coalesce(col(MemoryRow.importance_override), computed)


def conditions(where: Filter) -> list[Condition]:
    """Return the conditions on `memory` that a filter sets, each complete in itself."""
    return [
        *_standing(where),
        *_vocabulary(where),
        *_times(where),
        *_readings(where),
        *_tags(where),
        *_entities(where),
        *_derived(where),
    ]


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
    if where.statuses and where.statuses != ALL_STATUSES:
        yield col(MemoryRow.status).in_(sorted(where.statuses))
    if where.tiers and where.tiers != ALL_TIERS:
        yield col(MemoryRow.tier).in_(sorted(where.tiers))
    if not where.held:
        yield col(MemoryRow.trust) != Trust.HELD.value
    if where.project is not None:
        yield in_project(col(MemoryRow.project), where.project)
    if where.pinned is not None:
        yield col(MemoryRow.pinned).is_(where.pinned)


def _vocabulary(where: Filter) -> Iterable[Condition]:
    wanted: tuple[tuple[SQLColumnExpression[Any], Iterable[str]], ...] = (
        (col(MemoryRow.layer), where.layers),
        (col(MemoryRow.kind), where.kinds),
        (col(MemoryRow.memory_type), where.memory_types),
        (col(MemoryRow.source), where.sources),
        (col(MemoryRow.priority), where.priorities),
        (col(MemoryRow.agent), where.agents),
        (col(MemoryRow.session), where.sessions),
        (col(MemoryRow.format), where.formats),
    )
    for column, values in wanted:
        if values:
            yield column.in_(sorted(escaped(str(value)) for value in values))


def _times(where: Filter) -> Iterable[Condition]:
    if where.before is not None:
        yield col(MemoryRow.sort_at) < where.before
    if where.after is not None:
        yield col(MemoryRow.sort_at) >= where.after
    if where.recorded_since is not None:
        yield col(MemoryRow.recorded_at) >= where.recorded_since
    if where.undated is not None:
        undated = col(MemoryRow.created_at).is_(None)
        yield undated if where.undated else not_(undated)


def _readings(where: Filter) -> Iterable[Condition]:
    if where.opened_at_least is not None:
        yield col(MemoryRow.access_count) >= where.opened_at_least
    if where.opened_at_most is not None:
        yield col(MemoryRow.access_count) <= where.opened_at_most


def _tags(where: Filter) -> Iterable[Condition]:
    for tag in where.tags:
        holders = select(col(MemoryTagRow.memory_number)).where(col(MemoryTagRow.tag) == escaped(tag.strip().lower()))
        yield col(MemoryRow.number).in_(holders)


def _entities(where: Filter) -> Iterable[Condition]:
    for name in where.entities:
        holders = (
            select(col(MentionRow.memory_number))
            .join(EntityNameRow, col(EntityNameRow.entity_number) == col(MentionRow.entity_number))
            .where(col(EntityNameRow.name) == escaped(name.casefold()))
        )
        yield col(MemoryRow.number).in_(holders)


def _derived(where: Filter) -> Iterable[Condition]:
    index = MemoryIndexRow
    own = col(index.number) == col(MemoryRow.number)
    for badge in sorted(where.badges):
        holders = select(col(index.number)).where(col(index.badges) != "", has_word(col(index.badges), badge))
        yield col(MemoryRow.number).in_(holders)
    for term in indexed_form(where.terms_out):
        yield not_(select(col(index.number)).where(own, has_word(col(index.tokens), term)).exists())
    bounds = []
    if where.importance_at_least is not None:
        bounds.append(importance_at(_now_of(where)) >= where.importance_at_least)
    if where.importance_at_most is not None:
        bounds.append(importance_at(_now_of(where)) <= where.importance_at_most)
    if bounds:
        yield select(col(index.number)).where(own, and_(*bounds)).exists()


def has_word(column: SQLColumnExpression[str], word: str) -> Condition:
    """Return whether a column of words between spaces holds a word."""
    return place_of(literal(" ") + column + literal(" "), f" {word} ") > 0


def _now_of(where: Filter) -> datetime:
    if where.now is None:
        raise ValueError("bounds of importance need the moment that they are meant for")
    return where.now

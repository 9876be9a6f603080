"""The selects and writes of each record class, built once: statements are costly to build and cheap to run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import sqlite
from sqlmodel import SQLModel

from memtui.store import mapping
from memtui.store.driver import Prepared, fetched
from memtui.store.functions import among
from memtui.store.mapping import Mapper
from memtui.store.tables import (
    BatchRow,
    ConflictRow,
    EntityRow,
    EventRow,
    FactRow,
    MemoryRow,
    MentionRow,
    RelationRow,
)

if TYPE_CHECKING:
    AnySelect: TypeAlias = Select[*tuple[Any, ...]]
else:
    AnySelect = Select

T = TypeVar("T")
AT_ONCE: Final = 500
"""How many values one statement names; SQLite and PostgreSQL both plan this well."""


def table_of(row: type[SQLModel]) -> Table:
    """Return the table behind a row class."""
    table: Table = row.__table__  # type: ignore[attr-defined]
    return table


def pieces(values: Sequence[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    """Return `values` in runs of at most `size`."""
    for start in range(0, len(values), size):
        yield values[start : start + size]


class Rows(Generic[T]):
    """One table's rows as records: reads go by column straight into frozen dataclasses."""

    def __init__(self, mapper: Mapper[T], row: type[SQLModel]) -> None:
        self.mapper = mapper
        self.table = table_of(row)
        self.number: ColumnElement[int] = self.table.c.number
        self.select: AnySelect = select(*(self.table.c[name] for name in mapper.names))
        self._by_number = self.select.where(self.number == bindparam("wanted"))
        self._by_numbers = self.select.where(among(self.number, "wanted"))
        self._for_driver = str(self._by_numbers.compile(dialect=sqlite.dialect()))
        self._one_for_driver = str(self._by_number.compile(dialect=sqlite.dialect()))
        columns: dict[str, Any] = {name: bindparam(name) for name in self._columns() if name != "number"}
        self._update = Prepared(update(self.table).where(self.number == bindparam("wanted")).values(columns))
        self._delete = Prepared(delete(self.table).where(self.number == bindparam("wanted")))
        self._insert = Prepared(insert(self.table))
        sequence = f"{self.table.name}_number_seq"
        self._count_on = text(f"SELECT setval('{sequence}', greatest(:number, last_value)) FROM {sequence}")

    def get(self, connection: Connection, number: int) -> T | None:
        """Return the record of a number, or None."""
        if connection.dialect.name == "sqlite":
            found = fetched(connection, self._one_for_driver, number)
            return self.mapper.from_driver(found[0]) if found else None
        row = connection.execute(self._by_number, {"wanted": number}).first()
        return None if row is None else self.mapper.from_row(row)

    def get_all(self, connection: Connection, numbers: Sequence[int]) -> dict[int, T]:
        """Return the records that exist of `numbers`, by number."""
        place = self.mapper.names.index("number")
        found: dict[int, T] = {}
        for run in pieces(numbers):
            if connection.dialect.name == "sqlite":
                for row in fetched(connection, self._for_driver, json.dumps(list(run))):
                    found[row[place]] = self.mapper.from_driver(row)
            else:
                for row in connection.execute(self._by_numbers, {"wanted": list(run)}).all():
                    found[row[place]] = self.mapper.from_row(row)
        return found

    def read(self, connection: Connection, statement: AnySelect) -> list[T]:
        """Return the records of a statement built on `select`."""
        from_row = self.mapper.from_row
        return [from_row(row) for row in connection.execute(statement).all()]

    def insert(self, connection: Connection, record: T, extra: Mapping[str, Any]) -> int:
        """Add a record and return its number."""
        row = {**self.mapper.to_row(record), **extra}
        number: int | None = row["number"]
        if number is None:
            del row["number"]
        elif connection.dialect.name == "postgresql":
            # SQLite's AUTOINCREMENT counts on from the highest number by itself.
            connection.execute(self._count_on, {"number": number})
        made, _ = self._insert.one(connection, row)
        return made if number is None else number

    def insert_all(self, connection: Connection, records: Iterable[T]) -> None:
        """Add many records that have no numbers yet."""
        rows = [self.mapper.to_row(record) for record in records]
        for row in rows:
            del row["number"]
        self._insert.many(connection, rows)

    def update(self, connection: Connection, record: T, extra: Mapping[str, Any]) -> None:
        """Write all columns of a record over the row of its number."""
        row = {**self.mapper.to_row(record), **extra}
        row["wanted"] = row.pop("number")
        self._update.one(connection, row)

    def delete(self, connection: Connection, number: int) -> None:
        """Take a row out."""
        self._delete.one(connection, {"wanted": number})

    def _columns(self) -> list[str]:
        return [column.name for column in self.table.columns if column.name != "number"]


MEMORIES: Final = Rows(mapping.MEMORY, MemoryRow)
RELATIONS: Final = Rows(mapping.RELATION, RelationRow)
CONFLICTS: Final = Rows(mapping.CONFLICT, ConflictRow)
ENTITIES: Final = Rows(mapping.ENTITY, EntityRow)
FACTS: Final = Rows(mapping.FACT, FactRow)
BATCHES: Final = Rows(mapping.BATCH, BatchRow)
EVENTS: Final = Rows(mapping.EVENT, EventRow)
MENTIONS: Final = Rows(mapping.MENTION, MentionRow)

JOURNALLED: Final[Mapping[str, Rows[Any]]] = {
    rows.mapper.table: rows for rows in (MEMORIES, RELATIONS, CONFLICTS, ENTITIES, FACTS)
}


def rows_for(table: str) -> Rows[Any]:
    """Return the rows of a journalled table; raises InvalidRecord for another name."""
    mapping.mapper_for(table)
    return JOURNALLED[table]

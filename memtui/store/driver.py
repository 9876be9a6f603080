"""Statements that SQLite's driver runs by itself: they are many and short, and half of each was the way to it.

SQLAlchemy writes them once. On other engines it carries them out as well.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.sql.dml import UpdateBase

from memtui.store import faults

LOCATION: Final = "memtui_location"
"""Where a pooled connection keeps the name of its store, for what is told about its faults."""
_ENDS_AT: Final = len("2026-03-23 14:02:00.000000")


def fetched(connection: Connection, statement: str, *values: Any) -> list[Any]:
    """Return the rows of a statement in SQLite's own words; raises the store's errors."""
    if not connection.in_transaction():
        connection.begin()
    cursor = connection.connection.cursor()
    try:
        rows: list[Any] = cursor.execute(statement, values).fetchall()
        return rows
    except (sqlite3.Error, OverflowError) as error:
        raise _fault(connection, error) from error
    finally:
        cursor.close()


class Prepared:
    """An insert, update or delete whose values come by name."""

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._written: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}

    def many(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carry it out once for each of some rows that name the same values."""
        if not rows:
            return
        if connection.dialect.name != "sqlite":
            connection.execute(self._statement, rows)
            return
        text, names = self._text(connection, rows[0])
        cursor = connection.connection.cursor()
        try:
            cursor.executemany(text, [_values(row, names) for row in rows])
        except (sqlite3.Error, OverflowError) as error:
            raise _fault(connection, error) from error
        finally:
            cursor.close()

    def one(self, connection: Connection, row: Mapping[str, Any]) -> tuple[int, int]:
        """Carry it out for one row; return the number of a row that it made, and how many rows it changed."""
        if connection.dialect.name != "sqlite":
            result = connection.execute(self._statement, row)
            made = result.inserted_primary_key if result.is_insert else None
            return int(made[0]) if made and isinstance(made[0], int) else 0, result.rowcount
        text, names = self._text(connection, row)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text, _values(row, names))
            return int(cursor.lastrowid or 0), cursor.rowcount
        except (sqlite3.Error, OverflowError) as error:
            raise _fault(connection, error) from error
        finally:
            cursor.close()

    def _text(self, connection: Connection, row: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
        keys = tuple(row)
        found = self._written.get(keys)
        if found is None:
            compiled: Any = self._statement.compile(dialect=connection.dialect, column_keys=list(keys))
            found = self._written[keys] = (str(compiled), tuple(compiled.positiontup or ()))
        return found


def _values(row: Mapping[str, Any], names: Iterable[str]) -> list[Any]:
    """Return the values of a row as SQLite keeps them."""
    values = [row[name] for name in names]
    for place, value in enumerate(values):
        if type(value) is datetime:
            values[place] = value.astimezone(UTC).isoformat(" ", "microseconds")[:_ENDS_AT]
    return values


def _fault(connection: Connection, error: Exception) -> Exception:
    return faults.fault(error, connection.connection.info.get(LOCATION, "")) or error

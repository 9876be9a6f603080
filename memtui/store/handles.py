"""What a handle stands for that somebody typed: an id, or enough of its beginning to be the only one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, func, select

from memtui.domain.errors import Refused
from memtui.store.filters import begins_with
from memtui.store.mapping import escaped
from memtui.store.statements import Rows

NAMED_AT_MOST: Final = 5
"""Where several answer to a handle, so many are named and the rest is counted."""


class Identified(Protocol):
    """A record with a public id."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)


def by_id(connection: Connection, rows: Rows[R], handle: str, plural: str) -> R | None:
    """Return the record of an id or its unique prefix, None where there is none; raises Refused where several match."""
    name = handle.strip().upper()
    if not name:
        return None
    wanted = begins_with(rows.table.c.id, escaped(name))
    matching = rows.read(connection, rows.select.where(wanted).order_by(rows.number).limit(NAMED_AT_MOST + 1))
    exact = [one for one in matching if one.id == name]
    if exact or len(matching) == 1:
        return (exact or matching)[0]
    if not matching:
        return None
    raise several(connection, rows.table, wanted, handle, plural, [one.id for one in matching])


def by_number_or_id(connection: Connection, rows: Rows[R], handle: int | str, plural: str) -> R | None:
    """Return the record of a row number, an id or its unique prefix; raises Refused where several match."""
    name = str(handle).strip()
    if name.isdecimal() and len(name) < 19 and (found := rows.get(connection, int(name))) is not None:
        return found
    return by_id(connection, rows, handle, plural) if isinstance(handle, str) else None


def several(
    connection: Connection, table: Table, wanted: ColumnElement[bool], handle: str, plural: str, names: Sequence[str]
) -> Refused:
    """Return the refusal that names the first of those that answer to a handle and counts the rest."""
    more = ""
    if len(names) > NAMED_AT_MOST:
        count = int(connection.execute(select(func.count()).select_from(table).where(wanted)).scalar_one())
        more = f" and {count - NAMED_AT_MOST:,} more"
    listed = ", ".join(names[:NAMED_AT_MOST])
    return Refused(f"Several {plural} answer to {handle!r}: {listed}{more}.", "Give more of the id.")

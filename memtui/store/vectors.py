"""Vectors of memories: see `services.ports.Vectors`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, insert, select

from memtui.domain.records import Memory
from memtui.services.ports import StoredVector
from memtui.store.engine import Database
from memtui.store.mapping import escaped
from memtui.store.statements import MEMORIES, pieces, table_of
from memtui.store.tables import MemoryRow, VectorRow

_VECTORS: Final = table_of(VectorRow)
_TEXTS: Final = table_of(MemoryRow)
_PRESENT: Final = and_(
    _VECTORS.c.memory_number == _TEXTS.c.number,
    _VECTORS.c.content_hash == _TEXTS.c.content_hash,
)
_WANTED: Final[Any] = bindparam("wanted", expanding=True)


class SqlVectors:
    """Vectors in one database, by the name of the model that made them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def missing(self, model: str, limit: int) -> list[Memory]:
        """Return at most `limit` memories, newest first, whose present text has no vector of that model."""
        has_one = select(_VECTORS.c.memory_number).where(_PRESENT, _VECTORS.c.model == escaped(model)).exists()
        statement = MEMORIES.select.where(~has_one).order_by(_TEXTS.c.number.desc()).limit(limit)
        with self._database.reading() as connection:
            return MEMORIES.read(connection, statement)

    def put(self, model: str, vectors: Sequence[StoredVector]) -> None:
        """Keep vectors, each in the place of the memory's earlier one; a memory that is gone by now has none."""
        if not vectors:
            return
        name = escaped(model)
        with self._database.writing() as connection:
            there: set[int] = set()
            for run in pieces([vector.number for vector in vectors]):
                found = connection.execute(
                    select(_TEXTS.c.number).where(_TEXTS.c.number.in_(_WANTED)), {"wanted": list(run)}
                )
                there.update(number for (number,) in found)
                old = delete(_VECTORS).where(_VECTORS.c.model == name, _VECTORS.c.memory_number.in_(_WANTED))
                connection.execute(old, {"wanted": list(run)})
            rows = [
                {
                    "model": name,
                    "memory_number": vector.number,
                    "content_hash": vector.content_hash,
                    "signs": vector.signs,
                    "body": vector.body,
                }
                for vector in vectors
                if vector.number in there
            ]
            if rows:
                connection.execute(insert(_VECTORS), rows)

    def signs(self, model: str) -> tuple[array[int], bytes]:
        """Return the row numbers that have a vector, in order, and their sign bits one after the other."""
        columns = select(_VECTORS.c.memory_number, _VECTORS.c.signs)
        statement = columns.where(_VECTORS.c.model == escaped(model)).order_by(_VECTORS.c.memory_number)
        numbers, signs = array("q"), bytearray()
        with self._database.reading() as connection:
            for number, bits in connection.execute(statement):
                numbers.append(number)
                signs += bits
        return numbers, bytes(signs)

    def bodies(self, model: str, numbers: Sequence[int]) -> dict[int, bytes]:
        """Return the vectors of those memories that have one of their present text."""
        columns = select(_VECTORS.c.memory_number, _VECTORS.c.body).join(_TEXTS, _PRESENT)
        statement = columns.where(_VECTORS.c.model == escaped(model), _VECTORS.c.memory_number.in_(_WANTED))
        found: dict[int, bytes] = {}
        with self._database.reading() as connection:
            for run in pieces(list(dict.fromkeys(numbers))):
                found |= {number: bytes(body) for number, body in connection.execute(statement, {"wanted": list(run)})}
        return found

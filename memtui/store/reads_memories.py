"""Single memories, what belongs to them, and whole tables in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, String, bindparam, column, or_, select, text, values
from sqlmodel import col

from memtui.clock import Clock
from memtui.domain.errors import NotFound
from memtui.domain.filters import Badge
from memtui.domain.records import Conflict, Memory, Record, Relation
from memtui.store.driver import fetched
from memtui.store.engine import Database
from memtui.store.filters import begins_with
from memtui.store.handles import NAMED_AT_MOST, several
from memtui.store.mapping import escaped
from memtui.store.statements import CONFLICTS, MEMORIES, RELATIONS, AnySelect, pieces, rows_for, table_of
from memtui.store.tables import ConflictRow, MemoryIndexRow, MemoryRow, RelationRow, Table


class Reader:
    """What all readers share: the database, and the clock for what depends on the moment."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock


class MemoryReads(Reader):
    """Reads of memories by number, id or session, and of their relations and conflicts."""

    def memory(self, number: int) -> Memory:
        """Return one memory; raises NotFound."""
        with self._database.reading() as connection:
            found = MEMORIES.get(connection, number)
        if found is None:
            raise NotFound(f"There is no memory number {number}.")
        return found

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return the memories that exist of `numbers`, in that order."""
        with self._database.reading() as connection:
            found = MEMORIES.get_all(connection, list(dict.fromkeys(numbers)))
        return [found[number] for number in numbers if number in found]

    def resolve(self, handle: str) -> int:
        """Return the number of the memory with that id, foreign id or unique prefix; raises NotFound, or Refused naming some and counting the rest."""
        handle = handle.strip()
        if not handle:
            raise NotFound("No id was given.")
        with self._database.reading() as connection:
            for wanted in (_exactly(handle), _beginning(handle)):
                found = self._named(connection, handle, wanted)
                if len(found) == 1:
                    return found[0][0]
                if found:
                    table, names = MEMORIES.table, [name for _, name in found]
                    raise several(connection, table, wanted, handle, "memories", names)
        raise NotFound(
            f"No memory answers to {handle!r}.", "Give an id, or enough of its beginning to be the only one."
        )

    def importance_base(self, numbers: Sequence[int]) -> dict[int, float]:
        """Return the stored part of the importance by row number."""
        index = MemoryIndexRow
        statement = select(col(index.number), col(index.importance_base))
        with self._database.reading(derived=True) as connection:
            return dict(self._of_index(connection, statement, numbers))

    def badges(self, numbers: Sequence[int]) -> dict[int, frozenset[Badge]]:
        """Return the badges of those of `numbers` that have any."""
        index = MemoryIndexRow
        statement = select(col(index.number), col(index.badges)).where(col(index.badges) != "")
        with self._database.reading(derived=True) as connection:
            return {n: badges_from(words) for n, words in self._of_index(connection, statement, numbers)}

    def begun_earlier(self, at: datetime) -> list[int]:
        """Return the numbers of the memories that tell, after a moment, of what held at it already."""
        row = MemoryRow
        statement = select(col(row.number)).where(col(row.valid_from) <= at, col(row.sort_at) > at)
        with self._database.reading() as connection:
            return [int(number) for (number,) in connection.execute(statement.order_by(col(row.number))) if number]

    def neighbours(self, memories: Sequence[Memory], reach: int) -> list[Memory]:
        """Return the turns at most `reach` positions away in the same sessions as `memories`, without those."""
        spans = _spans(memories, reach)
        known = {memory.number for memory in memories}
        found: dict[int | None, Memory] = {}
        with self._database.reading() as connection:
            for run in pieces(spans):
                for memory in MEMORIES.read(connection, _within(run)):
                    if memory.number not in known:
                        found[memory.number] = memory
        return list(found.values())

    def by_foreign_ids(self, format: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Return the memories that an import of that format brought in, by foreign id."""
        row = MemoryRow

        def wanted(run: Sequence[str]) -> AnySelect:
            among = col(row.foreign_id).in_(run)
            return MEMORIES.select.where(among, col(row.format) == escaped(format)).order_by(col(row.number))

        return {memory.foreign_id or "": memory for memory in self._by_text(ids, wanted)}

    def by_ids(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Return memories by ULID."""
        found = self._by_text(ids, lambda run: MEMORIES.select.where(col(MemoryRow.id).in_(run)))
        return {memory.id: memory for memory in found}

    def relations(self, number: int) -> list[Relation]:
        """Return the relations from and to a memory, newest first."""
        row = RelationRow
        mine = or_(col(row.from_number) == number, col(row.to_number) == number)
        statement = RELATIONS.select.where(mine).order_by(col(row.created_at).desc(), col(row.number).desc())
        with self._database.reading() as connection:
            return RELATIONS.read(connection, statement)

    def conflicts(self, number: int) -> list[Conflict]:
        """Return the conflicts that a memory is part of, newest first."""
        row = ConflictRow
        mine = or_(col(row.new_number) == number, col(row.old_number) == number)
        statement = CONFLICTS.select.where(mine).order_by(col(row.created_at).desc(), col(row.number).desc())
        with self._database.reading() as connection:
            return CONFLICTS.read(connection, statement)

    def records(self, table: str, after: int, limit: int) -> list[Record]:
        """Return the records of a journalled table with numbers above `after`, in order."""
        rows = rows_for(table)
        statement = rows.select.where(rows.number > after).order_by(rows.number).limit(limit)
        with self._database.reading() as connection:
            return rows.read(connection, statement)

    def ceiling(self, table: str) -> int:
        """Return the highest row number that a journalled table or the batches ever used, 0 if none."""
        if table != "batch":
            rows_for(table)
        with self._database.reading() as connection:
            return highest_number(connection, table)

    def _named(self, connection: Connection, handle: str, condition: ColumnElement[bool]) -> list[tuple[int, str]]:
        row = MemoryRow
        statement = select(col(row.number), col(row.id), col(row.foreign_id)).where(condition)
        rows = connection.execute(statement.order_by(col(row.number)).limit(NAMED_AT_MOST + 1)).all()
        return [
            (number or 0, ulid if ulid.startswith(handle.upper()) else foreign or ulid)
            for number, ulid, foreign in rows
        ]

    def _of_index(self, connection: Connection, statement: AnySelect, numbers: Sequence[int]) -> Iterable[Any]:
        wanted = statement.where(col(MemoryIndexRow.number).in_(bindparam("wanted", expanding=True)))
        for run in pieces(list(numbers)):
            yield from connection.execute(wanted, {"wanted": list(run)})

    def _by_text(self, wanted: Sequence[str], statement: Callable[[Sequence[str]], AnySelect]) -> list[Memory]:
        found: list[Memory] = []
        with self._database.reading() as connection:
            for run in pieces([escaped(value) for value in dict.fromkeys(wanted)]):
                found.extend(MEMORIES.read(connection, statement(run)))
        return found


def badges_from(words: str) -> frozenset[Badge]:
    """Return the badges that a row of memory_index names."""
    return frozenset(Badge(word) for word in words.split())


def highest_number(connection: Connection, table: str) -> int:
    """Return the highest number that a table ever gave out, whether the row still exists or not."""
    if connection.dialect.name == "sqlite":
        found = fetched(connection, "SELECT seq FROM sqlite_sequence WHERE name = ?", table)
        return int(found[0][0]) if found else 0
    column_of = table_of(_class_of(table)).c.number
    sequence = connection.execute(text(f"SELECT last_value, is_called FROM {table}_number_seq")).one()
    highest = connection.execute(select(column_of).order_by(column_of.desc()).limit(1)).scalar() or 0
    return max(int(sequence[0]) if sequence[1] else 0, int(highest))


def _exactly(handle: str) -> ColumnElement[bool]:
    return or_(col(MemoryRow.id) == escaped(handle).upper(), col(MemoryRow.foreign_id) == escaped(handle))


def _beginning(handle: str) -> ColumnElement[bool]:
    upper, exact = escaped(handle).upper(), escaped(handle)
    return or_(begins_with(col(MemoryRow.id), upper), begins_with(col(MemoryRow.foreign_id), exact))


def _class_of(table: str) -> Any:
    return next(kind for kind in Table.__subclasses__() if kind.__tablename__ == table)


def _spans(memories: Iterable[Memory], reach: int) -> list[tuple[str, int, int]]:
    """Return for each session the runs of positions within `reach` of any of `memories`, merged where they meet."""
    positions: dict[str, list[int]] = {}
    for memory in memories:
        if memory.session is not None and memory.session_position is not None:
            positions.setdefault(memory.session, []).append(memory.session_position)
    spans: list[tuple[str, int, int]] = []
    for session, places in positions.items():
        low = high = None
        for place in sorted(places):
            if low is not None and high is not None and place - reach <= high + 1:
                high = place + reach
                continue
            if low is not None and high is not None:
                spans.append((escaped(session), low, high))
            low, high = place - reach, place + reach
        if low is not None and high is not None:
            spans.append((escaped(session), low, high))
    return spans


def _within(spans: Sequence[tuple[str, int, int]]) -> AnySelect:
    columns = column("session", String), column("low", Integer), column("high", Integer)
    wanted = values(*columns, name="wanted").data(list(spans)).cte("wanted")
    near = (col(MemoryRow.session) == wanted.c.session) & col(MemoryRow.session_position).between(
        wanted.c.low, wanted.c.high
    )
    order = (col(MemoryRow.session), col(MemoryRow.session_position), col(MemoryRow.number))
    return MEMORIES.select.join(wanted, near).order_by(*order)

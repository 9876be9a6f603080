"""Derived rows: what is worked out from records is brought into step in the transaction that changed them.

Changes are gathered and written together, because a word's count is raised once for a whole chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from memtui.domain.records import Conflict, Entity, Memory, Record, Relation
from memtui.services.ports import Derive, Derived
from memtui.store.conflict_rows import put_conflicts, take_out_conflicts
from memtui.store.driver import Prepared
from memtui.store.index_rows import STANDING, affects_derived, affects_standing, index_rows, standing_row
from memtui.store.mapping import escaped, to_json_text
from memtui.store.mentions import Mentions, named_by
from memtui.store.merging import Merging
from memtui.store.naming import Names, folded
from memtui.store.statements import pieces, table_of
from memtui.store.tables import ClaimRow, MemoryIndexRow, MemoryTagRow, MemoryTextRow, VectorRow
from memtui.store.tallies import Tallies
from memtui.store.words import Indexed, change_words

_INDEX: Final = table_of(MemoryIndexRow)
_TEXT: Final = table_of(MemoryTextRow)
_TAGS: Final = table_of(MemoryTagRow)
_CLAIMS: Final = table_of(ClaimRow)
_VECTORS: Final = table_of(VectorRow)


class DerivedRows:
    """Gathers the records of one transaction whose derived rows are out of step, and writes them in one go.

    `keep` stores an entity that a text names for the first time, `take_out` one that nothing needs any more.
    `at` is when new entities come into being; without it, when their first memory was recorded.
    """

    def __init__(
        self,
        derive: Derive,
        tokenizer_version: int,
        *,
        keep: Callable[[Connection, Entity], Entity],
        take_out: Callable[[Connection, Entity], None],
        at: datetime | None = None,
    ) -> None:
        self._derive = derive
        self._tokenizer_version = tokenizer_version
        self._take_out = take_out
        self.names = Names(keep)
        self.merging = Merging(self.names, at)
        self._tallies = Tallies()
        self._mentions = Mentions(self.names, self._tallies, at)
        self._unread: dict[int, Memory] = {}
        self._early: dict[int, tuple[Memory, Derived]] = {}
        self._new: dict[int, Memory] = {}
        self._changed: dict[int, Memory] = {}
        self._moved: dict[int, Memory] = {}
        self._redated: set[int] = set()
        self._gone: dict[int, Indexed] = {}
        self._conflicts: dict[int, Conflict] = {}

    def added(self, connection: Connection, record: Record) -> None:
        """Note a record that has no derived rows yet."""
        assert record.number is not None
        match record:
            case Memory():
                self._new[record.number] = self._unread[record.number] = record
                self._tallies.stands(record, 1)
            case Relation():
                self._tallies.related(record, 1)
            case Conflict():
                self._conflicts[record.number] = record
            case Entity():
                self._tallies.entity_made(record.number)
                self.names.add(record)

    def changed(self, connection: Connection, before: Record, after: Record) -> None:
        """Note a record whose derived rows may be out of date."""
        assert after.number is not None
        match before, after:
            case Memory(), Memory():
                self._memory_changed(before, after)
            case Relation(), Relation():
                self._tallies.related(before, -1)
                self._tallies.related(after, 1)
            case Conflict(), Conflict():
                if after.number not in self._conflicts:
                    take_out_conflicts(connection, [after.number])
                self._conflicts[after.number] = after
            case Entity(), Entity():
                self.names.change(connection, before, after)
                self.merging.changed(connection, before, after)

    def gone(self, connection: Connection, record: Record) -> None:
        """Take out what was derived from a record that is about to be taken out itself."""
        assert record.number is not None
        match record:
            case Memory():
                self._memory_gone(connection, record)
            case Relation():
                self._tallies.related(record, -1)
            case Conflict():
                if self._conflicts.pop(record.number, None) is None:
                    take_out_conflicts(connection, [record.number])
            case Entity():
                self.names.change(connection, record, None)
                self._tallies.entity_gone(connection, record.number)

    def learn_names(self, connection: Connection) -> None:
        """Look up at once what the new memories name: whoever asks for one of their entities will ask for all of them."""
        unread, self._unread = self._unread, {}
        names: set[str] = set()
        for number, memory in unread.items():
            derived = self._derive(memory)
            self._early[number] = (memory, derived)
            names |= {folded(found.name) for found in named_by(derived)}
        self.names.learn(connection, names)

    def discard(self) -> None:
        """Forget what was noted, because the transaction is rolled back."""
        for memories in (self._new, self._unread, self._early, self._changed, self._moved):
            memories.clear()
        self._redated.clear()
        self._gone.clear()
        self._conflicts.clear()
        self._tallies.discard()
        self.merging.discard()
        self.names.forget()

    def flush(self, connection: Connection, *, last: bool = False) -> None:
        """Bring all derived rows into step; `last` says that no further change of this act will come."""
        gone, self._gone = self._gone, {}
        if gone:
            change_words(connection, gone, {})
        new, self._new = self._new, {}
        self._unread.clear()
        changed, self._changed = self._changed, {}
        for run in pieces([*new.items(), *changed.items()], 1000):
            self._write(connection, dict(run), new)
        self._move(connection, changed)
        conflicts, self._conflicts = self._conflicts, {}
        put_conflicts(connection, conflicts)
        self.names.flush(connection)
        self._tallies.flush(connection)
        self.merging.flush(connection, self._take_out, last=last)
        # What was split off may have made entities.
        self.names.flush(connection)
        self._tallies.flush(connection)

    def _memory_changed(self, before: Memory, after: Memory) -> None:
        assert after.number is not None
        self._tallies.stands(before, -1)
        self._tallies.stands(after, 1)
        if after.number in self._new:
            self._new[after.number] = after
            return
        if before.sort_at != after.sort_at:
            self._redated.add(after.number)
        if after.number in self._changed or affects_derived(before, after):
            self._changed[after.number] = after
        elif affects_standing(before, after):
            self._moved[after.number] = after

    def _memory_gone(self, connection: Connection, memory: Memory) -> None:
        number = memory.number
        assert number is not None
        self._tallies.stands(memory, -1)
        self._tallies.memory_gone(connection, number)
        self._changed.pop(number, None)
        self._moved.pop(number, None)
        self._redated.discard(number)
        if self._new.pop(number, None) is None:
            self._gone |= _indexed(connection, [number])
            self._forget(connection, [number])
            for statement in _TAKE_OUT:
                connection.execute(statement, {"wanted": [number]})

    def _write(self, connection: Connection, memories: Mapping[int, Memory], new: Mapping[int, Memory]) -> None:
        derived = {number: self._derived(number, memory) for number, memory in memories.items()}
        made = {n: index_rows(memory, derived[n], self._tokenizer_version) for n, memory in memories.items()}
        known = [number for number in memories if number not in new]
        before = _indexed(connection, known) if known else {}
        self._forget(connection, list(before))
        fresh = [number for number in made if number not in before]
        kept = [number for number in made if number in before]
        _ADD_INDEX.many(connection, [made[number][0] for number in fresh])
        _ADD_TEXT.many(connection, [{"number": number, "tokens": made[number][1]} for number in fresh])
        _REPLACE.many(connection, [{"wanted": number, **made[number][0]} for number in kept])
        _RETELL.many(connection, [{"wanted": number, "tokens": made[number][1]} for number in kept])
        change_words(connection, before, {n: Indexed(tokens, row["length"]) for n, (row, tokens) in made.items()})
        _add_details(connection, memories, derived)
        self._mentions.write(connection, memories, derived)

    def _derived(self, number: int, memory: Memory) -> Derived:
        known, derived = self._early.pop(number, (None, None))
        return derived if derived is not None and known is memory else self._derive(memory)

    def _move(self, connection: Connection, written: Mapping[int, Memory]) -> None:
        """Bring the rows of memories into step whose texts say what they said."""
        moved, self._moved = self._moved, {}
        redated, self._redated = self._redated, set()
        kept = {number: memory for number, memory in moved.items() if number not in written}
        rows = [standing_row(memory) for memory in kept.values()]
        _MOVE.many(connection, [{**row, "wanted": row["number"]} for row in rows])
        self._mentions.redate(connection, [memory for number, memory in kept.items() if number in redated])

    def _forget(self, connection: Connection, numbers: Sequence[int]) -> None:
        self._mentions.forget(connection, numbers)
        for run in pieces(numbers):
            for statement in _FORGET:
                connection.execute(statement, {"wanted": list(run)})


def _setting(table: Table, names: Iterable[str]) -> Prepared:
    values: dict[str, Any] = {name: bindparam(name) for name in names if name != "number"}
    return Prepared(update(table).where(table.c.number == bindparam("wanted")).values(values))


_ADD_INDEX: Final = Prepared(insert(_INDEX))
_ADD_TEXT: Final = Prepared(insert(_TEXT))
_ADD_TAGS: Final = Prepared(insert(_TAGS))
_ADD_CLAIMS: Final = Prepared(insert(_CLAIMS))
_REPLACE: Final = _setting(_INDEX, (column.name for column in _INDEX.columns))
_MOVE: Final = _setting(_INDEX, (name for name in (*STANDING, "standing", "growth") if name in _INDEX.columns))
_RETELL: Final = _setting(_TEXT, ("tokens",))


_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_TAKE_OUT: Final = (
    *(delete(table).where(table.c.number.in_(_WANTED)) for table in (_TEXT, _INDEX)),
    delete(_VECTORS).where(_VECTORS.c.memory_number.in_(_WANTED)),
)
_FORGET: Final = tuple(delete(table).where(table.c.memory_number.in_(_WANTED)) for table in (_TAGS, _CLAIMS))
_INDEXED: Final = (
    select(_TEXT.c.number, _TEXT.c.tokens, _INDEX.c.length)
    .join(_INDEX, _INDEX.c.number == _TEXT.c.number)
    .where(_TEXT.c.number.in_(_WANTED))
)


def _indexed(connection: Connection, numbers: Sequence[int]) -> dict[int, Indexed]:
    found: dict[int, Indexed] = {}
    for run in pieces(numbers):
        for number, tokens, length in connection.execute(_INDEXED, {"wanted": list(run)}):
            found[number] = Indexed(tokens, length)
    return found


def _add_details(connection: Connection, memories: Mapping[int, Memory], derived: Mapping[int, Derived]) -> None:
    tags = [
        {"tag": escaped(tag), "memory_number": number}
        for number, memory in memories.items()
        for tag in dict.fromkeys(memory.tags)
    ]
    _ADD_TAGS.many(connection, tags)
    claims = [
        {
            "memory_number": number,
            "subject": escaped(str(claim.get("subject", ""))),
            "slot": escaped(str(claim.get("slot", ""))),
            "body": to_json_text(dict(claim)),
        }
        for number, d in derived.items()
        for claim in d.claims
    ]
    _ADD_CLAIMS.many(connection, claims)

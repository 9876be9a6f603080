"""What may be wrong with a store, each in a sentence for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from sqlalchemy import Connection, func, select, text
from sqlalchemy.orm import aliased
from sqlmodel import col

from memtui.domain.errors import MemtuiError
from memtui.domain.records import Memory
from memtui.services.ports import Derive, Derived
from memtui.store.census import CensusKey, census_key
from memtui.store.checks_graph import (
    Said,
    counts_of_entities,
    counts_of_relations,
    names_of_entities,
    rows_of_conflicts,
)
from memtui.store.engine import Database
from memtui.store.index_rows import index_rows
from memtui.store.mapping import escaped
from memtui.store.statements import MEMORIES, table_of
from memtui.store.tables import (
    CensusRow,
    CorpusRow,
    MemoryIndexRow,
    MemoryRow,
    MemoryTagRow,
    MemoryTextRow,
    TermRow,
)

CHUNK: Final = 1000
_SHOWN: Final = 5
_INDEX: Final = table_of(MemoryIndexRow)
_TEXT: Final = table_of(MemoryTextRow)


class Checks:
    """One look through a whole store."""

    def __init__(self, database: Database, derive: Derive, tokenizer_version: int) -> None:
        self._database = database
        self._derive = derive
        self._tokenizer_version = tokenizer_version

    def run(self) -> list[str]:
        """Return one sentence for each thing that is wrong."""
        found: list[str] = []
        steps: tuple[Callable[[Connection], Iterator[str]], ...] = (
            _engine,
            _links,
            self._derived,
            _successors,
            names_of_entities,
            counts_of_entities,
            counts_of_relations,
            rows_of_conflicts,
        )
        for step in steps:
            try:
                with self._database.reading(derived=True) as connection:
                    found.extend(step(connection))
            except MemtuiError as error:
                found.append(error.sentence)
        found.extend(self._full_text())
        return list(dict.fromkeys(found))

    def _derived(self, connection: Connection) -> Iterator[str]:
        words: Counter[str] = Counter()
        census: Counter[CensusKey] = Counter()
        total = length = last = 0
        stale = older = 0
        while memories := _after(connection, last):
            numbers = [memory.number or 0 for memory in memories]
            kept = _kept(connection, numbers)
            tags = _tags(connection, numbers)
            derived = [self._derive(memory) for memory in memories]
            said = Said(connection, numbers, derived)
            for memory, wanted in zip(memories, derived, strict=True):
                census[census_key(memory)] += 1
                row = kept.get(memory.number or 0)
                if row is not None:
                    total, length = total + 1, length + int(str(row["length"]))
                    words.update(set(str(row["tokens"]).split(" ")) - {""})
                if row is not None and row["tokenizer_version"] != self._tokenizer_version:
                    older += 1
                elif not self._in_step(memory, wanted, row, tags) or not said.in_step(memory, wanted):
                    stale += 1
            last = numbers[-1]
        if older:
            yield f"{_memories(older)} indexed by another version of the tokeniser."
        if stale:
            yield f"{_memories(stale)} out of step with what is worked out from the text."
        yield from _words(connection, words, total, length)
        yield from _census(connection, census)

    def _in_step(
        self, memory: Memory, derived: Derived, row: dict[str, object] | None, tags: dict[int, set[str]]
    ) -> bool:
        index, tokens = index_rows(memory, derived, self._tokenizer_version)
        kept = tags.get(memory.number or 0, set())
        return row == {**index, "tokens": tokens} and kept == {escaped(tag) for tag in memory.tags}

    def _full_text(self) -> Iterator[str]:
        if not self._database.is_sqlite or self._database.read_only:
            return
        transaction = self._database.transaction()
        try:
            transaction.connection.exec_driver_sql(
                "INSERT INTO memory_fts(memory_fts, rank) VALUES ('integrity-check', 1)"
            )
        except MemtuiError:
            yield "The full-text index is out of step with the texts."
        finally:
            transaction.rollback()


def _engine(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        for line in connection.exec_driver_sql(f"PRAGMA integrity_check({_SHOWN})").scalars():
            if line != "ok":
                yield f"The file is damaged: {line}."


def _links(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        broken = Counter((row[0], row[2]) for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))
        for (table, target), count in broken.items():
            rows = "1 row" if count == 1 else f"{count} rows"
            yield f"{rows} of {table} {'points' if count == 1 else 'point'} to a {target} that is not there."


def _after(connection: Connection, last: int) -> list[Memory]:
    further = MEMORIES.select.where(MEMORIES.number > last).order_by(MEMORIES.number).limit(CHUNK)
    return MEMORIES.read(connection, further)


def _kept(connection: Connection, numbers: list[int]) -> dict[int, dict[str, object]]:
    span = _INDEX.c.number.between(numbers[0], numbers[-1])
    both = select(*_INDEX.columns, _TEXT.c.tokens).join(_TEXT, _TEXT.c.number == _INDEX.c.number)
    rows = connection.execute(both.where(span)).mappings()
    return {row["number"]: dict(row) for row in rows}


def _tags(connection: Connection, numbers: list[int]) -> dict[int, set[str]]:
    """Return by memory its tags."""
    tag = MemoryTagRow
    found: dict[int, set[str]] = {}
    within = col(tag.memory_number).between(numbers[0], numbers[-1])
    for number, name in connection.execute(select(col(tag.memory_number), col(tag.tag)).where(within)):
        found.setdefault(number, set()).add(name)
    return found


def _words(connection: Connection, words: Counter[str], total: int, length: int) -> Iterator[str]:
    wrong = 0
    kept = 0
    for word, df in connection.execute(select(col(TermRow.text), col(TermRow.df))):
        kept += 1
        wrong += words.get(word) != df
    wrong += max(0, len(words) - kept)
    if wrong:
        yield f"The counts of {'1 word is' if wrong == 1 else f'{wrong:,} words are'} out of step with the index."
    n, total_length = connection.execute(select(col(CorpusRow.n), col(CorpusRow.total_length))).one()
    if (n, total_length) != (total, length):
        yield f"The index counts {n:,} memories and {total_length:,} words, but holds {total:,} and {length:,}."


def _census(connection: Connection, census: Counter[CensusKey]) -> Iterator[str]:
    row = CensusRow
    key = (col(row.status), col(row.layer), col(row.tier), col(row.held), col(row.project))
    kept: Counter[CensusKey] = Counter()
    for *values, n in connection.execute(select(*key, col(row.n))):
        kept[tuple(values)] += n  # type: ignore[index]
    if +kept != census or any(n < 0 for n in kept.values()):
        yield "The counts by status, layer and tier are out of step with the memories."


def _successors(connection: Connection) -> Iterator[str]:
    successor = aliased(MemoryRow)
    known = select(col(successor.number)).where(col(successor.id) == col(MemoryRow.superseded_by)).exists()
    lost = select(func.count()).where(col(MemoryRow.superseded_by).is_not(None), ~known)
    count = connection.execute(lost).scalar_one()
    if count:
        yield f"{_memories(count)} superseded by one that is not in the store."
    undated = text("SELECT count(*) FROM memory WHERE sort_at <> coalesce(created_at, recorded_at)")
    count = connection.execute(undated).scalar_one()
    if count:
        yield f"{_memories(count)} sorted by a time that is not their own."


def _memories(count: int) -> str:
    return "1 memory is" if count == 1 else f"{count:,} memories are"

"""memtui's own format: JSON Lines that hold a whole store, so that an export read back and written again is the same.

The first line says what it is; then come memories, entities, facts, relations and conflicts, one a line,
then each batch followed by its events. Row numbers are counted anew from 1 in each table, first the rows that
only the history knows, then those that are there, so that they fit into any store above its own.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, ClassVar

from memtui.domain.records import Batch, Event, Json
from memtui.formats.base import Cargo, Entry, Problem, RawRecord
from memtui.formats.jsonlines import decode_all, objects
from memtui.formats.rows import REFERENCES, TABLES, ordered, renumbered, to_row
from memtui.formats.sniff import head_text
from memtui.formats.text import composed

NAME = "memtui"
VERSION = 1
HEADER = "header"
_HISTORY = ('{"table":"event"', '{"table":"batch"')
"""How the lines of the history begin."""
_LEFT = frozenset(("number", "content_hash"))
_BATCH_LEFT = frozenset(("number", "adopted", "resume", "undoes", "undone_by"))


class OwnFormat:
    """Reads and writes memtui's own JSON Lines."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "memtui's own JSON Lines (lossless)"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say whether a file begins with this format's header."""
        return path.is_file() and header(path) is not None

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield each line as a raw record, the header first; streams."""
        yield from self._read(path, ())

    def read_rows(self, path: Path) -> Iterator[Entry]:
        """Yield each line but those of the history."""
        yield from self._read(path, _HISTORY)

    def _read(self, path: Path, leave: tuple[str, ...]) -> Iterator[Entry]:
        shown = composed(path.name)
        for found in objects(path, shown, leave):
            if isinstance(found, Problem):
                yield found
                continue
            row = found.value
            table = HEADER if row.get("format") == NAME else row.pop("table", None)
            if isinstance(table, str) and (table in TABLES or table in (HEADER, "batch", "event")):
                yield RawRecord(table=table, row=row, file=shown, line=found.number)
            else:
                reason = f"a line of unknown table {str(table)[:40]!r}"
                yield Problem(file=shown, line=found.number, reason=reason)

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write a whole store, or where it was narrowed the memories with what ties them to each other."""
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            return _Writer(cargo, stream).write()


def header(path: Path) -> dict[str, Any] | None:
    """Return the first line of one of our files, or None for another file."""
    first = head_text(path).lstrip().partition("\n")[0].strip()
    if not first.startswith("{") or f'"{NAME}"' not in first:
        return None
    values = decode_all(first)
    if (
        isinstance(values, list)
        and len(values) == 1
        and isinstance(values[0], dict)
        and values[0].get("format") == NAME
    ):
        return values[0]
    return None


class _Numbers:
    """Row numbers of one table to numbers from 1: first those that only the history knows, then the rows that are there."""

    def __init__(self, ghosts: set[int], live: array[int]) -> None:
        self.ghosts = array("q", sorted(ghosts))
        self.live = live

    def rank(self, number: int) -> int:
        place = bisect_left(self.live, number)
        if place < len(self.live) and self.live[place] == number:
            return len(self.ghosts) + place + 1
        return bisect_left(self.ghosts, number) + 1


class _Writer:
    def __init__(self, cargo: Cargo, stream: IO[str]) -> None:
        self.cargo = cargo
        self.stream = stream
        self.numbers = self._number()
        self.batches: dict[int, int] = {}

    def write(self) -> int:
        count = len(self.numbers["memory"].live)
        head = {"format": NAME, "version": VERSION, "exported_at": self.cargo.exported_at.isoformat()}
        self._line({**head, "whole": self.cargo.whole, "memories": count})
        for done, memory in enumerate(self.cargo.memories(), start=1):
            row = to_row(memory, leave=_LEFT)
            self._line({"table": "memory", "number": self.rank("memory", memory.number or 0), **row})
            self.cargo.wrote(done)
        for table in list(TABLES)[1:]:
            self._table(table)
        if self.cargo.whole:
            self._history()
        return count

    def rank(self, table: str, number: int) -> int:
        return self.numbers[table].rank(number)

    def _number(self) -> dict[str, _Numbers]:
        live = {table: self.cargo.numbers(table) for table in TABLES}
        seen: dict[str, set[int]] = {table: set() for table in TABLES}
        if self.cargo.whole:
            for _, events in self.cargo.history():
                for event in events:
                    for table, number in _numbers_in(event):
                        if not _holds(live[table], number):
                            seen[table].add(number)
        return {table: _Numbers(seen[table], live[table]) for table in TABLES}

    def _table(self, table: str) -> None:
        for record in self.cargo.records(table):
            row = to_row(record, leave=_LEFT)
            for name, of in REFERENCES[table].items():
                if row.get(name) is not None:
                    row[name] = self.rank(of, row[name])
            self._line({"table": table, "number": self.rank(table, record.number or 0), **row})

    def _history(self) -> None:
        for rank, batch in enumerate(self.cargo.batches(), start=1):
            self.batches[batch.number or 0] = rank
        for batch, events in self.cargo.history():
            self._batch(batch)
            for event in events:
                self._line(
                    {
                        "table": "event",
                        "of": event.table,
                        "row": self.rank(event.table, event.row_number),
                        "before": self._side(event.table, event.before),
                        "after": self._side(event.table, event.after),
                    }
                )

    def _batch(self, batch: Batch) -> None:
        row = to_row(batch, leave=_BATCH_LEFT)
        for name in ("undoes", "undone_by"):
            number = getattr(batch, name)
            if number in self.batches:
                row[name] = self.batches[number]
        self._line({"table": "batch", "number": self.batches[batch.number or 0], **row})

    def _side(self, table: str, row: Json | None) -> Any:
        changed = renumbered(table, self.cargo.masked(row), self.rank)
        return (
            None if changed is None else {name: value for name, value in ordered(changed).items() if value is not None}
        )

    def _line(self, row: dict[str, Any]) -> None:
        self.stream.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def _holds(numbers: array[int], number: int) -> bool:
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number


def _numbers_in(event: Event) -> Iterator[tuple[str, int]]:
    """Yield every row number that an event mentions, with its table."""
    if event.table in TABLES:
        yield event.table, event.row_number
        for side in (event.before, event.after):
            for name, of in REFERENCES[event.table].items():
                if side is not None and isinstance(side.get(name), int):
                    yield of, side[name]

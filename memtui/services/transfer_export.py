"""Writing memories out: what a writer is given, secrets masked, and the way onto the disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from memtui.domain.errors import Refused
from memtui.domain.filters import EVERYTHING, Filter, Order
from memtui.domain.kinds import ConflictState
from memtui.domain.records import Batch, Event, Json, Memory, Record
from memtui.formats.base import Cargo, Format
from memtui.formats.rows import REFERENCES
from memtui.intelligence.secrets import mask
from memtui.services.making import digest
from memtui.services.ports import Graph, Progress, Reads
from memtui.services.transfer_report import ExportReport
from memtui.services.workspace import Workspace

_AT_ONCE = 500
Outside = TypeVar("Outside", bound=Record)
_DISPUTED = (ConflictState.OPEN, ConflictState.KEPT)


def write_out(
    workspace: Workspace,
    writer: Format,
    path: Path,
    *,
    where: Filter,
    reveal_secrets: bool,
    transports: frozenset[int],
    progress: Progress,
) -> ExportReport:
    """Write through a temporary file or folder beside the target, so that nothing half-written ever has its name."""
    with workspace.store.reads.one_moment():
        return _write_out(
            workspace,
            writer,
            path,
            where,
            _Freight(workspace.store.reads, workspace.store.graph, where, transports, reveal_secrets),
            progress,
        )


def _write_out(
    workspace: Workspace, writer: Format, path: Path, where: Filter, freight: _Freight, progress: Progress
) -> ExportReport:

    def wrote(count: int) -> None:
        if count % _AT_ONCE == 0:
            progress(count, len(freight.memory_numbers), "memories")

    cargo = Cargo(
        exported_at=workspace.clock.now(),
        memories=freight.memories,
        successor=freight.successor,
        conflicting=freight.conflicting,
        numbers=freight.numbers,
        records=freight.records,
        batches=freight.batches,
        history=freight.history,
        masked=freight.masked,
        whole=where == EVERYTHING,
        wrote=wrote,
    )
    try:
        count = _placed(writer, cargo, path)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}.") from error
    left_out = len(freight.memory_numbers) - count
    return ExportReport(
        path=str(path), format=writer.name, memories=count, masked=len(freight.hidden), left_out=max(left_out, 0)
    )


def _placed(writer: Format, cargo: Cargo, path: Path) -> int:
    """Let the writer write beside the target, then move it there; files of a folder go in one by one, others there stay."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        draft = Path(folder) / path.name
        count = writer.write(cargo, draft)
        if draft.is_dir():
            if path.exists() and not path.is_dir():
                raise Refused(f"{path} is a file, but the format {writer.name} writes a folder.", "Name a folder.")
            _move_in(draft, path)
        else:
            if path.is_dir():
                raise Refused(f"{path} is a folder, but the format {writer.name} writes a file.", "Name a file.")
            os.replace(draft, path)
    return count


def _move_in(source: Path, target: Path) -> None:
    if not target.exists():
        shutil.move(source, target)
        return
    for file in sorted(each for each in source.rglob("*") if each.is_file()):
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, place)


class _Freight:
    """Reads what a writer asks for, page by page, and hides secrets."""

    def __init__(self, reads: Reads, graph: Graph, where: Filter, transports: frozenset[int], reveal: bool) -> None:
        self.reads = reads
        self.graph = graph
        self.whole = where == EVERYTHING
        self.transports = transports
        self.reveal = reveal
        self.hidden: set[int] = set()
        self.marks: dict[int, list[int | None]] = {}
        self.memory_numbers: array[int] = array("q", sorted(reads.numbers(where, Order.OLDEST)))

    def memories(self) -> Iterator[Memory]:
        numbers = self.memory_numbers
        for start in range(0, len(numbers), _AT_ONCE):
            for memory in self.reads.memories(numbers[start : start + _AT_ONCE]):
                yield self._masked_memory(memory)

    def numbers(self, table: str) -> array[int]:
        if table == "memory":
            return self.memory_numbers
        return array("q", [record.number or 0 for record in self.records(table)])

    def records(self, table: str) -> Iterator[Record]:
        after = 0
        while rows := self.reads.records(table, after, _AT_ONCE):
            after = rows[-1].number or 0
            for row in rows:
                if self.whole or self._inside(table, row):
                    yield self._masked_record(row)

    def batches(self) -> Iterator[Batch]:
        after = 0
        while found := self.reads.history(after, _AT_ONCE):
            after = found[-1].number or 0
            for batch in found:
                if batch.number not in self.transports or batch.undone_by is not None:
                    yield batch

    def history(self) -> Iterator[tuple[Batch, Iterator[Event]]]:
        for batch in self.batches():
            yield batch, self._events(batch.number or 0)

    def _events(self, batch: int) -> Iterator[Event]:
        """Yield a batch's events in order, a page at a time: the pages are found from the end, then read from the beginning."""
        marks = self.marks.get(batch)
        if marks is None:
            marks = [None]
            while len(page := self.reads.events_back(batch, marks[-1], _AT_ONCE)) == _AT_ONCE:
                marks.append(page[-1].number)
            self.marks[batch] = marks
        for mark in reversed(marks):
            yield from reversed(self.reads.events_back(batch, mark, _AT_ONCE))

    def successor(self, ulid: str) -> Memory | None:
        return self.reads.by_ids([ulid]).get(ulid)

    def conflicting(self, memory: Memory) -> tuple[Memory, ...]:
        ends = [
            each.old_number if each.new_number == memory.number else each.new_number
            for each in self.reads.conflicts(memory.number or 0)
            if each.state in _DISPUTED
        ]
        return tuple(self.reads.memories(sorted(set(ends))))

    def masked(self, row: Json | None) -> Json | None:
        """Return a journalled row with its secrets hidden."""
        if row is None or self.reveal:
            return row
        changes = {name: hidden for name in _TEXTS if (value := row.get(name)) and (hidden := _hide(value)) != value}
        if not changes:
            return row
        if "content" in changes:
            changes["content_hash"] = digest(changes["content"])
        return {**row, **changes}

    def _inside(self, table: str, row: Record) -> bool:
        """Say whether all memories that a row points to are written, or that one of them needs this entity."""
        if table == "entity":
            return row.number in self.needed
        ends = [getattr(row, name) for name, of in REFERENCES[table].items() if of == "memory"]
        return all(_holds(self.memory_numbers, number) for number in ends)

    @cached_property
    def needed(self) -> frozenset[int]:
        """The entities that the written memories mention or state something of, and what these were merged into."""
        found: set[int] = set()
        for start in range(0, len(self.memory_numbers), _AT_ONCE):
            some = self.memory_numbers[start : start + _AT_ONCE]
            mentioned = self.graph.mentions(some).values()
            found.update(mention.entity_number for mentions in mentioned for mention in mentions)
            found.update(
                number for fact in self.graph.facts_of(some) for number in (fact.subject_number, fact.object_number)
            )
        waiting = set(found)
        while waiting:
            merged = (entity.merged_into for entity in self.graph.entities(sorted(waiting)).values())
            waiting = {number for number in merged if number is not None} - found
            found |= waiting
        return frozenset(found)

    def _masked_memory(self, memory: Memory) -> Memory:
        if self.reveal:
            return memory
        shown = self._masked_record(memory)
        if shown is not memory:
            self.hidden.add(memory.number or 0)
        return shown

    def _masked_record(self, record: Outside) -> Outside:
        if self.reveal:
            return record
        changes = {
            name: hidden
            for name in _TEXTS
            if (value := getattr(record, name, None)) and (hidden := _hide(value)) != value
        }
        return replace(record, **changes) if changes else record


_TEXTS = (
    *("content", "extra", "file", "uri", "session", "speaker", "agent", "project", "tags"),
    *("evidence", "reason", "note", "name", "aliases", "scope"),
)
"""The fields of journalled rows that hold text from outside."""


def _hide(value: Any) -> Any:
    """Return JSON data with the secrets in its texts hidden."""
    if isinstance(value, str):
        return mask(value) if len(value) >= _SHORTEST else value
    if isinstance(value, dict):
        return {key: _hide(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_hide(part) for part in value]
    if isinstance(value, tuple):
        return tuple(_hide(part) for part in value)
    return value


_SHORTEST = 12
"""No shorter text is taken for a secret (SPEC 2)."""


def _holds(numbers: Sequence[int], number: int) -> bool:
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number

"""Bringing in memtui's own format: rows as they were, above the numbers that are taken here, and their history.

A row that is here already (the same id) is compared and the newer stays. Row numbers of the file fit in above
the store's own; where a row was here before, its number here stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from memtui.domain.changes import journalled
from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.filters import EVERYTHING, LIVE, Order
from memtui.domain.kinds import Status
from memtui.domain.records import Entity, Json, Memory
from memtui.formats.base import Entry, Problem, RawRecord
from memtui.formats.own import HEADER, VERSION
from memtui.formats.rows import REFERENCES, TABLES, from_row, to_row
from memtui.intelligence.secrets import mask
from memtui.services.making import digest, new_id
from memtui.services.ports import Progress, UnitOfWork
from memtui.services.transfer_decide import archived
from memtui.services.transfer_here import Here, Numbers, identity
from memtui.services.transfer_history import HistoryIntake
from memtui.services.transfer_report import Mode, Tally
from memtui.services.workspace import Workspace

CHUNK = 400
_MOST_ROWS = 2**40
_CLOSED = frozenset((Status.SUPERSEDED, Status.ARCHIVED))


class OwnIntake:
    """One import of the own format. Without a unit of work it only counts."""

    def __init__(
        self, workspace: Workspace, work: UnitOfWork | None, *, mode: Mode, progress: Progress, resume: Json, said: str
    ) -> None:
        self.workspace = workspace
        self.work = work
        self.mode = mode
        self.progress = progress
        self.said = said
        self.tally = Tally()
        reads = workspace.store.reads
        self.ceilings = {table: reads.ceiling(table) for table in TABLES}
        self.numbers = Numbers({**self.ceilings, **dict(resume.get("bases") or {})})
        self.resume = {**resume, "bases": self.numbers.bases}
        self.here = Here(reads, self.numbers, self.ceilings["memory"])
        self.history = HistoryIntake(reads, work, self.numbers.of, dict(resume.get("history") or {}))
        self.total: int | None = None
        self.plain = True
        self.seen: set[int] = set()
        self.entities: dict[str, int] | None = None
        self.merged: list[tuple[int, int]] = []

    def run(self, entries: Iterable[Entry]) -> None:
        """Take in the rows of a file; raises Cancelled between chunks, Refused for a newer file."""
        waiting: list[RawRecord] = []
        for entry in entries:
            if isinstance(entry, Problem):
                self.tally.problem(entry)
            elif isinstance(entry, RawRecord):
                if waiting and (_group(waiting[0].table) != _group(entry.table) or len(waiting) >= CHUNK):
                    self._take(waiting)
                    waiting = []
                waiting.append(entry)
        self._take(waiting)
        self.history.finish()
        self._commit("history")
        self._merge_entities()
        if self.mode is Mode.REPLACE:
            self._archive_the_rest()

    def _take(self, records: list[RawRecord]) -> None:
        """Take in rows of one table."""
        if not records:
            return
        table = records[0].table
        if table == HEADER:
            self._header(records[0].row)
            return
        if table in ("batch", "event"):
            for record in records:
                self._guard(record, self.history.take)
            self.history.flush()
        elif table == "memory":
            self._memories(records)
        else:
            known = self.here.rows(table, records)
            for record in records:
                self._guard(record, lambda each: self._tied(each, known))
        self._commit(_group(table))

    def _header(self, row: Json) -> None:
        version = row.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise Refused(
                f"This export has version {version}, newer than this memtui reads.", "Update memtui and try again."
            )
        count = row.get("memories")
        self.total = count if isinstance(count, int) and count >= 0 else None

    def _guard(self, record: RawRecord, take: Any) -> None:
        try:
            take(record)
        except (InvalidRecord, Refused) as error:
            self.tally.notice(record.file, record.line, error.sentence, skipped=True)

    def _memories(self, records: list[RawRecord]) -> None:
        ids = [record.row["id"] for record in records if isinstance(record.row.get("id"), str)]
        here = self.workspace.store.reads.by_ids(ids)
        for record in records:
            self.tally.read += 1
            self.tally.files[record.file] += 1
            self._guard(record, lambda each: self._memory(each, here))

    def _memory(self, record: RawRecord, here: dict[str, Memory]) -> None:
        rank = _number(record.row)
        content = record.row.get("content")
        given: dict[str, Any] = {"number": None}
        if isinstance(content, str):
            given["content_hash"] = digest(content)
        for name in ("recorded_at", "updated_at"):
            if record.row.get(name) is None:
                given[name] = self.workspace.clock.now()
        if not isinstance(record.row.get("id"), str):
            given["id"] = new_id(self.workspace.clock.now())
        memory = from_row(Memory, record.row, **given)
        existing = here.get(memory.id)
        if existing is None:
            self._new(record, memory, rank, here)
        elif self.mode is Mode.APPEND:
            copy = replace(memory, id=new_id(self.workspace.clock.now()), foreign_id=None)
            self._new(record, copy, None, here)
            self.numbers.is_here("memory", rank, here[copy.id].number or 0)
        else:
            self.numbers.is_here("memory", rank, existing.number or 0)
            self._see(existing.number or 0)
            self._compare(record, existing, memory)

    def _new(self, record: RawRecord, memory: Memory, rank: int | None, here: dict[str, Memory]) -> None:
        self.tally.new += 1
        self.tally.sample(memory.content)
        if self.work is None:
            here[memory.id] = memory
            self.numbers.is_here("memory", rank or 0, self.numbers.of("memory", rank or 0))
            return
        number = None if rank is None else self.numbers.of("memory", rank)
        try:
            stored = self.work.insert(replace(memory, number=number))
        except Refused:
            if memory.superseded_by is None:
                raise
            self.tally.notice(record.file, record.line, "supersedes in a circle: the link was left out", skipped=False)
            status = Status.ACTIVE if memory.status is Status.SUPERSEDED else memory.status
            stored = self.work.insert(replace(memory, number=number, superseded_by=None, status=status))
        here[memory.id] = stored
        self._see(stored.number or 0)
        if rank is not None:
            self.numbers.is_here("memory", rank, stored.number or 0)

    def _compare(self, record: RawRecord, existing: Memory, memory: Memory) -> None:
        """Keep the newer of two states of a memory; what was superseded or archived here stays so."""
        taken = replace(memory, number=existing.number, version=existing.version)
        if _same(existing, taken):
            self.tally.unchanged += 1
            return
        newer = memory.updated_at > existing.updated_at or self.mode is Mode.OVERWRITE
        if self.mode is Mode.SKIP or not newer:
            reason = "is here already" if self.mode is Mode.SKIP else "is not newer than what is here"
            self.tally.notice(record.file, record.line, reason, skipped=True)
            return
        if existing.status in _CLOSED and memory.live:
            kept = ("status", "layer", "layer_before", "superseded_by", "merged_into")
            taken = replace(taken, **{name: getattr(existing, name) for name in kept})
            if _same(existing, taken):
                self.tally.unchanged += 1
                return
        self.tally.changed += 1
        self.plain = False
        if self.work is not None:
            self.work.update(taken)

    def _tied(self, record: RawRecord, known: dict[Any, tuple[int, Json]]) -> None:
        """Take in an entity, fact, relation or conflict."""
        table, rank = record.table, _number(record.row)
        if table == "entity":
            self._entity(record, rank)
            return
        row = {**record.row}
        for name, of in REFERENCES[table].items():
            if not _is_int(row.get(name)):
                raise InvalidRecord(f"The field {name} is missing or no number.")
            row[name] = self.numbers.known(of, row[name])
        existing = known.get(identity(table, row))
        if existing is not None:
            self.numbers.is_here(table, rank, existing[0])
            return
        made = from_row(TABLES[table], row, number=self.numbers.of(table, rank))
        if self.work is not None:
            self.work.insert(made)
            known[identity(table, row)] = (made.number or 0, row)

    def _entity(self, record: RawRecord, rank: int) -> None:
        if self.entities is None:
            self.entities = self.here.entities()
        existing = self.entities.get(str(record.row.get("id")))
        if existing is not None:
            self.numbers.is_here("entity", rank, existing)
            return
        number = self.numbers.of("entity", rank)
        survivor = record.row.get("merged_into")
        made = from_row(TABLES["entity"], record.row, number=number, merged_into=None)
        if self.work is not None:
            self.work.insert(made)
        self.numbers.is_here("entity", rank, number)
        if _is_int(survivor):
            self.merged.append((number, survivor))

    def _merge_entities(self) -> None:
        """Point merged entities at their survivors, which may stand after them in the file."""
        reads = self.workspace.store.reads
        for start in range(0, len(self.merged), CHUNK):
            run = self.merged[start : start + CHUNK]
            rows = [row for number, _ in run for row in reads.records("entity", number - 1, 1)]
            found = {row.number: row for row in rows if isinstance(row, Entity)}
            for number, survivor in run:
                if self.work is not None and number in found:
                    self.work.update(replace(found[number], merged_into=self.numbers.known("entity", survivor)))
            self._commit("entities")

    def _see(self, number: int) -> None:
        if self.mode is Mode.REPLACE:
            self.seen.add(number)

    def _archive_the_rest(self) -> None:
        """Archive the live memories that the file does not hold."""
        reads = self.workspace.store.reads
        live = reads.numbers(replace(EVERYTHING, statuses=LIVE), Order.OLDEST)
        rest = [number for number in live if number not in self.seen]
        now = self.workspace.clock.now()
        for start in range(0, len(rest), CHUNK):
            for memory in reads.memories(rest[start : start + CHUNK]):
                self.tally.archived += 1
                self.plain = False
                if self.work is not None:
                    self.work.update(archived(memory, now))
            self._commit("memories")

    def _commit(self, what: str) -> None:
        if self.work is not None:
            resume = {**self.resume, "history": self.history.state}
            self.work.checkpoint(resume, f"{self.tally.summary} from {self.said}")
        self.progress(self.tally.read, self.total, what)


def _group(table: str) -> str:
    """Return which kinds of rows are written together, as progress calls them."""
    return "history" if table in ("batch", "event") else "memories" if table == "memory" else f"{table} rows"


def _same(existing: Memory, taken: Memory) -> bool:
    """Say whether two states agree in all that the journal keeps, or differ only by what an export masked."""
    if journalled(to_row(existing)) == journalled(to_row(taken)):
        return True
    if existing.content == taken.content:
        return False
    hidden = replace(existing, content=mask(existing.content), content_hash=taken.content_hash)
    return journalled(to_row(hidden)) == journalled(to_row(taken))


def _number(row: Json) -> int:
    number = row.get("number")
    if not _is_int(number) or not 0 < number < _MOST_ROWS:
        raise InvalidRecord("The row has no number.")
    return int(number)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

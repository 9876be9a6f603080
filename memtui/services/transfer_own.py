"""Bringing in memtui's own format: rows as they were, above the numbers that are taken here, and their history.

A row that is here already (the same id) is compared and the newer stays. Row numbers of the file fit in above
the store's own; where a row was here before, its number here stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.filters import EVERYTHING, LIVE, Order
from memtui.domain.kinds import Status
from memtui.domain.records import Json, Memory
from memtui.formats.base import Entry, Problem, RawRecord
from memtui.formats.own import HEADER, VERSION
from memtui.formats.rows import TABLES, from_row
from memtui.services.making import digest, new_id
from memtui.services.places import Places
from memtui.services.ports import Progress, UnitOfWork
from memtui.services.transfer_decide import Verdict, archived
from memtui.services.transfer_detect import Runs
from memtui.services.transfer_history import HistoryIntake
from memtui.services.transfer_merge import merged
from memtui.services.transfer_numbers import Numbers, is_rank, rank_of
from memtui.services.transfer_report import Mode, Tally
from memtui.services.transfer_tied import TiedIntake
from memtui.services.workspace import Workspace

CHUNK = 400


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
        self.tied = TiedIntake(workspace.store, work, self.numbers, self.ceilings)
        self.history = HistoryIntake(reads, work, self.numbers.of)
        self.total: int | None = None
        self.plain = True
        self._names_things = False
        self.came = Runs(resume.get("came"))
        self.seen = Places()
        self.taken: set[int | None] = set()

    def run(self, entries: Iterable[Entry], rows: Callable[[], Iterable[Entry]]) -> None:
        """Take in a file: its history first, so that this import stands after it, then the things that its memories
        name, which else would be made anew, then all its rows.

        Raises Cancelled between chunks, Refused for a newer file.
        """
        if self.work is None:
            self._pass(entries, self._take, problems=True)
        else:
            self._pass(entries, self._look, problems=True)
            self.history.finish()
            self._commit("history")
            if self._names_things:
                self._pass(rows(), self._entities)
            self._pass(rows(), self._take)
        for record, reason in self.tied.merge(CHUNK):
            self.tally.notice(record.file, record.line, reason, skipped=False)
        self._commit("entities")
        if self.mode is Mode.REPLACE:
            self._archive_the_rest()

    def _pass(
        self, entries: Iterable[Entry], take: Callable[[list[RawRecord]], None], *, problems: bool = False
    ) -> None:
        """Hand over the rows of a file in runs of one group."""
        waiting: list[RawRecord] = []
        for entry in entries:
            if isinstance(entry, Problem) and problems:
                self.tally.problem(entry)
            elif isinstance(entry, RawRecord):
                if waiting and (_group(waiting[0].table) != _group(entry.table) or len(waiting) >= CHUNK):
                    take(waiting)
                    waiting = []
                waiting.append(entry)
        if waiting:
            take(waiting)

    def _look(self, records: list[RawRecord]) -> None:
        """Learn which rows are here already, and take in the history, which mentions them."""
        table = records[0].table
        for record in records if table in TABLES else ():
            if is_rank(rank := record.row.get("number")):
                self.numbers.reach(table, rank)
        if table == HEADER:
            self._header(records[0].row)
        elif _group(table) == "history":
            for record in records:
                self._guard(record, self.history.take)
            self.history.flush()
            self._commit("history")
        elif table == "memory" and self.ceilings["memory"] and self.mode is not Mode.APPEND:
            ids = {record.row["id"]: record for record in records if isinstance(record.row.get("id"), str)}
            for ulid, memory in self.workspace.store.reads.by_ids(list(ids)).items():
                if is_rank(rank := ids[ulid].row.get("number")):
                    self.numbers.is_here("memory", rank, memory.number or 0)
        elif table == "entity":
            self._names_things = True

    def _entities(self, records: list[RawRecord]) -> None:
        """Take in the things that memories name."""
        if records[0].table == "entity":
            for record in records:
                self._guard(record, lambda each: self.tied.take(each, {}))
            self._commit("entity rows")

    def _take(self, records: list[RawRecord]) -> None:
        """Take in rows of one table."""
        table = records[0].table
        if table == HEADER:
            self._header(records[0].row)
            return
        if _group(table) == "history":
            for record in records if self.work is None else ():
                self._guard(record, self.history.take)
        elif table == "memory":
            self._memories(records)
        elif table == "entity" and self.work is not None:
            return
        else:
            known = self.tied.known(table, records)
            for record in records:
                self._guard(record, lambda each: self.tied.take(each, known))
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
        if self.work is not None:
            ranks = [rank for record in records if is_rank(rank := record.row.get("number"))]
            found = self.work.memories([self.numbers.of("memory", rank) for rank in ranks])
            self.taken = {memory.number for memory in found}
        for record in records:
            self.tally.read += 1
            self.tally.files[record.file] += 1
            self._guard(record, lambda each: self._memory(each, here))

    def _memory(self, record: RawRecord, here: dict[str, Memory]) -> None:
        rank = rank_of(record.row)
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
        stored = self._put(replace(memory, number=number), record)
        self.came.add(stored.number or 0)
        here[memory.id] = stored
        self._see(stored.number or 0)
        if rank is not None:
            self.numbers.is_here("memory", rank, stored.number or 0)

    def _put(self, memory: Memory, record: RawRecord) -> Memory:
        """Insert a memory, where its successor would close a circle without it."""
        try:
            return self._insert(memory)
        except Refused:
            if memory.superseded_by is None:
                raise
        self.tally.notice(record.file, record.line, "supersedes in a circle: the link was left out", skipped=False)
        status = Status.ACTIVE if memory.status is Status.SUPERSEDED else memory.status
        return self._insert(replace(memory, superseded_by=None, status=status))

    def _insert(self, memory: Memory) -> Memory:
        assert self.work is not None, "a trial writes nothing"
        return (
            self.numbers.insert(self.work, "memory", memory)
            if memory.number in self.taken
            else self.work.insert(memory)
        )

    def _compare(self, record: RawRecord, existing: Memory, memory: Memory) -> None:
        decision = merged(existing, memory, self.mode)
        match decision.verdict:
            case Verdict.UNCHANGED:
                self.tally.unchanged += 1
            case Verdict.SKIPPED:
                self.tally.notice(record.file, record.line, decision.reason, skipped=True)
            case _:
                self.tally.changed += 1
                self.plain = False
                if self.work is not None and decision.memory is not None:
                    self.work.update(decision.memory)

    def _see(self, number: int) -> None:
        if self.mode is Mode.REPLACE:
            self.seen.put(number)

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
            self.resume["came"] = self.came.as_json()
            self.work.checkpoint(self.resume, f"{self.tally.summary} from {self.said}")
        self.progress(self.tally.read, self.total, what)


def _group(table: str) -> str:
    """Return which kinds of rows are written together, as progress calls them."""
    return "history" if table in ("batch", "event") else "memories" if table == "memory" else f"{table} rows"

"""Bringing foreign items into the store: chunk by chunk, each looked up, decided and written in one short transaction."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord, StaleWrite
from memtui.domain.kinds import RelationKind
from memtui.domain.records import Json, Memory
from memtui.formats.base import Entry, FileEnd, Item, Problem
from memtui.formats.names import placed
from memtui.services.ahead import CHUNKS, Ahead
from memtui.services.making import new_id
from memtui.services.places import Places
from memtui.services.ports import Progress, UnitOfWork
from memtui.services.texts import text_of
from memtui.services.transfer_decide import Decision, Verdict, archived, decide, fresh
from memtui.services.transfer_detect import Runs
from memtui.services.transfer_report import Mode, Tally
from memtui.services.transfer_shelf import Shelf, paired
from memtui.services.transfer_ties import Key, Ties
from memtui.services.understanding import tagged
from memtui.services.workspace import Workspace

CHUNK = 250
"""Items a transaction: with their relations well under the 500 changes that hold the lock too long."""
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
RELATION_NOTE = {"signal": "import"}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Items that wait to be written: what was made of them ahead, by place, under which ticket it is worked out, and matches."""

    items: Sequence[Item]
    made: Mapping[int, Memory]
    ticket: int | None
    matches: Mapping[str, Memory]


class Intake:
    """One import. Without a unit of work it only counts what would happen."""

    def __init__(
        self,
        workspace: Workspace,
        work: UnitOfWork | None,
        *,
        mode: Mode,
        project: str | None,
        progress: Progress,
        resume: Json,
        said: str,
    ) -> None:
        self.workspace = workspace
        self.work = work
        self.mode = mode
        self.project = project
        self.progress = progress
        self.said = said
        self.resume = dict(resume)
        self.tally = Tally()
        self.ties = Ties(workspace, self.tally, dict(resume.get("reserved") or {}))
        self.shelf = Shelf(workspace.store.reads)
        self.done = 0
        self.already = int(resume.get("done") or 0) if mode is Mode.APPEND else 0
        self.planned: set[Key] = set()
        self.seen = Places()
        self.unsure: set[str] = set()
        self.came = Runs(resume.get("came"))
        self._ahead = Ahead()
        self._line: deque[Chunk] = deque()

    def run(self, entries: Iterable[Entry]) -> None:
        """Take in everything that a reader yields; raises Cancelled between chunks."""
        with self._ahead:
            self._read(entries)
            for step in self.ties.settle(self.work):
                self._commit(step)

    def _read(self, entries: Iterable[Entry]) -> None:
        waiting: list[Item] = []
        settled: list[Item] = []
        for entry in entries:
            if isinstance(entry, Problem):
                self.tally.problem(entry)
            elif isinstance(entry, Item):
                (settled if entry.settled else waiting).append(entry)
                if len(waiting) >= CHUNK:
                    self._line_up(waiting)
                    waiting = []
            elif isinstance(entry, FileEnd):
                self._line_up(waiting)
                self._empty_line()
                waiting = []
                self._end(entry, settled)
                settled = []
        self._line_up(waiting)
        self._line_up(settled)
        self._empty_line()

    def _end(self, end: FileEnd, items: Sequence[Item]) -> None:
        """Finish a file that was read whole: what it no longer holds is matched with what it holds now, archived or told."""
        here = self.shelf.of(end.format, end.source) if items or self.mode is Mode.REPLACE else []
        names = {item.draft.foreign_id for item in items}
        gone = [memory for memory in here if items and memory.foreign_id not in names and memory.live]
        matches: dict[str, Memory] = {}
        if gone and self.mode is not Mode.APPEND:
            known = {memory.foreign_id for memory in here}
            matches = paired([item for item in items if item.draft.foreign_id not in known], gone)
            found = {memory.number for memory in matches.values()}
            gone = [memory for memory in gone if memory.number not in found]
        for start in range(0, len(items), CHUNK):
            self._line_up(items[start : start + CHUNK], matches)
        self._empty_line()
        if not end.whole:
            self.unsure.add(end.source)
        if self.mode is Mode.REPLACE and end.whole:
            self._archive(
                [memory for memory in here if (memory.number or 0) not in self.seen and memory.file not in self.unsure]
            )
        elif gone and self.mode is not Mode.APPEND:
            reason = f"{len(gone):,} earlier memories are no longer in it and were kept; replacing archives them"
            self.tally.notice(end.file, 0, reason, skipped=False)

    def _archive(self, memories: Sequence[Memory]) -> None:
        now = self.workspace.clock.now()
        live = [memory for memory in memories if memory.live]
        for start in range(0, len(live), CHUNK):
            for memory in live[start : start + CHUNK]:
                self.tally.archived += 1
                if self.work is not None:
                    self.work.update(archived(memory, now))
            self._commit()

    def _line_up(self, items: Sequence[Item], matches: Mapping[str, Memory] | None = None) -> None:
        """Have a chunk written after those before it; what can be made of it by then is made ahead."""
        if not items:
            return
        made = self._made_ahead(items) if self._ahead.helps else {}
        ticket = self._ahead.ask([text_of(memory) for memory in made.values()])
        self._line.append(Chunk(items, made, ticket, matches or {}))
        while len(self._line) >= (CHUNKS if self._ahead.helps else 1):
            self._take(self._line.popleft())

    def _empty_line(self) -> None:
        while self._line:
            self._take(self._line.popleft())

    def _made_ahead(self, items: Sequence[Item]) -> dict[int, Memory]:
        """Return the memories that items make which seem to be new, by their places."""
        drafts = [self._draft(item) for item in items]
        here = self._here(drafts)
        made: dict[int, Memory] = {}
        for place, draft in enumerate(drafts):
            if _key(draft) not in here:
                with suppress(InvalidRecord):
                    made[place] = fresh(self.workspace, draft, proposes=False)
        return made

    def _take(self, chunk: Chunk) -> None:
        """Decide and write one chunk."""
        self._ahead.wait(chunk.ticket)
        drafts = [self._draft(item) for item in chunk.items]
        here = self._here(drafts)
        self.ties.prepare([draft for draft in drafts if draft.superseded_by])
        before = self.tally.new
        for place, (item, draft) in enumerate(zip(chunk.items, drafts, strict=True)):
            self.tally.read += 1
            self.tally.files[item.file] += 1
            self.done += 1
            if self.done <= self.already:
                self.tally.unchanged += 1
                continue
            key = _key(draft)
            existing = here.get(key) or chunk.matches.get(draft.foreign_id or "")
            stored = self._item(item, draft, existing, tagged(chunk.made.get(place)))
            if stored is not None:
                here[key] = stored
                self.ties.came(key, stored.id)
                self.seen.put(stored.number or 0)
        if self.work is not None:
            self._ahead.meet(self.tally.new - before)
        self._commit()

    def _draft(self, item: Item) -> Draft:
        return replace(item.draft, project=self.project) if self.project else item.draft

    def _here(self, drafts: Sequence[Draft]) -> dict[Key, Memory]:
        """Return those of the drafts' memories that are in the store, by the source's id or, for what was exported here, by ours."""
        wanted: dict[str, list[str]] = {}
        for draft in drafts:
            wanted.setdefault(draft.format or "", []).append(draft.foreign_id or "")
        found: dict[Key, Memory] = {}
        for name_of, ids in wanted.items():
            for name, memory in self.workspace.store.reads.by_foreign_ids(name_of, ids).items():
                found[(name_of, name)] = memory
        ours = {draft.foreign_id: _key(draft) for draft in drafts if _ULID.fullmatch(draft.foreign_id or "")}
        if ours:
            known = self.workspace.store.reads.by_ids([name for name in ours if name])
            found.update({ours[name]: memory for name, memory in known.items() if ours[name] not in found})
        return found

    def _item(self, item: Item, draft: Draft, existing: Memory | None, made: Memory | None) -> Memory | None:
        """Write one item and count it; returns its memory, or in a dry run what is here of it."""
        key = _key(draft)
        if self.work is None and existing is None:
            if key in self.planned:
                self.tally.unchanged += 1
                return None
            self.planned.add(key)
        if item.as_exported and existing is not None and self.mode is not Mode.APPEND:
            self.tally.unchanged += 1
            return existing
        try:
            decision = decide(self.workspace, existing, draft, self.mode, item.modified, self.project, made)
        except InvalidRecord as error:
            self.tally.notice(item.file, item.line, error.sentence, skipped=True)
            return existing
        stored = self._count(decision, item, existing)
        if self.work is not None and decision.memory is not None:
            stored = self._write(self.work, decision, item, draft)
            if existing is None or decision.verdict is Verdict.NEW:
                self.came.add(stored.number or 0)
            elif existing.content != stored.content:
                self.came.add(stored.number or 0)
                self._reread(self.work, stored)
        self._tie(item, draft, fresh=decision.memory is not None)
        return stored

    def _count(self, decision: Decision, item: Item, existing: Memory | None) -> Memory | None:
        match decision.verdict:
            case Verdict.NEW:
                self.tally.new += 1
                self.tally.sample(item.draft.content)
            case Verdict.CHANGED:
                self.tally.changed += 1
            case Verdict.UNCHANGED:
                self.tally.unchanged += 1
            case Verdict.SKIPPED:
                self.tally.notice(item.file, item.line, decision.reason, skipped=True)
        return existing

    def _write(self, work: UnitOfWork, decision: Decision, item: Item, draft: Draft) -> Memory:
        memory = decision.memory
        assert memory is not None, "a new or changed item has a memory"
        if decision.verdict is Verdict.NEW:
            reserved = self.ties.take_reserved(_key(draft)) if memory.foreign_id else None
            memory = replace(memory, id=reserved or memory.id or new_id(self.workspace.clock.now()))
            memory = self.ties.superseded(memory, draft, item)
            return self.ties.guarded(work, memory, item)
        memory = self.ties.superseded(memory, draft, item)
        try:
            return self.ties.guarded(work, memory, item)
        except StaleWrite:
            now = work.memory(memory.number or 0)
            return self.ties.guarded(work, replace(memory, version=now.version), item)

    def _reread(self, work: UnitOfWork, memory: Memory) -> None:
        """Withdraw what only the old text of a memory caused."""
        if self.workspace.settings.policy.detect:
            from memtui.services import redetecting
            from memtui.services.detecting import Detector

            redetecting.reread(Detector(self.workspace), work, memory)

    def _tie(self, item: Item, draft: Draft, *, fresh: bool) -> None:
        key = _key(draft)
        for link in item.links:
            other = (key[0], link.target)
            ends = (other, key) if link.reverse else (key, other)
            self.ties.add(*ends, link.kind, link.evidence, item, fresh=fresh)
        told = any(link.kind is RelationKind.SUPERSEDES and link.reverse for link in item.links)
        if draft.superseded_by and not told:
            successor = (key[0], draft.superseded_by)
            self.ties.add(successor, key, RelationKind.SUPERSEDES, RELATION_NOTE, item, fresh=fresh)
        for clash in item.clashes:
            self.ties.clash(key, (key[0], clash.target), clash.reason, item)

    def _commit(self, what: str = "memories") -> None:
        """End a chunk: commit it as part of a batch that can be gone on with, then report."""
        if self.work is not None:
            self.resume |= {"done": self.done, "reserved": self.ties.reserved, "came": self.came.as_json()}
            self.work.checkpoint(self.resume, f"{self.tally.summary} from {self.said}")
        self.progress(self.tally.read, None, what)


def _key(draft: Draft) -> Key:
    return draft.format or "", draft.foreign_id or ""


def place_of(path: Path) -> str:
    """Return the source's name in the note by which a stopped import is found again."""
    return str(placed(path))

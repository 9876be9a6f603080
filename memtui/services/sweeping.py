"""Many memories detected one after the other, oldest first, in chunks: what imports, scans and bulk writes share."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from memtui.domain.filters import EVERYTHING, LIVE, Order
from memtui.domain.judgements import Extraction
from memtui.domain.kinds import ConflictState
from memtui.domain.records import Memory
from memtui.services.detecting import Detector
from memtui.services.ending import end_stated
from memtui.services.landing import Landed, Landing
from memtui.services.ledger import Ledger
from memtui.services.places import Places
from memtui.services.ports import Held, UnitOfWork
from memtui.services.rehearsal import Rehearsal
from memtui.services.stating import write_facts
from memtui.services.understanding import long_work, understand
from memtui.services.weighing import Weighed, weigh_all
from memtui.services.workspace import Workspace

CHUNK = 50
"""Memories that are weighed together and written in one short transaction."""

_EVER = datetime.min.replace(tzinfo=UTC)
_STEP = timedelta(microseconds=1)
_NUMBER = 8
"""Bytes of a row number."""


@dataclass(slots=True)
class SweepCounts:
    """What a sweep found so far."""

    compared: int = 0
    queued: int = 0
    applied: int = 0
    relations: int = 0
    facts: int = 0
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def found(self) -> int:
        """How many conflicts were found."""
        return self.queued + self.applied

    def count(self, landed: Landed) -> None:
        """Add what one memory led to."""
        for conflict in landed.conflicts:
            if conflict.state is ConflictState.AUTO:
                self.applied += 1
            else:
                self.queued += 1
        self.relations += len(landed.relations)
        self.actions.update(said.split(":", 1)[0] for said in landed.applied)


def order_key(memory: Memory) -> bytes:
    """Return a memory's place in time: by when it happened, then by its text; undated ones stand last.

    Bytes that sort so, about 130 a memory, the number at their end: a scan holds one for each memory.
    """
    undated = memory.created_at is None
    at = 0 if memory.created_at is None else (memory.created_at - _EVER) // _STEP
    text = f"{memory.content[:80]}\0{memory.content_hash[:8]}".encode("utf-8", "surrogatepass")
    return undated.to_bytes(1) + at.to_bytes(8) + text + (memory.number or 0).to_bytes(_NUMBER)


class Sweep:
    """Detects memories of the store, by number, each against those before it in time.

    Of the sweep's own memories only earlier ones are compared, since each pair is met once, by its later
    side; all others were there before. `whole` says that there are no others. `states` says that facts are
    written too, where a memory carries none; `inner` False leaves pairs within the sweep alone.
    """

    def __init__(
        self,
        detector: Detector,
        numbers: Sequence[int],
        *,
        states: bool,
        whole: bool = False,
        inner: bool = True,
    ) -> None:
        workspace = detector.workspace
        self.workspace = workspace
        self.detector = detector
        self.counts = SweepCounts()
        self.numbers = _in_order(workspace, numbers)
        self._states = states
        self._inner = inner
        self._held: Held = {}
        self._places = Places(self.numbers)
        self._late = not whole and self._others_there()

    def chunks(self, done: int = 0) -> Iterator[tuple[int, list[Memory]]]:
        """Yield the memories in order, from place `done` on, a chunk at a time, each with the place behind it.

        Those that are gone are left out.
        """
        with long_work():
            for start in range(done, len(self.numbers), CHUNK):
                end = min(start + CHUNK, len(self.numbers))
                yield end, self.workspace.store.reads.memories(self.numbers[start:end].tolist())

    def detect(self, work: UnitOfWork, memories: Sequence[Memory]) -> None:
        """Weigh a chunk before the lock is taken, then write what was found."""
        detector = self.detector
        weighed = weigh_all(self.workspace, detector.judge, memories, self._takes, late=self._late, held=self._held)
        unstated = self._unstated(memories)
        for one in weighed:
            self.counts.compared += 1
            extraction = unstated.get(one.memory.number or 0)
            if one.found or extraction is not None:
                self._write(work, one, extraction)

    def _write(self, work: UnitOfWork, weighed: Weighed, extraction: Extraction | None) -> None:
        detector, number = self.detector, weighed.memory.number or 0
        ledger = Ledger(work, self.workspace.store, self.workspace.clock.now(), self.workspace.actor.name)
        if extraction is not None:
            self._state(work, ledger, number, extraction)
        if weighed.found:
            landed = Landing(self.workspace, ledger, detector.judge).land(weighed, ledger.memory(number))
            self.counts.count(landed)
        ledger.write()
        if not isinstance(work, Rehearsal):
            detector.catch_up(ledger)

    def _state(self, work: UnitOfWork, ledger: Ledger, number: int, extraction: Extraction) -> None:
        """Write the facts of a memory that carries none, and what a plugged-in extractor says of it."""
        memory = ledger.memory(number)
        taken = self.detector.taken(memory, extraction)
        if taken is not memory:
            names = ("tier", "tier_reason", "tier_rule_reason", "layer", "extra")
            ledger.change(number, **{name: getattr(taken, name) for name in names})
        facts = write_facts(work, memory, extraction)
        ledger.know_facts(number, facts)
        end_stated(ledger, self.workspace.store, memory, extraction)
        self.counts.facts += len(facts)

    def _takes(self, memory: Memory) -> Callable[[int], bool]:
        places = self._places
        if not self._inner:
            return lambda other: other not in places
        place = max(places.get(memory.number or 0), 0)
        return lambda other: places.get(other) < place

    def _unstated(self, memories: Sequence[Memory]) -> dict[int, Extraction]:
        """Return what memories state that carry no facts, by number; those that state nothing are left out."""
        if not self._states:
            return {}
        numbers = [memory.number or 0 for memory in memories]
        stated = {fact.memory_number for fact in self.workspace.store.graph.facts_of(numbers)}
        plugged = self.workspace.settings.plugins.extractor is not None
        found: dict[int, Extraction] = {}
        for number, memory in zip(numbers, memories, strict=True):
            if number not in stated and (plugged or understand(memory).states):
                extraction = self.detector.extraction(memory)
                if plugged or extraction.edges or extraction.contradictions:
                    found[number] = extraction
        return found

    def _others_there(self) -> bool:
        """Say whether the store holds memories beside those of the sweep."""
        return self.workspace.store.reads.count(EVERYTHING) > len(self.numbers)


def live_numbers(workspace: Workspace) -> array[int]:
    """Return the numbers of all memories that a scan compares."""
    return workspace.store.reads.numbers(replace(EVERYTHING, statuses=LIVE, held=False), Order.OLDEST)


def _in_order(workspace: Workspace, numbers: Sequence[int]) -> array[int]:
    """Return numbers by their memories' place in time; holds a key for each, never the memories."""
    wanted = list(dict.fromkeys(numbers))
    keyed: list[bytes] = []
    for start in range(0, len(wanted), 500):
        keyed += map(order_key, workspace.store.reads.memories(wanted[start : start + 500]))
    keyed.sort()
    return array("q", (int.from_bytes(key[-_NUMBER:]) for key in keyed))

"""What happened on a timeline besides memories being added: conflicts, verdicts, moves between layers, merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.domain.kinds import ConflictState, Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Batch, Conflict, Entity, Event, Memory, Relation
from memtui.intelligence.timeline import headline
from memtui.services.ports import Reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A relation as seen from one memory: to (or from) which other one."""

    relation: Relation
    other: Memory
    outward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that happened: `kind` is added, conflict, verdict, layer, archive or merge.

    `at` is unset for undated memories. `headline` is what the memory says of the thing, `said` what else is to be
    said of the event. `joined` marks memories that never name the thing but belong to a chain with one that does.
    """

    at: datetime | None
    kind: str
    headline: str
    memory: Memory
    said: str = ""
    actor: str = ""
    joined: bool = False
    links: tuple[Link, ...] = ()
    conflict: Conflict | None = None


class Events:
    """Reads what happened to the memories of a timeline; `naming` are the ids of those that name the thing, `called` its names."""

    def __init__(self, reads: Reads, naming: frozenset[str], called: Sequence[str]) -> None:
        self._reads, self._naming, self._called = reads, naming, called
        self._batches: dict[int, Batch] = {}

    def conflicts(self, conflicts: Iterable[Conflict], by_number: Mapping[int | None, Memory]) -> Iterable[Line]:
        """Yield conflicts that are not settled, and the verdicts of people; those that say the same are one line."""
        yield from _counted(list(self._each_conflict(conflicts, by_number)))

    def _each_conflict(self, conflicts: Iterable[Conflict], by_number: Mapping[int | None, Memory]) -> Iterable[Line]:
        for conflict in conflicts:
            new, old = by_number[conflict.new_number], by_number[conflict.old_number]
            change = _change(conflict) or " → ".join(f"“{headline(one.content, self._called)}”" for one in (old, new))
            said = f"{conflict.type.value.replace('_', ' ')}: {change}"
            if conflict.state in (ConflictState.OPEN, ConflictState.KEPT):
                told = f"{said} ({conflict.state.value})"
                yield self._about(new, conflict.created_at, "conflict", told, "", conflict)
            if conflict.human_verdict is not None and conflict.decided_at is not None:
                told = f"{conflict.human_verdict.replace('_', ' ')}: {change}"
                yield self._about(new, conflict.decided_at, "verdict", told, conflict.decided_by or "", conflict)

    def _about(
        self, memory: Memory, at: datetime, kind: str, said: str, actor: str, conflict: Conflict | None = None
    ) -> Line:
        return Line(
            at=at,
            kind=kind,
            headline=headline(memory.content, self._called),
            memory=memory,
            said=said,
            actor=actor,
            joined=memory.id not in self._naming,
            conflict=conflict,
        )

    def moves(self, memories: Sequence[Memory]) -> Iterable[Line]:
        """Yield what happened to memories themselves, one after the other: layers, archive, merges."""
        happened = self._reads.changes_of("memory", [memory.number or 0 for memory in memories])
        for memory in memories:
            yield from self._moves(memory, happened.get(memory.number or 0, ()))

    def _moves(self, memory: Memory, events: Iterable[Event]) -> Iterable[Line]:
        for event in events:
            before, after = event.before, event.after
            if before is None or after is None:
                continue
            batch = self._batch(event)
            if batch.undone_by is not None or batch.undoes is not None:
                continue
            if before["merged_into"] != after["merged_into"] and after["merged_into"]:
                yield self._about(memory, batch.at, "merge", "merged into a new memory", batch.actor)
            elif before["layer"] != after["layer"]:
                archived = after["layer"] == Layer.ARCHIVED or before["layer"] == Layer.ARCHIVED
                said = f"{SHORT_NAMES[Layer(before['layer'])]} → {SHORT_NAMES[Layer(after['layer'])]}"
                yield self._about(memory, batch.at, "archive" if archived else "layer", said, batch.actor)

    def merges(self, entities: Iterable[Entity], memory: Memory) -> Iterable[Line]:
        """Yield the merges that gave the thing another name, told beside one of its memories."""
        for entity in entities:
            for event in self._reads.events_of("entity", entity.number or 0):
                before, after = event.before, event.after
                if before is None or after is None:
                    continue
                gained = [name for name in after["aliases"] if name not in before["aliases"]]
                if gained:
                    batch = self._batch(event)
                    yield self._about(memory, batch.at, "merge", f"also called {', '.join(gained)}", batch.actor)

    def _batch(self, event: Event) -> Batch:
        if event.batch_number not in self._batches:
            self._batches[event.batch_number] = self._reads.batch(event.batch_number)
        return self._batches[event.batch_number]


def _change(conflict: Conflict) -> str:
    """Return what changed, from what to what; nothing where the conflict names no values."""
    told = conflict.evidence
    old, new = str(told.get("old_value") or ""), str(told.get("new_value") or "")
    if not (old and new):
        return ""
    what = str(told.get("slot") or told.get("subject") or "")
    change = f"{old} → {new}"
    return change if what.casefold() in (old.casefold(), new.casefold(), "") else f"{what} {change}"


def _counted(lines: Sequence[Line]) -> Iterable[Line]:
    """Yield lines that say the same of one memory once, with their number."""
    alike: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        alike.setdefault((line.kind, line.memory.id, line.said), []).append(line)
    for those in alike.values():
        many = f" ({len(those)} pairs)" if len(those) > 1 else ""
        yield replace(those[0], said=those[0].said + many)

"""What a write led to, and what a scan found: the answers of everything that detects."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.records import Batch, Conflict, Entity, Fact, Memory, Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What a write led to, or in a dry run would.

    `applied` lists what the policy did, as strings such as superseded_existing:OLD:by:NEW. `others` are the
    memories that the relations and conflicts lead to, as they were before. `named` are the subjects and objects
    of the facts, mentioned or not. `notices` are sentences (a
    plug-in that failed). In a dry run the memory and all that hangs on it have no numbers of their own:
    0 stands for the new memory.
    """

    memory: Memory
    batch: Batch | None
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    relations: tuple[Relation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    applied: tuple[str, ...] = ()
    others: tuple[Memory, ...] = ()
    named: tuple[Entity, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanReport:
    """What a scan of the whole store found; `found` = `queued` + `applied` conflicts, all of them new.

    `compared` counts memories. In a preview nothing was written and there is no batch.
    """

    compared: int
    found: int
    queued: int
    applied: int
    batch: Batch | None = None
    relations: int = 0
    stopped: bool = False
    notices: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The counts as one sentence for people."""
        from memtui.services.titles import counted

        said = f"Compared {counted(self.compared, 'memory', 'memories')}: "
        if not self.found:
            said += "no new conflict"
        else:
            said += f"{counted(self.found, 'conflict')} found, {self.queued:,} to review, {self.applied:,} applied"
        if self.relations:
            said += f", {counted(self.relations, 'relation')}"
        return f"{said}. Stopped before the end; the same again goes on." if self.stopped else f"{said}."

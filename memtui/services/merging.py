"""Two memories made into one: a new memory that supersedes both, whether or not they were in conflict."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.drafts import Draft
from memtui.domain.errors import Refused
from memtui.domain.kinds import RelationKind, Source, Trust
from memtui.domain.layers import RANK
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services.detecting import Detector
from memtui.services.landing import Landing
from memtui.services.ledger import Ledger
from memtui.services.making import memory_from, normal_tags
from memtui.services.mooting import close_moot
from memtui.services.ports import UnitOfWork
from memtui.services.screening import refuse_secrets
from memtui.services.stating import write_facts
from memtui.services.verdict_effects import Given, decided, refusal, sides_of
from memtui.services.workspace import Workspace


class Merge:
    """One merge of two memories, the newer first.

    The new text is read and weighed before the lock is taken; raises SecretRefused unless secrets are allowed,
    InvalidRecord.
    """

    def __init__(self, workspace: Workspace, numbers: tuple[int, int], text: str, *, allow_secrets: bool) -> None:
        self._workspace = workspace
        self._numbers = numbers
        sides = [workspace.store.reads.memory(number) for number in numbers]
        if not allow_secrets:
            refuse_secrets(text, known=[side.content for side in sides])
        fresh = _merged(workspace, sides[0], sides[1], text)
        self._detector = Detector(workspace)
        self._prepared = self._detector.prepare(fresh, late=False)

    def write(self, work: UnitOfWork, ledger: Ledger, conflict: Conflict, note: str | None) -> tuple[Given, Memory]:
        """Store the merged memory as the verdict on a conflict, and let it supersede both sides."""
        reason = refusal(ledger, conflict, Verdict.MERGE)
        if reason:
            raise Refused(reason)
        memory = self._insert(work, ledger)
        sides = sides_of(ledger, conflict)
        ended = self._replace_both(ledger, memory)
        after = decided(ledger, conflict, Verdict.MERGE, {"merged_into": memory.id}, note)
        settled = close_moot(ledger, self._numbers, after)
        self._land(ledger, memory)
        given = Given(after, sides, tuple(settled), ended, ledger.now if ended else None)
        return given, ledger.memory(memory.number or 0)

    def write_alone(self, work: UnitOfWork, ledger: Ledger) -> tuple[Memory, int]:
        """Store the merged memory and let it supersede two that have no conflict; returns it and how many pairs that settled."""
        memory = self._insert(work, ledger)
        self._replace_both(ledger, memory)
        settled = close_moot(ledger, self._numbers, memory)
        self._land(ledger, memory)
        return ledger.memory(memory.number or 0), len(settled)

    def _insert(self, work: UnitOfWork, ledger: Ledger) -> Memory:
        memory = work.insert(self._prepared.memory)
        ledger.know(memory)
        ledger.is_new(memory.number or 0, write_facts(work, memory, self._prepared.extraction))
        return memory

    def _land(self, ledger: Ledger, memory: Memory) -> None:
        """Write what the new text leads to beside the two, and all that the ledger holds."""
        found = self._prepared.weighed.found
        others = tuple(one for one in found if not {one.newer.number, one.older.number} & set(self._numbers))
        weighed = replace(self._prepared.weighed, found=others)
        Landing(self._workspace, ledger, self._detector.judge).land(weighed, memory)
        ledger.write()

    def _replace_both(self, ledger: Ledger, memory: Memory) -> int:
        return sum(self._replace(ledger, number, memory) for number in self._numbers)

    def _replace(self, ledger: Ledger, number: int, memory: Memory) -> int:
        at = memory.created_at or ledger.now
        ended = ledger.supersede(number, memory, at)
        ledger.change(number, merged_into=memory.id)
        ledger.relate(memory.number or 0, number, RelationKind.SUPERSEDES, {"verdict": str(Verdict.MERGE)})
        return ended


def _merged(workspace: Workspace, new: Memory, old: Memory, text: str) -> Memory:
    """Return the memory that a merge makes: what both have in marks, the higher layer, and it happens now."""
    now = workspace.clock.now()
    draft = Draft(
        content=text,
        kind=new.kind or old.kind,
        memory_type=new.memory_type,
        source=Source.MANUAL,
        project=new.project or old.project,
        tags=normal_tags((*new.tags, *old.tags)),
        priority=new.priority if new.priority.value != "none" else old.priority,
        confidence=new.confidence,
        pinned=new.pinned or old.pinned,
        layer=max(new.layer, old.layer, key=RANK.__getitem__),
        tier=new.tier if new.tier is old.tier else None,
        created_at=max(now, *(one.created_at for one in (new, old) if one.created_at is not None)),
        trust=Trust.OWN if Trust.HELD not in (new.trust, old.trust) else Trust.HELD,
    )
    return memory_from(draft, now=now, actor=workspace.actor, project=workspace.settings.project)

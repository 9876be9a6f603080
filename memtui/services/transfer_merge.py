"""Two states of one memory, ours and that of an export of memtui: which one stays."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.changes import journalled
from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.formats.rows import to_row
from memtui.intelligence.secrets import mask
from memtui.services.transfer_decide import Decision, Verdict
from memtui.services.transfer_report import Mode

_CLOSED = frozenset((Status.SUPERSEDED, Status.ARCHIVED))
_STANDING = ("status", "layer", "layer_before", "superseded_by", "merged_into")


def merged(existing: Memory, memory: Memory, mode: Mode) -> Decision:
    """Return what to do with another state of a memory: the newer stays, and what was superseded or archived here stays so."""
    taken = replace(memory, number=existing.number, version=existing.version)
    if _same(existing, taken):
        return Decision(verdict=Verdict.UNCHANGED)
    if mode is Mode.SKIP:
        return Decision(verdict=Verdict.SKIPPED, reason="is here already")
    if memory.updated_at <= existing.updated_at and mode is not Mode.OVERWRITE:
        return Decision(verdict=Verdict.SKIPPED, reason="is not newer than what is here")
    if existing.status in _CLOSED and memory.live:
        taken = replace(taken, **{name: getattr(existing, name) for name in _STANDING})
        if _same(existing, taken):
            return Decision(verdict=Verdict.UNCHANGED)
    return Decision(verdict=Verdict.CHANGED, memory=taken)


def _same(existing: Memory, taken: Memory) -> bool:
    """Say whether two states agree in all that the journal keeps, or differ only by what an export masked."""
    if journalled(to_row(existing)) == journalled(to_row(taken)):
        return True
    if existing.content == taken.content:
        return False
    hidden = replace(existing, content=mask(existing.content), content_hash=taken.content_hash)
    return journalled(to_row(hidden)) == journalled(to_row(taken))

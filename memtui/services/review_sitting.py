"""Verdicts as a screen gives them: on what was seen, many at a time, and refused where a text changed meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.errors import StaleWrite
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import remarks, verdicts
from memtui.services.ports import Progress, no_progress
from memtui.services.titles import title
from memtui.services.workspace import Outcome, Workspace


@dataclass(frozen=True, slots=True)
class Seen:
    """A conflict as it stood on the screen: its number and version, and its two memories with the versions read."""

    number: int
    version: int
    texts: tuple[tuple[int, str], ...]
    """Numbers of the memories with the digests of their texts."""


def seen(conflict: Conflict, *memories: Memory) -> Seen:
    """Return what was seen of a conflict."""
    texts = tuple((memory.number or 0, memory.content_hash) for memory in memories)
    return Seen(conflict.number or 0, conflict.version, texts)


def judge(
    workspace: Workspace,
    pairs: Sequence[Seen],
    verdict: Verdict,
    *,
    text: str | None = None,
    progress: Progress = no_progress,
    allow_secrets: bool = False,
) -> Outcome:
    """Give a verdict on what was seen, as `review.decide` does; raises StaleWrite naming who changed a text since."""
    _refuse_stale(workspace, pairs)
    return verdicts.decide(
        workspace,
        [one.number for one in pairs],
        verdict,
        text=text,
        note=None,
        versions=[one.version for one in pairs],
        progress=progress,
        allow_secrets=allow_secrets,
    )


def put_off(workspace: Workspace, numbers: Sequence[int]) -> Outcome:
    """Move open conflicts to the end of the queue, as one batch; raises Refused for one that is not open."""
    found = workspace.store.queue.conflicts(numbers)
    if len(found) == 1:
        return remarks.put_off(workspace, found[0])
    return remarks.put_off_all(workspace, found)


def _refuse_stale(workspace: Workspace, pairs: Sequence[Seen]) -> None:
    reads = workspace.store.reads
    wanted = {number: digest for one in pairs for number, digest in one.texts}
    for memory in reads.memories(sorted(wanted)):
        if memory.content_hash != wanted[memory.number or 0]:
            raise StaleWrite(_changed(workspace, memory), "Look at it again, then decide.")


def changed_by(workspace: Workspace, number: int) -> str:
    """Return in one sentence who changed a memory last."""
    return _changed(workspace, workspace.store.reads.memory(number))


def _changed(workspace: Workspace, memory: Memory) -> str:
    newest = workspace.store.reads.batches(1, memory=memory.number)
    who = newest[0].actor if newest else "somebody"
    return f"“{title(memory.content, 40)}” was changed by {who} just now."

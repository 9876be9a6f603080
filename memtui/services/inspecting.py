"""One memory with everything that belongs to it."""

from __future__ import annotations

from memtui.domain.filters import Badge
from memtui.domain.kinds import RelationStatus
from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Batch, Conflict, Event, Memory, Relation
from memtui.intelligence.importance import assess
from memtui.services.changelog import FieldChange, RowChange, steps
from memtui.services.findings import Detail, TrailEntry
from memtui.services.ports import Reads
from memtui.services.rows import memory_of
from memtui.services.succession import successor
from memtui.services.workspace import Workspace

TRAIL = 50
"""How many of a memory's latest steps are told."""

EVALUATE = "evaluate"
"""The action of an evaluation of the layers."""

_SAID = {"add": "added", "import": "imported", "edit": "edited", "archive": "archived", "unarchive": "brought back"}
_SAID |= {"pin": "pinned", "unpin": "unpinned", "tag": "tagged", "undo": "undone", "redo": "redone"}
_SAID |= {"resolve": "judged", "revoke": "verdict taken back", "scan": "scanned", "report": "reported"}
_SAID |= {"link": "linked", "unlink": "unlinked"}
_SAID |= {"promote": "promoted", "demote": "demoted", "move": "moved", EVALUATE: "evaluated"}
_BESIDE = {"add": "another one added", "import": "others imported"}
"""What is said of an act that made other memories and changed this one along with them."""

_SHORT = ("status", "layer", "tier", "tags", "priority", "importance", "kind", "project")


def detail(workspace: Workspace, number: int) -> Detail:
    """Return a memory with its importance, successor, relations, conflicts and trail (newest first); raises NotFound."""
    reads = workspace.store.reads
    memory = reads.memory(number)
    return Detail(
        memory=memory,
        importance=assess(memory, workspace.clock.now()),
        badges=reads.badges([number]).get(number, frozenset[Badge]()),
        successor=successor(reads, memory),
        relations=tuple(_relations(workspace, number)),
        conflicts=tuple(_conflicts(reads, number)),
        trail=tuple(_trail(reads, number)),
    )


def _relations(workspace: Workspace, number: int) -> list[tuple[Relation, Memory]]:
    """Return a memory's links that still count with what they lead to, the most important first."""
    reads, now = workspace.store.reads, workspace.clock.now()
    links = [link for link in reads.relations(number) if link.status is RelationStatus.ACTIVE]
    ends = [link.to_number if link.from_number == number else link.from_number for link in links]
    others = {memory.number: memory for memory in reads.memories(ends)}
    found = [(link, others[end]) for link, end in zip(links, ends, strict=True) if end in others]
    return sorted(found, key=lambda pair: assess(pair[1], now).value, reverse=True)


def _conflicts(reads: Reads, number: int) -> list[tuple[Conflict, Memory]]:
    conflicts = reads.conflicts(number)
    ends = [c.old_number if c.new_number == number else c.new_number for c in conflicts]
    others = {memory.number: memory for memory in reads.memories(ends)}
    return [(conflict, others[end]) for conflict, end in zip(conflicts, ends, strict=True) if end in others]


def _trail(reads: Reads, number: int) -> list[TrailEntry]:
    batches: dict[int, Batch] = {}
    entries: list[TrailEntry] = []
    events = reads.events_of("memory", number)[-TRAIL:][::-1]
    for event, step in zip(events, steps(reads, events), strict=True):
        batch = batches.get(event.batch_number) or reads.batch(event.batch_number)
        batches[event.batch_number] = batch
        entries.append(TrailEntry(batch=batch, sentence=_sentence(batch, step) + _why(event, batch)))
    return entries


def _why(event: Event, batch: Batch) -> str:
    """Return the reason of an evaluation's move, in brackets."""
    if batch.action != EVALUATE or event.before is None or event.after is None:
        return ""
    from memtui.services.hierarchy_evaluation import reason_of

    reason = reason_of(memory_of(event.before), batch)
    return f" ({reason[0].lower()}{reason[1:].rstrip('.')})" if reason else ""


def _sentence(batch: Batch, change: RowChange) -> str:
    """Return a step in a few words: what was done, by whom, and what it changed."""
    said = f"{_SAID.get(batch.action, batch.action)} by {batch.actor}"
    if change.made or change.gone:
        return said
    if batch.action in _BESIDE and not {field.field for field in change.fields} & {"text", "tags"}:
        said = f"{_BESIDE[batch.action]} by {batch.actor}"
    told = [_step(field) for field in change.fields if field.field in _SHORT]
    told += [field.field for field in change.fields if field.field == "text"]
    return f"{said}: {', '.join(told[:4])}" if told else said


def _step(field: FieldChange) -> str:
    before, after = field.before, field.after
    if field.field == "layer":
        names = {str(layer): short for layer, short in SHORT_NAMES.items()}
        before, after = names.get(before, before), names.get(after, after)
    return f"{field.field} {before} → {after}"

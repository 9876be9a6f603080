"""Links between memories made by hand, and taken away again: each is one act and one undo."""

from __future__ import annotations

from datetime import datetime

from memtui.domain.errors import NotFound, Refused
from memtui.domain.kinds import RelationKind, RelationStatus, Status
from memtui.domain.records import Json, Memory, Relation, member_of
from memtui.services import remarks
from memtui.services.landing import moment_of
from memtui.services.ledger import Ledger
from memtui.services.mooting import close_moot
from memtui.services.titles import title
from memtui.services.verdict_words import TITLE
from memtui.services.weighing import in_order
from memtui.services.workspace import Outcome, Workspace

BY_HAND: Json = {"made": "by hand"}
"""What the evidence of a hand-made link says."""

MOST_FOLLOWED = 400
"""So many memories are looked through for a circle of successions."""

WORDS = {
    RelationKind.SIMILAR: "is similar to",
    RelationKind.SUPERSEDES: "supersedes",
    RelationKind.REFERENCES: "references",
    RelationKind.CONTRADICTS: "contradicts",
    RelationKind.ELABORATES: "elaborates",
}
"""What a link says, from its newer end to its older one."""


def link(workspace: Workspace, from_number: int, to_number: int, kind: RelationKind | str) -> Outcome:
    """Link two memories by hand, the newer one to the older one whichever is named first.

    A supersession lets the older one be superseded, as a verdict does; a contradiction is queued as a conflict that
    was missed. Raises NotFound, InvalidRecord for a kind that there is not, and Refused for a memory with itself, a
    link that there is, a supersession that would turn in a circle, run backwards in time, or touch what is not live.
    """
    kind = member_of(RelationKind, kind)
    if from_number == to_number:
        raise Refused("A memory cannot be linked to itself.")
    if kind is RelationKind.CONTRADICTS:
        return remarks.report_missed(workspace, from_number, to_number)
    with workspace.store.write(workspace.act("link")) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        newer, older = _ends(ledger, from_number, to_number, kind)
        known = ledger.relation(_number(newer), _number(older), kind)
        if known is not None and known.status is RelationStatus.ACTIVE:
            raise Refused(f"The two are linked already: the newer one {WORDS[kind]} the older one.")
        evidence = {**BY_HAND, **_superseded(ledger, newer, older)} if kind is RelationKind.SUPERSEDES else BY_HAND
        ledger.relate(_number(newer), _number(older), kind, evidence)
        ledger.write()
        work.summarise(_sentence(newer, kind, older))
        batch = work.batch_number
    return Outcome(
        sentence=f"Linked: {_sentence(newer, kind, older)}.",
        batch=workspace.store.reads.batch(batch),
        memories=(ledger.memory(_number(newer)), ledger.memory(_number(older))),
    )


def unlink(workspace: Workspace, from_number: int, to_number: int, kind: RelationKind | str) -> Outcome:
    """End a link between two memories; one whose supersession was made by hand is live again.

    Raises NotFound where there is none, and Refused for a supersession that a verdict or a rule made.
    """
    kind = member_of(RelationKind, kind)
    with workspace.store.write(workspace.act("unlink")) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        ledger.prefetch((from_number, to_number))
        relation = _active(ledger, from_number, to_number, kind)
        newer, older = ledger.memory(relation.from_number), ledger.memory(relation.to_number)
        if kind is RelationKind.SUPERSEDES and older.superseded_by == newer.id:
            if relation.evidence.get("made") != BY_HAND["made"]:
                raise Refused("A verdict or a rule made this supersession.", "Take it back in Review.")
            ledger.give_back(_number(older), _ended_at(relation))
        ledger.unrelate(relation)
        ledger.settle(_number(newer), _number(older))
        ledger.write()
        work.summarise(_sentence(newer, kind, older))
        batch = work.batch_number
    return Outcome(
        sentence=f"Unlinked: {_sentence(newer, kind, older)} no longer.",
        batch=workspace.store.reads.batch(batch),
        memories=(ledger.memory(_number(newer)), ledger.memory(_number(older))),
    )


def _ends(ledger: Ledger, from_number: int, to_number: int, kind: RelationKind) -> tuple[Memory, Memory]:
    """Return the newer and the older memory of a link to be made."""
    ledger.prefetch((from_number, to_number))
    named, other = ledger.memory(from_number), ledger.memory(to_number)
    newer, older, certain = in_order(named, other)
    if not certain or newer is named:
        return named, other
    if kind is RelationKind.SUPERSEDES:
        raise Refused(
            f"“{_title(named)}” is older than “{_title(other)}” and cannot take its place.",
            "Link them the other way round.",
        )
    return newer, older


def _superseded(ledger: Ledger, newer: Memory, older: Memory) -> Json:
    """Let the older memory be superseded by the newer one; returns when, and how many facts ended with it."""
    _refuse_circle(ledger, newer, older)
    for memory in (newer, older):
        if not memory.live:
            what = "superseded" if memory.status is Status.SUPERSEDED else "archived"
            raise Refused(f"“{_title(memory)}” is {what} already.", "Only live memories take each other's place.")
    at = moment_of(None, newer, older, ledger.now)
    ended = ledger.supersede(_number(older), newer, at)
    close_moot(ledger, (_number(newer), _number(older)), newer)
    return {"ended_facts": ended, "ended_at": at.isoformat()}


def _refuse_circle(ledger: Ledger, newer: Memory, older: Memory) -> None:
    """Raise Refused where the older memory supersedes the newer one already, directly or by others."""
    seen, frontier = {_number(older)}, [_number(older)]
    while frontier and len(seen) < MOST_FOLLOWED:
        here = frontier.pop()
        for relation in ledger.relations_of(here):
            supersedes = relation.kind is RelationKind.SUPERSEDES and relation.status is RelationStatus.ACTIVE
            if supersedes and relation.from_number == here and relation.to_number not in seen:
                seen.add(relation.to_number)
                frontier.append(relation.to_number)
    if _number(newer) in seen or newer.superseded_by == older.id:
        raise Refused(
            f"“{_title(older)}” supersedes “{_title(newer)}” already; the other way round they would turn in a circle."
        )


def _active(ledger: Ledger, from_number: int, to_number: int, kind: RelationKind) -> Relation:
    for ends in ((from_number, to_number), (to_number, from_number)):
        relation = ledger.relation(*ends, kind)
        if relation is not None and relation.status is RelationStatus.ACTIVE:
            return relation
    raise NotFound(f"There is no link that says {kind.value} between these two.")


def _ended_at(relation: Relation) -> datetime | None:
    value = relation.evidence.get("ended_at")
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def _number(memory: Memory) -> int:
    return memory.number or 0


def _title(memory: Memory) -> str:
    return title(memory.content, TITLE)


def _sentence(newer: Memory, kind: RelationKind, older: Memory) -> str:
    return f"“{_title(newer)}” {WORDS[kind]} “{_title(older)}”"

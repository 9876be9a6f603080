"""What the graph adds to what was found: elaborations that come along, and which side of an open conflict is the newer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.filters import Filter
from memtui.domain.kinds import ConflictState, ConflictType, RelationKind, RelationStatus, Status
from memtui.domain.records import Conflict, Memory
from memtui.intelligence import sessions
from memtui.services.ports import Candidate
from memtui.services.workspace import Workspace

ELABORATED = 30
"""Of so many of the best candidates the elaborations come along."""

MOST_EACH = 3
"""A memory brings along at most so many, the newest."""

MOST_LINKS = 200
"""So many of a memory's newest links are looked through for elaborations."""

UNSETTLED = frozenset({ConflictState.OPEN, ConflictState.KEPT})


@dataclass(frozen=True, slots=True)
class Companions:
    """`candidates` are the ranking data of elaborations, `elaborated` maps the number of each to what it elaborates.

    `outranked` are the pairs (newer, older) of conflicts that are not settled.
    """

    candidates: tuple[Candidate, ...] = ()
    elaborated: dict[int, list[int]] = field(default_factory=dict)
    outranked: tuple[tuple[int, int], ...] = ()


def companions(workspace: Workspace, found: Sequence[Candidate], where: Filter) -> Companions:
    """Return what the graph adds to candidates; only what passes the filter comes along."""
    known = {candidate.memory.number: candidate for candidate in found if candidate.memory.number is not None}
    outranked = tuple(_outranked(workspace, found))
    if not workspace.settings.weights.elaborates:
        return Companions(outranked=outranked)
    elaborated = _elaborated(workspace, [number for number, each in known.items() if each.memory.live][:ELABORATED])
    fresh = workspace.store.reads.memories([number for number in elaborated if number not in known])
    passing = [memory for memory in fresh if sessions.passes(memory, where)]
    admitted = {memory.number for memory in passing}
    return Companions(
        candidates=tuple(workspace.store.search.candidates_for(passing)) if passing else (),
        elaborated={number: those for number, those in elaborated.items() if number in known or number in admitted},
        outranked=outranked,
    )


def is_current(conflict: Conflict, new: Memory, old: Memory) -> bool:
    """Say whether the newer side of a conflict is to be taken as what is true now: it is really newer, and nothing is settled.

    Turns of a conversation tell what was said then; none of them is more current than another.
    """
    if new.session_position is not None or old.session_position is not None:
        return False
    if conflict.state not in UNSETTLED or conflict.type is ConflictType.DUPLICATE:
        return False
    if new.status is not Status.CONFLICTED or old.status is not Status.CONFLICTED:
        return False
    return new.created_at is not None and old.created_at is not None and new.created_at > old.created_at


def _elaborated(workspace: Workspace, numbers: Sequence[int]) -> dict[int, list[int]]:
    if not numbers:
        return {}
    wanted = set(numbers)
    found: dict[int, list[int]] = {}
    count: dict[int, int] = {}
    for relation in reversed(workspace.store.graph.relations_of(numbers, MOST_LINKS)):
        of = relation.to_number
        if relation.kind is RelationKind.ELABORATES and relation.status is RelationStatus.ACTIVE and of in wanted:
            count[of] = count.get(of, 0) + 1
            if count[of] <= MOST_EACH:
                found.setdefault(relation.from_number, []).append(of)
    return found


def _outranked(workspace: Workspace, found: Sequence[Candidate]) -> list[tuple[int, int]]:
    disputed = {
        candidate.memory.number: candidate.memory
        for candidate in found
        if candidate.memory.status is Status.CONFLICTED and candidate.memory.number is not None
    }
    if len(disputed) < 2:
        return []
    conflicts = workspace.store.queue.of([number for number in disputed if number is not None])
    return [
        (conflict.new_number, conflict.old_number)
        for conflict in conflicts
        if conflict.new_number in disputed
        and conflict.old_number in disputed
        and is_current(conflict, disputed[conflict.new_number], disputed[conflict.old_number])
    ]

"""One pair looked at closely: what each verdict would change, what builds on its memories, and what lies around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.kinds import ConflictState, RelationKind, RelationStatus
from memtui.domain.records import Conflict, Memory, Relation
from memtui.domain.verdicts import Verdict
from memtui.intelligence.importance import assess
from memtui.intelligence.secrets import mask
from memtui.services import verdicts
from memtui.services.current_facts import SINGULAR
from memtui.services.evidence import is_marker
from memtui.services.ports import ConflictFilter
from memtui.services.titles import title
from memtui.services.workspace import Workspace

AROUND = 8
"""So many memories around a pair are told of."""

MOST_LINKS = 100
"""So many of a memory's newest links are looked through."""

FACTS = 3
"""So many facts of each side are told."""

BUILDING = frozenset({RelationKind.REFERENCES, RelationKind.ELABORATES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A memory near a pair: how it is tied (`kind`; None for another conflict), to which side, and from where to where.

    `outward` says that the link leads from this memory to the side. `conflict` is the state of the conflict
    that the two have.
    """

    memory: Memory
    importance: float
    kind: RelationKind | None
    to_new: bool
    outward: bool = True
    conflict: ConflictState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What hangs on one side: facts in words, the beginnings of memories that build on it and how many there are."""

    facts: tuple[str, ...] = ()
    building: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Closer:
    """What is told of a pair once the cursor rests on it.

    `consequences` holds the clauses of each verdict. `agreed` of `judged` verdicts on conflicts of this type
    went the detector's way.
    """

    number: int
    consequences: Mapping[Verdict, tuple[str, ...]]
    new: Standing
    old: Standing
    around: tuple[Near, ...]
    agreed: int = 0
    judged: int = 0


def closer(workspace: Workspace, number: int) -> Closer:
    """Return what is to be told of a pair; raises NotFound."""
    queue = workspace.store.queue
    with workspace.store.reads.one_moment():
        conflict = queue.conflict(number)
        new, old = _sides(workspace, conflict)
        links = _Links(workspace, new, old)
        tallies = queue.tallies(ConflictFilter(states=frozenset(), types=frozenset({conflict.type})))
        return Closer(
            number=number,
            consequences={one: verdicts.consequences(workspace, number, one) for one in Verdict},
            new=links.standing(new),
            old=links.standing(old),
            around=tuple(links.around(conflict)),
            agreed=sum(one.size for one in tallies if one.agreed),
            judged=sum(one.size for one in tallies if one.agreed is not None),
        )


def _sides(workspace: Workspace, conflict: Conflict) -> tuple[int, int]:
    """Return the numbers of the newer and the older memory, by when they happened."""
    from memtui.services.review_entries import entries

    found = entries(workspace, [conflict])
    if not found:
        return conflict.new_number, conflict.old_number
    return found[0].new.number or 0, found[0].old.number or 0


class _Links:
    """The links of two memories, read once."""

    def __init__(self, workspace: Workspace, new: int, old: int) -> None:
        self._workspace, self._new, self._old = workspace, new, old
        graph = workspace.store.graph
        found = graph.relations_of([new, old], MOST_LINKS)
        self._links = [one for one in found if one.status is RelationStatus.ACTIVE and not self._between(one)]
        self._facts = graph.facts_of([new, old])
        ends = {end for one in self._links for end in (one.from_number, one.to_number)}
        self._memories = self._read(sorted(ends - {new, old}))

    def _read(self, numbers: Sequence[int]) -> dict[int, Memory]:
        return {one.number or 0: one for one in self._workspace.store.reads.memories(list(numbers))}

    def _between(self, link: Relation) -> bool:
        return {link.from_number, link.to_number} == {self._new, self._old}

    def standing(self, number: int) -> Standing:
        """Return what hangs on one side."""
        building = [
            self._memories[link.from_number]
            for link in self._links
            if link.to_number == number and link.kind in BUILDING and link.from_number in self._memories
        ]
        live = list({one.number: one for one in building if one.live}.values())
        return Standing(
            facts=tuple(self._said(number)), building=tuple(title(one.content, 40) for one in live), count=len(live)
        )

    def _said(self, number: int) -> list[str]:
        facts = [fact for fact in self._facts if fact.memory_number == number][:FACTS]
        ends = self._workspace.store.graph.entities(
            [n for one in facts for n in (one.subject_number, one.object_number)]
        )
        said = []
        for one in facts:
            names = [ends[end].name if end in ends else "?" for end in (one.subject_number, one.object_number)]
            verb = SINGULAR.get(one.predicate, one.predicate.value.replace("_", " "))
            scope = f" ({one.scope})" if one.scope else ""
            said.append(title(mask(f"{names[0]} {verb} {names[1]}{scope}")))
        return said

    def around(self, conflict: Conflict) -> list[Near]:
        """Return memories near the pair, oldest first: what is tied to either side, and other conflicts they are part of."""
        found: dict[int, Near] = {}
        for one in self._conflicts(conflict):
            found.setdefault(one.memory.number or 0, one)
        for link in self._links:
            end, outward = self._far(link)
            memory = self._memories.get(end)
            if memory is not None and end not in found:
                side = link.to_number if outward else link.from_number
                found[end] = self._near(memory, link.kind, to_new=side == self._new, outward=outward)
        chosen = sorted(found.values(), key=lambda one: (not one.memory.live, -one.importance))[:AROUND]
        return sorted(chosen, key=lambda one: (one.memory.sort_at, one.memory.number or 0))

    def _far(self, link: Relation) -> tuple[int, bool]:
        mine = {self._new, self._old}
        return (link.from_number, True) if link.to_number in mine else (link.to_number, False)

    def _conflicts(self, conflict: Conflict) -> list[Near]:
        mine = {self._new, self._old}
        waiting = (ConflictState.OPEN, ConflictState.KEPT)
        others = [
            one
            for one in self._workspace.store.queue.of([self._new, self._old])
            if one.number != conflict.number and one.state in waiting and not is_marker(one)
        ][:AROUND]
        ends = [({one.new_number, one.old_number} - mine, one) for one in others]
        memories = self._read([number for end, _ in ends for number in end])
        return [
            self._near(memories[number], None, to_new=self._new in (one.new_number, one.old_number), conflict=one.state)
            for end, one in ends
            for number in end
            if number in memories
        ]

    def _near(
        self,
        memory: Memory,
        kind: RelationKind | None,
        *,
        to_new: bool,
        outward: bool = True,
        conflict: ConflictState | None = None,
    ) -> Near:
        importance = assess(memory, self._workspace.clock.now()).value
        return Near(memory=memory, importance=importance, kind=kind, to_new=to_new, outward=outward, conflict=conflict)

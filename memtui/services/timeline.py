"""How a thing came to be what it is: all that is remembered of it and all that happened to that, on one axis (SPEC 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import EntityType, RelationStatus
from memtui.domain.records import Entity, Memory, Relation
from memtui.intelligence import evolution as evolving
from memtui.intelligence.evolution import ValueSpan
from memtui.intelligence.timeline import headline
from memtui.services.chains import chain_members
from memtui.services.entity_list import named, names_of
from memtui.services.timeline_events import Events, Line, Link
from memtui.services.timeline_values import longest_lane, told
from memtui.services.workspace import Workspace

MOST_MEMORIES = 400
"""A timeline is made of at most so many memories, the newest; it says how many more there are."""

MOST_NAMES = 12
"""So many names of one type are listed beside a timeline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """A thing's timeline: its lines oldest first, those without a date apart, and when which value was current.

    `evolution` joins one state per change, `labels` one short label, `values` the values of the longest lane. `names`
    lists what else the memories name, by type. `mentioning` counts the memories that name the thing, `more` those
    that were too many to read.
    """

    name: str
    entities: tuple[Entity, ...]
    lines: tuple[Line, ...]
    undated: tuple[Line, ...]
    spans: tuple[ValueSpan, ...]
    evolution: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[ValueSpan, ...]
    names: Mapping[EntityType, tuple[str, ...]]
    tags: tuple[str, ...]
    relations: tuple[tuple[Relation, Memory, Memory], ...]
    mentioning: int
    more: int = 0

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The memories on it, oldest first, the undated ones last."""
        return tuple(line.memory for line in (*self.lines, *self.undated) if line.kind == "added")

    @property
    def joined(self) -> int:
        """How many of them never name the thing."""
        return sum(line.joined for line in (*self.lines, *self.undated) if line.kind == "added")


def timeline(
    workspace: Workspace,
    name: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: int | None = None,
) -> Timeline:
    """Return the timeline of what a name, an alias or an entity's id means, between two moments.

    `newest` keeps what only so many of the newest memories that name it have to say. Raises NotFound, InvalidRecord.
    """
    if since is not None and until is not None and until <= since:
        raise InvalidRecord("This range ends before it begins.")
    with workspace.store.reads.one_moment():
        return _Maker(workspace, named(workspace, name)).timeline(since, until, newest)


class _Maker:
    """Reads what belongs to a thing and turns it into lines."""

    def __init__(self, workspace: Workspace, entities: Sequence[Entity]) -> None:
        self.workspace, self.entities = workspace, tuple(entities)
        self.reads, self.graph = workspace.store.reads, workspace.store.graph
        self.called = names_of(self.entities)
        numbers = [entity.number for entity in self.entities if entity.number is not None]
        self.mentioning = self.graph.count_mentioning(numbers)
        naming = self.reads.memories(self.graph.mentioning(numbers, MOST_MEMORIES))
        self.newest = [memory.id for memory in naming]
        self.naming = frozenset(self.newest)
        self.memories = sorted([*naming, *chain_members(workspace, naming)], key=_age)
        self.by_number = {memory.number: memory for memory in self.memories}
        self.numbers = [number for number in self.by_number if number is not None]
        self.relations = [
            relation
            for relation in self.graph.relations_of(self.numbers, MOST_MEMORIES)
            if relation.status is RelationStatus.ACTIVE
            and relation.from_number in self.by_number
            and relation.to_number in self.by_number
        ]
        self.conflicts = [
            conflict
            for conflict in workspace.store.queue.of(self.numbers)
            if conflict.new_number in self.by_number and conflict.old_number in self.by_number
        ]

    def timeline(self, since: datetime | None, until: datetime | None, newest: int | None) -> Timeline:
        """Return all of it, or what lies within a range."""
        accounts = told(self.graph, self.entities, self.memories, self.conflicts)
        spans = [span for span in evolving.spans(accounts, self.called) if _overlaps(span, since, until)]
        events = Events(self.reads, self.naming, self.called)
        lines = [
            *self._added(),
            *events.conflicts(self.conflicts, self.by_number),
            *events.moves(self.memories),
            *(events.merges(self.entities, self.memories[-1]) if self.memories else ()),
        ]
        if newest is not None and newest < len(self.naming):
            kept = set(self.newest[:newest])
            lines = [line for line in lines if line.memory.id in kept]
            spans = [span for span in spans if span.key in kept]
        placed = [(line.at, line) for line in lines if line.at is not None and _within(line.at, since, until)]
        dated = [
            line for _, line in sorted(placed, key=lambda one: (one[0], one[1].kind != "added", one[1].memory.number))
        ]
        shown = [line.memory for line in dated if line.kind == "added"]
        return Timeline(
            name=self.entities[0].name,
            entities=self.entities,
            lines=tuple(dated),
            undated=tuple(line for line in lines if line.at is None) if since is None and until is None else (),
            spans=tuple(spans),
            evolution=evolving.evolution(evolving.state_after(memory.content, self.called) for memory in shown),
            labels=evolving.evolution(evolving.label(memory.content, self.called) for memory in shown),
            values=longest_lane(spans, accounts),
            names=self._names(shown or self.memories),
            tags=tuple(dict.fromkeys(tag for memory in shown for tag in memory.tags)),
            relations=tuple(self._links(shown)),
            mentioning=self.mentioning,
            more=max(self.mentioning - len(self.naming), 0),
        )

    def _added(self) -> Iterable[Line]:
        links: dict[int, list[Link]] = {}
        for relation in self.relations:
            link = Link(relation=relation, other=self.by_number[relation.to_number], outward=True)
            links.setdefault(relation.from_number, []).append(link)
        for place, memory in enumerate(self.memories):
            yield Line(
                at=memory.created_at,
                kind="added",
                headline=headline(memory.content, self.called, first=place == 0),
                memory=memory,
                actor=memory.agent or "",
                joined=memory.id not in self.naming,
                links=tuple(links.get(memory.number or 0, ())),
            )

    def _names(self, memories: Sequence[Memory]) -> dict[EntityType, tuple[str, ...]]:
        """Return what else these memories name, by type, in the order in which it first came up; their files too."""
        numbers = [memory.number for memory in memories if memory.number is not None]
        mentions = self.graph.mentions(numbers)
        order = dict.fromkeys(mention.entity_number for number in numbers for mention in mentions.get(number, ()))
        own = {entity.number for entity in self.entities if entity.type is not EntityType.FILE_PATH}
        known = self.graph.entities([number for number in order if number not in own])
        found: dict[EntityType, dict[str, None]] = {}
        for memory in memories:
            if memory.file:
                found.setdefault(EntityType.FILE_PATH, {})[memory.file] = None
        for number in order:
            if number in known:
                found.setdefault(known[number].type, {})[known[number].name] = None
        return {kind: tuple(names)[:MOST_NAMES] for kind, names in found.items()}

    def _links(self, memories: Sequence[Memory]) -> list[tuple[Relation, Memory, Memory]]:
        place = {memory.number: at for at, memory in enumerate(self.memories)}
        shown = {memory.number for memory in memories}
        found = [
            (relation, self.by_number[relation.from_number], self.by_number[relation.to_number])
            for relation in self.relations
            if relation.from_number in shown
        ]
        return sorted(found, key=lambda link: (place[link[0].from_number], link[0].kind, place[link[0].to_number]))


def _age(memory: Memory) -> tuple[bool, datetime, int]:
    return memory.created_at is None, memory.sort_at, memory.number or 0


def _within(moment: datetime, since: datetime | None, until: datetime | None) -> bool:
    return (since is None or moment >= since) and (until is None or moment < until)


def _overlaps(span: ValueSpan, since: datetime | None, until: datetime | None) -> bool:
    return (since is None or span.end is None or span.end >= since) and (until is None or span.start < until)

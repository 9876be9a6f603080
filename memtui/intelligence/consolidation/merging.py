"""Which entities are one thing under several names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity
from memtui.intelligence.consolidation.plans import PlannedMerge, Twins
from memtui.intelligence.facts.labels import CODE, EXACT, fold_label

STANDS_ALONE = frozenset({EntityType.PERSON, EntityType.PROJECT})
"""Types that a concept never joins."""

PLURAL = frozenset({EntityType.CONCEPT, EntityType.TOOL})
"""Types whose names may be plurals; elsewhere an ending makes another name."""

LABEL, ALIAS = "label-collision", "alias"
"""TekMemo's reasons of a merge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """The merges, the survivors as they will be, and twins for a person."""

    merges: tuple[PlannedMerge, ...] = ()
    survivors: Mapping[int, Entity] = field(default_factory=dict)
    twins: tuple[Twins, ...] = ()


def plan_merges(entities: Sequence[Entity]) -> Merging:
    """Return which active entities are to be merged: same folded label or alias, same type; a concept joins any thing.

    The survivor is the earliest, then the one with the lower id; it takes the other's names as aliases and, being a
    concept, the other's type. A concept that could join several others is left to a person, like twins of other types.
    """
    living = {number: entity for entity in entities if (number := entity.number) and _active(entity)}
    retired = [entity for entity in entities if entity.status is EntityStatus.DEPRECATED]
    original = dict(living)
    into: dict[int, int] = {}
    while merged := _round(living, retired):
        for source, target in merged.items():
            living[target] = _absorbed(living[target], living.pop(source))
            into[source] = target
    final = {source: _end(into, source) for source in into}
    merges = [
        PlannedMerge(original[source], original[target], _reason(original[source], original[target]))
        for source, target in sorted(final.items(), key=lambda pair: _age(original[pair[0]]))
    ]
    survivors = {target: living[target] for target in dict.fromkeys(final.values())}
    return Merging(merges=tuple(merges), survivors=survivors, twins=tuple(_twins(living.values())))


def _active(entity: Entity) -> bool:
    return entity.status is EntityStatus.ACTIVE


def _age(entity: Entity) -> tuple[object, str, int]:
    return (entity.created_at, entity.id, entity.number or 0)


def _end(into: Mapping[int, int], number: int) -> int:
    while number in into:
        number = into[number]
    return number


def _round(living: Mapping[int, Entity], retired: Sequence[Entity]) -> dict[int, int]:
    """Return merges of one pass: those of one type, then concepts into the one thing that they may mean.

    What is retired is merged with nothing, but a concept may mean it too.
    """
    groups = _Groups(living)
    by_key: dict[tuple[str, bool], list[int]] = {}
    for number, entity in living.items():
        for key in _keys(entity):
            by_key.setdefault(key, []).append(number)
    shared = [numbers for numbers in by_key.values() if len(numbers) > 1]
    for numbers in shared:
        of_type: dict[EntityType, int] = {}
        for number in numbers:
            kind = living[number].type
            groups.join(of_type.setdefault(kind, number), number)
    for concept, things in _meanings(living, by_key, retired, groups).items():
        if len(things) == 1 and (thing := next(iter(things))) in living:
            groups.join(thing, concept)
    return groups.merges()


def _meanings(
    living: Mapping[int, Entity],
    by_key: Mapping[tuple[str, bool], Sequence[int]],
    retired: Sequence[Entity],
    groups: _Groups,
) -> dict[int, set[int]]:
    """Return for each group of concepts the groups of things, and the retired things, that it may mean."""
    gone: dict[tuple[str, bool], set[int]] = {}
    for entity in retired:
        if entity.type not in STANDS_ALONE | {EntityType.CONCEPT}:
            for key in _keys(entity):
                gone.setdefault(key, set()).add(entity.number or 0)
    meant: dict[int, set[int]] = {}
    for key, numbers in by_key.items():
        concepts = {groups.of(n) for n in numbers if living[n].type is EntityType.CONCEPT}
        things = {groups.of(n) for n in numbers if living[n].type not in STANDS_ALONE | {EntityType.CONCEPT}}
        for concept in concepts:
            meant.setdefault(concept, set()).update(things, gone.get(key, ()))
    return meant


class _Groups:
    """Disjoint groups of entities; each is named by one of its members."""

    def __init__(self, living: Mapping[int, Entity]) -> None:
        self._living = living
        self._parent: dict[int, int] = {}

    def of(self, number: int) -> int:
        while (parent := self._parent.get(number, number)) != number:
            self._parent[number] = self._parent.get(parent, parent)
            number = parent
        return number

    def join(self, one: int, other: int) -> None:
        one, other = self.of(one), self.of(other)
        if one != other:
            self._parent[other] = one

    def merges(self) -> dict[int, int]:
        members: dict[int, list[int]] = {}
        for number in self._parent:
            members.setdefault(self.of(number), []).append(number)
        found: dict[int, int] = {}
        for root, others in members.items():
            group = {root, *others}
            survivor = min(group, key=lambda number: _age(self._living[number]))
            found |= {number: survivor for number in group if number != survivor}
        return found


def _keys(entity: Entity) -> set[tuple[str, bool]]:
    """Return what an entity is known by: its folded names, and (marked) those without a plural."""
    if entity.type in EXACT:
        return {(entity.name.casefold(), False)}
    names = [name for name in (entity.name, *entity.aliases) if name.strip()]
    if entity.type in CODE:
        return {(name.casefold(), False) for name in names}
    keys = {(fold_label(name, plural=False), False) for name in names}
    if entity.type in PLURAL:
        keys |= {(fold_label(name), True) for name in names}
    return keys


def _absorbed(target: Entity, source: Entity) -> Entity:
    names = [name for name in (source.name, *source.aliases) if name != target.name]
    aliases = tuple(dict.fromkeys((*target.aliases, *names)))
    kind = source.type if target.type is EntityType.CONCEPT else target.type
    return replace(target, aliases=aliases, type=kind)


def _reason(source: Entity, target: Entity) -> str:
    same = any(fold_label(source.name, plural=way) == fold_label(target.name, plural=way) for way in (True, False))
    return LABEL if same else ALIAS


def _twins(living: Iterable[Entity]) -> Iterable[Twins]:
    """Yield entities of one label and different types that no rule joins."""
    by_label: dict[str, list[Entity]] = {}
    for entity in living:
        if entity.type not in EXACT:
            by_label.setdefault(fold_label(entity.name, plural=False), []).append(entity)
    for same in by_label.values():
        if len(same) > 1:
            first, *others = sorted(same, key=_age)
            yield from (Twins(first, other) for other in others if other.type is not first.type)

"""Names that may mean one thing, each with its reason: few and likely, for a person to take or to refuse.

A refusal is a batch of the journal that changes no row: it is remembered as long as it is not undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity
from memtui.intelligence import families
from memtui.intelligence.consolidation.merging import STANDS_ALONE, plan_merges
from memtui.intelligence.facts.labels import CODE, EXACT
from memtui.intelligence.tokens import fold
from memtui.services.findings import Stop, never_stop
from memtui.services.ports import EntityCount
from memtui.services.workspace import Outcome, Workspace

POOL = 400
"""So many of the most mentioned entities are compared."""

MOST = 12
"""So many suggestions are made at once."""

LIKENESS = 92.0
"""From this likeness (0 to 100) on a name may be another spelling; below it opposites and siblings abound."""

LEAST_SPELLED = 6
"""Shorter names are too often alike by chance."""

LEAST_PERSON = 9
"""Names of people differ by a letter; only long ones are compared."""

LEAST_SHORT = 4
"""A short form has at least so many letters: auth of authn."""

MOST_ENDING = 2
"""A short form lacks at most so many letters of an otherwise equal name."""

REFUSE = "refuse alias"
"""How a refusal is named in the audit trail."""

MOST_REFUSED = 2_000
"""So many refusals are heeded."""

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Two entities that may be one: `source` would become a name of `target`, the more mentioned of them."""

    source: EntityCount
    target: EntityCount
    reason: str

    @property
    def key(self) -> tuple[int, int]:
        """The row numbers of both."""
        return self.source.entity.number or 0, self.target.entity.number or 0


def suggestions(workspace: Workspace, stop: Stop = never_stop) -> tuple[Suggestion, ...]:
    """Return which of the most mentioned entities may be one, the most mentioned first; raises Cancelled."""
    graph = workspace.store.graph
    with workspace.store.reads.one_moment():
        pool = graph.entity_counts(project=workspace.settings.project, limit=POOL)
        refused = _refused(workspace)
    found: dict[frozenset[int], Suggestion] = {}
    for one, other, reason in _pairs(pool, stop):
        pair = frozenset((one.entity.number or 0, other.entity.number or 0))
        if pair in found or refusal(one.entity, other.entity) in refused:
            continue
        target, source = sorted((one, other), key=lambda each: (-each.memories, each.entity.number or 0))
        found[pair] = Suggestion(source=source, target=target, reason=reason)
        if len(found) >= MOST:
            break
    return tuple(sorted(found.values(), key=lambda each: (-each.target.memories, *each.key)))


def refusal(one: Entity, other: Entity) -> str:
    """Return the words under which it is kept that two names do not mean one thing."""
    first, second = sorted((one, other), key=lambda each: (fold(each.name), each.type.value))
    return f"{first.name} ({_type(first)}) is not {second.name} ({_type(second)})"


def refuse(workspace: Workspace, one: int, other: int) -> Outcome:
    """Keep it that two entities are not one, so that they are never suggested again; undo brings the suggestion back."""
    from memtui.services.entity_merging import entity_of

    store = workspace.store
    pair = entity_of(store, one), entity_of(store, other)
    with store.write(replace(workspace.act(REFUSE, refusal(*pair)), kept=True)) as work:
        batch = work.batch_number
    return Outcome(sentence=f"{pair[0].name} stays apart from {pair[1].name}.", batch=store.reads.batch(batch))


def _type(entity: Entity) -> str:
    return entity.type.value.replace("_", " ")


def _refused(workspace: Workspace) -> frozenset[str]:
    kept = workspace.store.reads.batches(MOST_REFUSED, action=REFUSE)
    return frozenset(batch.summary for batch in kept if batch.undone_by is None)


def _pairs(pool: Sequence[EntityCount], stop: Stop) -> Iterator[tuple[EntityCount, EntityCount, str]]:
    """Yield pairs, the surest first."""
    living = [one for one in pool if one.entity.status is EntityStatus.ACTIVE]
    by_number = {one.entity.number: one for one in living}
    for merge in plan_merges([one.entity for one in living]).merges:
        yield by_number[merge.source.number], by_number[merge.target.number], "other spelling"
    named = [one for one in living if one.entity.type not in EXACT and one.entity.type not in CODE]
    yield from _known(named)
    yield from _short_forms(named, stop)
    yield from _spelled_alike(named, stop)


def _may_join(one: Entity, other: Entity) -> bool:
    """Say whether two entities may be one by their types: equal, or a concept and any but a person or project."""
    if one.type is other.type:
        return True
    return EntityType.CONCEPT in (one.type, other.type) and STANDS_ALONE.isdisjoint((one.type, other.type))


def _names(entity: Entity) -> Iterable[str]:
    return dict.fromkeys(name for name in (entity.name, *entity.aliases) if name.strip())


def _known(named: Sequence[EntityCount]) -> Iterator[tuple[EntityCount, EntityCount, str]]:
    """Yield names that a list knows for one: Postgres and PostgreSQL."""
    by_meaning: dict[str, list[EntityCount]] = {}
    for each in named:
        for meaning in {_meaning(name) for name in _names(each.entity)}:
            by_meaning.setdefault(meaning, []).append(each)
    for meaning, alike in by_meaning.items():
        for other in alike[1:]:
            if _may_join(alike[0].entity, other.entity):
                yield other, alike[0], f"names of {meaning}"


def _meaning(name: str) -> str:
    """Return a name with each of its words as the lists spell it: session-based auth is session-based authentication."""
    known = families.canonical(name)
    words = _WORDS.split(known)
    return " ".join(map(families.canonical, words)) if len(words) > 1 else known


def _short_forms(named: Sequence[EntityCount], stop: Stop) -> Iterator[tuple[EntityCount, EntityCount, str]]:
    """Yield short forms: a name that lacks an ending of another (auth, authn), or is made of its initials."""
    by_name: dict[str, list[EntityCount]] = {}
    for each in named:
        for name in _names(each.entity):
            by_name.setdefault(fold(name), []).append(each)
    for place, each in enumerate(named):
        if place % 50 == 0:
            stop()
        for name in _names(each.entity):
            folded = fold(name)
            for cut in range(1, MOST_ENDING + 1):
                short = folded[:-cut]
                if len(short) >= LEAST_SHORT and folded.isalpha():
                    yield from _joining(each, by_name.get(short, ()), "a longer form")
            initials = "".join(word[0] for word in _LETTERS.findall(folded))
            if len(initials) >= 3:
                yield from _joining(each, by_name.get(initials, ()), "its initials")


def _joining(
    each: EntityCount, others: Iterable[EntityCount], reason: str
) -> Iterator[tuple[EntityCount, EntityCount, str]]:
    for other in others:
        people = EntityType.PERSON in (each.entity.type, other.entity.type)
        if other.entity.number != each.entity.number and not people and _may_join(each.entity, other.entity):
            yield other, each, reason


def _spelled_alike(named: Sequence[EntityCount], stop: Stop) -> Iterator[tuple[EntityCount, EntityCount, str]]:
    """Yield names that differ by a letter or two, with the same numbers in them."""
    from rapidfuzz import fuzz, process

    long = [one for one in named if len(one.entity.name) >= _least(one.entity)]
    folded = [fold(one.entity.name) for one in long]
    for place, each in enumerate(long):
        if place % 20 == 0:
            stop()
        rest = folded[place + 1 :]
        for match, _, index in process.extract(folded[place], rest, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=5):
            other = long[place + 1 + index]
            if _DIGITS.findall(match) == _DIGITS.findall(folded[place]) and _may_join(each.entity, other.entity):
                yield other, each, "spelt alike"


def _least(entity: Entity) -> int:
    return LEAST_PERSON if entity.type is EntityType.PERSON else LEAST_SPELLED

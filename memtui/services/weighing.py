"""A memory weighed against its few kin: which pairs say something about each other, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Status
from memtui.domain.records import Memory
from memtui.intelligence.grouping import as_history
from memtui.intelligence.kinship import may_relate, worth_judging
from memtui.services.judges import Judge
from memtui.services.ports import Held, Kin, Probe
from memtui.services.texts import Understanding
from memtui.services.understanding import signals_in, understand
from memtui.services.workspace import Workspace

CANDIDATES = 12
"""So many kin are asked of the store."""

RELATED = 6
"""With so many kin, the nearest, a mere relation is looked for."""

ASKED = 8
"""About so many kin, the nearest, a plugged-in judge is asked whatever their words: it may know more than words."""

Takes = Callable[[Memory], Callable[[int], bool]]
"""Says for a memory with which others, by number, it is to be compared."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding on two memories. `certain` says that `newer` is known to be the newer one; `text` is which text it was read from."""

    newer: Memory
    older: Memory
    finding: Finding
    certain: bool


@dataclass(frozen=True, slots=True)
class Weighed:
    """A memory with its findings, conflicts and mere relations; `ceiling` is the highest memory number that there was then."""

    memory: Memory
    found: tuple[Found, ...]
    ceiling: int


@dataclass(frozen=True, slots=True)
class Look:
    """A kin that may be worth judging: `near` says that it is, `names` are the entities of the memory that its text holds."""

    place: int
    kin: Kin
    near: bool
    names: frozenset[str]


def probe_of(
    memory: Memory, known: Understanding, *, superseded: bool, takes: Callable[[int], bool] | None = None
) -> Probe:
    """Return what to ask the store for a memory's kin; `takes` is for one that is stored and says who may be kin."""
    return Probe(
        terms=tuple(dict.fromkeys(known.tokens)),
        claims=known.keys,
        entities=tuple(dict.fromkeys((entity.type, entity.name.casefold()) for entity in known.entities)),
        project=memory.project,
        exclude=memory.number,
        superseded=superseded,
        limit=CANDIDATES,
        takes=takes,
        indexed=takes is not None,
    )


def weigh(workspace: Workspace, judge: Judge, memory: Memory, *, late: bool = False) -> Weighed:
    """Return what a memory means for its kin and they for it.

    `late` says that newer memories may be there already: then those that were superseded since are looked at
    too, as they may have superseded this one. Nothing is compared with a memory that does not count any more.
    """
    ceiling = workspace.store.reads.ceiling("memory")
    if not memory.live:
        return Weighed(memory, (), ceiling)
    known = understand(memory)
    kin = workspace.store.claims.kin(probe_of(memory, known, superseded=late))
    looks = list(_looks(judge, memory, known, kin))
    records = _records(workspace, looks)
    return Weighed(memory, tuple(_found(judge, memory, known, looks, records)), ceiling)


def weigh_all(
    workspace: Workspace,
    judge: Judge,
    memories: Sequence[Memory],
    takes: Takes,
    *,
    late: bool,
    held: Held | None = None,
) -> list[Weighed]:
    """Return what each of many stored memories means for those of its kin that `takes` lets pass.

    `late` as in `weigh`, `held` as the store takes it.
    """
    live = [memory for memory in memories if memory.live]
    known = [understand(memory) for memory in live]
    probes = [
        probe_of(memory, each, superseded=late, takes=takes(memory)) for memory, each in zip(live, known, strict=True)
    ]
    kin = workspace.store.claims.kin_of_all(probes, held) if probes else []
    looks = [list(_looks(judge, *each)) for each in zip(live, known, kin, strict=True)]
    records = _records(workspace, (look for some in looks for look in some))
    found = {
        memory.number: tuple(_found(judge, memory, each, some, records))
        for memory, each, some in zip(live, known, looks, strict=True)
        if some
    }
    return [Weighed(memory, found.get(memory.number, ()), 0) for memory in memories]


def _looks(judge: Judge, memory: Memory, known: Understanding, kin: Iterable[Kin]) -> Iterator[Look]:
    """Yield the kin that are more than a few shared words, by a look at these and at the letters of their texts."""
    for place, one in enumerate(kin):
        near = (judge.is_plugged and place < ASKED) or _worth_judging(known, one)
        names = _shared_names(known, one.text)
        if near or names or (not _is_newer(memory, one) and signals_in(one.text)):
            yield Look(place, one, near, names)


def _records(workspace: Workspace, looks: Iterable[Look]) -> dict[int, Memory]:
    numbers = list(dict.fromkeys(look.kin.number for look in looks))
    return {memory.number or 0: memory for memory in workspace.store.reads.memories(numbers)} if numbers else {}


def _found(
    judge: Judge, memory: Memory, known: Understanding, looks: Iterable[Look], records: Mapping[int, Memory]
) -> Iterator[Found]:
    """Yield the findings on a memory and those of its kin that are worth a look."""
    related = 0
    for look in looks:
        other = records.get(look.kin.number)
        if other is None:
            continue
        near = look.near or _may_end(memory, known, other, look.kin)
        relates = related < RELATED and (near or (bool(look.names) and _may_relate(memory, known, other, look.kin)))
        related += relates
        if near or relates:
            found = compare(judge, memory, other, judges=near, names=look.names if relates else None)
            if found is not None:
                yield found


def compare(
    judge: Judge,
    memory: Memory,
    other: Memory,
    *,
    judges: bool = True,
    names: Collection[str] | None = None,
) -> Found | None:
    """Return what two memories mean for each other, the newer by when it happened first; None where they get along.

    Where neither is known to be newer both ways are judged: the one with a signal counts as the newer. With the
    `names` of the entities that both mention, a mere relation is looked for too.
    """
    if other.status is Status.ARCHIVED or not _same_project(memory, other):
        return None
    newer, older, certain = in_order(memory, other)
    if older.status is Status.SUPERSEDED or (newer.status is Status.SUPERSEDED and not certain):
        return None
    finding = judge.judge(newer, older, forward=certain) if judges else None
    if judges and not certain:
        back = judge.judge(older, newer, forward=False)
        if back is not None and (finding is None or _goes_before(back, older, finding, newer)):
            newer, older, finding = older, newer, back
    if finding is None and names is not None:
        finding = judge.relation(newer, older, names)
    if finding is None or (newer.status is Status.SUPERSEDED and finding.type is None):
        return None
    if finding.type not in (None, ConflictType.DUPLICATE) and _tells_history(newer, older):
        finding = as_history(finding)
    return Found(newer, older, finding, certain)


def in_order(one: Memory, other: Memory) -> tuple[Memory, Memory, bool]:
    """Return the newer and the older of two memories by when they happened, and whether that is certain.

    Where it is not, the one that was stored later stands for the newer.
    """
    if one.created_at is not None and other.created_at is not None and one.created_at != other.created_at:
        newer_first = one.created_at > other.created_at
        return (one, other, True) if newer_first else (other, one, True)
    later = (one.number or _UNSTORED) > (other.number or _UNSTORED)
    return (one, other, False) if later or one.number is None else (other, one, False)


_UNSTORED = 1 << 62


def _tells_history(newer: Memory, older: Memory) -> bool:
    return understand(newer).is_history or understand(older).is_history


def _same_project(one: Memory, other: Memory) -> bool:
    return one.project is None or other.project is None or one.project == other.project


def _goes_before(one: Finding, newer: Memory, other: Finding, else_newer: Memory) -> bool:
    """Say whether a finding is to be taken rather than that of the other way round.

    Of two signals alike the text decides, so that it does not matter which memory came first.
    """
    mine = (one.type is not None, bool(one.signal), one.confidence)
    theirs = (other.type is not None, bool(other.signal), other.confidence)
    if mine == theirs and one.signal:
        return newer.content > else_newer.content
    return mine > theirs


def _worth_judging(known: Understanding, kin: Kin) -> bool:
    """Say whether a judge may find something, by the signals of the memory whose kin it is."""
    slots, kinds = kin.slots > 0, kin.kinds > 0
    return worth_judging(known.looks, kin.shared, kin.text, kin.terms, same_slot=slots, same_kind=kinds)


def _may_end(memory: Memory, known: Understanding, other: Memory, kin: Kin) -> bool:
    """Say whether the signals of a kin that may be the newer one are worth judging."""
    if _is_newer(memory, kin) or not signals_in(other.content):
        return False
    terms = len(set(known.tokens))
    return worth_judging(understand(other).looks, kin.shared, memory.content, terms, same_kind=kin.kinds > 0)


def _is_newer(memory: Memory, kin: Kin) -> bool:
    """Say whether a memory is known to be newer than one of its kin."""
    return memory.created_at is not None and kin.created_at is not None and memory.created_at > kin.created_at


def _may_relate(memory: Memory, known: Understanding, other: Memory, kin: Kin) -> bool:
    """Say whether the newer of two memories that share a thing may be related to the older."""
    newer, _, _ = in_order(memory, other)
    if newer is memory:
        return may_relate(known.reading, kin.shared, kin.terms)
    return may_relate(understand(other).reading, kin.shared, len(set(known.tokens)))


def _shared_names(known: Understanding, other: str) -> frozenset[str]:
    """Return the names of a memory's entities that another text holds: a look at letters, before it is taken apart."""
    if not known.entities:
        return frozenset()
    text = other.casefold()
    return frozenset(
        entity.name
        for entity in known.entities
        if any(name.casefold() in text for name in (entity.name, *entity.aliases))
    )

"""What is typed to narrow the review queue: words and qualifiers, read into a filter of conflicts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from memtui.domain.errors import MemtuiError
from memtui.domain.kinds import ConflictState, ConflictType, Severity
from memtui.services.ports import ConflictFilter
from memtui.services.searching import sound
from memtui.services.workspace import Workspace

TABS: dict[str, frozenset[ConflictState]] = {
    "open": frozenset({ConflictState.OPEN}),
    "auto": frozenset({ConflictState.AUTO}),
    "kept": frozenset({ConflictState.KEPT}),
    "done": frozenset({ConflictState.RESOLVED, ConflictState.DISMISSED}),
}
"""The parts of the queue: what waits, what was applied by itself, what stays in conflict, what is settled."""

BAND_NAMES = ("surest", "likely", "unsure")
"""The bands of confidence by name, in the order of `ports.BANDS`."""

TYPE_NAMES: dict[str, frozenset[ConflictType]] = {
    "contradict": frozenset({ConflictType.CONTRADICTION}),
    "supersede": frozenset({ConflictType.SUPERSESSION}),
    "preference": frozenset({ConflictType.PREFERENCE_CHANGE}),
    "operation": frozenset({ConflictType.OPERATIONAL_CHANGE}),
    "duplicate": frozenset({ConflictType.DUPLICATE}),
    "stale": frozenset({ConflictType.STALE}),
}
"""The types by the words that rows show; their own names are understood too."""

QUALIFIERS = ("type", "band", "severity", "subject", "entity", "memory")

MOST_MENTIONING = 5000
"""So many of the newest memories that mention an entity are looked at."""

_PIECES = re.compile(rf'({"|".join(QUALIFIERS)}):(?:"([^"]*)"|(\S+))|(\S+)')


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOf:
    """A filter as it was read; `notices` say what of it cannot be met, and then nothing passes."""

    where: ConflictFilter
    notices: tuple[str, ...] = ()
    narrows: bool = False


def read(workspace: Workspace, text: str, tab: str = "open") -> AskedOf:
    """Read a filter of one tab: `type: band: severity: subject: entity: memory:` and words; nothing typed is an error."""
    states = TABS[tab]
    where = ConflictFilter(
        states=states,
        project=workspace.settings.project,
        markers=ConflictState.DISMISSED not in states,
        latest=tab in ("kept", "done"),
    )
    words: list[str] = []
    notices: list[str] = []
    for name, quoted, bare, word in _PIECES.findall(sound(text)):
        if not name:
            words.append(word)
            continue
        try:
            where = _READERS[name](workspace, where, quoted or bare)
        except (MemtuiError, KeyError, ValueError) as failure:
            notices.append(failure.sentence if isinstance(failure, MemtuiError) else _unknown(name, quoted or bare))
    return AskedOf(
        where=replace(where, text=" ".join(words)), notices=tuple(notices), narrows=bool(sound(text).strip())
    )


def _unknown(name: str, value: str) -> str:
    offered = {"type": TYPE_NAMES, "band": BAND_NAMES, "severity": [one.value for one in Severity]}[name]
    return f"There is no {name} {value}; there is {', '.join(offered)}."


def _type(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    folded = value.casefold()
    named = next((types for word, types in TYPE_NAMES.items() if word.startswith(folded)), None)
    types = named if named is not None else frozenset({ConflictType(folded)})
    return replace(where, types=where.types | types)


def _band(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    return replace(where, bands=where.bands | {BAND_NAMES.index(value.casefold())})


def _severity(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    return replace(where, severities=where.severities | {Severity(value.casefold())})


def _subject(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    return replace(where, subject=" ".join(value.casefold().split()))


def _entity(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    from memtui.services.entity_list import named

    numbers = [one.number for one in named(workspace, value) if one.number is not None]
    return _among(where, frozenset(workspace.store.graph.mentioning(numbers, MOST_MENTIONING)))


def _memory(workspace: Workspace, where: ConflictFilter, value: str) -> ConflictFilter:
    return _among(where, frozenset({workspace.store.reads.resolve(value)}))


def _among(where: ConflictFilter, memories: frozenset[int]) -> ConflictFilter:
    return replace(where, memories=memories if where.memories is None else where.memories & memories)


_READERS = {
    "type": _type,
    "band": _band,
    "severity": _severity,
    "subject": _subject,
    "entity": _entity,
    "memory": _memory,
}

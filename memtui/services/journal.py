"""The journal as screens page through it: who did what, narrowed by words and qualifiers."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memtui.domain.errors import MemtuiError
from memtui.domain.records import Batch
from memtui.services import sittings, undo_order
from memtui.services.findings import Stop, never_stop
from memtui.services.history import BatchLine, redoable
from memtui.services.searching import last_visit, sound
from memtui.services.titles import title
from memtui.services.verdicts import ACTION
from memtui.services.workspace import Workspace

QUALIFIERS = ("who", "what", "memory")
"""What the words of a filter may begin with, followed by a colon: an actor, an action, a memory's id."""

_PIECES = re.compile(rf'({"|".join(QUALIFIERS)}):(?:"([^"]+)"|(\S+))|(\S+)')

FRESH = 500
"""Batches that are looked through for what others did since the last visit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A filter as it was read: an actor, an action, a memory, and words of the summary."""

    actor: str | None = None
    action: str | None = None
    memory: int | None = None
    text: str = ""
    notices: tuple[str, ...] = ()
    impossible: bool = False

    @property
    def narrows(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.actor or self.action or self.memory is not None or self.text or self.impossible)


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """All batches that pass a filter, by number, newest first.

    `total` counts all there are. The first `fresh` came since the last visit, by `fresh_actors`, which are
    others than the one who looks on. `redo` is what redo would take back. `sittings` are the verdicts that fold
    into one row: the oldest number → all numbers, newest first.
    """

    numbers: array[int]
    total: int
    asked: Asked
    fresh: int = 0
    fresh_actors: tuple[str, ...] = ()
    redo: Batch | None = None
    sittings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def rows(self, unfolded: Collection[int] = ()) -> tuple[array[int], frozenset[int]]:
        """Return the keys of the list's rows, and those of batches under an unfolded sitting (`sittings.folded`)."""
        return sittings.folded(self.numbers, self.sittings, unfolded)

    def members(self, key: int) -> tuple[int, ...]:
        """Return the batches of a sitting by its key, newest first; none for the key of a batch."""
        return self.sittings.get(-key, ()) if key < 0 else ()

    def newest(self, key: int) -> int:
        """Return the number of a row's batch, of a sitting the newest."""
        members = self.members(key)
        return members[0] if members else key


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFacets:
    """Who acted and what was done, each with the number of batches; `memory` is the id and title of the one in question."""

    actors: tuple[tuple[str, int], ...]
    actions: tuple[tuple[str, int], ...]
    memory: tuple[str, str] | None = None


def journal(workspace: Workspace, text: str = "", stop: Stop = never_stop) -> Journal:
    """Return the batches that a filter asks for; nothing that is typed is an error."""
    reads = workspace.store.reads
    asked = read(workspace, text)
    total = reads.count_batches()
    if asked.impossible:
        return Journal(numbers=array("q"), total=total, asked=asked, redo=redoable(workspace))
    stop()
    numbers = reads.batch_numbers(actor=asked.actor, action=asked.action, memory=asked.memory, text=asked.text)
    stop()
    fresh, actors = _fresh(workspace, last_visit(workspace)) if not asked.narrows else (0, ())
    return Journal(
        numbers=numbers,
        total=total,
        asked=asked,
        fresh=fresh,
        fresh_actors=actors,
        redo=redoable(workspace),
        sittings=_sittings(workspace, asked),
    )


def lines(workspace: Workspace, found: Journal, keys: Sequence[int]) -> dict[int, BatchLine]:
    """Return the lines of some rows by key."""
    alone = workspace.store.reads.batches_of([key for key in keys if key > 0])
    states = undo_order.states(workspace, alone)
    told = {number: BatchLine(batch=batch, state=states[number]) for batch in alone if (number := batch.number or 0)}
    told |= {key: sittings.line(workspace, members) for key in keys if (members := found.members(key))}
    return told


def _sittings(workspace: Workspace, asked: Asked) -> dict[int, tuple[int, ...]]:
    """Return what folds; who looks for words or a memory looks for single verdicts, which then stand alone."""
    if asked.text or asked.memory is not None or asked.action not in (None, ACTION):
        return {}
    return sittings.sittings(workspace.store.reads, asked.actor)


def journal_facets(workspace: Workspace, memory: int | None = None) -> JournalFacets:
    """Return what the journal can be narrowed by; `memory` is one whose history may be asked for."""
    reads = workspace.store.reads
    actors, actions = reads.batch_facets()
    found = reads.memories([memory]) if memory is not None else []
    named = (found[0].id, title(found[0].content)) if found else None
    return JournalFacets(actors=tuple(actors), actions=tuple(actions), memory=named)


def read(workspace: Workspace, text: str) -> Asked:
    """Read a filter: `who:NAME what:ACTION memory:ID` and words; a memory that does not exist finds nothing."""
    found: dict[str, str] = {}
    words: list[str] = []
    for name, quoted, bare, word in _PIECES.findall(sound(text)):
        if name:
            found[name] = quoted or bare
        else:
            words.append(word)
    memory: int | None = None
    notices: tuple[str, ...] = ()
    if "memory" in found:
        try:
            memory = workspace.store.reads.resolve(found["memory"])
        except MemtuiError as failure:
            notices = (failure.sentence,)
    return Asked(
        actor=_actor(workspace, found.get("who")),
        action=found.get("what"),
        memory=memory,
        text=" ".join(words),
        notices=notices,
        impossible=bool(notices),
    )


def _actor(workspace: Workspace, name: str | None) -> str | None:
    return workspace.actor.name if name in ("me", "you") else name


def _fresh(workspace: Workspace, since: datetime | None) -> tuple[int, tuple[str, ...]]:
    """Return how many batches came since then, and who else acted; (0, ()) when nobody else did."""
    if since is None:
        return 0, ()
    newest = workspace.store.reads.batches(FRESH)
    count = next((i for i, one in enumerate(newest) if one.at <= since and not one.adopted), len(newest))
    actors = dict.fromkeys(one.actor for one in newest[:count] if one.actor != workspace.actor.name)
    return (count, tuple(actors)) if actors else (0, ())

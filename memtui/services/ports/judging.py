"""What detection asks the store: which few memories may have something to do with a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What a memory is about, as the store is to look for its kin.

    `terms` are index terms; `names` (subject, slot) keys of its claims as `claim` rows hold them, where an empty
    slot stands for any; `entities` are (type, folded name). With a `project`, memories of it and those without
    any come back; without one, all. `exclude` is the memory's own number. Of the `limit` nearest only those come
    back whose numbers `takes` lets pass. `indexed` says that the index holds these very terms under `exclude`.
    """

    terms: Sequence[str]
    claims: Sequence[tuple[str, str]] = ()
    entities: Sequence[tuple[str, str]] = ()
    project: str | None = None
    exclude: int | None = None
    indexed: bool = False
    superseded: bool = False
    limit: int = 24
    takes: Callable[[int], bool] | None = None


@dataclass(frozen=True, slots=True)
class Kin:
    """A memory that may have something to do with another, and how much they share (summed idf of shared terms and keys).

    `shared` are the probe's terms that it holds, of `terms` in all. It claims something of `slots` subjects and
    slots of the probe, and names a member of `kinds` categories of it (claim keys without a subject). `text` and
    `created_at` are all that is read of it: most kin turn out to be no matter at a look at these.
    """

    number: int
    text: str
    created_at: datetime | None
    weight: float
    shared: frozenset[str] = frozenset()
    terms: int = 0
    slots: int = 0
    kinds: int = 0


Held = dict[tuple[tuple[int, str], int], str]
"""What was read of words, for the store to know: empty at first."""


class Claims(Protocol):
    """The index of claims and terms, asked for a new memory's few candidates."""

    def kin(self, probe: Probe) -> list[Kin]:
        """Return at most `probe.limit` live memories that share the most with the probe, heaviest first.

        Archived ones never come back, superseded ones only when asked for. The cost is bounded whatever the
        size of the store: rarest terms first under one budget of postings, the newest of a common key.
        """
        ...

    def kin_of_all(self, probes: Sequence[Probe], held: Held | None = None) -> list[list[Kin]]:
        """Return the kin of each of many probes, all as at one moment; what several of them need is read once.

        `held` keeps some of it, bounded, for further calls with the same: these may miss what came in between.
        """
        ...

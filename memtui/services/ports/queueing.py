"""The conflicts, as the review queue reads them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from memtui.domain.kinds import ConflictState, ConflictType, Severity
from memtui.domain.records import Conflict

OPEN_STATES = frozenset({ConflictState.OPEN})

BANDS: Final = (0.9, 0.75, 0.0)
"""The least confidence of each band, surest first."""


def band_of(confidence: float) -> int:
    """Return the place in `BANDS` of a confidence."""
    return next((place for place, least in enumerate(BANDS) if confidence >= least), len(BANDS) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictFilter:
    """Which conflicts a list shows; empty sets let everything pass. `project` is that of either memory; `text` are words of the reason, subject or values.

    `bands` are places in `BANDS`. `subject` is a whole subject, case-folded. `memories` are numbers of which one
    side must be one. `markers` lets pass what is no conflict. `latest` lists what was decided last first.
    """

    states: frozenset[ConflictState] = OPEN_STATES
    types: frozenset[ConflictType] = frozenset()
    severities: frozenset[Severity] = frozenset()
    project: str | None = None
    memory: int | None = None
    text: str = ""
    bands: frozenset[int] = frozenset()
    subject: str = ""
    memories: frozenset[int] | None = None
    markers: bool = True
    latest: bool = False


class Tally(NamedTuple):
    """How many conflicts are alike: of one state, type and severity, one band of confidence (a place in `BANDS`), judged alike."""

    state: ConflictState
    type: ConflictType
    severity: Severity
    band: int
    agreed: bool | None
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueCounts:
    """How many conflicts there are by state, how severe the open ones are, and how the detector fared.

    `agreed` of `judged` verdicts by people went the way the detector suggested; `missed` conflicts were found
    by people alone.
    """

    states: Mapping[ConflictState, int]
    severities: Mapping[Severity, int]
    agreed: int = 0
    judged: int = 0
    missed: int = 0


class Queue(Protocol):
    """The conflicts, as the review queue reads them."""

    def conflict(self, handle: int | str) -> Conflict:
        """Return a conflict by number, id or unique id prefix; raises NotFound, Refused where several match."""
        ...

    def conflicts(self, numbers: Sequence[int]) -> list[Conflict]:
        """Return the conflicts that exist of `numbers`, in that order."""
        ...

    def numbers(self, where: ConflictFilter) -> array[int]:
        """Return the numbers of all conflicts that pass: put-off ones last, then grouped by subject, surest first."""
        ...

    def counts(self, project: str | None = None) -> QueueCounts:
        """Return the queue's counts."""
        ...

    def tallies(self, where: ConflictFilter) -> list[Tally]:
        """Return how many of the conflicts that pass are alike."""
        ...

    def subjects(self, where: ConflictFilter, limit: int) -> list[tuple[str, int]]:
        """Return the case-folded subjects of more than one conflict that passes, with their counts, commonest first."""
        ...

    def following(self) -> array[int]:
        """Return the numbers of the open conflicts that another of their group may stand for."""
        ...

    def of(self, memories: Sequence[int]) -> list[Conflict]:
        """Return all conflicts, in whatever state, that any of these memories is part of, oldest first."""
        ...

    def by_fingerprint(self, fingerprints: Sequence[str]) -> dict[str, list[Conflict]]:
        """Return the conflicts that were recorded for those pairs of texts."""
        ...

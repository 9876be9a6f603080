"""A probe on its way to its kin: what its candidates weigh, and in which order they are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from memtui.domain.filters import ALL_TIERS, LIVE, Filter
from memtui.domain.kinds import Status
from memtui.services.ports import Kin, Probe
from memtui.store.mapping import escaped
from memtui.store.standing import letters_of

FINALISTS: Final = 30
"""So many of the heaviest are looked at first, thrice as many each time that too few of them may come back."""
_STANDING: Final = "".join(letters_of(Filter(statuses=LIVE, tiers=ALL_TIERS)))
_WITH_SUPERSEDED: Final = "".join(letters_of(Filter(statuses=LIVE | {Status.SUPERSEDED}, tiers=ALL_TIERS)))

Word = tuple[int, str]
"""How many memories hold a word, and the word."""
Place = tuple[float, Any, int, str]
"""Weight, time, number and words of a memory."""
Head = tuple[str, datetime | None]
"""Text of a memory and when it happened."""


@dataclass
class Asked:
    """A probe on its way: its words, what its candidates weigh so far (by number as text), and who may come back.

    `sure` is what they share of words looked up whole and of keys, `partly` of common words of which only the
    newest holders were looked up. `claiming` counts the claim keys that they share, with a subject and without.
    """

    probe: Probe
    whole: list[Word]
    common: list[Word]
    sure: dict[str, float] = field(default_factory=dict)
    partly: dict[str, float] = field(default_factory=dict)
    claiming: dict[str, tuple[int, int]] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)
    ordered: list[str] | None = None
    looked: int = 0
    step: int = FINALISTS
    found: list[Place] = field(default_factory=list)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the probe that the index holds."""
        return frozenset(word for _, word in (*self.whole, *self.common))

    @cached_property
    def shared_by_others(self) -> list[Word]:
        """The words looked up whole, but for those of which the probe's own memory is known to be the only holder."""
        return [word for word in self.whole if word[0] > 1] if self.probe.indexed else self.whole

    @property
    def group(self) -> tuple[str, str | None]:
        """The standings and the project of those that may come back."""
        project = None if self.probe.project is None else escaped(self.probe.project)
        return _WITH_SUPERSEDED if self.probe.superseded else _STANDING, project

    def weigh(self) -> None:
        """Bring together what the candidates weigh."""
        weights = self.weights = self.partly.copy()
        get = weights.get
        for number, weight in self.sure.items():
            weights[number] = get(number, 0.0) + weight
        weights.pop(str(self.probe.exclude), None)

    def next(self) -> list[int]:
        """Return the next candidates to be looked at, the heaviest first; none once enough were found."""
        if len(self.found) >= self.probe.limit:
            return []
        done, self.looked = self.looked, self.looked + self.step
        self.step *= 3
        if not done:
            return [int(number) for number in heaviest(self.weights, self.looked)]
        if self.ordered is None:
            self.ordered = sorted(self.weights, key=self.weights.__getitem__, reverse=True)
        return [int(number) for number in self.ordered[done : self.looked]]

    def kin(self, head: Head, place: Place) -> Kin:
        """Return what a candidate shares."""
        weight, _, number, tokens = place
        held = frozenset(tokens.split())
        return Kin(number, *head, weight, held & self.words, len(held), *self.claiming.get(str(number), (0, 0)))

    def best(self) -> list[Place]:
        """Return those of the heaviest found that the probe takes; of equals the newest first."""
        best, takes = sorted(self.found, reverse=True)[: self.probe.limit], self.probe.takes
        return best if takes is None else [place for place in best if takes(place[2])]


def heaviest(weights: Mapping[str, float], most: int) -> list[str]:
    """Return the numbers of the heaviest, in the order that sorting all of them would give."""
    if len(weights) <= most:
        return sorted(weights, key=weights.__getitem__, reverse=True)
    least = sorted(weights.values())[-most]
    some = [number for number, weight in weights.items() if weight >= least]
    return sorted(some, key=weights.__getitem__, reverse=True)[:most]

"""Scores as they grow step by step, with the place of each hit after every step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from memtui.intelligence.explanations import Part

SCORE_DIGITS = 6
"""Scores equal to so many digits are a tie."""

HAIR = 2 * 10**-SCORE_DIGITS
"""The least difference that is no tie."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step's figures for each member of the pool, the weight to add them by, and a note by member."""

    name: str
    values: Any
    weight: float
    note: Callable[[int], str]
    always: bool = False
    """Whether a figure that changes nothing is worth showing too."""
    nothing: float = 0.0
    """The figure that changes nothing."""


class Ladder:
    """The listed hits' scores; `listed` are indices into the pool, in the order that settles ties."""

    def __init__(self, listed: Sequence[int], words: Any) -> None:
        self.listed = listed
        self._index = np.asarray(listed)
        self._scores = np.zeros(len(words))
        self._steps: list[tuple[Step, Any, Any]] = []
        self._plain: list[tuple[Step, list[float], list[float], list[int]]] | None = None
        self._by_words = self._places(words)
        self._without_words = words[self._index] <= 0
        self._last = self._by_words

    def add(self, step: Step, scale: float) -> None:
        """Add a step's weighted figures times `scale` to the scores."""
        self._note(step, step.values * (step.weight * scale))

    def multiply(self, step: Step) -> None:
        """Multiply the scores by a step's factors, of which its weight takes a share."""
        factors = 1.0 + (step.values - 1.0) * step.weight
        self._note(replace(step, values=factors, nothing=1.0), self._scores * (factors - 1.0))

    def raise_to(
        self, sources: Mapping[int, Sequence[int]], name: str, note: Callable[[int], str], share: float = 1.0
    ) -> None:
        """Give each member at least a share of the best score that its sources have so far."""
        raised = self._scores.copy()
        for index, those in sources.items():
            raised[index] = max(raised[index], *(self._scores[each] * share for each in those))
        if (raised > self._scores).any():
            values = np.where(raised > self._scores, raised, 0.0)
            self._note(Step(name, values, 1.0, note), raised - self._scores)

    def raise_above(self, pairs: Sequence[tuple[int, int]], name: str, note: Callable[[int], str]) -> None:
        """Give the first of each pair at least the score of the second, and a hair more."""
        raised = self._scores.copy()
        for _ in pairs:
            before = raised.copy()
            for upper, lower in pairs:
                raised[upper] = max(raised[upper], raised[lower] + HAIR)
            if (raised == before).all():
                break
        if (raised > self._scores).any():
            values = np.where(raised > self._scores, raised, 0.0)
            self._note(Step(name, values, 1.0, note), raised - self._scores)

    def order(self, groups: Sequence[int]) -> list[int]:
        """Return positions in `listed`, best first: by group, then score, then as they settle ties."""
        keys = self._rounded(self._scores)
        return [int(at) for at in np.lexsort((-keys, np.asarray(groups)))]

    def score(self, at: int) -> float:
        """Return the score of the hit at that position of `listed`."""
        return round(float(self._scores[self.listed[at]]), SCORE_DIGITS)

    def parts(self, at: int) -> tuple[Part, ...]:
        """Return the parts of the score of the hit at that position."""
        index = self.listed[at]
        return tuple(
            Part(step.name, values[at], step.note(index), added[at], moved[at])
            for step, values, added, moved in self._columns()
            if step.always or values[at] != step.nothing
        )

    def _columns(self) -> list[tuple[Step, list[float], list[float], list[int]]]:
        """Return each step's figures for the listed hits as plain numbers, which are much faster to read one by one."""
        if self._plain is None:
            self._plain = [
                (step, step.values[self._index].tolist(), added[self._index].tolist(), moved.tolist())
                for step, added, moved in self._steps
            ]
        return self._plain

    def first_place(self, at: int) -> int | None:
        """Return its place by words alone, None for a hit without any."""
        return None if self._without_words[at] else int(self._by_words[at])

    def _note(self, step: Step, added: Any) -> None:
        self._scores = self._scores + added
        places = self._places(self._scores)
        moved = self._last - places if self._steps else np.zeros(len(places), dtype=int)
        self._plain = None
        self._steps.append((step, added, moved))
        self._last = places

    def _places(self, scores: Any) -> Any:
        """Return the place from 1 of each listed hit, ties in the order of `listed`."""
        order = np.argsort(-self._rounded(scores), kind="stable")
        places = np.empty(len(order), dtype=int)
        places[order] = np.arange(1, len(order) + 1)
        return places

    def _rounded(self, scores: Any) -> Any:
        return np.round(scores[self._index], SCORE_DIGITS)

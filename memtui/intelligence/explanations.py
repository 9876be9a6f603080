"""Why a hit ranks where it does: the parts of its score and what each did to its place."""

from __future__ import annotations

from dataclasses import dataclass

FACTORS = frozenset({"recent", "source", "tag"})
"""Parts whose value is a factor (1.08) rather than a figure from 0 to 1."""

ADJUSTMENTS = frozenset({"layer"})
"""Parts whose value is added as it is (0.12)."""


@dataclass(frozen=True, slots=True)
class Part:
    """One step of a score.

    `name` is one of words, meaning, session, speaker, period, answer, overlap, order, succession,
    elaborates, importance, recent, source, tag, layer, current. `value` is the step's own figure: from 0 to 1 (answer: from
    -0.6), but for the factors (recent, source, tag: 1.08) and the layer's adjustment (0.12). `added` is
    what it did to the score: the `added` of all parts sum up to the score. `moved` is how many places
    the step moved the hit up (negative: down). `note` says why, in a few words.
    """

    name: str
    value: float
    note: str = ""
    added: float = 0.0
    moved: int = 0

    @property
    def figure(self) -> str:
        """The value as people read it: `.52`, `+8%`, `+.04`."""
        if self.name in FACTORS:
            return f"{(self.value - 1) * 100:+.0f}%"
        if self.name in ADJUSTMENTS:
            return _short(f"{self.value:+.2f}")
        return _short(f"{self.value:.2f}")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit ranks where it does.

    `parts` in the order of the pipeline, without steps that are off or had nothing to say. `rank` counts
    from 1; `rank_before` is the place by words alone, None for a hit that holds none of them. `placed`
    says why it stands apart from its score (brought back below the live ones, in the place of what it
    superseded), else it is empty. `supersedes` are the numbers of the memories whose place it takes.
    `asides` are notes on the search itself ("use: newest 2,000 of 51,785").
    """

    parts: tuple[Part, ...]
    score: float
    rank: int
    rank_before: int | None
    placed: str = ""
    supersedes: tuple[int, ...] = ()
    asides: tuple[str, ...] = ()

    @property
    def move(self) -> int:
        """How many places all steps together moved the hit up from its place by words alone."""
        return 0 if self.rank_before is None else self.rank_before - self.rank

    @property
    def sentence(self) -> str:
        """The score on one line: `words .52   overlap .50   importance .93   recent +8%   layer +.04   = .84`."""
        return "   ".join((*(f"{part.name} {part.figure}" for part in self.parts), f"= {_short(f'{self.score:.2f}')}"))


def _short(number: str) -> str:
    """Return a number without the 0 before its point."""
    return number.replace("0.", ".", 1) if number.lstrip("+-").startswith("0.") else number

"""Two statements laid side by side: what they share, and what stands in one in the place of what stands in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memtui.intelligence.families import same_family
from memtui.intelligence.judging.outlines import Token

MOST_CELLS = 2_500
"""Larger middles (words of one times words of the other) are not aligned word by word."""

MOST_NAME = 3
"""A name has at most so many words."""

Region = tuple[bool, bool, bool]
"""Whether words are code, stand in brackets, are prose behind a preposition."""

MOST_RUNS = 8
"""Gaps of more runs (code, prose, brackets) are not taken apart."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What one statement has where the other has something else; either side may be empty.

    `inner` says that the words around it belong to the same code span on both sides: part of a value changed.
    `followed` that more of the code span stands behind it. `beside` says that it is one piece of a larger replacement. `old_at` and `new_at` are token indexes.
    """

    old: tuple[Token, ...]
    new: tuple[Token, ...]
    old_at: int
    new_at: int
    inner: bool = False
    beside: bool = False
    followed: bool = False

    @property
    def depth(self) -> int:
        """The brackets around it (0 as soon as one of its words stands outside)."""
        return min((token.depth for token in (*self.old, *self.new)), default=0)


@dataclass(frozen=True)
class Alignment:
    """Two lists of tokens laid side by side: `shared` are the tokens that agree, as pairs of indexes."""

    one: Sequence[Token]
    other: Sequence[Token]
    shared: tuple[tuple[int, int], ...]

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """What stands between the tokens that agree, in order."""
        return tuple(_gaps(self.one, self.other, self.shared))


def aligned(one: Sequence[Token], other: Sequence[Token]) -> Alignment:
    """Return how two lists of tokens agree: by their longest common sequence."""
    first, last = _edges(one, other)
    middle = _common(one, other, first, len(one) - last, len(other) - last)
    begin = [(at, at) for at in range(first)]
    end = [(len(one) - last + at, len(other) - last + at) for at in range(last)]
    return Alignment(one, other, (*begin, *middle, *end))


def _edges(one: Sequence[Token], other: Sequence[Token]) -> tuple[int, int]:
    least = min(len(one), len(other))
    first = 0
    while first < least and one[first].key == other[first].key:
        first += 1
    last = 0
    while last < least - first and one[-1 - last].key == other[-1 - last].key:
        last += 1
    return first, last


def _common(
    one: Sequence[Token], other: Sequence[Token], first: int, one_end: int, other_end: int
) -> list[tuple[int, int]]:
    rows, columns = one_end - first, other_end - first
    if not rows or not columns or rows * columns > MOST_CELLS:
        return []
    keys = [token.key for token in other[first:other_end]]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        here, below = best[row], best[row + 1]
        key, weight = one[first + row].key, one[first + row].weight
        for column in range(columns - 1, -1, -1):
            if keys[column] == key:
                here[column] = below[column + 1] + weight
            else:
                down, right = below[column], here[column + 1]
                here[column] = down if down >= right else right
    found = []
    row = column = 0
    while row < rows and column < columns:
        if keys[column] == one[first + row].key:
            found.append((first + row, first + column))
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            row += 1
        else:
            column += 1
    return found


def _gaps(one: Sequence[Token], other: Sequence[Token], shared: Sequence[tuple[int, int]]) -> list[Difference]:
    gaps = []
    at, beside = 0, 0
    agreeing = {(one[i].span, other[j].span) for i, j in shared if one[i].span and other[j].span}
    for end, beside_end in (*shared, (len(one), len(other))):
        if at < end or beside < beside_end:
            for first, last, low, high in _pieces(one, other, at, end, beside, beside_end):
                old, new = tuple(one[first:last]), tuple(other[low:high])
                both = at < end and beside < beside_end
                followed = _goes_on(one, old, last) and _goes_on(other, new, high)
                gaps.append(Difference(old, new, first, low, _inner(old, new, agreeing), both, followed))
        at, beside = end + 1, beside_end + 1
    return gaps


def _pieces(
    one: Sequence[Token], other: Sequence[Token], at: int, end: int, beside: int, beside_end: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield a gap in pieces: code stands against code, prose against prose, brackets against brackets."""
    mine, others = _runs(one, at, end), _runs(other, beside, beside_end)
    named = (
        end - at <= MOST_NAME
        and beside_end - beside <= MOST_NAME
        and _alternatives(one[at:end], other[beside:beside_end])
    )
    if named or len(mine) * len(others) <= 1 or len(mine) > MOST_RUNS or len(others) > MOST_RUNS:
        yield at, end, beside, beside_end
        return
    pairs = [*_paired([run[2] for run in mine], [run[2] for run in others]), (len(mine), len(others))]
    left, right = 0, 0
    for row, column in pairs:
        low = others[right][0] if right < len(others) else beside_end
        for run in mine[left:row]:
            yield run[0], run[1], low, low
        for run in others[right:column]:
            place = mine[row][0] if row < len(mine) else end
            yield place, place, run[0], run[1]
        if row < len(mine):
            yield mine[row][0], mine[row][1], others[column][0], others[column][1]
        left, right = row + 1, column + 1


def _alternatives(old: Sequence[Token], new: Sequence[Token]) -> bool:
    """Whether two gaps are names of one category ("Jenkins", "GitHub Actions")."""
    return same_family(" ".join(token.text for token in old), " ".join(token.text for token in new))


def _runs(tokens: Sequence[Token], at: int, end: int) -> list[tuple[int, int, Region]]:
    """Return the runs of tokens of one code span, of prose, of a phrase or within brackets: from, to, region."""
    runs: list[tuple[int, int, Region]] = []
    last: tuple[Region, int, str] | None = None
    for place in range(at, end):
        token = tokens[place]
        region = token.is_value, token.depth > 0, not token.is_value and token.lead != ""
        here = region, token.span, token.lead
        if here == last:
            runs[-1] = runs[-1][0], place + 1, runs[-1][2]
        else:
            runs.append((place, place + 1, region))
        last = here
    return runs


def _paired(rows: list[Region], columns: list[Region]) -> list[tuple[int, int]]:
    """Return the longest common sequence of two short lists as pairs of indexes."""
    best = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for row in range(len(rows) - 1, -1, -1):
        for column in range(len(columns) - 1, -1, -1):
            same = best[row + 1][column + 1] + 1 if rows[row] == columns[column] else 0
            best[row][column] = max(same, best[row + 1][column], best[row][column + 1])
    found = []
    row = column = 0
    while row < len(rows) and column < len(columns):
        if rows[row] == columns[column] and best[row][column] == best[row + 1][column + 1] + 1:
            found.append((row, column))
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            row += 1
        else:
            column += 1
    return found


def _goes_on(tokens: Sequence[Token], part: tuple[Token, ...], end: int) -> bool:
    """Whether the code span of a part goes on behind it."""
    return bool(part) and part[-1].span > 0 and end < len(tokens) and tokens[end].span == part[-1].span


def _inner(old: tuple[Token, ...], new: tuple[Token, ...], agreeing: set[tuple[int, int]]) -> bool:
    """Whether a difference lies within one code span of each side that also agree in some word."""
    if old and new:
        return len({token.span for token in old}) == len({token.span for token in new}) == 1 and (
            (old[0].span, new[0].span) in agreeing
        )
    tokens, side = (old, 0) if old else (new, 1)
    held = tokens[0].span
    return held > 0 and tokens[-1].span == held and any(pair[side] == held for pair in agreeing)

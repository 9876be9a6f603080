"""Which rows of a list are marked, and the range that grows with the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Marks:
    """A set of marked keys; a range marks from its anchor to the cursor on top of what was marked before."""

    def __init__(self) -> None:
        self._base: set[int] = set()
        self._range: set[int] = set()
        self.anchor: int | None = None

    def __contains__(self, key: int) -> bool:
        return key in self._base or key in self._range

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def keys(self) -> set[int]:
        """The marked keys."""
        return self._base | self._range if self._range else self._base

    def toggle(self, key: int) -> None:
        """Mark a key, or take its mark away."""
        self.end_range()
        self._base ^= {key}

    def start_range(self, key: int) -> None:
        """Begin a range at a key."""
        self.end_range()
        self.anchor = key
        self._range = {key}

    def stretch(self, keys: Sequence[int]) -> None:
        """Let the range cover exactly these keys."""
        self._range = set(keys)

    def end_range(self) -> None:
        """Keep what the range marked and end it."""
        self._base |= self._range
        self._range = set()
        self.anchor = None

    def toggle_all(self, keys: Iterable[int]) -> None:
        """Mark all keys, or none when all of them are marked."""
        self.end_range()
        every = set(keys)
        self._base = self._base - every if every <= self._base else self._base | every

    def keep_only(self, keys: Iterable[int]) -> None:
        """Drop marks on rows that are gone."""
        if self._base or self._range:
            there = set(keys)
            self._base &= there
            self._range &= there
            if self.anchor not in there:
                self.end_range()

    def clear(self) -> None:
        """Unmark all."""
        self._base, self._range, self.anchor = set(), set(), None

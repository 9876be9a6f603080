"""A change of one row, and its inverse: what makes every act undoable."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.records import Json

UNJOURNALLED = frozenset({"access_count", "last_accessed_at", "version"})
"""Columns that reading moves or that only guard writes; they take no part in undo."""


@dataclass(frozen=True, slots=True)
class Change:
    """One row's step: whole rows before and after, unset where the row does not exist."""

    table: str
    number: int
    before: Json | None
    after: Json | None

    def inverse(self) -> Change:
        """Return the change that takes this one back."""
        return Change(self.table, self.number, self.after, self.before)


def same_row(left: Json | None, right: Json | None) -> bool:
    """Say whether two rows agree in all that the journal keeps."""
    if left is None or right is None:
        return left is right
    return journalled(left) == journalled(right)


def journalled(row: Json) -> dict[str, object]:
    """Return the part of a row that takes part in undo."""
    return {name: value for name, value in row.items() if name not in UNJOURNALLED}

"""The queue as faces show it: each conflict with its memories, its values and its reason."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.records import Conflict, Memory
from memtui.services.ports import QueueCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry:
    """One conflict as a row: `new` is the newer memory by when it happened, `grouped` further open pairs of its group.

    `subject`, `old_value` and `new_value` are those of the claims, else short words ("same content").
    """

    conflict: Conflict
    new: Memory
    old: Memory
    subject: str
    old_value: str
    new_value: str
    reason: str
    grouped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePage:
    """Some entries of the queue; `total` counts all conflicts that pass the filter, folded ones too, `more` says that entries follow."""

    entries: tuple[QueueEntry, ...]
    counts: QueueCounts
    total: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVerdict:
    """What a verdict would do to one conflict.

    `winner` stays true and `loser` does not; both are unset where the verdict names none (keep, both).
    `sentence` says it in words. A `refusal` says why nothing would be done: somebody decided it, or an
    earlier verdict of the same plan settles it.
    """

    entry: QueueEntry
    winner: Memory | None
    loser: Memory | None
    sentence: str
    refusal: str = ""

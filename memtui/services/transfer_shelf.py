"""What earlier imports brought in, by the file that it came from: for telling what a file no longer holds."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter, Order
from memtui.domain.records import Memory
from memtui.formats.base import Item
from memtui.services.ports import Reads

_AT_ONCE = 500
_ALIKE = 60.0
"""How similar (0 to 100, rapidfuzz ratio) a new line must be to one that went, to be that line edited."""


class Shelf:
    """Memories of imported files; each format is looked through once, when it is first asked for."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._numbers: dict[str, dict[str, list[int]]] = {}

    def of(self, format: str, source: str) -> list[Memory]:
        """Return the memories of one file, or of all files below a folder whose name ends with a slash."""
        if format not in self._numbers:
            self._numbers[format] = self._look(format)
        shelf = self._numbers[format]
        if source.endswith("/"):
            numbers = [number for name, held in shelf.items() if name.startswith(source) for number in held]
        else:
            numbers = shelf.get(source, [])
        return self._reads.memories(numbers) if numbers else []

    def _look(self, format: str) -> dict[str, list[int]]:
        where = Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, held=True, formats=(format,))
        numbers = self._reads.numbers(where, Order.OLDEST)
        found: dict[str, list[int]] = {}
        for start in range(0, len(numbers), _AT_ONCE):
            for memory in self._reads.memories(numbers[start : start + _AT_ONCE]):
                found.setdefault(memory.file or "", []).append(memory.number or 0)
        return found


def paired(new: Sequence[Item], gone: Sequence[Memory]) -> dict[str, Memory]:
    """Return for the foreign ids of new lines the memories that they are an edit of.

    First lines of the same text, moved under another heading; then the most similar ones under the same headings.
    """
    from rapidfuzz.fuzz import ratio

    left = list(gone)
    found: dict[str, Memory] = {}
    for item in new:
        same = next((memory for memory in left if memory.content == item.draft.content), None)
        if same is not None:
            found[item.draft.foreign_id or ""] = same
            left.remove(same)
    for item in new:
        name = item.draft.foreign_id or ""
        near = [memory for memory in left if _headings(memory.extra) == _headings(item.draft.extra)]
        if name in found or not near:
            continue
        score, best = max(((ratio(memory.content, item.draft.content), memory) for memory in near), key=_score)
        if score >= _ALIKE:
            found[name] = best
            left.remove(best)
    return found


def _score(pair: tuple[float, Memory]) -> float:
    return pair[0]


def _headings(extra: object) -> object:
    return extra.get("headings") if isinstance(extra, dict) else None

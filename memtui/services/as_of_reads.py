"""Records as they were at a past moment: see `services.ports.Reads`.

A list is today's list, wide enough to hold whatever it might have held, read page by page; each row is seen as it was
and then asked whether it passes. Rows that have changed since come from the view.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any

from memtui.domain.errors import NotFound
from memtui.domain.filters import EVERYTHING, Badge, Filter, Order
from memtui.domain.kinds import Layer, Trust
from memtui.domain.records import Batch, Conflict, Event, Memory, Record, Relation
from memtui.intelligence.hierarchy import retention_of
from memtui.intelligence.importance import assess, base
from memtui.services.as_of_passing import passed, widened
from memtui.services.as_of_views import View
from memtui.services.ports import ActHead, Census, Page, PageKey, Reads

PAGE = 2000

NEARLY = 1e-9
"""The store's importance and the one that is worked out here agree to so much."""

_FACETS = {"layer", "status", "kind", "source", "priority", "project", "agent", "session"}


class PastReads:
    """Records as a view shows them; what is history itself is read as it stands."""

    def __init__(self, reads: Reads, view: View) -> None:
        self._reads, self._view = reads, view
        self._counts: dict[Filter, int] = {}

    def one_moment(self) -> AbstractContextManager[None]:
        """Let all reads of this thread within the block see the store as it was at the first of them."""
        return self._reads.one_moment()

    def memory(self, number: int) -> Memory:
        """Return one memory as it was; raises NotFound where it was not there yet."""
        found = self.memories([number])
        if not found:
            raise NotFound("This memory was not there yet at that moment.")
        return found[0]

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return those of `numbers` that were there, in that order."""
        found = {one.number: one for one in self._view.memories(self._reads.memories(numbers))}
        found |= {one.number: one for one in self._view.gone([each for each in numbers if each not in found])}
        return [found[number] for number in numbers if number in found]

    def resolve(self, handle: str) -> int:
        """Return the number of the memory that a handle means today."""
        return self._reads.resolve(handle)

    def page(self, where: Filter, order: Order, limit: int, after: PageKey | None = None) -> Page:
        """Return one page of a list as it was."""
        rows = list(islice(self._listed(where, order, after), limit + 1))
        shown = tuple(rows[:limit])
        more = len(rows) > limit and bool(shown)
        return Page(shown, PageKey(self._value(shown[-1], order), shown[-1].number or 0) if more else None)

    def numbers(self, where: Filter, order: Order) -> array[int]:
        """Return the row numbers of a whole list as it was."""
        return array("q", (memory.number or 0 for memory in self._listed(where, order, None)))

    def lanes(self, where: Filter) -> Mapping[Layer, array[int]]:
        """Return the row numbers of a whole list by the layers of then, those with the highest retention first."""
        found: dict[Layer, array[int]] = {layer: array("q") for layer in Layer}
        for memory in self._listed(where, Order.RETENTION, None):
            found[memory.layer].append(memory.number or 0)
        return found

    def count(self, where: Filter) -> int:
        """Return how many memories passed; worked out once for each filter, since the past stays as it is."""
        if where not in self._counts:
            self._counts[where] = sum(1 for _ in self._listed(where, Order.RECORDED, None))
        return self._counts[where]

    def census(self, project: str | None = None) -> Census:
        """Return the counts of the memories that were there."""
        everyone = list(self._listed(replace(EVERYTHING, project=project), Order.RECORDED, None))
        return Census(
            total=len(everyone),
            statuses=Counter(one.status.value for one in everyone),
            layers=Counter(one.layer.value for one in everyone),
            tiers=Counter(one.tier.value for one in everyone),
            held=sum(one.trust is Trust.HELD for one in everyone),
        )

    def layer_sizes(self, project: str | None = None) -> Mapping[Layer, tuple[int, int]]:
        """Return how many memories each layer held and how many characters they had, held ones left out."""
        found: dict[Layer, tuple[int, int]] = {}
        where = replace(EVERYTHING, held=False, project=project)
        for memory in self._listed(where, Order.RECORDED, None):
            count, characters = found.get(memory.layer, (0, 0))
            found[memory.layer] = (count + 1, characters + len(memory.content))
        return found

    def facets(self, where: Filter, column: str) -> list[tuple[str, int]]:
        """Return the values of a column with their counts, commonest first."""
        found: Counter[str] = Counter()
        for memory in self._listed(where, Order.RECORDED, None):
            if column == "tag":
                found.update(memory.tags)
            elif column in _FACETS and (value := getattr(memory, column)):
                found[str(value)] += 1
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))

    def importance_base(self, numbers: Sequence[int]) -> dict[int, float]:
        """Return the part of the importance that does not age."""
        return {memory.number or 0: base(memory) for memory in self.memories(numbers)}

    def badges(self, numbers: Sequence[int]) -> dict[int, frozenset[Badge]]:
        """Return the badges of today's texts."""
        return self._reads.badges(numbers)

    def begun_earlier(self, at: datetime) -> list[int]:
        """Return the numbers of the memories that tell, after a moment, of what held at it already."""
        return self._reads.begun_earlier(at)

    def neighbours(self, memories: Sequence[Memory], reach: int) -> list[Memory]:
        """Return the turns beside `memories` that were there."""
        return self._view.memories(self._reads.neighbours(memories, reach))

    def by_foreign_ids(self, format: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Return the memories of an import that were there, by foreign id."""
        found = self._view.memories(list(self._reads.by_foreign_ids(format, ids).values()))
        return {one.foreign_id: one for one in found if one.foreign_id is not None}

    def by_ids(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Return the memories that were there, by ULID."""
        found = {one.id: one for one in self._view.memories(list(self._reads.by_ids(ids).values()))}
        missing = set(ids) - found.keys()
        if missing:
            found |= {one.id: one for one in self._view.overlaid().values() if one.id in missing}
        return found

    def relations(self, number: int) -> list[Relation]:
        """Return the relations that a memory had, newest first."""
        return self._view.relations(self._reads.relations(number))

    def conflicts(self, number: int) -> list[Conflict]:
        """Return the conflicts that a memory was part of, newest first."""
        return self._view.conflicts(self._reads.conflicts(number))

    def records(self, table: str, after: int, limit: int) -> list[Record]:
        """Return today's records of a table."""
        return self._reads.records(table, after, limit)

    def ceiling(self, table: str) -> int:
        """Return the highest row number that was ever used."""
        return self._reads.ceiling(table)

    def history(self, after: int, limit: int) -> list[Batch]:
        """Return batches, oldest first, up to the moment."""
        return [batch for batch in self._reads.history(after, limit) if batch.at <= self._view.at]

    def batches(self, limit: int, before: int | None = None, **narrowed: Any) -> list[Batch]:
        """Return batches, newest first, up to the moment."""
        found: list[Batch] = []
        while len(found) < limit:
            page = self._reads.batches(max(limit, PAGE), before, **narrowed)
            found += [batch for batch in page if batch.at <= self._view.at]
            if len(page) < max(limit, PAGE):
                break
            before = page[-1].number
        return found[:limit]

    def count_batches(self, **narrowed: Any) -> int:
        """Return how many batches up to the moment pass."""
        return len(self.batch_numbers(**narrowed))

    def batch_numbers(self, **narrowed: Any) -> array[int]:
        """Return the numbers of the batches up to the moment that pass, newest first; later ones have higher numbers."""
        numbers = self._reads.batch_numbers(**narrowed)
        return numbers[bisect_left(numbers, True, key=lambda number: self._reads.batch(number).at <= self._view.at) :]

    def batch_facets(self) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return today's actors and actions."""
        return self._reads.batch_facets()

    def batch(self, handle: str | int) -> Batch:
        """Return a batch; raises NotFound."""
        return self._reads.batch(handle)

    def batches_of(self, numbers: Sequence[int]) -> list[Batch]:
        """Return batches by their numbers."""
        return self._reads.batches_of(numbers)

    def acts(self, action: str, limit: int) -> list[ActHead]:
        """Return the newest batches of one action up to the moment."""
        return [head for head in self._reads.acts(action, limit) if head.at <= self._view.at]

    def events(self, batch: int, limit: int | None = None) -> list[Event]:
        """Return a batch's events in order."""
        return self._reads.events(batch, limit)

    def events_back(self, batch: int, before: int | None, limit: int) -> list[Event]:
        """Return a batch's events with numbers below `before`, newest first."""
        return self._reads.events_back(batch, before, limit)

    def events_of(self, table: str, number: int) -> list[Event]:
        """Return the events of one row up to the moment, oldest first."""
        found = self._reads.events_of(table, number)
        return [event for event in found if self._reads.batch(event.batch_number).at <= self._view.at]

    def changes_of(self, table: str, numbers: Sequence[int]) -> dict[int, list[Event]]:
        """Return the events that changed some rows up to the moment, by row number, oldest first."""
        found = self._reads.changes_of(table, numbers)
        batches = {event.batch_number for events in found.values() for event in events}
        then = {number for number in batches if self._reads.batch(number).at <= self._view.at}
        kept = {row: [event for event in events if event.batch_number in then] for row, events in found.items()}
        return {row: events for row, events in kept.items() if events}

    def first_events_after(self, at: datetime, table: str, numbers: Sequence[int] | None = None) -> list[Event]:
        """Return the first event after a moment of each row of a table, or of `numbers` of them."""
        return self._reads.first_events_after(at, table, numbers)

    def later_event(self, batch: int, *, undos: bool = False) -> Event | None:
        """Return what stands in an undo's way today."""
        return self._reads.later_event(batch, undos=undos)

    def later_batches(self, batches: Sequence[int]) -> list[tuple[int, int]]:
        """Return what stands in an undo's way today."""
        return self._reads.later_batches(batches)

    def newest_batch(self, actor: str, *, undos: bool) -> Batch | None:
        """Return nothing: there is nothing to take back in the past."""
        return None

    def _listed(self, where: Filter, order: Order, after: PageKey | None) -> Iterator[Memory]:
        """Yield a list as it was, in order, from behind a key."""
        if order is Order.RETENTION:
            everyone = self._listed(where, Order.RECORDED, None)
            ranked = sorted(everyone, key=lambda one: self._key(one, order), reverse=True)
            yield from (one for one in ranked if self._behind(one, order, after))
            return
        overlaid = self._view.overlaid()
        forward = order is Order.OLDEST
        rows = sorted(
            (one for one in overlaid.values() if passed(one, where) and self._behind(one, order, after)),
            key=lambda one: self._key(one, order),
            reverse=not forward,
        )
        today = (one for one in self._today(where, order, after) if one.number not in overlaid)
        yield from merge(today, rows, key=lambda one: self._key(one, order), reverse=not forward)

    def _today(self, where: Filter, order: Order, after: PageKey | None) -> Iterator[Memory]:
        wide = replace(widened(where), now=self._view.at, before=self._view.horizon)
        start = after
        if order is Order.IMPORTANCE and after is not None:
            start = PageKey(float(after.value) + NEARLY, after.number)  # type: ignore[arg-type]  # a share in this order
        while True:
            page = self._reads.page(wide, order, PAGE, start)
            rows = (one for one in self._view.memories(page.memories) if passed(one, where))
            yield from (one for one in rows if self._behind(one, order, after))
            if page.next is None:
                return
            start = page.next

    def _behind(self, memory: Memory, order: Order, after: PageKey | None) -> bool:
        if after is None:
            return True
        key = self._key(memory, order)
        if order is Order.OLDEST:
            return key > (after.value, -after.number)
        return key < (after.value, after.number)

    def _key(self, memory: Memory, order: Order) -> tuple[Any, int]:
        """Return what a list is sorted by: upwards for the oldest first, else downwards; of equals the later row comes first."""
        number = memory.number or 0
        return self._value(memory, order), -number if order is Order.OLDEST else number

    def _value(self, memory: Memory, order: Order) -> datetime | float | int:
        match order:
            case Order.RECORDED:
                return memory.recorded_at
            case Order.OPENED:
                return memory.access_count
            case Order.IMPORTANCE:
                return round(assess(memory, self._view.at).value, 12)
            case Order.RETENTION:
                return retention_of(memory, assess(memory, self._view.at).value, self._view.at).value
            case _:
                return memory.sort_at

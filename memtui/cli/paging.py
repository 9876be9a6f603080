"""Lists by keyset: pages of any depth cost the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from memtui.domain.filters import Filter, Order
from memtui.domain.records import Memory
from memtui.services.ports import PageKey

if TYPE_CHECKING:
    from memtui.services.recall import Hit
    from memtui.services.workspace import Workspace

PAGE = 200


def key_of(workspace: Workspace, number: int, order: Order) -> PageKey:
    """Return where a list in `order` stands at a memory."""
    memory = workspace.store.reads.memory(number)
    return PageKey(_value(workspace, memory, order), number)


def _value(workspace: Workspace, memory: Memory, order: Order) -> datetime | float | int:
    match order:
        case Order.RECORDED:
            return memory.recorded_at
        case Order.OPENED:
            return memory.access_count
        case Order.IMPORTANCE:
            from memtui.intelligence.importance import assess

            return assess(memory, workspace.clock.now()).value
        case _:
            return memory.sort_at


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a list as rows; `last` is the id to go on after, unset at the end of the list."""

    hits: list[Hit]
    last: str | None


def leaves(
    workspace: Workspace, where: Filter, order: Order, start: PageKey | None, limit: int | None
) -> Iterator[Leaf]:
    """Yield at most `limit` memories (None: all) page by page, so that a long list is never held whole."""
    from memtui.services import recall

    key, left = start, limit
    while left is None or left > 0:
        page = workspace.store.reads.page(where, order, PAGE if left is None else min(PAGE, left), key)
        key = page.next
        left = None if left is None else left - len(page.memories)
        numbers = [memory.number for memory in page.memories if memory.number is not None]
        last = page.memories[-1].id if page.memories and key is not None else None
        yield Leaf(recall.hits_for(workspace, numbers), last)
        if key is None:
            return

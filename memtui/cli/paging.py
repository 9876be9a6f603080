"""Lists by keyset: pages of any depth cost the same."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from memtui.domain.filters import Filter, Order
from memtui.domain.records import Memory
from memtui.services.ports import PageKey

if TYPE_CHECKING:
    from memtui.services.recall import Hit
    from memtui.services.workspace import Workspace

PAGE = 500


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


def every_page(
    workspace: Workspace, where: Filter, order: Order, start: PageKey | None, limit: int | None
) -> tuple[list[Hit], str | None]:
    """Return at most `limit` memories (None: all) as list rows, and the id to go on after when there are more."""
    from memtui.services import recall

    numbers: list[int] = []
    key, last = start, None
    while limit is None or len(numbers) < limit:
        size = PAGE if limit is None else min(PAGE, limit - len(numbers))
        page = workspace.store.reads.page(where, order, size, key)
        numbers += [memory.number for memory in page.memories if memory.number is not None]
        key = page.next
        last = page.memories[-1].id if page.memories else last
        if key is None:
            return recall.hits_for(workspace, numbers), None
    return recall.hits_for(workspace, numbers), last

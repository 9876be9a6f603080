"""`python -m tests.store.writing LOCATION NAME COUNT`: a process that writes to a store and says what was acknowledged.

It adds `COUNT` memories, every third in an act of two chunks, edits each second one and takes back each fifth act.
A line on standard output names each acknowledged memory; without an end (`COUNT` 0) it goes on until it is killed.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count

from memtui.domain.records import Actor
from tests.store.making import act, memory, opened, undone


def main(location: str, name: str, many: int) -> None:
    """Write until `many` memories are acknowledged, or until killed."""
    from ulid import ULID

    store = opened(location)
    actor = Actor(name)
    for place in count() if not many else range(many):
        with store.write(act("add", actor)) as work:
            kept = work.insert(memory(f"{name} wrote number {place}", id=str(ULID()), tags=(name,)))
            if place % 3 == 0:
                work.checkpoint({"place": place})
                kept = work.update(replace(kept, pinned=True))
            number = work.batch_number
        print(f"kept {kept.number} {place}", flush=True)
        if place % 2 == 0:
            with store.write(act("edit", actor)) as work:
                work.update(replace(work.memory(kept.number or 0), content=f"{name} edited number {place}"))
                number = work.batch_number
        if place % 5 == 4:
            undone(store, number, actor)
            print(f"undone {number}", flush=True)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

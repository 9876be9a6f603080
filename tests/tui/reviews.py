"""What the tests of Review need: the screens on Review, what is under the cursor, and conflicts that hang together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from memtui.domain.kinds import ConflictState
from memtui.domain.records import Conflict, Memory
from tests.snapshots.running import Screens, running


@asynccontextmanager
async def reviewing(store: Path, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Screens]:
    """Run the screens on Review, the sitting's clock standing still."""
    async with running(size, location=store, view="review", **options) as screens:
        screens.view.sitting.clock = lambda: 0.0
        yield screens


def subject(screens: Screens) -> str:
    """What the conflict under the cursor is about."""
    return str(screens.view.row.entry.subject)


def now(screens: Screens, conflict: Conflict) -> tuple[Conflict, Memory, Memory]:
    """A conflict with its newer and older memory as the store holds them."""
    reads, queue = screens.workspace.store.reads, screens.workspace.store.queue
    return queue.conflict(conflict.number or 0), reads.memory(conflict.new_number), reads.memory(conflict.old_number)


def chain(workspace: Any) -> None:
    """Two conflicts that share their older memory."""
    from dataclasses import replace

    from memtui.services.evidence import fingerprint
    from memtui.services.making import new_id
    from tests.snapshots.sample import NOW
    from tests.tui.review_store import pair

    one = pair(workspace, "The port is 1", "The port is 2", subject="first", values=("1", "2"), confidence=0.9)
    other = pair(workspace, "unused", "The port is 3", subject="second", values=("", "3"), confidence=0.8)
    reads = workspace.store.reads
    with workspace.store.write(workspace.act("import", "a link")) as work:
        print_ = fingerprint(reads.memory(other.new_number), reads.memory(one.old_number))
        again = replace(other, number=None, id=new_id(NOW), old_number=one.old_number, fingerprint=print_)
        work.insert(again)
        work.update(replace(work_conflict(workspace, other), state=ConflictState.DISMISSED))


def work_conflict(workspace: Any, conflict: Conflict) -> Conflict:
    """A conflict as the store holds it."""
    found: Conflict = workspace.store.queue.conflict(conflict.number)
    return found

"""What a store must hold, kept from what its writers said, and the comparison with what it does hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memtui.bootstrap import open_workspace
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Status
from memtui.domain.records import Actor
from memtui.services import history
from memtui.services.workspace import Workspace


@dataclass
class Ledger:
    """Texts by row number and the archived rows, as acknowledged; `pending` are acts begun but not acknowledged."""

    texts: dict[int, str] = field(default_factory=dict)
    archived: set[int] = field(default_factory=set)
    pending: list[dict[str, Any]] = field(default_factory=list)

    def hear(self, said: Iterable[dict[str, Any]]) -> None:
        """Enter what one process said; its last act may be pending."""
        begun: dict[str, Any] | None = None
        for line in said:
            if "will" in line:
                begun = line
            elif line.get("did") in ("add", "edit"):
                self.texts[line["number"]] = line["content"]
                begun = None
            elif line.get("did") == "archive":
                self.archived.add(line["number"])
                begun = None
        if begun is not None:
            self.pending.append(begun)

    def settle(self, workspace: Workspace) -> None:
        """Compare with the store and take in what a pending act did, if it came through whole; else raise AssertionError."""
        numbers = list(workspace.store.reads.numbers(EVERYTHING, Order.RECORDED))
        held = {memory.number or 0: memory for memory in workspace.store.reads.memories(numbers)}
        for act in self.pending:
            self._take_in(act, {number: memory.content for number, memory in held.items()}, held)
        self.pending = []
        lost = self.texts.keys() - held.keys()
        assert not lost, f"{len(lost)} acknowledged memories are gone: {sorted(lost)[:5]}"
        extra = held.keys() - self.texts.keys()
        assert not extra, f"{len(extra)} memories that nobody wrote: {sorted(extra)[:5]}"
        for number, text in self.texts.items():
            assert held[number].content == text, (
                f"memory {number} holds {held[number].content!r}, {text!r} was acknowledged"
            )
            archived = held[number].status is Status.ARCHIVED
            assert archived == (number in self.archived), f"memory {number} is {held[number].status}"

    def _take_in(self, act: dict[str, Any], texts: dict[int, str], held: dict[int, Any]) -> None:
        if act["will"] == "add":
            self.texts |= {number: text for number, text in texts.items() if text == act["content"]}
        elif act["will"] == "edit" and texts.get(act["number"]) == act["content"]:
            self.texts[act["number"]] = act["content"]
        elif act["will"] == "archive" and held[act["number"]].status is Status.ARCHIVED:
            self.archived.add(act["number"])


def reader(store: Path, actor: str = "reader") -> Workspace:
    """Open a store to look at it as `actor`."""
    return open_workspace(str(store), face="cli", actor=Actor(actor), config=store.parent / "no-config.toml")


def assert_sound(store: Path, ledger: Ledger) -> None:
    """Raise AssertionError unless the file is whole, it holds what the ledger says, and every index agrees with the texts."""
    with sqlite3.connect(store) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert verdict == "ok", verdict
    connection.close()
    workspace = reader(store)
    try:
        ledger.settle(workspace)
        assert workspace.store.maintenance.check() == []
        assert_journal_whole(workspace)
    finally:
        workspace.store.close()


def assert_journal_whole(workspace: Workspace) -> None:
    """Raise AssertionError unless every batch of the last hundred holds as many events as it says."""
    for batch in workspace.store.reads.batches(100):
        assert batch.number is not None
        events = workspace.store.reads.events(batch.number)
        assert len(events) == batch.changes, f"batch {batch.number} says {batch.changes} changes and has {len(events)}"


def undo_and_redo(store: Path, actor: str) -> None:
    """Take the actor's newest batch back and do it again; raises AssertionError unless both came through."""
    workspace = reader(store, actor)
    try:
        undone = history.undo(workspace)
        assert undone.batch is not None
        assert undone.batch.undoes is not None
        again = history.redo(workspace)
        assert again.batch is not None
    finally:
        workspace.store.close()

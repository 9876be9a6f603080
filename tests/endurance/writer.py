"""A process that writes as fast as it can and says before and after each act what it does.

`python -m tests.endurance.writer STORE NAME SEED [COUNT]`: without a count it goes on until it is killed.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import count
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import MemtuiError
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.services.workspace import Workspace
from tests.endurance.processes import say

WORDS = ("order", "cart", "token", "cache", "index", "deploy", "invoice", "refund", "branch", "label", "queue", "stock")


class Writer:
    """Adds, edits and archives its own memories, at random but the same for the same seed."""

    def __init__(self, workspace: Workspace, name: str, seed: int) -> None:
        self._workspace = workspace
        self._name = name
        self._random = random.Random(seed)
        self._mine: list[int] = []

    def act(self, place: int) -> None:
        """Do one thing and say so."""
        text = f"{self._name}-{place} " + " ".join(self._random.choices(WORDS, k=12))
        number = self._random.choice(self._mine) if self._mine else 0
        chance = self._random.random()
        if chance < 0.15 and number:
            say(will="edit", number=number, content=text)
            remember.edit(self._workspace, number, Edit(content=text))
            say(did="edit", number=number, content=text)
        elif chance < 0.25 and number:
            say(will="archive", number=number)
            remember.edit_all(self._workspace, [number], Edit(archived=True))
            say(did="archive", number=number)
        else:
            say(will="add", content=text)
            memory = remember.add(self._workspace, Draft(content=text, tags=(self._name,))).memory
            self._mine.append(memory.number or 0)
            say(did="add", number=memory.number, content=text, at=time.monotonic())


def main(store: str, name: str, seed: str, limit: str = "") -> None:
    """Write until killed, or `limit` acts; a failure that a user may see is said and ends it."""
    config = Path(store).parent / "no-config.toml"
    workspace = open_workspace(store, face="cli", actor=Actor(name), config=config)
    say(ready=True)
    writer = Writer(workspace, name, int(seed))
    try:
        for place in range(int(limit)) if limit else count():
            writer.act(place)
    except MemtuiError as error:
        say(failed=type(error).__name__, sentence=error.sentence)
    workspace.store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Several at work in one store at once: nobody is turned away, nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Actor
from memtui.services import care, history, recall, remember
from memtui.services.workspace import Workspace

ROWS = 60


def at_once(*works: Callable[[], None]) -> list[BaseException]:
    """Run all in threads and return what went wrong."""
    failed: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def test_an_agent_writes_while_a_person_edits_searches_and_saves_a_copy(in_file: Workspace, tmp_path: Path) -> None:
    path = in_file.store.location
    agent = open_workspace(path, face="mcp", actor=Actor("claude-code", ActorKind.AGENT))
    kept = remember.add(in_file, Draft(content="The release plan of the shop.")).memory
    assert kept.number is not None
    number = kept.number

    def write() -> None:
        for n in range(ROWS):
            remember.add(agent, Draft(content=f"Step {n} of the release plan is done and checked."))

    def edit() -> None:
        for n in range(ROWS // 3):
            remember.edit(in_file, number, Edit(content=f"The release plan of the shop, version {n}."))
            history.undo(in_file)

    def read() -> None:
        for _ in range(ROWS // 3):
            assert recall.search(in_file, recall.Request(text="release plan")).hits
            recall.open_memory(in_file, number)

    def save() -> None:
        for n in range(3):
            care.backup(in_file, tmp_path / f"copy-{n}.db")

    assert at_once(write, edit, read, save) == []
    agent.store.close()
    memory = in_file.store.reads.memory(number)
    assert (memory.content, memory.access_count) == (kept.content, ROWS // 3)
    assert in_file.store.reads.census().total == ROWS + 1
    assert recall.search(in_file, recall.Request(text="step release", limit=100)).matches == ROWS + 1
    assert care.examine(in_file).problems == ()


def test_of_two_who_edit_the_same_text_the_second_is_told(in_file: Workspace) -> None:
    from memtui.domain.errors import StaleWrite

    memory = remember.add(in_file, Draft(content="The release plan of the shop.")).memory
    assert memory.number is not None
    other = open_workspace(in_file.store.location, face="cli", actor=Actor("lena"))
    told: list[str] = []

    def change(workspace: Workspace) -> Callable[[], None]:
        def work() -> None:
            try:
                remember.edit(
                    workspace,
                    memory.number or 0,
                    Edit(content=f"The plan as {workspace.actor.name} sees it."),
                    version=memory.version,
                )
            except StaleWrite:
                told.append(workspace.actor.name)

        return work

    assert at_once(change(in_file), change(other)) == []
    (late,) = told
    winner = {"ana": "lena", "lena": "ana"}[late]
    assert in_file.store.reads.memory(memory.number).content == f"The plan as {winner} sees it."
    other.store.close()

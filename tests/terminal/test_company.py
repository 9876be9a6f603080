"""An agent writes fifty memories a second while somebody reads, types and judges."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.services.workspace import Workspace
from tests.terminal.conftest import Sit
from tests.terminal.driver import Person, own_world

ROWS = 300


@pytest.fixture
def agent(sample: Path, tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start an agent that writes into the sample, and stop it after the test."""
    running: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.terminal.agent", str(sample), str(ROWS)]
        world = {**own_world(tmp_path), "MEMTUI_USER": "codex", "PATH": "/usr/bin:/bin"}
        running.append(
            subprocess.Popen(command, env=world, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        )
        return running[0]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def counted(person: Person) -> int:
    """Return of how many memories the filter line speaks."""
    found = re.search(r"of ([\d,]+)", person.lines[1])
    return int(found[1].replace(",", "")) if found else 0


def test_nothing_is_lost_and_cursor_and_typing_stay(
    sit: Sit, sample: Path, agent: Callable[[], subprocess.Popen[str]], opened: Callable[[Path], Workspace]
) -> None:
    person = sit(sample)
    before = counted(person)
    person.press(*"jjj")
    person.until(
        lambda: "4 of" in person.status and not person.cursor.startswith("►  …"), "the cursor is on the fourth row"
    )
    row = person.cursor[:40]
    writing = agent()
    for step in (10, 40, 70):
        person.until(lambda step=step: counted(person) >= before + step, f"{step} rows have come in")
        assert person.cursor[:40] == row
    person.press("/")
    typed = "supplier"
    for end in range(1, len(typed) + 1):
        person.press(typed[end - 1])
        person.until(lambda end=end: person.lines[1].startswith(f" / {typed[:end]}"), "the letters stand there")
    person.until(lambda: writing.poll() is not None or counted(person) >= ROWS // 2, "the agent's rows are found")
    assert person.lines[1].startswith(f" / {typed} ")
    person.press("enter")
    assert writing.communicate(timeout=60)[0].strip() == str(ROWS)
    person.press("escape")
    person.until(lambda: counted(person) == before + ROWS, "all rows are there")
    contents = [memory.content for memory in opened(sample).store.reads.memories(range(1, before + ROWS + 100))]
    assert sum(text.startswith("Agent row ") for text in contents) == ROWS

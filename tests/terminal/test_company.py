"""An agent writes fifty memories a second while somebody reads, types and judges."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.services.workspace import Workspace
from tests.terminal.agent import text
from tests.terminal.conftest import Sit
from tests.terminal.driver import Person, own_world

Agent = Callable[[int], subprocess.Popen[str]]

ROWS = 200
ENDLESS = 100_000


@pytest.fixture
def agent(sample: Path, tmp_path: Path) -> Iterator[Agent]:
    """Start an agent that writes into the sample, and stop it after the test."""
    running: list[subprocess.Popen[str]] = []

    def start(count: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.terminal.agent", str(sample), str(count)]
        world = {**own_world(tmp_path), "MEMTUI_USER": "codex", "PATH": "/usr/bin:/bin"}
        running.append(
            subprocess.Popen(command, env=world, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        )
        return running[0]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def under_cursor(person: Person) -> str:
    """Return the first words under the cursor."""
    return person.cursor.partition("►")[2][:24]


def counted(person: Person) -> int:
    """Return of how many memories the filter line speaks."""
    found = re.search(r"of ([\d,]+)", person.lines[1])
    return int(found[1].replace(",", "")) if found else 0


def test_nothing_is_lost_and_cursor_and_typing_stay(
    sit: Sit, sample: Path, agent: Agent, opened: Callable[[Path], Workspace]
) -> None:
    person = sit(sample)
    before = counted(person)
    person.press(*"jjj")
    person.until(
        lambda: "4 of" in person.status and not person.cursor.startswith("►  …"), "the cursor is on the fourth row"
    )
    row = person.cursor[:40]
    writing = agent(ROWS)
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
    contents = {memory.content for memory in opened(sample).store.reads.memories(range(1, before + ROWS + 100))}
    assert {text(number) for number in range(ROWS)} <= contents


def test_the_cursor_of_each_view_stays_where_it_is(sit: Sit, sample: Path, agent: Agent) -> None:
    person = sit(sample)
    person.press("/")
    person.type("JWT authentication implementation")
    person.press("enter")
    person.until(lambda: "JWT authentication" in person.cursor, "it is found")
    before = person.open_conflicts
    agent(ENDLESS)
    person.until(lambda: person.open_conflicts > before, "conflicts come in")
    for view in "2345":
        person.goes(view)
        more_come_in(person)
        person.press("j")
        more_come_in(person)
        row = under_cursor(person)
        for _ in range(2):
            more_come_in(person)
            assert under_cursor(person) == row
        person.press("k", "j")
        person.until(lambda row=row: under_cursor(person) == row, "it can be moved")
    assert person.screen.foreign == []


def more_come_in(person: Person) -> None:
    """Wait until the tab counts more conflicts than now."""
    seen = person.open_conflicts
    person.until(lambda: person.open_conflicts > seen, "another conflict comes in")

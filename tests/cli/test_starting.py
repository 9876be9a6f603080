"""What a start loads: help and versions nothing heavy, numbers only where something is ranked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Run

HEAVY = {"textual", "sqlalchemy", "sqlmodel", "alembic", "numpy", "rank_bm25", "rapidfuzz", "rich", "yaml", "dateutil"}
NUMBERS = {"numpy", "rank_bm25"}


def loaded(*arguments: str) -> set[str]:
    """The top-level packages that a run of the command line has loaded at its end."""
    script = (
        "import sys, json\nfrom memtui.cli import cli\n"
        f"code = cli.main({list(arguments)!r}, standalone_mode=False)\n"
        "print(json.dumps([code, sorted({name.split('.')[0] for name in sys.modules})]), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ, timeout=60)
    code, names = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stderr
    return set(names)


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("search", "--help"), ("import", "--help"), ("config", "path")]
)
def test_telling_about_itself_loads_nothing_heavy(place: Path, arguments: Sequence[str]) -> None:
    assert not HEAVY & loaded(*arguments)


@pytest.mark.parametrize(
    "arguments", [("list",), ("recent",), ("history",), ("doctor",), ("add", "We use Kafka for events")]
)
def test_only_ranking_loads_numbers_and_a_pipe_loads_no_pictures(memtui: Run, arguments: Sequence[str]) -> None:
    memtui("add", "We use Redis for sessions")
    names = loaded(*arguments)
    assert not NUMBERS & names
    assert not {"textual", "alembic"} & names


def test_search_ranks_with_numbers(memtui: Run) -> None:
    memtui("add", "We use Redis for sessions")
    assert loaded("search", "redis") >= NUMBERS

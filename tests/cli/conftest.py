"""Runs the command line in a place of its own: own store, own configuration, own state."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from memtui.cli import cli


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON document on stdout."""
        return json.loads(self.out)

    @property
    def id(self) -> str:
        """The first field of the first line: the id that a command printed."""
        return self.out.split()[0]

    @property
    def ids(self) -> list[str]:
        """The first field of each line."""
        return [line.split("  ")[0] for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing in it, which holds all that a run may read or write."""
    for name in [name for name in os.environ if name.startswith("MEMTUI_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MEMTUI_STORE", str(tmp_path / "store.db"))
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("MEMTUI_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("MEMTUI_USER", "ana")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def memtui(place: Path) -> Run:
    """Run the command line in this process, its output into pipes."""
    runner = CliRunner()

    def run(*arguments: str, stdin: str | bytes | None = None) -> Ran:
        result = runner.invoke(cli, list(arguments), input=stdin)
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process(place: Path) -> Run:
    """Run the command line as a process of its own."""

    def run(*arguments: str, stdin: str | None = None, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "memtui", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            timeout=60,
        )
        assert "Traceback" not in done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def filled(memtui: Run) -> dict[str, str]:
    """A store with a few memories; returns their ids by a word each."""
    texts = {
        "postgres": (
            "We use PostgreSQL for user data",
            "--kind",
            "decision",
            "--tag",
            "db,decision",
            "--at",
            "2026-01-15",
        ),
        "mongo": ("We use MongoDB for the product catalog", "--kind", "decision", "--tag", "db", "--at", "2026-02-20"),
        "rule": ("Never push to main", "--kind", "constraint", "--priority", "high", "--at", "2026-03-01"),
        "note": ("lunch was fine today, nothing else to report", "--kind", "note", "--at", "2026-03-02"),
    }
    return {name: memtui("add", *words).id for name, words in texts.items()}

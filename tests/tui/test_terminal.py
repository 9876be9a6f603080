"""What reaches a real terminal: whatever a memory holds, only memtui's own bytes act on it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from tests.bench.terminal import Terminal

HOSTILE = (
    "zebra one \x1b]52;c;cHduZWQ=\x07 sets the clipboard",
    "zebra two \x1b]0;pwned\x07\x1b[2J\x1b[31m clears the screen\r\nand \x1b[6n asks",
    "zebra three \x9b2J \x9d52;c;cHduZWQ=\x9c \x90q\x9c C1",
    "zebra four [@click=app.quit]quit[/] [bold]x[/bold] [/] \x1b\\ unterminated [",
    "zebra five \u202egnp.exe\u202c \u2066a\u2069 \x00 \x08\x08\x7f",
)

INJECTED = re.compile(
    r"\x1b\]52|cHduZWQ=\x07|\x1b\]0;pwned|\x1b\[6n|[\x90\x9b\x9c\x9d]|[\u202a-\u202e\u2066-\u2069]|\x00|\x08"
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    place = tmp_path / "store.db"
    workspace = open_workspace(str(place), face="cli", actor=Actor("ana"), config=tmp_path / "none.toml")
    for text in HOSTILE:
        remember.add(workspace, Draft(content=text))
    workspace.store.close()
    return place


def test_no_memory_writes_to_the_clipboard_the_title_or_the_cursor(tmp_path: Path, store: Path) -> None:
    own = {"MEMTUI_CONFIG": str(tmp_path / "none.toml"), "MEMTUI_STATE": str(tmp_path / "state")}
    environment = {**os.environ, **own, "EDITOR": "", "VISUAL": ""}
    with Terminal([sys.executable, "-m", "memtui", "--store", str(store)], environment, (100, 30)) as terminal:
        terminal.wait_for("zebra five", 60)
        for keys in (
            "j",
            "j",
            "j",
            "\r",
            "\x1b",
            "w",
            "6",
            "j",
            "1",
            "/zebra \x1b[B\r",
            "e",
            "\x1b",
            "t",
            "\x1b",
            "*d",
            "n",
            "?",
        ):
            terminal.send(keys)
            terminal.settle(0.3)
        seen = terminal._text
    assert "zebra four [@click=app.quit]quit[/]" in seen.replace("\x1b[0m", "")
    assert not INJECTED.search(seen)

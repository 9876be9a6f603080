"""What conflicts look like on a terminal, and that hostile texts, credentials and missing successors do no harm."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Ran, Run
from tests.cli.test_hostile import HOSTILE, harmless


def test_hostile_texts_act_on_nothing(memtui: Run) -> None:
    for place, text in enumerate(HOSTILE):
        for value, day in (("3000", "2026-01-01"), ("8080", "2026-02-01")):
            content = f"The number {place} server {text} listens on port {value}"
            assert memtui("add", "-", "--at", day, stdin=content).code == 0
    rows = memtui("conflicts", "list", "--state", "all", "--json").json["results"]
    assert rows
    ids = [row["id"] for row in rows]
    runs: list[Ran] = [memtui("conflicts", "list", "--state", "all"), memtui("conflicts", "show", *ids)]
    runs += [memtui("conflicts", "resolve", *ids, verdict) for verdict in ("newer", "both", "later")]
    runs += [
        memtui("detect", f"The number 3 server {text} listens on port 9090") for text in HOSTILE if "\0" not in text
    ]
    runs += [memtui("conflicts", "resolve", ids[0], "newer", "--note", HOSTILE[0]), memtui("conflicts", "show", ids[0])]
    for ran in runs:
        assert harmless(ran.out + ran.err)
    assert memtui("--ascii", "conflicts", "list", "--state", "all").code == 0


def test_a_credential_is_masked_everywhere(memtui: Run) -> None:
    first, second = ("AKIA" + "IOSFODNN7" + tail for tail in ("ABCDEF1", "ABCDEF2"))
    for value, day in ((first, "2026-01-01"), (second, "2026-02-01")):
        assert memtui("add", f"The deploy key is {value}", "--allow-secrets", "--at", day).code == 0
    (handle,) = memtui("conflicts", "list").ids
    acts = (("list",), ("list", "--json"), ("show", handle), ("show", handle, "--json"))
    runs = [memtui("conflicts", *act) for act in acts]
    runs += [memtui("detect", f"The deploy key is {second}", *more) for more in ((), ("--json",))]
    for ran in runs:
        assert ran.out
        assert first not in ran.out + ran.err
        assert second not in ran.out + ran.err


def test_a_successor_that_never_came_is_shown_as_missing(memtui: Run, place: Any) -> None:
    import json

    row = {
        "id": "lost",
        "content": "The jetty is run by tool number four",
        "status": "superseded",
        "superseded_by": "ghost",
        "created_at": "2026-03-01T09:00:00Z",
        "updated_at": "2026-03-01T09:00:00Z",
    }
    file = place / "export.json"
    file.write_text(json.dumps({"format": "mneno.memory_export", "version": 1, "memories": [row]}))
    memtui("import", str(file))
    assert "superseded by: ghost (missing)" in memtui("show", "lost").out


Look = Callable[..., str]


@pytest.fixture
def on_terminal(place: Any) -> Look:
    """Runs the command line on a terminal of a width and returns what it shows."""
    import pty
    import struct
    import sys
    from fcntl import ioctl
    from subprocess import Popen
    from termios import TIOCSWINSZ

    def look(cells: int, *arguments: str) -> str:
        near, far = pty.openpty()
        ioctl(far, TIOCSWINSZ, struct.pack("HHHH", 50, cells, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(cells)}
        with Popen([sys.executable, "-m", "memtui", *arguments], stdout=far, stderr=far, env=environment) as process:
            os.close(far)
            pieces = []
            while True:
                try:
                    piece = os.read(near, 65536)
                except OSError:
                    break
                if not piece:
                    break
                pieces.append(piece)
            process.wait(60)
        os.close(near)
        return re.sub(r"\x1b\[[0-9;]*m", "", b"".join(pieces).decode()).replace("\r\n", "\n")

    return look


@pytest.mark.parametrize("cells", [80, 120])
def test_a_terminal_shows_a_row_that_fits_and_the_number_to_type(
    memtui: Run, queued: list[str], on_terminal: Look, cells: int
) -> None:
    from memtui.render.widths import width

    shown = on_terminal(cells, "conflicts", "list").splitlines()
    row = next(line for line in shown if "3000 → 8080" in line)
    number = row.split()[0]
    assert row.split()[1:4] == ["!!", "≠", "contradict"]
    assert all(width(line) <= cells for line in shown)
    page = on_terminal(cells, "conflicts", "show", number)
    assert queued[0] in page
    assert all(width(line) <= cells for line in page.splitlines())
    plan = on_terminal(cells, "conflicts", "resolve", number, queued[1], "newer")
    assert "wins" in plan
    assert "gives way" in plan

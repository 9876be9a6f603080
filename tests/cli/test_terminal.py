"""What a person sees: pictures on a terminal, in ASCII where asked, and never an act of a memory's own."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

STYLES = re.compile(rb"\x1b\[[0-9;]*m")
ATTACK = "\x1b]52;c;aGk=\x07\x1b[2J\x1b]0;title\x07\x9b31m\u202e[/red] 数据库 done"


def on_terminal(*arguments: str, typed: bytes = b"", columns: int = 100, **environment: str) -> tuple[int, bytes]:
    """Run the command line on a terminal of its own and return its exit code and every byte that it wrote."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40", **environment})
        os.execv(sys.executable, [sys.executable, "-m", "memtui", *arguments])
    if typed:
        os.write(terminal, typed)
    seen = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), seen


@pytest.fixture
def colourful(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A store with a plain and a hostile memory, in an environment that allows colours."""
    monkeypatch.delenv("NO_COLOR")
    return {
        "plain": memtui("add", "We use PostgreSQL for user data", "--kind", "decision").id,
        "hostile": memtui("add", "-", "--tag", ATTACK, stdin=ATTACK).id,
    }


VIEWS = [
    ("list",),
    ("recent",),
    ("search", "done"),
    ("search", "done", "--why"),
    ("search", "done", "--show-reasons"),
    ("history",),
    ("history", "2"),
    ("context", "done"),
    ("config", "list"),
    ("export", "-"),
    ("import", "--formats"),
]


@pytest.mark.parametrize("words", VIEWS, ids=" ".join)
def test_a_terminal_gets_styles_and_nothing_else(colourful: dict[str, str], words: tuple[str, ...]) -> None:
    code, seen = on_terminal(*words)
    assert code == 0
    text = STYLES.sub(b"", seen).decode()
    assert "\x1b" not in text
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]", text)
    assert b"\x1b]" not in seen


def test_a_memory_in_full_is_framed_and_harmless(colourful: dict[str, str]) -> None:
    code, seen = on_terminal("show", colourful["hostile"])
    text = STYLES.sub(b"", seen).decode()
    assert code == 0
    assert "\x1b" not in text
    assert "╭" in text
    assert "[/red]" in text
    assert "数据库" in text


@pytest.mark.parametrize("words", [*VIEWS[:6], ("show",)], ids=" ".join)
def test_ascii_draws_with_plain_signs_only(memtui: Run, words: tuple[str, ...]) -> None:
    made = memtui(
        "add", "We use PostgreSQL, and this is done in a text that is long enough to be cut at the edge of it"
    ).id
    more = (made,) if words == ("show",) else ()
    code, seen = on_terminal("--ascii", "--no-color", *words, *more, columns=60)
    assert code == 0
    assert STYLES.sub(b"", seen).isascii()


def test_no_line_is_wider_than_the_terminal(memtui: Run) -> None:
    from rich.cells import cell_len

    memtui("add", "数据库迁移计划" * 30, "--kind", "decision")
    memtui("add", "🎉👨‍👩‍👧 party " * 20, "--kind", "decision")
    for words in (("list",), ("search", "party", "--why"), ("history",)):
        for columns in (47, 100):
            _, seen = on_terminal(*words, columns=columns)
            lines = STYLES.sub(b"", seen).decode().replace("\r", "").split("\n")
            assert max(cell_len(line.rstrip()) for line in lines if "--" not in line and "of" not in line) <= columns


def test_no_color_takes_the_colours_out(colourful: dict[str, str]) -> None:
    coloured = on_terminal("list")[1]
    plain = on_terminal("list", NO_COLOR="1")[1]
    assert re.search(rb"\x1b\[[0-9;]*3[0-7]", coloured)
    assert not re.search(rb"\x1b\[([0-9;]*;)?(3|4|9)[0-9]", plain)


def test_a_purge_is_confirmed_on_the_terminal(colourful: dict[str, str], memtui: Run) -> None:
    code, _ = on_terminal("purge", colourful["plain"], "--apply", typed=b"no\n")
    assert code == 1
    code, _ = on_terminal("purge", colourful["plain"], "--apply", typed=b"purge 1\n")
    assert code == 0
    assert memtui("show", colourful["plain"]).code == 1


def test_an_edit_by_hand_is_saved_after_a_look(memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    monkeypatch.setenv("EDITOR", "sed -i s/1GB/8GB/")
    code, seen = on_terminal("edit", made, typed=b"n\n")
    assert (code, b"8GB" in seen) == (0, True)
    assert "1GB" in memtui("show", made).out
    assert on_terminal("edit", made, typed=b"y\n")[0] == 0
    assert "8GB" in memtui("show", made).out


def test_the_bare_command_opens_the_screens_on_a_terminal(memtui: Run) -> None:
    memtui("add", "We use PostgreSQL for user data")
    code, seen = on_terminal(typed=b"q")
    assert code == 0
    assert b"\x1b[?1049h" in seen
    assert b"Usage:" not in seen


def test_a_terminal_that_cannot_draw_gets_the_help_and_the_reason(memtui: Run) -> None:
    code, seen = on_terminal(TERM="dumb")
    assert code == 0
    assert b"Usage:" in seen
    assert b"TERM: dumb" in seen

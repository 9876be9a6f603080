"""A person at a terminal: presses keys, waits for what appears, and never looks at the clock."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from tests.terminal.emulator import Emulator

BYTES = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl+r": "\x12",
    "ctrl+p": "\x10",
}
"""What a terminal sends for the keys that have no sign of their own."""

VIEWS = ("1 Search", "2 Review", "3 Layers", "4 Graph", "5 Timeline", "6 History")

DEADLINE = 30.0
"""The seconds after which something that was waited for counts as missing; only a failing test waits so long."""


class Person:
    """Somebody at memtui in a terminal of `size` columns and rows; `keys` lists every key they pressed."""

    def __init__(
        self, *arguments: str, environment: Mapping[str, str], size: tuple[int, int] = (80, 24), program: str = "memtui"
    ) -> None:
        self.screen = Emulator(*size)
        self.keys: list[str] = []
        self.seen = ""
        """All that the program wrote."""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace")
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            command = [sys.executable, "-m", program, *arguments]
            whole = {**os.environ, **environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            # Some runners of tests name a size in the environment, which would count for more than the terminal's own.
            for name in ("NO_COLOR", "EDITOR", "VISUAL", "COLUMNS", "LINES"):
                if name not in environment:
                    whole.pop(name, None)
            os.execvpe(command[0], command, whole)
        self._tell_size()

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._fd)

    # --- doing -----------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys, by sign or name, one straight after the other."""
        self.keys += keys
        for key in keys:
            os.write(self._fd, BYTES.get(key, key).encode())

    def type(self, words: str) -> None:
        """Press the keys of a text."""
        self.press(*words)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(columns, rows)
        self._tell_size()
        os.kill(self._pid, signal.SIGWINCH)

    def leave(self) -> int:
        """Press `q` and return the exit code once the program has ended."""
        self.press("q")
        end = time.monotonic() + DEADLINE
        while self._read(end - time.monotonic()):
            pass
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    # --- seeing ----------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, row by row."""
        return self.screen.lines

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return self.screen.text

    @property
    def status(self) -> str:
        """The status line."""
        return self.lines[-2]

    def row(self, words: str) -> str:
        """The first row that holds some words; empty when none does."""
        return next((line for line in self.lines if words in line), "")

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return os.waitpid(self._pid, os.WNOHANG) == (0, 0)

    @property
    def view(self) -> str:
        """The name of the view whose tab is reversed; empty while none is."""
        return next(
            (name for name in VIEWS if any("7" in style.split(";")[:2] for style in self.screen.styles_of(f" {name}"))),
            "",
        )

    @property
    def open_conflicts(self) -> int:
        """How many conflicts the tab says are open; 0 once it says none."""
        found = re.search(r"2 Review ([\d,]+)", self.lines[0])
        return int(found[1].replace(",", "")) if found else 0

    @property
    def cursor(self) -> str:
        """The row under the cursor of a list; empty when there is none."""
        return self.row("►")

    def until(self, reached: Callable[[], object], what: str, deadline: float = DEADLINE) -> None:
        """Read whole frames until something holds; raises AssertionError with the screen when it never does."""
        end = time.monotonic() + deadline
        while not (self.screen.whole and reached()):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{what}: not within {deadline} s after {self.keys[-12:]}\n{self.text}")

    def sees(self, words: str) -> None:
        """Wait for words."""
        self.until(lambda: words in self.text, f"{words!r} appears")

    def misses(self, words: str) -> None:
        """Wait until words are gone."""
        self.until(lambda: words not in self.text, f"{words!r} goes")

    def goes(self, key: str) -> None:
        """Press a view's digit and wait until the view is there and still."""
        self.press(key)
        self.until(lambda: self.view.startswith(key), f"view {key} opens")
        self.settles()

    def moves(self, key: str, patience: float = 0.5) -> bool:
        """Press a key and say whether the status line changed, which it does at once or, where there is no way, never."""
        was = self.status
        self.press(key)
        end = time.monotonic() + patience
        while self.status == was or not self.screen.whole:
            if not self._read(end - time.monotonic()):
                return False
        return True

    def settles(self, quiet: float = 0.05) -> None:
        """Read until nothing was painted for `quiet` seconds: for keys of which nothing certain can be awaited."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and self._read(quiet):
            pass

    # --- the terminal ----------------------------------------------------------------------------

    def _tell_size(self) -> None:
        size = struct.pack("HHHH", self.screen.rows, self.screen.columns, 0, 0)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, size)

    def _read(self, seconds: float) -> bool:
        """Read what there is within some seconds; say whether there was anything."""
        ready, _, _ = select.select([self._fd], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            piece = os.read(self._fd, 1 << 16)
        except OSError:  # Linux's way of saying that the other side has gone
            return False
        text = self._decode.decode(piece)
        self.seen += text
        self.screen.feed(text)
        if self.screen.answers:
            answer, self.screen.answers = self.screen.answers, ""
            os.write(self._fd, answer.encode())
        return bool(piece)


def own_world(folder: Path) -> dict[str, str]:
    """Return an environment in which nothing of the person who runs the tests is read or written."""
    return {
        "MEMTUI_CONFIG": str(folder / "none.toml"),
        "MEMTUI_STATE": str(folder / "state"),
        "MEMTUI_USER": "ana",
        "HOME": str(folder),
        "TZ": "UTC",
    }

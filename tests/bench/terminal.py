"""A program in a pseudo-terminal, as a person would run it: what it paints, and how soon after a key."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|[\]P_^X].*?(?:\x07|\x1b\\)|[()*+].|[@-Z\\-_=>c78])", re.DOTALL)


class Terminal:
    """Runs `command` in a pseudo-terminal; times are seconds since its start."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (120, 40)
    ) -> None:
        self.started = time.perf_counter()
        self._text = ""
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            # A size in the environment would count for more than the terminal's own.
            own = {name: value for name, value in environment.items() if name not in ("COLUMNS", "LINES")}
            os.execvpe(command[0], list(command), {**own, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)

    def wait_for(self, words: str, deadline: float = 20.0) -> float:
        """Read until `words` were painted and return the time; raises TimeoutError after `deadline` seconds."""
        end = time.perf_counter() + deadline
        while words not in self.painted():
            if not self._read(end - time.perf_counter()):
                raise TimeoutError(
                    f"{words!r} was not painted within {deadline} s; the last paint was {self.painted()[-600:]!r}"
                )
        return time.perf_counter() - self.started

    def cpu(self) -> float:
        """Return the milliseconds that the program's main thread has been computing; 0 where the system does not say."""
        try:
            return int(Path(f"/proc/{self._pid}/schedstat").read_text().split()[0]) / 1e6
        except OSError:
            return 0.0

    def memory(self) -> float:
        """Return the most megabytes that the program held at once; 0 where the system does not say."""
        try:
            status = Path(f"/proc/{self._pid}/status").read_text()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)

    def painted(self) -> str:
        """Return all text since the last `forget`, without escape sequences."""
        return _ESCAPES.sub("", self._text)

    def forget(self) -> None:
        """Drop what was painted so far."""
        self._text = ""

    def settle(self, quiet: float = 0.05, deadline: float = 10.0) -> None:
        """Read until nothing was painted for `quiet` seconds, at most `deadline`."""
        end = time.perf_counter() + deadline
        while time.perf_counter() < end and self._read(quiet):
            pass

    def send(self, keys: str) -> float:
        """Type keys and return the moment."""
        os.write(self._fd, keys.encode())
        return time.perf_counter()

    def paint_after(self, keys: str, pause: float | None = None, deadline: float = 5.0) -> float:
        """Type keys and return the milliseconds until something was painted.

        They are typed once the screen is still or, with `pause`, so many seconds after the last paint that was
        waited for, whatever is painted meanwhile.
        """
        if pause is None:
            self.settle()
        else:
            end = time.perf_counter() + pause
            while (left := end - time.perf_counter()) > 0:
                self._read(left)
        self.forget()
        pressed = self.send(keys)
        if not self._read(deadline):
            raise TimeoutError(f"nothing was painted within {deadline} s after {keys!r}")
        return (time.perf_counter() - pressed) * 1000

    def shown_after(self, keys: str, words: str, deadline: float = 10.0) -> float:
        """Type keys into a still screen and return the milliseconds until `words` were painted."""
        self.settle()
        self.forget()
        pressed = self.send(keys)
        self.wait_for(words, deadline)
        return (time.perf_counter() - pressed) * 1000

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._fd], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            self._text += os.read(self._fd, 1 << 16).decode("utf-8", "replace")
        except OSError:
            raise TimeoutError(f"the program ended; it last said {self.painted()[-600:]!r}") from None
        return True

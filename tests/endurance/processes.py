"""Other processes on the same store: started, listened to, killed; and waiting with a deadline."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Child:
    """A module of these tests in a process of its own; it says one JSON object on each line of its output."""

    def __init__(self, module: str, *arguments: object, environment: Mapping[str, str] | None = None) -> None:
        self.said: list[dict[str, Any]] = []
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"tests.endurance.{module}", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        )

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def listen(self, seconds: float) -> bool:
        """Take in what comes within `seconds`; returns False once the process has closed its output."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, seconds))
        if not ready:
            return True
        heard = os.read(self._process.stdout.fileno(), 1 << 16)
        *lines, self._rest = (self._rest + heard).split(b"\n")
        self.said += [json.loads(line) for line in lines]
        return bool(heard)

    def listen_until(self, enough: Callable[[list[dict[str, Any]]], bool], deadline: float = 60.0) -> None:
        """Take in what is said until it is enough; raises AssertionError if the process ends or the deadline passes first."""
        end = time.monotonic() + deadline
        while not enough(self.said):
            alive = self.listen(end - time.monotonic())
            assert enough(self.said) or (alive and time.monotonic() < end), f"too little was said: {self.finish()[1]}"

    def kill(self) -> list[dict[str, Any]]:
        """Kill it at once (SIGKILL) and return all that it had said by then."""
        self._process.kill()
        while self._process.stdout and not self._process.stdout.closed and self.listen(10.0):
            pass
        self._close()
        return self.said

    def finish(self, deadline: float = 120.0) -> tuple[int, str]:
        """Listen to the end and return the exit code and what went to the error output."""
        end = time.monotonic() + deadline
        while self.listen(end - time.monotonic()):
            if time.monotonic() > end:
                self._process.kill()
        errors = self._process.stderr.read().decode("utf-8", "replace") if self._process.stderr else ""
        self._close()
        return self._process.returncode, errors

    def _close(self) -> None:
        self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def say(**what: object) -> None:
    """Say one object on the output, at once; for the other side of `Child`."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def polls(deadline: float, pause: float = 0.02) -> Iterator[float]:
    """Yield the seconds gone, again and again, until `deadline` is over."""
    started = time.monotonic()
    while (gone := time.monotonic() - started) < deadline:
        yield gone
        select.select([], [], [], pause)


def eventually(check: Callable[[], bool], deadline: float) -> float:
    """Ask `check` until it holds and return the seconds that it took; raises AssertionError after `deadline`."""
    for gone in polls(deadline):
        if check():
            return gone
    raise AssertionError(f"it did not come true within {deadline} s")

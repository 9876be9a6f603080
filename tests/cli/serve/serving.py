"""A running `memtui serve`, and what a page of it received."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys

PATIENCE = 30.0
CLIPBOARD = "\x1b]52;c;aGk=\x07"
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|\].*?(?:\x07|\x1b\\))", re.DOTALL)


class Served:
    """A running `memtui serve` on a store with a few memories."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memtui", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.place = self.address.partition("/?")[0]

    def end(self) -> tuple[int, str]:
        """Interrupt the server alone and return its exit code and what it said."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err

    def programs(self) -> str:
        """Return the processes of the server's session, the server's own left out."""
        told = subprocess.run(
            ["ps", "-o", "pid=,args=", "-s", str(self.process.pid)], capture_output=True, text=True
        ).stdout
        return "\n".join(line for line in told.splitlines() if line.split()[0] != str(self.process.pid))

    async def alone(self) -> None:
        """Wait until none of its programs is left."""
        async with asyncio.timeout(PATIENCE):
            while self.programs():
                await asyncio.sleep(0)


class Page:
    """What a connection received so far."""

    def __init__(self) -> None:
        self.received = b""
        self._more = asyncio.Event()

    def take(self, data: bytes) -> None:
        self.received += data
        self._more.set()

    @property
    def text(self) -> str:
        """What was painted, without escape sequences."""
        return _ESCAPES.sub(b"", self.received).decode("utf-8", "replace")

    async def shows(self, words: str) -> None:
        """Wait until words were painted."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.text:
                self._more.clear()
                await self._more.wait()

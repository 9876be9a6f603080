"""The terminal lent to another program, such as an editor: until it ends, the interrupt keys are its own."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def lend_to(command: Sequence[str]) -> int:
    """Run a program in this terminal and return its exit code; raises OSError when it does not start.

    Ctrl+c reaches every process of the terminal's foreground group, so that it would end the waiting
    memtui under an editor that only leaves its insert mode.
    """
    with _interrupts_left_alone():
        return subprocess.call(list(command))


@contextmanager
def _interrupts_left_alone() -> Iterator[None]:
    """Let interrupts pass; a handler and not SIG_IGN, which the program would inherit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _nothing) for number in (signal.SIGINT, signal.SIGQUIT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _nothing(number: int, frame: Any) -> None:
    """Take note of a signal and do nothing."""

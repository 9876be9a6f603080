"""Texts worked out ahead by a helper process, on another core, while this one writes to the store.

The helper is this very Python with the same modules. It is given texts and gives back what `work_out` makes of
them, pickled over its two pipes: it opens no store, prints nothing, and ends when its input does, however that
comes about. It only ever saves time: what it has no time for, and everything where it cannot be started or
dies, is worked out by whoever asks for it, with the same result.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from memtui.intelligence.tokens import TOKENIZER_VERSION
from memtui.services.texts import GIST_CHARACTERS, Text, Worked, work_out
from memtui.services.understanding import GARBAGE_THRESHOLDS, take_worked

WORTH_IT = 1_000
"""So many texts are worked out here before a helper is started: it takes half a second to be ready."""

BUSY = 2
"""A helper that has so many chunks before it is given no more."""

CHUNKS = 4
"""So many chunks are looked at ahead, so that a helper is done with one by the time that it is needed."""

PATIENCE = 20.0
"""Seconds until a helper that does not answer is given up."""

SHAPE = " ".join((str(TOKENIZER_VERSION), *Text._fields, *Worked._fields))
"""What both sides must agree on: an installation may be renewed while one of its programs runs."""

_BEGIN = "import sys; sys.path[:] = sys.argv[2:]; from memtui.services.ahead import serve; serve(sys.argv[1])"


class Ahead:
    """Has texts worked out ahead once there are many of them; a context manager that ends its helper.

    Not for several threads.
    """

    def __init__(self) -> None:
        self._left = WORTH_IT
        self._helper: _Helper | None = None

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def helps(self) -> bool:
        """Whether there is a helper."""
        return self._helper is not None

    def meet(self, texts: int) -> None:
        """Say that so many texts are about to be worked out; starts the helper once it is worth it."""
        before, self._left = self._left, self._left - texts
        if before > 0 >= self._left and _may_start():
            self._helper = _Helper.started()

    def ask(self, texts: Sequence[Text]) -> int | None:
        """Give a chunk of texts to the helper unless it is busy; returns the ticket to `wait` with."""
        if self._helper is None or not texts or self._helper.waiting >= BUSY:
            return None
        some = [text for text in texts if len(text.content) <= GIST_CHARACTERS]
        ticket = self._helper.give(some)
        if ticket is None:
            self._end()
        return ticket

    def wait(self, ticket: int | None) -> None:
        """Take over what the helper was asked for under a ticket, and before; needed once, before the texts are."""
        while ticket is not None and self._helper is not None and self._helper.taken < ticket:
            if not self._helper.take():
                self._end()

    def _end(self) -> None:
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.end()


class _Helper:
    """The running process, the chunks that it has before it, and a thread that empties its output so that it never waits."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.taken = 0
        self._process = process
        self._tickets = count(1)
        self._asked: dict[int, list[Text]] = {}
        self._told: queue.SimpleQueue[list[Worked] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="memtui-ahead", daemon=True)
        self._reader.start()

    @classmethod
    def started(cls) -> _Helper | None:
        """Start a helper; None where the system does not let us."""
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", _BEGIN, SHAPE, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError):
            return None
        return cls(process)

    @property
    def waiting(self) -> int:
        """How many chunks it has not answered yet."""
        return len(self._asked) - self._told.qsize()

    def give(self, texts: list[Text]) -> int | None:
        """Hand over a chunk and return its ticket; None where the helper is gone."""
        try:
            pickle.dump([tuple(text) for text in texts], self._process.stdin, pickle.HIGHEST_PROTOCOL)  # type: ignore[arg-type]
            self._process.stdin.flush()  # type: ignore[union-attr]
        except (OSError, ValueError):
            return None
        ticket = next(self._tickets)
        self._asked[ticket] = texts
        return ticket

    def take(self) -> bool:
        """Take over the next chunk that it was given; says whether it came."""
        try:
            worked = self._told.get(timeout=PATIENCE)
        except queue.Empty:
            return False
        if worked is None:
            return False
        self.taken += 1
        take_worked(zip(self._asked.pop(self.taken), worked, strict=True))
        return True

    def end(self) -> None:
        """End the process and wait until it is gone; its answers are not needed any more."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()  # type: ignore[union-attr]
            except OSError:
                # What was not handed over yet is lost with the process.
                continue

    def _read(self) -> None:
        try:
            while True:
                self._told.put(pickle.load(self._process.stdout))  # type: ignore[arg-type]
        except Exception:  # What cannot be read, for whatever reason, is worked out here.
            self._told.put(None)


def serve(shape: str) -> None:
    """Be the helper: answer chunks of texts on standard input until it ends, and never return."""
    if shape == SHAPE:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.set_threshold(*GARBAGE_THRESHOLDS)
        given, told = sys.stdin.buffer, sys.stdout.buffer
        sys.stdout = sys.stderr
        try:
            while True:
                asked: list[Any] = pickle.load(given)
                pickle.dump([work_out(Text(*each)) for each in asked], told, pickle.HIGHEST_PROTOCOL)
                told.flush()
        except (OSError, EOFError):
            pass
    os._exit(0)


def _may_start() -> bool:
    """Say whether a helper has a core of its own, and whether our Python can be started anew: a frozen program cannot."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    name = Path(sys.executable or "").stem.lower()
    return cores > 1 and not hasattr(sys, "frozen") and name.startswith(("python", "pypy"))

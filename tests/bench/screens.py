"""The screens in a pseudo-terminal: first paint, a usable list, key to paint, the event loop, History."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from memtui.domain.filters import Filter, Order
from tests.bench.empty_screen import READY
from tests.bench.figures import Figure, share
from tests.bench.stores import opened
from tests.bench.terminal import Terminal

STARTS = 15
"""Starts of memtui and of an empty screen, one after the other."""

KEYS = 200
"""Keys of each kind whose paint is timed."""

PACE = 0.1
"""Seconds between two letters of a fast typist."""

QUERIES = 4
"""How often the query is typed."""

CHROME = "Search"
"""A word of the first paint."""


def figures(store: Path, size: int) -> Iterator[Figure]:
    """Yield how the screens feel on a store of `size` memories."""
    newest = _newest(store)
    environment = environment_of(store.parent)
    command = [sys.executable, "-m", "memtui", "--store", str(store)]
    yield from _starts(command, environment, newest, size)
    yield from _keys(command, environment, newest, size)
    yield from _loop(store, environment, size)


def environment_of(folder: Path) -> Mapping[str, str]:
    """Return an environment in which no setting or kept state of this machine plays a part."""
    own = {"MEMTUI_CONFIG": str(folder / "none.toml"), "MEMTUI_STATE": str(folder / "state")}
    return {**os.environ, **own, "PYTHONDONTWRITEBYTECODE": "1"}


def _newest(store: Path) -> str:
    """Return the first words of the memory that stands on top when the screens open."""
    with opened(store) as workspace:
        (memory,) = workspace.store.reads.page(Filter(), Order.NEWEST, 1).memories
    return " ".join(memory.content.split()[:3])


def _starts(command: list[str], environment: Mapping[str, str], newest: str, size: int) -> Iterator[Figure]:
    empty, first, usable = [], [], []
    empty_cpu, first_cpu = [], []
    for _ in range(STARTS):
        with Terminal([sys.executable, "-m", "tests.bench.empty_screen"], environment) as terminal:
            empty.append(terminal.wait_for(READY) * 1000)
            empty_cpu.append(terminal.cpu())
        with Terminal(command, environment) as terminal:
            first.append(terminal.wait_for(CHROME) * 1000)
            first_cpu.append(terminal.cpu())
            usable.append(terminal.wait_for(newest) * 1000)
    ratio = median(first) / median(empty)
    cpu = f"cpu {median(first_cpu):.0f} / {median(empty_cpu):.0f}"
    note = (
        f"{median(first):.0f} ms / {median(empty):.0f} of an empty Textual screen, {cpu}; {STARTS} alternating starts"
    )
    yield Figure(name="first paint against an empty screen", size=size, value=ratio, unit="×", limit=1.3, note=note)
    note = f"worst of {STARTS}: {max(usable):.0f}"
    yield Figure(
        name="list of newest memories painted", size=size, value=median(usable), unit="ms", limit=1000, note=note
    )


def _keys(command: list[str], environment: Mapping[str, str], newest: str, size: int) -> Iterator[Figure]:
    with Terminal(command, environment) as terminal:
        terminal.wait_for(newest)
        terminal.settle(0.5)
        terminal.paint_after("j")
        moves = [terminal.paint_after("j") for _ in range(KEYS)]
        yield latency("key to paint, down the list", size, moves)
        ends = [terminal.paint_after(key) for key in "Gg" * 20]
        yield latency("key to paint, end and top of the list", size, ends)
        yield latency("key to paint, typing ten letters a second", size, list(_typed(terminal, PACE)))
        yield latency("key to paint, typing as answers come in", size, list(_typed(terminal, None)))
        opening = []
        for _ in range(5):
            opening.append(terminal.shown_after("6", "undo"))
            terminal.paint_after("1")
        yield Figure(
            name="History opened and painted",
            size=size,
            value=median(opening),
            unit="ms",
            limit=200,
            note=f"worst {max(opening):.0f}",
        )


def _typed(terminal: Terminal, pause: float | None) -> Iterator[float]:
    """Yield the latency of each letter of a long query, typed several times over."""
    for _ in range(QUERIES):
        terminal.send("/")
        terminal.settle(0.3)
        yield from (terminal.paint_after(letter, pause) for letter in "harbor order service cache deploy token invoice")
        terminal.send("\x1b")
        terminal.settle(0.3)


def latency(name: str, size: int, took: list[float]) -> Figure:
    """Return how soon after keys something was painted, `took` in milliseconds."""
    note = f"median {median(took):.1f}, worst {max(took):.0f}, {len(took)} keys"
    return Figure(name=name, size=size, value=share(took, 95), unit="ms p95", limit=16, note=note)


def _loop(store: Path, environment: Mapping[str, str], size: int) -> Iterator[Figure]:
    """Yield how late the event loop was while keys were pressed, measured inside the program."""
    probe = [sys.executable, "-m", "tests.bench.loop_lag", str(store)]
    run = subprocess.run(probe, check=True, capture_output=True, text=True, env=environment)
    lags = json.loads(run.stdout.splitlines()[-1])
    note = f"{len(lags):,} samples while scrolling, typing and changing views"
    yield Figure(name="event loop late, p99", size=size, value=share(lags, 99), unit="ms", limit=16, note=note)
    yield Figure(name="event loop late, worst", size=size, value=max(lags), unit="ms", limit=60)

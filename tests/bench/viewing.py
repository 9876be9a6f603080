"""The six views on a store with conflicts and relations: how soon each is there, how soon a key shows, how late the loop is."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import numpy as np

from memtui.domain.filters import Filter, Order
from memtui.domain.records import Entity, Memory
from memtui.intelligence.secrets import mask
from memtui.render import graph as drawing
from memtui.render.pen import Pen
from memtui.services import graph, recall, review
from memtui.services.timeline_following import named_by
from memtui.services.workspace import Workspace
from tests.bench import corpus
from tests.bench.figures import Figure, share, spent
from tests.bench.screens import environment_of, latency
from tests.bench.stores import opened
from tests.bench.terminal import Terminal

COLD = 3
"""Fresh starts in which each view is opened for the first time."""

WARM = 5
"""Further openings of each view."""

KEYS = 100
SILENT_AT_MOST = 10
SILENCE = 1.0
"""Seconds after which a key is taken to have nothing to show."""

NODES = 200
HUBS = 20
MOST_LINKED = 50
"""Random memories, and the most related ones, whose graph is drawn."""

REPEATS = 3
"""Each node is drawn so often; its median counts."""

CELLS = 80
"""The width that a drawing gets on a screen of 120 columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is seen only once a view's own content is painted, and the words that find the memory which is followed."""

    query: str
    seen: Mapping[str, str]


MOVES = {"1": "jk", "2": "jk", "3": "jk", "4": "jk", "5": "jk", "6": "jk"}
NAMES = {"1": "Search", "2": "Review", "3": "Layers", "4": "Graph", "5": "Timeline", "6": "History"}


def figures(store: Path, size: int) -> Iterator[Figure]:
    """Yield how the six views feel on a judged store of `size` memories."""
    with opened(store) as workspace:
        marks = _marks(workspace)
        yield from _graphs(workspace, size)
    environment = environment_of(store.parent)
    command = [sys.executable, "-m", "memtui", "--store", str(store)]
    yield from _openings(command, environment, marks, size)
    yield from _keys(command, environment, marks, size)
    yield from _loop(store, environment, size)


def _marks(workspace: Workspace) -> Marks:
    """Choose one of the most related memories: that which names the most mentioned thing and is found first by its own words."""
    reads = workspace.store.reads
    hub = max(_hubs(workspace, MOST_LINKED), key=lambda each: _mentions(workspace, each))
    around = graph.neighbourhood(workspace, hub.number or 0)
    neighbour = next(node.memory for node in around.nodes[1:] if node.memory is not None)
    first = review.queue(workspace, limit=1).entries[0]
    newest = reads.page(Filter(), Order.NEWEST, 1).memories[0]
    return Marks(
        query=" ".join(hub.content.split()[:12]).casefold(),
        seen={
            "1": _begin(newest),
            "2": first.subject[:16],
            "3": _begin(hub),
            "4": _begin(neighbour),
            "5": "happened",
            "6": "undo",
        },
    )


def _begin(memory: Memory) -> str:
    """Return the first word of a text, which no column is too narrow for."""
    return memory.content.split()[0]


def _hubs(workspace: Workspace, number: int) -> list[Memory]:
    """Return live memories with many relations, the most related first."""
    newest = workspace.store.reads.numbers(Filter(), Order.NEWEST)
    counts = workspace.store.graph.count_relations(newest.tolist())
    most = sorted(counts, key=lambda each: -counts[each])[:number]
    return workspace.store.reads.memories(most)


def _mentions(workspace: Workspace, memory: Memory) -> int:
    """Return how many memories mention what this one names; 0 for one that its own words do not find first."""
    query = " ".join(memory.content.split()[:12])
    hits = recall.search(workspace, recall.Request(text=query, limit=1)).hits
    named = named_by(workspace, memory.number or 0)
    return named[0].memories if named and hits and hits[0].memory.id == memory.id else 0


# Graphs


def _graphs(workspace: Workspace, size: int) -> Iterator[Figure]:
    """Yield what it takes to read and draw what lies around a memory or an entity."""
    random = np.random.default_rng((corpus.SEED, 5))
    sample: list[int | Entity] = [int(each) for each in random.integers(1, size + 1, NODES)]
    sample += [memory.number or 0 for memory in _hubs(workspace, HUBS)]
    sample += [each.entity for each in workspace.store.graph.entity_counts(limit=HUBS)]
    pen = Pen(now=datetime.now(UTC), mask=mask)
    # The screens do the same once they stand: what a program loaded is not looked through for garbage again.
    gc.freeze()
    for depth in range(1, graph.DEEPEST + 1):
        took = [
            [spent(lambda node=node, depth=depth: _drawn(workspace, node, depth, pen)) for _ in range(REPEATS)]
            for node in sample
        ]
        walls = [median(one.wall for one in runs) for runs in took]
        cpu = max(median(one.cpu for one in runs) for runs in took)
        also = {"cpu worst": cpu, "median": median(walls), "p95": share(walls, 95)}
        note = f"{NODES} random memories, the {HUBS} most related, the {HUBS} most mentioned entities"
        name = f"graph read and drawn, depth {depth}, worst"
        yield Figure(name=name, size=size, value=max(walls), unit="ms", limit=50, also=also, note=note)


def _drawn(workspace: Workspace, node: int | Entity, depth: int, pen: Pen) -> None:
    drawing.draw(graph.neighbourhood(workspace, node, depth=depth), pen, CELLS)


# Screens


def _openings(command: Sequence[str], environment: Mapping[str, str], marks: Marks, size: int) -> Iterator[Figure]:
    for view, seen in marks.seen.items():
        first: list[float] = []
        again: list[float] = []
        try:
            for start in range(COLD):
                with Terminal(list(command), environment) as terminal:
                    _follow(terminal, marks)
                    first.append(_opened(terminal, view, seen))
                    for _ in range(WARM if start == COLD - 1 else 0):
                        terminal.paint_after("6" if view == "1" else "1")
                        again.append(_opened(terminal, view, seen))
        except TimeoutError as error:
            print(f"       {NAMES[view]}: {str(error)[:300]}", file=sys.stderr)
            continue
        note = f"worst {max(first):.0f}; again {median(again):.0f}, worst {max(again):.0f}"
        name = f"{NAMES[view]} opened and painted, first time"
        yield Figure(name=name, size=size, value=median(first), unit="ms", limit=300, note=note)


def _opened(terminal: Terminal, view: str, seen: str) -> float:
    """Return the milliseconds from a view's digit to its content; Search, which stands there at first, is left before."""
    if view == "1":
        terminal.paint_after("6")
    return terminal.shown_after(view, "importance" if view == "1" else seen)


def _follow(terminal: Terminal, marks: Marks) -> None:
    """Select the memory that the lenses follow."""
    terminal.wait_for(marks.seen["1"])
    terminal.settle(0.5)
    terminal.send("/")
    terminal.settle(0.3)
    terminal.send(marks.query)
    terminal.settle(1.0)
    terminal.send("\r")
    terminal.settle(0.5)


def _keys(command: Sequence[str], environment: Mapping[str, str], marks: Marks, size: int) -> Iterator[Figure]:
    most = 0.0
    for view, seen in marks.seen.items():
        try:
            with Terminal(list(command), environment) as terminal:
                _follow(terminal, marks)
                if view != "1":
                    terminal.shown_after(view, seen)
                terminal.settle(0.5)
                took = list(_painted(terminal, view))
                most = max(most, terminal.memory())
        except TimeoutError as error:
            print(f"       {NAMES[view]}: {str(error)[:300]}", file=sys.stderr)
            continue
        if took:
            yield latency(f"key to paint, {NAMES[view]}", size, took)
    note = "resident at most, in the view that takes the most"
    yield Figure(name="memory of the screens", size=size, value=most, unit="MB", limit=400, note=note)


def _painted(terminal: Terminal, view: str) -> Iterator[float]:
    """Yield the latency of each key that painted something; one at an end of a list may have nothing to show."""
    silent = 0
    for key in _walk(view):
        try:
            yield terminal.paint_after(key, deadline=SILENCE)
        except TimeoutError:
            silent += 1
            terminal.settle()
        if silent == SILENT_AT_MOST:
            print(f"       {NAMES[view]}: {silent} keys painted nothing", file=sys.stderr)
            return


def _walk(view: str) -> str:
    """Return keys each of which moves the cursor: down and up again, and in the graph there and back."""
    down, up = MOVES[view]
    runs = 1 if view == "4" else 10
    return (down * runs + up * runs) * (KEYS // (2 * runs))


def _loop(store: Path, environment: Mapping[str, str], size: int) -> Iterator[Figure]:
    probe = [sys.executable, "-m", "tests.bench.loop_lag", str(store), "views"]
    run = subprocess.run(probe, check=True, capture_output=True, text=True, env=environment)
    lags: Mapping[str, list[float]] = json.loads(run.stdout.splitlines()[-1])
    every = [lag for view in lags.values() for lag in view]
    note = f"{len(every):,} samples; worst by view: " + ", ".join(
        f"{view} {max(each):.0f}" for view, each in lags.items()
    )
    yield Figure(name="event loop late in all views, p99", size=size, value=share(every, 99), unit="ms", limit=16)
    yield Figure(
        name="event loop late in all views, worst", size=size, value=max(every), unit="ms", limit=60, note=note
    )

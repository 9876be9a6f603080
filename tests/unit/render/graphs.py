"""Neighbourhoods to draw: the guide's, the one of the screens' page, and any other; and a reader that follows drawn lines."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memtui.domain.kinds import (
    ConflictType,
    EntityType,
    Predicate,
    RelationKind,
    Severity,
    Status,
    SuggestedAction,
)
from memtui.domain.records import Conflict, Entity, Fact, Memory, Relation
from memtui.render.graph_picture import Drawing, Rect
from memtui.render.spans import plain
from memtui.render.widths import width

NOW = datetime(2026, 3, 23, 14, 10, tzinfo=UTC)
FOLDER = Path(__file__).parent / "drawings"

Links = Iterable[tuple[int, str, int]]


@dataclass(frozen=True)
class Node:
    key: str
    distance: int = 1
    importance: float = 0.7
    memory: Memory | None = None
    entity: Entity | None = None
    more: int = 0


@dataclass(frozen=True)
class Edge:
    source: str
    target: str
    kind: str
    relation: Relation | None = None
    fact: Fact | None = None
    conflict: Conflict | None = None


@dataclass(frozen=True)
class Graph:
    centre: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    more: int = 0


def memory(number: int, text: str, days: float = 3, status: Status = Status.ACTIVE) -> Memory:
    at = NOW - timedelta(days=days)
    return Memory(
        id=f"01M{number}", number=number, content=text, recorded_at=at, updated_at=at, created_at=at, status=status
    )


def node(number: int, text: str, importance: float = 0.7, days: float = 3, **more: object) -> Node:
    status = more.pop("status", Status.ACTIVE)
    assert isinstance(status, Status)
    return Node(f"m{number}", importance=importance, memory=memory(number, text, days, status), **more)  # type: ignore[arg-type]


def conflict(new: int, old: int) -> Conflict:
    return Conflict(
        id=f"01C{new}",
        new_number=new,
        old_number=old,
        type=ConflictType.SUPERSESSION,
        severity=Severity.MEDIUM,
        confidence=0.9,
        reason="the newer one says so",
        suggested_action=SuggestedAction.SUPERSEDE_EXISTING,
        fingerprint="f",
        created_at=NOW,
    )


def graph(nodes: Iterable[Node], links: Links, scores: Mapping[tuple[int, int], float] | None = None) -> Graph:
    """Return a graph around the first node; a link is (newer, kind, older)."""
    edges = tuple(
        Edge(
            f"m{newer}",
            f"m{older}",
            kind,
            Relation(
                from_number=newer,
                to_number=older,
                kind=RelationKind(kind),
                created_at=NOW,
                evidence={"score": (scores or {})[newer, older]} if (newer, older) in (scores or {}) else {},
            ),
        )
        for newer, kind, older in links
    )
    listed = tuple(nodes)
    return Graph(listed[0].key, listed, edges)


def guide() -> Graph:
    """Return the graph that the Memento guide draws."""
    return graph(
        [
            node(1, "JWT Implementation", days=90),
            node(2, "JWT Specification RFC 7519", days=200),
            node(3, "Token Refresh", days=50),
            node(4, "Session-based Auth", days=40),
        ],
        [(1, "references", 2), (3, "elaborates", 1), (1, "contradicts", 4)],
    )


def screens() -> Graph:
    """Return a graph like that of the graph screen: every kind of link, statuses, two steps."""
    return graph(
        [
            node(1, "JWT authentication implementation", 0.88, days=100),
            node(2, "JWT specification RFC 7519", 0.7, days=200),
            node(5, "OAuth2 token flow", 0.86, days=102),
            node(3, "Refresh token rotation", 0.74, days=50),
            node(4, "Session-based authentication", 0.61, days=40, status=Status.SUPERSEDED),
            node(6, "Rate limiting for token endpoint", 0.66, distance=2, more=3),
            node(7, "RSA cryptography", 0.52, distance=2),
            node(8, "We replaced session-based auth with JWT", 0.84, distance=2),
            node(9, "Docker network issues break token refresh", 0.58, status=Status.CONFLICTED),
            node(10, "Session cookie lives 30 minutes", 0.4, distance=2, status=Status.ARCHIVED),
        ],
        [
            (1, "references", 2), (3, "elaborates", 1), (1, "contradicts", 4), (1, "similar", 5), (6, "elaborates", 3),
            (2, "references", 7), (8, "supersedes", 4), (1, "references", 9), (10, "elaborates", 4), (8, "elaborates", 1),
        ],
        {(1, 5): 0.87},
    )  # fmt: skip


def around_an_entity() -> Graph:
    """Return an entity with facts and mentions around it."""
    at = NOW - timedelta(days=90)
    names = ((1, EntityType.TOOL, "PostgreSQL"), (2, EntityType.TOOL, "MongoDB"), (3, EntityType.PROJECT, "acme-shop"))
    entities = [
        Node(f"e{number}", entity=Entity(id=f"01E{number}", number=number, type=kind, name=name, created_at=at))
        for number, kind, name in names
    ]
    texts = [node(1, "We use PostgreSQL for user data", days=67), node(2, "PostgreSQL connection pooling", days=41)]
    uses = Fact(subject_number=3, predicate=Predicate.USES, object_number=1, memory_number=1)
    over = Fact(subject_number=2, predicate=Predicate.SUPERSEDES, object_number=1, memory_number=1)
    edges = (
        Edge("m1", "e1", "mentions"),
        Edge("m2", "e1", "mentions"),
        Edge("e3", "e1", "uses", fact=uses),
        Edge("e2", "e1", "supersedes", fact=over),
    )
    return Graph("e1", (entities[0], *texts, *entities[1:]), edges)


def any_graph(seed: int, size: int) -> Graph:
    """Return a connected graph of so many nodes with all kinds of links, titles in narrow and wide characters."""
    draw = random.Random(seed)
    words = ["token", "deploy", "数据库", "Größe", "src/a/b.tsx", "retry", "cache", "的", "pipeline", "e\u0301t\u00e9"]
    words += ["\U0001f680", "\u26a0\ufe0f", "\U0001f469\u200d\U0001f4bb", "한글"]
    kinds = [kind.value for kind in RelationKind]
    nodes = [
        node(
            number,
            f"{number} {' '.join(draw.choices(words, k=draw.randrange(1, 9)))}",
            draw.random(),
            draw.randrange(300),
            more=draw.choice([0, 0, 4]),
        )
        for number in range(1, size + 1)
    ]
    links: dict[tuple[int, str, int], None] = {}

    def link(one: int, other: int) -> None:
        newer, older = (one, other) if draw.random() < 0.6 else (other, one)
        links[newer, draw.choice(kinds), older] = None

    for number in range(2, size + 1):
        link(number, 1 if draw.random() < 0.4 else draw.randrange(1, number))
    for _ in range(size // 4 if size > 1 else 0):
        link(*draw.sample(range(1, size + 1), 2))
    # Some pairs have several links.
    for newer, _, older in draw.sample(list(links), len(links) // 6):
        link(newer, older)
    return graph(nodes, links)


def same(name: str, drawn: str) -> None:
    """Compare a drawing with its file, or write the file when `MEMTUI_UPDATE_GOLDENS=1` asks for it."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("MEMTUI_UPDATE_GOLDENS") == "1":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(drawn, "utf-8")
    assert drawn == file.read_text("utf-8")


UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_WAYS = {
    "│": (UP, DOWN), "║": (UP, DOWN), "─": (LEFT, RIGHT), "═": (LEFT, RIGHT),
    "┌": (DOWN, RIGHT), "┐": (DOWN, LEFT), "└": (UP, RIGHT), "┘": (UP, LEFT),
    "╔": (DOWN, RIGHT), "╗": (DOWN, LEFT), "╚": (UP, RIGHT), "╝": (UP, LEFT),
    "├": (UP, DOWN, RIGHT), "┤": (UP, DOWN, LEFT), "┬": (DOWN, LEFT, RIGHT), "┴": (UP, LEFT, RIGHT),
    "╠": (UP, DOWN, RIGHT), "╣": (UP, DOWN, LEFT), "╦": (DOWN, LEFT, RIGHT), "╩": (UP, LEFT, RIGHT),
    "┼": (UP, DOWN, LEFT, RIGHT), "╬": (UP, DOWN, LEFT, RIGHT),
}  # fmt: skip
_HEADS = "▲▼◄►"
_PORTS = "▲▼┬┴╤╧╥╨╦╩" + "◄►├┤╞╡╟╢╠╣"


class Reader:
    """Follows the lines of a drawing as an eye would: straight on through a crossing and through a word."""

    def __init__(self, drawing: Drawing) -> None:
        self.boxes = drawing.boxes
        self.cells: dict[tuple[int, int], str] = {}
        for row, one in enumerate(drawing.lines):
            column = 0
            for character in plain(one):
                if size := width(character):
                    self.cells[row, column] = character
                    column += size
        self.texts = {row: list(self._texts(row)) for row in range(len(drawing.lines))}

    def _texts(self, row: int) -> Iterator[tuple[int, str]]:
        """Yield the words between the boxes of a line: their first column, and the text."""
        outside = {column: sign for (at, column), sign in self.cells.items() if at == row}
        for box in self.boxes.values():
            if box.top <= row < box.top + box.height:
                outside = {at: sign for at, sign in outside.items() if not box.left <= at < box.left + box.width}
        start, text = 0, ""
        for column in range(max(outside, default=-1) + 3):
            sign = outside.get(column, " ")
            after = outside.get(column + 1, " ")
            if (sign in _WAYS or sign == " ") and not (text and sign == " " and after not in (*_WAYS, " ")):
                if text:
                    yield start, text
                text = ""
            else:
                start = start if text else column
                text += sign

    def ports(self, key: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield where lines leave a box: the cell of its border and the way out."""
        box = self.boxes[key]
        for row, way in ((box.top, UP), (box.top + box.height - 1, DOWN)):
            for column in range(box.left + 1, box.left + box.width - 1):
                if self.cells.get((row, column), "") in _PORTS:
                    yield (row, column), way
        for column, way in ((box.left, LEFT), (box.left + box.width - 1, RIGHT)):
            for row in range(box.top + 1, box.top + box.height - 1):
                if self.cells.get((row, column), "") in _PORTS:
                    yield (row, column), way

    def reached(self, key: str) -> set[tuple[str, bool, bool]]:
        """Return the boxes that lines from a box lead to: (key, arrowhead there, arrowhead here)."""
        return {(other, there, here) for other, there, here, _ in self.traced(key)}

    def traced(self, key: str) -> Iterator[tuple[str, bool, bool, set[tuple[int, int]]]]:
        """Yield where each line from a box leads: (key, arrowhead there, arrowhead here, the cells on the way)."""
        for start, way in self.ports(key):
            here = self.cells[start] in _HEADS
            ends, cells = self._walk(start, way)
            for end in ends:
                other = self._box_at(end)
                if other is not None and (other, end) != (key, start):
                    yield other, self.cells[end] in _HEADS, here, cells

    def words(self, cells: set[tuple[int, int]]) -> set[str]:
        """Return the texts on a line, or beside it with a blank between."""
        found = set()
        for row in {row for row, _ in cells}:
            for start, text in self.texts.get(row, ()):
                end = start + width(text)
                if any((row, column) in cells for column in range(start - 2, end + 2)):
                    found.add(text)
        return found

    def _walk(self, start: tuple[int, int], way: tuple[int, int]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        ends: set[tuple[int, int]] = set()
        cells: set[tuple[int, int]] = set()
        seen = set()
        todo = [(start, way)]
        while todo:
            (row, column), (down, across) = todo.pop()
            row, column = row + down, column + across
            if ((row, column), (down, across)) in seen:
                continue
            seen.add(((row, column), (down, across)))
            sign = self.cells.get((row, column), " ")
            if sign in _PORTS and self._on_border(row, column):
                ends.add((row, column))
                continue
            assert self._box_at((row, column)) is None, f"a line from {start} runs into a box at {row}, {column}"
            cells.add((row, column))
            ways = _WAYS.get(sign)
            back = (-down, -across)
            if ways is None or back not in ways:
                todo.append(((row, column), (down, across)))
                if row < -1 or column < -1 or row > 10_000 or column > 10_000:
                    raise AssertionError(f"a line from {start} leads nowhere")
                continue
            todo += [((row, column), onward) for onward in ways if onward != back]
        return ends, cells

    def _on_border(self, row: int, column: int) -> bool:
        return any(_on(box, row, column) for box in self.boxes.values())

    def _box_at(self, cell: tuple[int, int]) -> str | None:
        return next((key for key, box in self.boxes.items() if _on(box, *cell)), None)


def _on(box: Rect, row: int, column: int) -> bool:
    """Say whether a cell belongs to a box's border."""
    down, across = row - box.top, column - box.left
    inside = 0 <= down < box.height and 0 <= across < box.width
    return inside and (down in (0, box.height - 1) or across in (0, box.width - 1))

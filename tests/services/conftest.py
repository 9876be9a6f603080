"""What the services' tests share: a throw-away workspace whose time stands still, and others on the same store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memtui.bootstrap import open_memory_workspace, open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import ActorKind
from memtui.domain.plugins import Plugins
from memtui.domain.records import Actor, Memory
from memtui.services import remember
from memtui.services.workspace import Workspace

from .double import BookJudge

NOW = datetime(2026, 3, 23, 14, 2, tzinfo=UTC)
AWS = "AKIA" + "IOSFODNN7EXAMPL3"
Note = Callable[..., Memory]


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands at `NOW` until a test moves it."""
    return FixedClock(NOW)


@pytest.fixture
def ana(clock: FixedClock) -> Iterator[Workspace]:
    """A person's workspace on an empty throw-away store."""
    workspace = open_memory_workspace(face="screens", actor=Actor("ana"), clock=clock)
    yield workspace
    workspace.store.close()


@pytest.fixture
def agent(ana: Workspace) -> Workspace:
    """An agent at work in the same store."""
    return replace(ana, actor=Actor("claude-code", ActorKind.AGENT), face="mcp")


@pytest.fixture
def in_file(tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """A person's workspace on a store in a file."""
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    workspace = open_workspace(str(tmp_path / "store.db"), face="cli", actor=Actor("ana"), clock=clock)
    yield workspace
    workspace.store.close()


@pytest.fixture
def note(ana: Workspace) -> Callable[..., Memory]:
    """Writes a memory as `ana` and returns it."""

    def write(content: str, **fields: object) -> Memory:
        return remember.add(ana, Draft(content=content, **fields)).memory  # type: ignore[arg-type]

    return write


@pytest.fixture
def book(ana: Workspace) -> Workspace:
    """A person's workspace whose conflicts are judged by the small book of `double`."""
    return replace(ana, settings=replace(ana.settings, plugins=Plugins(judge=BookJudge())))


@pytest.fixture
def tell(book: Workspace, clock: FixedClock) -> Callable[..., Memory]:
    """Writes a sentence of the book; `day` is how many days after `NOW` it happened, and each is told a minute later."""

    def write(content: str, day: float = 0.0, workspace: Workspace | None = None, **fields: object) -> Memory:
        clock.moment += timedelta(minutes=1)
        told = Draft(content=content, created_at=NOW + timedelta(days=day), **fields)  # type: ignore[arg-type]
        return remember.add(workspace or book, told).memory

    return write


def number(memory: Memory) -> int:
    """A stored memory's number."""
    assert memory.number is not None
    return memory.number


def contents(workspace: Workspace) -> list[str]:
    """All texts in the store, oldest first."""
    return [m.content for m in reversed(workspace.store.reads.page(EVERYTHING, Order.RECORDED, 100).memories)]


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a source file in a folder of its own."""

    def write(name: str, content: str) -> Path:
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return write


@pytest.fixture
def pair(book: Workspace, tell: Callable[..., Memory]) -> tuple[Memory, Memory]:
    """An older and a newer memory in an open contradiction, both conflicted."""
    old, new = tell("The port is 3000."), tell("The port is 8080.", day=1)
    return book.store.reads.memory(number(old)), new

"""What the runs share: the stores, written once, and somebody who sits before one of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from memtui.bootstrap import open_workspace
from memtui.domain.records import Actor
from memtui.services.workspace import Workspace
from tests.terminal import stores
from tests.terminal.driver import Person, own_world

Sit = Callable[..., Person]
"""Starts memtui on a store: `sit(store, size=(80, 24), environment={})`."""


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the file of a store by the name of what writes it, written when it is first asked for."""
    folder = tmp_path_factory.mktemp("stores")

    def file(name: str) -> Path:
        place = folder / f"{name}.db"
        if not place.exists():
            getattr(stores, name)(place)
        return place

    return file


@pytest.fixture
def sample(written: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of the sample project."""
    return Path(shutil.copy(written("sample"), tmp_path / "sample.db"))


@pytest.fixture
def overgrown(written: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of the store with 400 open conflicts."""
    return Path(shutil.copy(written("overgrown"), tmp_path / "overgrown.db"))


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Start memtui on a store, and end it after the test."""
    with ExitStack() as running:

        def start(
            store: Path, *options: str, size: tuple[int, int] = (120, 40), environment: dict[str, str] | None = None
        ) -> Person:
            world = {**own_world(tmp_path), **(environment or {})}
            person = running.enter_context(Person("--store", str(store), *options, environment=world, size=size))
            person.sees("1 of")
            return person

        yield start


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[Path], Workspace]]:
    """Open a store to look into it, beside whoever sits before it."""
    with ExitStack() as running:

        def look(store: Path) -> Workspace:
            workspace = open_workspace(str(store), face="cli", actor=Actor("ana"), config=tmp_path / "none.toml")
            running.callback(workspace.store.close)
            return workspace

        yield look

"""Where the store's tests keep their stores: a file, a throw-away one, and a server where one is named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from memtui.clock import FixedClock
from memtui.services.ports import Store
from tests.store.making import NOW, opened

SERVER = os.environ.get("MEMTUI_TEST_POSTGRES", "")
ON_SERVER = pytest.param(
    "postgres",
    marks=[pytest.mark.postgres, pytest.mark.skipif(not SERVER, reason="MEMTUI_TEST_POSTGRES names no server")],
)


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands still until a test moves it."""
    return FixedClock(NOW)


@pytest.fixture
def server_location() -> Iterator[str]:
    """The address of an empty schema on the server, which goes with the test."""
    from sqlalchemy import create_engine, make_url, text

    name = f"memtui_{uuid4().hex}"
    url = make_url(SERVER).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    yield url.update_query_dict({"options": f"-csearch_path={name}"}).render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


@pytest.fixture(params=["file", "memory", ON_SERVER])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be made, on every engine."""
    if request.param == "postgres":
        return str(request.getfixturevalue("server_location"))
    return ":memory:" if request.param == "memory" else str(tmp_path / "store.db")


@pytest.fixture
def store(location: str, clock: FixedClock) -> Iterator[Store]:
    """An empty store on every engine."""
    store = opened(location, clock)
    yield store
    store.close()


@pytest.fixture(params=["file", ON_SERVER])
def shared_location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be made that several processes can open."""
    if request.param == "postgres":
        return str(request.getfixturevalue("server_location"))
    return str(tmp_path / "shared.db")


@pytest.fixture
def shared_store(shared_location: str, clock: FixedClock) -> Iterator[Store]:
    """An empty store that several processes can open."""
    store = opened(shared_location, clock)
    yield store
    store.close()


@pytest.fixture
def lasting(tmp_path: Path) -> str:
    """The path of a file that does not exist yet."""
    return str(tmp_path / "lasting.db")

"""What the tests of the sample project share: one sample, and what is read from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memtui.bootstrap import open_memory_workspace
from memtui.demo import build
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.records import Batch, Memory
from memtui.services.workspace import Workspace


@pytest.fixture(scope="session")
def sample() -> Iterator[Workspace]:
    workspace = open_memory_workspace()
    build(workspace)
    yield workspace
    workspace.store.close()


def memories_of(workspace: Workspace) -> list[Memory]:
    return workspace.store.reads.memories(list(workspace.store.reads.numbers(EVERYTHING, Order.RECORDED)))


def batches_of(workspace: Workspace) -> list[Batch]:
    return workspace.store.reads.history(0, 10_000)


@pytest.fixture(scope="session")
def memories(sample: Workspace) -> list[Memory]:
    return memories_of(sample)


@pytest.fixture(scope="session")
def batches(sample: Workspace) -> list[Batch]:
    return batches_of(sample)


@pytest.fixture(scope="session")
def by_text(memories: list[Memory]) -> dict[str, Memory]:
    return {memory.content: memory for memory in memories}

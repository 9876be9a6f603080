"""What the tests of opening do with files: fill them, look at all of them, and see them refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.errors import StoreUnavailable
from tests.store.making import added, memory, opened


def everything_in(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder with their bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(path: Path, **options: bool) -> StoreUnavailable:
    """Open a store that cannot be opened, and assert that nothing beside or in it has changed."""
    before = everything_in(path.parent)
    with pytest.raises(StoreUnavailable) as caught:
        opened(str(path), **options)
    assert everything_in(path.parent) == before
    assert caught.value.sentence.endswith((".", "?"))
    assert caught.value.hint
    return caught.value


def filled(path: Path, count: int = 3) -> Path:
    """Make a store with some memories."""
    store = opened(str(path))
    added(store, *(memory(f"memory {place} " * 40) for place in range(count)))
    store.close()
    return path

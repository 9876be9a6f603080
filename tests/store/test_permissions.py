"""Files and folders that may only be read, or not even that."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memtui.domain.errors import StoreUnavailable
from memtui.domain.filters import EVERYTHING
from tests.store.files import everything_in, filled, refused
from tests.store.making import opened

NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[Path]:
    """Lend a folder, and a way of being a user who may not write everywhere."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def without_rights() -> Iterator[None]:
    """Be a user without rights for a while, where the tests are run by one who has all."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_file_can_be_read_but_not_opened_for_writing() -> None:
    with as_nobody() as folder:
        path = filled(folder / "kept.db")
        path.chmod(0o444)
        with without_rights():
            assert "cannot be written" in refused(path).sentence
            assert "--read-only" in refused(path).hint


def test_a_store_in_a_read_only_folder_can_be_read() -> None:
    with as_nobody() as folder:
        path = filled(folder / "kept.db")
        folder.chmod(0o555)
        with without_rights():
            assert "cannot be written" in refused(path).sentence
            before = everything_in(folder)
            store = opened(str(path), read_only=True)
            assert store.reads.count(EVERYTHING) == 3
            assert store.search.document_frequencies(["memory"]) == {"memory": 3}
            store.close()
            assert everything_in(folder) == before


def test_an_unreadable_store_and_an_unwritable_folder_are_told_apart() -> None:
    with as_nobody() as folder:
        path = filled(folder / "secret.db")
        path.chmod(0o000)
        with without_rights(), pytest.raises(StoreUnavailable, match="cannot be read"):
            opened(str(path))
        path.unlink()
        folder.chmod(0o555)
        with without_rights(), pytest.raises(StoreUnavailable, match="cannot be written"):
            opened(str(path))
        assert everything_in(folder) == {}

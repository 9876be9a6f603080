"""The stores that are measured: filled from the corpus once per run of the command, then copied."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.services import remember
from memtui.services.workspace import Workspace
from tests.bench import judged
from tests.bench.figures import short


@contextmanager
def opened(path: Path, face: str = "python") -> Iterator[Workspace]:
    """Open a store for a while, under the settings that come with memtui."""
    workspace = open_workspace(str(path), face=face, config=path.parent / "no-config.toml")
    try:
        yield workspace
    finally:
        workspace.store.close()


class Stores:
    """Makes each size once; every measurement that writes gets a copy of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, size: int) -> Path:
        """Return the store of that size; fill it when it is not there yet."""
        path = self._folder / f"corpus-{size}.db"
        if not path.exists():
            self._fill(path, size)
        return path

    def copy(self, size: int, name: str) -> Path:
        """Return a copy of the store of that size under another name."""
        target = self._folder / f"{name}-{size}.db"
        shutil.copyfile(self.of(size), target)
        return target

    def judged(self, size: int) -> Path:
        """Return a copy of the store of that size with conflicts, verdicts and relations in it; filled when it is not there yet."""
        path = self._folder / f"judged-{size}.db"
        if not path.exists():
            with opened(self.copy(size, "judged")) as workspace:
                judged.fill(workspace, size)
        return path

    def _fill(self, path: Path, size: int) -> None:
        from tests.bench import corpus

        started = time.perf_counter()
        with opened(path) as workspace:
            # What is measured is what comes to it: that its own memories were compared makes no difference.
            remember.add_all(workspace, corpus.drafts(size), detect=False, progress=_tell)
        took = time.perf_counter() - started
        print(f"filled a store of {short(size)} in {took:.1f} s, {size / took:,.0f} a second", file=sys.stderr)


def _tell(done: int, total: int | None, what: str) -> None:
    if done % 50_000 == 0:
        print(f"  {done:,} written", file=sys.stderr)

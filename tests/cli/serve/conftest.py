"""What the tests of the screens in a browser share: a server on a store with a few memories."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.cli.conftest import Run
from tests.cli.serve.serving import CLIPBOARD, Served


@pytest.fixture
def served(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    monkeypatch.delenv("NO_COLOR")
    memtui("add", "We use Redis for sessions", "--kind", "decision")
    memtui("add", f"A pasted line {CLIPBOARD} with \x1b[31mcolour https://example.org/trap", "--kind", "reference")
    running: list[Served] = []

    def start(*options: str) -> Served:
        running.append(Served(*options))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()

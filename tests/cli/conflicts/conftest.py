"""What the tests of conflicts on the command line share: texts that disagree, and a store with two open conflicts."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

PORTS = ("The dev server listens on port 3000", "The dev server listens on port 8080")
FLAGS = ("Feature flag dark_mode is enabled in production", "Feature flag dark_mode is disabled in production")
SWITCH = ("We use PostgreSQL for user data", "Switched from PostgreSQL to MongoDB")


@pytest.fixture
def queued(memtui: Run) -> list[str]:
    """A store with two open conflicts, ports first; returns their ids."""
    for texts in (PORTS, FLAGS):
        for text, day in zip(texts, ("2026-01-15", "2026-02-20"), strict=True):
            assert memtui("add", text, "--at", day).code == 0
    ids = {row["old_value"]: row["id"] for row in memtui("conflicts", "list", "--json").json["results"]}
    return [ids["3000"], ids["enabled"]]


def statuses(memtui: Run) -> dict[str, str]:
    """The status of each memory by its text."""
    return {row["content"]: row["status"] for row in memtui("list", "--status", "all", "--json").json["results"]}

"""Chains of succession end, whatever a store holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.services.ports import Reads
from memtui.services.succession import follow

from .conftest import NOW


class Kept:
    """Memories by id, and how often they were asked for."""

    def __init__(self, links: dict[str, str | None]) -> None:
        self.asked = 0
        self.memories = {
            key: Memory(
                id=key,
                content=key,
                recorded_at=NOW,
                updated_at=NOW,
                status=Status.SUPERSEDED if after else Status.ACTIVE,
                superseded_by=after,
            )
            for key, after in links.items()
        }

    def by_ids(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Those of `ids` that exist."""
        self.asked += 1
        return {key: self.memories[key] for key in ids if key in self.memories}


@pytest.mark.parametrize(
    ("links", "end"),
    [
        ({"a": "b", "b": None}, "b"),
        ({"a": "b", "b": "c", "c": None}, "c"),
        ({"a": "gone"}, None),
        ({"a": "b", "b": "a"}, None),
        ({"a": "b", "b": "c", "c": "b"}, None),
        ({**{str(n): str(n + 1) for n in range(100)}, "100": None, "a": "0"}, None),
    ],
)
def test_each_chain_leads_to_its_live_end_or_to_none(links: dict[str, str | None], end: str | None) -> None:
    kept = Kept(links)
    found = follow(cast("Reads", kept), [kept.memories["a"]])
    assert {start: memory.id for start, memory in found.ends.items()} == ({"a": end} if end else {})
    assert kept.asked <= 20


def test_many_chains_are_followed_together() -> None:
    kept = Kept({"a": "x", "b": "x", "c": "y", "x": "y", "y": None})
    found = follow(cast("Reads", kept), [kept.memories[key] for key in "abcx"])
    assert {start: memory.id for start, memory in found.ends.items()} == dict.fromkeys("abcx", "y")
    assert [memory.id for memory in found.links] == ["x"]
    assert kept.asked == 1

"""Several agents may write while a person looks."""

from __future__ import annotations

from pathlib import Path

from tests.endurance.sharing import share_the_store


async def test_three_processes_write_while_the_screens_are_open(tmp_path: Path) -> None:
    assert await share_the_store(tmp_path, acts=40)

"""An import that is killed goes on where it was."""

from __future__ import annotations

from pathlib import Path

from tests.endurance.stopping import kill_imports


def test_an_import_killed_on_its_way_is_resumed_and_brings_nothing_twice(tmp_path: Path) -> None:
    assert kill_imports(tmp_path, memories=4_000, kills=3) >= 1

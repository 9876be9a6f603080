"""A writer that is killed loses nothing that it had acknowledged (`python -m tests.endurance` for the long form)."""

from __future__ import annotations

from pathlib import Path

from tests.endurance.killing import kill_writers


def test_ten_kills_of_a_writing_process_lose_nothing(tmp_path: Path) -> None:
    assert kill_writers(tmp_path, rounds=10, seed=2026) > 10

"""A full disk is one clear sentence, and the store stays as it was."""

from __future__ import annotations

from pathlib import Path

from tests.endurance.filling import reach_the_limit


def test_a_full_disk_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    sentence = reach_the_limit(tmp_path)
    assert "disk" in sentence
    assert "Error" not in sentence

"""What the tests of the screens share: no animation, no blinking, no editor or state of the person who runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.tui import registry
from tests.tui import fakes
from tests.tui.review_store import store_at


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("EDITOR", "VISUAL", "NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMTUI_STATE", str(tmp_path / "state"))
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none", raising=False)


@pytest.fixture
def fake_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell around two small views instead of memtui's own."""
    monkeypatch.setattr(registry, "ENTRIES", fakes.ENTRIES)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of conflicts, for the tests of Review."""
    return store_at(tmp_path / "review.db")

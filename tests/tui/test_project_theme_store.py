"""What holds for the whole run: the project, the theme, and the store that goes while it is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.services import remember
from memtui.tui.modals.choice import ChoiceScreen
from memtui.tui.options import Options
from tests.tui.fakes import front_view, said, screen_text
from tests.tui.three_memories import world

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_one_project_is_chosen_from_those_that_there_are(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        workspace = there.app.gateway.workspace
        assert workspace is not None
        remember.add(workspace, Draft(content="The shop ships on Mondays only", project="shop"))
        await there.press("P")
        assert isinstance(there.app.screen, ChoiceScreen)
        await there.press("slash")
        await there.type("shop")
        await there.press("enter")
        assert there.app.gateway.project == "shop"
        assert "shop" in screen_text(there.app)[0]
        assert front_view(there.app).calls[-1] == "reload"
        await there.press("P", "g", "enter")
        assert there.app.gateway.project is None


async def test_a_theme_that_was_chosen_is_kept(tmp_path: Path) -> None:
    options = Options(state_file=tmp_path / "state.json")
    async with world(tmp_path, options) as there:
        assert there.app.front is not None
        await there.app.front.run_named("theme")
        await there.pilot.pause()
        await there.type("memtui-light")
        await there.press("enter")
        assert there.app.theme == "memtui-light"
    async with world(tmp_path, options) as again:
        assert again.app.theme == "memtui-light"


async def test_a_store_that_goes_while_it_is_open_is_told_and_not_made_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        path = tmp_path / "store.db"
        path.rename(tmp_path / "kept.db")
        await there.press("d")
        assert "Archived" not in said(there.app)
        await there.app.gateway.look_for_changes()
        await there.press("r")
        assert "moved or deleted" in " ".join(" ".join(screen_text(there.app)).split())
        assert "not there yet" in said(there.app)
        await there.press("6")
        assert "moved or deleted" in " ".join(" ".join(screen_text(there.app)).split())
        await there.press("1")
        assert not path.exists()
        (tmp_path / "kept.db").rename(path)
        await there.press("r")
        assert there.app.gateway.is_open

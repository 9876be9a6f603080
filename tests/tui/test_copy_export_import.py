"""Memories that leave and come in: copies, exports and pictures of the view, and imports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import Input

from memtui.bootstrap import open_workspace
from memtui.services.workspace import Workspace
from memtui.tui.modals.choice import ChoiceScreen
from memtui.tui.modals.confirm import ConfirmScreen
from memtui.tui.modals.import_report import ImportScreen
from memtui.tui.options import Options
from memtui.tui.picture import picture, settle
from tests.tui.fakes import said, screen_text
from tests.tui.three_memories import TEXTS, world

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_text_and_id_are_copied(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("y")
        assert there.app.clipboard == TEXTS[0]
        assert said(there.app) == "Sent the text to the terminal's clipboard."
        await there.press("Y")
        assert there.app.clipboard == there.memory(0).id


@pytest.mark.parametrize(
    ("form", "content"),
    [(0, "row 0\nrow 1\nrow 2\n"), (1, "| what |\n| --- |\n| row 0 |\n| =1+1 |\n"), (2, "what\nrow 0\n'=1+1\n")],
)
async def test_the_view_is_exported_in_the_chosen_form(tmp_path: Path, form: int, content: str) -> None:
    target = tmp_path / "out"
    async with world(tmp_path) as there:
        await there.press("x")
        assert isinstance(there.app.screen, ChoiceScreen)
        await there.press(*["j"] * form, "enter")
        there.app.screen.query_one(Input).value = str(target)
        await there.press("enter")
        assert target.read_text() == content
        assert said(there.app) == f"Wrote {target}."


async def test_overwriting_an_export_asks_with_cancel_in_focus(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("mine")
    async with world(tmp_path) as there:

        async def export() -> None:
            await there.press("x", "enter")
            there.app.screen.query_one(Input).value = str(target)
            await there.press("enter")

        await export()
        assert isinstance(there.app.screen, ConfirmScreen)
        await there.press("enter")
        assert target.read_text() == "mine"
        await export()
        await there.press("j", "enter")
        assert target.read_text() == "row 0\nrow 1\nrow 2\n"


async def test_a_picture_is_exported_of_the_view_and_not_of_the_dialog(tmp_path: Path) -> None:
    target = tmp_path / "out.svg"
    async with world(tmp_path) as there:
        await there.press("x", "j", "j", "j", "enter")
        there.app.screen.query_one(Input).value = str(target)
        await there.press("enter")
        drawn = target.read_text()
        assert "Redis" in drawn
        assert "export" not in drawn
        assert "@font-face" not in drawn  # who opens it asks no server for a font


async def test_an_import_shows_a_dry_run_first(tmp_path: Path) -> None:
    source = tmp_path / "notes" / "CLAUDE.md"
    source.parent.mkdir()
    source.write_text("# Rules\n\n- Always run the linter before a commit\n- Deploy on Mondays only\n")
    async with world(tmp_path) as there:

        async def ask(path: Path) -> None:
            assert there.app.front is not None
            await there.app.front.run_named("import")
            await settle(there.pilot)
            there.app.screen.query_one(Input).value = str(path)
            await there.press("enter")

        await ask(tmp_path / "nowhere")
        assert "There is nothing of that name." in "\n".join(screen_text(there.app))
        await there.press("escape")
        await ask(source)
        assert isinstance(there.app.screen, ImportScreen)
        assert there.count() == 3
        await there.press("n")
        assert there.count() == 3
        await ask(source)
        await there.press("y")
        assert there.count() == 5
        assert "Brought in 2 new" in said(there.app)
        await there.press("u")
        assert there.count() == 3


async def test_a_look_at_a_picture_needs_no_terminal(tmp_path: Path) -> None:
    def opened() -> Workspace:
        return open_workspace(str(tmp_path / "store.db"), face="screens", config=tmp_path / "none.toml")

    drawn = await picture(opened, size=(90, 20), keys=["6"], options=Options(theme="memtui-light"))
    assert drawn.startswith("<svg")
    assert "History" in drawn


async def test_what_a_dry_run_left_out_stands_in_sight_before_its_samples(tmp_path: Path) -> None:
    source = tmp_path / "memory.jsonl"
    entities = [{"type": "entity", "name": f"n{n}", "entityType": "x", "observations": ["one"]} for n in range(9)]
    source.write_text("\n".join([*map(json.dumps, entities), '{"type":"entity","torn']))
    async with world(tmp_path) as there:
        await there.pilot.resize_terminal(80, 24)
        await there.press(":")
        await there.type("bring in")
        await there.press("enter")
        await there.type(str(source))
        await there.press("enter")
        assert isinstance(there.app.screen, ImportScreen)
        text = "\n".join(screen_text(there.app))
        assert "left out or assumed" in text
        assert "it breaks off" in text

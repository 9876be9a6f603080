"""The usual places of a first run: what agents left there is counted, ticked and brought in."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.tui.app import MemtuiApp
from memtui.tui.modals.import_report import ImportScreen
from memtui.tui.modals.prompt import PromptScreen
from memtui.tui.picture import settle
from memtui.tui.screens.offers import usual_places
from memtui.tui.screens.welcome import WelcomeScreen
from tests.tui.fakes import screen_text
from tests.tui.first_run import first_run

pytestmark = pytest.mark.usefixtures("fake_views")


MEMORY = '{"type":"entity","name":"shop","entityType":"project","observations":["uses redis","uses vite"]}\n'


def leave_memories(tmp_path: Path) -> None:
    """Put into the project what its agents would: memories, and instructions."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "memory.jsonl").write_text(MEMORY)
    (project / "memory-bank").mkdir()
    (project / "memory-bank" / "notes.md").write_text("# Notes\n\n- Deploys go out on Tuesdays\n- Never on Fridays\n")
    (project / "AGENTS.md").write_text("- Always run the linter\n")


def stored(app: MemtuiApp) -> int:
    assert app.gateway.workspace is not None
    return app.gateway.workspace.store.reads.census().total


async def test_what_agents_left_in_the_usual_places_is_counted_and_ticked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await settle(pilot)
        lines = [line.rstrip() for line in screen_text(app)]
        assert any(line.startswith("     ■ ./memory.jsonl ") and line.endswith(" 2 memories") for line in lines)
        assert any(line.startswith("     ■ ./memory-bank ") and line.endswith(" 2 memories") for line in lines)
        shown = next(line for line in lines if "./AGENTS.md" in line)
        assert shown.endswith("instructions, not memory: shown only")
        assert "■" not in shown
        assert lines[-2] == " looked in 6 usual places, changed none"
    assert not place.exists()


async def test_what_is_ticked_is_brought_in_after_a_dry_run_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.press("j", "enter")
        await settle(pilot)
        for count in (0, 2):
            assert isinstance(app.screen, ImportScreen)
            assert stored(app) == count
            await pilot.press("y")
            await settle(pilot)
        assert stored(app) == 4
        # The status line says it; a toast would lie over how to take it back.
        assert "Brought in 2 new" in screen_text(app)[-2]
        assert "u undo" in screen_text(app)[-2]


async def test_a_place_that_is_unticked_stays_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.press("j", "j", "space", "k", "k", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        assert "memory-bank" in "\n".join(screen_text(app))
        await pilot.press("y")
        await settle(pilot)
        assert not isinstance(app.screen, ImportScreen)
        assert stored(app) == 2


async def test_one_place_is_brought_in_by_itself_and_instructions_are_only_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await settle(pilot)
        await pilot.press("j", "j", "j", "j", "space")
        assert "AGENTS.md tells agents what to do" in screen_text(app)[-2]
        await pilot.press("enter")
        assert isinstance(app.screen, WelcomeScreen)
        assert "AGENTS.md tells agents what to do" in screen_text(app)[-2]
        assert not place.exists()
        await pilot.press("k", "k", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        assert "memory.jsonl" in "\n".join(screen_text(app))


async def test_nothing_ticked_asks_for_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await settle(pilot)
        await pilot.press("j", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PromptScreen)
        await pilot.press("escape")
    assert not place.exists()


def test_the_usual_places_are_named_after_the_project(tmp_path: Path) -> None:
    places = usual_places(tmp_path / "home", Path("/home/ana/acme.shop"))
    assert tmp_path / "home" / ".claude" / "projects" / "-home-ana-acme-shop" / "memory" in places


async def test_with_too_little_room_it_says_what_it_needs_and_keys_go_to_the_list_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.resize_terminal(48, 12)
        await settle(pilot)
        assert "memtui needs 60×16, this is 48×12" in "\n".join(screen_text(app))
        await pilot.resize_terminal(100, 30)
        await settle(pilot)
        await pilot.press("j", "j", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        await pilot.press("y")
        await settle(pilot)
        await pilot.press("6")
        await settle(pilot)
        assert app.current_mode == "history"


async def test_why_a_place_is_only_shown_is_said_of_that_row_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_memories(tmp_path)
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.press("j", "j", "j", "j", "enter")
        assert "AGENTS.md tells agents what to do" in screen_text(app)[-2]
        await pilot.press("k")
        assert screen_text(app)[-2].strip() == "looked in 6 usual places, changed none"

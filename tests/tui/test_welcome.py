"""The first minute: where there is no store, memtui looks, offers, and writes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.modals.editor import EditorScreen
from memtui.tui.modals.help import HelpScreen
from memtui.tui.modals.import_report import ImportScreen
from memtui.tui.modals.prompt import PromptScreen
from memtui.tui.options import Options
from memtui.tui.picture import settle
from memtui.tui.screens.offers import usual_places
from memtui.tui.screens.welcome import QUESTION, WelcomeScreen
from memtui.tui.state import State, load, save, state_file
from tests.tui.fakes import NOW, screen_text

pytestmark = pytest.mark.usefixtures("fake_views")


@asynccontextmanager
async def first_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state_file: Path | None = None
) -> AsyncIterator[tuple[MemtuiApp, Pilot[None], Path]]:
    """Start where there is no store, in a home and a project folder of the test's own."""
    for name in ("home", "project"):
        (tmp_path / name).mkdir(exist_ok=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path / "project")
    place = tmp_path / "data" / "memtui.db"

    def opened(location: str | None = None) -> Workspace:
        return open_workspace(
            location or str(place),
            face="screens",
            actor=Actor("ana"),
            config=tmp_path / "none.toml",
            clock=FixedClock(NOW),
        )

    def sample() -> Workspace:
        workspace = opened(str(tmp_path / "sample.db"))
        remember.add(workspace, Draft(content="Switched from PostgreSQL to MongoDB"))
        return workspace

    options = Options(
        location=str(place), create_store=opened, open_store=opened, open_sample=sample, state_file=state_file
    )
    app = MemtuiApp(opened, options)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield app, pilot, place


async def test_nothing_is_written_before_something_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("j", "j", "k")
        assert isinstance(app.screen, WelcomeScreen)
        text = "\n".join(screen_text(app))
        assert "no store here yet" in text
        assert "Nothing was written yet." in text
        assert place.name in text
    assert not place.parent.exists()


async def test_looking_around_opens_the_sample_with_a_question_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("enter")
        await settle(pilot)
        assert app.front is not None
        assert app.front.filter_line.text == QUESTION
        assert "nothing here is kept" in screen_text(app)[1]
        app.open_counts["review"] = 12
        app.update_chrome()
        await pilot.pause()
        assert "try 2: 12 things to judge" in screen_text(app)[-2]
    assert not place.exists()


async def test_n_makes_the_store_and_opens_the_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("n")
        await settle(pilot)
        await pilot.pause()
        assert isinstance(app.screen, EditorScreen)
        await pilot.press(*"Never push to main", "escape")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.reads.census().total == 1
    assert place.exists()


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


async def test_palette_and_keys_work_before_there_is_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await settle(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "colon")
        await pilot.pause()
        await pilot.press(*"Look around", "enter", "enter")
        await settle(pilot)
        assert app.front is not None
        assert app.front.filter_line.text == QUESTION
    assert not place.exists()


async def test_another_store_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("end", "enter")
        await pilot.pause()
        other = tmp_path / "other.db"
        app.screen.query_one(Input).value = str(other)
        await pilot.press("enter")
        for _ in range(200):
            await pilot.pause(0.01)
            if "There is no file of that name" in "\n".join(screen_text(app)):
                break
        else:
            pytest.fail("nothing was said of the name that leads nowhere")
        assert not other.exists()
        open_workspace(str(other), face="cli", config=tmp_path / "none.toml").store.close()
        await pilot.press("enter")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.path == tmp_path / "other.db"
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


async def test_every_key_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.press("w")
        assert "w does nothing here; ? lists the keys." in screen_text(app)[-2]
        await pilot.press("space")
        assert "Only places are ticked; enter does this." in screen_text(app)[-2]


async def test_the_sample_leaves_no_place_behind_and_another_store_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_STATE", str(tmp_path / "state"))
    kept = state_file(str(tmp_path / "data" / "memtui.db"))
    async with first_run(tmp_path, monkeypatch, state_file=kept) as (app, pilot, _):
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("5")
        await settle(pilot)
    assert not kept.exists()
    other = tmp_path / "other.db"
    open_workspace(str(other), face="cli", config=tmp_path / "none.toml").store.close()
    save(state_file(str(other)), State(view="history"))
    async with first_run(tmp_path, monkeypatch, state_file=kept) as (app, pilot, _):
        await pilot.press("end", "enter")
        await pilot.pause()
        app.screen.query_one(Input).value = str(other)
        await pilot.press("enter")
        await settle(pilot)
        assert app.current_mode == "history"
        await pilot.press("1")
        await settle(pilot)
        assert app.current_mode == "search"
    assert not kept.exists()
    assert load(state_file(str(other))).view == "search"


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

"""Timeline: the list of events, what each says, its reasons, acts on it, order and what is hidden."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Tier
from memtui.services import hierarchy, remember
from memtui.services.workspace import Workspace
from memtui.tui.modals.choice import ChoiceScreen
from tests.services import guides
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.timelines import AUTH, following, texts, undated


async def test_enter_opens_the_memory_and_counts_it_once(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, size=(80, 24)) as screens:
        number = screens.view.event.memory.number
        await screens.press("enter")
        assert "esc closes" in screens.text
        assert "why one ended the other" in screens.text or "its parts" in screens.text
        assert screens.workspace.store.reads.memory(number).access_count == 1
        await screens.press("escape")
        assert "═ what happened" in screens.text
        assert "esc closes" not in screens.text
        assert screens.app.focused is screens.view.events


async def test_w_at_80_columns_zooms_the_reasons_and_escape_comes_back(tmp_path: Path) -> None:
    async with following(tmp_path, "OAuth2", AUTH, size=(80, 24)) as screens:
        await screens.press("w")
        assert "5 Mar ended 2 Nov" in screens.text
        assert "what happened" not in screens.text
        await screens.press("escape")
        assert "═ what happened" in screens.text
        assert "5 Mar ended 2 Nov" not in screens.text


async def test_d_archives_the_memory_of_the_event_and_u_brings_it_back(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("g")
        number = screens.view.event.memory.number
        await screens.press("d")
        assert "Archived 1 memory" in screens.said
        assert screens.workspace.store.reads.memory(number).layer.value == "archived"
        assert screens.view.event.memory.number == number
        assert "□ archive" in screens.text
        await screens.press("u")
        assert "□ archive" not in screens.text


async def test_an_event_says_what_it_superseded_and_why(tmp_path: Path) -> None:
    async with following(tmp_path, "OAuth2", AUTH) as screens:
        assert "» supersedes 2 Nov  «Switched from»" in screens.text
        assert "joined: does not say “OAuth2”" in screens.text
        assert "joined by »" in screens.text


async def test_w_shows_the_words_that_ended_another_and_whose_verdict_it_was(tmp_path: Path) -> None:
    async with following(tmp_path, "OAuth2", AUTH) as screens:
        await screens.press("G", "w")
        assert "5 Mar ended 2 Nov: We replaced server-side sessions with JWT" in screens.text
        assert "«Switched from» JWT to OAuth2 after security audit" in screens.text
        assert "by rule, nobody judged it" in screens.text
        await screens.press("w")
        assert "by rule, nobody judged it" not in screens.text


async def test_w_says_when_nothing_was_ended(tmp_path: Path) -> None:
    async with following(tmp_path, "handleSubmit", guides.HANDLE_SUBMIT[:1]) as screens:
        await screens.press("w")
        assert screens.said == "This memory ended none, and none ended it."


async def test_2_shows_the_conflict_of_a_conflict_event(tmp_path: Path) -> None:
    async with following(tmp_path, "Docker", guides.DOCKER) as screens:
        rows = screens.view.events.rows
        at = next(index for index, event in enumerate(rows.events) if event.kind == "conflict")
        screens.view.events.go_to(at)
        assert "open: 2 shows it" in screens.text
        await screens.press("2")
        assert screens.app.current_mode == "review"
        assert screens.app.selection.conflict == rows.events[at].conflict.number


async def test_the_undated_stand_in_a_band_of_their_own(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, more=undated) as screens:
        lines = texts(screens)
        at = next(place for place, line in enumerate(lines) if "needs a new icon" in line)
        assert lines[at - 1].startswith("─ undated ─")
        assert lines[at].split()[0] == "?"


async def test_marked_events_are_what_acts_apply_to(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("g", "space", "space")
        assert len(screens.view.chosen()) == 2
        assert "2 marked" in screens.lines[-2]
        await screens.press("escape")
        assert "marked" not in screens.lines[-2]


async def test_f_changes_the_order_and_leaves_kinds_out(tmp_path: Path) -> None:
    def moved(workspace: Workspace) -> None:
        hierarchy.promote(workspace, 4)

    async with following(tmp_path, "Button", guides.BUTTON, more=moved) as screens:
        assert "newest first: f" in screens.text
        await screens.press("f")
        assert isinstance(screens.app.screen, ChoiceScreen)
        await screens.press("g", "enter")
        assert screens.view.events.rows.events[0].kind == "layer"
        assert "oldest first: f" in screens.text
        await screens.press("f", "slash")
        await screens.type("layer moves")
        await screens.press("enter")
        assert all(event.kind != "layer" for event in screens.view.events.rows.events)
        assert "1 hidden" in screens.lines[-2]


async def test_f_lists_one_type_of_names_only(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, guides.HANDLE_SUBMIT) as screens:
        await screens.press("f", "slash")
        await screens.type("function")
        await screens.press("enter")
        assert {one.entity.type.value for one in screens.view.picker.rows.entities} <= {"function"}


async def test_full_stop_shows_passing_notes_and_says_how_many_are_hidden(tmp_path: Path) -> None:
    def passing(workspace: Workspace) -> None:
        text = "Button component looked at for a while"
        remember.add(
            workspace, Draft(content=text, kind=Kind.NOTE, tier=Tier.TRANSIENT, created_at=guides.at("2026-03-02"))
        )

    async with following(tmp_path, "Button", guides.BUTTON, more=passing) as screens:
        before = len(screens.view.events.rows)
        await screens.press("full_stop")
        after = len(screens.view.events.rows)
        assert after >= before
        assert screens.said == "Transient notes are shown."
        await screens.press("full_stop")
        assert len(screens.view.events.rows) == before
        if after > before:
            assert f"{after - before} hidden" in screens.lines[-2]

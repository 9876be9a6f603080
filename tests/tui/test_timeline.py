"""Timeline: what is followed, how it is drawn, and what each key does, or why it does nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Tier
from memtui.render.widths import width
from memtui.services import hierarchy, remember
from memtui.services.as_of import Moment
from memtui.services.workspace import Workspace
from memtui.tui.modals.choice import ChoiceScreen
from tests.services import guides
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.snapshots.sample import NOW
from tests.tui.timelines import AUTH, following, store_with, texts, undated

# --- the guide's blocks ----------------------------------------------------------------------------


async def test_button_is_shown_as_the_guide_prints_it(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        assert "Button  class · 4 memories · 15 Jan – 20 Mar 2026 (64 days)" in screens.text
        assert "Tailwind styling → accessibility issues → race condition fixed → hooks" in screens.text
        await screens.press("v")
        lines = texts(screens)
        at = next(place for place, line in enumerate(lines) if line.startswith("2026-01-15"))
        assert [line.lstrip("► ") for line in lines[at : at + 4]] == [
            "2026-01-15: Initial Tailwind styling",
            "2026-02-03: Accessibility issues discovered",
            "2026-03-01: Fixed race condition",
            "2026-03-20: Refactored to hooks",
        ]


async def test_handle_submit_is_shown_as_the_guide_prints_it(tmp_path: Path) -> None:
    async with following(tmp_path, "handleSubmit", guides.HANDLE_SUBMIT, size=(80, 24)) as screens:
        assert "function · 3 memories · 10 Mar – 20 Mar 2026 (10 days)" in screens.lines[1]
        assert screens.lines[1].startswith(" / handleSubmit")
        await screens.press("v")
        assert "Functional → Bug-free → Validated" in screens.text
        assert [line.strip("► ") for line in screens.lines if "2026-03-" in line] == [
            "2026-03-10: Refactored to async/await",
            "2026-03-18: Fixed race condition",
            "2026-03-20: Added validation",
        ]


# --- what is followed ------------------------------------------------------------------------------


async def test_it_follows_the_most_mentioned_entity_of_the_selected_memory(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES)) as screens:
        await screens.find("accessibility issues")
        await screens.press("5")
        assert "Button  class · 4 memories" in screens.text
        assert "►  3 Feb" in screens.text
        assert screens.app.focused is screens.view.events


async def test_a_memory_that_names_nothing_says_so(tmp_path: Path) -> None:
    location = store_with(tmp_path, [("2026-03-01", "it is quiet here today and nothing is new")], guides.BUTTON)
    async with running((80, 24), location=location) as screens:
        await screens.find("quiet")
        await screens.press("5")
        assert "This memory names nothing to follow." in screens.text
        await screens.press("plus")
        assert screens.said == "There is no timeline here; / finds a name to follow."


async def test_an_empty_store_says_how_to_begin() -> None:
    async with running((80, 24), filled=False, view="timeline") as screens:
        assert "No memories yet. n writes one · : import brings some in" in screens.text


async def test_backspace_comes_back_to_the_entity_that_was_followed(tmp_path: Path) -> None:
    async with following(tmp_path, "JWT", AUTH) as screens:
        entity = screens.view.entity
        await screens.press("G")
        await screens.press("4")
        assert screens.app.current_mode == "graph"
        await screens.press("backspace")
        assert screens.app.current_mode == "timeline"
        assert screens.view.entity == entity


async def test_moving_through_the_events_selects_their_memories_and_keeps_the_entity(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("g")
        assert screens.app.selection.number == screens.view.events.rows.events[0].memory.number
        await screens.press("j")
        assert screens.app.selection.number == screens.view.events.rows.events[1].memory.number
        assert "Button  class" in screens.text
        assert screens.view.memory.about.detail.memory.content == "Button component has accessibility issues"


async def test_the_picker_narrows_while_typing_and_its_cursor_follows_an_entity(tmp_path: Path) -> None:
    async with running(
        (120, 40), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES), view="timeline"
    ) as screens:
        assert "─ entities · " in screens.text
        await screens.press("slash")
        await screens.type("mongo")
        rows = screens.view.picker.rows
        assert [one.entity.name for one in rows.entities] == ["MongoDB"]
        await screens.press("escape")
        assert len(screens.view.picker.rows) > 3
        assert screens.app.focused is screens.view.events
        screens.view.picker.focus()
        name = screens.view.picker.rows.entities[1].entity.name
        await screens.press("g", "j")
        assert screens.view.followed.timeline.name == name
        assert screens.app.selection.entity == screens.view.picker.cursor_key
        await screens.press("enter")
        assert screens.app.focused is screens.view.events


async def test_a_misspelt_name_offers_what_resembles_it(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, guides.DATABASES), view="timeline") as screens:
        await screens.press("slash")
        await screens.type("postgrseql")
        assert "these resemble it" in screens.text
        assert screens.view.picker.rows.entities[0].entity.name == "PostgreSQL"
        await screens.find("qqqq")
        assert 'Nothing is named "qqqq"' in screens.text


async def test_at_80_columns_the_names_take_the_place_of_the_events_while_typing(tmp_path: Path) -> None:
    async with running(
        (80, 24), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES), view="timeline"
    ) as screens:
        assert "what happened" in screens.text
        assert "entities ·" not in screens.text
        await screens.press("slash")
        assert "entities ·" in screens.text
        assert "what happened" not in screens.text
        await screens.type("Butt")
        await screens.press("enter")
        assert screens.lines[1].startswith(" / Button")
        assert "class · 4 memories" in screens.lines[1]
        assert "═ what happened" in screens.text
        await screens.press("slash", "escape")
        assert "═ what happened" in screens.text
        assert screens.app.focused is screens.view.events


async def test_enter_on_a_name_that_there_is_not_says_so(tmp_path: Path) -> None:
    async with running((80, 24), location=store_with(tmp_path, guides.BUTTON), view="timeline") as screens:
        await screens.press("slash")
        await screens.type("qqqq")
        await screens.press("enter")
        assert screens.said == 'Nothing is named "qqqq".'
        assert screens.app.focused is screens.view.events


# --- events ----------------------------------------------------------------------------------------


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


# --- the axis --------------------------------------------------------------------------------------


async def test_plus_and_minus_zoom_and_brackets_move_the_range(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("minus")
        assert screens.said == "All of it is shown; + shows less of the time."
        await screens.press("left_square_bracket")
        assert screens.said == "All of it is shown; + shows less of the time."
        await screens.press("plus")
        assert "what was current · " in screens.text
        late = screens.view.window
        await screens.press("right_square_bracket")
        assert screens.view.window == late
        assert screens.said == "This is where it ends."
        await screens.press("left_square_bracket")
        assert screens.view.window[0] < late[0]
        await screens.press("left_square_bracket", "left_square_bracket", "left_square_bracket")
        assert screens.said == "This is where it begins."
        await screens.press("plus", "plus", "plus", "plus", "plus", "plus")
        assert screens.said == "This is as near as it goes."
        for _ in range(8):
            await screens.press("minus")
        assert screens.view.window is None
        await screens.press("plus", "escape")
        assert screens.view.window is None


async def test_the_range_follows_the_cursor(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("G", "plus", "plus", "g")
        start, end = screens.view.window
        assert start <= screens.view.events.rows.events[0].at <= end


async def test_v_shows_values_as_a_table_with_their_days(tmp_path: Path) -> None:
    async with following(tmp_path, "PostgreSQL", guides.DATABASES) as screens:
        await screens.press("v")
        row = next(line for line in texts(screens) if "15 Jan  " in line and line.endswith("64"))
        assert "20 Mar" in row
        assert "still true" in screens.text
        await screens.press("plus")
        assert screens.said == "The table shows all of the time; v draws the axis."
        await screens.press("v")
        assert "●──" in screens.text


async def test_values_of_a_slot_are_told_with_dates_and_days(tmp_path: Path) -> None:
    async with following(tmp_path, "PostgreSQL", guides.DATABASES) as screens:
        assert "PostgreSQL » 20 Mar, 64 days » MongoDB (3 days so far)" in screens.text


async def test_a_past_moment_puts_a_bar_on_the_axis_and_greys_what_came_later(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        screens.app.look_back(Moment(at=guides.at("2026-02-10")))
        await screens.press("g")
        followed = screens.view.followed
        assert [followed.ahead(event) for event in screens.view.events.rows.events[:4]] == [False, False, True, True]
        lane = screens.row("accessibility issues   ")
        assert "│" in lane[27:]
        assert "as of 2026-02-10" in screens.text
        assert "Tailwind styling → accessibility issues" in texts(screens)
        await screens.press("escape", "escape")
        assert screens.app.gateway.moment is None
        assert "│" not in screens.row("accessibility issues   ")[27:]


async def test_a_long_history_is_bounded_and_says_how_much_more_there_is(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("memtui.services.timeline.MOST_MEMORIES", 3)
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("G")
        assert "+1 more memories, older than these" in screens.text
        assert len([event for event in screens.view.events.rows.events if event.kind == "added"]) == 3


async def test_a_chain_of_switches_that_comes_back_is_one_lane(tmp_path: Path) -> None:
    rows = (
        ("2026-01-05", "We use Redis for the cache"),
        ("2026-01-20", "Switched from Redis to Memcached"),
        ("2026-02-10", "We switched back from Memcached to Redis"),
    )
    async with following(tmp_path, "Redis", rows) as screens:
        lines = texts(screens)
        at = next(place for place, line in enumerate(lines) if line == "database")
        assert lines[at + 1].startswith("Redis")
        assert lines[at + 1].count("●") == 2
        assert lines[at + 2].startswith("Memcached")


# --- the rest --------------------------------------------------------------------------------------


async def test_it_exports_text_as_the_guide_prints_it_and_a_table(tmp_path: Path) -> None:
    async with following(tmp_path, "handleSubmit", guides.HANDLE_SUBMIT) as screens:
        from memtui.tui.acts.share import exported

        text = exported(screens.view, "text")
        assert (
            "  2026-03-10: Refactored to async/await\n"
            "  2026-03-18: Fixed race condition\n"
            "  2026-03-20: Added validation\n"
        ) in text
        assert "Evolution: Functional → Bug-free → Validated" in text
        table = exported(screens.view, "CSV")
        assert table.startswith("date,what,headline")
        assert table.count("\n") == 4


async def test_ascii_draws_nothing_else(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, ascii=True, more=undated) as screens:
        assert screens.text.isascii()
        assert "*===" in screens.text
        await screens.press("v")
        assert screens.text.isascii()


async def test_wide_letters_keep_the_columns(tmp_path: Path) -> None:
    rows = [
        ("2026-01-05", "Button component 组件 の見た目 uses Tailwind 数据库"),
        ("2026-02-05", "Button component 组件 now uses hooks 数据库"),
    ]
    async with following(tmp_path, "Button", rows) as screens:
        marks = {width(line[: line.rindex(" ●")]) for line in screens.lines if " + added" in line}
        assert len(marks) == 1
        assert all(width(line) <= 120 for line in screens.lines)


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 30), (120, 40), (160, 50)])
async def test_it_fits_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, size=size, more=undated) as screens:
        assert "what happened" in screens.text
        assert "►" in screens.text
        assert all(width(line) <= size[0] for line in screens.lines)


async def test_a_new_size_moves_the_panes(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        assert "entities ·" in screens.text
        await screens.pilot.resize_terminal(80, 24)
        await screens.press("j")
        assert "entities ·" not in screens.text
        await screens.pilot.resize_terminal(120, 40)
        await screens.press("j")
        assert "entities ·" in screens.text


async def test_another_process_adds_an_event_and_the_cursor_stays(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("g", "j")
        here = screens.view.events.cursor_key
        other = replace(screens.workspace, face="mcp")
        remember.add(other, Draft(content="Button component got a border", created_at=NOW - timedelta(days=60)))
        await screens.changed_elsewhere()
        assert screens.view.events.cursor_key == here
        assert "got a border" in screens.text


async def test_the_place_is_kept_for_the_next_run(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON, guides.DATABASES) as screens:
        await screens.press("v")
        kept = dict(screens.view.remember())
        assert kept["table"] is True
        assert kept["entity"] == screens.view.entity


async def test_keys_that_mean_nothing_here_say_so(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("N")
        assert screens.said == "A note goes with a conflict; 2 shows them."
        await screens.press("A")
        assert screens.said == "Aliases are taken one by one: a."
        await screens.press("a")
        assert screens.said == "No names look alike: there is no alias to take or to refuse."
        await screens.press("b")
        assert screens.said == "No names look alike: there is no alias to take or to refuse."
        await screens.press("m")
        assert screens.said == "Mark two entities in their list with space first; m merges them."


async def test_tab_and_h_l_go_from_pane_to_pane(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("h")
        assert screens.app.focused is screens.view.lanes
        assert "═ what was current" in screens.text
        await screens.press("l", "tab")
        assert screens.app.focused is screens.view.memory.lines


async def test_the_split_moves_and_stops(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        before = screens.view.form.share
        await screens.press("less_than_sign")
        assert screens.view.form.share < before
        await screens.press(*["less_than_sign"] * 5)
        assert screens.said == "The split goes no further."

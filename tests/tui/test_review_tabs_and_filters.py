"""Review: which conflicts are listed, by tab, words, qualifiers and facets, and by what is selected in another view."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.verdicts import Verdict
from memtui.services import review
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.reviews import reviewing, subject


async def test_brackets_go_through_the_tabs_and_say_where_they_end(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("left_square_bracket")
        assert screens.said == "This is the first tab."
        await screens.press("right_square_bracket")
        assert "[auto 1]" in screens.lines[1]
        assert "a that was right    old stays ○ superseded" in screens.text
        await screens.press("right_square_bracket")
        assert "[kept 1]" in screens.lines[1]
        assert "conflict │ conflict" in screens.row("►")
        assert "detector: conflict │ conflict, by ana, 23 Mar 2026, 14:10" in screens.text
        await screens.press("right_square_bracket")
        assert "[done 1]" in screens.lines[1]
        assert "conflict │ both" in screens.row("►")
        assert "both, by ana, 23 Mar 2026, 14:10" in screens.row("person")
        await screens.press("right_square_bracket")
        assert screens.said == "This is the last tab."


async def test_the_palette_has_the_tabs_and_the_scan(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.app.do("tab_done")
        await screens.press("r")
        assert "[done 1]" in screens.lines[1]
        await screens.app.do("scan")
        await screens.press("r")
        assert screens.said.startswith("Compared ") or "Compared " in screens.said


async def test_a_click_on_a_tab_shows_it(store: Path) -> None:
    async with reviewing(store) as screens:
        column = screens.lines[1].index("kept")
        await screens.pilot.click("#review-tabs", offset=(column, 0))
        await screens.press("r")
        assert "[kept 1]" in screens.lines[1]


async def test_words_narrow_and_the_line_says_of_how_many(store: Path) -> None:
    async with reviewing(store) as screens:
        assert "/" not in screens.lines[1]
        await screens.press("slash")
        await screens.type("service 1")
        assert screens.lines[1].startswith(" / service 1")
        assert "6 of 18   esc shows all" in screens.lines[1]
        assert "[open 6 of 18]" in screens.lines[2]
        await screens.press("enter")
        assert screens.app.focused is screens.view.main_list
        await screens.press("escape")
        assert "[open 18]" in screens.lines[1]


async def test_a_filter_that_hides_all_says_so(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.find("zebra")
        assert "0 of 18 match zebra. esc shows all" in screens.text
        assert "a newer is true" not in screens.text
        await screens.find("type:zebra")
        assert "There is no type zebra; there is contradict, supersede" in screens.text
        await screens.find("memory:NOSUCH")
        assert "esc shows all" in screens.text


@pytest.mark.parametrize(
    ("filter", "count"),
    [
        ("type:supersede band:surest", 15),
        ("type:duplicate", 1),
        ("severity:high", 2),
        ("band:unsure", 2),
        ('subject:"redis memory limit"', 1),
        ("type:contradiction docker", 1),
    ],
)
async def test_qualifiers_narrow(store: Path, filter: str, count: int) -> None:
    async with reviewing(store) as screens:
        await screens.find(filter)
        assert len(screens.view.main_list.rows) == count


async def test_a_chosen_facet_stands_in_the_filter_line_and_the_next_of_its_kind_takes_its_place(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("f")
        assert screens.row("►").split() == ["►", "contradict,", "surest", "(this", "one's)", "1"]
        await screens.press("j")
        assert screens.row("►").split() == ["►", "supersede,", "surest", "15"]
        await screens.press("enter")
        assert screens.lines[1].startswith(" / type:supersede band:surest")
        assert "[open 15 of 18]" in screens.lines[2]
        await screens.press("f", "slash")
        await screens.type("duplicate, all")
        await screens.press("enter")
        assert screens.view.filter_text == "type:duplicate"
        await screens.press("f", "slash")
        await screens.type("same subject")
        await screens.press("enter")
        assert screens.view.filter_text == 'type:duplicate subject:"JWT token contents"'
        await screens.press("f", "slash")
        await screens.type("duplicate, all")
        await screens.press("enter")
        assert screens.view.filter_text == 'subject:"JWT token contents"'
        await screens.press("escape")
        assert screens.view.filter_text == ""


async def test_a_conflict_selected_elsewhere_comes_under_the_cursor(store: Path) -> None:
    async with reviewing(store) as screens:
        third = screens.workspace.store.queue.conflicts([screens.view.main_list.rows.keys[5]])[0]
        await screens.press("1")
        screens.app.selection.set(third.new_number)
        screens.app.selection.set_conflict(None)
        await screens.press("2")
        assert subject(screens) == "Service 04 port"
        assert screens.app.selection.number == third.new_number
        assert screens.view.pair.new_in_focus
        await screens.press("h", "1")
        screens.app.selection.set(third.new_number)
        await screens.press("2")
        assert screens.view.pair.new_in_focus
        await screens.press("1")
        kept = next(one for one in review.conflict_reports(screens.workspace) if one.human_verdict == Verdict.KEEP)
        screens.app.selection.set(kept.old_number)
        screens.app.selection.set_conflict(kept.number)
        await screens.press("2")
        assert "[kept 1]" in screens.lines[1]
        assert subject(screens) == "rate limit"


async def test_a_selected_memory_without_an_open_conflict_leaves_the_queue_as_it_is(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "1")
        kept = next(one for one in review.conflict_reports(screens.workspace) if one.human_verdict == Verdict.KEEP)
        screens.app.selection.set(kept.old_number)
        await screens.press("2")
        assert "[open 18]" in screens.lines[1]
        assert subject(screens) == "Service 00 port"


async def test_a_selected_memory_behind_the_filter_is_said_to_be_there(store: Path) -> None:
    async with reviewing(store) as screens:
        number = screens.view.row.entry.new.number
        await screens.find("docker")
        await screens.press("1")
        screens.app.selection.set(number)
        await screens.press("2")
        assert screens.said == "The filter hides the conflict of the selected memory; esc shows all."

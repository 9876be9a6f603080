"""Timeline as a view: the guide's examples as it prints them, export, ASCII, sizes, panes, what is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.render.widths import width
from memtui.services import remember
from tests.services import guides
from tests.snapshots.running import still_world  # noqa: F401
from tests.snapshots.sample import NOW
from tests.tui.timelines import following, texts, undated


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

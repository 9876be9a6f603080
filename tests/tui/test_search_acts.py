"""Acts in Search: archiving, marks, exports, new memories and edits."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft
from memtui.services import history, remember
from tests.snapshots.running import running, still_world  # noqa: F401


async def test_archiving_the_last_of_a_filter_leaves_a_way_back() -> None:
    async with running((80, 24)) as screens:
        await screens.find("tag:auth kind:note")
        await screens.find("tag:conversation")
        assert "1 of 19" in screens.lines[1]
        await screens.press("d")
        assert "0 of 18 match tag:conversation. esc shows all" in screens.text
        assert "u undo" in screens.said
        await screens.press("escape")
        assert "18 of 18" in screens.lines[1]
        assert screens.view.main_list.cursor_key is not None


async def test_acts_apply_to_marked_rows_as_one_batch_after_a_preview() -> None:
    async with running((120, 40)) as screens:
        await screens.press("space", "space")
        assert "2 marked: acts apply to them (esc clears)" in screens.lines[-2]
        await screens.press("p")
        assert "2 memories" in screens.text
        await screens.press("p")
        assert len(screens.app.screen_stack) == 2, "the key that opened it never confirms it"
        await screens.press("y")
        assert "Pinned" in screens.said or "pinned" in screens.said
        assert history.undoable(screens.workspace).changes == 1
        assert "0 marked" in screens.lines[-2]


async def test_what_means_nothing_here_says_so() -> None:
    async with running((80, 24)) as screens:
        await screens.press("N")
        assert screens.said == "A note goes with a conflict; 2 shows them."
        await screens.press("left_square_bracket")
        assert screens.said == "Earlier means nothing in Search."


async def test_the_view_is_exported_as_lines_and_as_a_table() -> None:
    async with running((80, 24)) as screens:
        await screens.find("database")
        lines = screens.view.export_lines(100)
        assert len(lines) >= 5
        head, rows = screens.view.export_table()
        assert len(head) == len(rows[0])
        assert rows[0][0] == "1"


async def test_an_export_of_a_list_holds_rows_that_were_never_seen(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with running((80, 24)) as screens:
        for number in range(250):
            remember.add(screens.workspace, Draft(content=f"Number {number} of many things that were noted in one go"))
        await screens.press("r")
        assert screens.view.results.hit(150) is None
        await screens.press("x", "enter", "enter")
        await screens.pilot.pause()
        assert screens.said.startswith("Wrote")
        lines = (tmp_path / "memtui-search.txt").read_text("utf-8").splitlines()
        assert len(lines) == 1 + 250 + 19
        assert screens.view.exported == ()


async def test_an_export_that_leaves_rows_out_says_how_many(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("memtui.tui.views.search_acts.MOST_EXPORTED", 12)
    async with running((80, 24)) as screens:
        await screens.press("x", "enter", "enter")
        await screens.pilot.pause()
        assert "without the last 7 rows" in screens.said


async def test_the_list_goes_to_what_was_just_written_here() -> None:
    async with running((80, 24), editor="") as screens:
        await screens.press("j", "j", "n")
        await screens.type("Written by this very person with the key for new ones")
        await screens.press("escape", "y")
        assert "Added a durable memory" in screens.said
        assert "Written by this very person" in screens.row("►")
        assert "20 of 20" in screens.lines[1]


async def test_an_edit_is_saved_shown_and_taken_back() -> None:
    async with running((120, 40), editor="") as screens:
        await screens.press("e")
        await screens.type(" Or May.")
        await screens.press("escape", "y")
        assert "April. Or May." in screens.text
        assert "u undo" in screens.said
        await screens.press("u")
        assert "April." in screens.text
        assert "Or May." not in screens.text

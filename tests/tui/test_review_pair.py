"""Review: the two memories of a conflict, side by side or as one text, with reasons and verdicts below."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.services.workspace import Workspace
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.review_store import pair, store_at
from tests.tui.reviews import reviewing, subject


async def test_at_80_columns_the_pair_stands_side_by_side_above_its_verdicts(store: Path) -> None:
    async with reviewing(store) as screens:
        title = screens.lines[7]
        assert title.startswith("═ OLD ")
        assert title[40:46] == "╤─ NEW"
        assert title.index("20 Mar · manual") > 40
        old, new = screens.row("Redis memory limit is").split("│")
        assert old.strip() == "Redis memory limit is 1GB"
        assert new.strip() == "That is incorrect, we set Redis to"
        assert screens.row("╧" if "╧" in screens.text else "┴")[40] == "┴"
        verdicts = [line[1:19].strip() for line in screens.lines[15:22]]
        assert verdicts == [
            "a newer is true",
            "o older is true",
            "b both are true",
            "c keep as conflict",
            "m merge",
            "d archive old",
            "s later",
        ]
        assert screens.row("a newer is true").endswith("suggested ◄")
        assert screens.row("a newer is true")[21:].startswith("old → ○ superseded")


async def test_at_120_columns_the_columns_have_heads_and_the_memories_around_are_listed(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        assert screens.lines[2].split() == ["type", "subject", "old", "→", "new", "conf", "age"]
        assert "auto-applied 1" in screens.lines[1]
        assert screens.lines[1].endswith("agreed 1 of 2 (50%)")
        assert "8 more; grouped by subject, surest first" in screens.text
        assert "1 memory builds on it: The cache evicts" in screens.text
        assert "value  1GB → 8GB" in screens.text
        assert "when  28 Feb → 20 Mar (20 days)" in screens.text
        near = screens.row("18 Mar")
        assert "+ elaborates OLD   becomes doubtful if a" in near
        assert near.rstrip().endswith(".64")


async def test_without_colours_brackets_mark_what_changed_and_the_signal(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with reviewing(store, (120, 40)) as screens:
        line = screens.row("Redis memory limit is")
        assert "Redis memory limit is [-1GB-]" in line
        assert "That is «incorrect», we set Redis to {+8GB+} last month" in line


async def test_v_shows_one_text_and_the_two_again(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "v")
        assert "Service 00 now listens on port 3000→8000" in screens.text
        assert "│" not in screens.text
        await screens.press("v")
        assert "│ Service 00 now listens on port 8000" in screens.text
    async with reviewing(store, (70, 24)) as screens:
        await screens.press("v")
        assert screens.said == "Side by side needs 80 columns."


async def test_h_and_l_choose_the_side_and_the_selection_goes_with_it(store: Path) -> None:
    async with reviewing(store) as screens:
        entry = screens.view.row.entry
        assert screens.app.selection.number == entry.old.number
        assert screens.app.selection.conflict == entry.conflict.number
        await screens.press("l")
        assert screens.app.selection.number == entry.new.number
        assert screens.lines[7][41:46] == "═ NEW"
        assert "d archive new" in screens.text
        await screens.press("left")
        assert screens.app.selection.number == entry.old.number
        assert list(screens.view.chosen()) == [entry.old.number]


async def test_w_shows_all_that_a_judgement_rests_on(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("w")
        assert "rule         signal: contradiction, high, .99" in screens.text
        assert "so far       right in 1 of 2 verdicts on a contradiction (50%)" in screens.text
        assert "in NEW       “incorrect”" in screens.text
        assert "in OLD       “1GB”" in screens.text
        assert "a newer is true" not in screens.text
        await screens.press("escape")
        assert "a newer is true" in screens.text


async def test_enter_gives_the_pair_the_view_and_escape_comes_back(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("enter")
        assert "a newer is true" not in screens.text
        await screens.press("J")
        assert subject(screens) == "Service 00 port"
        assert "Service 00 now listens" in screens.text
        await screens.press("escape", "escape")
        assert screens.app.focused is screens.view.main_list
        assert "a newer is true" in screens.text


async def test_long_texts_say_how_to_read_the_rest(tmp_path: Path) -> None:
    def long(workspace: Workspace) -> None:
        pair(
            workspace,
            "The port is 1. " + "More of it. " * 40,
            "The port is 2. " + "Other words. " * 40,
            values=("1", "2"),
        )

    async with reviewing(store_at(tmp_path / "long.db", long)) as screens:
        assert "more lines: enter" in screens.text
        assert "a newer is true" in screens.text


async def test_on_a_low_screen_the_verdicts_are_one_line_of_keys(store: Path) -> None:
    async with reviewing(store, (60, 16)) as screens:
        assert screens.row("a newer  o older").startswith(" a newer  o older  b both  c keep  m merge  d archive")
        await screens.press("a")
        assert screens.said.endswith("a newer · u undo")

"""Review as a whole: rows and split, what is kept and exported, hostile texts, the sitting's count."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from memtui.safe_text import has_controls
from memtui.services.workspace import Workspace
from memtui.tui.views.review_sitting import Sitting
from tests.snapshots.running import still_world  # noqa: F401
from tests.snapshots.sample import HOSTILE, SECRET
from tests.tui.review_store import pair, store_at
from tests.tui.reviews import reviewing, subject


async def test_a_row_names_type_subject_old_and_new_value_confidence_and_age(store: Path) -> None:
    async with reviewing(store) as screens:
        assert screens.row("►").split() == [
            "►",
            "!!",
            "≠",
            "contradict",
            "Redis",
            "memory",
            "limit",
            "1GB",
            "→",
            "8GB",
            ".99",
            "3d",
        ]
        assert screens.lines[1].startswith("[open 18]  auto 1  kept 1  done 1")
        assert screens.lines[1].endswith("!! 2  ! 15  · 1   agreed 1 of 2")
        columns = [line.index("→") for line in screens.lines[2:7]]
        assert columns == [49, 50, 50, 50, 50]
        assert [line.rindex("d") for line in screens.lines[2:7]] == [78] * 5


async def test_signs_have_ascii_twins(store: Path) -> None:
    async with reviewing(store, ascii=True) as screens:
        for key in ("j", "w", "w", "v", "l"):
            await screens.press(key)
            assert screens.text.isascii()


async def test_state_is_taken_up_again(store: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    async with reviewing(store, state_file=state) as screens:
        await screens.find("service")
        await screens.press("j", "j", "v")
        was = subject(screens)
        screens.app.keep_place()
    async with reviewing(store, state_file=state) as screens:
        assert screens.view.filter_text == "service"
        assert subject(screens) == was
        assert screens.view.pair.inline


async def test_the_export_holds_all_rows(store: Path) -> None:
    async with reviewing(store) as screens:
        lines = screens.view.export_lines(80)
        head, rows = screens.view.export_table()
        assert len(lines) == 19
        assert len(rows) == 18
        assert rows[0][head.index("subject")] == "Redis memory limit"
        assert rows[0][head.index("old text")] == "Redis memory limit is 1GB"


async def test_the_split_moves_and_says_where_it_ends(store: Path) -> None:
    async with reviewing(store, (80, 40)) as screens:
        before = screens.view.main_list.size.height
        await screens.press("less_than_sign")
        assert screens.view.main_list.size.height < before
        await screens.press(*["less_than_sign"] * 5)
        assert screens.said == "The split goes no further."
        await screens.press(*["greater_than_sign"] * 6)
        assert screens.said == "The split goes no further."


async def test_what_means_nothing_here_says_why(store: Path) -> None:
    async with reviewing(store) as screens:
        for key, said in (
            ("full_stop", "Nothing is hidden by its status here; [ and ] show what was decided."),
            ("plus", "No pairs are folded here."),
            ("minus", "Pairs of one sentence are folded already."),
        ):
            await screens.press(key)
            assert screens.said == said


async def test_hostile_texts_and_secrets_do_no_harm(tmp_path: Path) -> None:
    def hostile(workspace: Workspace) -> None:
        pair(workspace, HOSTILE, SECRET, subject="list[/ here [red]", values=("", "staging key"), signal="key")
        pair(workspace, SECRET, "漢字 👩‍👩‍👧 [/] array[i] " * 30, subject="文件大小上限", confidence=0.7)

    async with reviewing(store_at(tmp_path / "hostile.db", hostile), (120, 40)) as screens:
        for key in (
            "w",
            "v",
            "j",
            "v",
            "w",
            "enter",
            "escape",
            "space",
            "k",
            "space",
            "a",
            "escape",
            "f",
            "escape",
            "N",
        ):
            await screens.press(key)
            assert not any(has_controls(line) for line in screens.lines)
            assert "AKIA" not in screens.text
        await screens.press("escape")
        rows = [line for line in screens.lines if "contradict" in line]
        assert {cell_len(line.split(".")[0]) for line in rows} == {111}


def test_the_sitting_counts_and_says_how_long_the_rest_takes() -> None:
    now = 100.0
    sitting = Sitting(lambda: now)
    assert sitting.words(10) == ""
    sitting.look()
    for _ in range(4):
        now += 4
        sitting.did()
    assert sitting.words(45) == "4 done, 4.0 s each, ~3 min left"
    now += 3600
    sitting.did()
    assert sitting.words(10) == "5 done, 4.0 s each, ~40 s left"
    sitting.did(-5)
    assert sitting.words(10) == ""


@pytest.mark.parametrize(("width", "there"), [(80, False), (100, False), (120, True), (160, True)])
async def test_a_sample_is_named_between_tabs_and_counts_where_there_is_room(
    store: Path, width: int, there: bool
) -> None:
    said = "sample project: nothing here is kept"
    async with reviewing(store, (width, 40), sample=said) as screens:
        assert (said in screens.lines[1]) is there
        for counted in ("[open 18]", "kept 1", "done 1", "!!", "agreed 1 of 2"):
            assert counted in screens.lines[1]
        await screens.press("slash")
        await screens.type("Redis")
        assert "\n".join(screens.lines[1:3]).count(said) == (width >= 100)

"""Review as it is read: queue, pair, reasons, tabs, filters, facets, what there is when there is nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from memtui.domain.drafts import Draft
from memtui.domain.verdicts import Verdict
from memtui.safe_text import has_controls
from memtui.services import remember, review
from memtui.services.workspace import Workspace
from memtui.tui.views.review_sitting import Sitting
from tests.snapshots.running import Screens, running, still_world  # noqa: F401
from tests.snapshots.sample import HOSTILE, SECRET
from tests.tui.review_store import pair, reword, store_at


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of conflicts."""
    return store_at(tmp_path / "review.db")


@asynccontextmanager
async def reviewing(store: Path, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Screens]:
    """Run the screens on Review."""
    async with running(size, location=store, view="review", **options) as screens:
        yield screens


def subject(screens: Screens) -> str:
    """What the conflict under the cursor is about."""
    return str(screens.view.row.entry.subject)


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


async def test_signs_have_ascii_twins(store: Path) -> None:
    async with reviewing(store, ascii=True) as screens:
        for key in ("j", "w", "w", "v", "l"):
            await screens.press(key)
            assert screens.text.isascii()


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


async def test_an_empty_queue_says_what_was_done_and_where_to_look(tmp_path: Path) -> None:
    def judged(workspace: Workspace) -> None:
        one = pair(workspace, "The port is 1", "The port is 2", values=("1", "2"))
        review.decide(workspace, [one.number or 0], Verdict.NEWER)
        remember.add(workspace, Draft(content="We use PostgreSQL for user data"))

    async with reviewing(store_at(tmp_path / "judged.db", judged)) as screens:
        assert "All judged. 1 verdict, you agreed with 1. : scan looks again" in screens.text
        for key in ("a", "o", "b", "c", "m", "d"):
            await screens.press(key)
            assert screens.said == "There is no conflict here to judge."
        for key in ("s", "A"):
            await screens.press(key)
            assert screens.said == "There is no conflict here to judge."
        for key in ("w", "N", "h", "l", "v", "less_than_sign", "greater_than_sign"):
            await screens.press(key)
            assert screens.said == "There is no conflict here."
        for key in ("e", "y", "t"):
            await screens.press(key)
            assert screens.said == "No memory is selected."


async def test_memories_that_were_never_compared_offer_a_scan_that_finds_what_there_is(tmp_path: Path) -> None:
    def uncompared(workspace: Workspace) -> None:
        from memtui.domain.records import Memory
        from memtui.services.making import new_id
        from tests.snapshots.sample import NOW

        with workspace.store.write(workspace.act("import", "two")) as work:
            for text in ("The dev server listens on port 3000", "The dev server listens on port 8080"):
                work.insert(Memory(id=new_id(NOW), content=text, created_at=NOW, recorded_at=NOW, updated_at=NOW))

    async with reviewing(store_at(tmp_path / "raw.db", uncompared)) as screens:
        assert "These memories were not compared yet. : scan compares them (about 1 s, esc" in screens.text
        await screens.app.do("scan")
        await screens.press("r")
        assert "Compared 2 memories: 1 conflict found" in screens.said
        assert "3000 → 8080" in screens.row("►")


async def test_an_empty_store_says_that_nothing_was_found(tmp_path: Path) -> None:
    async with reviewing(tmp_path / "empty.db", filled=False) as screens:
        assert "No conflict was found. : scan looks again" in screens.text
        for tab, said in (("auto", "applied by itself"), ("kept", "was kept"), ("done", "No verdict was given yet")):
            await screens.app.do(f"tab_{tab}")
            await screens.press("r")
            assert said in screens.text


async def test_what_an_agent_adds_comes_in_without_moving_the_cursor(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "j")
        was = subject(screens)
        pair(screens.workspace, "Mail leaves by SendGrid", "Mail leaves by Postmark", confidence=0.999, subject="mail")
        await screens.changed_elsewhere()
        assert "[open 19]" in screens.lines[1]
        assert subject(screens) == was
        assert screens.view.main_list.cursor == 3


async def test_what_is_found_meanwhile_bears_a_badge(store: Path) -> None:
    async with reviewing(store) as screens:
        assert " new " not in screens.row("Redis memory limit")
        screens.view.since = screens.view.since.replace(year=2020)
        screens.view.reload()
        await screens.press("j")
        assert "Redis memory limit new" in screens.row("1GB → 8GB")


async def test_a_click_on_a_tab_shows_it(store: Path) -> None:
    async with reviewing(store) as screens:
        column = screens.lines[1].index("kept")
        await screens.pilot.click("#review-tabs", offset=(column, 0))
        await screens.press("r")
        assert "[kept 1]" in screens.lines[1]


async def test_a_row_that_is_decided_elsewhere_goes_with_a_word(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        number = screens.view.row.entry.conflict.number
        review.decide(screens.workspace, [number], Verdict.BOTH)
        await screens.changed_elsewhere()
        assert screens.said == "Redis memory limit: ana decided just now, both are true."
        assert subject(screens) == "Service 00 port"


async def test_a_text_that_changes_under_the_cursor_is_said_to_have_changed(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        memory = screens.view.row.entry.new
        reword(screens.workspace, memory, "That is incorrect, we set Redis to 8GB two months ago")
        await screens.changed_elsewhere()
        assert "was changed by ana just now" in screens.said
        assert "two months ago" in screens.text


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

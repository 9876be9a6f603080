"""Search: what is listed, narrowed, explained and opened."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memtui.domain.drafts import Draft
from memtui.safe_text import has_controls
from memtui.services import browsing, history, remember
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.snapshots.sample import ROWS


def first_words(screens) -> list[str]:
    """The texts of the listed memories, as far as their columns show them."""
    rows = screens.view.results.rows
    return [rows.hit(index).memory.content[:20] for index in range(len(rows)) if rows.hit(index)]


async def test_without_words_the_newest_stand_under_their_days() -> None:
    async with running((80, 24)) as screens:
        assert " ─ 20 March ─" in screens.lines
        assert "Switched from PostgreSQL" in screens.row("►")
        assert "19 of 19   newest first" in screens.lines[1]
        assert first_words(screens)[0] == ROWS[0].text[:20]


async def test_typing_narrows_and_ranks_and_the_detail_follows() -> None:
    async with running((80, 24)) as screens:
        await screens.press("slash")
        await screens.type("database")
        assert "memory " in screens.lines[2]
        assert "move" in screens.lines[2]
        assert "of 19   lexical" in screens.lines[1]
        title = screens.row("enter opens")
        assert screens.view.results.hit(0).memory.content[:20] in title


async def test_each_keystroke_cancels_the_search_before() -> None:
    async with running((80, 24)) as screens:
        asked: list[str] = []
        request = screens.view.request
        screens.view.request = lambda text, **more: asked.append(text) or request(text, **more)
        for end in range(1, 11):
            screens.view.filter_changed("connection"[:end])
            await asyncio.sleep(0)
        await screens.press("w")
        assert asked == ["connection"]
        assert screens.view.text == "connection"


async def test_history_brings_back_what_was_replaced_and_says_by_what() -> None:
    async with running((80, 50)) as screens:
        await screens.find("What database do we use?")
        assert "We use PostgreSQL for" not in "\n".join(first_words(screens))
        assert "1 superseded, 1 archived left out; . shows them" in screens.text
        await screens.press("full_stop")
        assert ". history on" in screens.lines[1]
        assert "« superseded by 1 on 20 Mar" in screens.text
        await screens.press("full_stop")
        assert "« superseded" not in screens.text


async def test_in_a_list_a_superseded_row_names_its_successor() -> None:
    async with running((120, 50)) as screens:
        await screens.press("full_stop")
        line = next(line for line in screens.lines if "« superseded by" in line)
        assert "« superseded by Switched from PostgreSQL to MongoDB" in line
        assert "on 20 Mar" in line


async def test_w_hides_and_shows_the_reasons() -> None:
    async with running((120, 40)) as screens:
        await screens.find("database")
        assert "words (BM25)" in screens.text
        await screens.press("w")
        assert "words (BM25)" not in screens.text
        assert "w shows" in screens.text
        await screens.press("w")
        assert "words (BM25)" in screens.text


async def test_v_shows_the_order_of_words_alone() -> None:
    async with running((80, 24)) as screens:
        await screens.press("v")
        assert screens.said == "There is no ranking without words; f has other orders."
        await screens.find("postgresql database")
        ranked = first_words(screens)
        await screens.press("v")
        assert "raw order (v)" in screens.lines[1]
        assert first_words(screens) != ranked
        assert sorted(first_words(screens)) == sorted(ranked)
        await screens.press("v")
        assert first_words(screens) == ranked


async def test_plus_and_minus_change_the_lines_of_a_row() -> None:
    async with running((80, 24)) as screens:
        await screens.press("plus")
        assert "Migration scripts" in screens.lines[5]
        await screens.press("minus")
        await screens.press("minus")
        assert screens.said == "A row has one line at least."


async def test_enter_opens_counts_and_escape_comes_back() -> None:
    async with running((80, 24)) as screens:
        number = screens.view.main_list.cursor_key
        before = screens.workspace.store.reads.memory(number).access_count
        await screens.press("enter")
        assert screens.workspace.store.reads.memory(number).access_count == before + 1
        assert "esc closes" in screens.lines[2]
        assert "its parts" in screens.text
        await screens.press("escape", "escape")
        assert screens.app.focused is screens.view.main_list
        assert "enter opens" in screens.text


async def test_looking_at_a_memory_does_not_count_as_opening_it() -> None:
    async with running((120, 40)) as screens:
        numbers = list(screens.view.main_list.rows.keys)[:5]
        before = [memory.access_count for memory in screens.workspace.store.reads.memories(numbers)]
        await screens.press("j", "j", "j")
        assert [memory.access_count for memory in screens.workspace.store.reads.memories(numbers)] == before


async def test_capital_j_and_k_walk_the_list_while_the_memory_is_read() -> None:
    async with running((120, 40)) as screens:
        await screens.press("enter")
        assert screens.app.focused is screens.view.memory.lines
        await screens.press("J", "J", "K")
        assert screens.view.main_list.cursor == 1
        assert screens.app.focused is screens.view.memory.lines
        assert screens.view.results.hit(1).memory.content[:20] in screens.text


async def test_a_word_that_finds_nothing_offers_the_closest() -> None:
    async with running((80, 24)) as screens:
        await screens.find("zzzz")
        line = screens.row("Nothing for")
        assert line.strip().startswith('Nothing for "zzzz".')
        assert line.endswith("esc clears")
        assert "1 of" not in screens.lines[-2]


async def test_enter_takes_the_closest_word() -> None:
    async with running((80, 24)) as screens:
        await screens.find("colourfully")
        closest = screens.view.answer.closest
        assert closest, "the sample holds a word close to that one"
        await screens.press("enter")
        assert screens.view.filter_text == closest


async def test_a_filter_that_hides_everything_says_so_and_escape_shows_all() -> None:
    async with running((80, 24)) as screens:
        await screens.find("tag:nowhere")
        assert "  0 of 19 match tag:nowhere. esc shows all" in screens.lines
        await screens.press("escape")
        assert "19 of 19" in screens.lines[1]


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


async def test_an_empty_store_says_how_to_begin() -> None:
    async with running((80, 24), filled=False) as screens:
        assert "  No memories yet. n writes one · : import brings some in" in screens.lines
        await screens.press("d")
        assert screens.said == "No memory is selected."


async def test_other_writers_rows_come_in_without_moving_the_cursor() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j")
        key, words = screens.view.main_list.cursor_key, screens.row("►")
        place = screens.lines.index(words)
        remember.add(screens.workspace, Draft(content="Somebody else wrote this just now, while you were reading"))
        await screens.changed_elsewhere()
        await screens.press("w", "w")
        assert screens.view.main_list.cursor_key == key
        assert screens.lines.index(screens.row("►")) == place
        assert "20 of 20" in screens.lines[1]


async def test_typed_text_survives_a_change_from_outside() -> None:
    async with running((80, 24)) as screens:
        await screens.press("slash")
        await screens.type("connection po")
        await screens.changed_elsewhere()
        await screens.type("ol")
        assert screens.view.filter_text == "connection pool"
        assert screens.app.front.filter_line.input.has_focus


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


async def test_a_secret_is_masked_until_a_key_shows_it() -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    async with running((120, 40)) as screens:
        await screens.press("exclamation_mark")
        assert screens.said == "This memory holds no secret to show."
        await screens.find("staging key")
        assert key not in screens.text
        assert "secret" in screens.row("The staging")
        await screens.press("exclamation_mark")
        assert key in screens.text
        await screens.press("exclamation_mark")
        assert key not in screens.text


async def test_hostile_text_is_shown_and_does_nothing() -> None:
    async with running((160, 50)) as screens:
        await screens.find("wipe")
        assert "␛]52;c;aGk=␇ wipe ␛[2J �31m and �turn round" in screens.text
        assert "control" in screens.row("►")
        assert "contains control characters" in screens.text
        await screens.find("ignore previous instructions")
        assert all(word in screens.text for word in ("list[/", "[red]alert[/]", "array[i]"))
        assert "orders" in screens.row("►")
        for text in ("[/", "a [/] b", "[type=x, v={'a[0]'}]", "array[i]", "[red]alert", "[@click=app.quit]x[/]"):
            await screens.find(text)
            assert screens.app.is_running


HARD_QUERIES = (
    *(
        "multi-agent",
        "don't",
        "TODO: fix",
        "src/a/b.tsx",
        '"unclosed',
        "c++",
        "AND",
        "*",
        "(x",
        "腾讯",
        "\x1b[2J",
        "layer:",
    ),
    *("-", "is:nonsense before:yesterday-ish", "\ud800", "a" * 500, "👩‍👩‍👧 ❤️", "who: what:", "memory:%"),
)


@pytest.mark.parametrize("view", ["search", "history"])
async def test_no_query_can_fail(view: str) -> None:
    async with running((80, 24), view=view) as screens:
        for query in HARD_QUERIES:
            await screens.find(query)
            assert screens.said == ""
            assert len(screens.app.screen_stack) == 1
            assert screens.view.text == screens.view.filter_text
            assert not any(has_controls(line) for line in screens.lines)


async def test_facets_are_written_as_qualifiers_the_memorys_own_first() -> None:
    async with running((120, 40)) as screens:
        await screens.press("f")
        assert "facets and order" in screens.text
        assert "semantic (this one's)" in screens.text
        await screens.press("enter")
        assert screens.view.filter_text == "layer:semantic"
        assert "of 19" in screens.lines[1]
        await screens.press("f")
        await screens.press("enter")
        assert screens.view.filter_text == ""


async def test_lists_without_words_can_have_another_order() -> None:
    async with running((120, 40)) as screens:
        await screens.press("f", "slash")
        await screens.type("important")
        await screens.press("enter")
        assert "most important first" in screens.lines[1]
        values = [screens.view.results.hit(index).importance.value for index in range(5)]
        assert values == sorted(values, reverse=True)


async def test_what_means_nothing_here_says_so() -> None:
    async with running((80, 24)) as screens:
        await screens.press("N")
        assert screens.said == "A note goes with a conflict; 2 shows them."
        await screens.press("left_square_bracket")
        assert screens.said == "Earlier means nothing in Search."


async def test_the_split_moves_and_is_kept() -> None:
    async with running((120, 40)) as screens:
        before = screens.view.results.size.width
        await screens.press("less_than_sign")
        assert screens.view.results.size.width < before
        assert screens.view.remember()["split"] == 50
        for _ in range(8):
            await screens.press("greater_than_sign")
        assert screens.said == "The split goes no further."


async def test_query_cursor_and_switches_are_there_again_next_time(tmp_path) -> None:
    kept = {"state_file": tmp_path / "state.json", "location": tmp_path / "store.db"}
    async with running((80, 24), **kept) as screens:
        await screens.find("database")
        await screens.press("full_stop", "j", "j")
        key = screens.view.main_list.cursor_key
    async with running((80, 24), **kept) as screens:
        assert screens.view.filter_text == "database"
        assert ". history on" in screens.lines[1]
        assert screens.view.main_list.cursor_key == key


async def test_a_kept_state_that_makes_no_sense_is_left() -> None:
    async with running((80, 24)) as screens:
        screens.view.restore({"query": 7, "cursor": "x", "lines": 99, "order": [], "split": "wide", "raw": "yes"})
        screens.view.reload()
        await screens.press("w")
        assert "19 of 19" in screens.lines[1]


async def test_what_came_since_the_last_visit_stands_in_front(tmp_path) -> None:
    location = tmp_path / "store.db"
    async with running((80, 24), location=location):
        pass
    async with running((80, 24), location=location) as screens:
        screens.workspace.clock.moment = screens.workspace.clock.moment.replace(hour=15)
        remember.add(screens.workspace, Draft(content="Written after the last visit, about the cache of images"))
        await screens.press("r", "g")
        assert "new since you last looked: 1" in screens.lines[3]
        assert " new " in screens.row("after the last visit")


async def test_a_copy_is_masked_and_clean() -> None:
    async with running((80, 24)) as screens:
        await screens.find("staging key")
        await screens.press("y")
        assert "AKIA" + "IOSFODNN7EXAMPLE" not in screens.app.clipboard
        assert "The staging key is" in screens.app.clipboard
        assert "with its secrets masked" in screens.said
        await screens.find("wipe")
        await screens.press("y")
        assert "\x1b" not in screens.app.clipboard


async def test_the_view_is_exported_as_lines_and_as_a_table() -> None:
    async with running((80, 24)) as screens:
        await screens.find("database")
        lines = screens.view.export_lines(100)
        assert len(lines) >= 5
        head, rows = screens.view.export_table()
        assert len(head) == len(rows[0])
        assert rows[0][0] == "1"


async def test_a_slow_answer_leaves_the_old_rows_standing_dim(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    find = browsing.find

    def slow(*args, **more):
        go_on.wait(10)
        return find(*args, **more)

    async with running((80, 24)) as screens:
        rows = screens.lines[3:11]
        monkeypatch.setattr(browsing, "find", slow)
        screens.view.reload()
        while not screens.view.has_class("-stale"):
            await asyncio.sleep(0)
        assert screens.lines[3:11] == rows
        go_on.set()
        await screens.press("w")
        assert not screens.view.has_class("-stale")


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


async def test_a_word_being_typed_stays_a_beginning_when_the_store_changes() -> None:
    async with running((80, 24)) as screens:
        await screens.press("slash")
        await screens.type("postgr")
        found = len(screens.view.answer.hits)
        assert found > 1
        await screens.changed_elsewhere()
        await screens.type("e")
        assert len(screens.view.answer.hits) == found


async def test_growing_and_shrinking_the_terminal_keeps_the_place() -> None:
    async with running((80, 24)) as screens:
        await screens.find("database")
        await screens.press("j", "j", "space")
        key = screens.view.main_list.cursor_key
        for size in ((120, 40), (160, 50), (60, 16), (80, 24)):
            await screens.pilot.resize_terminal(*size)
            await screens.press("w", "w")
            assert screens.view.main_list.cursor_key == key
            assert len(screens.view.main_list.marks) == 1
            assert len(screens.lines) == size[1]
            assert "►" in screens.text


async def test_a_digit_and_back_keep_the_place() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j", "j")
        key = screens.view.main_list.cursor_key
        await screens.press("6", "1")
        assert screens.view.main_list.cursor_key == key
        await screens.press("6", "j", "1")
        assert screens.view.main_list.cursor_key != key

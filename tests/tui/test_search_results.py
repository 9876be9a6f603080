"""The results of Search: what is listed, narrowed, ordered, explained and opened."""

from __future__ import annotations

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


async def test_an_empty_store_says_how_to_begin() -> None:
    async with running((80, 24), filled=False) as screens:
        assert "  No memories yet. n writes one · : import brings some in" in screens.lines
        await screens.press("d")
        assert screens.said == "No memory is selected."


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

"""The filter of Layers: words, qualifiers and facets narrow every column; the compact form."""

from __future__ import annotations

from memtui.domain.kinds import Layer
from memtui.tui.views.layers import LayersView
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.board import go_to, number_of, on_board


async def test_words_narrow_every_column_and_say_how_many_of_how_many() -> None:
    async with on_board() as screens:
        await screens.press("slash")
        await screens.type("postgres")
        assert "4 of 22" in screens.lines[1] or "5 of 22" in screens.lines[1]
        assert "of 4" in screens.lines[3]
        await screens.press("escape")
        assert "of 22" not in screens.text
        assert screens.lines[1].startswith(" ar 1")


async def test_qualifiers_narrow_as_in_search() -> None:
    async with on_board() as screens:
        await screens.find("layer:op")
        assert screens.lines[2].startswith(" ar 0  st 0")
        assert "op 4" in screens.lines[2]
        await screens.find("is:pinned")
        assert "3 of 22" in screens.lines[1]
        await screens.find("tag:auth -token")
        assert "0 of 22 match tag:auth -token. esc shows all" in screens.text
        await screens.press("escape")
        assert "0 of 22" not in screens.text


async def test_enter_goes_to_a_column_that_shows_something() -> None:
    async with on_board() as screens:
        await screens.press("slash")
        await screens.type("push to main")
        await screens.press("enter")
        assert screens.view.window.current is Layer.OPERATIONAL
        assert screens.view.chosen() == [number_of(screens, "Never push")]


async def test_the_full_stop_hides_what_is_not_live_and_says_how_many() -> None:
    async with on_board() as screens:
        assert "○" in screens.text
        await screens.press("full_stop")
        assert "3 hidden" in screens.lines[-2]
        assert "○" not in screens.text
        await screens.press("full_stop")
        assert "hidden" not in screens.lines[-2]


async def test_facets_offer_age_and_use_and_the_same_entity_with_counts() -> None:
    async with on_board((120, 40)) as screens:
        await go_to(screens, "We use MongoDB")
        await screens.press("f")
        assert "opened 0×, over 30 days" in screens.text
        await screens.press("enter")
        assert screens.view.filter_text == "opened:0 before:30d"
        assert "of 22" in screens.lines[1]
        await screens.press("f", "enter")
        assert screens.view.filter_text == ""


async def test_the_compact_form_is_a_strip_and_one_column_of_rows() -> None:
    async with on_board((150, 24)) as screens:
        view = screens.view
        assert isinstance(view, LayersView)
        view.compact = True
        view.lay_out()
        view.reload()
        await screens.press("w")
        rows = [line for line in screens.lines if "×" in line]
        assert len(rows) == 4
        assert any(line.startswith(" ep ►") for line in screens.lines)
        assert "[ep 4]" in screens.text

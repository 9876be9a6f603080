"""The board of Layers: its columns, cards, counts and strip at every size, and its export."""

from __future__ import annotations

from memtui.domain.drafts import Edit
from memtui.domain.kinds import Layer
from memtui.safe_text import has_controls
from memtui.services import remember
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.board import go_to, on_board


async def test_at_80_columns_three_columns_and_all_six_counts_are_shown() -> None:
    async with on_board() as screens:
        assert screens.lines[1].startswith(" ar 1  st 1  [ep 4  se 10  wk 2]  op 4")
        assert "suggested" in screens.lines[1]
        assert screens.lines[2].startswith(" ep episodic")
        assert "│ se semantic" in screens.lines[2]
        assert "│ wk working" in screens.lines[2]
        assert screens.lines[3] == "═" * 26 + "╪" + "─" * 26 + "┼" + "─" * 26
        assert screens.lines[4].startswith("► ")


async def test_at_120_columns_all_six_stand_side_by_side_with_the_archive_folded() -> None:
    async with on_board((120, 40)) as screens:
        heads = screens.lines[2]
        assert [part.strip()[:2] for part in heads.split("│")] == ["ar", "st", "ep", "se", "wk", "op"]
        assert heads.index("│") == 5
        assert "tok" in screens.lines[3]
        assert "by retention, highest first" in screens.lines[1]
        assert "why" in screens.text
        assert "M names a layer" in screens.text


async def test_wider_screens_give_wider_columns() -> None:
    async with on_board((160, 50)) as screens:
        places = [place for place, sign in enumerate(screens.lines[2]) if sign == "│"]
        assert places == [5, 36, 67, 98, 129]


async def test_a_column_stands_by_retention_highest_first() -> None:
    async with on_board((120, 40)) as screens:
        for column in screens.view.columns.values():
            kept = [column.card(index).retention.value for index in range(len(column.rows)) if column.card(index)]
            assert kept == sorted(kept, reverse=True)


async def test_a_card_says_status_importance_openings_age_and_what_is_suggested() -> None:
    async with on_board((160, 50)) as screens:
        await go_to(screens, "User prefers tabs")
        line = next(line for line in screens.lines if "→ se" in line or "why" in line)
        assert "why" in line
        assert "●=.90" in screens.text
        assert "6×" in screens.text
        assert "◊" in screens.text


async def test_the_foot_of_a_column_says_how_many_follow() -> None:
    async with on_board((120, 40)) as screens:
        assert "  3 more" in screens.text


async def test_an_empty_store_says_what_leads_on() -> None:
    async with on_board(filled=False) as screens:
        assert "No memories yet. n writes one · : import brings some in" in screens.text
        await screens.press("L")
        assert screens.said == "No memory is selected."


async def test_nothing_of_a_hostile_text_reaches_the_screen() -> None:
    async with on_board((160, 50)) as screens:
        assert not has_controls(screens.text.replace("\n", ""))
        await screens.press("v")
        assert not has_controls(screens.text.replace("\n", ""))
        assert "AKIA" not in screens.text


async def test_ascii_signs_only() -> None:
    async with on_board((120, 40), ascii=True) as screens:
        for line in screens.lines[1:-1]:
            assert all(sign.isascii() or sign.isalpha() or ord(sign) > 0x2FFF for sign in line), line


async def test_w_shows_the_retention_with_its_parts() -> None:
    async with on_board() as screens:
        await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("w")
        words = " ".join(screens.text.split())
        assert "= .45 × importance" in words
        assert "+ .35 × opened 0/10 + .15 × young" in words
        assert "L here goes to se · H to st" in words
        await screens.press("w")
        assert "× importance" not in screens.text


async def test_an_edit_of_the_card_shows_at_once() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "Caching reduces")
        remember.edit(screens.workspace, number, Edit(content="Caching halves the load"))
        await screens.changed_elsewhere()
        assert "Caching halves the load" in screens.text


async def test_export_holds_every_layer() -> None:
    async with on_board() as screens:
        from memtui.services import hierarchy

        lanes = {layer: hierarchy.cards(screens.workspace, hierarchy.lane(screens.workspace, layer)) for layer in Layer}
        screens.view.exported = lanes
        lines = ["".join(span.text for span in line) for line in screens.view.export_lines(100)]
        assert any("op operational  4" in line for line in lines)
        head, rows = screens.view.export_table()
        assert len(rows) == 22
        assert head[0] == "layer"
        assert "AKIA" not in "".join(map(str, rows))

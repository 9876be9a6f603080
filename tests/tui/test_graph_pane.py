"""Graph: the pane beside the picture with text, links and the reason for each link."""

from __future__ import annotations

from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import centre_on, say


async def test_beside_the_picture_stand_text_links_reason_and_legend() -> None:
    async with running((120, 40), view="graph") as screens:
        text = screens.text
        for words in (
            "─ selected",
            "Switched from PostgreSQL to MongoDB for user",
            "─ from here",
            "─ w: why this edge",
        ):
            assert words in text
        assert "» supersedes" in text
        assert "as of now" in screens.lines[1]
        assert "╔═╗ centre" in text
        assert "centre · h j k l walk, " in screens.lines[-2]
        await screens.press("w")
        assert screens.said == "Link 2 of 2."


async def test_on_a_narrow_screen_w_shows_the_reason_below_and_escape_closes_it() -> None:
    async with running((80, 24), view="graph") as screens:
        assert "why this edge" not in screens.text
        await screens.press("w")
        assert "─ w: why this edge" in screens.text
        assert "» supersedes, since 20 Mar" in screens.text
        await screens.press("w")
        assert screens.said == "Link 2 of 2."
        await screens.press("escape")
        assert "why this edge" not in screens.text
        assert screens.app.focused is screens.view.canvas


async def test_the_reason_quotes_what_it_rests_on_and_says_who_settled_it() -> None:
    async with running((120, 40), view="graph") as screens:
        say(screens, "We use Webpack for the frontend build", 20)
        new = say(screens, "We switched from Webpack to Vite for the frontend build")
        await centre_on(screens, new)
        text = screens.text
        assert "» supersedes, detected 23 Mar" in text
        assert "«switched from»" in text
        assert "names Webpack, which the older" in text
        assert "by rule on 23 Mar" in text


async def test_the_pane_comes_and_goes_with_the_width() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.pilot.resize_terminal(120, 40)
        await screens.press("r")
        assert "─ selected" in screens.text
        await screens.pilot.resize_terminal(80, 24)
        await screens.press("r")
        assert "─ selected" not in screens.text
        await screens.press("less_than_sign")
        assert screens.said == "There is only one pane here."


async def test_the_split_moves_and_ends() -> None:
    async with running((120, 40), view="graph") as screens:
        before = screens.view.pane.size.width
        await screens.press("less_than_sign")
        assert screens.view.pane.size.width > before
        await screens.press(*["greater_than_sign"] * 6)
        assert screens.said == "The split goes no further."
        assert screens.view.pane.size.width < before


async def test_tab_goes_to_the_pane_and_h_comes_back() -> None:
    async with running((120, 40), view="graph") as screens:
        await screens.press("tab")
        assert screens.app.focused is screens.view.pane.lines
        assert "═ selected" in screens.text
        await screens.press("l")
        assert screens.said == "Nothing lies to the right of this pane."
        await screens.press("h")
        assert screens.app.focused is screens.view.canvas

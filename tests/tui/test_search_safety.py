"""Search with hostile texts, secrets and queries that are hard to read."""

from __future__ import annotations

import pytest

from memtui.safe_text import has_controls
from tests.snapshots.running import running, still_world  # noqa: F401


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

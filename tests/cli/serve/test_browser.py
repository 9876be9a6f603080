"""The screens in a real browser: keys, mouse, size and clipboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.serve.chromium import CHROMIUM, chromium
from tests.cli.serve.serving import PATIENCE, Served

pytest.importorskip("aiohttp", reason="needs the extra `web`")
pytest.importorskip("textual_serve", reason="needs the extra `web`")


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_in_a_real_browser_keys_mouse_and_size_reach_the_screens(
    served: Callable[..., Served], tmp_path: Path
) -> None:
    server = served()
    async with chromium(tmp_path / "profile") as browser:
        await browser.do("Page.navigate", url=server.address)
        await browser.page.shows("We use Redis for sessions")
        first = await browser.changes(b"")
        await browser.press("6")
        await browser.page.shows("changes")
        second = await browser.changes(first)

        columns, rows = browser.cells()
        width = await browser.value("window.innerWidth")
        spot = {"x": 3 * width / columns, "y": 8, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            await browser.do("Input.dispatchMouseEvent", type=kind, **spot)
        await browser.changes(second)

        await browser.do(
            "Emulation.setDeviceMetricsOverride", width=1400, height=800, deviceScaleFactor=1, mobile=False
        )
        async with asyncio.timeout(PATIENCE):
            while browser.cells() == (columns, rows):
                await browser.value("1")
        assert browser.cells()[0] > columns
        assert browser.cells()[1] > rows

        assert await browser.value("window.open('https://example.org') === null") is True
        assert [url for url in browser.asked if not url.startswith((server.place, "data:", "blob:"))] == []
        assert b"\x1b]52" not in browser.page.received
    code, said = server.end()
    assert code == 0
    assert "Traceback" not in said


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("options", [(), ("--demo",)])
async def test_what_is_copied_is_in_the_browsers_clipboard(
    options: tuple[str, ...], served: Callable[..., Served], tmp_path: Path
) -> None:
    server = served(*options)
    async with chromium(tmp_path / "profile") as browser:
        await browser.do("Emulation.setFocusEmulationEnabled", enabled=True)
        # What a browser in front of somebody allows a page on this machine by itself, but for reading it back.
        rights = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        await browser.do("Browser.grantPermissions", origin=server.place, permissions=rights)
        await browser.do("Page.navigate", url=server.address)
        await browser.page.shows("Switched from PostgreSQL" if options else "We use Redis for sessions")
        await browser.press("Y")
        await browser.page.shows("Sent the id to the browser's clipboard")
        copied = await browser.clipboard(lambda text: len(text) == 26)
        assert copied.startswith("01")
        await browser.press("y")
        wanted = "Switched from PostgreSQL to MongoDB" if options else "colour https://example.org/trap"
        assert wanted in await browser.clipboard(lambda text: len(text) != 26)

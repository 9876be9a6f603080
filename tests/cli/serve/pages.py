"""Opens a page as a browser would, without one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.cli.serve.serving import Page, Served

aiohttp = pytest.importorskip("aiohttp", reason="needs the extra `web`")


@asynccontextmanager
async def connected(served: Served) -> AsyncIterator[tuple[Page, Any]]:
    """Open the page as a browser would, without one."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        async with session.get(served.address) as answer:
            assert answer.status == 200
        page = Page()
        async with session.ws_connect(f"{served.place}/ws?width=100&height=30", origin=served.place) as socket:

            async def read() -> None:
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.BINARY:
                        page.take(message.data)

            reading = asyncio.create_task(read())
            await page.shows("We use Redis for sessions")
            await socket.send_json(["focus"])
            yield page, socket
            await socket.close()
            reading.cancel()

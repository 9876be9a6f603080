"""A page of the screens: what it shows, who gets in, and that nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.serve.pages import connected
from tests.cli.serve.serving import PATIENCE, Served

aiohttp = pytest.importorskip("aiohttp", reason="needs the extra `web`")
pytest.importorskip("textual_serve", reason="needs the extra `web`")


async def test_a_page_runs_the_screens_and_a_key_reaches_them(served: Callable[..., Served]) -> None:
    server = served()
    assert server.address.startswith("http://127.0.0.1:")
    async with connected(server) as (page, socket):
        await socket.send_json(["stdin", "6"])
        await page.shows("changes")
        assert b"\x1b]52" not in page.received
        assert "memtui" in server.programs()
        code, said = await asyncio.to_thread(server.end)
    assert code == 0
    assert "Traceback" not in said
    await server.alone()


async def test_a_page_whose_program_dies_is_told(served: Callable[..., Served]) -> None:
    server = served()
    async with connected(server) as (_, socket):
        for line in server.programs().splitlines():
            os.kill(int(line.split()[0]), signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while not socket.closed:
                await asyncio.sleep(0)
    await server.alone()


async def test_a_server_that_is_killed_leaves_no_program_behind(served: Callable[..., Served]) -> None:
    server = served()
    async with connected(server):
        assert server.programs()
        server.process.kill()
        await server.alone()


async def test_only_the_holder_of_the_key_gets_in(served: Callable[..., Served]) -> None:
    server = served()
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/?key=guessed", "/static/js/textual.js", "/ws"):
            async with session.get(server.place + path) as answer:
                assert answer.status == 403
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        async with session.get(server.address) as answer:
            assert str(answer.url) == f"{server.place}/"
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "googleapis" not in await answer.text()
        for stranger in ("http://evil.example", "null"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"{server.place}/ws", origin=stranger)
            assert refused.value.status == 403
    assert server.programs() == ""


async def test_read_only_holds_in_the_browser(served: Callable[..., Served]) -> None:
    server = served("--read-only")
    async with connected(server) as (page, socket):
        await socket.send_json(["stdin", "d"])
        await page.shows("This store is open for reading only.")


async def test_a_page_that_goes_while_it_is_answered_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from textual_serve.server import Server

    from memtui.cli.browser import ScreenServer

    async def gone(*_: Any) -> None:
        raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(Server, "_process_messages", gone)
    server = ScreenServer(["true"], "localhost", 0, lambda _: None)
    await server._process_messages(object(), SimpleNamespace(_task=None))  # type: ignore[arg-type]

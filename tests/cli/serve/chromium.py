"""Headless Chromium, which opens a page in truth."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.serve.serving import PATIENCE, Page

aiohttp = pytest.importorskip("aiohttp", reason="needs the extra `web`")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """Headless Chromium, driven by its own protocol."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.page = Page()
        self.sent: list[Any] = []
        self.asked: list[str] = []

    async def listen(self) -> None:
        """Take what the browser tells."""
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result"))
                continue
            params = told["params"]
            match told["method"]:
                case "Network.webSocketFrameReceived" if params["response"]["opcode"] == 2:
                    self.page.take(base64.b64decode(params["response"]["payloadData"]))
                case "Network.webSocketFrameSent" if params["response"]["opcode"] == 1:
                    self.sent.append(json.loads(params["response"]["payloadData"]))
                case "Network.requestWillBeSent":
                    self.asked.append(params["request"]["url"])

    async def do(self, method: str, **params: Any) -> Any:
        """Carry out a method and return what it gives."""
        number = len(self._answers) + 1000 + len(self.asked) + len(self.sent)
        while number in self._answers:
            number += 1
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        return await asyncio.wait_for(answer, PATIENCE)

    async def value(self, script: str) -> Any:
        """Return the value of a script's last expression."""
        return (await self.do("Runtime.evaluate", expression=script))["result"].get("value")

    async def press(self, key: str) -> None:
        """Press a key that types itself."""
        await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def clipboard(self, fits: Callable[[str], bool]) -> str:
        """Wait until the clipboard holds a text that fits and return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                told = await self.do("Runtime.evaluate", expression="navigator.clipboard.readText()", awaitPromise=True)
                text = str(told["result"].get("value") or "")
                if fits(text):
                    return text

    async def picture(self) -> bytes:
        """Return the page as it is painted."""
        return base64.b64decode((await self.do("Page.captureScreenshot"))["data"])

    async def changes(self, before: bytes) -> bytes:
        """Wait until the page looks otherwise and return how."""
        async with asyncio.timeout(PATIENCE):
            while (after := await self.picture()) == before:
                pass
        return after

    def cells(self) -> tuple[int, int]:
        """Return the columns and rows that the terminal has."""
        size = next(each[1] for each in reversed(self.sent) if each[0] == "resize")
        return size["width"], size["height"]


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Browser]:
    """Run a browser with an empty profile."""
    assert CHROMIUM is not None
    process = subprocess.Popen(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-port=0",
            f"--user-data-dir={folder}",
            "--window-size=1000,600",
            "about:blank",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        told = next((line for line in process.stderr if "DevTools listening" in line), "")
        port = re.search(r":(\d+)/", told)
        if port is None:
            pytest.skip("Chromium does not start here")
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port[1]}/json") as answer:
                pages = [each for each in await answer.json(content_type=None) if each["type"] == "page"]
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                browser = Browser(socket)
                listening = asyncio.create_task(browser.listen())
                for domain in ("Network", "Page", "Runtime"):
                    await browser.do(f"{domain}.enable")
                yield browser
                listening.cancel()
    finally:
        process.kill()
        process.communicate()

"""The screens in a browser: who gets in, what a page shows, and that nothing is left behind."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

aiohttp = pytest.importorskip("aiohttp", reason="needs the extra `web`")
pytest.importorskip("textual_serve", reason="needs the extra `web`")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 30.0
CLIPBOARD = "\x1b]52;c;aGk=\x07"
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|\].*?(?:\x07|\x1b\\))", re.DOTALL)


class Served:
    """A running `memtui serve` on a store with a few memories."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memtui", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.place = self.address.partition("/?")[0]

    def end(self) -> tuple[int, str]:
        """Interrupt the server alone and return its exit code and what it said."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err

    def programs(self) -> str:
        """Return the processes of the server's session, the server's own left out."""
        told = subprocess.run(
            ["ps", "-o", "pid=,args=", "-s", str(self.process.pid)], capture_output=True, text=True
        ).stdout
        return "\n".join(line for line in told.splitlines() if line.split()[0] != str(self.process.pid))

    async def alone(self) -> None:
        """Wait until none of its programs is left."""
        async with asyncio.timeout(PATIENCE):
            while self.programs():
                await asyncio.sleep(0)


@pytest.fixture
def served(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    monkeypatch.delenv("NO_COLOR")
    memtui("add", "We use Redis for sessions", "--kind", "decision")
    memtui("add", f"A pasted line {CLIPBOARD} with \x1b[31mcolour https://example.org/trap", "--kind", "reference")
    running: list[Served] = []

    def start(*options: str) -> Served:
        running.append(Served(*options))
        return running[-1]

    yield start
    for each in running:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


class Page:
    """What a connection received so far."""

    def __init__(self) -> None:
        self.received = b""
        self._more = asyncio.Event()

    def take(self, data: bytes) -> None:
        self.received += data
        self._more.set()

    @property
    def text(self) -> str:
        """What was painted, without escape sequences."""
        return _ESCAPES.sub(b"", self.received).decode("utf-8", "replace")

    async def shows(self, words: str) -> None:
        """Wait until words were painted."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.text:
                self._more.clear()
                await self._more.wait()


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


def test_a_taken_port_is_named(served: Callable[..., Served], process: Run) -> None:
    port = served().place.rpartition(":")[2]
    ran = process("serve", "--port", port)
    assert ran.code == 1
    assert f"Port {port} of 127.0.0.1 is taken." in ran.err


def test_without_the_extra_it_says_how_to_get_it(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.serving.find_spec", lambda name: None)
    ran = memtui("serve")
    assert ran.code == 1
    assert "`pip install textual-serve`" in ran.err


def test_a_host_that_others_reach_is_warned_of(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.browser.ScreenServer.run", lambda self: None)
    assert "other machines" in memtui("serve", "--host", "0.0.0.0").err
    assert memtui("serve", "--host", "localhost").err == ""
    assert memtui("serve").err == ""


def test_the_screens_get_the_options_of_the_run_and_the_store_by_the_environment(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memtui.cli.serving import screens_command
    from memtui.cli.session import Session

    odd = str(place / "a store; rm -rf $HOME 'quoted'.db")
    words = screens_command(Session(store=odd, project="my shop", ascii=True, no_mouse=True))
    assert words[1:] == ["-m", "memtui", "--project", "my shop", "--ascii", "--no-mouse"]
    assert os.environ["MEMTUI_STORE"] == odd


async def test_a_page_that_goes_while_it_is_answered_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from textual_serve.server import Server

    from memtui.cli.browser import ScreenServer

    async def gone(*_: Any) -> None:
        raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(Server, "_process_messages", gone)
    server = ScreenServer(["true"], "localhost", 0, lambda _: None)
    await server._process_messages(object(), SimpleNamespace(_task=None))  # type: ignore[arg-type]


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

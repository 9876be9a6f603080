"""The server that shows the screens in a browser: one process of memtui for each page that is open."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from shlex import join
from typing import Any

import aiohttp_jinja2
from aiohttp import web
from textual_serve.server import Server, to_int

PAGE = "browser.html"
FONT_SIZES = range(8, 41)
FONT_SIZE = 16
PATIENCE = 5.0
"""Seconds that the programs of open pages get to close their stores when the server ends."""

POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data: blob:; connect-src 'self' {scheme}://{host}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What the page may load: nothing from anywhere but this server."""


class ScreenServer(Server):
    """Serves the screens to whoever holds the key in the address that is announced.

    textual-serve asks nobody who they are. Here a page is given out for the key only, and a connection is
    made for pages of this server only: no other user of the machine and no other page in the browser gets in.
    """

    def __init__(self, command: Sequence[str], host: str, port: int, announce: Callable[[str], None]) -> None:
        """Serve what `command` runs; `announce` is told the address once the server listens; port 0 is any free one."""
        # Without exec a shell would stand between, and the program would not see the server go.
        super().__init__(
            f"exec {join(command)}", host=host, port=port, title="memtui", templates_path=Path(__file__).parent
        )
        self.key = secrets.token_urlsafe(24)
        self._announce = announce
        self._open: set[web.WebSocketResponse] = set()
        self._closing: set[asyncio.Future[bool]] = set()

    def run(self) -> None:
        """Serve until an interrupt or a termination; raises OSError where the address cannot be listened on."""
        logging.basicConfig(level=logging.ERROR, format="%(message)s", stream=sys.stderr)
        asyncio.run(self._run())

    async def _run(self) -> None:
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, ended.set)
        runner = web.AppRunner(await self._make_app(), access_log=None, shutdown_timeout=PATIENCE)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
            self.port = runner.addresses[0][1]
            self._announce(f"http://{_shown(self.host)}:{self.port}/?key={self.key}")
            await ended.wait()
        finally:
            await runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: the address is announced when it can be opened."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Close the open pages, so that their programs end."""
        await asyncio.gather(*(each.close() for each in tuple(self._open)), return_exceptions=True)

    @property
    def _cookie(self) -> str:
        # Cookies know no ports: two servers of one machine need names of their own.
        return f"memtui-{self.port}"

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
        """Let in who has the key: as the address's query at first, then as a cookie."""
        given = request.query.get("key")
        if given is not None and request.path == "/":
            if not _same(given, self.key):
                raise web.HTTPForbidden(text="This key is not that of the running `memtui serve`.")
            answer = web.HTTPFound("/")
            answer.set_cookie(self._cookie, self.key, httponly=True, samesite="Lax", path="/")
            raise answer
        if not _same(request.cookies.get(self._cookie, ""), self.key):
            raise web.HTTPForbidden(text="Open the address that `memtui serve` printed.")
        if request.path == "/ws" and request.headers.get("Origin", "").partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="Only a page of this server may connect.")
        response: web.StreamResponse = await handler(request)
        return response

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page of the terminal."""
        size = to_int(request.query.get("fontsize", ""), FONT_SIZE)
        secure = request.scheme == "https" or request.headers.get("X-Forwarded-Proto") == "https"
        scheme = "wss" if secure else "ws"
        told = {
            "name": self.title,
            "address": f"{scheme}://{request.host}/ws",
            "font_size": min(max(size, FONT_SIZES[0]), FONT_SIZES[-1]),
        }
        page = aiohttp_jinja2.render_template(PAGE, request, told)
        page.headers["Content-Security-Policy"] = POLICY.format(scheme=scheme, host=request.host)
        page.headers["Referrer-Policy"] = "no-referrer"
        page.headers["Cache-Control"] = "no-store"
        return page

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: Any) -> None:
        self._open.add(websocket)
        # A page whose program failed would stand still for ever: textual-serve closes it only when the program says goodbye.
        running: asyncio.Task[None] | None = getattr(app_service, "_task", None)
        if running is not None:
            running.add_done_callback(lambda _: self._close_soon(websocket))
        try:
            await super()._process_messages(websocket, app_service)
        except ConnectionResetError:
            pass  # The page was closed while an answer was on its way to it.
        finally:
            self._open.discard(websocket)

    def _close_soon(self, websocket: web.WebSocketResponse) -> None:
        closing = asyncio.ensure_future(websocket.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)


def is_loopback(host: str) -> bool:
    """Say whether only this machine reaches a host; a name is looked up, one that is unknown is not."""
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        return False
    return bool(found) and all(ip_address(str(each).partition("%")[0]).is_loopback for each in found)


def _shown(host: str) -> str:
    """Return a host as an address names it; one that means every interface is called by the machine's name."""
    if host in ("0.0.0.0", "::", ""):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())

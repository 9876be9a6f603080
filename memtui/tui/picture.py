"""Pictures of the screens, taken without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace

ROUNDS = 6
"""How often nothing may be under way one after the other: a message that passes from widget to widget takes a round for each."""

GLANCE = 0.004
"""Seconds between two looks at work that is under way."""


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until the store is open, no key waits, and neither a service nor a worker of a view is under way.

    Then every widget has handled what was posted to it and is painted; it ends as soon as that is so, however busy
    the machine is with other things.
    """
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    quiet = 0
    while quiet < ROUNDS:
        await app.animator.wait_until_complete()
        await pilot.pause(0)
        # An act that waits for an answer has its dialog in front; without one it is still at work.
        asleep = ("watch",) if app.screen is app.front else ("watch", "act")
        workers = [worker for worker in app.workers if worker.group not in asleep and not worker.is_finished]
        waiting = app.options.create_store is not None and app.gateway.workspace is None and app.front is not None
        opening = not app.gateway.is_open and app.gateway.failure is None and not waiting
        # While a screen comes to front, Textual holds back what is painted for a moment.
        if opening or app.keys_wait or app.gateway.jobs or workers or app._batch_count:
            quiet = 0
            await asyncio.sleep(GLANCE)
        else:
            quiet += 1


async def picture(
    open_services: Callable[[], Workspace],
    *,
    size: tuple[int, int] = (120, 40),
    keys: Sequence[str] = (),
    options: Options | None = None,
    title: str = "memtui",
) -> str:
    """Return the screens as an SVG of `size` columns and rows after some keys, named as Textual names them.

    The keys are pressed one by one, each once the one before it has had its effect.
    """
    app = MemtuiApp(open_services, options)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        return app.export_screenshot(title=title)

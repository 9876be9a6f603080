"""Turning to another store than the one that memtui was started on: what is remembered of it, and where one was in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.paths import without_password
from memtui.tui import registry
from memtui.tui import state as kept_state

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


def work_on(app: MemtuiApp, location: str, *, kept: bool = True) -> None:
    """Take up what was `kept` of another store before it is opened; of one that is thrown away nothing is kept."""
    file = kept_state.state_file(location) if kept and app.options.state_file is not None else None
    app.options = replace(app.options, location=without_password(location), state_file=file)
    app.state = kept_state.load(file)
    app.last_visit = app.state.last_visit
    for screen in app.view_screens:
        screen.restore(app.state.views.get(screen.mode, {}))


async def go_where_one_was(app: MemtuiApp) -> None:
    """Show the view that was in front when the store was left."""
    view = app.state.view
    if view is not None and registry.known(view) and app.gateway.is_open:
        await app.go(view)

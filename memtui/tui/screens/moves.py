"""Shared keys that read or move and never write: focus, zoom, views, the way back, the way out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.widget import Widget

from memtui.domain.errors import MemtuiError, StoreGone
from memtui.tui import registry
from memtui.tui.widgets.drawn import MainPane
from memtui.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from memtui.tui.screens.view_screen import ViewScreen
    from memtui.tui.views.base import View

HIDDEN = "-zoomed-out"

DESK = (140, 40)
"""Columns and rows that the Desk needs."""


def panes(view: View) -> list[Widget]:
    """Return the panes of a view that can have the focus, in reading order."""
    found = [*view.query(MainPane), *view.query(LinePane)]
    shown = [pane for pane in found if pane.display and pane.size.height and pane.size.width]
    return sorted(shown, key=lambda pane: (pane.region.x, pane.region.y))


def _step_focus(screen: ViewScreen, step: int) -> None:
    around = panes(screen.view)
    if not around:
        return
    here = around.index(screen.focused) if screen.focused in around else 0
    if 0 <= here + step < len(around):
        screen.set_focus(around[here + step])
    else:
        screen.host.say(f"There is no pane further to the {'right' if step > 0 else 'left'}.")


def left(screen: ViewScreen) -> None:
    """Focus the pane before this one."""
    _step_focus(screen, -1)


def right(screen: ViewScreen) -> None:
    """Focus the pane after this one."""
    _step_focus(screen, 1)


def next_row(screen: ViewScreen) -> None:
    """Move the main list from any pane."""
    screen.view.main_list.action_move("down")


def previous_row(screen: ViewScreen) -> None:
    """Move the main list from any pane."""
    screen.view.main_list.action_move("up")


def find(screen: ViewScreen) -> None:
    """Type into the filter line."""
    screen.find()


def zoom(screen: ViewScreen) -> Awaitable[None] | None:
    """Give the whole view to the focused pane, or give the others their room back; what the Desk zoomed goes back to it."""
    if unzoom(screen):
        return None
    if screen.from_desk:
        return screen.host.back_to_desk()
    pane = screen.focused if screen.focused in panes(screen.view) else None
    if pane is None or len(panes(screen.view)) < 2:
        screen.host.say("There is only one pane here.")
        return None
    zoom_pane(screen, pane)
    return None


def zoom_pane(screen: ViewScreen, pane: Widget) -> None:
    """Give the whole view to a pane and to its bar (class `bar`, id that of the pane and `-bar`)."""
    unzoom(screen)
    node: Widget = pane
    while node is not screen.view and isinstance(node.parent, Widget):
        for sibling in node.parent.children:
            if sibling is not node and not _is_bar_of(sibling, pane):
                sibling.add_class(HIDDEN)
        node = node.parent
    screen.set_focus(pane)


def _is_bar_of(sibling: Widget, pane: Widget) -> bool:
    return sibling.has_class("bar") and sibling.id is not None and sibling.id == f"{pane.id}-bar"


def unzoom(screen: ViewScreen) -> bool:
    """Show all panes again; say whether one was zoomed."""
    hidden = list(screen.view.query(f".{HIDDEN}"))
    for widget in hidden:
        widget.remove_class(HIDDEN)
    return bool(hidden)


def out(screen: ViewScreen) -> None:
    """Go one step out: running work, zoom, marks, the view's own step, filter."""
    job = screen.host.gateway.cancel_long()
    if job is not None:
        screen.host.say(f"Stopping {job.title}.")
    elif unzoom(screen) or any(one.clear_marks() for one in screen.view.query(MainPane)) or screen.view.step_out():
        pass
    elif screen.filter_of(screen.view).text:
        screen.filter_of(screen.view).set_text("")
    elif screen.host.gateway.moment is not None:
        screen.host.look_back(None)
    else:
        screen.host.tour.skip()


def reload(screen: ViewScreen) -> None:
    """Fetch everything anew, or try again to open the store."""
    failure = screen.host.gateway.failure
    if screen.host.gateway.is_open:
        screen.fetch()
        screen.host.say("Read anew.")
    elif isinstance(failure, StoreGone) and not failure.path.exists():
        screen.host.say("It is not there yet; nothing was made in its place.")
    else:
        screen.host.open_store()


def desk_needs(columns: int, rows: int) -> str:
    """Return what the Desk needs where there is too little room for it; empty where there is enough."""
    small = columns < DESK[0] or rows < DESK[1]
    return f"The Desk needs {DESK[0]}×{DESK[1]}, this is {columns}×{rows}." if small else ""


async def _go(screen: ViewScreen, name: str) -> None:
    """Go to a view; a step of the tour through the sample chooses what it shows."""
    entity = screen.host.tour.leads_to(name)
    if entity and screen.host.gateway.is_open:
        from memtui.services import entity_list

        with suppress(MemtuiError):
            found = await screen.host.gateway.run(entity_list.named, entity)
            screen.host.selection.set_entity(found[0].number)
    await screen.host.go(name)


def _show(name: str) -> Callable[[ViewScreen], Awaitable[None] | None]:
    def show(screen: ViewScreen) -> Awaitable[None] | None:
        small = desk_needs(*screen.app.size) if name == "desk" else ""
        if small or not registry.known(name):
            screen.host.say(small or f"There is no {name} here.")
            return None
        if screen.mode == name:
            screen.host.say("This is the Desk." if name == "desk" else f"This is {screen.view.TITLE}.")
            return None
        return _go(screen, name)

    return show


async def back(screen: ViewScreen) -> None:
    """Go back to the view and memory before this one."""
    if not await screen.host.go_back():
        screen.host.say("This is where you started.")


def leave(screen: ViewScreen) -> None:
    """Leave, keeping the place."""
    screen.host.exit()


def jump(screen: ViewScreen) -> None:
    """Show a letter on every pane."""
    from memtui.tui.modals.jump import JumpScreen

    screen.app.push_screen(JumpScreen(screen.jump_targets()))


def palette(screen: ViewScreen) -> None:
    """Open the palette."""
    screen.app.action_command_palette()


def suspend(screen: ViewScreen) -> None:
    """Leave to the shell that started memtui."""
    driver = screen.app._driver
    if driver is None or not driver.can_suspend:
        screen.host.say("This terminal cannot suspend memtui.")
    else:
        screen.app.action_suspend_process()


MOVES: dict[str, Callable[[ViewScreen], Awaitable[None] | None]] = {
    "search": _show("search"),
    "review": _show("review"),
    "layers": _show("layers"),
    "graph": _show("graph"),
    "timeline": _show("timeline"),
    "history": _show("history"),
    "desk": _show("desk"),
    "left": left,
    "right": right,
    "next_row": next_row,
    "previous_row": previous_row,
    "filter": find,
    "zoom": zoom,
    "out": out,
    "reload": reload,
    "back": back,
    "quit": leave,
    "jump": jump,
    "palette": palette,
    "suspend": suspend,
}
"""What the shell does for keys that move, unless the view has its own way."""

ALWAYS = frozenset(
    {"search", "review", "layers", "graph", "timeline", "history", "desk", "quit", "help", "palette", "reload"}
    | {"out", "theme", "suspend", "filter", "back", "jump"}
)
"""Keys that work without an open store."""

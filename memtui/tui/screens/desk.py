"""The Desk: Search, Review, Layers and Graph as four panes on one selection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from memtui.render.brief import brief
from memtui.render.memories import row_text
from memtui.render.spans import Line, Role, Span
from memtui.tui import registry
from memtui.tui.screens import moves
from memtui.tui.screens.view_screen import ViewScreen
from memtui.tui.views.base import View
from memtui.tui.widgets.desk_pane import DeskPane
from memtui.tui.widgets.filter_line import FilterLine

if TYPE_CHECKING:
    from memtui.services.findings import Hit
    from memtui.services.workspace import Workspace
    from memtui.tui.gateway import Change

MODE = "desk"

NAMES = ("search", "review", "layers", "graph")
"""The views of the panes, in reading order."""

CENTRE_PAUSE = 0.15
"""Seconds that the cursor rests in one pane before the others follow."""

SOON = 0.01
"""Seconds between two looks whether the pane in focus has its answer."""

PATIENCE = 30
"""Looks after which the others wait no longer for it."""

CROSSES = (30, 38, 44, 50, 56, 62, 70)
"""Shares of the left and upper panes in percent that `<` and `>` step through."""


def hit_of(workspace: Workspace, number: int) -> Hit | None:
    """Return a memory as a row; None where it is gone."""
    from memtui.services import recall

    found = recall.hits_for(workspace, [number])
    return found[0] if found else None


class DeskScreen(ViewScreen):
    """Four views at once: the one in focus leads, and the others follow its selection.

    `view` is the one in focus: acts, footer, help and palette are its own.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "pane(1)", "next pane", show=False),
        Binding("shift+tab", "pane(-1)", "previous pane", show=False),
    ]

    def __init__(self) -> None:
        views = [registry.entry(name).make() for name in NAMES]
        super().__init__(views[0])
        self.panes = [DeskPane(view, self._title, self.host.pen) for view in views]
        self.filter_line = self.panes[0].filter_line
        self.cross = 50
        self._shown: Hit | None = None
        self._centred = True
        self._owed: list[tuple[View, Callable[[View], None]]] = []

    @property
    def mode(self) -> str:
        """The mode that this screen stands for."""
        return MODE

    def compose_view(self) -> ComposeResult:
        """Compose the panes, two above two."""
        for upper in (True, False):
            row = self.panes[:2] if upper else self.panes[2:]
            with Horizontal(classes="desk-row"):
                yield from row

    def on_mount(self) -> None:
        """Draw with this run's signs."""
        self.set_class(self.host.options.ascii, "-ascii")

    # --- the panes -----------------------------------------------------------------------------

    def pane_of(self, view: View) -> DeskPane:
        """Return the pane around a view."""
        return next(pane for pane in self.panes if pane.view is view)

    def filter_of(self, view: View) -> FilterLine:
        """Return the filter line of a view's pane."""
        return self.pane_of(view).filter_line

    def find(self) -> None:
        """Type into the filter line of the pane in focus."""
        self.pane_of(self.view).find()

    def jump_targets(self) -> list[Widget]:
        """Return what jump mode puts its letters on: every pane of every view, and Search's filter line."""
        return [*(one for pane in self.panes for one in moves.panes(pane.view)), self.filter_line.input]

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Let the pane that got the focus lead."""
        pane = next((one for one in self.panes if one in event.widget.ancestors), None)
        if pane is not None and pane.view is not self.view:
            self.view = pane.view
            self.update_chrome()

    def action_pane(self, step: int) -> None:
        """Focus the next pane, round and round."""
        here = self.panes.index(self.pane_of(self.view))
        self.set_focus(self.panes[(here + step) % len(self.panes)].view.main_list)

    async def screen_zoom(self) -> None:
        """Show the pane in focus on its full screen, with what it was narrowed to; `z` there comes back."""
        view = self.view
        text = self.filter_of(view).text
        await self.host.go(view.NAME)
        front = self.host.front
        if front is not None and front is not self:
            front.from_desk = True
            front.narrow(text)

    # --- the cross -----------------------------------------------------------------------------

    async def screen_narrower(self) -> None:
        """Move the cross to the left and up."""
        self._move_cross(-1)

    async def screen_wider(self) -> None:
        """Move the cross to the right and down."""
        self._move_cross(1)

    def _move_cross(self, step: int) -> None:
        place = min(range(len(CROSSES)), key=lambda index: abs(CROSSES[index] - self.cross)) + step
        if not 0 <= place < len(CROSSES):
            self.host.say("The cross goes no further.")
            return
        self.cross = CROSSES[place]
        self._place_cross()

    def _place_cross(self) -> None:
        for index, pane in enumerate(self.panes):
            pane.styles.width = f"{self.cross if index % 2 == 0 else 100 - self.cross}fr"
        for index, row in enumerate(self.query(".desk-row")):
            row.styles.height = f"{self.cross if index == 0 else 100 - self.cross}fr"

    # --- following -----------------------------------------------------------------------------

    def fetch(self) -> None:
        """Have all four read anew."""
        self._lead_first(lambda view: view.reload())

    def follow(self, change: Change) -> None:
        """Follow a commit in all four."""
        self._lead_first(lambda view: view.store_changed(change))

    def come(self, selection: int | None) -> None:
        """Come to front on a memory that was selected elsewhere."""
        self.from_desk = False
        self.view.shown(selection)
        self._centred = False
        self._follow_on(SOON)

    def selection_changed(self) -> None:
        """Let the others follow once the cursor rests."""
        self._centred = False
        self._follow_on(CENTRE_PAUSE)

    def _lead_first(self, told: Callable[[View], None]) -> None:
        """Tell the pane in focus at once, and the others when it has its answer: one reads after the other anyway."""
        told(self.view)
        self._owed += [(view, told) for view in self._followers(self.view)]
        self._follow_on(SOON)

    def _follow_on(self, pause: float) -> None:
        self.host.start_here(self._catch_up(pause), group="desk")

    async def _catch_up(self, pause: float) -> None:
        await asyncio.sleep(pause)
        await self._answered([self.view])
        if self.host.front is not self:
            return
        # Another key or commit ends this and begins anew: what is owed is taken off as it is told.
        while self._owed:
            view, told = self._owed[0]
            if view.NAME == "layers":
                await asyncio.sleep(SOON)
                await self._answered([one for one in self._followers(self.view) if one is not view])
            del self._owed[0]
            told(view)
        centred, self._centred = self._centred, True
        number = self.host.selection.number
        for view in () if centred else self._followers(self.view):
            view.shown(number)
        self._shown = await self.host.gateway.run(hit_of, number) if number is not None else None
        self.update_chrome()

    async def _answered(self, views: Sequence[View]) -> None:
        for _ in range(PATIENCE):
            if not any(view.asking for view in views):
                return
            await asyncio.sleep(SOON)

    def _followers(self, lead: View) -> list[View]:
        """Return the other views in the order in which they are to read: the layers, who read all there is, last."""
        others = [pane.view for pane in self.panes if pane.view is not lead]
        return sorted(others, key=lambda view: view.NAME == "layers")

    # --- chrome --------------------------------------------------------------------------------

    def update_chrome(self) -> None:
        """Draw rules, tabs, the one line of detail and the footer as things stand now."""
        super().update_chrome()
        for pane in self.panes:
            if pane.is_attached and pane.is_mounted:
                pane.redraw_rule()

    def place_line(self) -> Line:
        """Return the selected memory in one line, and how many are marked."""
        marked = len(getattr(self.view.main_list, "marks", ()))
        marks: Line = (Span(f"   {marked:,} marked", Role.LABEL),) if marked else ()
        return (*(brief(self._shown, self.host.pen()) if self._shown is not None else ()), *marks)

    def _title(self, view: View) -> str:
        if view.NAME == "graph" and self._shown is not None:
            return f"graph · {row_text(self._shown.memory, self._shown.badges, self.host.pen())}"
        count = self.host.open_counts.get(view.NAME)
        return f"{view.NAME} {count:,}" if count else view.NAME

    def on_resize(self) -> None:
        """Go back where the terminal became too small for four panes, and say what they need."""
        self._leave_if_small()

    def on_screen_resume(self) -> None:
        """Look again: the terminal may have become smaller while a dialog lay over the panes."""
        self.call_after_refresh(self._leave_if_small)

    def _leave_if_small(self) -> None:
        small = moves.desk_needs(*self.app.size)
        if small and self.is_current and self.host.current_mode == MODE:
            self.host.call_later(self.host.leave_desk, small)

    # --- between runs --------------------------------------------------------------------------

    def remember(self) -> Mapping[str, Any]:
        """Return the pane in focus, the cross, and what each view remembers."""
        views = {pane.view.NAME: dict(pane.view.remember()) for pane in self.panes}
        return {"focus": self.view.NAME, "cross": self.cross, "views": views}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what an earlier run kept; at first the panes begin as their full screens stand."""
        views = kept.get("views")
        own = views if isinstance(views, Mapping) else self.host.remembered()
        for pane in self.panes:
            kept_view = own.get(pane.view.NAME, {})
            pane.view.restore(kept_view if isinstance(kept_view, Mapping) else {})
        cross = kept.get("cross")
        self.cross = cross if cross in CROSSES else self.cross
        self._place_cross()
        focus = kept.get("focus")
        leading = next((pane for pane in self.panes if focus == pane.view.NAME), self.panes[0])
        self.set_focus(leading.view.main_list)

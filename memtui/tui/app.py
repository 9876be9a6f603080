"""The app: modes, themes, keys, and the one place where acts, views and the store meet."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from memtui.clock import SystemClock
from memtui.domain.errors import MemtuiError
from memtui.tui import registry, themes
from memtui.tui import state as kept_state
from memtui.tui.counts import OpenCounts
from memtui.tui.gateway import Change, Gateway, Listeners
from memtui.tui.keymap import Keymap
from memtui.tui.news import News
from memtui.tui.options import Options
from memtui.tui.safe_filter import SafeFilter
from memtui.tui.screens.first import MODE, FirstScreen
from memtui.tui.screens.moves import desk_needs
from memtui.tui.screens.room import RoomScreen
from memtui.tui.selection import Selection
from memtui.tui.tour import Tour
from memtui.tui.work import WorkDisplay
from memtui.tui.workers import WorkingApp

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.filter import LineFilter
    from textual.worker import WorkType

    from memtui.render.pen import Highlight, Pen
    from memtui.services.workspace import Workspace


def _palette() -> type[Provider]:
    from memtui.tui.palette import ActProvider

    return ActProvider


class MemtuiApp(WorkingApp, inherit_bindings=False):
    """The screens of one store.

    `open_services` opens it and is called in a thread after the first paint. `options` are the choices of
    the run; a keymap that clashes raises Refused here, before anything is drawn.
    """

    TITLE = "memtui"
    DEFAULT_MODE = MODE
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_palette}
    ENABLE_COMMAND_PALETTE = True
    ESCAPE_TO_MINIMIZE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "palette", show=False, priority=True),
        Binding("ctrl+c", "help_quit", "how to leave", show=False, system=True),
    ]

    def __init__(self, open_services: Callable[[], Workspace], options: Options | None = None) -> None:
        self.options = options or Options()
        self.keymap = Keymap(self.options.keys)
        self.state = kept_state.load(self.options.state_file)
        wanted = next((name for name in (self.options.view, self.state.view) if registry.known(name)), None)
        first = partial(FirstScreen, self, wanted or registry.ENTRIES[0].name)
        self.MODES = {MODE: first, **{entry.name: entry.make_screen for entry in registry.ENTRIES}}  # type: ignore[misc]
        super().__init__()
        self.work = WorkDisplay(self)
        self.gateway = Gateway(open_services, Listeners(self._changed, self.work.progress, self._opened, self._lost))
        self.selection = Selection()
        self.selection.changed = self._selection_changed
        self.last_visit: datetime | None = self.state.last_visit
        self.tour = Tour(bool(self.options.sample))
        self.open_counts: dict[str, int] = {}
        """What waits in a view, by the view's name; its tab says so."""
        self._counts = OpenCounts(self)
        self._news = News()
        self._safe = SafeFilter(ascii=self.options.ascii)
        for theme in themes.OWN:
            self.register_theme(theme)
        chosen = self.options.theme or self.state.theme or themes.DEFAULT
        self.theme = chosen if chosen in self.available_themes else themes.DEFAULT
        self.set_keymap(self.keymap.changed)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and, last, the one that lets no control byte through."""
        filters = super().get_line_filters()
        if self.no_color and self.native_ansi_color:
            filters = themes.in_the_terminals_own(filters)
        return [*filters, self._safe]

    # --- start and end -------------------------------------------------------------------------

    async def begin(self, wanted: str) -> None:
        """The first sight is painted: show the wanted view, then open the store or offer what to do without one."""
        await self.leave_first(registry.ENTRIES[0].name if wanted == "desk" and desk_needs(*self.size) else wanted)
        if self.options.create_store is None:
            self.call_after_refresh(self.open_store)
        else:
            from memtui.tui.screens.welcome import WelcomeScreen

            self.push_screen(WelcomeScreen(self, Path.home(), Path.cwd()))

    def open_store(self, open_services: Callable[[], Workspace] | None = None) -> None:
        """Open the store, or another one in its place, off the event loop."""
        self.run_worker(self.open_now(open_services), group="open", exclusive=True, exit_on_error=False)

    async def open_now(self, open_services: Callable[[], Workspace] | None = None) -> None:
        """Open the store, or another one in its place; a failure is shown in place of the views."""
        try:
            await self.gateway.open(open_services)
        except MemtuiError as trouble:
            self._lost(trouble)
        except asyncio.CancelledError:
            raise
        except Exception as unexpected:
            self.report_unexpected(unexpected)

    def _lost(self, trouble: MemtuiError) -> None:
        for screen in self.view_screens:
            screen.show_trouble(trouble.sentence, trouble.hint, self.options.location)

    def _opened(self) -> None:
        for screen in self.view_screens:
            screen.end_trouble()
        self.see_anew()
        watch: WorkType[None] = self.gateway.watch
        self.run_worker(watch, group="watch", exclusive=True, exit_on_error=False)
        self.call_after_refresh(self._settle_in)
        self.update_chrome()

    def _settle_in(self) -> None:
        """Load what the other views need while nobody waits for it, then take what there is out of garbage collection."""
        asyncio.get_running_loop().run_in_executor(None, _load_views).add_done_callback(lambda _: gc.freeze())

    def begin_sample(self, words: str, question: str) -> None:
        """Show that the store is a sample, ask it a question, and offer what to try."""
        self.tour.begin()
        for screen in self.view_screens:
            screen.filter_line.show_sample(words)
        if self.front is not None:
            self.front.filter_line.set_text(question)

    async def _come_to(self, name: str) -> None:
        await super()._come_to(name)
        if self.front is not None:
            self.front.show_news(self._news.said)

    async def do(self, act: str) -> None:
        """Do an act on the view in front, as if its key were pressed."""
        if self.front is not None and self.gateway.is_open:
            await self.front.run_named(act)

    async def _shutdown(self) -> None:
        """Keep the place while the screens still stand, then leave; Textual has no public event this early."""
        self.keep_place()
        await super()._shutdown()

    async def on_unmount(self) -> None:
        """Close the store."""
        await self.gateway.close()

    def keep_place(self) -> None:
        """Keep screen, queries and cursors for the next run."""
        if not self.gateway.is_open:
            return
        self.state.views.update(self.remembered())
        self.state.view = self.current_mode
        self.state.theme = self.theme
        self.state.last_visit = self.now()
        kept_state.save(self.options.state_file, self.state)

    def remembered(self) -> dict[str, Mapping[str, Any]]:
        """Return what each view would have restored next time: those not shown yet what they had kept."""
        return {**self.state.views, **{screen.mode: dict(screen.remember()) for screen in self.view_screens}}

    # --- what views need -----------------------------------------------------------------------

    def now(self) -> datetime:
        """Return the present moment by the store's clock."""
        workspace = self.gateway.workspace
        return (workspace.clock if workspace else SystemClock()).now()

    def pen(self, highlight: Highlight | None = None) -> Pen:
        """Return the pen to draw with."""
        from memtui.intelligence.secrets import mask
        from memtui.render.pen import Pen, nothing_marked

        return Pen(
            now=self.now(),
            mask=mask,
            highlight=highlight or nothing_marked,
            glyphs=self.options.glyphs,
            brackets=self.no_color,
        )

    @property
    def read_only(self) -> bool:
        """Whether nothing may be written."""
        workspace = self.gateway.workspace
        return self.options.read_only or (workspace is not None and workspace.store.read_only)

    def whereabouts(self) -> tuple[str, str]:
        """Return the project's name and what follows it: live, reading only."""
        name = self.gateway.project or "all projects"
        if not self.gateway.is_open:
            return name, ""
        return name, "reading only" if self.read_only else f"{self.options.glyphs.active} live"

    def moment_words(self) -> str:
        """Return what past moment is looked at, shortly (`as of 1 Mar`); empty for the present."""
        moment, present = self.gateway.moment, self.gateway.present
        return moment.words(present.clock.now()) if moment is not None and present is not None else ""

    def update_chrome(self) -> None:
        """Draw the chrome of the screen in front anew."""
        if self.front is not None:
            self.front.update_chrome()

    def say(self, text: str, *, undo: bool = False, kept: bool = False) -> None:
        """Show a sentence in the status line; with `undo`, when it was done and the key that takes it back.

        What was done (`undo`) and what is `kept` stays until the next such sentence. Any other answers one key, and
        goes with the next one.
        """
        self._news.say(text, self.now(), self.keymap.shown("undo") if undo else "", kept=undo or kept)
        self._show_news()

    def forget_undo(self) -> None:
        """Keep in sight what was done, but not the key that takes it back: here and now that key does something else."""
        self._news.forget_key()
        self._show_news()

    def hand_started(self) -> None:
        """Take back what was said about an earlier key: where the next one leads it may not be true."""
        if self._news.pass_on():
            self._show_news()

    def _show_news(self) -> None:
        if self.front is not None:
            self.front.show_news(self._news.said)

    async def on_key(self, event: events.Key) -> None:
        """Run what a key is bound to; of one that no act has, say so rather than nothing."""
        event.prevent_default()
        known = await self._check_bindings(event.key)
        if not known and event.is_printable and event.character and isinstance(self.screen, RoomScreen):
            self.screen.tell(f"{event.character} does nothing here; {self.keymap.shown('help')} lists the keys.")

    def warn(self, text: str) -> None:
        """Show a warning as a toast; nothing in it is read as markup."""
        from memtui.safe_text import one_line

        self.notify(one_line(text), severity="warning", markup=False)

    # --- the gateway's news --------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        front = self.front
        for screen in self.view_screens:
            if screen is front:
                screen.follow(change)
            else:
                screen.behind = True
        self._counts.refresh()
        self.update_chrome()

    def see_anew(self) -> None:
        """Have everything read anew."""
        super().see_anew()
        self._counts.refresh()

    def _selection_changed(self) -> None:
        if self.front is not None:
            self.front.selection_changed()

    # --- keys of the app -----------------------------------------------------------------------

    def action_command_palette(self) -> None:
        """Open the palette; keys wait until it stands."""
        self.hold_keys()
        super().action_command_palette()
        self.screen.call_after_refresh(self.release_keys)

    def action_help_quit(self) -> None:
        """Say how to leave: ctrl+c never does."""
        self.say(f"{self.keymap.shown('quit')} leaves memtui; ctrl+c does not.")


def _load_views() -> None:
    for entry in registry.ENTRIES:
        entry.load_all()

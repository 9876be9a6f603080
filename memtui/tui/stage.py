"""Which view is in front, and the way from one to another and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.driver import Driver

from memtui.tui.gateway import Change, Gateway
from memtui.tui.held_keys import KeyHolder
from memtui.tui.screens import moves
from memtui.tui.screens.first import MODE
from memtui.tui.selection import Selection

if TYPE_CHECKING:
    from memtui.services.as_of import Moment
    from memtui.tui.screens.view_screen import ViewScreen
    from memtui.tui.views.base import View


ASKING = frozenset({"hidden", "earlier", "later", "more", "less"})
"""Acts whose key asks the view for other rows: what is typed next is meant for those."""


class StagedApp(KeyHolder, inherit_bindings=False):
    """An app whose modes are view screens."""

    gateway: Gateway
    selection: Selection

    def say(self, text: str, *, undo: bool = False, kept: bool = False) -> None:
        """Show a sentence in the status line."""
        raise NotImplementedError

    def update_chrome(self) -> None:
        """Draw tabs, place and footer of the view in front anew."""
        raise NotImplementedError

    @on(Driver.SignalResume)
    def _paint_again(self) -> None:
        """Paint everything after `fg`: other programs wrote on the terminal in between."""
        self.refresh(layout=True)

    @property
    def view_screens(self) -> list[ViewScreen]:
        """The view screens that stand so far."""
        from memtui.tui.screens.view_screen import ViewScreen

        bottoms = [stack[0] for mode, stack in self._screen_stacks.items() if stack and mode != MODE]
        return [screen for screen in bottoms if isinstance(screen, ViewScreen) and screen.stands]

    @property
    def front(self) -> ViewScreen | None:
        """The view screen in front, under any dialog; None before the first one stands."""
        if self.current_mode == MODE or not self.screen_stack:
            return None
        from memtui.tui.screens.view_screen import ViewScreen

        bottom = self.screen_stack[0]
        return bottom if isinstance(bottom, ViewScreen) else None

    def look_at(self, project: str | None) -> None:
        """Look at one project, or all (None)."""
        self.gateway.look_at(project)
        self.see_anew()

    def look_back(self, moment: Moment | None) -> None:
        """See the store as it was at a moment, or (None) as it is; raises InvalidRecord for a moment ahead."""
        self.gateway.look_back(moment)
        self.see_anew()

    def see_anew(self) -> None:
        """Have everything read anew: what is in front at once, the rest when it comes to front."""
        front = self.front
        for screen in self.view_screens:
            if screen is front:
                screen.fetch()
            else:
                screen.behind = True
            screen.update_chrome()

    async def leave_first(self, name: str) -> None:
        """Put the wanted view in place of the first sight and hand it the keys that were typed meanwhile."""
        await self._come_to(name)
        self.remove_mode(MODE)
        self.release_keys()

    async def go(self, name: str) -> None:
        """Show a view on the present selection, remembering where one was."""
        if name != self.current_mode:
            self.selection.leave(self.current_mode)
            await self._come_to(name)

    async def go_back(self) -> bool:
        """Show the view and memory before; say whether there was one."""
        place = self.selection.back()
        if place is None:
            return False
        await self._come_to(place)
        return True

    async def back_to_desk(self) -> None:
        """Show the Desk again after one of its panes was zoomed, on what is selected now."""
        small = moves.desk_needs(*self.size)
        if small:
            self.say(small)
            return
        self.selection.forget("desk")
        await self._come_to("desk")

    async def leave_desk(self, why: str) -> None:
        """Go back from the Desk, for which there is no room any more, and say so."""
        if self.current_mode == "desk":
            if not await self.go_back():
                await self._come_to("search")
            self.say(why)

    async def _come_to(self, name: str) -> None:
        """Bring a view to front, made if it never was, and let it catch up with what happened meanwhile."""
        await self.switch_mode(name)
        front = self.front
        if front is None:
            return
        front.from_desk = False
        front.call_after_refresh(front.come, self.selection.number)
        if front.behind and self.gateway.is_open:
            front.behind = False
            front.call_after_refresh(front.follow, Change(elsewhere=True))
        if self.gateway.is_open:
            self.hold_keys()
            front.call_after_refresh(self.await_answer, front.view)

    def screen_of(self, view: View) -> ViewScreen:
        """Return the screen around a view."""
        from memtui.tui.screens.view_screen import ViewScreen

        screen = view.screen
        assert isinstance(screen, ViewScreen)
        return screen

    def filter_text(self, view: View) -> str:
        """Return what a view's filter line holds."""
        return self.screen_of(view).filter_of(view).text

    def set_filter(self, view: View, text: str) -> None:
        """Write into a view's filter line; keys wait until the view shows what that leaves."""
        line = self.screen_of(view).filter_of(view)
        if self.gateway.is_open and text != line.text:
            self.hold_keys()
        line.set_text(text)

    def filter_changed(self, view: View, text: str) -> None:
        """Narrow a view to what stands in its filter line."""
        if self.gateway.is_open:
            view.filter_changed(text)
            if not self.screen_of(view).filter_of(view).input.has_focus:
                self.await_answer(view)

    def filter_kept(self, view: View, text: str) -> None:
        """Tell a view that the typing is over."""
        view.filter_kept(text)
        self.await_answer(view)

    def await_answer(self, view: View) -> None:
        """Let keys wait until a view shows what it was asked for: `*` and what follows are meant for that."""
        self.hold_keys_until(lambda: not view.asking)

    def after_act(self, view: View, act: str) -> None:
        """Draw the chrome anew after a key has done its act; keys wait for what a question brings."""
        if act in ASKING:
            self.await_answer(view)
        self.update_chrome()

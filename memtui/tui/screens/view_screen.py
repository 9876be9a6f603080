"""One view with the chrome around it, and the way of every shared key to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget
from textual.widgets import Input

from memtui.paths import styles_dir
from memtui.render.spans import Line, Role, Span
from memtui.tui import acts, registry
from memtui.tui.screens import moves
from memtui.tui.screens.bindings import act_bindings
from memtui.tui.screens.room import RoomScreen
from memtui.tui.views.base import FooterKey, View
from memtui.tui.widgets.chrome import ActBar, KeyFooter, KeyLabel, StatusLine, Tab, TabLine
from memtui.tui.widgets.drawn import MainPane
from memtui.tui.widgets.filter_line import FilterInput, FilterLine
from memtui.tui.widgets.list_messages import Told
from memtui.tui.widgets.trouble import Trouble

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp
    from memtui.tui.gateway import Change

HELP_LABEL = FooterKey("help", "keys")


class ViewScreen(RoomScreen):
    """Tabs, filter line, view, status line and footer, top to bottom."""

    ESCAPE_TO_MINIMIZE = False
    CSS_PATH: ClassVar[list[Path]] = sorted(styles_dir().glob("*.tcss"))  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = act_bindings()

    def __init__(self, view: View) -> None:
        super().__init__()
        # A screen made now is styled as it is mounted; its default count would have Textual read every style
        # sheet again, twice.
        self._css_update_count = self.app._css_update_count
        self.view = view
        self.tabs = TabLine()
        self.filter_line = FilterLine(view.FILTER)
        self.trouble = Trouble()
        self.status = StatusLine()
        self.footer = KeyFooter()
        self.from_desk = False
        """Whether it is a pane of the Desk that was zoomed: `z` leads back there."""
        self.stands = False
        """Whether its widgets are there: until then nothing of the view can be asked."""
        self.behind = False
        """Whether something changed in the store while another screen was in front."""

    @property
    def mode(self) -> str:
        """The mode that this screen stands for: its view's name."""
        return self.view.NAME

    @property
    def home(self) -> Widget:
        """The list of its view."""
        return self.view.main_list

    # --- its views -----------------------------------------------------------------------------

    def fetch(self) -> None:
        """Have everything that is shown here read anew."""
        self.view.reload()

    def follow(self, change: Change) -> None:
        """Follow a commit, unless memtui is being left: its parts go one by one then, and the view writes on going."""
        if self.filter_line.children:
            self.view.store_changed(change)

    def come(self, selection: int | None) -> None:
        """Come to front on a memory that was selected elsewhere."""
        self.view.shown(selection)

    def narrow(self, text: str) -> None:
        """Narrow the view to what was typed elsewhere, the selected memory under its cursor."""
        if text != self.filter_line.text:
            self.filter_line.set_quietly(text)
            self.view.filter_changed(text)
            self.view.shown(self.host.selection.number)

    def selection_changed(self) -> None:
        """Take notice that the view selected something."""

    def remember(self) -> Mapping[str, Any]:
        """Return what is to be restored next time."""
        return self.view.remember()

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what `remember` returned in an earlier run."""
        self.view.restore(kept)

    @cached_property
    def host(self) -> MemtuiApp:
        """The app."""
        from memtui.tui.app import MemtuiApp

        assert isinstance(self.app, MemtuiApp)
        return self.app

    def compose(self) -> ComposeResult:
        """Compose the chrome and the view."""
        self.tabs.brackets = self.app.no_color
        yield self.tabs
        yield from self.compose_view()
        yield self.trouble
        yield self.status
        yield self.footer
        yield self.too_small_bar()

    def compose_view(self) -> ComposeResult:
        """Compose the filter line and the view."""
        yield self.filter_line
        yield self.view

    def filter_of(self, view: View) -> FilterLine:
        """Return the filter line of a view on this screen."""
        return self.filter_line

    def on_mount(self) -> None:
        """Give the focus to the list and start the view if the store is open already."""
        self.stands = True
        self.set_focus(self.view.main_list)
        self.filter_line.input.leave = lambda: self.set_focus(self.view.main_list)
        self.restore(self.host.state.views.get(self.mode, {}))
        self.filter_line.show_sample(self.host.options.sample)
        self.update_chrome()
        if self.host.gateway.is_open:
            self.call_after_refresh(self.fetch)
        elif (trouble := self.host.gateway.failure) is not None:
            self.show_trouble(trouble.sentence, trouble.hint, self.host.options.location)

    # --- chrome --------------------------------------------------------------------------------

    def update_chrome(self) -> None:
        """Draw tabs, place and footer as things stand now."""
        if not self.stands or not self.footer.is_attached:
            return
        tabs = [
            Tab(entry.name, self._tab_label(entry), entry.name == self.mode) for entry in registry.ENTRIES if entry.tab
        ]
        project, live = self.host.whereabouts()
        self.tabs.set(tabs, project, live, self.host.moment_words())
        self.status.set_place(self.place_line(), self._hint())
        self.footer.set([self._label(key) for key in self.view.FOOTER], self._label(HELP_LABEL))

    def place_line(self) -> Line:
        """Return what stands at the left of the status line: where the cursor is."""
        place = self.view.place()
        return (Span(place, Role.LABEL),) if place else ()

    def _tab_label(self, entry: registry.Entry) -> str:
        count = self.host.open_counts.get(entry.name)
        return f"{self.host.keymap.shown(entry.name)} {entry.tab}{f' {count:,}' if count else ''}"

    def _hint(self) -> Line:
        host = self.host
        return host.tour.hint(host.keymap, lambda act: act != self.mode and not self.reason(act), host.open_counts.get)

    def _label(self, key: FooterKey) -> KeyLabel:
        return KeyLabel(key.act, self.host.keymap.shown(key.act), key.word, not self.reason(key.act), key.wide)

    def show_news(self, news: Line) -> None:
        """Say something in the status line."""
        self.status.set_news(news)

    def on_view_status_changed(self) -> None:
        """Draw place and footer anew."""
        self.update_chrome()

    def on_view_notes(self, message: View.Notes) -> None:
        """Say in the filter line what is shown of how many."""
        self.filter_line.show_notes(message.line)

    def on_line_list_marks_changed(self) -> None:
        """Say how many are marked."""
        self.update_chrome()

    def on_line_list_moved(self) -> None:
        """Say where the cursor is."""
        self.update_chrome()

    def tell(self, sentence: str) -> None:
        """Answer a key in the status line."""
        self.host.say(sentence)

    def on_line_list_told(self, message: Told) -> None:
        """Say why a key of the list could do nothing."""
        self.tell(message.sentence)

    # --- filter --------------------------------------------------------------------------------

    def on_filter_line_changed(self, message: FilterLine.Changed) -> None:
        """Narrow the view to what is typed."""
        self.host.filter_changed(self.view, message.text)

    def on_filter_line_kept(self, message: FilterLine.Kept) -> None:
        """Tell the view that the typing is over."""
        self.host.filter_kept(self.view, message.text)

    def on_filter_input_moved_list(self, message: FilterInput.MovedList) -> None:
        """Move the list while letters go on being typed."""
        self.view.main_list.action_move(message.way)

    # --- acts ----------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep ctrl+r from redoing while something is typed."""
        if action == "act" and parameters == ("redo",):
            return not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    def reason(self, act: str) -> str:
        """Return why an act can do nothing now; empty when it can."""
        if act.startswith("list.") or act in moves.ALWAYS or hasattr(self, f"screen_{act}"):
            return ""
        if not self.host.gateway.is_open:
            return "The store is not open yet." if self.host.gateway.failure is None else "There is no open store."
        if act in acts.WRITING and (moment := self.host.moment_words()):
            return f"The past cannot be changed ({moment}): {self.host.keymap.shown('out')} leads back to now."
        if act in acts.WRITING and self.host.read_only:
            return "This store is open for reading only."
        return self.view.why_not(act)

    async def action_act(self, name: str) -> None:
        """Do an act, or say in the status line why it can do nothing now."""
        reason = self.reason(name)
        if reason:
            self.host.say(reason)
            return
        mine, own = getattr(self, f"screen_{name}", None), getattr(self.view, f"act_{name}", None)
        if mine is not None:
            await mine()
        elif own is not None:
            own()
        elif name in moves.MOVES:
            moving = moves.MOVES[name](self)
            if moving is not None:
                await moving
        elif name in acts.WHERE:
            self.host.hold_keys()
            self.host.start_act(self.view, acts.find(name)(self.view))
        self.host.tour.did(name)
        self.host.after_act(self.view, name)

    async def on_act_bar_clicked(self, message: ActBar.Clicked) -> None:
        """Do what was clicked."""
        await self.run_named(message.act)

    async def run_named(self, name: str) -> None:
        """Do an act by its name, as if its key were pressed: the way of the help page, the palette and the mouse."""
        if not name.startswith("list."):
            await self.action_act(name)
            return
        target = self.focused if isinstance(self.focused, MainPane) else self.view.main_list
        self.set_focus(target)
        for _, binding in target._bindings:
            if binding.id == name:
                await self.app.run_action(binding.action, target)
                return

    def find(self) -> None:
        """Type into the filter line."""
        self.set_focus(self.filter_line.input)

    def jump_targets(self) -> list[Widget]:
        """Return what jump mode puts its letters on: the view's panes and the filter line."""
        return [*moves.panes(self.view), self.filter_line.input]

    def zoom_pane(self, pane: Widget) -> None:
        """Give the whole view to a pane, as `z` does; escape or `z` gives the others their room back."""
        moves.zoom_pane(self, pane)

    # --- trouble -------------------------------------------------------------------------------

    def show_trouble(self, sentence: str, hint: str, location: str) -> None:
        """Say in place of the view why there is no open store."""
        self.trouble.tell(sentence, hint, location)
        self.set_class(True, "-trouble")
        self.set_focus(self.trouble)
        self.update_chrome()

    def end_trouble(self) -> None:
        """Show the view again."""
        if self.has_class("-trouble"):
            self.set_class(False, "-trouble")
            self.set_focus(self.view.main_list)

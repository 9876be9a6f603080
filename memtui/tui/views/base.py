"""What a view is to the shell: one job's widget, with its acts, its place and its reasons.

The shell (screens/view_screen.py) draws tabs, filter line, status line and footer around one view and
routes every shared key to it. A view

- composes `LineList`, `LinePane` and `LineBar` widgets and fills them from services, by
  `self.start(self._load())` with `await self.gateway.run(recall.search, request)` inside (never a
  service call on the event loop);
- says which memories an act applies to (`chosen`) and where it stands (`place`);
- has a method `act_NAME` for each act of `keymap.ACTS` that means something here, and `why_not(NAME)` for
  when it does not mean anything now. The acts on memories (archive, edit, tags, importance, pin, copy,
  new, export, undo, redo) are done by the shell on what `chosen` says; a view overrides one only to
  mean another thing by it (History's undo).

Nothing here draws; a view never calls another view.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.message import Message
from textual.widget import Widget

from memtui.tui.acts import ON_MEMORIES, WHERE
from memtui.tui.keymap import ACTS, Act
from memtui.tui.screens.moves import MOVES

if TYPE_CHECKING:
    from textual.worker import Worker

    from memtui.render.pen import Highlight, Pen
    from memtui.render.spans import Line
    from memtui.tui.app import MemtuiApp
    from memtui.tui.gateway import Change, Gateway
    from memtui.tui.options import Options
    from memtui.tui.views.stale import Stale
    from memtui.tui.widgets.drawn import MainPane


@dataclass(frozen=True, slots=True)
class FooterKey:
    """A label of the footer: the act (or a list's binding id, `list.mark`) and one word; `wide` ones wait for 100 columns.

    Five that are not wide fit beside `? keys` at 80 columns.
    """

    act: str
    word: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """An act that the palette offers beside the keys: its title, what it does, and the name of an `act_` method."""

    title: str
    says: str
    act: str


_VERDICTS = frozenset({"accept", "older", "both", "put_off"})
"""Acts that a view without conflicts or suggestions has no use for."""


def act_name(act: str) -> str:
    """Return an act's word with a capital, to begin a sentence."""
    return ACTS[act].word.capitalize() if act in ACTS else "This"


class View(Widget):
    """One of the screens' jobs. Subclasses set the class variables and override what they need."""

    NAME: ClassVar[str]
    """The mode's name and the act that shows it (`search`)."""
    TITLE: ClassVar[str]
    """The tab's word."""
    FILTER: ClassVar[str] = ""
    """What the empty filter line says."""
    FOOTER: ClassVar[tuple[FooterKey, ...]] = ()
    """The footer, most needed first; `? keys` is added by the shell."""
    OWN_ACTS: ClassVar[tuple[Act, ...]] = ()
    """Acts with keys of this view's own: its row of `keymap.VIEW_ACTS`."""
    COMMANDS: ClassVar[tuple[Command, ...]] = ()
    """What the palette offers for this view beside the keys."""

    compact = False
    """Whether it is one of the Desk's panes: no detail of its own, one line a row. Set before it is mounted."""

    class StatusChanged(Message):
        """The place, the marks or what can be done changed: status line and footer are drawn anew."""

    def on_mount(self) -> None:
        """Let styles know whether it is a pane of the Desk."""
        self.set_class(self.compact, "-compact")

    # --- given by the shell --------------------------------------------------------------------

    @property
    def host(self) -> MemtuiApp:
        """The app."""
        from memtui.tui.app import MemtuiApp

        app = self.app
        assert isinstance(app, MemtuiApp)
        return app

    @property
    def gateway(self) -> Gateway:
        """The way to the services."""
        return self.host.gateway

    @property
    def options(self) -> Options:
        """How this run was asked for."""
        return self.host.options

    def pen(self, highlight: Highlight | None = None) -> Pen:
        """Return the pen to draw with: the present moment, the local zone, the run's glyphs, secrets masked."""
        return self.host.pen(highlight)

    def say(self, text: str, *, undo: bool = False, kept: bool = False) -> None:
        """Show a success or a reason in the status line; `undo` adds `· u undo`. Text is cleaned.

        With `undo` or `kept` it stays until something else is done; any other sentence goes with the next key.

        Of the Desk's panes only the one in focus gives reasons.
        """
        if undo or self.leads or not self.compact:
            self.host.say(text, undo=undo, kept=kept)

    def start(self, work: Coroutine[Any, Any, None], *, group: str = "", exclusive: bool = False) -> Worker[None]:
        """Run a coroutine as a worker of this view and report what it raises.

        A MemtuiError becomes a sentence in the status line, Cancelled says "Stopped.", anything else opens
        the error dialog; the app goes on. `exclusive` cancels earlier work of the same `group`, and with it
        the service that it waits for.
        """
        return self.host.start(self, work, group=group or f"{self.NAME}-work", exclusive=exclusive)

    @property
    def asking(self) -> bool:
        """Whether what is shown is not yet what was asked for."""
        stale: Stale | None = getattr(self, "stale", None)
        return stale is not None and stale.waiting

    def show_notes(self, line: Line) -> None:
        """Say at the right of the filter line what is shown of how many."""
        self.post_message(self.Notes(line))

    class Notes(Message):
        """What the filter line is to say at its right."""

        def __init__(self, line: Line) -> None:
            super().__init__()
            self.line = line

    @property
    def leads(self) -> bool:
        """Whether it is the one in front (on the Desk: the pane in focus), whose cursor is the selection."""
        front = self.host.front
        return front is not None and front.view is self

    def select(self, number: int | None) -> None:
        """Make a memory the selection that all views share; of a view that is not in front nothing follows."""
        if self.leads:
            self.host.selection.set(number)

    def select_entity(self, number: int | None) -> None:
        """Make an entity the selection that all views share; the memory stays for views that show memories only."""
        if self.leads:
            self.host.selection.set_entity(number)

    def select_conflict(self, number: int | None) -> None:
        """Make a conflict the one that Review shows."""
        if self.leads:
            self.host.selection.set_conflict(number)

    def status_changed(self) -> None:
        """Have status line and footer drawn anew."""
        self.post_message(self.StatusChanged())

    @property
    def filter_text(self) -> str:
        """What the filter line holds."""
        return self.host.filter_text(self)

    def set_filter(self, text: str) -> None:
        """Write into the filter line, as if it were typed."""
        self.host.set_filter(self, text)

    # --- to override ---------------------------------------------------------------------------

    @property
    def main_list(self) -> MainPane:
        """The list (or picture) that has the focus at start, and that J, K and the filter line's arrows move."""
        raise NotImplementedError

    def reload(self) -> None:
        """Fetch what is shown anew; called once the store is open, on `r`, and after another project was chosen."""

    def store_changed(self, change: Change) -> None:
        """Follow a commit without moving cursor, scroll or typed text; only called while this view is in front,
        and once on coming back to front if there were any meanwhile."""
        self.reload()

    def shown(self, selection: int | None) -> None:
        """Come to front; `selection` is the memory selected elsewhere, or None."""

    def filter_changed(self, text: str) -> None:
        """Narrow to what is typed so far."""

    def filter_kept(self, text: str) -> None:
        """Enter in the filter line: the typing is over."""

    def chosen(self) -> Sequence[int]:
        """Return the numbers of the memories that an act applies to: the marked ones, else the one in focus."""
        return ()

    def acted(self) -> None:
        """An act on the marked ones was done: unmark them."""
        self.main_list.clear_marks()

    def place(self) -> str:
        """Return where the cursor is, for the status line: `1 of 7   0 marked`."""
        return ""

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now, in one short sentence; empty when it can.

        An override asks this one last, since it knows what the shell does: acts on memories need one that
        is chosen, and an act with neither an `act_` method here nor a doer in the shell means nothing.
        """
        if getattr(self, f"act_{act}", None) is not None or act in MOVES:
            return ""
        if act in ON_MEMORIES and not self.chosen():
            return "No memory is selected."
        if act in WHERE:
            return ""
        return self._means_nothing(act)

    def _means_nothing(self, act: str) -> str:
        key = self.host.keymap.shown
        if act == "note":
            return f"A note goes with a conflict; {key('review')} shows them."
        if act in _VERDICTS:
            return f"Verdicts are given in Review; {key('review')} shows it."
        if act == "accept_all":
            return f"What is suggested is in Review and Layers; {key('review')} and {key('layers')} show them."
        return f"{act_name(act)} means nothing in {self.TITLE}."

    def step_out(self) -> bool:
        """Take back one step of the view's own on escape (an open part, a facet); say whether there was one."""
        return False

    def remember(self) -> Mapping[str, Any]:
        """Return what is to be restored next time, as JSON: query, cursor, splits."""
        return {}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what `remember` returned in an earlier run; called before the first `reload`. Trust nothing."""

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the whole view as lines, for an export as text."""
        return ()

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return head and rows for an export as Markdown or CSV."""
        return (), ()

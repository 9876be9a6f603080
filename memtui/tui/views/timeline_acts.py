"""What the keys do to the drawing of a Timeline: zoom and range, form, order and kinds, why, the way to Graph and Review."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from memtui.render import timeline_axis as axes
from memtui.render.timeline_axis import Window
from memtui.tui.keymap import VIEW_ACTS, Act
from memtui.tui.screens import moves
from memtui.tui.views import timeline_words as words
from memtui.tui.views.base import Command
from memtui.tui.views.timeline_base import TimelineParts
from memtui.tui.views.timeline_rows import EventRows
from memtui.tui.views.timeline_state import SHARES

if TYPE_CHECKING:
    from memtui.domain.kinds import EntityType
    from memtui.services.timeline_events import Line as EventLine

ALL_SHOWN = "All of it is shown; + shows less of the time."


class TimelineActs(TimelineParts):
    """Acts on the drawing; none of them writes."""

    OWN_ACTS: ClassVar[tuple[Act, ...]] = VIEW_ACTS["timeline"]
    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Split an alias off", "make a name an entity of its own again, after a preview", "split_alias"),
        Command(
            "Merge marked entities", "the marked ones become names of the most mentioned, after a preview", "merge"
        ),
        Command("Take the alias suggested", "merge the two names, after a preview", "accept"),
        Command("Refuse the alias suggested", "these are two things; never suggest it again", "both"),
        Command("Drawing or table", "what was current as lanes or as a table, events as DATE: headline", "form"),
        Command("Order and kinds of events", "newest or oldest first, which events, which names", "facets"),
        Command("Why one ended another", "the words, the verdict and whose it was", "why"),
    )

    def show_followed(self, *, follow: bool, memory: int | None = None) -> None:
        """Draw the timeline anew."""
        raise NotImplementedError

    def row_event(self, index: int | None) -> EventLine | None:
        """Return the event of a row."""
        rows = self.events.rows
        return rows.event(index) if index is not None and isinstance(rows, EventRows) else None

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        empty = self.followed is None or self.followed.timeline is None
        if act in ("more", "less", "earlier", "later", "form", "why", "hidden") and empty:
            return "There is no timeline here; / finds a name to follow."
        if act in ("more", "less", "earlier", "later"):
            return self._why_no_window(act)
        if act == "why" and (self.event is None or not self._has_ending()):
            return "This memory ended none, and none ended it."
        if act == "graph" and self.event is None:
            return ""
        return super().why_not(act)

    def _why_no_window(self, act: str) -> str:
        whole = self.whole()
        if self.form.table:
            return "The table shows all of the time; v draws the axis."
        if whole is None:
            return "Nothing here has a date."
        if act == "more":
            return "" if axes.nearer(whole, self.window, None) else "This is as near as it goes."
        if self.window is None:
            return ALL_SHOWN
        if act == "earlier" and axes.moved(whole, self.window, -1) is None:
            return "This is where it begins."
        if act == "later" and axes.moved(whole, self.window, 1) is None:
            return "This is where it ends."
        return ""

    def _has_ending(self) -> bool:
        about, event = self.memory.about, self.event
        if about is not None and event is not None and about.detail.memory.id == event.memory.id:
            return bool(about.endings)
        return True  # not read yet: the pane will say

    # --- the axis ------------------------------------------------------------------------------

    def act_more(self) -> None:
        """Show less of the time, around the event under the cursor."""
        whole, event = self.whole(), self.event
        if whole is not None:
            self.set_window(axes.nearer(whole, self.window, event.at if event is not None else None))

    def act_less(self) -> None:
        """Show more of the time, in the end all of it."""
        whole = self.whole()
        if whole is not None and self.window is not None:
            self.set_window(axes.farther(whole, self.window))

    def act_earlier(self) -> None:
        """Move to an earlier range."""
        self._move(-1)

    def act_later(self) -> None:
        """Move to a later range."""
        self._move(1)

    def _move(self, step: int) -> None:
        whole = self.whole()
        if whole is not None and self.window is not None:
            self.set_window(axes.moved(whole, self.window, step) or self.window)

    def set_window(self, window: Window | None) -> None:
        """Look at a stretch of time, or (None) at all of it."""
        self.window = window
        self.redraw_lanes()
        self.fit()
        self.status_changed()

    def bring_in_sight(self, at: datetime | None) -> bool:
        """Move the range as little as needed to hold an event that the cursor came to; say whether it moved."""
        whole, before = self.whole(), self.window
        if at is not None and whole is not None and before is not None:
            self.window = axes.bringing(whole, before, at)
        if self.window == before:
            return False
        self.redraw_lanes()
        return True

    def act_narrower(self) -> None:
        """Give the lanes less room."""
        self._set_share(-1)

    def act_wider(self) -> None:
        """Give the lanes more room."""
        self._set_share(1)

    def _set_share(self, step: int) -> None:
        place = SHARES.index(self.form.share) + step
        if not 0 <= place < len(SHARES):
            self.say("The split goes no further.")
            return
        before, self.form.share = self.lanes.styles.height, SHARES[place]
        self.fit()
        if self.lanes.styles.height == before:
            self.say("All that was current is in sight already.")

    # --- forms ---------------------------------------------------------------------------------

    def act_form(self) -> None:
        """Draw lanes, or show a table of values and the events as the Memento guide prints them."""
        self.form.table = not self.form.table
        self.show_followed(follow=True)
        self.say("Table: values with their days, DATE: headline." if self.form.table else "Drawing.")

    def act_hidden(self) -> None:
        """Show or hide passing notes."""
        self.form.transient = not self.form.transient
        self.show_followed(follow=True)
        self.say("Transient notes are shown." if self.form.transient else "Transient notes are hidden.")

    def act_facets(self) -> None:
        """Choose the order, the kinds of events, the types of entities."""
        self.start(self._choose(), group="act")

    async def _choose(self) -> None:
        from memtui.domain.kinds import EntityType
        from memtui.tui.modals.choice import ChoiceScreen

        event = self.event
        offered = words.choices(self.form, self.known_types(), (event.kind,) if event is not None else ())
        chosen = await self.host.push_screen_wait(ChoiceScreen("order, events, entities", offered))
        if chosen is None:
            return
        what, value = chosen
        if what == "type":
            self.form.types ^= {EntityType(value)}
            self.find_entities()
            return
        if what == "order":
            self.form.newest_first = value == "newest"
        else:
            self.form.left_out ^= {value}
        self.show_followed(follow=True)

    def known_types(self) -> frozenset[EntityType]:
        """Return the types of entities that there are."""
        raise NotImplementedError

    def find_entities(self, *, follow: bool = False, pause: float = 0.0) -> None:
        """List the entities anew."""
        raise NotImplementedError

    # --- the opened memory ---------------------------------------------------------------------

    def act_out(self) -> None:
        """Go one step out; an opened memory that has no pane of its own closes with its zoom."""
        moves.out(self.host.screen_of(self))
        self._close_unzoomed()

    def act_zoom(self) -> None:
        """Zoom the pane in focus, or all panes again."""
        self.start(self._zoom(), group="zoom")

    async def _zoom(self) -> None:
        moving = moves.zoom(self.host.screen_of(self))
        if moving is not None:
            await moving
        self._close_unzoomed()

    def _close_unzoomed(self) -> None:
        if self.has_class("-opened") and not self.beside and not self.query(".-zoomed-out"):
            self.memory.close()
            self.memory.why = False
            self.set_class(False, "-opened")
            self.events.focus()

    # --- elsewhere -----------------------------------------------------------------------------

    def act_why(self) -> None:
        """Show or hide why one memory ended another."""
        shown = self.memory.toggle_why()
        if not self.beside:
            if shown:
                self.set_class(True, "-opened")
                self.host.screen_of(self).zoom_pane(self.memory.lines)
            else:
                self.act_zoom()
        self.fit()

    def act_review(self) -> None:
        """Show the conflict of the event under the cursor in Review."""
        event = self.event
        if event is not None and event.conflict is not None:
            self.host.selection.set_conflict(event.conflict.number)
        self.start(self.host.go("review"), group="go")

    def act_graph(self) -> None:
        """Show the neighbourhood of the event's memory, or of the entity where no memory is selected."""
        event = self.event
        if event is not None and event.memory.number is not None:
            self.host.selection.set(event.memory.number)
        self.start(self.host.go("graph"), group="go")

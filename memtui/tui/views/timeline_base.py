"""The parts of the Timeline and what they show; `timeline_acts` and `timeline_names` do what the keys ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render import timeline as drawing
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.render.timeline_axis import Window, whole_of
from memtui.render.timeline_lanes import Past
from memtui.render.timeline_rows import RowLook, day_of
from memtui.tui.views.base import View
from memtui.tui.views.stale import Stale
from memtui.tui.views.timeline_lanes import Drawn, LanesPane
from memtui.tui.views.timeline_panes import ABSENT, LineBlock, MemoryPane
from memtui.tui.views.timeline_rows import EventKeys, EventRows, SuggestionRows, pair_words
from memtui.tui.views.timeline_state import Form
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.filter_line import FilterInput
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.services.alias_suggestions import Suggestion
    from memtui.services.timeline_events import Line as EventLine
    from memtui.services.timeline_following import Followed

BESIDE, ROOMY = 100, 28
"""From so many cells on the entities stand beside the timeline, from so many rows on its evolution has two lines."""

LEFT_CELLS = 26
"""The width of the entities beside the timeline, their border included."""


class TimelineParts(View):
    """Composes the panes and draws what was fetched into them."""

    def __init__(self) -> None:
        super().__init__()
        self.form = Form()
        self.followed: Followed | None = None
        self.window: Window | None = None
        self.suggestions: tuple[Suggestion, ...] = ()
        self.stale = Stale(self)
        self.event_keys = EventKeys()
        self.hidden_events = 0
        self.finding = False
        """Whether a name is looked for."""
        self._pen: Pen | None = None

    def compose(self) -> ComposeResult:
        """Compose the timeline, and the entities beside it."""
        with Vertical(id="timeline-right"):
            yield LineBlock(id="timeline-head")
            yield LineBar(self._evolution_title, id="timeline-evolution-bar")
            yield LineBlock(id="timeline-evolution")
            yield LineBar(self._lanes_title, id="timeline-lanes-bar", classes="bar")
            yield LanesPane(id="timeline-lanes")
            yield LineBar(self._events_title, id="timeline-events-bar", classes="bar")
            yield LineList(id="timeline-events")
            yield MemoryPane(id="timeline-memory")
        with Vertical(id="timeline-left"):
            yield LineBar(id="timeline-picker-bar", classes="bar")
            yield LineList(id="timeline-picker")
            yield LineBar(id="timeline-named-bar", classes="bar")
            yield LineList(id="timeline-named", markable=False)
            yield LineBar(id="timeline-types-bar")
            yield LineBlock(id="timeline-types")
            yield LineBar(id="timeline-aliases-bar", classes="bar")
            yield LineList(id="timeline-aliases", markable=False)

    # --- parts ---------------------------------------------------------------------------------

    @property
    def main_list(self) -> LineList:
        """The events; while a name is typed, the entities."""
        return self.picker if self.finding and self.typing else self.events

    @property
    def typing(self) -> bool:
        """Whether the filter line has the focus."""
        return isinstance(self.screen.focused, FilterInput)

    @property
    def events(self) -> LineList:
        """The events."""
        return self.query_one("#timeline-events", LineList)

    @property
    def picker(self) -> LineList:
        """All entities, as far as the filter lets them through."""
        return self.query_one("#timeline-picker", LineList)

    @property
    def named(self) -> LineList:
        """The entities of the selected memory."""
        return self.query_one("#timeline-named", LineList)

    @property
    def aliases(self) -> LineList:
        """Suggestions of names that may be one."""
        return self.query_one("#timeline-aliases", LineList)

    @property
    def lanes(self) -> LanesPane:
        """What was current when."""
        return self.query_one(LanesPane)

    @property
    def memory(self) -> MemoryPane:
        """The memory of the event under the cursor."""
        return self.query_one(MemoryPane)

    @property
    def beside(self) -> bool:
        """Whether the entities stand beside the timeline."""
        return self.size.width >= BESIDE and not self.compact

    @property
    def event(self) -> EventLine | None:
        """The event under the cursor."""
        rows = self.events.rows
        return rows.event(self.events.cursor) if isinstance(rows, EventRows) else None

    @property
    def entity(self) -> int | None:
        """The entity that is followed."""
        return self.followed.entity if self.followed is not None else None

    @property
    def suggestion(self) -> Suggestion | None:
        """The alias suggestion under the cursor."""
        rows = self.aliases.rows
        if isinstance(rows, SuggestionRows) and self.aliases.cursor < len(rows.suggestions):
            return rows.suggestions[self.aliases.cursor]
        return None

    def suggestion_words(self) -> str:
        """Return the suggestion with the keys that answer it, where its pane has no room."""
        one = self.suggestion
        if one is None or self.beside or self._pen is None:
            return ""
        take, refuse = self.host.keymap.shown("accept"), self.host.keymap.shown("both")
        return f"{pair_words(one, self._pen)}? {take} {refuse}"

    # --- drawing -------------------------------------------------------------------------------

    @property
    def past(self) -> Past | None:
        """The moment looked at, as the lanes draw it."""
        followed = self.followed
        if followed is None or followed.moment is None:
            return None
        return Past(at=followed.moment.at, unknown=followed.unknown)

    def event_rows(self, pen: Pen) -> EventRows:
        """Return the rows of the present form, and count what it hides."""
        followed = self.followed
        assert followed is not None
        found = followed.timeline
        dated, undated = (found.lines, found.undated) if found is not None else ((), ())
        shown_dated = [one for one in dated if self._shows(one)]
        shown_undated = [one for one in undated if self._shows(one)]
        self.hidden_events = len(dated) + len(undated) - len(shown_dated) - len(shown_undated)
        if self.form.newest_first:
            shown_dated.reverse()
        look = RowLook(
            importance=followed.importance,
            name=found.name if found is not None else "",
            told=self.form.table,
            conflict_hint=f": {self.host.keymap.shown('review')} shows it" if self.beside else "",
        )
        return EventRows(followed, shown_dated, shown_undated, pen, look, self.event_keys)

    def _shows(self, event: EventLine) -> bool:
        from memtui.services.timeline_following import is_transient

        return event.kind not in self.form.left_out and (self.form.transient or not is_transient(event))

    def draw_head(self) -> None:
        """Draw what is followed and how it evolved; the lanes and the rows of the panes follow the height."""
        followed, pen = self.followed, self._pen
        if followed is None or pen is None:
            return
        found, head, evolution = (
            followed.timeline,
            *self.query("#timeline-head, #timeline-evolution").results(LineBlock),
        )
        if found is None:
            head.show(lambda width: (), 0)
            evolution.show(lambda width: (), 0)
            self._show_bars(False)
            return
        self._show_bars(True)
        room = self.room
        limit = 1 if self.size.height < 16 or self.beside else 2
        most = 2 if self.beside or self.size.height >= ROOMY else 1
        table = self.form.table

        def draw(width: int) -> list[Line]:
            own = [pen.fit_line((*_indent(drawing.head_line(found, pen)),), width)] if self.beside else []
            return own + drawing.names_lines(found, pen, width, limit)

        def evolved(width: int) -> list[Line]:
            return drawing.evolution_lines(found, pen, width, most, states=table)

        head.show(draw, len(draw(room)))
        evolution.show(evolved, len(evolved(room)))

    def _show_bars(self, on: bool) -> None:
        for name in ("#timeline-evolution-bar", "#timeline-lanes-bar", "#timeline-lanes"):
            self.query_one(name).set_class(not on, ABSENT)

    def fit(self) -> None:
        """Give the lanes as many rows as they need and the memory its share, the events the rest."""
        height = self.size.height
        if not height or self.followed is None:
            return
        lanes = self.lanes.count(self.room)
        most = max(height * self.form.share // 100, 3)
        _set_height(self.lanes, max(min(lanes, most), 1))
        if self.beside:
            _set_height(self.memory, 1 + (height // 3 if self.memory.why else max(4, min(height // 6, 8))))

    @property
    def room(self) -> int:
        """The width of the timeline without the entities."""
        return self.size.width - (LEFT_CELLS if self.beside else 0)

    def redraw_lanes(self) -> None:
        """Draw the lanes anew where they stand."""
        followed, pen = self.followed, self._pen
        found = followed.timeline if followed is not None else None
        drawn = Drawn(found, pen, self.window, self.form.table, self.past) if found is not None and pen else None
        self.lanes.show_lanes(drawn, self.pointed_at)
        self.query_one("#timeline-lanes-bar", LineBar).refresh()

    @property
    def pointed_at(self) -> str:
        """The id of the memory under the cursor."""
        event = self.event
        return event.memory.id if event is not None else ""

    def whole(self) -> Window | None:
        """Return the stretch of time of the whole history."""
        found = self.followed.timeline if self.followed is not None else None
        return whole_of(found) if found is not None else None

    # --- titles --------------------------------------------------------------------------------

    def refresh_bars(self) -> None:
        """Draw the rules anew: double over the pane in focus."""
        for bar in self.query(LineBar):
            bar.refresh()

    def _evolution_title(self, width: int) -> Line:
        return self._pen.rule("evolution", "", width - 1) if self._pen is not None else ()

    def _lanes_title(self, width: int) -> Line:
        pen = self._pen
        if pen is None:
            return ()
        title = "what was current"
        if self.window is not None:
            start, end = (day_of(moment, pen) for moment in self.window)
            title += f" {pen.glyphs.dot} {start} {pen.glyphs.dash} {end}"
        minus = "-" if pen.glyphs.dash == "-" else "−"
        hint = f"+ {minus} zoom   [ ] move" + ("   v drawing" if self.form.table else "   v table") * self.beside
        return pen.rule(title, hint, width - 1, focused=self.lanes.has_focus)

    def _events_title(self, width: int) -> Line:
        pen = self._pen
        if pen is None:
            return ()
        other = "oldest first: f" if self.form.newest_first else "newest first: f"
        return pen.rule("what happened", other if self.beside else "", width - 1, focused=self.events.has_focus)

    def left_title(self, title: str, pane: LineList | None = None) -> Line:
        """Return a rule of the left column."""
        pen, width = self._pen, self.query_one("#timeline-left").size.width
        if pen is None or not width:
            return ()
        return pen.rule(title, "", width - 1, focused=pane is not None and pane.has_focus)


def _indent(drawn: Line) -> Line:
    from memtui.render.spans import Span

    return (Span(" "), *drawn)


def _set_height(widget: LanesPane | MemoryPane, rows: int) -> None:
    height = widget.styles.height
    if height is None or height.value != rows or not height.is_cells:
        widget.styles.height = rows

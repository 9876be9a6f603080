"""Timeline: how a thing came to be what it is, its values on one axis and all that happened to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from memtui.domain.errors import NotFound
from memtui.render.spans import Line
from memtui.render.widths import width as cells
from memtui.tui.views import timeline_export
from memtui.tui.views import timeline_words as words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.timeline_acts import TimelineActs
from memtui.tui.views.timeline_names import TimelineNames
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.tui.gateway import Change

LEAST_NAME = 12
"""Cells of the filter line that are left to a name."""

READING_PAUSE = 0.04
"""Seconds that a cursor rests before what it stands on is fetched."""


class TimelineView(TimelineNames, TimelineActs):
    """Follows an entity: the one chosen, else the most mentioned one of the selected memory."""

    NAME = "timeline"
    TITLE = "Timeline"
    FILTER = "a name: function, file, tool, thing"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("list.open", "open"),
        FooterKey("more", "zoom"),
        FooterKey("earlier", "earlier"),
        FooterKey("later", "later", wide=True),
        FooterKey("form", "table"),
        FooterKey("as_of", "as-of"),
        FooterKey("why", "why", wide=True),
        FooterKey("accept", "alias", wide=True),
        FooterKey("filter", "find", wide=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self._mine: int | None = None
        self._quiet: int | None = None
        self._kept_entity: int | None = None
        self._any_memory, self._early = True, False
        self._coming: tuple[int | None, int | None] | None = None
        self._stands = asyncio.Event()

    def on_mount(self) -> None:
        """Draw with this run's signs."""
        glyphs = self.options.glyphs
        for one in self.query(LineList):
            one.cursor_glyph, one.mark_glyph = glyphs.cursor, glyphs.mark
        self.set_class(self.options.ascii, "-ascii")
        self.set_class(self.beside, "-beside")

    # --- following -----------------------------------------------------------------------------

    def reload(self) -> None:
        """Fetch anew what is shown, keeping the place."""
        self._stands.set()
        if not self._early:
            self._follow()
        self._early = False
        self.find_entities(follow=True)
        self.look_for_aliases()

    def store_changed(self, change: Change) -> None:
        """Follow a commit: rows come and go, the cursor stays on its event."""
        self.reload()

    def shown(self, selection: int | None) -> None:
        """Come to front on what was selected elsewhere."""
        self.set_class(self.beside, "-beside")
        if self.gateway.is_open and self._target() not in ((self.entity, None), self._coming):
            self._follow()

    def _target(self) -> tuple[int | None, int | None]:
        """Return the entity to follow and the memory to look at: what is selected, else what is followed already."""
        chosen = self.host.selection
        if chosen.entity is not None:
            return chosen.entity, chosen.number if chosen.entity != self.entity else None
        if chosen.number is not None and (self.followed is None or chosen.number != self._mine):
            return None, chosen.number
        return self.entity if self.followed is not None else self._kept_entity, None

    def _follow(self, entity: int | None = None, pause: float = 0.0) -> None:
        self._coming = target = (entity, None) if entity is not None else self._target()
        self.start(self._fetch(target, pause), group="follow", exclusive=True)

    async def _fetch(self, target: tuple[int | None, int | None], pause: float) -> None:
        from memtui.services import timeline_following as following

        question = self.stale.start()
        try:
            if pause:
                await asyncio.sleep(pause)
            wanted, memory = target
            found = await self.gateway.run(following.follow, wanted, memory)
            if found.empty:
                self._any_memory = await self.gateway.run(following.any_memory)
            await self._stands.wait()
        finally:
            self.stale.stop(question)
            if self._coming is target:
                self._coming = None
        same = self.followed is not None and self.followed.entity == found.entity
        self.followed, self._pen = found, self.pen()
        if not same:
            self.window = None
            self.lanes.scroll_lines_to(0)
        self._mine = self._mine if memory is None else memory
        self.show_followed(follow=same and memory is None, memory=memory)
        self.show_named(found.named)

    def show_followed(self, *, follow: bool, memory: int | None = None) -> None:
        """Draw the timeline anew; `follow` keeps the cursor's event, `memory` is the one to put it on."""
        followed, pen = self.followed, self._pen
        if followed is None or pen is None:
            return
        rows = self.event_rows(pen)
        if not len(rows):
            rows.tail = ((), *words.nothing(followed, self.hidden_events, any_memory=self._any_memory))
        elif followed.timeline is not None and followed.timeline.more:
            more = followed.timeline.more
            rows.tail = ((), words.keyed(f"+{more:,} more memories, older than these"))
        at = next((i for i, one in enumerate(rows.events) if one.memory.number == memory), None) if memory else None
        elsewhere = self.picker.has_focus or self.named.has_focus or (memory is not None and at is None)
        if at is None and not follow and len(rows):
            at = 0 if self.form.newest_first else max(rows.first_undated - 1, 0)
        key = rows.keys[at] if at is not None else None
        self._quiet = key if elsewhere else None
        self.draw_head()
        self.events.set_rows(rows, follow=follow, cursor_key=key)
        self.redraw_lanes()
        self.fit()
        self.refresh_bars()
        self._show_notes()
        self.mark_current()
        self.status_changed()

    def _show_notes(self) -> None:
        followed, pen = self.followed, self._pen
        if followed is None or pen is None:
            return
        found = followed.timeline
        moment = str(followed.moment) if followed.moment is not None else ""
        room = self.size.width - 8 - max(cells(found.name) if found is not None else 0, LEAST_NAME)
        self.show_notes(words.notes(found, pen, room, moment, beside=self.beside))
        self.name_in_filter(found.name if found is not None else "")

    # --- cursors -------------------------------------------------------------------------------

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show what a cursor came to: the memory of an event, or another entity's timeline."""
        if message.line_list is self.events:
            self._look()
        elif message.line_list in (self.picker, self.named):
            typing = message.line_list is self.picker and self.finding
            if (message.line_list.has_focus or (typing and self.beside)) and message.key is not None:
                self.choose_entity(message.key, pause=READING_PAUSE)

    def choose_entity(self, number: int, *, pause: float = 0.0) -> None:
        """Follow another entity."""
        if number == self.entity and self.host.selection.entity in (None, number):
            return
        self.select_entity(number)
        self._follow(number, pause)

    def _look(self) -> None:
        event, pen = self.event, self._pen
        if pen is None:
            return
        self.memory.show_memory(event.memory if event is not None else None, pen)
        if event is None or event.memory.number is None:
            return
        if self.events.cursor_key != self._quiet:
            self._quiet = None
            self._mine = event.memory.number
            self.select(event.memory.number)
        if not self.bring_in_sight(event.at):
            self.lanes.point_at(self.pointed_at)
        self.start(self._complete(event.memory.number), group="detail", exclusive=True)

    async def _complete(self, number: int) -> None:
        from memtui.services import timeline_detail

        await asyncio.sleep(READING_PAUSE)
        try:
            found = await self.gateway.run(timeline_detail.about, number)
        except NotFound:
            return  # not there yet at the moment looked at: its text is all there is to show
        self.memory.take(found)
        self.show_named(found.named)
        self.status_changed()

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Open the memory of an event, or go on to the events of an entity."""
        if message.line_list is self.events:
            self.start(self._open(), group="detail", exclusive=True)
        elif message.line_list in (self.picker, self.named):
            self.choose_entity(message.key)
            self.stop_finding()
            self.events.focus()
        elif message.line_list is self.aliases:
            self.say("a takes this suggestion after a preview, b refuses it.")

    async def _open(self) -> None:
        from memtui.services import timeline_detail

        event = self.event
        if event is None or event.memory.number is None:
            return
        self.memory.take(await self.gateway.write(timeline_detail.opened, event.memory.number), opened=True)
        self.set_class(True, "-opened")
        self.host.screen_of(self).zoom_pane(self.memory.lines)

    def step_out(self) -> bool:
        """Close the opened memory, leave the name that is looked for, go back to the events."""
        closed = self.memory.close() or self.has_class("-opened")
        self.set_class(False, "-opened")
        elsewhere = not self.events.has_focus
        if elsewhere:
            self.stop_finding()
            self.events.focus()
        if self.window is not None and not closed and not elsewhere:
            self.set_window(None)
            return True
        return closed or elsewhere

    def on_resize(self) -> None:
        """Stand beside each other where there is room."""
        self.set_class(self.beside, "-beside")
        if self.followed is not None:
            self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        self.draw_head()
        self.fit()
        self._show_notes()
        self.show_left()

    def on_descendant_focus(self) -> None:
        """Draw the rules anew; who leaves the filter line comes to the events."""
        if self.finding and not self.typing:
            self.stop_finding()
            self.events.focus()
        self.refresh_bars()

    def on_descendant_blur(self) -> None:
        """Draw the rules anew."""
        self.refresh_bars()

    # --- what the shell asks -------------------------------------------------------------------

    def chosen(self) -> Sequence[int]:
        """Return the memories of the marked events, else of the one under the cursor."""
        keys, rows = self.events.chosen_keys, self.events
        found = (self.row_event(rows.index_of(key)) for key in keys)
        return list(dict.fromkeys(one.memory.number for one in found if one is not None and one.memory.number))

    def acted(self) -> None:
        """Unmark the events."""
        self.events.clear_marks()

    def place(self) -> str:
        """Return how much there is on the timeline."""
        marked = len(self.events.marks) + len(self.picker.marks)
        return words.place(self.followed, len(self.events.rows), self.hidden_events, marked, self.suggestion_words())

    def remember(self) -> Mapping[str, Any]:
        """Return what is followed, and how it is drawn."""
        return self.form.kept() | {"entity": self.entity}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up an earlier run's entity and form, as far as they make sense."""
        self.form.take_up(kept, words.KINDS)
        entity = kept.get("entity")
        self._kept_entity = entity if isinstance(entity, int) else None
        if self.gateway.is_open and not self.compact:
            # What is read while the screen is made need not be waited for when it stands.
            self._early = True
            self._follow()

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the timeline as the Memento guide prints it, then what was current when."""
        found = self.followed.timeline if self.followed is not None else None
        return timeline_export.lines_of(found, self.pen(), width, self.window) if found is not None else ()

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the events as a table."""
        found = self.followed.timeline if self.followed is not None else None
        return timeline_export.table_of(found, self.pen()) if found is not None else ((), ())

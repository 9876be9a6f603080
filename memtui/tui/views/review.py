"""Review: what is in conflict, the pair under the cursor, and a verdict with one key."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render import review as drawing
from memtui.render.spans import Line
from memtui.tui.views import review_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.review_acts import SPLITS
from memtui.tui.views.review_fetching import ReviewFetching
from memtui.tui.views.review_pane import MorePane, PairPane, TabsBar, VerdictPane
from memtui.tui.views.review_parts import LOW
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import GUTTER, LineList

if TYPE_CHECKING:
    from memtui.domain.records import Conflict
    from memtui.services.review_queue import QueueRow

READING_PAUSE = 0.04
"""Seconds that the cursor rests before a pair is looked at closely; its texts are shown at once."""


class ReviewView(ReviewFetching):
    """The queue of conflicts."""

    _of: int | None = None
    """The memory whose side is to be in focus once its conflict is under the cursor."""

    NAME = "review"
    TITLE = "Review"
    FILTER = "words, type: band: severity: subject: entity: memory:"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("list.mark", "mark"),
        FooterKey("list.mark_all", "all", wide=True),
        FooterKey("accept_all", "accept all", wide=True),
        FooterKey("facets", "facets"),
        FooterKey("why", "why"),
        FooterKey("note", "note"),
        FooterKey("undo", "undo"),
        FooterKey("later", "tabs", wide=True),
        FooterKey("filter", "find", wide=True),
    )

    def compose(self) -> ComposeResult:
        """Compose tabs, queue, pair, verdicts and what lies around."""
        yield TabsBar(self._draw_tabs, id="review-tabs")
        with Vertical(id="review-queue"):
            yield LineBar(self._draw_head, id="review-list-bar", classes="bar")
            yield LineList(id="review-list")
            yield LineBar(self._draw_rest, id="review-rest")
        pane = PairPane(self.pair, id="review-pair")
        yield pane
        yield VerdictPane(self.pair, pane, id="review-verdicts")
        yield MorePane(self.pair, id="review-more")

    def on_mount(self) -> None:
        """Draw with this run's signs and keys."""
        glyphs = self.options.glyphs
        self.main_list.cursor_glyph, self.main_list.mark_glyph = glyphs.cursor, glyphs.mark
        keymap = self.host.keymap
        self.pair.keys = {act: keymap.shown(act) for act in (*review_words.JUDGING, "put_off", "why", "undo")}
        self.set_class(self.compact, "-compact")
        self._fit()
        self.fold_filter(self.filter_text)
        # How many more there are depends on what the list shows, which scrolls after its cursor moved.
        self.watch(self.main_list, "scroll_y", self._draw_rest_anew, init=False)

    def on_resize(self) -> None:
        """Give the parts the room that there is."""
        self._fit()

    def _fit(self) -> None:
        self.set_class(0 < self.size.height < LOW, "-low")

    # --- bars ----------------------------------------------------------------------------------

    def _draw_tabs(self, width: int) -> Line:
        if self.queue is None:
            return ()
        counts = self.queue.counts
        narrowed = len(self.queue.numbers) + self.queue.folded if self.queue.narrows else None
        numbers = drawing.Numbers(counts.states, counts.severities, counts.agreed, counts.judged, narrowed)
        return drawing.tabs_line(numbers, self.tab, self.pen(), width, self._sample)

    @property
    def _sample(self) -> str:
        """What the filter line would say of a sample, while the tabs stand in its place."""
        return "" if self.compact or self.text else self.host.screen_of(self).filter_of(self).sample

    def _draw_head(self, width: int) -> Line:
        if not len(self.main_list.rows) or self.drawing is None:
            return ()
        look = drawing.QueueLook(width=width - GUTTER, decided=self.tab in ("kept", "done"))
        return drawing.queue_head(look, self.drawing, GUTTER)

    def _draw_rest(self, width: int) -> Line:
        shown = self.main_list
        count = len(shown.rows) - int(shown.scroll_offset.y) - shown.size.height
        order = review_words.ORDERS.get(self.tab, "decided last first")
        return drawing.rest_line(count, self.drawing, width, order=order) if self.drawing is not None else ()

    # --- the conflict under the cursor ---------------------------------------------------------

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the pair that the cursor came to."""
        self.withdraw_undo()
        self.look()
        self._draw_rest_anew()

    def _draw_rest_anew(self) -> None:
        self.query_one("#review-rest", LineBar).refresh()

    def look(self) -> None:
        row = self.row
        if self.drawing is None or (row is None and len(self.main_list.rows)):
            return
        other = self.pair.show(row, self.drawing, self.tab)
        if row is None or not other:
            self.draw_pair(keep_place=not other)
        if row is not None:
            self.sitting.look()
            if other:
                self.pair.new_in_focus = row.entry.new.number == self._of
                self._of = None
                self.draw_pair()
                self.select_side()
            if not self.compact:
                self.start(self._look_closely(row.entry.conflict.number or 0), group="closer", exclusive=True)
        self.status_changed()

    async def _look_closely(self, number: int) -> None:
        from memtui.services import review_closer

        await asyncio.sleep(READING_PAUSE)
        self.take(await self.gateway.run(review_closer.closer, number))

    def shown(self, selection: int | None) -> None:
        """Come to front on the selected conflict, or on one of the selected memory."""
        self.withdraw_undo()
        wanted = self.host.selection.conflict
        if wanted is None and selection is None:
            return
        row = self.row
        if row is not None and wanted == row.entry.conflict.number and selection in self._sides(row):
            self._turn_to(selection)
            return
        if self.gateway.is_open:
            self.start(self._bring(wanted, selection), group="bring", exclusive=True)

    def _turn_to(self, memory: int | None) -> None:
        """Put the side of a memory in focus."""
        if memory is not None and memory != self.pair.memory_number:
            self.pair.new_in_focus = not self.pair.new_in_focus
            self.draw_pair(keep_place=True)

    @staticmethod
    def _sides(row: QueueRow) -> tuple[int | None, ...]:
        return None, row.entry.new.number, row.entry.old.number

    async def _bring(self, conflict: int | None, memory: int | None) -> None:
        from memtui.services import review_queue

        found = await self.gateway.run(review_queue.find, conflict, memory)
        while self.asking:
            await asyncio.sleep(READING_PAUSE / 10)
        rows = self.main_list.rows.keys
        here = next((one.number for one in found if one.number in rows), None)
        if here is not None:
            self._go(here, memory)
        elif not self.compact and found:
            await self._bring_from_elsewhere(found, conflict, memory)

    def _go(self, number: int, memory: int | None) -> None:
        if self.pair.number == number:
            self._turn_to(memory)
        else:
            self._of = memory
            self.main_list.go_to_key(number)

    async def _bring_from_elsewhere(self, found: Sequence[Conflict], wanted: int | None, memory: int | None) -> None:
        """Bring the conflict that was asked for from another tab or out of its fold; say where a filter hides it."""
        from memtui.services import review_queue

        tabs = {one.number: review_queue.tab_of(one.state) for one in found}
        if self.text and self.tab in tabs.values():
            self.say("The filter hides the conflict of the selected memory; esc shows all.")
        elif wanted in tabs:
            self.unfolded = self.unfolded or tabs[wanted] == self.tab
            self.tab, self._of = tabs[wanted], memory
            await self.find(follow=False, go_to=wanted)

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Give the whole view to the pair."""
        self.start(self._open(), group="act")

    async def _open(self) -> None:
        if self.compact:
            await self.host.go("review")
            return
        self.screen.set_focus(self.texts.lines)
        await self.host.screen_of(self).run_named("zoom")

    def place(self) -> str:
        """Return the cursor's place, the marks, and how the sitting goes."""
        count = len(self.main_list.rows)
        if not count or self.queue is None:
            return ""
        parts = [f"{self.main_list.cursor + 1:,} of {count:,}"]
        if self.main_list.marks:
            parts.append(f"{len(self.main_list.marks):,} marked")
        sitting = self.sitting.words(count if self.tab == "open" else 0)
        if sitting:
            parts.append(f"this sitting: {sitting}" if self.wide else sitting)
        if self.queue.folded and self.wide:
            parts.append(f"{self.queue.folded:,} folded: {self.host.keymap.shown('more')} shows them")
        return " · ".join(parts)

    # --- between runs --------------------------------------------------------------------------

    def remember(self) -> Mapping[str, Any]:
        """Return tab, filter, cursor, form and split."""
        return {
            "tab": self.tab,
            "query": self.text,
            "cursor": self.main_list.cursor_key,
            "inline": self.pair.inline,
            "split": self.split,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what an earlier run left, as far as it makes sense."""
        tab, query, cursor, split = (kept.get(name) for name in ("tab", "query", "cursor", "split"))
        self.tab = tab if tab in review_words.TABS else "open"
        self.pair.inline = kept.get("inline") is True
        if isinstance(query, str) and query:
            self.set_filter(query)
        self._go_to = cursor if isinstance(cursor, int) else None
        self.split = split if split in SPLITS else None
        self.apply_split()

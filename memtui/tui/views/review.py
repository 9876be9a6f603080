"""Review: what is in conflict, the pair under the cursor, and a verdict with one key."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render import review as drawing
from memtui.render.spans import Line
from memtui.tui.views import review_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.review_acts import SPLITS, ReviewActs
from memtui.tui.views.review_pane import MorePane, PairPane, VerdictPane
from memtui.tui.views.review_parts import LOW
from memtui.tui.views.review_rows import QueueRows
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import GUTTER, LineList
from memtui.tui.widgets.rows import PAGE

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueList, QueueRow
    from memtui.tui.gateway import Change

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""

READING_PAUSE = 0.04
"""Seconds that the cursor rests before a pair is looked at closely; its texts are shown at once."""


class ReviewView(ReviewActs):
    """The queue of conflicts."""

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

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0
        self._go_to: int | None = None

    def compose(self) -> ComposeResult:
        """Compose tabs, queue, pair, verdicts and what lies around."""
        yield LineBar(self._draw_tabs, id="review-tabs")
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
        self._fold_filter(self.filter_text)

    def on_resize(self) -> None:
        """Give the parts the room that there is."""
        self._fit()
        self.query_one(VerdictPane).draw_anew()

    def _fit(self) -> None:
        self.set_class(0 < self.size.height < LOW, "-low")

    def _fold_filter(self, text: str) -> None:
        """Let the tabs stand where the filter line is while nothing is typed there."""
        if not self.compact:
            self.host.screen_of(self).filter_of(self).set_class(not text, "-folded")

    # --- bars ----------------------------------------------------------------------------------

    def _draw_tabs(self, width: int) -> Line:
        if self.queue is None:
            return ()
        counts = self.queue.counts
        narrowed = len(self.queue.numbers) + self.queue.folded if self.queue.narrows else None
        numbers = drawing.Numbers(counts.states, counts.severities, counts.agreed, counts.judged, narrowed)
        return drawing.tabs_line(numbers, self.tab, self.pen(), width)

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

    # --- fetching ------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the queue anew, keeping the place."""
        self._ask(self.filter_text, follow=True)

    def store_changed(self, change: Change) -> None:
        """Follow a commit; an undo leads back to what it brought back."""
        if self.judging:
            return
        undone = change.batch is not None and change.batch.action == "undo"
        self._ask(self.text, follow=True, seek=undone, elsewhere=change.elsewhere)

    def filter_changed(self, text: str) -> None:
        """Narrow to what is typed so far."""
        self._fold_filter(text)
        if text != self.text:
            self._ask(text, typing=True)

    def filter_kept(self, text: str) -> None:
        """Narrow to what was typed."""
        self._ask(text, follow=True)

    def _ask(
        self, text: str, *, typing: bool = False, follow: bool = False, seek: bool = False, elsewhere: bool = False
    ) -> None:
        work = self._find(text, typing=typing, follow=follow, seek=seek, elsewhere=elsewhere)
        self.start(work, group="queue", exclusive=True)

    async def find(self, *, follow: bool, go_to: int | None = None, stable: bool = False) -> None:
        """Read the queue anew and show it; `stable` leaves the rows in the order that they have on the screen."""
        await self._find(self.text, follow=follow, go_to=go_to, stable=stable)

    async def _find(
        self,
        text: str,
        *,
        typing: bool = False,
        follow: bool = False,
        seek: bool = False,
        elsewhere: bool = False,
        go_to: int | None = None,
        stable: bool = False,
    ) -> None:
        from memtui.services import review_queue

        self._asked += 1
        mine, question = self._asked, self.stale.start()
        same, self.text = text == self.text, text
        try:
            if typing:
                await asyncio.sleep(TYPING_PAUSE)
            queue = await self.gateway.run(review_queue.numbers, text, self.tab, unfolded=self.unfolded)
            numbers = self._in_place(queue.numbers) if stable else queue.numbers
            wanted = self._back_again(queue) if seek else go_to
            first = self._page_of(numbers, wanted if wanted is not None else self._go_to, follow=follow and same)
            records = await self.gateway.run(review_queue.page, numbers[first : first + PAGE])
        finally:
            self.stale.stop(question)
        if mine != self._asked:
            return
        left = self._left_behind(queue) if elsewhere and same else None
        before = self.row
        self.queue, self.drawing = queue, self.pen()
        self._show(numbers, records, first, follow=follow and same, go_to=wanted)
        if left is not None:
            await self._say_what_became(left)
        elif elsewhere:
            await self._say_what_changed(before)

    def _in_place(self, numbers: array[int]) -> array[int]:
        """Return conflicts in the order of the rows on the screen, others behind them: nobody loses the place by a verdict."""
        there = set(numbers)
        kept = array("q", (one for one in self.main_list.rows.keys if one in there))
        known = set(kept)
        kept.extend(one for one in numbers if one not in known)
        return kept

    def _page_of(self, numbers: array[int], wanted: int | None, *, follow: bool) -> int:
        """Return the first row of the page that the cursor will be on."""
        key = wanted if wanted is not None else self.main_list.cursor_key if follow else None
        index = numbers.index(key) if key is not None and key in numbers else self.main_list.cursor if follow else 0
        return max(min(index, len(numbers) - 1), 0) // PAGE * PAGE

    def _back_again(self, queue: QueueList) -> int | None:
        """Return a conflict of the newest verdict that is in the queue again, and take that verdict off the sitting."""
        there = set(self.main_list.rows.keys)
        back = [one for one in (self.mine[-1] if self.mine else ()) if one in queue.numbers and one not in there]
        if not back:
            return None
        self.sitting.did(-len(self.mine.pop()))
        return back[0]

    def _left_behind(self, queue: QueueList) -> int | None:
        """Return the conflict under the cursor if it is not in the queue any more."""
        key = self.main_list.cursor_key
        return key if key is not None and key not in queue.numbers else None

    async def _say_what_became(self, number: int) -> None:
        from memtui.services import review_queue

        said = await self.gateway.run(review_queue.what_became, number)
        if said:
            self.say(said)

    async def _say_what_changed(self, before: QueueRow | None) -> None:
        from memtui.services import review_sitting

        row = self.row
        if before is None or row is None or row.entry.conflict.number != before.entry.conflict.number:
            return
        was = {one.number: one.content_hash for one in (before.entry.new, before.entry.old)}
        changed = [one for one in (row.entry.new, row.entry.old) if was.get(one.number) not in (None, one.content_hash)]
        if changed:
            self.say(await self.gateway.run(review_sitting.changed_by, changed[0].number or 0))

    def _show(
        self,
        numbers: array[int],
        records: Mapping[int, QueueRow] | None = None,
        first: int = 0,
        *,
        follow: bool,
        go_to: int | None = None,
    ) -> None:
        queue, pen = self.queue, self.drawing
        if queue is None or pen is None:
            return
        decided = self.tab in ("kept", "done")
        rows = QueueRows(
            numbers, pen, self._fetch, self._spawn, self._arrived, decided=decided, before=self.rows if follow else None
        )
        if records is not None:
            rows.put(dict(records), first)
        if not len(rows):
            rows.tail = ((), *review_words.nothing(queue, self.text, self.host.keymap.shown))
        self.set_class(not len(rows), "-empty")
        wanted, self._go_to = go_to if go_to is not None else self._go_to, None
        self.main_list.set_rows(rows, follow=follow, cursor_key=wanted)
        for bar in ("#review-tabs", "#review-list-bar", "#review-rest"):
            self.query_one(bar, LineBar).refresh()
        self.show_notes(review_words.notes(queue, len(rows)))
        if not len(rows):
            self._look()
        self.status_changed()

    def drop(self, numbers: Sequence[int]) -> None:
        """Show the queue without some conflicts, before the store has said so."""
        gone = set(numbers)
        self._show(array("q", (one for one in self.main_list.rows.keys if one not in gone)), follow=True)

    async def _fetch(self, numbers: Sequence[int]) -> dict[int, QueueRow]:
        from memtui.services import review_queue

        return await self.gateway.run(review_queue.page, numbers) if numbers else {}

    def _spawn(self, work: Any) -> object:
        return self.start(work, group="pages")

    def _arrived(self, first: int, last: int) -> None:
        self.main_list.redraw(first, last)
        if first <= self.main_list.cursor <= last:
            self._look()

    # --- the conflict under the cursor ---------------------------------------------------------

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the pair that the cursor came to."""
        self._look()
        self.query_one("#review-rest", LineBar).refresh()

    def _look(self) -> None:
        row = self.row
        if self.drawing is None or (row is None and len(self.main_list.rows)):
            return
        other = self.pair.show(row, self.drawing, self.tab)
        self.draw_pair(keep_place=not other)
        if row is not None:
            self.sitting.look()
            if other:
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
        wanted = self.host.selection.conflict
        if wanted is None and selection is None:
            return
        row = self.row
        if row is not None and wanted == row.entry.conflict.number and selection in self._sides(row):
            return
        if self.gateway.is_open:
            self.start(self._bring(wanted, selection), group="bring", exclusive=True)

    @staticmethod
    def _sides(row: QueueRow) -> tuple[int | None, ...]:
        return None, row.entry.new.number, row.entry.old.number

    async def _bring(self, conflict: int | None, memory: int | None) -> None:
        from memtui.services import review_queue

        found = await self.gateway.run(review_queue.find, conflict, memory)
        if found is None or found.number is None:
            return
        tab = review_queue.tab_of(found.state)
        if self.queue is not None and found.number in self.queue.numbers:
            self.main_list.go_to_key(found.number)
        elif self.queue is not None and self.queue.narrows and tab == self.tab:
            self.say("The filter hides the conflict of the selected memory; esc shows all.")
        else:
            self.tab, self._go_to = tab, found.number
            await self.find(follow=False, go_to=found.number)

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

"""How Review reads its queue: narrowed as one types, following commits, never losing the place."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memtui.tui.views import review_words
from memtui.tui.views.review_acts import ReviewActs
from memtui.tui.views.review_rows import QueueRows
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.rows import PAGE

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueList, QueueRow
    from memtui.tui.gateway import Change

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""


class ReviewFetching(ReviewActs):
    """What Review asks the services; `ReviewView` draws it."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0
        self._go_to: int | None = None

    def look(self) -> None:
        """Show the pair under the cursor."""
        raise NotImplementedError

    def fold_filter(self, text: str) -> None:
        """Let the tabs stand where the filter line is while nothing is typed there."""
        if not self.compact:
            self.host.screen_of(self).filter_of(self).set_class(not text, "-folded")

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
        self.fold_filter(text)
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

    async def find(self, *, follow: bool, go_to: int | None = None, stable: bool = False, seek: bool = False) -> None:
        """Read the queue anew and show it; `stable` leaves the rows in the order that they have on the screen, `seek` goes to what came back."""
        await self._find(self.text, follow=follow, go_to=go_to, stable=stable, seek=seek)

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
        self.since = self.since or self.drawing.now
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
            self.say(said, kept=True)

    async def _say_what_changed(self, before: QueueRow | None) -> None:
        from memtui.services import review_sitting

        row = self.row
        if before is None or row is None or row.entry.conflict.number != before.entry.conflict.number:
            return
        was = {one.number: one.content_hash for one in (before.entry.new, before.entry.old)}
        changed = [one for one in (row.entry.new, row.entry.old) if was.get(one.number) not in (None, one.content_hash)]
        if changed:
            said = await self.gateway.run(review_sitting.changed_by, changed[0].number or 0)
            self.say(said, kept=True)

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
            numbers,
            pen,
            self._fetch,
            self._spawn,
            self._arrived,
            decided=decided,
            since=self.since,
            before=self.rows if follow else None,
        )
        if records is not None:
            rows.put(dict(records), first)
        if not len(rows):
            rows.tail = ((), *review_words.nothing(queue, self.text, self.host.keymap.shown, self.size.width))
        self.set_class(not len(rows), "-empty")
        wanted, self._go_to = go_to if go_to is not None else self._go_to, None
        self.main_list.set_rows(rows, follow=follow, cursor_key=wanted)
        for bar in ("#review-tabs", "#review-list-bar", "#review-rest"):
            self.query_one(bar, LineBar).refresh()
        self.show_notes(review_words.notes(queue, len(rows)))
        if not len(rows):
            self.look()
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
            self.look()

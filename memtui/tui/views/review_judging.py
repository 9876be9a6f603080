"""Verdicts by key: one at once, several after a preview, a merge after its editor, and taking them back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from memtui.domain.errors import MemtuiError, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import Status
from memtui.domain.verdicts import Verdict
from memtui.safe_text import one_line
from memtui.tui.gateway import Lane
from memtui.tui.views import review_words
from memtui.tui.views.review_parts import ReviewParts

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueRow
    from memtui.services.review_sitting import Seen
    from memtui.services.workspace import Outcome
    from memtui.tui.acts.write import Overruled

MANY = 200
"""From this many conflicts on a verdict is long work, which says how far it is and can be stopped."""

PAINTING = 0.05
"""Seconds that a verdict waits at most for the next row to be painted."""

STILL = "The verdict before is still being written."
PLANNING = "A preview is being made; esc stops it."


def seen(row: QueueRow) -> Seen:
    """Return what was seen of a row."""
    from memtui.services import review_sitting

    return review_sitting.seen(row.entry.conflict, row.entry.new, row.entry.old)


def words_for(row: QueueRow) -> str:
    """Return what a conflict is called in a sentence."""
    return one_line(row.entry.subject)


class ReviewJudging(ReviewParts):
    """What the keys of verdicts do."""

    def act_accept(self) -> None:
        """The newer one is true; of what was applied by itself: that was right."""
        row = self.row
        confirmed = self.tab == "auto" and row is not None and row.entry.old.status is Status.ARCHIVED
        self._judge(Verdict.ARCHIVE_OLD if confirmed else Verdict.NEWER)

    def act_older(self) -> None:
        """The older one is true."""
        self._judge(Verdict.OLDER)

    def act_both(self) -> None:
        """Both are true."""
        self._judge(Verdict.BOTH)

    def act_conflict(self) -> None:
        """It is a conflict and stays one."""
        self._judge(Verdict.KEEP)

    def act_archive(self) -> None:
        """Put the side in focus away."""
        self._judge(Verdict.ARCHIVE_NEW if self.pair.new_in_focus else Verdict.ARCHIVE_OLD)

    def act_accept_all(self) -> None:
        """The newer one is true in all that the filter shows, after a preview."""
        if self.busy:
            self.say(self.busy)
            return
        self._start(self._judge_many(list(self.main_list.rows.keys), Verdict.NEWER))

    @property
    def busy(self) -> str:
        """Why no verdict can be given at this moment; empty when one can."""
        return STILL if self.judging else PLANNING if self.planning else ""

    def _judge(self, verdict: Verdict) -> None:
        numbers = self.main_list.chosen_keys
        row = self.row
        if self.busy:
            self.say(self.busy)
        elif len(numbers) > 1:
            self._start(self._judge_many(numbers, verdict))
        elif row is None or (numbers and numbers[0] != row.entry.conflict.number):
            self._start(self._judge_marked(numbers, verdict))
        else:
            self.judging = True
            self.drop([row.entry.conflict.number or 0])
            self._start(self._judge_painted(row, verdict))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what a key asked for; keys wait until it is done or its dialog stands."""
        self.host.hold_keys()
        self.host.start_act(self, work)

    async def _judge_painted(self, row: QueueRow, verdict: Verdict) -> None:
        """Judge once the next row is painted: the thread that writes would take the time that painting needs."""
        painted = asyncio.Event()
        self.call_after_refresh(painted.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(painted.wait(), PAINTING)
        await self._judge_one(row, verdict)

    async def _judge_marked(self, numbers: Sequence[int], verdict: Verdict) -> None:
        """Judge the one row that is marked, wherever the cursor is."""
        from memtui.services import review_queue

        found = await self.gateway.run(review_queue.page, numbers)
        for row in found.values():
            self.judging = True
            self.drop([row.entry.conflict.number or 0])
            await self._judge_one(row, verdict)
            self.acted()

    async def _judge_one(self, row: QueueRow, verdict: Verdict, text: str | None = None, **more: Any) -> None:
        """Give a verdict that the screen has moved on from already; what is refused comes back under the cursor."""
        from memtui.services import review_sitting

        number = row.entry.conflict.number or 0
        try:
            outcome = await self.gateway.write(review_sitting.judge, [seen(row)], verdict, text=text, **more)
        except Exception as refusal:
            self.judging = False
            await self.find(follow=True, go_to=number)
            if text is not None or not isinstance(refusal, MemtuiError):
                raise
            self.say(str(refusal), kept=True)
            return
        self.judging = False
        self._told(outcome, verdict, row)
        await self.find(follow=True, stable=True)

    def _told(self, outcome: Outcome, verdict: Verdict, row: QueueRow) -> None:
        """Say what one verdict did, and count it."""
        number = row.entry.conflict.number or 0
        self.sitting.did()
        self.mine.append((number,))
        if self.tab == "auto" and self.confirms(row, verdict):
            self.say(f"{words_for(row)}: confirmed" if self.wide else "confirmed", undo=outcome.batch is not None)
            return
        settled = outcome.settled
        act = review_words.SHORT[verdict][0]
        key = self.host.keymap.shown(act)
        said = review_words.did(verdict, key, words_for(row), settled, wide=self.wide)
        self.say(said, undo=outcome.batch is not None)

    @staticmethod
    def confirms(row: QueueRow, verdict: Verdict) -> bool:
        """Say whether a verdict says what was applied by itself."""
        return verdict in (Verdict.NEWER, Verdict.ARCHIVE_OLD) and not row.entry.old.live

    # --- several -------------------------------------------------------------------------------

    async def _judge_many(self, numbers: Sequence[int], verdict: Verdict) -> None:
        """Show what a verdict would do to several, least sure first, and give it to those that stay ticked."""
        from memtui.services import review, review_sitting
        from memtui.tui.modals.preview import PreviewScreen
        from memtui.tui.views.review_bulk import planned_row

        lane = Lane.LONG if len(numbers) > MANY else Lane.READS
        self.planning = True
        try:
            plans = await self.gateway.run_in(lane, "preview", review.plan, list(numbers), verdict)
        finally:
            self.planning = False
        words = review_words.SHORT[verdict][2]
        title = f"{words}: {len(plans):,} {'conflict' if len(plans) == 1 else 'conflicts'}, least sure first"
        screen = PreviewScreen(title, [planned_row(one, self.pen()) for one in plans])
        chosen = await self.host.push_screen_wait(screen)
        if not chosen:
            self.say("Nothing was decided.")
            return
        ticked = set(chosen)
        entries = [one.entry for one in plans if one.entry.conflict.number in ticked]
        pairs = [review_sitting.seen(one.conflict, one.new, one.old) for one in entries]
        self.judging = True
        try:
            lane = Lane.LONG if len(pairs) > MANY else Lane.WRITES
            outcome = await self.gateway.run_in(lane, "verdicts", review_sitting.judge, pairs, verdict)
        finally:
            self.judging = False
            await self.find(follow=True, stable=True)
        if outcome.batch is None:
            self.say(outcome.sentence)
            return
        self.acted()
        self.sitting.did(len(pairs))
        self.mine.append(tuple(sorted(ticked)))
        noun = "verdict" if len(pairs) == 1 else "verdicts"
        also = f", {outcome.settled:,} more settled" if outcome.settled else ""
        self.say(f"{len(pairs):,} {noun}{f': {words}' if self.wide else ''}{also}", undo=True)

    def act_put_off(self) -> None:
        """Move what is under the cursor, or marked, to the end of the queue."""
        numbers = self.main_list.chosen_keys
        if self.busy:
            self.say(self.busy)
            return
        self.judging = True
        self.drop(numbers)
        self._start(self._put_off(numbers))

    async def _put_off(self, numbers: Sequence[int]) -> None:
        from memtui.services import review_sitting

        try:
            outcome = await self.gateway.write(review_sitting.put_off, numbers)
        finally:
            self.judging = False
            await self.find(follow=True, stable=True)
        count = f"{len(numbers):,} put off" if len(numbers) > 1 else f"{self.host.keymap.shown('put_off')} later"
        self.say(f"{count}, to the end of the queue" if self.wide else count, undo=outcome.batch is not None)

    # --- merging -------------------------------------------------------------------------------

    def act_merge(self) -> None:
        """Write one text in place of the two."""
        if self.busy:
            self.say(self.busy)
        else:
            self._start(self._merge())

    async def _merge(self) -> None:
        from memtui.tui.acts.judge import MERGE_TITLE, both_texts
        from memtui.tui.acts.write import MERGING, written_and_saved

        row = self.row
        numbers = self.main_list.chosen_keys
        if row is None or numbers != [row.entry.conflict.number]:
            self.say("The cursor must be on the pair that is merged; esc unmarks.")
            return

        async def save(text: str, overruled: Overruled) -> None:
            try:
                await self._judge_one(row, Verdict.MERGE, text, allow_secrets=SecretRefused in overruled)
            except StaleWrite as refusal:
                # What was seen is out of date: to save over it would judge a text that nobody looked at.
                raise Refused(refusal.sentence, refusal.hint) from None

        await written_and_saved(self, MERGE_TITLE, both_texts(row.entry.new, row.entry.old), save, words=MERGING)

    # --- taking back ---------------------------------------------------------------------------

    def act_undo(self) -> None:
        """Take back one's newest act; in a tab of decided conflicts the verdict under the cursor, whoever gave it.

        There too it is the newest act right after one was done: the status line says so.
        """
        if self.undoes_last:
            self.withdraw_undo(anyway=True)
            self._start(self._undo())
        elif self.row is not None:
            self._start(self._revoke(self.row))

    async def _undo(self) -> None:
        """Take back one's newest act and go to the conflict that it brought back, before the next key is taken."""
        from memtui.tui.acts.journal import stopped, undone

        self.judging = True
        try:
            outcome, changes = await undone(self)
        finally:
            self.judging = False
        await self.find(follow=True, seek=True)
        self.say(stopped(self, outcome, changes) or outcome.sentence, kept=True)

    async def _revoke(self, row: QueueRow) -> None:
        from memtui.services import review

        self.judging = True
        try:
            outcome = await self.gateway.write(review.revoke, row.entry.conflict.number or 0)
        finally:
            self.judging = False
            await self.find(follow=True, stable=True)
        self.say(f"{words_for(row)}: open again" if self.wide else "open again", undo=outcome.batch is not None)

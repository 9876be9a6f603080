"""What the keys do in Review beside moving and judging: sides, tabs, evidence, notes, facets, forms, scans, exports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from memtui.render.review import QueueLook, queue_head, queue_row
from memtui.render.spans import Line
from memtui.tui.gateway import Lane
from memtui.tui.keymap import VIEW_ACTS, Act
from memtui.tui.views import review_facets, review_words
from memtui.tui.views.base import Command
from memtui.tui.views.review_export import table_of
from memtui.tui.views.review_judging import ReviewJudging
from memtui.tui.views.review_pane import BESIDE

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueRow

SPLITS = (25, 35, 45, 55, 65, 75)
"""Shares of the queue in percent of what queue and texts have, that `<` and `>` step through."""

USUAL_SPLIT = 55

MOST_EXPORTED = 5000
"""Conflicts that an export holds, in order of the queue."""

EXPORT_PAGE = 200
"""Conflicts that are fetched at once for an export."""


class ReviewActs(ReviewJudging):
    """What keys do in Review; `ReviewView` fills it."""

    OWN_ACTS: ClassVar[tuple[Act, ...]] = VIEW_ACTS["review"]
    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Scan", "compare all memories and queue what was missed; esc stops", "scan"),
        Command("Open conflicts", "the tab of what waits for a verdict", "tab_open"),
        Command("Applied by themselves", "the tab of what the rules did; a confirms, u takes back", "tab_auto"),
        Command("Kept conflicts", "the tab of what stays in conflict", "tab_kept"),
        Command("Decided conflicts", "the tab of verdicts given; u takes one back", "tab_done"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.split: int | None = None

    # --- reasons -------------------------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        conflict = self.row.entry.conflict if self.row is not None else None
        marked = len(self.main_list.marks)
        if conflict is None and self.asking and act in (*review_words.JUDGING, "accept_all", "put_off"):
            return "The queue is still being read."
        if act in review_words.JUDGING:
            return review_words.why_not_judge(act, self.tab, conflict, marked)
        if act in ("accept_all", "put_off", "undo"):
            return self._why_not_queue(act)
        if act in ("note", "why", "left", "right", "form", "narrower", "wider") and conflict is None:
            return "There is no conflict here."
        if act in review_words.ON_SIDE and marked > 1:
            return f"{marked:,} pairs are marked; esc unmarks, then this is for the side in focus."
        return self._why_not_form(act) or super().why_not(act)

    def _why_not_queue(self, act: str) -> str:
        conflict = self.row.entry.conflict if self.row is not None else None
        if act == "undo":
            return "" if self.undoes_last else review_words.why_no_undo(self.tab, conflict)
        if conflict is None:
            return "There is no conflict here to judge."
        if act == "put_off" and self.tab != "open":
            return "Only open conflicts can be put off."
        if act == "accept_all" and self.tab not in ("open", "auto"):
            return "All of these are decided."
        return ""

    def _why_not_form(self, act: str) -> str:
        if act == "form" and self.size.width < BESIDE:
            return f"Side by side needs {BESIDE} columns."
        if act == "hidden":
            return "Nothing is hidden by its status here; [ and ] show what was decided."
        if act == "more" and (self.queue is None or not self.queue.folded):
            return "All pairs are shown." if self.unfolded else "No pairs are folded here."
        if act == "less" and not self.unfolded:
            return "Pairs of one sentence are folded already."
        if act == "earlier" and self.tab == review_words.TABS[0]:
            return "This is the first tab."
        if act == "later" and self.tab == review_words.TABS[-1]:
            return "This is the last tab."
        return ""

    def chosen(self) -> Sequence[int]:
        """Return the memory of the side in focus."""
        number = self.pair.memory_number
        return () if number is None else (number,)

    # --- sides and forms -----------------------------------------------------------------------

    def act_left(self) -> None:
        """Put the older side in focus."""
        self._focus_side(new=False)

    def act_right(self) -> None:
        """Put the newer side in focus."""
        self._focus_side(new=True)

    def _focus_side(self, *, new: bool) -> None:
        if self.pair.new_in_focus != new:
            self.pair.new_in_focus = new
            self.select_side()
            self.draw_pair(keep_place=True)
            self.status_changed()
        else:
            self.say(f"The {'newer' if new else 'older'} side is in focus already.")

    def act_form(self) -> None:
        """Show the pair side by side, or as one text."""
        self.pair.inline = not self.pair.inline
        self.draw_pair()
        self.say("Inline: what went and what came in one text." if self.pair.inline else "Side by side.")

    def act_why(self) -> None:
        """Show all that the judgement rests on, or hide it."""
        self.pair.why = not self.pair.why
        self.set_class(self.pair.why, "-why")
        self.draw_pair(keep_place=True)

    def step_out(self) -> bool:
        """Hide the evidence, or go back to the queue."""
        inside = not self.main_list.has_focus
        if inside:
            self.main_list.focus()
        if self.pair.why:
            self.act_why()
            return True
        return inside

    def act_more(self) -> None:
        """Show the pairs of one sentence one by one."""
        self._unfold(True)

    def act_less(self) -> None:
        """Let one pair of a sentence stand for all."""
        self._unfold(False)

    def _unfold(self, unfolded: bool) -> None:
        self.unfolded = unfolded
        self.reload()

    # --- tabs ----------------------------------------------------------------------------------

    def act_earlier(self) -> None:
        """Show the tab before this one."""
        self._show_tab(review_words.TABS[review_words.TABS.index(self.tab) - 1])

    def act_later(self) -> None:
        """Show the tab after this one."""
        self._show_tab(review_words.TABS[review_words.TABS.index(self.tab) + 1])

    def act_tab_open(self) -> None:
        """Show what waits for a verdict."""
        self._show_tab("open")

    def act_tab_auto(self) -> None:
        """Show what was applied by itself."""
        self._show_tab("auto")

    def act_tab_kept(self) -> None:
        """Show what stays in conflict."""
        self._show_tab("kept")

    def act_tab_done(self) -> None:
        """Show what was decided."""
        self._show_tab("done")

    def _show_tab(self, tab: str) -> None:
        self.tab = tab
        self.withdraw_undo()
        self.main_list.clear_marks()
        self.start(self.find(follow=False), group="queue", exclusive=True)

    # --- notes, facets, scans ------------------------------------------------------------------

    def act_note(self) -> None:
        """Write a note on this conflict."""
        self._start(self._note())

    async def _note(self) -> None:
        from memtui.services import review
        from memtui.tui.modals.prompt import PromptScreen

        row = self.row
        if row is None:
            return
        says = ["kept with the conflict and its verdict; empty takes it away"]
        note = row.entry.conflict.note or ""
        answer = await self.host.push_screen_wait(PromptScreen("note on this conflict", says=says, value=note))
        if answer is None or answer.strip() == note:
            return
        outcome = await self.gateway.write(review.annotate, row.entry.conflict.number or 0, answer)
        self.say(outcome.sentence, undo=outcome.batch is not None)

    def act_facets(self) -> None:
        """Choose which conflicts to show."""
        self._start(self._choose_facet())

    async def _choose_facet(self) -> None:
        from memtui.services import review_queue
        from memtui.tui.modals.choice import ChoiceScreen

        text = self.filter_text
        facets = await self.gateway.run(review_queue.facets, self.tab, self.pair.number, self.pair.memory_number)
        offered = review_facets.choices(facets, text)
        value = await self.host.push_screen_wait(ChoiceScreen("which conflicts", offered))
        if value is not None:
            self.set_filter(review_facets.toggled(text, value))

    def act_scan(self) -> None:
        """Compare all memories and queue what was missed."""
        self.start(self._scan(), group="scan")

    async def _scan(self) -> None:
        from memtui.services import review

        report = await self.gateway.run_in(Lane.LONG, "scan", review.scan)
        self.say(report.sentence, undo=report.batch is not None)
        if report.batch is None:
            await self.find(follow=True)

    # --- the split -----------------------------------------------------------------------------

    def act_narrower(self) -> None:
        """Give the queue less room."""
        self._set_split(-1)

    def act_wider(self) -> None:
        """Give the queue more room."""
        self._set_split(1)

    def _set_split(self, step: int) -> None:
        now = self.split or USUAL_SPLIT
        place = SPLITS.index(now) + step
        if not 0 <= place < len(SPLITS):
            self.say("The split goes no further.")
            return
        self.split = SPLITS[place]
        self.apply_split()

    def apply_split(self) -> None:
        """Give queue and texts their shares of the height."""
        if self.split is not None:
            self.query_one("#review-queue").styles.height = f"{self.split}fr"
            self.texts.styles.height = f"{100 - self.split}fr"

    # --- exports -------------------------------------------------------------------------------

    def act_export(self) -> None:
        """Export the queue; conflicts that are not loaded are fetched for it."""
        self._start(self._export())

    async def _export(self) -> None:
        from memtui.services import review_queue
        from memtui.tui.acts.share import do_export

        numbers = list(self.main_list.rows.keys)
        fetched: list[QueueRow] = []
        for first in range(0, len(numbers[:MOST_EXPORTED]), EXPORT_PAGE):
            run = numbers[first : min(first + EXPORT_PAGE, MOST_EXPORTED)]
            found = await self.gateway.run(review_queue.page, run)
            fetched += [found[number] for number in run if number in found]
        self.exported = fetched
        try:
            await do_export(self, left_out=max(0, len(numbers) - MOST_EXPORTED))
        finally:
            self.exported = ()

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the conflicts as lines."""
        pen, look = replace(self.pen(), brackets=True), QueueLook(width=width, decided=self.tab in ("kept", "done"))
        rows = self._listed()
        return [queue_head(look, pen, 0), *(queue_row(row.entry, pen, look) for row in rows)] if rows else ()

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the conflicts as a table."""
        return table_of(self._listed(), self.pen())

    def _listed(self) -> Sequence[QueueRow]:
        rows = self.rows
        found = (rows.record(index) for index in range(len(rows))) if rows is not None else ()
        return self.exported or [row for row in found if row is not None]

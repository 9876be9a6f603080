"""Moves on the board: the suggested ones taken singly or all, what was carried, and the memory that is opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render import board, links
from memtui.render import detail as details
from memtui.render.detail import DetailLook
from memtui.render.spans import Line
from memtui.tui.jobs import Lane
from memtui.tui.views.layers_board import LayersBoard

if TYPE_CHECKING:
    from memtui.services.findings import Detail
    from memtui.services.hierarchy import Card, Evaluation, Move
    from memtui.tui.modals.preview import Planned

WHY_FROM = (100, 32)
"""Columns and rows from which it is shown why a card is where it is, unless a person hides it."""


class LayersMoving(LayersBoard):
    """What moves cards, and the opened memory."""

    def __init__(self) -> None:
        super().__init__()
        self.why_shown: bool | None = None
        """Whether the reasons are shown; None where there is room for them."""
        self.detail: Detail | None = None
        self.is_open = False

    @property
    def cursor_number(self) -> int | None:
        """The memory under the cursor."""
        raise NotImplementedError

    @property
    def card(self) -> Card | None:
        """What is known of the memory under the cursor."""
        raise NotImplementedError

    @property
    def marked(self) -> int:
        """How many cards are marked."""
        raise NotImplementedError

    def flash(self, layer: Layer) -> None:
        """Mark the column that something went to for a moment."""
        raise NotImplementedError

    # --- suggested moves -----------------------------------------------------------------------

    def act_accept(self) -> None:
        """Make the suggested move of the card under the cursor, or of the marked ones after a preview."""
        self.start(self._accept(list(self.chosen())), group="act")

    async def _accept(self, numbers: Sequence[int]) -> None:
        from memtui.services import hierarchy

        moves = await self.gateway.run(hierarchy.moves_of, numbers)
        if len(numbers) == 1:
            if not moves:
                self.say("Nothing is suggested for this memory.")
                return
            await self._apply(numbers)
            return
        found = {move.memory.number for move in moves}
        rest = await self.gateway.run(hierarchy.cards, [number for number in numbers if number not in found])
        await self._preview(moves, rest, "the suggested moves of the marked")

    def act_accept_all(self) -> None:
        """Evaluate all memories and preview the moves."""
        self.start(self._evaluate(), group="act")

    async def _evaluate(self) -> None:
        from memtui.services import hierarchy

        moves = await self.gateway.run_in(Lane.LONG, "evaluate", hierarchy.planned)
        if not moves:
            self.say("Nothing to move: every memory is where its retention puts it.")
            return
        await self._preview(moves, (), "evaluate")

    async def _preview(self, moves: Sequence[Move], rest: Sequence[Card], title: str) -> None:
        from memtui.tui.acts.curate import settled_by_leaving
        from memtui.tui.modals.preview import PreviewScreen

        rows = [*(self._planned(move) for move in moves), *(self._left_out(card) for card in rest)]
        what = f"{len(moves):,} move{'s' if len(moves) != 1 else ''}"
        open_ = sum(1 for move in moves if move.suggested_only)
        if open_:
            what += f", {open_:,} of them for you to tick"
        leaving = [move.memory.number or 0 for move in moves if move.to is Layer.ARCHIVED and move.memory.live]
        what += await settled_by_leaving(self, leaving)
        ticked = await self.host.push_screen_wait(PreviewScreen(f"{title}: {what}", rows))
        if not ticked:
            self.say("Nothing was done.")
            return
        await self._apply(ticked)

    def _planned(self, move: Move) -> Planned:
        from memtui.tui.modals.preview import Planned

        memory = move.memory
        reason = move.reason.rstrip(".")
        title = board.text_of(memory, self.pen_now)
        if move.suggested_only:
            reason = f"yours to decide: {reason[:1].lower()}{reason[1:]}"
        after = f"{SHORT_NAMES[move.to]}  {reason}"
        return Planned(memory.number or 0, title, SHORT_NAMES[memory.layer], after, ticked=not move.suggested_only)

    def _left_out(self, card: Card) -> Planned:
        from memtui.tui.modals.preview import Planned
        from memtui.tui.views.layers_words import why_stays

        title = board.text_of(card.memory, self.pen_now)
        return Planned(card.memory.number or 0, title, refusal=why_stays(card, self.pen_now).rstrip("."))

    async def _apply(self, numbers: Sequence[int]) -> None:
        from memtui.services import hierarchy

        done = await self.gateway.run_in(Lane.LONG, "evaluate", hierarchy.apply_moves, numbers)
        self.say(_told(done), undo=done.batch is not None)
        if done.batch is not None:
            self.acted()
            goals = {move.to for move in done.moves}
            if len(goals) == 1:
                self.flash(goals.pop())

    # --- consolidation -------------------------------------------------------------------------

    def act_consolidate(self) -> None:
        """Merge entities that are the same and end what was superseded, after a preview of the whole."""
        self.start(self._consolidate(), group="act")

    async def _consolidate(self) -> None:
        from memtui.services import consolidate
        from memtui.tui.views.layers_consolidating import WholePreview, rows_of

        plan = await self.gateway.run_in(Lane.LONG, "consolidate", consolidate.plan)
        if not plan:
            self.say("Nothing to consolidate: no entity stands twice, and what was superseded has ended.")
            return
        rows = rows_of(plan)
        if not await self.host.push_screen_wait(WholePreview(f"consolidate: {len(rows):,} changes, one undo", rows)):
            self.say("Nothing was done.")
            return
        done = await self.gateway.run_in(Lane.LONG, "consolidate", consolidate.consolidate)
        self.say(done.sentence, undo=done.batch is not None)

    # --- compaction ----------------------------------------------------------------------------

    def act_compact(self) -> None:
        """Archive the least important memories until so many are active, after a preview of them."""
        self.start(self._compact(), group="act")

    async def _compact(self) -> None:
        from memtui.services import compacting
        from memtui.tui.modals.preview import PreviewScreen
        from memtui.tui.modals.prompt import PromptScreen
        from memtui.tui.views import layers_consolidating as words

        active = await self.gateway.run(compacting.active)
        says = [f"{active:,} are active. The least important are archived until so many are left:"]
        says.append("pinned, operational and conflicted ones stay, nothing is deleted, a preview comes first.")
        check = partial(words.number_complaint, active=active)
        answer = await self.host.push_screen_wait(PromptScreen("compact: how many stay active", says=says, check=check))
        if not answer:
            return
        keep = int(answer.replace(",", ""))
        found, first = await self.gateway.run_in(Lane.LONG, "compact", compacting.preview, keep, words.MOST_LISTED)
        total = len(found.archived)
        if not total:
            self.say("Nothing can be archived: the rest is pinned, operational or conflicted.")
            return
        rows = words.going(first, total, self.pen_now)
        title = f"compact: {total:,} archived, {found.active:,} stay active"
        ticked = set(await self.host.push_screen_wait(PreviewScreen(title, rows)) or ())
        spared = {row.key for row in rows} - ticked
        if not ticked:
            self.say("Nothing was done.")
            return
        listed = total == len(first) or words.THE_REST in spared
        choice: dict[str, Any] = {"only": ticked} if listed else {"spared": spared}
        done = await self.gateway.run_in(Lane.LONG, "compact", compacting.compact, keep, apply=True, **choice)
        self.say(done.sentence, undo=done.batch is not None)
        if done.batch is not None:
            self.acted()

    async def carry(self, numbers: Sequence[int], layer: Layer) -> None:
        """Move what was carried to a column."""
        from memtui.tui.acts.rank import move

        await move(self, numbers, layer)

    # --- the opened memory and the reasons -----------------------------------------------------

    @property
    def is_why_shown(self) -> bool:
        """Whether it is shown why the card under the cursor is where it is."""
        if self.compact:
            return False
        if self.why_shown is not None:
            return self.why_shown
        columns, rows = WHY_FROM
        return self.size.width >= columns and self.app.size.height >= rows

    def apply_why(self) -> None:
        """Show or hide the reasons."""
        self.set_class(self.is_why_shown, "-why")

    def lay_out(self) -> None:
        """Lay out the columns, and the reasons below them where they are shown."""
        self.apply_why()
        super().lay_out()

    async def open_memory(self, number: int) -> None:
        """Show all that is known of a memory, and count the opening."""
        await self.read_opened(number, count=True)
        self.is_open = True
        self.set_class(True, "-opened")
        self.screen.set_focus(self.opened.lines)

    async def read_opened(self, number: int, *, count: bool) -> None:
        """Fetch the memory that is opened."""
        from memtui.services import recall

        if count:
            self.detail = await self.gateway.write(recall.open_memory, number)
        else:
            self.detail = await self.gateway.run(recall.detail, number)
        self.opened.show(self._title, self._lines)

    def step_out(self) -> bool:
        """Close the opened memory."""
        if not self.is_open:
            return False
        self.is_open, self.detail = False, None
        self.set_class(False, "-opened")
        self.screen.set_focus(self.main_list)
        return True

    def _title(self, width: int) -> Line:
        if self.detail is None:
            return ()
        focused = self.opened.lines.has_focus
        badges = self.detail.badges
        return details.title_rule(self.detail.memory, badges, self.pen_now, width - 1, "esc closes", focused=focused)

    def _lines(self, width: int) -> Sequence[Line]:
        detail, pen = self.detail, self.pen_now
        if detail is None:
            return ()
        look = DetailLook(width=width, beside=True)
        lines = [*details.body(detail, pen, look), *details.facts(detail, pen, look)]
        card = self.card
        if card is not None and card.memory.number == detail.memory.number:
            lines += [(), pen.rule("why it is in this layer", "", width), *board.why(card, pen, width, full=True)]
        for name, body in (
            ("related", links.related(detail, pen, look)),
            ("conflicts", links.conflicts(detail, pen, look)),
            ("trail", links.trail(detail, pen, look, None)),
        ):
            lines += [(), pen.rule(name, "", width), *body] if body else []
        return lines


def _told(done: Evaluation) -> str:
    """Return what was moved, in one sentence."""
    if done.batch is None:
        return "Nothing changed: what was suggested no longer is."
    if done.changes == 1:
        move = done.moves[0]
        return f"Moved 1 memory as suggested: {SHORT_NAMES[move.memory.layer]} → {SHORT_NAMES[move.to]}."
    parts = (("promoted", done.promoted), ("demoted", done.demoted), ("archived", done.archived))
    said = ", ".join(f"{len(memories):,} {word}" for word, memories in parts if memories)
    return f"{said[:1].upper()}{said[1:]}.{' Stopped before the end.' if done.stopped else ''}"

"""What the keys do in Search beside moving: why, history, raw order, lines a row, facets, secrets, the split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from memtui.tui.keymap import VIEW_ACTS, Act
from memtui.tui.views import qualifiers, search_facets, search_words
from memtui.tui.views.base import Command, View
from memtui.tui.views.search_pane import MemoryPane
from memtui.tui.views.search_results import MOST_LINES, ResultPane, Switches
from memtui.tui.views.stale import Stale
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.services.findings import Hit, Request
    from memtui.tui.views.search_words import Answer

LIMIT = 200
"""Hits of a ranking; more words narrow better than more rows."""

SPLITS = (25, 35, 45, 50, 60, 70, 80)
"""Shares of the list in percent that `<` and `>` step through."""

MOST_EXPORTED = 5000
"""Rows of a list without words that an export holds; `memtui export` writes all there are."""

EXPORT_PAGE = 500
"""Rows that are fetched at once for an export."""

USUAL_SPLIT = {True: 60, False: 45}
"""The share of the list beside and above the detail before anybody moved it."""


class SearchActs(View):
    """The parts of Search and what its keys do with them; `SearchView` fills it."""

    OWN_ACTS: ClassVar[tuple[Act, ...]] = VIEW_ACTS["search"]
    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Why", "show or hide the parts of the score", "why"),
        Command("History on or off", "superseded, archived and transient memories too", "hidden"),
        Command("Raw order", "the order of words alone, or the ranked one", "form"),
        Command("Facets and order", "narrow by layer, kind, tag, source …", "facets"),
        Command("Reveal secrets", "show or mask the secrets of this memory", "reveal"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.switches = Switches()
        self.answer: Answer | None = None
        self.split: int | None = None
        self.stale = Stale(self)
        self.exported: Sequence[Hit] = ()
        """The rows of a list without words while they are exported; a ranking is at hand anyway."""

    # --- parts ---------------------------------------------------------------------------------

    @property
    def results(self) -> ResultPane:
        """The list with its heads."""
        return self.query_one(ResultPane)

    @property
    def memory(self) -> MemoryPane:
        """The memory under the cursor."""
        return self.query_one(MemoryPane)

    @property
    def main_list(self) -> LineList:
        """The list of memories."""
        return self.results.list

    def show_answer(self, *, follow: bool) -> None:
        """Draw the list anew from the last answer."""
        raise NotImplementedError

    def request(self, text: str, *, typing: bool = False) -> Request:
        """Return what to ask for with these words and the present switches."""
        from memtui.services.findings import Request

        on = self.switches.history
        return Request(text=text, limit=LIMIT, superseded=on, archived=on, transient=on, typing=typing)

    # --- acts ----------------------------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        if act in ("why", "reveal") and self.compact:
            return "This stands beside the memory on the full screen; z goes there."
        if act == "reveal" and not self.memory.has_secret:
            return "This memory holds no secret to show."
        if act == "more" and self.switches.lines == MOST_LINES:
            return f"A row has {MOST_LINES} lines at most."
        if act == "less" and self.switches.lines == 1:
            return "A row has one line at least."
        if act == "form" and (self.answer is None or not search_words.is_ranking(self.answer)):
            return "There is no ranking without words; f has other orders."
        return super().why_not(act)

    def act_why(self) -> None:
        """Show or hide the parts of the score."""
        self.memory.toggle_why()

    def act_hidden(self) -> None:
        """Bring back what is superseded, archived or transient, or leave it out again."""
        self.switches.history = not self.switches.history
        self.reload()
        self.say(
            "History is on: superseded, archived and transient too." if self.switches.history else "History is off."
        )

    def act_form(self) -> None:
        """Show the order of words alone, or the ranked one."""
        self.switches.raw = not self.switches.raw
        self.show_answer(follow=True)
        self.say("Raw order: by words alone." if self.switches.raw else "Ranked order.")

    def act_more(self) -> None:
        """Give each row a line more."""
        self._set_lines(self.switches.lines + 1)

    def act_less(self) -> None:
        """Take a line from each row."""
        self._set_lines(self.switches.lines - 1)

    def _set_lines(self, lines: int) -> None:
        self.switches.lines = lines
        self.show_answer(follow=True)
        self.status_changed()

    def act_reveal(self) -> None:
        """Show or mask the secrets of this memory."""
        shown = self.memory.toggle_secret()
        self.say("Shown until the cursor leaves it; ! masks it again." if shown else "Masked.")

    def act_narrower(self) -> None:
        """Give the list less room."""
        self._set_split(-1)

    def act_wider(self) -> None:
        """Give the list more room."""
        self._set_split(1)

    def act_facets(self) -> None:
        """Choose what to narrow by, or another order."""
        self.start(self._choose_facet(), group="act")

    def act_export(self) -> None:
        """Export the view; of a list without words its first rows are fetched for it."""
        self.start(self._export(), group="act")

    async def _export(self) -> None:
        from memtui.services import recall
        from memtui.tui.acts.share import do_export

        left_out = 0
        if self.answer is not None and not search_words.is_ranking(self.answer):
            left_out = max(0, len(self.answer.numbers) - MOST_EXPORTED)
            numbers = list(self.answer.numbers[:MOST_EXPORTED])
            fetched: list[Hit] = []
            for first in range(0, len(numbers), EXPORT_PAGE):
                fetched += await self.gateway.run(recall.hits_for, numbers[first : first + EXPORT_PAGE])
            self.exported = fetched
        try:
            await do_export(self, left_out=left_out)
        finally:
            self.exported = ()

    async def _choose_facet(self) -> None:
        from memtui.services import browsing
        from memtui.tui.modals.choice import ChoiceScreen

        text = self.filter_text
        facets = await self.gateway.run(browsing.facets, self.request(text), self.main_list.cursor_key)
        offered = search_facets.choices(facets, self.switches.order, text)
        pick = await self.host.push_screen_wait(ChoiceScreen("facets and order", offered))
        if pick is None:
            return
        if pick.order is not None:
            self.switches.order = pick.order
            self.reload()
            self.say(f"Lists without words are now {search_words.ORDER_WORDS[pick.order]}.")
        else:
            self.set_filter(qualifiers.toggled(text, pick.qualifier))

    def _set_split(self, step: int) -> None:
        now = self.split or USUAL_SPLIT[self.memory.beside]
        place = min(range(len(SPLITS)), key=lambda index: abs(SPLITS[index] - now)) + step
        if not 0 <= place < len(SPLITS):
            self.say("The split goes no further.")
            return
        self.split = SPLITS[place]
        self.apply_split()

    def apply_split(self) -> None:
        """Give list and detail their shares of the width, or of the height where they stand one above the other."""
        if self.split is None:
            return
        shares = ((self.results, self.split), (self.memory, 100 - self.split))
        for pane, share in shares:
            pane.styles.width = f"{share}fr" if self.memory.beside else "1fr"
            pane.styles.height = "1fr" if self.memory.beside else f"{share}fr"

"""Search: a ranked list above or beside the memory under its cursor, narrowed while typing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult

from memtui.domain.errors import MemtuiError
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.tui.views import search_export, search_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.search_acts import SPLITS, SearchActs
from memtui.tui.views.search_pane import MemoryPane
from memtui.tui.views.search_results import ResultPane, SearchList, Supply
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.services.findings import Hit
    from memtui.tui.gateway import Change

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is searched for: fast typing skips what nobody would see."""

READING_PAUSE = 0.04
"""Seconds that the cursor rests before the full record is fetched; the row itself is shown at once."""


class SearchView(SearchActs):
    """The first view: what an agent's recall would find, and why."""

    NAME = "search"
    TITLE = "Search"
    FILTER = "words, layer: tag: kind: is: before: -word"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("filter", "find"),
        FooterKey("why", "why"),
        FooterKey("edit", "edit"),
        FooterKey("archive", "archive"),
        FooterKey("list.mark", "mark", wide=True),
        FooterKey("undo", "undo"),
        FooterKey("facets", "facets", wide=True),
        FooterKey("hidden", "history", wide=True),
        FooterKey("new", "new", wide=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._since: datetime | None = None
        self._go_to: int | None = None
        self._cursor: int | None = None
        self._typing = self._to_selection = False
        self._pen: Pen | None = None

    def compose(self) -> ComposeResult:
        """Compose list and detail."""
        yield ResultPane(Supply(self._fetch, self._fetch_page, self._is_new, self._arrived), id="search-results")
        yield MemoryPane(id="search-memory")

    @property
    def beside(self) -> bool:
        """Whether the memory stands beside the list."""
        return self.memory.beside and not self.compact

    def on_mount(self) -> None:
        """Draw with this run's signs."""
        glyphs = self.options.glyphs
        self.main_list.cursor_glyph, self.main_list.mark_glyph = glyphs.cursor, glyphs.mark
        self.set_class(self.options.ascii, "-ascii")
        self.set_class(self.beside, "-beside")

    async def on_unmount(self) -> None:
        """Remember that what there is was seen; a store that cannot take it is no reason to complain on leaving."""
        from memtui.services import browsing

        if self.gateway.is_open and self.answer is not None and not self.host.read_only:
            with suppress(MemtuiError):
                await self.gateway.write(browsing.looked)

    # --- fetching ------------------------------------------------------------------------------

    def reload(self) -> None:
        """Ask again for what is shown, keeping the place; a word that is still being typed stays a beginning."""
        self._ask(self.filter_text, follow=True)

    def store_changed(self, change: Change) -> None:
        """Follow a commit: rows come and go, the cursor stays on its row or goes to what was just written here."""
        self._to_selection = change.batch is not None and change.batch.action == "add" and not change.elsewhere
        self.reload()

    def filter_changed(self, text: str) -> None:
        """Search for what is typed so far; each keystroke cancels the search of the last."""
        if text != self.text:
            self._typing = True
            self._ask(text, pause=TYPING_PAUSE)

    def filter_kept(self, text: str) -> None:
        """Search for whole words, or take the closest word where nothing was found."""
        self._typing = False
        if not self._take_closest():
            self._ask(text, follow=True)

    def on_search_list_meant(self, message: SearchList.Meant) -> None:
        """Take the closest word."""
        message.stop()
        self._take_closest()

    def _take_closest(self) -> bool:
        closest = getattr(self.answer, "closest", None)
        if closest is None or len(self.main_list.rows) or self.text != self.filter_text:
            return False
        self.set_filter(search_words.corrected(self.text, closest))
        return True

    def _ask(self, text: str, *, pause: float = 0.0, follow: bool = False) -> None:
        self.start(self._find(text, pause, follow=follow), group="search", exclusive=True)

    async def _find(self, text: str, pause: float, *, follow: bool) -> None:
        from memtui.services import browsing

        same, self.text, question = text == self.text, text, self.stale.start()
        try:
            if pause:
                await asyncio.sleep(pause)
            if self.answer is None:
                self._since = await self.gateway.run(browsing.since)
            request = self.request(text, typing=self._typing)
            self.answer = await self.gateway.run(browsing.find, request, self.switches.order)
        finally:
            self.stale.stop(question)
        self._pen = self.pen(search_words.marker(self.answer.query))
        self.show_answer(follow=follow and same)

    def show_answer(self, *, follow: bool) -> None:
        if self.answer is None or self._pen is None:
            return
        empty = search_words.Situation(self.text, self.switches.history, self.gateway.project)
        go_to = self.host.selection.number if self._to_selection else self._go_to
        self._go_to, self._to_selection = None, False
        self.results.show(self.answer, self._pen, self.switches, empty, follow=follow, go_to=go_to)
        self._show_notes()
        self.status_changed()

    def _show_notes(self) -> None:
        if self.answer is not None:
            switches, wide = self.switches, self.memory.beside
            self.show_notes(search_words.notes(self.answer, history=switches.history, raw=switches.raw, wide=wide))

    async def _fetch(self, numbers: Sequence[int]) -> dict[int, Hit]:
        from memtui.services import browsing

        found = await self.gateway.run(browsing.rows, list(numbers))
        self.results.supply.successors.update(found.successors)
        return dict(found.hits)

    def _fetch_page(self, work: Any) -> object:
        return self.start(work, group="pages")

    def _arrived(self, first: int, last: int) -> None:
        if first <= self.main_list.cursor <= last:
            self._look()

    def _is_new(self, hit: Hit) -> bool:
        return self._since is not None and hit.memory.recorded_at >= self._since

    # --- the memory under the cursor -----------------------------------------------------------

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the memory that the cursor came to."""
        self._look()

    def on_resize(self) -> None:
        """Stand side by side where there is room, and say less where there is not."""
        self.set_class(self.beside, "-beside")
        self._show_notes()
        self.apply_split()

    def _look(self) -> None:
        index = self.main_list.cursor
        hit, following = self.results.hit(index), self.results.hit(index + 1)
        if self._pen is None or (hit is None and len(self.main_list.rows)):
            return
        ranked = hit is not None and hit.explanation is not None
        self.memory.show_row(hit, self._pen, following.score if following is not None and ranked else None)
        self._cursor = hit.memory.number if hit is not None else None
        self.select(self._cursor)
        if hit is not None and hit.memory.number is not None and not self.compact:
            self.start(self._complete(hit.memory.number), group="detail", exclusive=True)

    async def _complete(self, number: int) -> None:
        from memtui.services import recall

        await asyncio.sleep(READING_PAUSE)
        self.memory.take(await self.gateway.run(recall.detail, number))

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Open the memory under the cursor: all that is known, and the opening is counted; a pane of the Desk zooms."""
        if self.compact:
            self.start(self.host.screen_of(self).run_named("zoom"), group="detail", exclusive=True)
            return
        self.start(self._open(message.key), group="detail", exclusive=True)

    async def _open(self, number: int) -> None:
        from memtui.services import recall

        self.memory.take(await self.gateway.write(recall.open_memory, number), opened=True)
        self.screen.set_focus(self.memory.lines)
        if not self.memory.beside and not self.query(".-zoomed-out"):
            await self.host.screen_of(self).run_named("zoom")

    def shown(self, selection: int | None) -> None:
        """Come to front on the memory that was selected elsewhere."""
        if selection is None or selection == self.main_list.cursor_key:
            return
        if self.answer is None or self.stale.waiting or self.text != self.filter_text:
            self._go_to = selection
        elif not self.main_list.go_to_key(selection):
            self.say("The selected memory is not in this list.")

    def step_out(self) -> bool:
        """Close the opened memory and go back to the list."""
        closed = self.memory.close()
        inside = self.memory.lines.has_focus
        if inside:
            self.main_list.focus()
        return closed or inside

    def chosen(self) -> Sequence[int]:
        """Return the marked memories, else the one under the cursor."""
        return self.main_list.chosen_keys

    def place(self) -> str:
        """Return the cursor's place and how many are marked."""
        rows, marked = self.main_list, len(self.main_list.marks)
        if not len(rows.rows):
            return ""
        says = f"{marked:,} marked: acts apply to {'it' if marked == 1 else 'them'} (esc clears)"
        marks = says if marked and self.beside else f"{marked:,} marked"
        return f"{rows.cursor + 1:,} of {len(rows.rows):,}   {marks}"

    # --- between runs --------------------------------------------------------------------------

    def remember(self) -> Mapping[str, Any]:
        """Return query, cursor, switches and split."""
        return self.switches.kept() | {"query": self.text, "cursor": self._cursor, "split": self.split}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up query, cursor, switches and split of an earlier run, as far as they make sense."""
        self.switches.take_up(kept)
        query, cursor, split = kept.get("query"), kept.get("cursor"), kept.get("split")
        asked = self.options.query
        if asked is not None or isinstance(query, str):
            self.set_filter(asked if asked is not None else str(query))
        self._go_to = cursor if isinstance(cursor, int) and asked is None else None
        self.split = split if split in SPLITS else None
        self.apply_split()

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the rows as lines."""
        return search_export.lines_of(self._listed(), self.pen(), width)

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the rows as a table."""
        return search_export.table_of(self._listed(), self.pen())

    def _listed(self) -> Sequence[Hit]:
        hits = (self.results.hit(index) for index in range(len(self.main_list.rows)))
        return self.exported or [hit for hit in hits if hit is not None]

"""History: what was done, by whom, and taking it back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render.history import HistoryLook, batch_header
from memtui.render.pen import Pen
from memtui.tui.views import history_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.history_acts import SPLITS, HistoryActs
from memtui.tui.views.history_list import BatchList
from memtui.tui.views.history_pane import BatchPane
from memtui.tui.views.history_rows import BatchRows
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import PAGE

if TYPE_CHECKING:
    from memtui.services.history import BatchLine
    from memtui.services.journal import Journal

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""

READING_PAUSE = 0.04
"""Seconds that the cursor rests before a batch's rows are fetched; its line is shown at once."""


class HistoryView(HistoryActs):
    """The journal: each batch is one act and one undo."""

    NAME = "history"
    TITLE = "History"
    FILTER = "words, who: what: memory:"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("undo", "undo"),
        FooterKey("redo", "redo"),
        FooterKey("list.open", "unfold"),
        FooterKey("facets", "facets"),
        FooterKey("filter", "find"),
        FooterKey("earlier", "day", wide=True),
        FooterKey("copy", "copy", wide=True),
        FooterKey("export", "export", wide=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._go_to: int | None = None
        self._cursor: int | None = None
        self._pen: Pen | None = None

    def compose(self) -> ComposeResult:
        """Compose list and batch."""
        with Vertical(id="history-results"):
            yield LineBar(id="history-list-bar", classes="bar")
            yield BatchList(id="history-list")
        yield BatchPane(id="history-batch")

    def on_mount(self) -> None:
        """Draw with this run's signs."""
        glyphs = self.options.glyphs
        self.main_list.cursor_glyph, self.main_list.mark_glyph = glyphs.cursor, glyphs.mark
        self.set_class(self.options.ascii, "-ascii")
        self.set_class(self.beside, "-beside")
        self.pane.verdict_keys = history_words.verdict_keys(self.host.keymap)

    # --- fetching ------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the journal anew, keeping the place."""
        self._ask(self.filter_text, follow=True)

    def filter_changed(self, text: str) -> None:
        """Narrow to what is typed so far."""
        if text != self.text:
            self._ask(text, typing=True)

    def filter_kept(self, text: str) -> None:
        """Narrow to what was typed."""
        self._ask(text, follow=True)

    def _ask(self, text: str, *, typing: bool = False, follow: bool = False) -> None:
        self.start(self._find(text, typing=typing, follow=follow), group="journal", exclusive=True)

    async def _find(self, text: str, *, typing: bool, follow: bool) -> None:
        from memtui.services import journal

        same, self.text, question = text == self.text, text, self.stale.start()
        try:
            if typing:
                await asyncio.sleep(TYPING_PAUSE)
            found = await self.gateway.run(journal.journal, text)
            first, lines = await self._around_cursor(found, follow=follow and same)
        finally:
            self.stale.stop(question)
        self.journal, self._pen = found, self.pen()
        workspace = self.gateway.workspace
        self.me = workspace.actor.name if workspace is not None else ""
        self._show(follow=follow and same, first=first, lines=lines)

    async def _around_cursor(self, found: Journal, *, follow: bool) -> tuple[int, dict[int, BatchLine]]:
        """Return the page of rows that the cursor will be in, and its first row: so that new rows come whole."""
        keys, _ = found.rows(self.unfolded)
        here = self._go_to or (self._folded_into(found) or self.main_list.cursor_key if follow else None)
        place = keys.index(here) if here is not None and here in keys else 0
        first = place // PAGE * PAGE
        return first, await self.fetch_lines(found, keys[first : first + PAGE])

    def _show(self, *, follow: bool, first: int = 0, lines: dict[int, BatchLine] | None = None) -> None:
        journal, pen = self.journal, self._pen
        if journal is None or pen is None:
            return
        before = self.rows
        rows = BatchRows(journal, pen, self.me, self._fetch, self._spawn, self._arrived, before, self.unfolded)
        if lines:
            rows.put(lines, first)
        if not len(rows):
            rows.tail = ((), *history_words.nothing(journal, self.text))
        head = self.query_one("#history-list-bar", LineBar)
        head.show(lambda width: batch_header(HistoryLook(width=width - 3)) if len(rows) else ())
        go_to, self._go_to = self._go_to or self._folded_into(journal), None
        self.main_list.set_rows(rows, follow=follow, cursor_key=go_to)
        self._show_notes()
        self.status_changed()

    def _show_notes(self) -> None:
        if self.journal is not None:
            self.show_notes(history_words.notes(self.journal))

    def _folded_into(self, journal: Journal) -> int | None:
        """Return the row that the batch under the cursor has become part of since; None where it stands as it stood."""
        here = self.main_list.cursor_key
        found = (oldest for oldest, members in journal.sittings.items() if here in members)
        oldest = next(found, None) if here is not None and here > 0 else None
        return None if oldest is None or oldest in self.unfolded else -oldest

    async def _fetch(self, keys: Sequence[int]) -> dict[int, BatchLine]:
        return await self.fetch_lines(self.journal, keys) if self.journal is not None and keys else {}

    def _spawn(self, work: Any) -> object:
        return self.start(work, group="pages")

    def _arrived(self, first: int, last: int) -> None:
        self.main_list.redraw(first, last)
        if first <= self.main_list.cursor <= last:
            self._look()

    # --- the batch under the cursor ------------------------------------------------------------

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the batch that the cursor came to."""
        self._look()

    def on_resize(self) -> None:
        """Stand side by side where there is room."""
        self.set_class(self.beside, "-beside")
        self.apply_split()

    def _look(self) -> None:
        line = self.line
        if self._pen is None or (line is None and len(self.main_list.rows)):
            return
        key = self.main_list.cursor_key if line is not None else None
        moved, self._cursor = self._cursor is not None and key != self._cursor, key
        self.pane.show_line(line, self._pen, self.me)
        self.status_changed()
        if key is not None:
            self.start(self._complete(key, select=moved), group="detail", exclusive=True)

    async def _complete(self, key: int, *, select: bool) -> None:
        await asyncio.sleep(READING_PAUSE)
        self.pane.take(await self.fetch_detail(key))
        if select and self.pane.memory_number is not None:
            self.select(self.pane.memory_number)
        self.status_changed()

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Unfold the batch under the cursor, some hundred rows at a time; a sitting with its batches, and fold it again."""
        if message.key < 0:
            self._toggle(-message.key)
        else:
            self.start(self._unfold(message.key), group="detail", exclusive=True)

    def _toggle(self, oldest: int) -> None:
        self.unfolded ^= {oldest}
        if oldest in self.unfolded:
            self.pane.unfold()
        else:
            self.pane.fold()
        self._go_to = -oldest
        self._show(follow=True)
        self._look()

    async def _unfold(self, key: int) -> None:
        self.pane.unfold()
        self.pane.take(await self.fetch_detail(key))
        if not self.beside and not self.query(".-zoomed-out"):
            self.screen.set_focus(self.pane.lines)
            await self.host.screen_of(self).run_named("zoom")

    def step_out(self) -> bool:
        """Fold the batch and go back to the list; then fold the sitting that the cursor is in."""
        folded, inside = self.pane.fold(), self.pane.lines.has_focus
        if inside:
            self.main_list.focus()
        sitting = self.sitting_of(self.main_list.cursor_key)
        if sitting in self.unfolded and (not (folded or inside) or self.main_list.cursor_key == -sitting):
            self._toggle(sitting)
            return True
        return folded or inside

    def place(self) -> str:
        """Return the cursor's place, and what redo would take back."""
        count = len(self.main_list.rows)
        if not count or self.journal is None:
            return ""
        redo = self.journal.redo
        redoes = f"U redoes {redo.summary}" if redo is not None else "nothing to redo"
        return f"batch {self.main_list.cursor + 1:,} of {count:,}   {redoes}"

    # --- between runs --------------------------------------------------------------------------

    def remember(self) -> Mapping[str, Any]:
        """Return filter, cursor and split."""
        return {"query": self.text, "cursor": self._cursor, "split": self.split}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up filter, cursor and split of an earlier run, as far as they make sense."""
        query, cursor, split = kept.get("query"), kept.get("cursor"), kept.get("split")
        if isinstance(query, str) and query:
            self.set_filter(query)
        self._go_to = cursor if isinstance(cursor, int) else None
        self.split = split if split in SPLITS else None
        self.apply_split()

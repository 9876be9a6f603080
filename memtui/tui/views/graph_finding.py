"""Finding a centre in Graph: words in the filter line, a list of entities and memories, enter."""

from __future__ import annotations

import asyncio

from memtui.tui.views import graph_rows
from memtui.tui.views.graph_rows import FoundRows
from memtui.tui.views.graph_walk import GraphWalk

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before it is looked for."""


class GraphFinding(GraphWalk):
    """The way of the filter line: while it holds words, what they find stands in place of the graph."""

    def filter_changed(self, text: str) -> None:
        """Look for a memory or an entity by what is typed so far."""
        self.start(self._find(text.strip()), group="find", exclusive=True)

    def filter_kept(self, text: str) -> None:
        """Centre on what was found first."""
        if text.strip():
            self.start(self._take_found(text.strip()), group="find", exclusive=True)

    async def _find(self, text: str) -> None:
        if not text:
            self._end_finding()
            return
        await asyncio.sleep(TYPING_PAUSE)
        await self._list_found(text)

    async def _list_found(self, text: str) -> None:
        found = await self.gateway.run(graph_rows.find, text, self.hidden)
        self.finding = text
        self.found.set_rows(FoundRows(found, text, self.pen()), follow=False)
        self._arrange()
        self.status_changed()

    async def _take_found(self, text: str) -> None:
        if self.finding != text:
            await self._list_found(text)
        self._open_found()

    def _open_found(self) -> None:
        rows, key = self.found_rows, self.found.cursor_key
        if rows is None or key is None:
            self.say("Nothing of that name to centre on.")
            return
        self._end_finding()
        self.set_filter("")
        self.go(rows.node(key))

    def _end_finding(self) -> None:
        inside = self.found.has_focus
        self.finding = ""
        self._arrange()
        if inside:
            self.screen.set_focus(self.main_list)

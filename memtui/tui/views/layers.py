"""Layers: six columns of cards in rank order, the cards moved by keys, by mouse, or as an evaluation suggests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render.spans import Line
from memtui.tui.views import layers_export, layers_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.layers_column import CardList
from memtui.tui.views.layers_cursor import LayersCursor
from memtui.tui.views.layers_window import LAYERS
from memtui.tui.widgets.drawn import LineBar

if TYPE_CHECKING:
    from memtui.tui.gateway import Change

TYPING_PAUSE = 0.03
"""Seconds after a keystroke before the board is narrowed."""

FOLLOWED = frozenset({"promote", "demote", "move", "undo", "redo"})
"""Acts after which the cursor goes where its card went."""

SHOWN_FOR = 1.0
"""Seconds that the column is marked which something went to."""


class LayersView(LayersCursor):
    """The third view: what each layer holds, and what belongs elsewhere."""

    NAME = "layers"
    TITLE = "Layers"
    FILTER = "words, layer: tag: kind: is: opened: entity: before:"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("demote", "demote"),
        FooterKey("promote", "promote"),
        FooterKey("move", "move", wide=True),
        FooterKey("accept", "accept"),
        FooterKey("accept_all", "evaluate"),
        FooterKey("form", "list", wide=True),
        FooterKey("undo", "undo"),
        FooterKey("filter", "find", wide=True),
        FooterKey("facets", "facets", wide=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self._go_to: int | None = None
        self._begun = self._loading = self._again = self._early = False

    def on_mount(self) -> None:
        """Draw with this run's signs, and let all columns share their marks."""
        glyphs = self.options.glyphs
        for one in (*self.columns.values(), self.listing):
            one.cursor_glyph, one.mark_glyph = glyphs.cursor, glyphs.mark
            one.clear_all = self.clear_all_marks
        self.set_class(self.options.ascii, "-ascii")
        self._show_filter_line()
        self.lay_out()

    # --- fetching ------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the board anew, keeping its place."""
        if self._early:
            self._early = False
        else:
            self._ask()

    def store_changed(self, change: Change) -> None:
        """Follow a commit; the cursor goes along with a card that was moved by hand."""
        batch = change.batch
        own = batch is not None and not change.elsewhere
        if batch is not None and own and batch.action in FOLLOWED and self.marked < 2:
            self._go_to = self.cursor_number
        if self._loading and not own:
            self._again = True
        else:
            self._ask()

    def filter_changed(self, text: str) -> None:
        """Narrow the board to what is typed so far."""
        self._show_filter_line()
        if text != self.text:
            self.text = text
            self._ask(pause=TYPING_PAUSE, follow=False)

    def filter_kept(self, text: str) -> None:
        """Go to a column that shows something where the current one shows nothing."""
        narrowed = self.board.narrowed
        if narrowed is not None and self.text == text and not narrowed.shown[self.window.current]:
            found = next((one for one in reversed(LAYERS) if narrowed.shown[one]), None)
            if found is not None:
                self.window.folded = self.window.folded and found is not Layer.ARCHIVED
                self.go_to_layer(found)
                self.screen.set_focus(self.main_list)

    def _ask(self, *, pause: float = 0.0, follow: bool = True) -> None:
        self.start(self._load(pause, follow), group="layers-fill", exclusive=True)

    async def _load(self, pause: float, follow: bool) -> None:
        self._loading, self._again = True, False
        try:
            if pause:
                await asyncio.sleep(pause)
            self.text = self.filter_text
            await self.fill(follow=follow, near=self._looked_for)
            self._tell()
        finally:
            self._loading = False
        if self._go_to is not None:
            self._come_to(self._go_to)
        if self._again:
            self._ask()
        else:
            # Reading what the layers cost would keep what was just read from being painted.
            self.call_after_refresh(self._weigh)

    def _weigh(self) -> None:
        self.start(self.weigh(), group="layers-weigh", exclusive=True)

    def _tell(self) -> None:
        """Say how much is shown, and why nothing is."""
        narrowed = self.board.narrowed
        if narrowed is None:
            return
        self.show_notes(layers_words.notes(narrowed))
        empty = layers_words.nothing(narrowed, self.gateway.project, self.pen_now)
        bar = self.query_one("#layers-nothing", LineBar)
        bar.display = bool(empty)
        bar.show(lambda width: self.pen_now.fit_line(empty, width))
        self.look()
        self.status_changed()

    @property
    def _looked_for(self) -> int | None:
        """The card to go to; before the view is in front, that of the memory selected elsewhere."""
        if self._go_to is not None:
            return self._go_to
        return None if self._begun else self.host.selection.number

    def find_place(self) -> int | None:
        """Make the column current that holds the card to go to; at the start the first one that holds anything."""
        go_to, self._go_to = self._go_to, None
        lanes, window = self.board.lanes, self.window
        layer = next((one for one, lane in lanes.items() if go_to is not None and go_to in lane), None)
        if layer is not None:
            if layer is not window.current and self._begun:
                self.flash(layer)
            window.folded = window.folded and layer is not Layer.ARCHIVED
            window.current = layer
        elif not self._begun and lanes and not lanes[window.current]:
            window.current = next((one for one in LAYERS[1:] if lanes[one]), window.current)
        self._begun = self._begun or bool(lanes)
        self._keep_focus()
        return go_to if layer is not None else None

    def _keep_focus(self) -> None:
        """Give the focus to the current column where another one had it."""
        focused = self.screen.focused
        if isinstance(focused, CardList) and focused is not self.main_list and self in focused.ancestors:
            self.main_list.display = True
            self.screen.set_focus(self.main_list)

    def flash(self, layer: Layer) -> None:
        """Mark the column that something went to for a moment."""
        self.target = layer
        self.draw_heads()
        self.set_timer(SHOWN_FOR, self._end_flash)

    def _end_flash(self) -> None:
        self.target = None
        self.draw_heads()

    def _show_filter_line(self) -> None:
        """Let the strip stand in the filter line's place while nothing is filtered (SCREENS 6)."""
        if not self.compact:
            self.host.screen_of(self).filter_of(self).set_class(not self.filter_text, "-quiet")

    # --- for the shell -------------------------------------------------------------------------

    def shown(self, selection: int | None) -> None:
        """Come to front on the card of the memory that was selected elsewhere."""
        if selection is None or selection == self.cursor_number:
            return
        self._go_to = selection
        if self.board.lanes and not self._loading:
            self._come_to(selection)

    def _come_to(self, number: int) -> None:
        """Put the cursor on a card, wherever on the board it is."""
        if self.find_place() is None:
            self.say("The selected memory is not among these.")
            return
        self.lay_out()
        self.main_list.go_to_key(number)
        self.select(self.cursor_number)
        self.look()

    def chosen(self) -> Sequence[int]:
        """Return the marked memories of all columns, else the one under the cursor."""
        marked = [key for one in self.lists if one.marks for key in one.chosen_keys]
        number = self.cursor_number
        return marked or ([] if number is None else [number])

    def acted(self) -> None:
        """An act on the marked ones was done: unmark them."""
        self.clear_all_marks()

    def place(self) -> str:
        """Return where the cursor is, how many are marked, and what is hidden."""
        narrowed, rows = self.board.narrowed, self.main_list
        if narrowed is None or not narrowed.total:
            return ""
        dot = f" {self.pen_now.glyphs.dot} "
        name = SHORT_NAMES[self.window.current]
        if self.window.is_folded(self.window.current) and not self.listed:
            return f"{name}, folded{dot}{self.host.keymap.shown('list.open')} opens it"
        parts = [f"{name} {rows.cursor + 1:,} of {len(rows.rows):,}" if len(rows.rows) else f"{name} empty"]
        if self.marked:
            parts.append(f"{self.marked:,} marked")
        if narrowed.hidden:
            parts.append(f"{narrowed.hidden:,} hidden")
        parts.append("by retention")
        return dot.join(parts)

    def remember(self) -> Mapping[str, Any]:
        """Return filter, column, cursor, columns in sight and form."""
        return {
            "query": self.text,
            "layer": self.window.current.value,
            "cursor": self.cursor_number,
            "columns": self.window.wanted,
            "folded": self.window.folded,
            "listed": self.listed,
            "live": self.live,
            "why": self.why_shown,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what an earlier run kept, as far as it makes sense."""
        query, layer, cursor, columns = (kept.get(name) for name in ("query", "layer", "cursor", "columns"))
        if isinstance(layer, str) and layer in set(Layer):
            self.window.current = Layer(layer)
        if isinstance(columns, int) and 1 <= columns <= len(LAYERS):
            self.window.wanted = columns
        self.window.folded = kept.get("folded") is not False
        self.listed, self.live = kept.get("listed") is True, kept.get("live") is True
        self.why_shown = kept["why"] if isinstance(kept.get("why"), bool) else None
        if isinstance(cursor, int) and self.host.selection.number is None:
            self._go_to = cursor
        if isinstance(query, str) and query:
            self.set_filter(query)
        self.lay_out()
        if self.gateway.is_open and not self.compact:
            # What is read while the screen is made need not be waited for when it stands.
            self._early = True
            self._ask()

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the columns one below the other, a line for each memory."""
        return layers_export.lines_of(self.exported, self.board.narrowed, self.pen(), width)

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return head and rows."""
        return layers_export.table_of(self.exported, self.pen())

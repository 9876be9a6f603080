"""What the keys do on the board beside moving up and down: columns, form, suggestions, facets, the mouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from memtui.domain.kinds import Layer
from memtui.render.pen import Highlight
from memtui.render.spans import Line, Role, Span
from memtui.tui.acts import ON_MEMORIES
from memtui.tui.views import layers_facets, layers_words, qualifiers
from memtui.tui.views.base import Command
from memtui.tui.views.layers_column import GroupedRows
from memtui.tui.views.layers_moving import LayersMoving
from memtui.tui.views.layers_window import LAYERS

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card

MOST_EXPORTED = 1000
"""Memories of each layer that an export holds."""

EXPORT_PAGE = 500
"""Cards that are fetched at once for an export."""


class LayersActs(LayersMoving):
    """The keys of the board."""

    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Evaluate (dry run)", "what belongs in another layer, previewed, then applied", "accept_all"),
        Command("Make the suggested move", "of the card under the cursor, or of the marked ones", "accept"),
        Command("Board or list", "six columns of cards, or one list under its layers", "form"),
        Command("Fold or unfold the archive", "the first column", "fold"),
        Command("Live only", "leave out superseded, archived and transient memories, or show them", "hidden"),
        Command("Facets", "narrow by layer, kind, tag, how old, how often opened, the same entity", "facets"),
        Command(
            "Consolidate", "merge entities that are the same and end what was superseded, previewed", "consolidate"
        ),
        Command("Compact", "archive the least important until so many are active, previewed", "compact"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.exported: Mapping[Layer, Sequence[Card]] = {}

    # --- why a key can do nothing --------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        reason = getattr(self, f"_no_{act}", None)
        said: str = reason() if reason is not None else ""
        if said:
            return said
        if act == "note":
            return "A note goes with a verdict on a conflict; there is none here."
        if act in (*ON_MEMORIES, "accept") and not self.chosen():
            if self.cursor_number is None and self.window.is_folded(self.window.current) and not self.listed:
                return f"The archive is folded; {self.host.keymap.shown('list.open')} opens it."
            return "No memory is selected."
        return super().why_not(act)

    def _no_accept(self) -> str:
        if len(self.chosen()) != 1 or self.marked:
            return ""
        card = self.card
        if card is None or card.judgement.to is not None:
            return ""
        return layers_words.why_stays(card, self.pen_now)

    def _no_accept_all(self) -> str:
        counts = self.board.counts
        if counts is not None and not (counts.up or counts.down or counts.stale):
            return "Nothing is suggested: every memory is where its retention puts it."
        return ""

    def _no_promote(self) -> str:
        return layers_words.no_step(self.card, up=True) if self.card is not None and not self.marked else ""

    def _no_demote(self) -> str:
        return layers_words.no_step(self.card, up=False) if self.card is not None and not self.marked else ""

    def _no_more(self) -> str:
        if self.listed:
            return "The list shows all layers; v shows columns."
        shown = self.window.count(self.size.width)
        if shown == len(LAYERS):
            return "All six columns are shown."
        return "" if shown < self.window.most(self.size.width) else "There is no room for another column."

    def _no_less(self) -> str:
        if self.listed:
            return "The list shows all layers; v shows columns."
        return "" if self.window.count(self.size.width) > 1 else "One column is the least."

    # --- columns -------------------------------------------------------------------------------

    def act_left(self) -> None:
        """Go to the column of the next lower layer; fold the archive on it."""
        if self.is_open:
            return
        if self.window.current is Layer.ARCHIVED and not self.window.folded and not self.listed:
            self.act_fold()
        else:
            self._step(-1)

    def act_right(self) -> None:
        """Go to the column of the next higher layer; unfold the archive on it."""
        if self.is_open:
            return
        if not self.listed and self.window.is_folded(self.window.current):
            self.unfold()
        else:
            self._step(1)

    def _step(self, step: int) -> None:
        place = LAYERS.index(self.window.current) + step
        if not 0 <= place < len(LAYERS):
            self.say("This is the lowest layer." if step < 0 else "This is the highest layer.")
            return
        if self.listed:
            self._go_to_group(step)
            return
        self.go_to_layer(LAYERS[place])
        self.screen.set_focus(self.main_list)

    def _go_to_group(self, step: int) -> None:
        rows = self.listing.rows
        if not isinstance(rows, GroupedRows) or not rows.starts:
            return
        starts = list(rows.starts)
        here = max((place for place, start in enumerate(starts) if start <= self.listing.cursor), default=0)
        goal = here + step
        if not 0 <= goal < len(starts):
            self.say("This is the lowest layer that holds any." if step < 0 else "This is the highest that holds any.")
            return
        self.listing.go_to(starts[goal])

    def go_to_layer(self, layer: Layer) -> None:
        """Make a column the current one and bring it into sight."""
        if layer is self.window.current and self.main_list.display:
            return
        self.window.current = layer
        if self.listed:
            rows = self.listing.rows
            starts = rows.starts if isinstance(rows, GroupedRows) else {}
            start = next((start for start, (one, _) in starts.items() if one is layer), None)
            if start is not None:
                self.listing.go_to(start)
            return
        self.lay_out()
        self.select(self.cursor_number)
        self.look()

    def act_fold(self) -> None:
        """Fold the archive, or unfold it."""
        if self.window.folded:
            self.unfold()
            return
        self.window.folded = True
        self.columns[Layer.ARCHIVED].clear_own()
        self._laid_out_anew()

    def unfold(self) -> None:
        """Show the cards of the archive."""
        self.window.folded = False
        self._laid_out_anew()

    def act_more(self) -> None:
        """Show a column more."""
        self._show_columns(1)

    def act_less(self) -> None:
        """Show a column less."""
        self._show_columns(-1)

    def _show_columns(self, step: int) -> None:
        count = self.window.count(self.size.width) + step
        self.window.wanted = count
        self._laid_out_anew()
        self.say(f"{count} column{'s' if count > 1 else ''} at once.")

    def _laid_out_anew(self) -> None:
        self.lay_out()
        self.select(self.cursor_number)
        self.look()

    def act_form(self) -> None:
        """Show the board, or one list under its layers."""
        number = self.cursor_number
        self.clear_all_marks()
        self.listed = not self.listed
        self.lay_out()
        self.screen.set_focus(self.main_list)
        self.show_lanes(follow=True, go_to=number)
        if number is not None:
            self.main_list.go_to_key(number)
        self.look()

    def act_hidden(self) -> None:
        """Leave out what is superseded, archived or transient, or show it again."""
        self.live = not self.live
        self.reload()
        self.say("Live only; . shows all." if self.live else "All are shown: superseded, archived, transient too.")

    def act_why(self) -> None:
        """Show or hide why the card under the cursor is where it is."""
        self.why_shown = not self.is_why_shown
        self.apply_why()
        self.look()

    def act_facets(self) -> None:
        """Choose what to narrow by."""
        self.start(self._choose_facet(), group="act")

    async def _choose_facet(self) -> None:
        from memtui.services import hierarchy
        from memtui.tui.modals.choice import ChoiceScreen

        text, number = self.filter_text, self.cursor_number
        facets = await self.gateway.run(hierarchy.board_facets, text, live=self.live, memory=number)
        entities = await self.gateway.run(hierarchy.entities_of, number) if number is not None else ()
        aged = []
        for qualifier, words in layers_facets.AGED:
            count = await self.gateway.run(hierarchy.matching, qualifiers.toggled(text, qualifier), live=self.live)
            aged.append((qualifier, words, count))
        offered = layers_facets.choices(facets, entities, aged, text)
        pick = await self.host.push_screen_wait(ChoiceScreen("facets", offered))
        if pick is not None:
            self.set_filter(qualifiers.toggled(text, pick))

    def act_export(self) -> None:
        """Export the board: its first memories in each layer are fetched for it."""
        self.start(self._export(), group="act")

    async def _export(self) -> None:
        from memtui.services import hierarchy
        from memtui.tui.acts.share import do_export

        lanes: dict[Layer, Sequence[Card]] = {}
        left_out = 0
        for layer in reversed(LAYERS):
            numbers = await self.gateway.run(hierarchy.lane, layer, self.text, live=self.live)
            left_out += max(0, len(numbers) - MOST_EXPORTED)
            cards: list[Card] = []
            for first in range(0, min(len(numbers), MOST_EXPORTED), EXPORT_PAGE):
                cards += await self.gateway.run(hierarchy.cards, list(numbers[first : first + EXPORT_PAGE]))
            if cards:
                lanes[layer] = cards
        self.exported = lanes
        try:
            await do_export(self, left_out=left_out)
        finally:
            self.exported = {}

    # --- parts that filling needs --------------------------------------------------------------

    def _marker(self, words: Sequence[str]) -> Highlight:
        return layers_words.marker(words)

    def _empty_column(self) -> tuple[Line, ...]:
        narrowed = self.board.narrowed
        says = "none match" if narrowed is not None and narrowed.is_narrowed else "none"
        return ((Span(f"  {says}", Role.DIM),),)

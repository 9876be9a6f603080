"""What the keys do in Graph beside walking: depth, kinds, form, hidden ones, reasons, links, the split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from memtui.domain.kinds import RelationKind
from memtui.domain.verdicts import Verdict
from memtui.tui.acts import ON_MEMORIES
from memtui.tui.views import graph_export, graph_scene, graph_words
from memtui.tui.views.base import Command
from memtui.tui.views.graph_parts import GraphParts

if TYPE_CHECKING:
    from memtui.render.graph_edges import Tie
    from memtui.render.spans import Line

SPLITS = (45, 55, 65, 70, 75, 80)
"""Shares of the picture in percent that `<` and `>` step through."""

USUAL_SPLIT = 70

DEEPEST = 3


class GraphActs(GraphParts):
    """The keys of Graph; `GraphView` fills what they show."""

    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Link two marked memories", "by hand: similar, supersedes, references, elaborates …", "link"),
        Command("Unlink", "take away the link that w explains", "unlink"),
        Command("Neighbours not shown", "list what hangs on this box and is not drawn", "beyond"),
        Command("Kinds of links", "show some kinds only", "facets"),
        Command("Boxes or tree", "the other form of this view", "form"),
        Command("Hidden ones too", "archived, transient and ended ones: show, hide", "hidden"),
        Command("Why this edge", "explain the next link of this box", "why"),
    )

    # --- what can be done ----------------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        if act == "more" and self.depth == DEEPEST:
            return f"{DEEPEST} steps are as far as it goes."
        if act == "less" and self.depth == 1:
            return "One step is the least."
        if act in ("narrower", "wider") and not self.beside:
            return "There is only one pane here."
        if act in ("facets", "form", "why", "beyond", "unlink", "accept") and self.scene is None:
            return "There is nothing to show yet."
        if act == "accept":
            return self._why_not_accept()
        if act == "why" and not self.pane.ties:
            return "Nothing links here yet, so there is nothing to explain."
        if act == "why" and self.compact:
            return f"A pane of the Desk has no reasons; {self.host.keymap.shown('zoom')} gives it the screen."
        if act == "link" and len(self.chosen()) != 2:
            return f"A link takes two memories: mark both with {self.host.keymap.shown('list.mark')}."
        if act in ON_MEMORIES and not self.chosen() and self.scene is not None:
            return "This is an entity; a memory is needed for that."
        return super().why_not(act)

    def _why_not_accept(self) -> str:
        proposed = self._proposed()
        if not proposed:
            return "No link is suggested here."
        if self._chosen_proposal() is None:
            return f"{len(proposed)} links are suggested here; {self.host.keymap.shown('why')} goes to one of them."
        return ""

    def _proposed(self) -> list[Tie]:
        return [tie for tie in self.pane.ties if tie.edge.conflict is not None]

    def _chosen_proposal(self) -> Tie | None:
        """Return the suggested link that `a` means: the one explained, else the only one."""
        proposed, tie = self._proposed(), self.pane.tie
        if tie is not None and tie.edge.conflict is not None:
            return tie
        return proposed[0] if len(proposed) == 1 else None

    # --- what is shown -------------------------------------------------------------------------

    def act_more(self) -> None:
        """Show one step more."""
        self._set_depth(self.depth + 1)

    def act_less(self) -> None:
        """Show one step less."""
        self._set_depth(self.depth - 1)

    def _set_depth(self, depth: int) -> None:
        self.depth, self.by_room = depth, False
        self.ask()
        self.say(f"{depth} step{'s' if depth > 1 else ''} around the centre.")

    def act_hidden(self) -> None:
        """Show archived, transient and ended ones, or hide them again."""
        self.hidden = not self.hidden
        self.ask()
        self.say(
            "Archived, transient and ended ones too."
            if self.hidden
            else "Archived, transient and ended ones are hidden."
        )

    def act_form(self) -> None:
        """Show boxes, or the same as an indented tree."""
        self.show_form("boxes" if self.form == "tree" else "tree")

    def act_facets(self) -> None:
        """Choose the kinds of links to show."""
        self.start(self._choose_kinds(), group="act")

    async def _choose_kinds(self) -> None:
        from memtui.tui.views.graph_kinds import KindsScreen

        counts = await self.gateway.run(graph_scene.around, self.question())
        chosen = await self.host.push_screen_wait(KindsScreen(counts, self.kinds))
        if chosen is not None and chosen != self.kinds:
            self.kinds = chosen
            self.ask()
            self.say(f"Kinds shown: {graph_words.kinds_word(chosen)}.")

    def step_out(self) -> bool:
        """Close the reasons, or show all kinds again."""
        if self.finding:
            return False
        if self.has_class("-why"):
            self.remove_class("-why")
            self.screen.set_focus(self.main_list)
            return True
        if self.kinds:
            self.kinds = frozenset()
            self.ask()
            self.say("All kinds are shown again.")
            return True
        if self.pane.lines.has_focus:
            self.screen.set_focus(self.main_list)
            return True
        return False

    def act_why(self) -> None:
        """Explain a link of this box, the next one each time."""
        if not self.beside and not self.has_class("-why"):
            self.pane.reasons_only = True
            self.add_class("-why")
            self.call_after_refresh(self.follow_cursor)
            return
        self.pane.next_tie()
        place, count = self.pane.tie_place
        self.say(f"Link {place} of {count}." if count > 1 else "This box has one link only.")
        self.status_changed()

    # --- links ---------------------------------------------------------------------------------

    def act_accept(self) -> None:
        """Accept a suggested link: the newer memory takes the older one's place."""
        self.start(self._accept(), group="act")

    async def _accept(self) -> None:
        from memtui.services import review

        tie = self._chosen_proposal()
        if tie is None or tie.edge.conflict is None or tie.edge.conflict.number is None:
            return
        conflict = tie.edge.conflict
        number = conflict.number or 0
        outcome = await self.gateway.write(review.decide, [number], Verdict.NEWER, versions=[conflict.version])
        self.say(outcome.sentence, undo=outcome.batch is not None)

    def act_link(self) -> None:
        """Link the two marked memories by hand."""
        self.start(self._link(), group="act")

    async def _link(self) -> None:
        from memtui.services import linking
        from memtui.tui.acts.curate import memories_of
        from memtui.tui.modals.choice import Choice, ChoiceScreen

        newer, older = graph_words.newer_first(await self.gateway.run(memories_of, self.chosen()))
        pen = self.pen()
        one, other = (graph_words.short_title(memory, pen) for memory in (newer, older))
        choices = [Choice(kind, f"“{one}” {linking.WORDS[kind]} “{other}”", kind.value) for kind in RelationKind]
        kind = await self.host.push_screen_wait(ChoiceScreen("link two memories", choices))
        if kind is None:
            self.say("Nothing was linked.")
            return
        outcome = await self.gateway.write(linking.link, newer.number or 0, older.number or 0, kind)
        self.say(outcome.sentence, undo=outcome.batch is not None)
        self.acted()

    def act_unlink(self) -> None:
        """Take away the link that is explained."""
        self.start(self._unlink(), group="act")

    async def _unlink(self) -> None:
        from memtui.services import linking

        relation = self.pane.tie.edge.relation if self.pane.tie is not None else None
        if relation is None:
            self.say("That is no link between two memories; w goes to another one.")
            return
        ends = relation.from_number, relation.to_number
        outcome = await self.gateway.write(linking.unlink, *ends, relation.kind)
        self.say(outcome.sentence, undo=outcome.batch is not None)

    # --- split and export ----------------------------------------------------------------------

    def act_narrower(self) -> None:
        """Give the picture less room."""
        self._set_split(-1)

    def act_wider(self) -> None:
        """Give the picture more room."""
        self._set_split(1)

    def _set_split(self, step: int) -> None:
        place = min(range(len(SPLITS)), key=lambda at: abs(SPLITS[at] - (self.split or USUAL_SPLIT))) + step
        if not 0 <= place < len(SPLITS):
            self.say("The split goes no further.")
            return
        self.split = SPLITS[place]
        self.apply_split()

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the picture or the tree as lines."""
        pen = replace(self.pen(), brackets=True)
        return graph_export.lines_of(self.scene, pen, width, in_tree=self.form == "tree") if self.scene else ()

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the links as a table."""
        return graph_export.table_of(self.scene, self.pen()) if self.scene else ((), ())

"""The pane of Graph: the node under the cursor, its links both ways, why one of them is there, and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from memtui.domain.records import Conflict
from memtui.render import detail as details
from memtui.render import graph_edges
from memtui.render.detail import DetailLook
from memtui.render.graph_edges import Tie
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, wrap
from memtui.services.graph import Node
from memtui.tui.views.graph_scene import EntitySubject, Scene, Subject
from memtui.tui.widgets.ruled_pane import RuledPane

TEXT_LINES = 6
"""Lines of a memory's text beside the picture; `1` and enter show all of it."""

LIST_ROWS = 8
"""Links of one direction that are listed at once."""


class GraphPane(RuledPane):
    """What there is to say of the node under the cursor.

    `reasons_only` is its form below the picture on a narrow screen: the links and the reason of one of them.
    """

    LINES_ID = "graph-detail"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.scene: Scene | None = None
        self.subject: Subject | EntitySubject | None = None
        self.reasons_only = False
        self._key = ""
        self._came_from = ""
        self._tie = 0
        self.ties: Sequence[Tie] = ()
        """The links of the node, those from it first."""

    # --- which node and which link -------------------------------------------------------------

    @property
    def node(self) -> Node | None:
        """The node that is shown."""
        return self.scene.nodes.get(self._key) if self.scene is not None else None

    @property
    def tie(self) -> Tie | None:
        """The link whose reason is shown."""
        found = self.ties
        return found[self._tie % len(found)] if found else None

    @property
    def tie_place(self) -> tuple[int, int]:
        """Which of its links that is, from 1, and how many there are."""
        count = len(self.ties)
        return (self._tie % count + 1 if count else 0), count

    def show_node(self, scene: Scene, key: str) -> None:
        """Show a node; the link to the one that was shown before is the first to be explained, else that to the centre."""
        same = key == self._key and self.scene is not None
        before, self.scene = self._key, scene
        self.ties = graph_edges.ties(key, scene.nodes, scene.graph.edges) if key in scene.nodes else ()
        if not same:
            self._came_from, self._key = before, key
            self._tie = self._first_tie()
            self.subject = None
        elif self.ties:
            self._tie %= len(self.ties)
        self._refresh(keep_place=same)

    def _first_tie(self) -> int:
        assert self.scene is not None
        found, centre = self.ties, self.scene.graph.centre
        proposed = [tie for tie in found if tie.edge.conflict is not None]
        for wanted in (
            [tie for tie in found if tie.far.key == self._came_from],
            [tie for tie in found if tie.far.key == centre],
            proposed,
        ):
            if wanted:
                return list(found).index(wanted[0])
        return 0

    def refresh_lines(self) -> None:
        """Draw anew."""
        self._refresh(keep_place=True)

    def next_tie(self) -> None:
        """Explain the next link."""
        self._tie += 1
        self._refresh(keep_place=True)

    def show_nothing(self) -> None:
        """Show nothing."""
        self.scene, self.subject, self.ties, self._key = None, None, (), ""
        self._refresh()

    def take(self, subject: Subject | EntitySubject) -> None:
        """Take what was fetched of the node that is shown; another one's comes too late and is left."""
        if subject.key == self._key:
            self.subject = subject
            self._refresh(keep_place=True)

    # --- drawing -------------------------------------------------------------------------------

    def _title(self, width: int) -> Line:
        if self.scene is None:
            return ()
        focused = self.lines.has_focus
        title = "w: why this edge" if self.reasons_only else "selected"
        hint = "esc closes" if self.reasons_only else ""
        return self.scene.pen.rule(title, hint, width, focused=focused)

    def _draw(self, width: int) -> Sequence[Line]:
        scene, node = self.scene, self.node
        if scene is None or node is None:
            return ()
        pen = scene.pen
        if self.reasons_only:
            return [*self._why(pen, width, rule=False), *self._lists(pen, width, space=False)]
        lines = [*self._about(node, pen, width), *self._lists(pen, width), (), *self._why(pen, width)]
        return [*lines, (), pen.rule("legend", "", width), *graph_edges.legend(pen, width)]

    def _about(self, node: Node, pen: Pen, width: int) -> list[Line]:
        if node.entity is not None:
            return self._about_entity(node, pen, width)
        if isinstance(self.subject, Subject):
            look = DetailLook(width=width, beside=True, lines=TEXT_LINES)
            return details.body(self.subject, pen, look)
        text = graph_edges.node_title(node, pen)
        return [(Span(" " + text[start:end]),) for start, end in wrap(text, width - 2)[:TEXT_LINES]]

    def _about_entity(self, node: Node, pen: Pen, width: int) -> list[Line]:
        entity = node.entity
        assert entity is not None
        name = shown(pen.mask(entity.name))
        lines: list[Line] = [(Span(" " + name[start:end], Role.STRONG),) for start, end in wrap(name, width - 2)]
        told = entity.type.value.replace("_", " ")
        if isinstance(self.subject, EntitySubject):
            count = self.subject.mentioning
            told += f" {pen.glyphs.dot} {count:,} {'memory names' if count == 1 else 'memories name'} it"
        lines += [(), (Span(f" {told}"),)]
        if entity.aliases:
            aliases = f"also called {', '.join(shown(pen.mask(one)) for one in entity.aliases)}"
            lines += [(Span(" " + aliases[start:end], Role.LABEL),) for start, end in wrap(aliases, width - 2)]
        return lines

    def _lists(self, pen: Pen, width: int, *, space: bool = True) -> list[Line]:
        lines: list[Line] = []
        current = self.tie
        for outward, group in groupby(self.ties, key=lambda tie: tie.outward):
            lines += [()] if space else []
            lines.append(pen.rule("from here" if outward else "to here", "", width))
            lines += self._list(list(group), current, pen, width)
        node = self.node
        if node is not None and node.more:
            lines.append((Span(f"  +{node.more:,} more not shown", Role.DIM),))
        return lines

    def _list(self, found: Sequence[Tie], current: Tie | None, pen: Pen, width: int) -> list[Line]:
        """Return some links, as many as leave room for the reason below them, the current one among them."""
        at = next((place for place, tie in enumerate(found) if tie is current), 0)
        first = max(0, min(at - LIST_ROWS // 2, len(found) - LIST_ROWS))
        shown_ones = found[first : first + LIST_ROWS]
        lines = [graph_edges.tie_line(tie, pen, width, current=tie is current) for tie in shown_ones]
        if len(found) > len(shown_ones):
            lines.append((Span(f"  {len(found) - len(shown_ones):,} more: w goes through them", Role.DIM),))
        return lines

    def _why(self, pen: Pen, width: int, *, rule: bool = True) -> list[Line]:
        place, count = self.tie_place
        hint = f"{place} of {count}" if count > 1 else ""
        lines = [pen.rule("w: why this edge", hint, width)] if rule else []
        tie = self.tie
        if tie is None:
            return [*lines, *graph_edges.why_not_lines(pen, width)]
        between: tuple[Conflict, ...] = ()
        if isinstance(self.subject, Subject) and tie.far.memory is not None:
            between = self.subject.conflicts_with.get(tie.far.memory.number or 0, ())
        if self.reasons_only:
            lines.append(graph_edges.tie_line(tie, pen, width, current=True))
        return [*lines, *graph_edges.why_lines(tie, between, pen, width)]

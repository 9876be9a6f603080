"""Graph: the neighbourhood of a memory or an entity, walked from box to box."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from memtui.domain.errors import MemtuiError, NotFound
from memtui.render.graph_edges import node_title
from memtui.render.graph_picture import Drawing
from memtui.render.spans import Line, Role, Span
from memtui.tui.views import graph_scene, graph_words
from memtui.tui.views.base import FooterKey
from memtui.tui.views.graph_finding import GraphFinding
from memtui.tui.views.graph_pane import GraphPane
from memtui.tui.views.graph_rows import TreeRows
from memtui.tui.views.graph_words import Step
from memtui.tui.widgets.canvas import Canvas
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.tui.gateway import Change
    from memtui.tui.views.graph_scene import Question, Scene

READING_PAUSE = 0.04
"""Seconds that the cursor rests before more is fetched of its node; what is known is shown at once."""


class _Coming(NamedTuple):
    """What is being fetched: the question, where the cursor is to stand, and the centre that is left for it."""

    question: Question
    cursor: str | None
    left: Step | None


class GraphView(GraphFinding):
    """One centre in a double box, what links to it around it."""

    NAME = "graph"
    TITLE = "Graph"
    FILTER = "a memory or an entity"
    FOOTER: ClassVar[tuple[FooterKey, ...]] = (
        FooterKey("list.open", "centre"),
        FooterKey("back", "back"),
        FooterKey("more", "depth"),
        FooterKey("less", "less", wide=True),
        FooterKey("facets", "kinds"),
        FooterKey("form", "tree"),
        FooterKey("why", "why", wide=True),
        FooterKey("hidden", "hidden", wide=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self._own: str | None = None
        """The node that this view selected last; another one was selected elsewhere."""
        self._coming: _Coming | None = None
        self._first = True
        """Whether nothing was shown yet: the centre that an earlier run kept may be gone."""

    def compose(self) -> ComposeResult:
        """Compose picture, tree, found ones and pane."""
        if self.compact:
            self.depth, self.by_room = 1, False
        with Horizontal(id="graph-body"):
            with Vertical(id="graph-picture"):
                yield Canvas(id="graph-canvas")
                yield LineList(id="graph-tree")
                yield LineList(id="graph-found", markable=False)
                yield LineBar(self._rule, id="graph-foot")
            yield GraphPane(id="graph-pane")

    def on_mount(self) -> None:
        """Draw with this run's signs."""
        glyphs = self.options.glyphs
        for pane in (self.canvas, self.tree_list, self.found):
            pane.cursor_glyph, pane.mark_glyph = glyphs.cursor, glyphs.mark
        self.set_class(self.options.ascii, "-ascii")
        self.set_class(self.compact, "-compact")
        self._arrange()

    def _rule(self, width: int) -> Line:
        return (Span(self.options.glyphs.rule * width, Role.RULE),)

    # --- fetching ------------------------------------------------------------------------------

    def reload(self) -> None:
        """Fetch the neighbourhood anew, keeping centre and cursor."""
        self._again(self.question(self.centre or self._selected(), instead=self._first))

    def store_changed(self, change: Change) -> None:
        """Follow a commit; the same box stays under the cursor."""
        self.reload()

    def shown(self, selection: int | None) -> None:
        """Come to front: what was selected elsewhere comes into the centre."""
        wanted = self._selected()
        if wanted is not None and wanted != self._own and self.gateway.is_open:
            self.trail = []
            self.go(wanted, keep=False)

    def _selected(self) -> str | None:
        selection = self.host.selection
        if selection.entity is not None:
            return f"e{selection.entity}"
        return f"m{selection.number}" if selection.number is not None else None

    def ask(self) -> None:
        """Fetch the neighbourhood anew with the present switches, the cursor kept."""
        self._again(self.question())

    def go(self, key: str, *, keep: bool = True, cursor: str | None = None) -> None:
        """Bring a node into the centre; `keep` remembers the present one in the trail."""
        left = self._here() if keep and key != self.centre else None
        self._own = key
        self._fetch(_Coming(self.question(key), cursor or key, left))

    def _here(self) -> Step | None:
        scene = self.scene
        if scene is None or self.centre is None:
            return None
        centre = scene.nodes[scene.graph.centre]
        return Step(centre.key, node_title(centre, scene.pen))

    def _again(self, question: Question) -> None:
        """Ask with other switches; a centre that is on its way keeps coming."""
        if self._coming is not None:
            self._fetch(self._coming._replace(question=replace(question, centre=self._coming.question.centre)))
        else:
            self._fetch(_Coming(question, self.cursor, None))

    def _fetch(self, coming: _Coming) -> None:
        self._coming = coming
        self.start(self._load(coming), group="graph", exclusive=True)

    async def _load(self, coming: _Coming) -> None:
        question, cursor, left = coming
        asked = self.stale.start()
        try:
            scene = await self.gateway.run(graph_scene.scene, question, self.pen(), self._cells, self.beside)
        except MemtuiError as refusal:
            self._coming = None
            if self.scene is not None and (question.centre != self.centre or not isinstance(refusal, NotFound)):
                raise
            self._show_nothing((Span(f" {refusal.sentence} {refusal.hint}".rstrip(), Role.DIM),))
            self.centre = question.centre
            return
        finally:
            self.stale.stop(asked)
        self._first = False
        if scene is None:
            self._coming = None
            self._show_nothing(graph_words.EMPTY)
            return
        rows = await self.grow(scene) if self.form == "tree" else None
        self._coming = None
        if left is not None:
            self.trail.append(left)
        self._show(scene, cursor, rows)

    @property
    def _cells(self) -> int:
        return self.canvas.size.width or self.query_one("#graph-picture").size.width or self.app.size.width

    def _show_nothing(self, line: Line) -> None:
        self.scene = None
        self.pane.show_nothing()
        self.canvas.show(Drawing(lines=((), line)), None, ())
        self.tree_list.set_rows(self._no_rows(line))
        self.show_notes(())
        self.status_changed()

    def _show(self, scene: Scene, cursor: str | None, rows: TreeRows | None) -> None:
        first, marked = self.scene is None, self.marked
        self.scene, self.centre = scene, scene.graph.centre
        if self.by_room:
            self.depth = scene.question.depth
        cursor = cursor if cursor in scene.nodes else self.centre
        self._draw_canvas(scene, cursor)
        if rows is not None:
            self.set_tree(rows, cursor, marked)
        self._show_head()
        if first:
            self._arrange()
        self.follow_cursor()

    def _draw_canvas(self, scene: Scene, cursor: str | None) -> None:
        picture = scene.drawing
        tail = graph_words.tail(scene)
        if tail:
            picture = Drawing(lines=(*picture.lines, *tail), boxes=picture.boxes, width=picture.width)
        self.canvas.show(picture, cursor, scene.markable, "An entity cannot be marked: marks are for acts on memories.")

    def _show_head(self) -> None:
        scene = self.scene
        if scene is None:
            return
        wide = self.size.width >= 100 and not self.compact
        notes = graph_words.notes(scene, self._trail(), self.moment, wide=wide)
        self.show_notes(notes)
        title = node_title(scene.nodes[scene.graph.centre], scene.pen)
        self.host.screen_of(self).filter_of(self).input.show_title(title, scene.pen.glyphs.ellipsis)

    def _trail(self) -> str:
        scene = self.scene
        if scene is None:
            return ""
        here = node_title(scene.nodes[scene.graph.centre], scene.pen)
        return graph_words.trail_words(self.trail, here, scene.pen)

    @property
    def moment(self) -> str:
        """The past moment that is looked at, in words; empty for now."""
        return self.host.moment_words()

    # --- the node under the cursor -------------------------------------------------------------

    def follow_cursor(self) -> None:
        """Let pane, selection and status line follow the cursor."""
        key, scene = self.cursor, self.scene
        if key is None or scene is None or key not in scene.nodes:
            return
        self.pane.show_node(scene, key)
        self._own = key
        number = int(key[1:])
        if key[0] == "m":
            self.select(number)
        else:
            self.select_entity(number)
        self.start(self._complete(key), group="detail", exclusive=True)
        self.status_changed()

    async def _complete(self, key: str) -> None:
        await asyncio.sleep(READING_PAUSE)
        if not self.compact:
            self.pane.take(await self.gateway.run(graph_scene.subject, key))

    def place(self) -> str:
        """Return where the cursor is."""
        scene, cursor = self.scene, self.cursor
        if scene is None or cursor is None:
            return ""
        at = list(scene.nodes).index(cursor) if self.form == "tree" and cursor in scene.nodes else self.canvas.place
        wide = self.beside
        return graph_words.place(scene, cursor, at, len(self.marked), self._trail(), wide=wide)

    # --- size ----------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side where there is room, and draw for the new width."""
        self._arrange()
        self._show_head()

    def on_canvas_resized(self) -> None:
        """Draw for the new width; where the depth follows the room, another one may be right."""
        if self.scene is None:
            return
        as_wide = self.scene.cells == max(self._cells, graph_scene.LEAST_CELLS)
        if self.by_room and not (as_wide and self.scene.question.lines == self.question().lines):
            self.ask()
        elif not as_wide:
            self.start(self._draw_anew(), group="draw", exclusive=True)

    async def _draw_anew(self) -> None:
        scene = self.scene
        if scene is not None:
            fresh = await self.gateway.run(
                graph_scene.drawn, scene.question, scene.graph, scene.pen, self._cells, self.beside
            )
            if self.scene is scene:
                self.scene = replace(fresh, names=scene.names)
                self._draw_canvas(self.scene, self.canvas.cursor)

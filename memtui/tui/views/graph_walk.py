"""Walking in Graph: from box to box, along the tree, into the centre and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memtui.render.graph_edges import node_title
from memtui.render.spans import Line
from memtui.tui.screens import moves
from memtui.tui.views import graph_rows, graph_scene, graph_words
from memtui.tui.views.graph_acts import SPLITS, GraphActs
from memtui.tui.views.graph_parts import FORMS
from memtui.tui.views.graph_rows import TreeRows
from memtui.tui.widgets.canvas import Canvas
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.row_view import GUTTER
from memtui.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from memtui.tui.views.graph_scene import Scene

DEPTHS = (1, 2, 3)


class GraphWalk(GraphActs):
    """What moves in Graph; nothing here writes."""

    def go(self, key: str, *, keep: bool = True, cursor: str | None = None) -> None:
        """Bring a node into the centre; `keep` remembers the present one in the trail."""
        raise NotImplementedError

    def _open_found(self) -> None:
        raise NotImplementedError

    # --- from box to box -----------------------------------------------------------------------

    def act_left(self) -> None:
        """Walk to the left, fold, or leave the pane."""
        self._sideways("left")

    def act_right(self) -> None:
        """Walk to the right, or unfold."""
        self._sideways("right")

    def _sideways(self, way: str) -> None:
        if self.pane.lines.has_focus:
            if way == "left":
                self.screen.set_focus(self.main_list)
            else:
                self.say("Nothing lies to the right of this pane.")
        elif self.finding:
            self.say("Up and down walk what was found; enter centres on it.")
        elif self.form == "tree":
            self._fold(way)
        else:
            self.canvas.walk(way)

    def act_next_row(self) -> None:
        """Go to the next box in reading order, or the next row."""
        self._turn(1)

    def act_previous_row(self) -> None:
        """Go to the box before in reading order, or the row before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        main = self.main_list
        if isinstance(main, Canvas):
            main.turn(by)
        else:
            main.action_move("down" if by > 0 else "up")

    def on_canvas_moved(self, message: Canvas.Moved) -> None:
        """Show the node that the cursor came to."""
        self.follow_cursor()

    def on_canvas_marks_changed(self) -> None:
        """Say how many are marked."""
        self.status_changed()

    def on_canvas_told(self, message: Canvas.Told) -> None:
        """Say why a key could do nothing."""
        self.say(message.sentence)

    def on_canvas_opened(self, message: Canvas.Opened) -> None:
        """Centre the box under the cursor; on the centre, list what is not shown."""
        self._enter(message.key)

    def on_canvas_note_clicked(self, message: Canvas.NoteClicked) -> None:
        """List what is not shown around a box."""
        self.start(self._list_beyond(message.key), group="act")

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the node that the cursor came to in the tree."""
        if message.line_list is self.tree_list and self.form == "tree" and not self.finding:
            self.follow_cursor()

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Centre the node of a row."""
        if message.line_list is self.found:
            self._open_found()
        elif (rows := self.tree_rows) is not None and rows.branches[message.key].more:
            self.start(self._list_beyond(rows.node(message.key)), group="act")
        elif rows is not None:
            self._enter(rows.node(message.key))

    def _enter(self, key: str) -> None:
        if key == self.centre:
            self.start(self._list_beyond(key), group="act")
        else:
            self.go(key)

    def act_back(self) -> None:
        """Go back to the centre before; where there is none, to the view that one came from."""
        if self.trail:
            here, step = self.centre, self.trail.pop()
            self.go(step.key, keep=False, cursor=here)
        else:
            self.start(self._leave(), group="act")

    async def _leave(self) -> None:
        going = moves.back(self.host.screen_of(self))
        await going

    # --- what is not shown ---------------------------------------------------------------------

    def act_beyond(self) -> None:
        """List what hangs on the box under the cursor and is not drawn."""
        if self.cursor is not None:
            self.start(self._list_beyond(self.cursor), group="act")

    async def _list_beyond(self, key: str) -> None:
        from memtui.tui.modals.choice import ChoiceScreen

        scene = self.scene
        if scene is None or key not in scene.nodes:
            return
        found = await self.gateway.run(graph_scene.beyond, key, frozenset(scene.nodes), self.question())
        node = scene.nodes[key]
        if not found.neighbours and not found.names:
            self.say(graph_words.NAMES_NOTHING if node.memory is not None else "Nothing more hangs on this.")
            return
        title = f"around {scene.pen.cut(node_title(node, scene.pen), 50)}"
        if found.more:
            title = f"{found.more:,} older ones are not listed {scene.pen.glyphs.dot} {title}"
        chosen = await self.host.push_screen_wait(ChoiceScreen(title, graph_words.choices(found, self.pen())))
        if chosen is not None:
            self.go(chosen)

    # --- the tree ------------------------------------------------------------------------------

    def show_form(self, form: str) -> None:
        """Show boxes or the tree; cursor and marks go along."""
        if form == "tree":
            self.start(self._show_tree(), group="form", exclusive=True)
        else:
            cursor, marked = self.cursor, self.marked
            self.form = form
            self.canvas.marks = set(marked)
            if cursor is not None:
                self.canvas.go_to(cursor)
            self.canvas.redraw_all()
            self._shown_as("As boxes.")

    async def _show_tree(self) -> None:
        scene, rows = self.scene, self.tree_rows
        if scene is None:
            return
        if rows is None or rows.graph is not scene.graph:
            rows = await self.grow(scene)
        cursor, marked = self.cursor, self.marked
        self.form = "tree"
        self.set_tree(rows, cursor, marked)
        self._shown_as("As a tree.")

    def _shown_as(self, words: str) -> None:
        self._arrange()
        self.screen.set_focus(self.main_list)
        self.follow_cursor()
        self.say(words)

    async def grow(self, scene: Scene) -> TreeRows:
        """Return the rows of a scene's tree; nodes that were folded stay so."""
        before = self.tree_rows
        folded = frozenset(before.node(row) for row in before.folded) if before is not None else frozenset()
        cells = max((self.tree_list.size.width or self.size.width) - GUTTER, 20)
        rows = await self.gateway.run(graph_rows.grown, scene.graph, scene.pen, cells, folded)
        rows.tail = tuple(graph_words.tail(scene)) if len(scene.graph.nodes) == 1 else ()
        return rows

    def set_tree(self, rows: TreeRows, cursor: str | None, marked: Sequence[str]) -> None:
        """Show a tree with the cursor on a node, and these nodes marked."""
        row = rows.row_of(cursor) if cursor is not None else None
        if row is not None:
            rows = rows.with_folded(frozenset(one for one in rows.folded if not one < row <= one + rows.inside(one)))
        before = self.tree_rows
        same = before is not None and before.graph.centre == rows.graph.centre
        self.tree_list.marks.clear()
        self.tree_list.set_rows(rows, follow=same, cursor_key=row)
        for key in marked:
            if (at := rows.row_of(key)) is not None:
                self.tree_list.marks.toggle(at)
        self.tree_list.redraw()

    def _set_folded(self, folded: frozenset[int], row: int) -> None:
        rows = self.tree_rows
        assert rows is not None
        self.tree_list.set_rows(rows.with_folded(folded), follow=True, cursor_key=row)

    def _fold(self, way: str) -> None:
        rows, row = self.tree_rows, self.tree_list.cursor_key
        if rows is None or row is None:
            return
        holds = rows.inside(row)
        if way == "right":
            if row in rows.folded:
                self._set_folded(rows.folded - {row}, row)
            elif holds:
                self.tree_list.go_to_key(row + 1)
            else:
                self.say("There is nothing to unfold here.")
        elif holds and row not in rows.folded:
            self._set_folded(rows.folded | {row}, row)
        elif (parent := rows.parent(row)) is not None:
            self.tree_list.go_to_key(parent)
        else:
            self.say("This is the root of the tree.")

    def _no_rows(self, line: Line) -> Rows:
        rows = Rows()
        rows.tail = ((), line)
        return rows

    def _arrange(self) -> None:
        """Show picture, tree or found ones, and the pane beside or below where it belongs."""
        beside = self.beside
        self.set_class(beside, "-beside")
        self.set_class(bool(self.finding), "-finding")
        self.set_class(self.form == "tree", "-tree")
        if beside:
            self.remove_class("-why")
        if self.pane.reasons_only != (not beside):
            self.pane.reasons_only = not beside
            self.pane.refresh_lines()
        self.apply_split()

    # --- between runs --------------------------------------------------------------------------

    def remember(self) -> Mapping[str, Any]:
        """Return centre, switches and split."""
        depth = None if self.by_room else self.depth
        kept = {"centre": self.centre, "depth": depth, "kinds": sorted(self.kinds), "hidden": self.hidden}
        return {**kept, "form": self.form, "split": self.split}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up centre, switches and split of an earlier run, as far as they make sense."""
        centre, kinds = kept.get("centre"), kept.get("kinds")
        if isinstance(centre, str) and centre[:1] in ("m", "e") and centre[1:].isdecimal():
            self.centre = centre
        if isinstance(kinds, list):
            self.kinds = frozenset(kind for kind in kinds if isinstance(kind, str))
        if kept.get("depth") in DEPTHS and not self.compact:
            self.depth, self.by_room = kept["depth"], False
        self.hidden = kept.get("hidden") is True
        self.form = kept["form"] if kept.get("form") in FORMS else self.form
        self.split = kept["split"] if kept.get("split") in SPLITS else None
        self._arrange()

"""The parts of Graph and what they hold; nothing here fetches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.tui.views.base import View
from memtui.tui.views.graph_pane import GraphPane
from memtui.tui.views.graph_rows import FoundRows, TreeRows
from memtui.tui.views.graph_scene import Question
from memtui.tui.views.stale import Stale
from memtui.tui.widgets.canvas import Canvas
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.tui.views.graph_scene import Scene
    from memtui.tui.views.graph_words import Step
    from memtui.tui.widgets.drawn import MainPane

WIDE = 100
"""From this many cells on the pane stands beside the picture."""

FORMS = ("boxes", "tree")


class GraphParts(View):
    """Canvas, tree, found ones and pane, and which of them is in use."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 1
        self.by_room = True
        """Whether the depth follows the room: until more or fewer steps are asked for."""
        self.kinds: frozenset[str] = frozenset()
        self.hidden = False
        self.form = FORMS[0]
        self.split: int | None = None
        self.scene: Scene | None = None
        self.centre: str | None = None
        self.trail: list[Step] = []
        self.finding = ""
        """The words that a centre is looked for by; empty while the graph is shown."""
        self.stale = Stale(self)

    # --- parts ---------------------------------------------------------------------------------

    @property
    def canvas(self) -> Canvas:
        """The picture."""
        return self.query_one(Canvas)

    @property
    def tree_list(self) -> LineList:
        """The tree."""
        return self.query_one("#graph-tree", LineList)

    @property
    def found(self) -> LineList:
        """What `/` found."""
        return self.query_one("#graph-found", LineList)

    @property
    def pane(self) -> GraphPane:
        """The node under the cursor."""
        return self.query_one(GraphPane)

    @property
    def main_list(self) -> MainPane:
        """What is walked: the picture, the tree, or what was found."""
        if self.finding:
            return self.found
        return self.tree_list if self.form == "tree" else self.canvas

    @property
    def tree_rows(self) -> TreeRows | None:
        """The rows of the tree, once there is one."""
        rows = self.tree_list.rows
        return rows if isinstance(rows, TreeRows) else None

    @property
    def found_rows(self) -> FoundRows | None:
        """The rows that were found."""
        rows = self.found.rows
        return rows if isinstance(rows, FoundRows) else None

    @property
    def beside(self) -> bool:
        """Whether the pane stands beside the picture."""
        return not self.compact and (self.size.width or self.app.size.width) >= WIDE

    # --- where one is --------------------------------------------------------------------------

    @property
    def cursor(self) -> str | None:
        """The node under the cursor."""
        if self.scene is None:
            return None
        if self.form == "tree":
            rows, row = self.tree_rows, self.tree_list.cursor_key
            return rows.node(row) if rows is not None and row is not None else None
        return self.canvas.cursor

    @property
    def marked(self) -> list[str]:
        """The marked nodes, in the order in which they are shown."""
        if self.form == "tree":
            rows = self.tree_rows
            marked = (
                [rows.node(row) for row in self.tree_list.chosen_keys]
                if rows is not None and self.tree_list.marks
                else []
            )
            return list(dict.fromkeys(key for key in marked if key[0] == "m"))
        return [key for key in self.canvas.drawing.boxes if key in self.canvas.marks]

    def chosen(self) -> Sequence[int]:
        """Return the marked memories, else the one under the cursor."""
        cursor = self.cursor
        keys = self.marked or ([cursor] if cursor is not None else [])
        return [int(key[1:]) for key in keys if key[0] == "m"]

    def acted(self) -> None:
        """Unmark all."""
        self.canvas.clear_marks()
        self.tree_list.clear_marks()

    def question(self, centre: str | None = None, *, instead: bool = False) -> Question:
        """Return what to ask for with the present switches."""
        return Question(
            centre=centre or self.centre,
            depth=self.depth,
            lines=max(self.size.height - (0 if self.beside or self.compact else 1), 0),
            by_room=self.by_room,
            kinds=self.kinds,
            hidden=self.hidden,
            instead=instead,
        )

    def apply_split(self) -> None:
        """Give picture and pane their shares of the width."""
        beside, share = self.beside, self.split
        for pane, part in ((self.query_one("#graph-picture"), share), (self.pane, 100 - (share or 0))):
            if share is None or not beside:
                pane.styles.clear_rule("width")
            else:
                pane.styles.width = f"{part}fr"

    # --- to fill -------------------------------------------------------------------------------

    def ask(self) -> None:
        """Fetch the neighbourhood anew with the present switches, the cursor kept."""
        raise NotImplementedError

    def show_form(self, form: str) -> None:
        """Show boxes or the tree."""
        raise NotImplementedError

    def follow_cursor(self) -> None:
        """Let pane, selection and status line follow the cursor."""
        raise NotImplementedError

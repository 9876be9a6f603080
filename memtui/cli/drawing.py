"""Rich pictures of memories for a terminal; loaded only when somebody looks at one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from memtui.render import detail as details
from memtui.render import links
from memtui.render.dates import age
from memtui.render.detail import DetailLook
from memtui.render.memories import badge_spans, importance_bar, layer_span, move, row_text, status_span
from memtui.render.pen import Pen, line_width
from memtui.render.spans import Line, Role, Span, marked
from memtui.render.tables import batch_table
from memtui.render.why import why_lines, why_table
from memtui.render.widths import shown

if TYPE_CHECKING:
    from memtui.services.history import BatchLine
    from memtui.services.recall import Detail, Hit

WIDE_FROM = 70
"""Cells from which a list has room for bars of importance."""

STYLES = {
    Role.STRONG: "bold",
    Role.DIM: "dim",
    Role.TITLE: "bold",
    Role.RULE: "dim",
    Role.LABEL: "dim",
    Role.KEY: "bold",
    Role.ACCENT: "cyan",
    Role.SUCCESS: "green",
    Role.WARNING: "yellow",
    Role.ERROR: "red",
    Role.MATCH: "bold underline",
    Role.REMOVED: "red underline",
    Role.ADDED: "bold green underline",
    Role.SIGNAL: "reverse",
    Role.BAR: "blue",
    Role.BADGE_ERROR: "bold red reverse",
    Role.BADGE_ACCENT: "reverse",
    Role.BADGE_WARNING: "yellow reverse",
    Role.MARK: "cyan",
}


def text_of(drawn: Line | Span) -> Text:
    """Return a drawn line as Rich text; nothing in it is read as markup."""
    spans = (drawn,) if isinstance(drawn, Span) else drawn
    text = Text(no_wrap=False, end="")
    for span in spans:
        text.append(span.text, STYLES.get(span.role, ""))
    return text


def lines_of(drawn: Iterable[Line]) -> Text:
    """Return drawn lines as one Rich text."""
    return Text("\n").join(text_of(line) for line in drawn)


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[Line | Span | str]],
    *,
    widths: Sequence[int | None] = (),
    right: Sequence[int] = (),
    wrap: bool = False,
) -> Table:
    """Return a table without frames, two cells between columns; `right` names the columns of numbers.

    `heads` may be empty for a table that goes on under another one; then `widths` says how many columns there are.
    """
    drawn = Table(box=None, show_header=bool(heads), pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for index in range(max(len(heads), len(widths))):
        drawn.add_column(
            Text(heads[index]) if heads else "",
            justify="right" if index in right else "left",
            width=widths[index] if widths else None,
            no_wrap=not wrap,
            overflow="fold" if wrap else "crop",
        )
    for row in rows:
        drawn.add_row(*(Text(cell) if isinstance(cell, str) else text_of(cell) for cell in row))
    return drawn


def panel(body: RenderableType, title: Line, pen: Pen) -> Panel:
    """Return a framed picture with a title."""
    frame = box.ASCII if pen.glyphs.rule == "-" else box.ROUNDED
    return Panel(body, title=text_of(title), title_align="left", box=frame, border_style="dim")


def hit_table(
    hits: Sequence[Hit], ids: Mapping[str, str], pen: Pen, cells: int, *, why: str = "", first: bool = True
) -> list[RenderableType]:
    """Return a list of memories as a table as wide as the terminal; with `why` each row is followed by its reasons."""
    look = _Columns(hits, ids, cells)
    if not why:
        return [
            table(
                look.heads if first else (), [look.row(hit, pen) for hit in hits], widths=look.widths, right=look.right
            )
        ]
    pictures: list[RenderableType] = []
    for hit in hits:
        heads = () if pictures else look.heads
        pictures.append(table(heads, [look.row(hit, pen)], widths=look.widths, right=look.right))
        if hit.explanation is not None:
            drawn = (
                why_table(hit, hit.explanation, pen, cells - 4)
                if why == "parts"
                else why_lines(hit, hit.explanation, pen, cells - 4)
            )
            pictures.append(Padding(lines_of(drawn), (0, 0, 1, 2)))
    return pictures


class _Columns:
    """The columns of a list and how wide its text may be."""

    def __init__(self, hits: Sequence[Hit], ids: Mapping[str, str], cells: int) -> None:
        self.ids = ids
        self.ranked = any(hit.explanation is not None for hit in hits)
        self.wide = cells >= WIDE_FROM
        before = {"id": max(len(ids[hit.memory.id]) for hit in hits)} | ({"move": 4} if self.ranked else {})
        after = ({"importance": 10} if self.wide else {}) | {"in": 2, "st": 2, "age": 5}
        fixed = [*before.values(), *after.values()]
        self.text = max(cells - sum(fixed) - 2 * len(fixed), 8)
        self.heads = (*before, "memory", *after)
        self.widths = (*before.values(), self.text, *after.values())
        self.right = (len(self.heads) - 1,)

    def row(self, hit: Hit, pen: Pen) -> list[Line | Span | str]:
        """Return the cells of one memory."""
        memory = hit.memory
        moved: list[Line | Span | str] = [move(hit.rank, hit.rank_before, pen)] if self.ranked else []
        bar: list[Line | Span | str] = [importance_bar(hit.importance, pen)] if self.wide else []
        state: list[Line | Span | str] = [
            layer_span(memory.layer),
            status_span(memory, pen),
            age(memory.created_at, pen.now, pen.zone),
        ]
        return [Span(self.ids[memory.id], Role.LABEL), *moved, self._text(hit, pen), *bar, *state]

    def _text(self, hit: Hit, pen: Pen) -> Line:
        before = [Span(f"{shown(mark)} ", Role.WARNING) for mark in hit.marks if mark.startswith("[")]
        after = [Span(f" {_sign(mark, pen)}", Role.ACCENT) for mark in hit.marks if mark.startswith("←")]
        told = [mark for mark in hit.marks if not mark.startswith(("[", "←"))]
        badges = badge_spans(hit.badges, pen)
        after += [Span(" "), *badges] if badges else []
        room = max(self.text - line_width((*before, *after)), 8)
        text = pen.cut(row_text(hit.memory, hit.badges, pen), room)
        first = (*before, *marked(text, pen.highlight(text)), *after)
        return (
            *first,
            *(span for mark in told for span in (Span("\n"), Span(pen.cut(shown(mark), self.text), Role.WARNING))),
        )


def _sign(mark: str, pen: Pen) -> str:
    return shown(mark).replace("←", "<-") if pen.glyphs.rule == "-" else shown(mark)


def detail_picture(detail: Detail, pen: Pen, cells: int) -> list[RenderableType]:
    """Return one memory in full: its text in a frame, what is known about it, its relations as a tree, its trail."""
    memory = detail.memory
    look = DetailLook(width=cells - 4, beside=True)
    known = [*details.body(detail, pen, look), *details.facts(detail, pen, look)]
    sign = status_span(memory, pen)
    title = (sign, Span(f" {memory.id}", Role.TITLE))
    pictures: list[RenderableType] = [panel(lines_of(known), title, pen)]
    linked = links.related(detail, pen, look)
    if linked:
        pictures.append(tree("related", linked, pen))
    disputed = links.conflicts(detail, pen, look)
    if disputed:
        pictures.append(tree("conflicts", disputed, pen))
    trail = links.trail(detail, pen, look)
    if trail:
        pictures.append(tree("trail", trail, pen))
    return pictures


def batch_picture(rows: Sequence[BatchLine], pen: Pen, cells: int, me: str) -> Text:
    """Return batches under rules of their days."""
    return lines_of(batch_table(rows, pen, cells, me))


def tree(title: str, rows: Sequence[Line], pen: Pen) -> Tree:
    """Return rows below a title."""
    drawn = Tree(Text(title, "bold"), guide_style="dim", hide_root=False)
    for row in rows:
        drawn.add(text_of(_outdented(row)))
    return drawn


def _outdented(row: Line) -> Line:
    """Return a line without the blank that views put at its left."""
    return (Span(row[0].text.removeprefix(" "), row[0].role), *row[1:]) if row else row

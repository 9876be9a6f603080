"""Whole lists and details as lines of one width, for command output and exports."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.kinds import Status
from memtui.render import detail as details
from memtui.render import history, links, memories
from memtui.render.dates import day_rule, local
from memtui.render.detail import DetailLook
from memtui.render.history import HistoryLook
from memtui.render.memories import RowLook
from memtui.render.pen import Pen
from memtui.render.shapes import BatchDetailShape, BatchLineShape, DetailShape, HitShape
from memtui.render.spans import Line, Role, Span
from memtui.render.why import why_lines, why_title


def hit_look(hits: Sequence[HitShape], width: int, *, lines: int = 1) -> RowLook:
    """Return the layout that fits these hits in `width` cells, the gutter included."""
    ranked = any(hit.rank for hit in hits)
    moves = [abs(hit.rank - hit.rank_before) for hit in hits if hit.rank_before is not None]
    return memories.look_for(
        width - memories.GUTTER,
        ranked=ranked,
        last_rank=max((hit.rank for hit in hits), default=0),
        furthest_move=max(moves, default=0),
        lines=lines,
    )


def memory_table(
    hits: Sequence[HitShape], pen: Pen, width: int, *, lines: int = 1, why: bool = False, head: bool = True
) -> list[Line]:
    """Return hits as a table of `width` cells: columns as on the screens, `why` adds the parts of each score."""
    look = hit_look(hits, width, lines=lines)
    blank = Span(" " * memories.GUTTER)
    ranks = {hit.memory.id: hit.rank for hit in hits if hit.rank}
    by_id = {hit.memory.id: hit.memory for hit in hits}
    table: list[Line] = [memories.header(look)] if head else []
    for hit in hits:
        rows = memories.memory_row(hit, pen, look)
        if hit.memory.status is Status.SUPERSEDED:
            by = hit.memory.superseded_by or ""
            rows.append(memories.superseded_line(pen, look, hit.memory, by_id.get(by), ranks.get(by)))
        rows.extend(_marks(hit, pen, look))
        table.extend((blank, *row) for row in rows)
        if why and hit.explanation is not None:
            indent = Span(" " * (look.left + memories.GUTTER))
            table.extend((indent, *line) for line in why_lines(hit, hit.explanation, pen, look.width - look.left))
    return table


def _marks(hit: HitShape, pen: Pen, look: RowLook) -> list[Line]:
    indent = Span(" " * (look.left + 1))
    return [pen.fit_line((indent, Span(mark, Role.WARNING)), look.width) for mark in hit.marks]


def memory_page(detail: DetailShape, pen: Pen, width: int, hit: HitShape | None = None) -> list[Line]:
    """Return one memory in full: text, what is known, score, relations, conflicts, trail."""
    look = DetailLook(width=width, beside=True)
    page = [details.title_rule(detail.memory, detail.badges, pen, width, "", focused=False)]
    page.extend(details.body(detail, pen, look))
    page.extend(details.facts(detail, pen, look))
    if hit is not None and hit.explanation is not None:
        page.append(pen.rule(why_title(hit), "", width))
        page.extend(why_lines(hit, hit.explanation, pen, width))
    for title, lines in (
        ("related", links.related(detail, pen, look)),
        ("conflicts", links.conflicts(detail, pen, look)),
        ("trail", links.trail(detail, pen, look)),
    ):
        if lines:
            page.append(pen.rule(title, "", width))
            page.extend(lines)
    return page


def batch_table(rows: Sequence[BatchLineShape], pen: Pen, width: int, me: str = "", *, ids: bool = True) -> list[Line]:
    """Return batches as a table under day rules; `ids` puts each number, which undo takes, in front."""
    column = 12 if ids else 2
    look = HistoryLook(width=width - column, me=me)
    head = history.batch_header(look)
    table: list[Line] = [
        (Span(f"{'batch':<{column}}" if ids else "  ", Role.LABEL), Span(head[0].text[2:], Role.LABEL))
    ]
    today, shown_day = local(pen.now, pen.zone).date(), None
    for row in rows:
        there = local(row.batch.at, pen.zone).date()
        if there != shown_day:
            shown_day = there
            table.append(memories.rule_line(day_rule(there, today), pen, width))
        name = _numbers(row) if ids else ""
        table.append((Span(f"{name:<{column}}", Role.LABEL), *history.batch_row(row, pen, look)))
    return table


def _numbers(row: BatchLineShape) -> str:
    """Return the number of a batch, which an undo takes; of a sitting the first and the last of its verdicts."""
    members = getattr(row, "members", ())
    if members:
        return f"{members[-1].batch.number}-{members[0].batch.number}"
    return f"{row.batch.number or row.batch.id[:10]}"


def batch_page(detail: BatchDetailShape, pen: Pen, width: int, me: str = "") -> list[Line]:
    """Return one batch in full: all its rows before → after, and what undo would do."""
    look = HistoryLook(width=width, me=me)
    page = [pen.rule(history.batch_title(detail.batch, pen, me), "", width)]
    page.extend(history.batch_lines(detail, pen, look))
    page.append(pen.rule(history.undo_title(detail, pen), "", width))
    page.extend(history.undo_lines(detail, pen, width))
    return page

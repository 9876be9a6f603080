"""The Timeline as lines and as a table, for an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.domain.records import Memory
from memtui.render import related
from memtui.render import timeline as drawing
from memtui.render.dates import iso
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.timeline_axis import Window, axis_of
from memtui.render.timeline_rows import event_words
from memtui.render.widths import shown

if TYPE_CHECKING:
    from memtui.services.timeline import Timeline

HEAD = ("date", "what", "headline", "said", "memory", "status", "layer", "by", "joined", "relations", "id")


def lines_of(found: Timeline, pen: Pen, width: int, window: Window | None = None) -> list[Line]:
    """Return `DATE: headline` oldest first, the evolution, what was current when, and what goes with it."""
    pen = replace(pen, brackets=True)
    lines: list[Line] = [drawing.head_line(found, pen)]
    lines += [(), *related.timeline_lines(found, pen, width, "Evolution timeline:", events=True)]
    lines += related.evolution_lines(found, pen)
    if found.values:
        lines += [(), (Span("Values: ", Role.TITLE), Span(drawing.evolution_line(found, pen)))]
    axis = axis_of(found, pen, width, window)
    if axis is not None and found.spans:
        lines += [(), (Span("What was current:", Role.TITLE),), *drawing.current_lines(found, pen, axis)]
    lines += related.extracted_lines(found, pen)
    lines += related.relation_lines(found.relations, pen, _name_of)
    if found.more:
        lines += [(), (Span(f"{found.more:,} more memories, older than these."),)]
    return lines


def _name_of(memory: Memory) -> str:
    return memory.foreign_id or memory.id[:10]


def table_of(found: Timeline, pen: Pen) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return head and rows, secrets masked, oldest first, the undated ones last."""
    rows = []
    for one in (*found.lines, *found.undated):
        links = ", ".join(f"{link.relation.kind.value} {_name_of(link.other)}" for link in one.links)
        rows.append(
            (
                iso(one.at) or "",
                one.kind,
                shown(pen.mask(one.headline)),
                shown(pen.mask(one.said)),
                event_words(replace(one, kind="added"), pen),
                one.memory.status.value,
                one.memory.layer.value,
                shown(one.actor),
                "joined" if one.joined else "",
                links,
                one.memory.id,
            )
        )
    return HEAD, rows

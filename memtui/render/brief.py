"""A memory in one line, as it stands under several panes at once."""

from __future__ import annotations

from memtui.domain.layers import SHORT_NAMES
from memtui.render.dates import day
from memtui.render.detail import tags
from memtui.render.memories import badge_spans, share, status_span
from memtui.render.pen import Pen
from memtui.render.shapes import HitShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown


def brief(hit: HitShape, pen: Pen) -> Line:
    """Return status, layer, importance, origin, day and tags of a memory; its text stands in the panes above."""
    memory = hit.memory
    dot = f" {pen.glyphs.dot} "
    layer = f"{SHORT_NAMES[memory.layer]} {memory.layer.value.replace('_', ' ')}"
    parts = [
        f"{memory.status.value}{', pinned' if memory.pinned else ''}",
        layer,
        share(hit.importance.value),
        memory.source.value,
        memory.agent or memory.speaker or "",
        day(memory.created_at, pen.zone) if memory.created_at else "undated",
        " ".join(tags(memory, pen)),
    ]
    said = dot.join(shown(pen.mask(part)) for part in parts if part)
    badges = badge_spans(hit.badges, pen)
    return (status_span(memory, pen), Span(f" {said}", Role.TEXT), *((Span(" "), *badges) if badges else ()))

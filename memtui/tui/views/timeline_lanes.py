"""The pane of the Timeline that shows what was current when: lanes on an axis, or a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.render import timeline as drawing
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.render.timeline_axis import Window, axis_of
from memtui.render.timeline_lanes import LaneLine, Past, lane_lines
from memtui.tui.views import timeline_words as words
from memtui.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from memtui.services.timeline import Timeline

MOST_LANES = 60
"""So many lanes are drawn; a long history has hundreds, and nobody reads them all."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What the lanes are drawn from."""

    timeline: Timeline
    pen: Pen
    window: Window | None = None
    table: bool = False
    past: Past | None = None


class LanesPane(LinePane):
    """Lanes, drawn once for each timeline, range, form and width; the lane of the memory pointed at stands out."""

    def __init__(self, *, id: str) -> None:
        super().__init__(self._pointed, id=id)
        self._drawn: Drawn | None = None
        self._key = ""
        self._made: Sequence[LaneLine] = ()
        self._made_for: tuple[Drawn | None, int] = (None, 0)

    def show_lanes(self, drawn: Drawn | None, key: str) -> None:
        """Show other lanes, or the same for another range."""
        self._drawn = drawn
        self._key = key
        self.show(self._pointed, keep_place=True)
        self._bring_in_sight()

    def point_at(self, key: str) -> None:
        """Let the lane of another memory (by id) stand out, and bring it in sight."""
        if key != self._key:
            self._key = key
            self.show(self._pointed, keep_place=True)
            self._bring_in_sight()

    def count(self, width: int) -> int:
        """Return how many lines there are to draw."""
        return len(self._at(width))

    def _pointed(self, width: int) -> list[Line]:
        return [each.pointed_at(self._key) for each in self._at(width)]

    def _at(self, width: int) -> Sequence[LaneLine]:
        if self._made_for != (self._drawn, width):
            self._made_for = self._drawn, width
            self._made = _lines(self._drawn, width) if self._drawn is not None else ()
        return self._made

    def _bring_in_sight(self) -> None:
        height = self.size.height
        if self._drawn is None or self._drawn.table or not height:
            return
        at = next((place for place, each in enumerate(self._at(self.size.width)) if self._key in each.keys), None)
        if at is not None and not self.scroll_offset.y <= at < self.scroll_offset.y + height:
            self.scroll_lines_to(0 if at < height else at - height // 2)


def _lines(drawn: Drawn, width: int) -> Sequence[LaneLine]:
    found, pen = drawn.timeline, drawn.pen
    if drawn.table:
        return [LaneLine(each) for each in drawing.table_lines(found, pen, width, past=drawn.past)]
    axis = axis_of(found, pen, width, drawn.window)
    if axis is None:
        return [LaneLine(words.keyed("Nothing here has a date."))]
    return lane_lines(found, pen, axis, past=drawn.past, most=MOST_LANES)

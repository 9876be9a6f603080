"""The last line of defence: whatever widget drew it, no control byte reaches the terminal."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from memtui.safe_text import clean


class SafeFilter(LineFilter):
    """Cleans the text of every drawn segment; those that are clean, nearly all, cost one look."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with nothing in them that could act on a terminal."""
        if all(segment.control or segment.text.isprintable() for segment in segments):
            return segments
        return [segment if segment.control else Segment(clean(segment.text), segment.style) for segment in segments]

"""The last line of defence: whatever widget drew it, no control byte reaches the terminal."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from memtui.safe_text import clean


class SafeFilter(LineFilter):
    """Cleans the text of every drawn segment; those that are clean, nearly all, cost one look.

    With `ascii` it also swaps the signs of memtui and of Textual's own widgets for ASCII ones, for terminals
    that have no others; letters stay as they are.
    """

    def __init__(self, *, ascii: bool = False) -> None:
        super().__init__()
        self._twins = _ascii_twins() if ascii else {}

    @property
    def cleans_only(self) -> bool:
        """Whether it does nothing to text that is clean."""
        return not self._twins

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with nothing in them that could act on a terminal."""
        if not self._twins and all(segment.control or segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.control else Segment(clean(segment.text).translate(self._twins), segment.style)
            for segment in segments
        ]


def _ascii_twins() -> dict[int, str]:
    """Return the ASCII twin of each sign, the legend's own before what only resembles it."""
    from dataclasses import astuple

    from memtui.render.glyphs import ASCII, UNICODE

    twins = dict(zip("▔▁▂▃▄▅▆▇▀▊▎▌▐│┃╭╮╰╯┌┐└┘├┤┬┴┼╴╵╶╷━═", "-___-####||##||++++++++++++++++==", strict=False))
    twins |= {"–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "•": "*", "−": "-"}
    for sign, twin in reversed(list(zip(astuple(UNICODE), astuple(ASCII), strict=True))):
        twins[sign] = twin
    return {ord(sign): twin for sign, twin in twins.items() if not sign.isascii()}

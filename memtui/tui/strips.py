"""Turns drawn lines into Textual strips: the last border that text passes on its way to the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from memtui.render.spans import Line, Role
from memtui.safe_text import clean

if TYPE_CHECKING:
    from textual.widget import Widget

ROLE_CLASSES: frozenset[str] = frozenset(f"role--{role.value}" for role in Role)
"""Component classes that a widget which draws lines must declare; the style sheet gives each its look."""


class Palette:
    """The styles of one widget in its present theme: one for each role, and the look of a chosen row.

    On a chosen row roles keep their weight (bold, dim, underline, reverse) and give up their colour, since
    no theme promises that its accents can be read on its cursor.
    """

    def __init__(self, styles: Mapping[Role, Style], base: Style, cursor: Style) -> None:
        self.base = base
        self.cursor = cursor
        self._plain = {role: base + style for role, style in styles.items()}
        self._chosen = {role: cursor + _colourless(style) for role, style in styles.items()}

    @classmethod
    def of(cls, widget: Widget, cursor_class: str | None = None) -> Palette:
        """Return the palette of a widget that declares `ROLE_CLASSES`; `cursor_class` is its component for the cursor."""
        base = widget.rich_style
        styles = {role: widget.get_component_rich_style(f"role--{role.value}", partial=True) for role in Role}
        cursor = widget.get_component_rich_style(cursor_class) if cursor_class else base
        return cls(styles, base, cursor)

    def style(self, role: Role, chosen: bool = False) -> Style:
        """Return the style of a role, on a chosen row or elsewhere."""
        return (self._chosen if chosen else self._plain)[role]


def _colourless(style: Style) -> Style:
    return Style(bold=style.bold, dim=style.dim, italic=style.italic, underline=style.underline, reverse=style.reverse)


def strip_of(line: Line, width: int, palette: Palette, *, chosen: bool = False) -> Strip:
    """Return a line as a strip of exactly `width` cells, cut or filled; nothing in it can act on the terminal."""
    segments = [
        Segment(text if text.isprintable() else clean(text), palette.style(role, chosen)) for text, role in line if text
    ]
    base = palette.cursor if chosen else palette.base
    return Strip(segments).adjust_cell_length(width, base)

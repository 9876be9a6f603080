"""Turns drawn lines into Textual strips: the last border that text passes on its way to the screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from memtui.render.spans import Line, Role
from memtui.safe_text import clean

if TYPE_CHECKING:
    from textual.widget import Widget


class Look(NamedTuple):
    """How a role is shown: the theme variable of its colour (None: the widget's own) and its weight."""

    colour: str | None
    weight: str = ""


LOOKS: dict[Role, Look] = {
    Role.TEXT: Look(None),
    Role.STRONG: Look(None, "bold"),
    Role.DIM: Look("text-muted", "dim"),
    Role.TITLE: Look(None, "bold"),
    Role.RULE: Look("border-blurred", "dim"),
    Role.LABEL: Look("text-muted", "dim"),
    Role.KEY: Look("footer-key-foreground", "bold"),
    Role.ACCENT: Look("text-accent"),
    Role.SUCCESS: Look("text-success"),
    Role.WARNING: Look("text-warning"),
    Role.ERROR: Look("text-error"),
    Role.MATCH: Look("text-accent", "bold underline"),
    Role.REMOVED: Look("text-error", "underline"),
    Role.ADDED: Look("text-success", "bold underline"),
    Role.SIGNAL: Look("text-warning", "reverse"),
    Role.BAR: Look("primary"),
    Role.BADGE_ERROR: Look("text-error", "reverse"),
    Role.BADGE_ACCENT: Look("text-accent", "reverse"),
    Role.BADGE_WARNING: Look("text-warning", "reverse"),
    Role.MARK: Look("text-accent", "bold"),
    Role.CURRENT: Look(None, "reverse"),
}
"""The legend of SCREENS 3. What is muted is dim as well, since ansi themes have no muted colour.

They stand here and not in the style sheets since a component class for each role made Textual weigh every
rule twenty times for every line of the chrome: 120 ms of a start.
"""


class Palette:
    """The styles of a widget in its present theme, and the look of its cursor with and without focus.

    Under the cursor roles keep their weight and give up their colour, since no theme promises that its
    accents can be read there.
    """

    def __init__(self, variables: Mapping[str, str], base: Style, background: Color) -> None:
        self.base = base
        self.plain = {role: base + _style(look, variables, background) for role, look in LOOKS.items()}
        self.cursor = {focused: _cursor(variables, background, focused) for focused in (True, False)}
        weights = {role: Style.parse(look.weight) for role, look in LOOKS.items()}
        self.chosen = {
            focused: {role: cursor + weight for role, weight in weights.items()}
            for focused, cursor in self.cursor.items()
        }


def _style(look: Look, variables: Mapping[str, str], background: Color) -> Style:
    weight = Style.parse(look.weight)
    if look.colour is None:
        return weight
    return weight + Style.from_color(_colour(variables[look.colour], background).rich_color)


def _cursor(variables: Mapping[str, str], background: Color, focused: bool) -> Style:
    name = "block-cursor" if focused else "block-cursor-blurred"
    behind = _colour(variables[f"{name}-background"], background)
    return Style.from_color(_colour(variables[f"{name}-foreground"], behind).rich_color, behind.rich_color)


def _colour(value: str, background: Color) -> Color:
    """Return the colour of a theme variable (`#rrggbb`, `ansi_red`, `auto 60%`) as it looks on a background."""
    name, _, share = value.partition(" ")
    alpha = float(share.rstrip("%")) / 100 if share else 1.0
    if name == "auto":
        return background + background.get_contrast_text(alpha)
    colour = Color.parse(name)
    if colour.ansi is not None:
        return colour
    return background + (colour.multiply_alpha(alpha) if share else colour)


@lru_cache(maxsize=32)
def _made(variables: tuple[tuple[str, str], ...], base: Style, background: Color) -> Palette:
    return Palette(dict(variables), base, background)


_NAMES = (
    *sorted({look.colour for look in LOOKS.values() if look.colour}),
    "block-cursor-foreground",
    "block-cursor-background",
    "block-cursor-blurred-foreground",
    "block-cursor-blurred-background",
)


def palette_of(widget: Widget) -> Palette:
    """Return the palette of a widget; widgets on the same background in the same theme share one."""
    variables = widget.app.theme_variables
    return _made(tuple((name, variables[name]) for name in _NAMES), widget.rich_style, widget.background_colors[1])


def strip_of(line: Line, width: int, palette: Palette, *, chosen: bool = False, focused: bool = True) -> Strip:
    """Return a line as a strip of exactly `width` cells, cut or filled; nothing in it can act on the terminal.

    `chosen` draws it as the row under the cursor of a list that has the focus or not.
    """
    styles = palette.chosen[focused] if chosen else palette.plain
    segments = [Segment(text if text.isprintable() else clean(text), styles[role]) for text, role in line if text]
    return Strip(segments).adjust_cell_length(width, palette.cursor[focused] if chosen else palette.base)

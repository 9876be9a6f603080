"""memtui's own two themes, and which ones a person may choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter, Monochrome, NoColor
from textual.theme import Theme

DARK = Theme(
    name="memtui-dark",
    primary="#5f87af",
    secondary="#87afaf",
    accent="#d7af5f",
    success="#87af5f",
    warning="#d7875f",
    error="#d75f5f",
    foreground="#d0d0d0",
    background="#161616",
    surface="#1f1f1f",
    panel="#262626",
    dark=True,
    variables={
        "text-muted": "#b8b8b8",
        "border": "#87afd7",
        "border-blurred": "#4e4e4e",
        "block-cursor-background": "#2f4f6f",
        "block-cursor-foreground": "#f0f0f0",
        "block-cursor-blurred-background": "#2a2f36",
        "block-cursor-blurred-foreground": "#d0d0d0",
        "footer-key-foreground": "#d7af5f",
        "input-selection-background": "#5f87af 40%",
    },
)

LIGHT = Theme(
    name="memtui-light",
    primary="#2f5f8f",
    secondary="#3f7f7f",
    accent="#8a5a00",
    success="#3f6f1f",
    warning="#a04a10",
    error="#a82020",
    foreground="#262626",
    background="#fafaf7",
    surface="#f0f0ea",
    panel="#e6e6de",
    dark=False,
    variables={
        "text-muted": "#3c3c38",
        "border": "#2f5f8f",
        "border-blurred": "#b8b8b0",
        "block-cursor-background": "#c9dcef",
        "block-cursor-foreground": "#101010",
        "block-cursor-blurred-background": "#e4e6e4",
        "block-cursor-blurred-foreground": "#262626",
        "footer-key-foreground": "#8a5a00",
        "input-selection-background": "#2f5f8f 25%",
    },
)

OWN: tuple[Theme, ...] = (DARK, LIGHT)
DEFAULT = DARK.name

_NO_COLOR = NoColor()


def in_the_terminals_own(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Return filters that leave out colours by taking the terminal's own two.

    Textual chooses its filter before the theme is known, and shades of grey make black of the colours that an ansi
    theme leaves to the terminal, its text and its ground alike.
    """
    return [_NO_COLOR if isinstance(one, Monochrome) else one for one in filters]

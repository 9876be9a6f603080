"""The movement keys that lists and panes share."""

from __future__ import annotations

from textual.binding import Binding, BindingType

MOVES: tuple[tuple[str, str, str], ...] = (
    ("down", "down,j", "next"),
    ("up", "up,k", "previous"),
    ("top", "home,g", "first"),
    ("bottom", "end,G", "last"),
    ("half_down", "ctrl+d", "half a page down"),
    ("half_up", "ctrl+u", "half a page up"),
    ("page_down", "pagedown", "a page down"),
    ("page_up", "pageup", "a page up"),
)
"""The movements that lists and panes share: name, keys, what it does."""


def move_bindings() -> list[BindingType]:
    """Return the bindings of the movements, ids `list.*`."""
    return [Binding(keys, f"move('{name}')", says, show=False, id=f"list.{name}") for name, keys, says in MOVES]

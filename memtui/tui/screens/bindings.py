"""The shared keys as Textual binds them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from memtui.tui.keymap import SHARED, UNBOUND


def act_bindings() -> list[BindingType]:
    """Return the bindings of the shared keys; a view's own are bound by its screen."""
    return [
        Binding(act.keys.replace(",ctrl+p", ""), f"act('{act.id}')", act.says, show=False, id=act.id)
        for act in (*SHARED, *UNBOUND)
        if act.keys
    ]

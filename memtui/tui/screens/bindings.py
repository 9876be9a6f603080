"""The keys as Textual binds them: each has its one meaning on every screen, and those without effect say why."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from memtui.tui.keymap import EVERY


def act_bindings() -> list[BindingType]:
    """Return the bindings of all acts, those too that only some views have."""
    return [
        Binding(act.keys.replace(",ctrl+p", ""), f"act('{act.id}')", act.says, show=False, id=act.id)
        for act in EVERY
        if act.keys
    ]

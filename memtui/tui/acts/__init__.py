"""What the shell does for every view: an act's name → the function that does it, loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memtui.tui.views.base import View

Doing = Callable[["View"], Coroutine[Any, Any, None]]

WHERE: dict[str, str] = {
    "undo": "journal",
    "redo": "journal",
    "archive": "curate",
    "pin": "curate",
    "tags": "curate",
    "importance": "curate",
    "demote": "rank",
    "promote": "rank",
    "move": "rank",
    "conflict": "judge",
    "merge": "judge",
    "as_of": "choose",
    "edit": "write",
    "new": "write",
    "source": "write",
    "copy": "share",
    "copy_id": "share",
    "export": "share",
    "import": "transfer",
    "project": "choose",
    "theme": "choose",
    "help": "choose",
}
"""The module of each act that the shell does on what a view has chosen."""

ON_MEMORIES = frozenset(
    {"archive", "pin", "tags", "importance", "edit", "source", "copy", "copy_id", "demote", "promote", "move"}
    | {"conflict", "merge"}
)
"""Acts that need a memory to act on."""

WRITING = frozenset(
    {"archive", "pin", "tags", "importance", "edit", "new", "undo", "redo", "import", "demote", "promote", "move"}
    | {
        "conflict",
        "merge",
        "accept",
        "accept_all",
        "consolidate",
        "compact",
        "older",
        "both",
        "put_off",
        "note",
        "scan",
        "evaluate",
        "split_alias",
        "link",
        "unlink",
    }
)
"""Acts that change the store."""


def find(name: str) -> Doing:
    """Return the function that does an act of `WHERE`."""
    module = import_module(f"memtui.tui.acts.{WHERE[name]}")
    doing: Doing = getattr(module, f"do_{name}")
    return doing

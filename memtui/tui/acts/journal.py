"""Undo and redo of one's own acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.tui.views.base import View


async def do_undo(view: View) -> None:
    """Take back this person's newest act."""
    from memtui.services import history

    outcome = await view.gateway.write(history.undo)
    view.say(outcome.sentence, kept=True)


async def do_redo(view: View) -> None:
    """Take back the newest undo."""
    from memtui.services import history

    outcome = await view.gateway.write(history.redo)
    view.say(outcome.sentence, undo=True)

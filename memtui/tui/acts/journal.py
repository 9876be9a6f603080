"""Undo and redo of one's own acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from memtui.domain.errors import Refused
from memtui.tui.jobs import Lane, lane_for

if TYPE_CHECKING:
    from memtui.services.workspace import Outcome, Workspace
    from memtui.tui.views.base import View

P = ParamSpec("P")

TITLES = ("undo", "redo")


async def do_undo(view: View) -> None:
    """Take back this person's newest act."""
    outcome, changes = await undone(view)
    view.say(stopped(view, outcome, changes) or outcome.sentence, kept=True)


async def undone(view: View) -> tuple[Outcome, int]:
    """Take back this person's newest act; return the outcome and of how many changes the act was."""
    from memtui.services import history

    refuse_second(view)
    # The lane of writes, so that what was asked for before is in the journal already.
    newest = await view.gateway.run_in(Lane.WRITES, "", history.undoable)
    changes = newest.changes if newest is not None else 0
    return await taken_back(view, "undo", changes, history.undo), changes


async def do_redo(view: View) -> None:
    """Take back the newest undo."""
    from memtui.services import history

    refuse_second(view)
    newest = await view.gateway.run_in(Lane.WRITES, "", history.redoable)
    changes = newest.changes if newest is not None else 0
    outcome = await taken_back(view, "redo", changes, history.redo)
    said = stopped(view, outcome, changes, verb="redo")
    view.say(said or outcome.sentence, undo=not said, kept=bool(said))


async def taken_back(
    view: View,
    title: str,
    changes: int,
    service: Callable[Concatenate[Workspace, P], Outcome],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Outcome:
    """Run an undo or a redo, a long one in the lane of long work; raises Refused while another one is under way."""
    refuse_second(view)
    return await view.gateway.run_in(lane_for(changes), title, service, *args, **kwargs)


def refuse_second(view: View) -> None:
    """Raise Refused while a long undo or redo is under way."""
    for job in view.gateway.jobs:
        if job.lane is Lane.LONG and job.title in TITLES:
            raise Refused(f"{'A redo' if job.title == 'redo' else 'An undo'} is under way; esc stops it.")


def stopped(view: View, outcome: Outcome, changes: int, *, verb: str = "undo") -> str:
    """Return what is said of an undo or a redo that was stopped halfway; empty for one that came to its end."""
    batch = outcome.batch
    if batch is None or not batch.partial:
        return ""
    other = "undo" if verb == "redo" else "redo"
    on, back = view.host.keymap.shown(verb), view.host.keymap.shown(other)
    return f"{verb} stopped at {batch.changes:,} of {changes:,} · {on} goes on · {back} turns back"

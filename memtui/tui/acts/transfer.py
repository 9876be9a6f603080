"""Bringing in memories: a dry run first, then with progress, stoppable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.tui.gateway import Lane

if TYPE_CHECKING:
    from memtui.services.transfer import ImportReport
    from memtui.tui.views.base import View


async def do_import(view: View) -> None:
    """Ask for a path, show what an import would do, and do it on `y`."""
    from memtui.tui.modals.prompt import PromptScreen

    says = ["a file or folder of another program's memories; it is only read", "you see first what would come in"]
    answer = await view.host.push_screen_wait(PromptScreen("bring in", says=says, check=path_complaint))
    if answer:
        await bring_in(view, Path(answer.strip()).expanduser())


def path_complaint(answer: str) -> str:
    """Return why nothing can be read there."""
    return "" if Path(answer.strip()).expanduser().exists() else "There is nothing of that name."


async def bring_in_all(view: View, paths: Sequence[Path]) -> None:
    """Bring in several places one after the other, each after its own dry run."""
    for path in paths:
        await bring_in(view, path)


async def bring_in(view: View, path: Path) -> None:
    """Show what an import of that path would do, and do it on `y`."""
    from memtui.services import transfer
    from memtui.tui.modals.import_report import ImportScreen

    plan = await view.gateway.run_in(Lane.LONG, "dry run", transfer.import_path, path, apply=False)
    if not await view.host.push_screen_wait(ImportScreen(plan)):
        view.say(f"Nothing was brought in from {path.name or path}.")
        return
    report = await view.gateway.run_in(Lane.LONG, "import", transfer.import_path, path, apply=True)
    said = said_of(report)
    view.say(said, undo=report.batch is not None)


def said_of(report: ImportReport) -> str:
    """Return one sentence about an import that was done."""
    parts = [f"{report.new:,} new", f"{report.unchanged:,} unchanged", f"{report.changed:,} changed"]
    if report.skipped:
        parts.append(f"{report.skipped:,} skipped")
    head = "Stopped; what came in stays, and the same import goes on: " if report.stopped else "Brought in "
    return f"{head}{', '.join(parts)}."

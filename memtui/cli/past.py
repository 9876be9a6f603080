"""The option that shows a view as it was at a past moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from memtui.cli.moments import Moment
from memtui.cli.session import current

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def past_options() -> Callable[[Decorated], Decorated]:
    """Add --as-of and --known; `seen` takes what they give."""

    def decorate(function: Decorated) -> Decorated:
        known = click.option("--known", is_flag=True, help="With --as-of: by when we knew it, not by when it was true.")
        as_of = click.option(
            "--as-of",
            "as_of",
            type=Moment(yearless=True),
            metavar="WHEN",
            help="As it was: 2026-03-01, 1 mar, 30d. Nothing is counted as opened.",
        )
        return as_of(known(function))

    return decorate


def seen(workspace: Workspace, as_of: datetime | None, known: bool) -> Workspace:
    """Return the workspace as it was at the moment that was asked for, and say so."""
    if as_of is None:
        if known:
            raise click.UsageError("--known goes with --as-of.")
        return workspace
    from memtui.services import as_of as past

    moment = past.Moment(at=as_of, known=known)
    shown = past.seen_at(workspace, moment)
    current().output.note(f"{str(moment)[0].upper()}{str(moment)[1:]}; nothing can be written.")
    return shown


def said(as_of: datetime | None, known: bool) -> dict[str, Any]:
    """Return what a JSON document says of the moment: nothing for now."""
    from memtui.render.dates import iso

    return {} if as_of is None else {"as_of": iso(as_of), "by": "known" if known else "true"}

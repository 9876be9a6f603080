"""Moments as arguments of commands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from memtui.services.moments import HINT, read_moment

if TYPE_CHECKING:
    Word = click.ParamType[Any]
else:
    Word = click.ParamType
"""Click's base of argument types, which older releases do not let be subscripted."""


class Moment(Word):
    """A moment on the command line.

    `undated` lets the word undated through, as itself; with `yearless` a day without a year is the last past one.
    """

    name = "when"

    def __init__(self, *, undated: bool = False, yearless: bool = False) -> None:
        self.undated = undated
        self.yearless = yearless

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime | str:
        """Return the moment, or the word undated."""
        if isinstance(value, datetime):
            return value
        if self.undated and str(value).casefold() in ("undated", "none"):
            return "undated"
        try:
            return read_moment(str(value), datetime.now(UTC), yearless=self.yearless)
        except (ValueError, OverflowError):
            self.fail(f"{str(value)!r} is no moment. {HINT}", param, ctx)

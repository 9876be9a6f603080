"""What an import would bring in, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.render.spans import Line, Role, Span
from memtui.safe_text import one_line
from memtui.tui.modals.dialog import Dialog, Keys
from memtui.tui.widgets.line_pane import LinePane, wrapped

if TYPE_CHECKING:
    from memtui.services.transfer import ImportReport

NOTICES = 200
"""Notices that are listed; more are counted."""


class ImportScreen(Dialog[bool]):
    """Shows a dry run; `y` brings it in."""

    KEYS: ClassVar[Keys] = (("y", "brings it in"), ("n", "does not"))
    HINT = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "confirm", "bring it in", show=False),
        Binding("n", "leave", "do not", show=False),
        Binding("q", "leave", "do not", show=False),
    ]

    def __init__(self, report: ImportReport) -> None:
        super().__init__(f"dry run: {report.format}")
        self._report = report

    def body(self) -> ComposeResult:
        """Yield the report."""
        yield LinePane(self._draw, classes="dialog-pane")

    def _draw(self, width: int) -> list[Line]:
        report = self._report
        lines: list[Line] = [*wrapped(report.path, width, Role.DIM), ()]
        for count, word in (
            (report.read, "read"),
            (report.new, "new"),
            (report.changed, "changed"),
            (report.unchanged, "unchanged"),
            (report.skipped, "skipped"),
            (report.archived, "archived"),
        ):
            if count or word in ("read", "new"):
                lines.append((Span(f"{count:9,}", Role.STRONG if word == "new" else Role.TEXT), Span(f"  {word}")))
        if report.notices:
            lines += [(), (Span("left out or assumed", Role.LABEL),)]
            for notice in report.notices[:NOTICES]:
                place = f"{notice.file}:{notice.line}" if notice.line else notice.file
                lines += wrapped(f"{place}  {notice.reason}", width, Role.WARNING if notice.skipped else Role.DIM)
            more = len(report.notices) - NOTICES
            if more > 0:
                lines.append((Span(f"and {more:,} more", Role.DIM),))
        if report.samples:
            lines += [(), (Span("for example", Role.LABEL),)]
            lines += [(Span("  " + one_line(sample)),) for sample in report.samples[:5]]
        return lines

    def first(self) -> Widget:
        """Return the report."""
        return self.query_one(LinePane)

    def action_confirm(self) -> None:
        """Bring it in."""
        self.dismiss(True)

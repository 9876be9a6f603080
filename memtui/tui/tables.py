"""A view's table as Markdown or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from memtui.safe_text import clean_lines, one_line

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet read a cell as a formula."""


def as_markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; pipes and line breaks in cells are escaped."""
    if not head:
        return ""
    lines = [_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(one_line(cell).replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"


def as_csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return CSV; a cell that a spreadsheet would take for a formula gets an apostrophe in front."""
    if not head:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[_cell(cell) for cell in row] for row in rows])
    return out.getvalue()


def _cell(cell: str) -> str:
    safe = "\n".join(clean_lines(cell))
    return f"'{safe}" if safe.startswith(_FORMULA) else safe

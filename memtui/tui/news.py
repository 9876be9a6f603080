"""The status line's right side: what was done last, or why not."""

from __future__ import annotations

from datetime import datetime

from memtui.render.dates import clock
from memtui.render.spans import Line, Role, Span
from memtui.safe_text import one_line


def news_line(text: str, now: datetime, undo_key: str = "") -> Line:
    """Return a sentence as the status line shows it; with `undo_key`, when it was done and how to take it back."""
    said = one_line(text)
    if not undo_key:
        return (Span(said),)
    return (
        Span(f"{clock(now)} ", Role.DIM),
        Span(said.removesuffix(".")),
        Span(" · ", Role.DIM),
        Span(undo_key, Role.KEY),
        Span(" undo"),
    )

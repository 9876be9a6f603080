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


class News:
    """What the status line says: the newest act, or for the length of a key why nothing was done."""

    def __init__(self) -> None:
        self.said: Line = ()
        self._kept: Line = ()

    def say(self, text: str, now: datetime, undo_key: str, *, kept: bool) -> None:
        """Take a sentence; what is `kept` stays until the next such one, any other goes with the next key."""
        self.said = news_line(text, now, undo_key)
        if kept:
            self._kept = self.said

    def pass_on(self) -> bool:
        """Let an answer to one key go; says whether there was one."""
        had = self.said is not self._kept
        self.said = self._kept
        return had

    def forget_key(self) -> None:
        """Leave out the key that takes the newest act back."""
        same = self.said is self._kept
        at = next((place for place, span in enumerate(self._kept) if span.role is Role.KEY), None)
        if at is not None:
            self._kept = self._kept[: at - 1]
        if same:
            self.said = self._kept

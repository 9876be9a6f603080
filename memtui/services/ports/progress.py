"""How long work tells where it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Tells how far long work is and whether to stop; called between chunks."""

    def __call__(self, done: int, total: int | None, what: str) -> None:
        """Report; raises Cancelled when the work is to stop."""
        ...


def no_progress(done: int, total: int | None, what: str) -> None:
    """Report to nobody and never stop."""

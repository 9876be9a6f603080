"""What is selected, shared by all views, and the way back."""

from __future__ import annotations

TRAIL = 50
"""Steps back that are kept."""


class Selection:
    """The memory that all views look at (its row number), and the places one came from."""

    def __init__(self) -> None:
        self.number: int | None = None
        self._trail: list[tuple[str, int | None]] = []

    def set(self, number: int | None) -> None:
        """Look at another memory."""
        self.number = number

    def leave(self, view: str) -> None:
        """Remember that view and selection before going elsewhere."""
        self._trail = [*self._trail[-TRAIL + 1 :], (view, self.number)]

    def back(self) -> str | None:
        """Return the view to go back to, with its selection restored; None at the start."""
        if not self._trail:
            return None
        view, self.number = self._trail.pop()
        return view

"""The yardstick of a start: an empty Textual screen with one word on it."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Label

READY = "ready"


class EmptyScreen(App[None]):
    """Shows one word."""

    def compose(self) -> ComposeResult:
        """Yield the word."""
        yield Label(READY)


if __name__ == "__main__":
    EmptyScreen().run()

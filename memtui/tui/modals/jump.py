"""Jump mode: a letter on every pane, one key to be there."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from memtui.render.spans import Role, Span
from memtui.tui.modals.dialog import Modal
from memtui.tui.widgets.drawn import LineBar

LETTERS = "asdfgjklqwertyuiopzxcvbnm"
"""The letters, those under the fingers first."""


class JumpScreen(Modal[None]):
    """Shows a letter at the corner of each pane; the letter gives it the focus, any other key leaves."""

    AUTO_FOCUS = None
    DEFAULT_CSS = """
    JumpScreen > LineBar { position: absolute; width: 3; }
    """

    def __init__(self, targets: Sequence[Widget]) -> None:
        super().__init__()
        self._targets = dict(zip(LETTERS, targets, strict=False))

    def compose(self) -> ComposeResult:
        """Place the letters."""
        for letter, target in self._targets.items():
            label = LineBar(lambda _, letter=letter: (Span(f" {letter} ", Role.CURRENT),))  # type: ignore[misc]
            label.styles.offset = (target.region.x, target.region.y)
            yield label

    def on_key(self, event: events.Key) -> None:
        """Go to the pane of the letter, or leave."""
        event.stop()
        event.prevent_default()
        self.dismiss(None)
        target = self._targets.get(event.key)
        if target is not None:
            target.screen.set_focus(target)

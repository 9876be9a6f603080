"""A bare one-line input, as prompts and filters use it."""

from __future__ import annotations

from textual import events
from textual.widgets import Input


class LineInput(Input):
    """An input without a frame; pasted lines become one."""

    DEFAULT_CSS = """
    LineInput, LineInput:focus {
        width: 1fr; height: 1; border: none; padding: 0; background: transparent; color: $foreground;
        background-tint: transparent;
    }
    LineInput > .input--placeholder { color: $text-muted; text-style: dim; }
    """

    def on_paste(self, event: events.Paste) -> None:
        """Join pasted lines."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(" ".join(event.text.split()))

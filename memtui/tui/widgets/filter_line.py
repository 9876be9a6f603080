"""The filter line: what the list is narrowed to, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_input import LineInput


class FilterInput(LineInput):
    """An input of one bare line that leaves ↑ ↓ and the page keys to the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear_and_leave", "clear the filter and return to the list", show=False, id="filter.clear"),
        Binding("down", "pass('down')", "next row", show=False),
        Binding("up", "pass('up')", "previous row", show=False),
        Binding("pagedown", "pass('page_down')", "a page down", show=False),
        Binding("pageup", "pass('page_up')", "a page up", show=False),
    ]

    leave: Callable[[], None] | None = None
    """Gives the focus back to the list, at once: a key typed right after enter or escape is the list's."""

    class MovedList(Message):
        """A movement key that is the list's; `way` is a name of `line_list.MOVES`."""

        def __init__(self, way: str) -> None:
            super().__init__()
            self.way = way

    _title, _ellipsis = "", ""

    def show_title(self, title: str, ellipsis: str) -> None:
        """Show this while nothing is typed, cut with an ellipsis where the line is too short for it."""
        self._title, self._ellipsis = title, ellipsis
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line; a title is cut for the width that notes and words about a sample leave it now."""
        if self._title and (room := self.content_size.width):
            self.set_reactive(Input.placeholder, cut(self._title, room, self._ellipsis))
        return super().render_line(y)

    def action_clear_and_leave(self) -> None:
        """Empty the filter and go back to the list."""
        self.value = ""
        if self.leave is not None:
            self.leave()

    async def action_submit(self) -> None:
        """Keep the filter and go back to the list."""
        await super().action_submit()
        if self.leave is not None:
            self.leave()

    def action_pass(self, way: str) -> None:
        """Hand a movement to the list."""
        self.post_message(self.MovedList(way))


class FilterLine(Horizontal):
    """` / words        notes`: a sign, the input, and notes at the right.

    It posts `Changed` at every keystroke and `Kept` at enter; escape empties it, which posts `Changed`.
    Both hand the focus back by `input.leave`. `show_notes` says what is shown of how many.
    """

    DEFAULT_CSS = """
    FilterLine { height: 1; width: 1fr; }
    FilterLine > .filter-sign { width: 3; }
    FilterLine > .filter-notes { width: 0; }
    FilterLine > .filter-sample { width: 0; display: none; }
    """

    class Changed(Message):
        """The text changed by typing, or by `set_text`."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Kept(Message):
        """Enter: the filter stays and the list should have the focus."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._placeholder = placeholder
        self.sample = ""
        """The words about a sample, also where there is no room for them."""

    def compose(self) -> ComposeResult:
        """Compose the sign, the input and the notes."""
        yield LineBar(lambda _: (Span(" / ", Role.KEY),), classes="filter-sign")
        yield FilterInput(placeholder=self._placeholder)
        yield LineBar(classes="filter-sample")
        yield LineBar(classes="filter-notes")

    @property
    def input(self) -> FilterInput:
        """The input."""
        return self.query_one(FilterInput)

    @property
    def text(self) -> str:
        """What is typed."""
        return self.input.value

    def set_text(self, text: str) -> None:
        """Type for the user; posts `Changed` if it differs."""
        self.input.value = text
        self.input.cursor_position = len(text)

    def set_quietly(self, text: str) -> None:
        """Show a text without telling of it."""
        with self.input.prevent(Input.Changed):
            self.set_text(text)

    def show_notes(self, line: Line) -> None:
        """Show this at the right: `. history on   7 of 1,858   lexical`."""
        from memtui.render.pen import line_width

        bar = self.query_one(".filter-notes", LineBar)
        width = line_width(line) + 2 if line else 0
        if bar.size.width != width:
            bar.styles.width = width
            # What the input paints while the line is laid out anew can be lost.
            self.call_after_refresh(self.input.refresh)
        bar.show(lambda _: (Span(" "), *line, Span(" ")))

    def show_sample(self, words: str) -> None:
        """Say on wide screens that the store is a sample."""
        self.sample = words
        bar = self.query_one(".filter-sample", LineBar)
        bar.styles.width = len(words) + 3 if words else 0
        bar.show(lambda _: (Span("  "), Span(words, Role.WARNING)))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell of a change in this line's own words."""
        event.stop()
        self.post_message(self.Changed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tell that the filter stays."""
        event.stop()
        self.post_message(self.Kept(event.value))

"""One of the Desk's panes: a rule that names it, a filter line while it is needed, and a view in its compact form."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.safe_text import one_line
from memtui.tui.views.base import View
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.filter_line import FilterInput, FilterLine


class DeskPane(Vertical):
    """A view under its rule, which is double while the pane has the focus; `title` says what stands in the rule.

    The filter line stands there while it says something or is typed into; Search's always does.
    """

    def __init__(self, view: View, title: Callable[[View], str], pen: Callable[[], Pen]) -> None:
        super().__init__(id=f"desk-{view.NAME}")
        view.compact = True
        self.view = view
        self.filter_line = FilterLine(view.FILTER)
        self._title, self._pen = title, pen
        self._notes: Line = ()

    def compose(self) -> ComposeResult:
        """Compose rule, filter line and view."""
        yield LineBar(self._rule, classes="desk-rule")
        yield self.filter_line
        yield self.view

    def on_mount(self) -> None:
        """Hide the filter line until it is needed."""
        self.filter_line.input.leave = lambda: self.screen.set_focus(self.view.main_list)
        self._show_filter()

    @property
    def filters(self) -> bool:
        """Whether the filter line is always in sight."""
        return self.view.NAME == "search"

    @property
    def focused(self) -> bool:
        """Whether the focus is in this pane."""
        focused = self.screen.focused
        return focused is not None and self in focused.ancestors

    def find(self) -> None:
        """Type into the filter line."""
        self.filter_line.display = True
        self.screen.set_focus(self.filter_line.input)

    def redraw_rule(self) -> None:
        """Draw the rule as things stand now."""
        self.query_one(".desk-rule", LineBar).refresh()

    def _rule(self, width: int) -> Line:
        notes = "" if self.filters else one_line("".join(span.text for span in self._notes)).strip()
        return self._pen().rule(one_line(self._title(self.view)), notes, width, focused=self.focused)

    def _show_filter(self) -> None:
        if self.is_attached:
            self.filter_line.display = self.filters or bool(self.filter_line.text) or self.filter_line.input.has_focus

    def on_descendant_focus(self) -> None:
        """Draw the rule double."""
        self.redraw_rule()

    def on_descendant_blur(self) -> None:
        """Draw the rule single, and put an empty filter line away."""
        self.call_after_refresh(self._left)

    def _left(self) -> None:
        self._show_filter()
        if self.is_attached:
            self.redraw_rule()

    def on_view_notes(self, message: View.Notes) -> None:
        """Say what is shown of how many."""
        message.stop()
        if self.filters:
            self.filter_line.show_notes(message.line)
        self._notes = message.line
        self.redraw_rule()

    def on_filter_line_changed(self, message: FilterLine.Changed) -> None:
        """Narrow the view to what is typed."""
        message.stop()
        self._show_filter()
        self.view.host.filter_changed(self.view, message.text)

    def on_filter_line_kept(self, message: FilterLine.Kept) -> None:
        """Tell the view that the typing is over."""
        message.stop()
        self.view.host.filter_kept(self.view, message.text)

    def on_filter_input_moved_list(self, message: FilterInput.MovedList) -> None:
        """Move the list while letters go on being typed."""
        message.stop()
        self.view.main_list.action_move(message.way)

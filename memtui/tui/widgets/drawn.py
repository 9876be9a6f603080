"""What every widget that draws lines shares: a cached palette; and bars of one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from memtui.render.spans import Line
from memtui.tui.safe_filter import SafeFilter
from memtui.tui.strips import Palette, palette_of, strip_of

if TYPE_CHECKING:
    from textual.filter import LineFilter

Draw = Callable[[int], Line]
"""Draws a line for a width in cells."""


class Drawn(Widget):
    """A widget that draws `render.spans` lines."""

    _palette: Palette | None = None

    @property
    def palette(self) -> Palette:
        """The widget's styles in the present theme and state."""
        if self._palette is None:
            self._palette = palette_of(self)
        return self._palette

    def notify_style_update(self) -> None:
        """Forget the palette when the theme or the widget's state changed."""
        self._palette = None
        super().notify_style_update()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave out the filter for control bytes: `strip_of` has cleaned every line already."""
        filters = super().get_line_filters()
        return [one for one in filters if not (isinstance(one, SafeFilter) and one.cleans_only)]

    def get_line(self, y: int) -> Line:
        """Return the line at a row of the widget; override it."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        return strip_of(self.get_line(y), self.size.width, self.palette)


class Scrolled(Drawn, ScrollView):
    """A drawn widget that scrolls by lines, without scroll bars: the status line says where one is."""

    ALLOW_SELECT = False

    def set_lines(self, count: int) -> None:
        """Say how many lines there are to scroll over.

        Only a widget whose height follows its content is laid out anew: a layout costs as much as a paint,
        and nothing else on the screen depends on the count.
        """
        size = Size(self.size.width, count)
        height = self.styles.height
        if height is not None and height.is_auto:
            self.virtual_size = size
        else:
            self.set_reactive(Widget.virtual_size, size)
            self.scroll_lines_to(self.scroll_offset.y)
        self.refresh()

    def scroll_lines_to(self, line: int) -> None:
        """Bring a line to the top, as far as there are lines below it."""
        last = max(self.virtual_size.height - self.size.height, 0)
        self.scroll_to(y=max(0, min(line, last)), animate=False, force=True)


class MainPane(Scrolled, can_focus=True, inherit_bindings=False):
    """A pane that can be a view's main one: a list, or a picture that is walked from box to box.

    The shell gives it the focus at start, moves it from other panes (J, K, the arrows of the filter line) and
    unmarks what it has marked.
    """

    def action_move(self, way: str) -> None:
        """Move the cursor; `way` is a name of `list_keys.MOVES`."""
        raise NotImplementedError

    def clear_marks(self) -> bool:
        """Unmark all; says whether anything was marked."""
        return False


class LineBar(Drawn):
    """One line, drawn anew for the width that there is: a rule, a head, a note.

    `draw` is a function of the width in cells. A click posts nothing; subclasses that take clicks say so.
    """

    DEFAULT_CSS = """
    LineBar { height: 1; width: 1fr; }
    """
    ALLOW_SELECT = False

    def __init__(self, draw: Draw | None = None, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._draw = draw

    def show(self, draw: Draw) -> None:
        """Draw this from now on."""
        self._draw = draw
        self.refresh()

    def get_line(self, y: int) -> Line:
        """Return the line for the present width."""
        return self._draw(self.size.width) if self._draw is not None and y == 0 else ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one: a bar is one row high."""
        return 1

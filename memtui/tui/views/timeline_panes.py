"""The panes of the Timeline: blocks of lines, the lanes, and the memory of the event under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size

from memtui.render import detail as details
from memtui.render import links
from memtui.render import timeline as drawing
from memtui.render.detail import DetailLook
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.timeline_rows import day_of
from memtui.render.widths import shown, wrap
from memtui.tui.widgets.drawn import Drawn
from memtui.tui.widgets.ruled_pane import RuledPane

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.timeline_detail import About

BRIEF_LINES = 2
"""Lines of the text of a memory below the events."""

OPENED_TRAIL = 50

ABSENT = "-absent"
"""The class of what has nothing to show now; never its `display`, which zooming must be able to overrule."""


class LineBlock(Drawn):
    """Some lines, drawn for the width that there is; `lines` says how many rows it takes."""

    DEFAULT_CSS = """
    LineBlock { height: 1; width: 1fr; }
    """
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw: Callable[[int], Sequence[Line]] | None = None
        self._lines: Sequence[Line] = ()
        self._width = -1

    def show(self, draw: Callable[[int], Sequence[Line]], rows: int) -> None:
        """Draw these lines from now on, on so many rows."""
        self._draw, self._width = draw, -1
        self.set_class(not rows, ABSENT)
        if rows and self.size.height != rows:
            self.styles.height = rows
        self.refresh()

    def get_line(self, y: int) -> Line:
        """Return a line for the present width."""
        if self._width != self.size.width and self._draw is not None:
            self._width, self._lines = self.size.width, self._draw(self.size.width)
        return self._lines[y] if y < len(self._lines) else ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that it was given."""
        return max(self.size.height, 1)


class MemoryPane(RuledPane):
    """The memory of an event: at first its text, then what is known of it; opened, all of it."""

    LINES_ID = "timeline-detail"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.memory: Memory | None = None
        self.about: About | None = None
        self.opened = False
        self.why = False
        self._pen: Pen | None = None

    def show_memory(self, memory: Memory | None, pen: Pen) -> None:
        """Show what an event knows of its memory; the same memory keeps its place and what was opened."""
        same = self.memory is not None and memory is not None and self.memory.id == memory.id
        if not same:
            self.about, self.opened = None, False
        self.memory, self._pen = memory, pen
        self._refresh(keep_place=same)

    def take(self, about: About, *, opened: bool = False) -> None:
        """Take what is known of the memory that is shown; another one's comes too late and is left."""
        if self.memory is not None and self.memory.id == about.detail.memory.id:
            self.about, self.opened = about, opened or self.opened
            self._refresh(keep_place=not opened)

    def close(self) -> bool:
        """Show the opened memory in brief again; say whether it was opened."""
        was, self.opened = self.opened, False
        if was:
            self._refresh()
        return was

    def toggle_why(self) -> bool:
        """Show or hide why one memory ended another; say whether it is shown."""
        self.why = not self.why
        self._refresh()
        return self.why

    def _title(self, width: int) -> Line:
        if self._pen is None or self.memory is None:
            return self._pen.rule("", "", width) if self._pen is not None else ()
        when = day_of(self.memory.created_at, self._pen) if self.memory.created_at is not None else "undated"
        hint = "esc closes" if self.opened else "enter opens"
        return self._pen.rule(f"{when}  {details.short_id(self.memory)}", hint, width - 1, focused=self.lines.has_focus)

    def _draw(self, width: int) -> Sequence[Line]:
        pen, memory = self._pen, self.memory
        if pen is None or memory is None:
            return ()
        if self.about is None:
            words = shown(pen.mask(memory.content[: width * BRIEF_LINES * 2]))
            return [(Span(f" {words[a:b]}"),) for a, b in wrap(words, width - 2)[:BRIEF_LINES]]
        why = self._why(self.about, pen, width)
        return self._in_full(self.about, pen, width, why) if self.opened else [*why, *self._in_brief(pen, width)]

    def _in_brief(self, pen: Pen, width: int) -> list[Line]:
        return drawing.memory_lines(self.about, pen, width, BRIEF_LINES) if self.about is not None else []

    def _why(self, about: About, pen: Pen, width: int) -> list[Line]:
        if not self.why and not (self.opened and about.endings):
            return []
        lines = drawing.why_lines(about.endings, pen, width - 1)
        return lines or [(Span(" This memory ended none, and none ended it.", Role.DIM),)]

    def _in_full(self, about: About, pen: Pen, width: int, why: list[Line]) -> list[Line]:
        look = DetailLook(width=width, beside=True)
        subject = about.detail
        drawn = details.body(subject, pen, look)
        facts = drawing.memory_lines(about, pen, width, 1)[-1:] if about.began or about.ended else []
        drawn += [*facts, *details.facts(subject, pen, look)]
        sections = (
            ("why one ended the other", why),
            ("related", links.related(subject, pen, look)),
            ("conflicts", links.conflicts(subject, pen, look)),
            ("trail", links.trail(subject, pen, look, OPENED_TRAIL)),
        )
        for name, body in sections:
            if body:
                drawn += [(), pen.rule(name, "", width - 1), *body]
        return drawn

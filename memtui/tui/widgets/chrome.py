"""The lines around a view: tabs above, status line and footer below. Each is drawn from what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from memtui.render.pen import line_width
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, width
from memtui.safe_text import clean, one_line
from memtui.tui.widgets.drawn import LineBar

WIDE = 100
"""From this many cells on the footer shows up to ten labels and the tabs say whether the store is live."""

READABLE = 44
"""Cells that news keep beside a hint."""

NARROW_LABELS = 6
WIDE_LABELS = 10


@dataclass(frozen=True, slots=True)
class Tab:
    """A view in the tab line: its act, what is written, and whether it is the one in front."""

    act: str
    label: str
    current: bool


@dataclass(frozen=True, slots=True)
class KeyLabel:
    """A footer label: the act, its key as printed, one word, and whether it can do something now."""

    act: str
    key: str
    word: str
    able: bool = True
    wide: bool = False


class ActBar(LineBar):
    """A line whose parts are acts that a click runs."""

    class Clicked(Message):
        """A click on an act."""

        def __init__(self, act: str) -> None:
            super().__init__()
            self.act = act

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._places: list[tuple[int, int, str]] = []

    def on_click(self, event: events.Click) -> None:
        """Run the act under the pointer."""
        for first, last, act in self._places:
            if first <= event.x < last:
                self.post_message(self.Clicked(act))


class TabLine(ActBar):
    """The views, the current one reversed, and the project at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.brackets = False
        """Whether the current tab stands in brackets, for want of colours."""
        self._tabs: Sequence[Tab] = ()
        self._project = ""
        self._live = ""
        self._moment = ""

    def set(self, tabs: Sequence[Tab], project: str, live: str, moment: str = "") -> None:
        """Show these tabs, the project's name, and what follows it on wide screens.

        A past `moment` stands in place of what follows, and of the project where there is no room for both.
        """
        told = (tabs, project, live, moment)
        if told != (self._tabs, self._project, self._live, self._moment):
            self._tabs, self._project, self._live, self._moment = told
            self.refresh()

    def get_line(self, y: int) -> Line:
        """Draw the tabs, remembering where each stands."""
        spans: list[Span] = []
        self._places = []
        at = 0
        for tab in self._tabs:
            text = f" {tab.label} "
            if tab.current:
                text = f"[{tab.label}]" if self.brackets else text
            spans.append(Span(text, Role.CURRENT if tab.current else Role.TEXT))
            self._places.append((at, at + width(text), tab.act))
            at += width(text)
        right = self._right(max(self.size.width - at - 2, 0))
        gap = max(self.size.width - at - line_width(right) - 1, 1)
        return (*spans, Span(" " * gap), *right)

    def _right(self, room: int) -> Line:
        """Return the project and what follows it; the past moment never gives way to it."""
        project = one_line(self._project)
        if not self._moment:
            live = f" {self._live}" if self.size.width >= WIDE and self._live else ""
            return (Span(cut(f"{project}{live}", room), Role.LABEL),)
        short = self._moment.removeprefix("as of ")
        moment = self._moment if width(self._moment) <= room else cut(short, room)
        left = room - width(moment) - 1
        named = (Span(f"{cut(project, left)} ", Role.LABEL),) if left >= min(width(project), 5) else ()
        return (*named, Span(moment, Role.WARNING))


class StatusLine(LineBar):
    """Where the cursor is and how many are marked; at the right the last act, or long work under way."""

    def __init__(self) -> None:
        super().__init__()
        self._place: Line = ()
        self._hint: Line = ()
        self._news: Line = ()
        self._work = ""

    @property
    def text(self) -> str:
        """What the line says at its right."""
        return self._work or "".join(span.text for span in self._news)

    def set_place(self, place: Line, hint: Line = ()) -> None:
        """Say where the cursor is, and what could be tried next."""
        if (place, hint) != (self._place, self._hint):
            self._place, self._hint = place, hint
            self.refresh()

    def set_news(self, news: Line) -> None:
        """Say what was done last, or why not."""
        self._news = news
        self.refresh()

    def set_work(self, work: str) -> None:
        """Say how far long work is; empty when there is none."""
        if work != self._work:
            self._work = work
            self.refresh()

    def get_line(self, y: int) -> Line:
        """Draw place, hint and news; the place gives way where not all fit, then the news down to what is readable."""
        cells = self.size.width - 2
        news: Line = (Span(self._work, Role.ACCENT),) if self._work else self._news
        hint = (Span("   "), *self._hint) if self._hint else ()
        if line_width(hint) + 2 + min(line_width(news), READABLE) > cells:
            hint = ()
        news = _cut_line(news, cells - line_width(hint) - (2 if hint else 0))
        room = cells - line_width(news) - line_width(hint)
        place = _cut_line(_one_line(self._place), max(room - 2, 0))
        gap = max(room - line_width(place), 0)
        return (Span(" "), *place, *hint, Span(" " * gap), *news, Span(" "))


def _one_line(line: Line) -> Line:
    return tuple(Span(" ".join(clean(span.text).splitlines()), span.role) for span in line)


def _cut_line(line: Line, cells: int) -> Line:
    """Return a line cut to `cells`; its longest part gives way, so that the key which takes an act back stays."""
    if line_width(line) <= cells:
        return line
    if not cells:
        return ()
    longest = max(range(len(line)), key=lambda index: width(line[index].text))
    room = cells - line_width(line) + width(line[longest].text)
    return tuple(Span(cut(one.text, max(room, 1)), one.role) if i == longest else one for i, one in enumerate(line))


class KeyFooter(ActBar):
    """The keys that matter here, one word each; a key that can do nothing now is dim and stays in its place."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: Sequence[KeyLabel] = ()
        self._last: KeyLabel | None = None

    def set(self, labels: Sequence[KeyLabel], last: KeyLabel) -> None:
        """Show these labels as far as they fit, and `last` after them always."""
        if (labels, last) != (self._labels, self._last):
            self._labels, self._last = labels, last
            self.refresh()

    def get_line(self, y: int) -> Line:
        """Draw the labels, remembering where each stands."""
        self._places = []
        if self._last is None:
            return ()
        wide = self.size.width >= WIDE
        most = WIDE_LABELS if wide else NARROW_LABELS
        shown = [label for label in self._labels if wide or not label.wide]
        spans: list[Span] = [Span(" ")]
        at, end = 1, self.size.width - _label_width(self._last)
        for label in [*shown[: most - 1], self._last]:
            if label is not self._last and at + _label_width(label) + 3 > end:
                continue
            spans += self._draw_label(label, at)
            at += _label_width(label) + 3
        return tuple(spans)

    def _draw_label(self, label: KeyLabel, at: int) -> list[Span]:
        self._places.append((at, at + _label_width(label), label.act))
        key = Span(label.key, Role.KEY if label.able else Role.DIM)
        return [key, Span(f" {label.word}", Role.TEXT if label.able else Role.DIM), Span("   ")]


def _label_width(label: KeyLabel) -> int:
    return width(label.key) + 1 + width(label.word)

"""The parts of Review below its queue: the pair, what is said of it and its verdicts, and what lies around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size

from memtui.render import review_evidence, review_pair, review_verdicts
from memtui.render.pen import Pen
from memtui.render.review import TABS
from memtui.render.review_pair import PairLook
from memtui.render.review_verdicts import VerdictLook
from memtui.render.spans import Line
from memtui.render.widths import width
from memtui.tui.widgets.chrome import ActBar
from memtui.tui.widgets.drawn import Drawn
from memtui.tui.widgets.ruled_pane import RuledPane

if TYPE_CHECKING:
    from memtui.services.review_closer import Closer
    from memtui.services.review_queue import QueueRow

BESIDE = 80
"""From this many cells on the two texts stand side by side."""


class Pair:
    """What the parts below the queue show: a row, what is told of it once looked at closely, and which side is in focus."""

    def __init__(self) -> None:
        self.row: QueueRow | None = None
        self.closer: Closer | None = None
        self.pen: Pen | None = None
        self.new_in_focus = False
        self.inline = False
        self.why = False
        self.tab = "open"
        self.undoes_last = True
        """Whether the undo key is for the newest act, not for the verdict on this pair."""
        self.keys: Mapping[str, str] = {}

    @property
    def number(self) -> int | None:
        """The number of the conflict that is shown."""
        return self.row.entry.conflict.number if self.row is not None else None

    @property
    def memory_number(self) -> int | None:
        """The number of the memory of the side in focus."""
        if self.row is None:
            return None
        entry = self.row.entry
        return (entry.new if self.new_in_focus else entry.old).number

    def show(self, row: QueueRow | None, pen: Pen, tab: str) -> bool:
        """Show a row; what was told of the same conflict stays until it is told anew. Says whether it is another one."""
        number = row.entry.conflict.number if row is not None else None
        other = number != self.number
        if other:
            self.closer = None
            self.new_in_focus = False
        self.row, self.pen, self.tab = row, pen, tab
        return other

    def look(self, width: int, *, focused: bool = False) -> PairLook:
        """Return how the texts are laid out."""
        beside = width >= BESIDE and not self.inline
        return PairLook(width=width, beside=beside, new_in_focus=self.new_in_focus, focused=focused)

    def verdict_look(self, width: int) -> VerdictLook:
        """Return how the verdicts are laid out."""
        return VerdictLook(
            width=width,
            new_in_focus=self.new_in_focus,
            tab=self.tab,
            undoes_last=self.undoes_last,
            keys=self.keys,
        )


class TabsBar(ActBar):
    """The tabs with their counts; a click shows one."""

    def __init__(self, draw: Callable[[int], Line], *, id: str) -> None:
        super().__init__(id=id)
        self._tabs = draw

    def get_line(self, y: int) -> Line:
        """Draw the tabs, remembering where each stands."""
        line = self._tabs(self.size.width)
        self._places, at = [], 0
        for place, span in enumerate(line[: 2 * len(TABS)]):
            if place % 2 == 0:
                self._places.append((at, at + width(span.text), f"tab_{TABS[place // 2]}"))
            at += width(span.text)
        return line


class PairPane(RuledPane):
    """The two texts."""

    LINES_ID = "review-texts"

    def __init__(self, pair: Pair, *, id: str) -> None:
        super().__init__(id=id)
        self.pair = pair
        self._said = 0
        """Lines that say something; blank ones that only draw the bar on down follow them."""

    def draw_anew(self, *, keep_place: bool = False) -> None:
        """Draw both texts and the rule above them."""
        self._refresh(keep_place=keep_place)

    @property
    def hidden_lines(self) -> int:
        """How many lines are below what is in sight."""
        return max(self._said - self.lines.size.height, 0)

    def _title(self, width: int) -> Line:
        pair = self.pair
        if pair.row is None or pair.pen is None:
            return pair.pen.rule("", "", width) if pair.pen is not None else ()
        return review_pair.pair_title(pair.row, pair.pen, pair.look(width))

    def _draw(self, width: int) -> Sequence[Line]:
        pair = self.pair
        self._said = 0
        if pair.row is None or pair.pen is None:
            return ()
        new, old = (pair.closer.new, pair.closer.old) if pair.closer is not None else (None, None)
        look = pair.look(width)
        lines = review_pair.pair_lines(pair.row, new, old, pair.pen, look)
        self._said = len(lines)
        empty = self.lines.size.height - len(lines)
        return [*lines, *([review_pair.blank_line(pair.pen, look)] * empty)]


class VerdictPane(Drawn):
    """The rule below the pair, why it was noticed, and what each verdict would change."""

    ALLOW_SELECT = False

    def __init__(self, pair: Pair, pane: PairPane, *, id: str) -> None:
        super().__init__(id=id)
        self.pair, self.pane = pair, pane
        self._lines: Sequence[Line] = ()
        self._laid_out: Size | None = None

    def draw_anew(self) -> None:
        """Draw the lines as things stand."""
        self._laid_out = None
        self.refresh()

    def _lay_out(self) -> Sequence[Line]:
        pair, width, height = self.pair, self.size.width, self.size.height
        if pair.row is None or pair.pen is None:
            return ()
        entry, pen, look = pair.row.entry, pair.pen, pair.verdict_look(width)
        hidden = self.pane.hidden_lines
        hint = f"{hidden} more {'line' if hidden == 1 else 'lines'}: enter" if hidden else ""
        lines = [review_pair.closing_rule(pen, pair.look(width), hint)]
        reason = review_verdicts.reason_lines(entry, pair.closer, pen, look)
        verdicts = review_verdicts.verdict_lines(entry, pair.closer, pen, look)
        full = len(lines) + len(reason) + len(verdicts)
        if height < full:
            return [*lines, reason[0], review_verdicts.key_line(pen, look)]
        return [*lines, *reason, *([()] if height > full else []), *verdicts]

    def get_line(self, y: int) -> Line:
        """Return a line; all are drawn anew for another size, for what is hidden is told of none."""
        if self._laid_out != self.size:
            self._laid_out, self._lines = self.size, self._lay_out()
        return self._lines[y] if y < len(self._lines) else ()


class MorePane(RuledPane):
    """What lies around the pair, or all that the judgement rests on."""

    LINES_ID = "review-around"

    def __init__(self, pair: Pair, *, id: str) -> None:
        super().__init__(id=id)
        self.pair = pair

    def draw_anew(self) -> None:
        """Draw it as things stand."""
        self._refresh()

    def _title(self, width: int) -> Line:
        pair = self.pair
        if pair.pen is None:
            return ()
        title, hint = ("why", f"{pair.keys.get('why', 'w')} hides") if pair.why else ("around it", "")
        return pair.pen.rule(title, hint, width - 1, focused=self.lines.has_focus)

    def _draw(self, width: int) -> Sequence[Line]:
        pair = self.pair
        if pair.row is None or pair.pen is None:
            return ()
        if pair.why:
            return review_evidence.why_lines(pair.row.entry, pair.closer, pair.pen, width)
        if pair.closer is None:
            return ()
        return review_evidence.around_lines(pair.closer.around, pair.pen, width)

"""The detail of Search: the memory under the cursor, why it ranks there, what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memtui.render import detail as details
from memtui.render import links
from memtui.render.detail import DetailLook
from memtui.render.pen import Pen, nothing_masked
from memtui.render.shapes import DetailShape
from memtui.render.spans import Line
from memtui.render.why import why_lines, why_table, why_title

if TYPE_CHECKING:
    from memtui.services.findings import Detail, Hit

NARROW_TEXT_LINES = 4
"""Lines of the text below a list; opening or zooming shows all."""

TRAIL_STEPS = 4
"""Steps of the trail beside a list; the opened memory shows all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the detail pane shows: a row of the list, its full record once it is there, and how."""

    hit: Hit
    detail: Detail | None = None
    why: bool = True
    opened: bool = False
    revealed: bool = False
    runner_up: float | None = None

    @property
    def subject(self) -> DetailShape:
        """The full record, or the row's own until that is there."""
        if self.detail is not None:
            return self.detail
        from memtui.services.findings import Detail

        return Detail(memory=self.hit.memory, importance=self.hit.importance, badges=self.hit.badges)


def title(shown: Shown | None, pen: Pen, width: int, *, beside: bool, focused: bool) -> Line:
    """Return the rule above the pane: the id, below a list the headline too, and what a key does."""
    hint = "enter opens" if shown is None or not shown.opened else "esc closes"
    if shown is None:
        return pen.rule("", "", width, focused=focused)
    memory = shown.hit.memory
    if beside:
        return pen.rule(details.short_id(memory), hint, width - 1, focused=focused)
    return details.title_rule(memory, shown.hit.badges, pen, width - 1, hint, focused=focused)


def lines(shown: Shown, pen: Pen, width: int, *, beside: bool) -> list[Line]:
    """Return the pane's lines: text, what is known, why, related, conflicts, trail."""
    pen = replace(pen, mask=nothing_masked) if shown.revealed else pen
    subject = shown.subject
    roomy = beside or shown.opened
    limit = None if roomy else NARROW_TEXT_LINES
    reveal = "! masks it" if shown.revealed else "! shows it"
    look = DetailLook(width=width, beside=roomy, lines=limit, reveal=reveal)
    drawn = details.body(subject, pen, look)
    if shown.opened:
        drawn.extend(details.facts(subject, pen, look))
    drawn.extend(_why(shown, pen, width, roomy))
    drawn.extend(_section("related", links.related(subject, pen, look), "", pen, width, roomy))
    drawn.extend(_section("conflicts", links.conflicts(subject, pen, look), "", pen, width, roomy))
    steps = len(subject.trail)
    trail = links.trail(subject, pen, look, None if shown.opened else TRAIL_STEPS)
    hint = f"enter shows all {steps}" if steps > len(trail) else ""
    drawn.extend(_section("trail", trail, hint, pen, width, roomy))
    return drawn


def _why(shown: Shown, pen: Pen, width: int, roomy: bool) -> list[Line]:
    hit, explanation = shown.hit, shown.hit.explanation
    hint = "w hides" if shown.why else "w shows"
    if explanation is None:
        if shown.opened:
            return []
        head = pen.rule("importance", hint, width - 1)
        parts = details.importance_lines(shown.subject, pen, width, table=roomy) if shown.why else []
        return [*_space(roomy), head, *parts]
    head = pen.rule(why_title(hit), hint, width - 1)
    if not shown.why:
        return [*_space(roomy), head]
    if roomy:
        return [(), head, *why_table(hit, explanation, pen, width, shown.runner_up)]
    return [head, *why_lines(hit, explanation, pen, width)]


def _section(name: str, body: list[Line], hint: str, pen: Pen, width: int, roomy: bool) -> list[Line]:
    if not body:
        return []
    return [*_space(roomy), pen.rule(name, hint, width - 1 if hint else width), *body]


def _space(roomy: bool) -> list[Line]:
    return [()] if roomy else []

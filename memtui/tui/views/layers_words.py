"""What the board says in words: why there is nothing, why a key can do nothing, what is filtered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.domain.kinds import Layer
from memtui.domain.layers import RANK
from memtui.render.board import text_of
from memtui.render.pen import Highlight, Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, exact

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card, Narrowed


def nothing(narrowed: Narrowed, project: str | None, pen: Pen) -> Line:
    """Return why no memory is shown, and the keys that lead on (SCREENS 11); empty where some are."""
    if narrowed.matches:
        return ()
    dot = Span(f" {pen.glyphs.dot} ", Role.DIM)
    writes: Line = (Span("n", Role.KEY), Span(" writes one", Role.DIM))
    if not narrowed.total:
        if project is not None:
            says = f" No memories in {exact(project)} yet. "
            return (Span(says, Role.DIM), *writes, dot, Span("P", Role.KEY), Span(" looks at all projects", Role.DIM))
        imports: Line = (Span(":", Role.KEY), Span(" import brings some in", Role.DIM))
        return (Span(" No memories yet. ", Role.DIM), *writes, dot, *imports)
    words = cut(exact(narrowed.text.strip()), 40)
    says = f" 0 of {narrowed.total:,} match {words}. " if words else f" 0 of {narrowed.total:,} are live. "
    spans: Line = (Span(says, Role.DIM),)
    ways: list[Line] = []
    if words:
        ways.append((Span("esc", Role.KEY), Span(" shows all", Role.DIM)))
    if narrowed.hidden:
        ways.append((Span(".", Role.KEY), Span(f" shows {narrowed.hidden:,} hidden", Role.DIM)))
    for place, way in enumerate(ways):
        spans = (*spans, *((dot,) if place else ()), *way)
    return spans


def notes(narrowed: Narrowed) -> Line:
    """Return what stands at the right of the filter line: `7 of 1,858`, and what `.` hides."""
    hidden: Line = (Span(f". {narrowed.hidden:,} hidden", Role.ACCENT), Span("   ")) if narrowed.hidden else ()
    return (*hidden, Span(f"{narrowed.matches:,} of {narrowed.total:,}"))


def marker(words: Sequence[str]) -> Highlight:
    """Return what finds the words of a filter in a text; a word with a star goes on."""
    from memtui.intelligence.tokens import spans_of

    every = [one for word in words for one in word.split("|")]
    whole = [word for word in every if not word.endswith("*")]
    starts = [re.escape(word[:-1]) for word in every if word.endswith("*")]
    begun = re.compile(rf"\b(?:{'|'.join(starts)})\w*", re.IGNORECASE) if starts else None

    def find(text: str) -> list[tuple[int, int]]:
        spans = list(spans_of(text, whole)) if whole else []
        return [*spans, *(one.span() for one in begun.finditer(text))] if begun else spans

    return find


def why_stays(card: Card, pen: Pen) -> str:
    """Return why an evaluation suggests nothing for a memory."""
    if card.successor is not None:
        return f"Superseded by “{cut(text_of(card.successor, pen), 40)}”: nothing is suggested."
    return f"Nothing is suggested: {card.judgement.reason[:1].lower()}{card.judgement.reason[1:]}"


def no_step(card: Card, up: bool) -> str:
    """Return why a memory cannot go a layer up or down; empty when it can."""
    memory = card.memory
    rank = RANK[memory.layer]
    if up and rank == len(RANK) - 1:
        return f"It is in {memory.layer.value}, already the highest layer."
    if not up and rank == 0:
        return "It is archived, already the lowest layer."
    if not up and rank == 1 and memory.pinned:
        return "It is pinned (p unpins it): it cannot be archived."
    return ""


def reason_words(reason: str) -> str:
    """Return the reason of a move as a preview shows it."""
    return reason.rstrip(".")


def full(layer: Layer) -> str:
    """Return a layer's name as sentences have it."""
    return layer.value.replace("_", " ")

"""What the Timeline says in words: its notes, its place, why there is nothing, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from memtui.domain.kinds import EntityType
from memtui.render import timeline as drawing
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline import TYPE_LETTERS, TYPE_WORDS
from memtui.render.widths import shown

if TYPE_CHECKING:
    from memtui.services.entity_list import EntityPage
    from memtui.services.timeline import Timeline
    from memtui.services.timeline_following import Followed
    from memtui.tui.modals.choice import Choice
    from memtui.tui.views.timeline_state import Form

KINDS = ("added", "conflict", "verdict", "layer", "archive", "merge")
"""The kinds of events, in the order in which they are offered."""

KIND_WORDS = {
    "added": "memories added",
    "conflict": "conflicts",
    "verdict": "verdicts",
    "layer": "layer moves",
    "archive": "archived, brought back",
    "merge": "merges",
}

NOTHING_NAMED = "This memory names nothing to follow."
NO_MEMORIES = "No memories yet. `n` writes one · `:` import brings some in"
NOTHING_IN_STORE = "Nothing is named here yet: a timeline follows names of files, functions, tools and things."


def keyed(words: str) -> Line:
    """Return a sentence, dim, its keys (in backticks) bold."""
    parts = words.split("`")
    return (Span("  "), *(Span(part, Role.KEY if place % 2 else Role.DIM) for place, part in enumerate(parts) if part))


def nothing(followed: Followed, hidden: int, *, any_memory: bool) -> list[Line]:
    """Return why there are no events, and what helps."""
    if followed.empty:
        return [keyed(NOTHING_IN_STORE if any_memory else NO_MEMORIES)]
    if followed.timeline is None:
        return [keyed(NOTHING_NAMED), keyed("`/` finds an entity by its name")]
    if hidden:
        return [keyed(f"0 of {hidden:,} events shown: `f` shows kinds, `.` transient notes.")]
    return [keyed("Nothing happened to it yet.")]


def notes(timeline: Timeline | None, pen: Pen, cells: int, moment: str, *, beside: bool) -> Line:
    """Return what stands at the right of the filter line: what is followed, where there is no room for it elsewhere."""
    if timeline is None:
        return ()
    if beside:
        return (Span(moment or "as of now", Role.WARNING if moment else Role.DIM),)
    words = f" {pen.glyphs.dot} ".join(drawing.head_parts(timeline, pen))
    return (Span(pen.cut(words, max(cells, 20)), Role.LABEL),)


def place(followed: Followed | None, shown_events: int, hidden: int, marked: int, suggestion: str) -> str:
    """Return how much there is, what is hidden and marked, and the alias that waits for an answer."""
    if followed is None or followed.timeline is None:
        return suggestion
    memories = len(followed.timeline.memories)
    count = "1 memory" if memories == 1 else f"{memories:,} memories"
    parts = [f"{count}, {'1 event' if shown_events == 1 else f'{shown_events:,} events'}"]
    if hidden:
        parts[0] += f", {hidden:,} hidden"
    if marked:
        parts.append(f"{marked:,} marked")
    return "   ".join([*parts, *([suggestion] if suggestion else [])])


def types_lines(types: Collection[EntityType], pen: Pen, cells: int) -> list[Line]:
    """Return the legend of the types that there are, two beside each other."""
    listed = [kind for kind in TYPE_LETTERS if kind in types]
    room = max((cells - 1) // 2, 10)
    cell = [pen.fit(f"{TYPE_LETTERS[kind]} {TYPE_WORDS[kind]}", room) for kind in listed]
    return [line(Span(f" {''.join(cell[at : at + 2])}", Role.LABEL)) for at in range(0, len(cell), 2)]


def picker_tail(page: EntityPage | None, text: str, pen: Pen) -> list[Line]:
    """Return what stands below the entities: that they only resemble what was typed, or that there is none."""
    if page is None:
        return []
    if not page.entities:
        said = f'Nothing is named "{shown(pen.mask(text.strip()))}". `esc` clears' if text.strip() else "No names yet."
        return [keyed(said)]
    return [keyed("these resemble it")] if page.guessed else []


def choices(form: Form, types: Collection[EntityType], first: Sequence[str]) -> list[Choice[tuple[str, str]]]:
    """Return what `f` offers: the order, the kinds of events (those of the selected one first), the types of entities."""
    from memtui.tui.modals.choice import Choice

    offered: list[Choice[tuple[str, str]]] = []
    for value, words in (("newest", "newest first"), ("oldest", "oldest first")):
        on = form.newest_first == (value == "newest")
        offered.append(Choice(("order", value), f"{'* ' if on else '  '}{words}", "", "order", active=on))
    for kind in dict.fromkeys((*first, *KINDS)):
        on = kind not in form.left_out
        offered.append(Choice(("kind", kind), f"{'* ' if on else '  '}{KIND_WORDS[kind]}", "", "events shown"))
    for one in (one for one in TYPE_LETTERS if one in types):
        on = one in form.types
        words = f"{'* ' if on else '  '}only {TYPE_WORDS[one]} names" if on else f"  {TYPE_WORDS[one]}"
        offered.append(Choice(("type", one.value), words, TYPE_LETTERS[one], "entities listed"))
    return offered

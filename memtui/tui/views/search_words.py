"""What Search says in words: how much is shown, what was left out, and why there is nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from memtui.domain.filters import Order
from memtui.render.pen import Highlight, Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, exact, shown
from memtui.tui.views.search_rows import hidden_words

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from memtui.intelligence.queries import Query
    from memtui.services.browsing import Listing
    from memtui.services.findings import SearchResult

    Answer = SearchResult | Listing

ORDER_WORDS = {
    Order.NEWEST: "newest first",
    Order.OLDEST: "oldest first",
    Order.RECORDED: "last stored first",
    Order.IMPORTANCE: "most important first",
    Order.OPENED: "most opened first",
}


def shown_count(answer: Answer) -> int:
    """Return how many memories an answer shows."""
    return len(answer.hits) if is_ranking(answer) else len(answer.numbers)


@dataclass(frozen=True, slots=True)
class Situation:
    """What an empty list is to be explained by: the words, whether history is on, and the project that is looked at."""

    text: str
    history: bool
    project: str | None


def is_ranking(answer: Answer) -> TypeIs[SearchResult]:
    """Say whether an answer is a ranking, not a list."""
    return hasattr(answer, "hits")


def notice(notices: Sequence[str], pen: Pen, width: int) -> Line:
    """Return the first remark on a query, and how many more there are."""
    if not notices:
        return ()
    more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
    return (Span("  "), Span(pen.cut(shown(notices[0]) + more, width - 3), Role.WARNING))


def notes(answer: Answer, *, history: bool, raw: bool, wide: bool) -> Line:
    """Return what stands at the right of the filter line: `. history on   7 of 1,858   lexical`."""
    parts: list[Span] = [Span(". history on", Role.ACCENT)] if history else []
    parts.append(Span(f"{shown_count(answer):,} of {answer.total:,}", Role.TEXT))
    if not is_ranking(answer):
        parts.append(Span(ORDER_WORDS[answer.order], Role.LABEL))
    elif raw:
        parts.append(Span("raw order (v)", Role.ACCENT))
    else:
        speed = f" {answer.milliseconds:.0f} ms" if wide else ""
        parts.append(Span(f"{answer.engine}{speed}", Role.LABEL))
    spans: list[Span] = []
    for part in parts:
        spans += [Span("   "), part] if spans else [part]
    return tuple(spans)


def tail_words(answer: Answer, *, history: bool) -> list[str]:
    """Return what stands below the last row: what the query hides, and what `.` would bring back."""
    words: list[str] = []
    shown = shown_count(answer)
    if is_ranking(answer):
        if answer.matches > shown:
            words.append(f"best {shown:,} of {answer.matches:,} matches; more words narrow them")
        else:
            rest = max(answer.total - shown, 0)
            words.append(f"no more matches; {rest:,} hidden by the query" if rest else "no more matches")
    hidden = hidden_words(answer.hidden)
    if hidden and not history:
        words.append(f"{hidden} left out; . shows them")
    return words


def nothing(answer: Answer, situation: Situation, pen: Pen) -> list[Line]:
    """Return why there is nothing to show and the keys that lead on (SCREENS 11)."""
    text, history, project = situation.text, situation.history, situation.project
    words = cut(exact(text.strip()), 40)
    left_out = 0 if history else sum(answer.hidden.values())
    looks_further = [(_key("."), _dim(f" also looks in history ({left_out:,})"))] if left_out else []
    if is_ranking(answer):
        closest = (
            [(_dim(f"Closest word: {exact(answer.closest)} ("), _key("enter"), _dim(")"))] if answer.closest else []
        )
        return [_joined(f'Nothing for "{words}".', [*closest, *looks_further, (_key("esc"), _dim(" clears"))], pen)]
    if words:
        says = f"0 of {answer.total:,} match {words}."
        return [_joined(says, [(_key("esc"), _dim(" shows all")), *looks_further], pen)]
    if left_out:
        says = f"Nothing that recall would find; {hidden_words(answer.hidden)} left out."
        return [_joined(says, [(_key("."), _dim(" shows them"))], pen)]
    writes = (_key("n"), _dim(" writes one"))
    if project is not None:
        others = (_key("P"), _dim(" looks at all projects"))
        return [_joined(f"No memories in {exact(project)} yet.", [writes, others], pen)]
    return [_joined("No memories yet.", [writes, (_key(":"), _dim(" import brings some in"))], pen)]


def corrected(text: str, closest: str) -> str:
    """Return a query with the word that `closest` most likely stands for replaced by it."""
    words = re.findall(r"\S+|\s+", text)
    spoken = [place for place, word in enumerate(words) if not word.isspace() and ":" not in word]
    if not spoken:
        return closest
    nearest = max(spoken, key=lambda place: SequenceMatcher(None, words[place].casefold(), closest).ratio())
    words[nearest] = closest
    return "".join(words)


def marker(query: Query) -> Highlight:
    """Return what finds the words of a query in a text, the beginning that is still being typed included."""
    from memtui.intelligence.tokens import spans_of

    terms = query.terms
    start = re.compile(rf"\b{re.escape(query.prefix)}\w*", re.IGNORECASE) if query.prefix else None
    literal = query.literal.casefold() if query.literal else ""

    def find(text: str) -> list[tuple[int, int]]:
        spans = list(spans_of(text, terms)) if terms else []
        if start is not None:
            spans += [one.span() for one in start.finditer(text)]
        if literal and len(text) == len(text.casefold()):
            at = text.casefold().find(literal)
            spans += [(at, at + len(literal))] if at >= 0 else []
        return spans

    return find


def _dim(text: str) -> Span:
    return Span(text, Role.DIM)


def _key(text: str) -> Span:
    return Span(text, Role.KEY)


def _joined(says: str, ways: Sequence[Line], pen: Pen) -> Line:
    """Return a sentence and the ways on, a dot between two."""
    spans: list[Span] = [Span("  "), _dim(f"{says} ")]
    for place, way in enumerate(ways):
        spans += [_dim(f" {pen.glyphs.dot} "), *way] if place else way
    return tuple(spans)

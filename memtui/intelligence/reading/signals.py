"""Update signals: what a sentence says goes out, what comes in, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.intelligence.dates import StatedDate
from memtui.intelligence.reading import happened as telling
from memtui.intelligence.reading.filling import Since, filled, joins_names, since
from memtui.intelligence.reading.matching import Match, matches
from memtui.intelligence.reading.shapes import cues
from memtui.intelligence.reading.words import NEGATORS, Word

if TYPE_CHECKING:
    from memtui.intelligence.reading.readings import Statement

Phrase = tuple[Word, ...]

MAX_LONE = 6
"""A correction of so many words and signs says only that something is wrong."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One update signal of a statement; `start` and `end` are offsets into the memory's text.

    `kind` is a key of the shapes in the language files, `text` the signal as written. `outgoing` holds what goes, as
    alternatives ("Python 2.7 and 3.5" are two), `incoming` what comes, `slot` what is changed ("timeout" in "changed
    the timeout to 5 s"), `subject` whom it concerns, `scope` what stands behind a preposition. `date` is since when.
    `form` is that of the verb (base, past, …), `code` the language. `took_over` says that what comes in is the subject
    ("Svelte replaced Angular", and also "Ann replaced Bob").
    """

    kind: str
    text: str
    start: int
    end: int
    code: str
    form: str = ""
    outgoing: tuple[Phrase, ...] = ()
    incoming: Phrase = ()
    slot: Phrase = ()
    subject: Phrase = ()
    scope: Phrase = ()
    date: StatedDate | None = None
    at_head: bool = True
    took_over: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """Where the signal stands in the memory's text."""
        return self.start, self.end


def signals(statement: Statement) -> tuple[Signal, ...]:
    """Return the update signals of a statement in text order; only what happened counts, a question has none."""
    return statement.signals


def is_lone_correction(words: Sequence[Word]) -> bool:
    """Return whether a sentence only says that something is wrong ("That's incorrect."): what is right follows."""
    if len(words) > MAX_LONE or cues().isdisjoint([word.lower for word in words]):
        return False
    return any(match.shape.kind in ("wrong", "correction") for match in matches(words))


def find(words: Sequence[Word], text: str, offset: int) -> tuple[Signal, ...]:
    """Return the signals among the words of a sentence whose text begins at `offset` of the memory."""
    if cues().isdisjoint([word.lower for word in words]) or telling.is_plan(words):
        return ()
    head = telling.head_of(words)
    found = []
    for match in matches(words, joins_names):
        if telling.happened(words, match, head):
            signal = _signal(words, match, text, offset, head)
            if signal is not None:
                found.append(signal)
    return tuple(found)


def _signal(words: Sequence[Word], match: Match, text: str, offset: int, head: int) -> Signal | None:
    dated = since(words, match)
    if "DATE" in match.slots and dated is None:
        return None
    parts = filled(words, match, dated)
    if parts is None:
        return None
    first, last = _printed(words, match, dated)
    start, end = words[first].start, words[last].end
    written = text[start - offset : end - offset]
    return Signal(
        match.shape.kind,
        written.lower() if dated is None else written[0].lower() + written[1:],
        start,
        end,
        match.shape.language,
        match.form,
        *parts,
        date=dated.date if dated is not None else None,
        at_head=min(match.literals) <= head,
        took_over=match.shape.elements[0].slot == "IN" and match.form != "",
    )


def _printed(words: Sequence[Word], match: Match, dated: Since | None) -> tuple[int, int]:
    """Return the first and last index of the words that print as the signal: those with its verb, else with its anchor, and the date."""
    if dated is not None:
        return match.anchor, dated.end - 1
    kind = match.shape.kind
    if kind == "wrong":
        last = match.literals[-1]
        return last - (last - 1 in match.literals and words[last - 1].lower in NEGATORS), last
    at = match.verb if match.verb >= 0 else match.literals[-1] if kind == "ended" else match.anchor
    first = last = at
    while last + 1 in match.literals and words[last + 1].kind != "." and words[last + 1].lower != "in":
        last += 1
    while match.verb < 0 and first - 1 in match.literals and words[first - 1].kind != ".":
        first -= 1
    if kind == "now" and last + 1 < len(words) and words[last + 1].lower.endswith("ing"):
        last += 1
    return first, last

"""Update signals: what a sentence says goes out, what comes in, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.intelligence.reading import happened as telling
from memtui.intelligence.reading.dates import Stated, is_version, stated
from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.matching import Match, matches
from memtui.intelligence.reading.phrases import alternatives, content, cut, without_light
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
    date: Stated | None = None
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
    for match in matches(words):
        if telling.happened(words, match, head):
            signal = _signal(words, match, text, offset, head)
            if signal is not None:
                found.append(signal)
    return tuple(found)


def _signal(words: Sequence[Word], match: Match, text: str, offset: int, head: int) -> Signal | None:
    code, kind = match.shape.language, match.shape.kind
    date, incoming_at = None, match.slots.get("IN", ((0, 0),))[-1]
    outgoing: list[Phrase] = []
    scope: list[Word] = []
    for start, end in match.slots.get("OUT", ()):
        phrases, tail = alternatives(words[start:end], code, predicate=kind == "ended")
        outgoing.extend(phrases)
        scope.extend(tail)
    if kind == "correction":
        come = content(words[max(match.literals) + 1 :], code)
    elif kind in telling.MARKERS:
        come = content(words[slice(*incoming_at)], code)
    else:
        come, tail = cut(words[slice(*incoming_at)], code)
        scope.extend(tail)
    come = without_light(come, code)
    if kind == "superseded":
        former = listed(code, "relations")
        outgoing = [phrase for phrase in outgoing if phrase[-1].lower not in former]
    if "DATE" in match.slots:
        start, end = match.slots["DATE"][0]
        date = stated(words[start:end])
        if date is None and not is_version(words[start:end]):
            return None
        incoming_at = (start + (date.words if date else _version_words(words, start)), len(words))
        come = content(words[slice(*incoming_at)], code)
    if "OUT" in match.slots and not outgoing and not come and kind != "superseded":
        return None
    if kind == "arrow" and not (len(outgoing) == 1 and _renames(words, match, outgoing[0], come)):
        return None
    slot, _ = cut(words[slice(*match.slots.get("SLOT", ((0, 0),))[0])], code)
    if slot and come and not outgoing and _codes(slot) and _codes(come):
        outgoing, slot = [slot], ()
    subject = content(words[slice(*match.slots.get("WHO", ((0, 0),))[0])], code)
    subject = tuple(word for word in subject if word.lower not in listed(code, "light"))
    first, last = _printed(words, match, date)
    if "DATE" in match.slots and date is None:
        last = incoming_at[0] - 1
    start, end = words[first].start, words[last].end
    written = text[start - offset : end - offset]
    written = written[0].lower() + written[1:] if "DATE" in match.slots else written.lower()
    took_over = match.shape.elements[0].slot == "IN" and match.form != ""
    at_head = min(match.literals) <= head
    return Signal(
        kind,
        written,
        start,
        end,
        code,
        match.form,
        tuple(outgoing),
        come,
        slot,
        subject,
        tuple(scope),
        date,
        at_head,
        took_over,
    )


def _renames(words: Sequence[Word], match: Match, gone: Phrase, come: Phrase) -> bool:
    """Whether "became" joins two names, or an arrow two of one make ("AWS_REGION → CLOUD_REGION") and not the steps of a flow."""
    gone, come = _bare(gone), _bare(come)
    if len(gone) != 1 or len(come) != 1 or not (_codes(gone) and _codes(come)):
        return False
    return words[match.anchor].kind != "." or not set(gone[0].parts).isdisjoint(come[0].parts)


def _bare(phrase: Phrase) -> Phrase:
    """Return a phrase without the noun that says what sort of thing it is ("the `users` collection")."""
    return tuple(word for word in phrase if word.span or word.kind in "cp") or phrase


def _version_words(words: Sequence[Word], start: int) -> int:
    """Return how many words name a version ("version 4" are two)."""
    return 2 if words[start].kind == "w" and start + 1 < len(words) and words[start + 1].kind in "dv" else 1


def _codes(phrase: Phrase) -> bool:
    """Whether a phrase is all code, so that "change `a` to `b`" changes a name and not the value of a slot."""
    return all(word.span or word.kind in "cp" for word in phrase)


def _printed(words: Sequence[Word], match: Match, date: Stated | None) -> tuple[int, int]:
    """Return the first and last index of the words that print as the signal: those with its verb, else with its anchor, and the date."""
    if date is not None:
        return match.anchor, match.slots["DATE"][0][0] + date.words - 1
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

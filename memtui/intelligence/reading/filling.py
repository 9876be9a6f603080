"""What fills the slots of an update signal: the phrases that go and come, the slot, the subject, the date."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memtui.intelligence.dates import StatedDate, opening
from memtui.intelligence.reading.happened import MARKERS
from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.matching import Match
from memtui.intelligence.reading.phrases import alternatives, content, cut, without_light
from memtui.intelligence.reading.words import Word

Phrase = tuple[Word, ...]

_VERSION_WORDS = frozenset(["version", "release", "v", "sprint", "build", "版本"])


class Parts(NamedTuple):
    """The slots of a signal, filled."""

    outgoing: tuple[Phrase, ...]
    incoming: Phrase
    slot: Phrase
    subject: Phrase
    scope: Phrase


class Since(NamedTuple):
    """A date, or a version where it is unset, and the index of the word behind it."""

    date: StatedDate | None
    end: int


def since(words: Sequence[Word], match: Match) -> Since | None:
    """Return since when a match says that something holds, or None where it names neither a date nor a version."""
    if "DATE" not in match.slots:
        return None
    start, end = match.slots["DATE"][0]
    if (opened := opening(words[start:end])) is not None:
        date, count = opened
        return Since(date, start + count)
    if start >= end or not (words[start].kind == "v" or words[start].lower in _VERSION_WORDS):
        return None
    numbered = words[start].kind == "w" and start + 1 < len(words) and words[start + 1].kind in "dv"
    return Since(None, start + 1 + numbered)


def filled(words: Sequence[Word], match: Match, dated: Since | None) -> Parts | None:
    """Return what fills the slots of a match, or None where nothing does that tells of a change."""
    code, kind = match.shape.language, match.shape.kind
    outgoing, scope = _going(words, match)
    incoming, behind = _coming(words, match, dated)
    if "OUT" in match.slots and not outgoing and not incoming and kind != "superseded":
        return None
    named = _slot(words, match, "SLOT")
    if named and named[0].lower in listed(code, "prepositions") and named[0].span == 0:
        return None
    slot, _ = cut(named, code)
    if slot and incoming and not outgoing and _codes(slot) and _codes(incoming):
        outgoing, slot = [slot], ()
    light = listed(code, "light")
    subject = tuple(word for word in content(_slot(words, match, "WHO"), code) if word.lower not in light)
    return Parts(tuple(outgoing), incoming, slot, subject, (*scope, *behind))


def joins_names(words: Sequence[Word], match: Match) -> bool:
    """Whether a match that only sets one phrase against another ("A → B", "A is now B") does so with two names."""
    if match.shape.kind != "arrow":
        return True
    outgoing, _ = _going(words, match)
    return len(outgoing) == 1 and _renames(words, match, outgoing[0], _coming(words, match, None)[0])


def _slot(words: Sequence[Word], match: Match, name: str) -> Sequence[Word]:
    """Return the words of a slot; of several, the last."""
    return words[slice(*match.slots.get(name, ((0, 0),))[-1])]


def _going(words: Sequence[Word], match: Match) -> tuple[list[Phrase], Phrase]:
    code, kind = match.shape.language, match.shape.kind
    outgoing: list[Phrase] = []
    scope: Phrase = ()
    for start, end in match.slots.get("OUT", ()):
        predicate = kind == "ended" or (kind == "previously" and _acts(words[start:end], code))
        phrases, behind = alternatives(words[start:end], code, predicate=predicate)
        outgoing.extend(phrases)
        scope = (*scope, *behind)
    if kind == "superseded":
        former = listed(code, "relations")
        outgoing = [phrase for phrase in outgoing if phrase[-1].lower not in former]
    return outgoing, scope


def _coming(words: Sequence[Word], match: Match, dated: Since | None) -> tuple[Phrase, Phrase]:
    """Return what comes in and what stands behind it; what marks a whole statement takes all of it."""
    code, kind = match.shape.language, match.shape.kind
    if dated is not None:
        return content(words[dated.end :], code), ()
    if kind == "correction":
        return without_light(content(words[max(match.literals) + 1 :], code), code), ()
    if kind in MARKERS:
        return without_light(content(_slot(words, match, "IN"), code), code), ()
    coming = _slot(words, match, "IN")
    come, behind = (content(coming, code), ()) if kind == "previously" and _acts(coming, code) else cut(coming, code)
    return without_light(come, code), behind


def _acts(phrase: Sequence[Word], code: str) -> bool:
    """Whether a phrase is a verb with where or what it is done ("lived in Oslo"), so that all of it went or came."""
    told = [word for word in phrase if word.kind != "."]
    return len(told) > 2 and told[0].kind == "w" and told[1].lower in listed(code, "prepositions")


def _renames(words: Sequence[Word], match: Match, gone: Phrase, come: Phrase) -> bool:
    """Whether "became" joins two names, or an arrow two of one make ("AWS_REGION → CLOUD_REGION") and not the steps of a flow."""
    gone, come = _bare(gone), _bare(come)
    if len(gone) != 1 or len(come) != 1 or not (_codes(gone) and _codes(come)):
        return False
    return words[match.anchor].kind != "." or not set(gone[0].parts).isdisjoint(come[0].parts)


def _bare(phrase: Phrase) -> Phrase:
    """Return a phrase without the noun that says what sort of thing it is ("the `users` collection")."""
    return tuple(word for word in phrase if word.span or word.kind in "cp") or phrase


def _codes(phrase: Phrase) -> bool:
    """Whether a phrase is all code, so that "change `a` to `b`" changes a name and not the value of a slot."""
    return all(word.span or word.kind in "cp" for word in phrase)

"""What stands before the first clause: corrections, times, conditions and labels."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.groups import groups
from memtui.intelligence.clauses.phrases import EMPTY, Phrase, phrase
from memtui.intelligence.clauses.sentences import Sentence

LONGEST_LABEL = 8
"""A colon after more words ends no label."""


class Lead(NamedTuple):
    """What a sentence opens with: words up to `start` are not part of the first clause."""

    start: int = 0
    markers: frozenset[str] = frozenset()
    label: Phrase = EMPTY
    scope: tuple[Phrase, ...] = ()
    person: str = ""
    rejected: Phrase = EMPTY


def lead_of(sentence: Sentence) -> Lead:
    """Return the opening of a sentence."""
    lead = Lead()
    for _ in range(4):
        longer = _next(sentence, lead)
        if longer is None:
            break
        lead = longer
    return lead


def _next(sentence: Sentence, lead: Lead) -> Lead | None:
    words, at = sentence.words, lead.start
    while at < len(words) and words[at].lower in (",", "-", "\u2013", "\u2014", ":", "("):
        at += 1
    lead = lead._replace(start=at)
    if at >= len(words):
        return None
    colon = _colon(sentence, at)
    if colon:
        return _labelled(sentence, at, colon, lead)
    return _adverb(sentence, at, lead) or _instead(sentence, at, lead) or _condition(sentence, at, lead)


def _colon(sentence: Sentence, at: int) -> int:
    for later in range(at + 1, min(len(sentence.words) - 1, at + LONGEST_LABEL + 1)):
        word = sentence.words[later]
        if word.lower == ":" and word.span == 0 and sentence.words[later - 1].kind != "d":
            return later
        if word.lower in (",", ";"):
            return 0
    return 0


def _labelled(sentence: Sentence, at: int, colon: int, lead: Lead) -> Lead:
    words = sentence.words
    lowers = [word.lower for word in words[at:colon]]
    cues: dict[str, str] = lexicon.mapping("clauses/leads", "labels")
    markers = {cues[lower] for lower in lowers if lower in cues}
    if not lexicon.words("clauses/leads", "pointing").isdisjoint(lowers[:1]) and not lexicon.words(
        "clauses/leads", "denying"
    ).isdisjoint(lowers):
        markers.add("correction")
    persons = roles.person_words(sentence.language)
    person = next((persons[lower] for lower in lowers if lower in persons), "")
    if markers:
        return Lead(colon + 1, lead.markers | markers, lead.label, lead.scope, person or lead.person)
    label = phrase(words[at:colon], sentence.parts[at:colon])
    return Lead(colon + 1, lead.markers, label, lead.scope, lead.person)


def _adverb(sentence: Sentence, at: int, lead: Lead) -> Lead | None:
    """Step over one opening adverb or phrase of time."""
    words = sentence.words
    for parts, marker in _openings().get(words[at].lower, ()):
        end = at + len(parts)
        if tuple(word.lower for word in words[at:end]) != parts:
            continue
        said = {marker} if marker else set()
        if marker == "date":
            end, said = _date_end(sentence, end), {"now"}
            if end < 0:
                return None
        return lead._replace(start=end, markers=lead.markers | said)
    return None


@cache
def _openings() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Return the openings by their first word, in the order of the list."""
    found: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
    for opening, marker in lexicon.table("clauses/leads")["phrases"].items():
        parts = tuple(opening.split("_"))
        found[parts[0]] = (*found.get(parts[0], ()), (parts, marker))
    return found


def _instead(sentence: Sentence, at: int, lead: Lead) -> Lead | None:
    """Step over "instead of X,": what the clause behind it chooses X against."""
    words = sentence.words
    if words[at].lower != "instead" or at + 2 >= len(words) or words[at + 1].lower != "of":
        return None
    for later in range(at + 3, min(len(words), at + 9)):
        if words[later].lower == ",":
            found = phrase(words[at + 2 : later], sentence.parts[at + 2 : later])
            return lead._replace(start=later + 1, markers=lead.markers | {"instead"}, rejected=found)
    return None


def _date_end(sentence: Sentence, at: int) -> int:
    """Return where a date ends that stands at `at`, the comma included; -1 if none does."""
    words = sentence.words
    months = lexicon.words("clauses/leads", "months")
    end = at
    while end < len(words) and (
        words[end].kind in "dv" or words[end].lower in months or (end > at and words[end].lower in "-./")
    ):
        end += 1
    return end if end > at else -1


def _condition(sentence: Sentence, at: int, lead: Lead) -> Lead | None:
    """Step over "When testing," and "In Python,": they limit the clause that follows."""
    words, parts = sentence.words, sentence.parts
    if not parts[at] & roles.SCOPE or words[at].lower in ("to", "from", "zu"):
        return None
    for later in range(at + 1, min(len(words), at + 14)):
        if words[later].lower == ",":
            if not groups(Sentence(words[later:], parts[later:], sentence.forms[later:], sentence.language)):
                return None
            found = phrase(words[at + 1 : later], parts[at + 1 : later], words[at].lower)
            return lead._replace(start=later + 1, scope=(*lead.scope, found))
    return None

"""How a thing came to be what it is: the state that each change left behind, and when which value was current."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.timeline import (
    asks,
    is_problem,
    made_with,
    main_clause,
    telling,
)
from memtui.intelligence.timeline_cut import shortened

VALUE_CELLS = 24
MOST_VALUE_WORDS = 3
LABEL_CELLS = 28

FAULTY = "Faulty"
"""The state of a thing of which something is said to be wrong."""

_VERB_AFTER = frozenset({"now", "is", "are", "was", "were", "been", "being", "be", "jetzt", "nun", "wurde", "ist"})
_TO = re.compile(r"\b(?:to|into|with|by|zu|auf|durch) (?=\S)", re.IGNORECASE)
_NEW = re.compile(r"\b(?:now (?:using|on|uses)|in favou?r of|instead use) (?=\S)", re.IGNORECASE)
_REPLACED = re.compile(r"\b(?:replace[ds]?|ersetzt)\b", re.IGNORECASE)
_VALUE_END = re.compile(
    r"[,;:.()]|\s(?:for|after|because|since|as|in|on|so|due|when|which|that|and|from|instead|für|nach|weil|in)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?|our|its|der|die|das|ein|eine)\s+", re.IGNORECASE)
_UNSPACED_VALUE = re.compile(r"(?:改用|迁移到|切换到|换成|升级到)\s*([^\s，。；、]{1,24})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One memory of a timeline as evolution sees it: when it began to hold, until when, and what it says.

    `slot` and `value` come from its claims, facts or conflicts where there are any. `ended_by` is the key of
    the memory that took its place.
    """

    key: str
    text: str
    start: datetime | None
    end: datetime | None = None
    ended_by: str | None = None
    slot: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueSpan:
    """A value and when it was current; `end` is unset while it still is. `lane` names what it is a value of."""

    lane: str
    value: str
    start: datetime
    end: datetime | None
    key: str
    ended_by: str | None = None


def state(text: str) -> str:
    """Return the state that a change leaves behind by the general table (refactored → Functional), nothing for no change."""
    return _state(main_clause(text))


@lru_cache(maxsize=1024)
def _state(clause: str) -> str:
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", clause.lower())
    states = lexicon.mapping("timeline", "states")
    openers = lexicon.words("timeline", "openers")
    opening = True
    for at, word in enumerate(words[:40]):
        if word in states and (opening or words[at - 1] in _VERB_AFTER):
            return states[word]
        opening = opening and word in openers
    for sign, name in _unspaced():
        if sign in clause:
            return name
    return ""


def state_after(text: str, names: Sequence[str] = ()) -> str:
    """Return the state as evolution prints it: the new value of a switch, what a thing is made with, Faulty, or `state`."""
    named = state(text)
    value = new_value(text)
    if value:
        return value
    if named:
        return named
    told = telling(text, names)
    use = made_with(told)
    if use is not None:
        return shortened(use[0], VALUE_CELLS)
    return FAULTY if told.subject and is_problem(told.text) else ""


def new_value(text: str) -> str:
    """Return what a change leads to: OAuth2 of "Switched from JWT to OAuth2", PostgreSQL of "Replaced MySQL with PostgreSQL"."""
    clause = main_clause(text)
    unspaced = _UNSPACED_VALUE.search(clause)
    if unspaced is not None:
        return unspaced[1]
    found = _NEW.search(clause)
    if found is None and state(clause) in lexicon.words("timeline", "valued"):
        found = _TO.search(clause)
    return _value(clause[found.end() :]) if found is not None else ""


def _value(rest: str) -> str:
    """Return the noun that a text begins with; nothing where that is a clause of its own ("return 100 items a page")."""
    end = _VALUE_END.search(rest, 1)
    value = _ARTICLE.sub("", rest[: end.start()] if end is not None else rest)
    return shortened(value, VALUE_CELLS) if len(value.split()) <= MOST_VALUE_WORDS else ""


def label(text: str, names: Sequence[str]) -> str:
    """Return a change in a few words, what was done to what: "race condition fixed", "hooks"; nothing for a question."""
    return _label(text, tuple(names))


@lru_cache(maxsize=1024)
def _label(text: str, names: tuple[str, ...]) -> str:
    if asks(main_clause(text)):
        return ""
    told = telling(text, names)
    named = state(text)
    use = made_with(told)
    if use is not None:
        return shortened(f"{use[0]} {use[1]}".strip(), LABEL_CELLS)
    if named == "Bug-free":
        problem = _problem(told.text)
        if problem:
            return f"{shortened(problem, LABEL_CELLS - 6)} fixed"
    towards = _TO.search(told.text) if named == "Functional" else None
    value = new_value(text) or (_value(told.text[towards.end() :]) if towards is not None else "")
    if value:
        return value
    from memtui.intelligence.timeline import headline

    said = headline(text, names)
    for lead, tail in (("Added ", ""), ("", " discovered")):
        if said.startswith(lead) and said.endswith(tail) and lead + tail:
            return _small(said[len(lead) : len(said) - len(tail)])
    return _small(shortened(said, LABEL_CELLS))


def evolution(states: Iterable[str]) -> tuple[str, ...]:
    """Return the states in order, without the empty ones and without repeats of the one before."""
    kept: list[str] = []
    for each in states:
        if each and (not kept or kept[-1] != each):
            kept.append(each)
    return tuple(kept)


def spans(told: Sequence[Told], names: Sequence[str]) -> tuple[ValueSpan, ...]:
    """Return when each value was current, lane by lane, in the order in which they began.

    A memory holds from its start to its end. Where it has a slot that is its lane; else those that follow each other
    share one, named by what the first of them is about.
    """
    by_key = {each.key: each for each in told}
    lanes: dict[str, str] = {}
    spelled: dict[str, str] = {}
    found: list[ValueSpan] = []
    for each in sorted((one for one in told if one.start is not None), key=lambda one: (one.start, one.key)):
        before = [one for one in told if one.ended_by == each.key and one.key in lanes and not one.slot]
        lane = each.slot or (lanes[before[0].key] if before else label(each.text, names))
        lane = spelled.setdefault(lane.casefold(), lane)
        lanes[each.key] = lane
        if each.start is None or not lane:
            continue
        value = each.value or new_value(each.text) or label(each.text, names)
        end = each.end
        if end is None and each.ended_by in by_key:
            end = by_key[each.ended_by].start
        if end is not None and end < each.start:
            end = each.start
        found.append(ValueSpan(lane=lane, value=value, start=each.start, end=end, key=each.key, ended_by=each.ended_by))
    order = {lane: at for at, lane in enumerate(dict.fromkeys(span.lane for span in found))}
    return tuple(_joined(sorted(found, key=lambda span: (order[span.lane], span.start, span.key))))


def _joined(found: Sequence[ValueSpan]) -> list[ValueSpan]:
    """Join stretches of one value in one lane that follow each other without a gap."""
    out: list[ValueSpan] = []
    for span in found:
        last = out[-1] if out else None
        same = last is not None and (last.lane, last.value.casefold()) == (span.lane, span.value.casefold())
        if last is not None and same and (last.end is None or last.end >= span.start):
            end = None if last.end is None or span.end is None else max(last.end, span.end)
            out[-1] = replace(last, end=end, ended_by=span.ended_by)
        else:
            out.append(span)
    return out


def _problem(clause: str) -> str:
    """Return what a repair repaired, without the verb and what follows a preposition."""
    words = clause.split()
    if len(words) < 2:
        return ""
    told = " ".join(words[1:])
    lower = told.lower()
    for known in lexicon.table("timeline")["known_problems"]:
        at = lower.find(known)
        if at >= 0:
            return told[at : at + len(known)]
    end = _VALUE_END.search(told)
    return (told[: end.start()] if end is not None else told).strip()


def _small(text: str) -> str:
    word = text.split(None, 1)[0] if text else ""
    return text[0].lower() + text[1:] if word.isalpha() and word[1:].islower() else text


@lru_cache(maxsize=1)
def _unspaced() -> tuple[tuple[str, str], ...]:
    table = lexicon.table("timeline")["states_unspaced"]
    return tuple((sign, name) for name, signs in table.items() for sign in signs.split())

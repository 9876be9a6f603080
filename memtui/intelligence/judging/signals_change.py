"""Signals that name no outgoing value: what was said of the same thing before is found by a value of the same sort."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from memtui.domain.judgements import Finding
from memtui.intelligence import families, lexicon
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.judging.scopes import is_scope
from memtui.intelligence.judging.signals_apart import apart, foreign_subject
from memtui.intelligence.judging.signals_meaning import meant
from memtui.intelligence.judging.signals_standing import is_of_another
from memtui.intelligence.judging.signals_target import Phrase, target, weight
from memtui.intelligence.judging.values import antonyms
from memtui.intelligence.quantities import Quantity, quantities
from memtui.intelligence.reading import Signal, Word
from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.words import is_han

_ZAI = "在"
_LOCATIVES = frozenset(["in", "at", "on", "auf", "bei", "im", _ZAI])
_MEASURED = frozenset(["time", "size", "binary_size", "share"])
"""Dimensions whose units are the same in texts about anything; a counted noun is what a text is about."""

_USED = frozenset(["with", "via", "by", "on", "through", "mit", "über", "auf"])


def correction(pair: Pair) -> Answer:
    """Judge "that's wrong": the same subject is named and both sides give a value of the same sort."""
    signal = next((one for one in pair.new_statement.signals if one.kind == "wrong"), None)
    if signal is None or apart(pair, signal):
        return None
    claimed = [word for word in pair.new_statement.content if word.start >= signal.end and not _small(word, signal)]
    shared = _shared(claimed, pair)
    if not shared:
        return None
    values = _numbers(pair, signal) or _others(claimed, pair, signal) or _frame(pair, signal)
    if values is None:
        return None
    certain = len(shared) > 1 or any(weight(word) > 1 for word in shared)
    score = 0.92 if certain and values[3] else 0.75
    return _finding(pair, signal, "correction", score, values, shared, exact=certain and values[3])


_Values = tuple[tuple[int, int], tuple[int, int], str, bool]
"""The spans of the newer and the older value, what they are, and whether no other pair of values was possible."""


def new_value(pair: Pair) -> Answer:
    """Judge a signal without an outgoing value by what comes in: another member of the same family, another number of the same thing, the opposite."""
    for signal in sorted(pair.new_statement.signals, key=lambda one: one.date is not None):
        if signal.outgoing or signal.kind == "wrong" or not (signal.incoming or signal.slot):
            continue
        if apart(pair, signal) or foreign_subject(pair, signal):
            continue
        words = [word for word in pair.new_statement.content if not signal.start <= word.start < signal.end]
        shared = _shared([word for word in words if not _small(word, signal)], pair)
        found = (
            _slot(pair, signal)
            or _version(pair, signal)
            or _place(pair, signal)
            or _judged(pair, signal, words, shared)
        )
        if found is not None:
            return found
    return None


def _judged(pair: Pair, signal: Signal, words: list[Word], shared: list[Word]) -> Finding | None:
    if signal.slot and not all(word.stem in pair.old_statement.stems for word in signal.slot):
        return None
    values = _others(list(signal.incoming), pair, signal)
    if values is not None:
        firm = any(weight(word) >= 1 for word in shared)
        if not firm and (values[2] == "opposites" or is_scope(pair.new.text[slice(*values[0])])):
            return None
        return _finding(pair, signal, "new value", 0.8 if firm else 0.65, values, shared)
    values = (_numbers(pair, signal) if shared else None) or _frame(pair, signal)
    if values is not None:
        return _finding(pair, signal, "new value", 0.8 if values[3] else 0.65, values, shared)
    return None


def _slot(pair: Pair, signal: Signal) -> Finding | None:
    """Judge "changed SLOT to VALUE": the older statement names the slot in full and gives it another value of that sort."""
    if not signal.slot or (len(signal.slot) < 2 and weight(signal.slot[0]) <= 1):
        return None
    hit = target(signal.slot, (), pair.old_statement)
    if hit is None or hit.share < 1:
        return None
    values = _numbers(pair, signal) or _others(list(signal.incoming), pair, signal)
    if values is None:
        return None
    exact = hit.whole and values[3]
    return _finding(pair, signal, "new value", 0.9 if hit.whole else 0.8, values, signal.slot, exact=exact)


def _version(pair: Pair, signal: Signal) -> Finding | None:
    """Judge a name with a version that comes in ("upgraded to Python 3.12") against the same name with another one."""
    for name, version in itertools.pairwise(signal.incoming):
        if version.kind not in "dv" or name.kind in "dv." or weight(name) < 1:
            continue
        for other, former in itertools.pairwise(pair.old_statement.content):
            if (
                other.name == name.name
                and former.kind in "dv"
                and former.lower.lstrip("v") != version.lower.lstrip("v")
            ):
                values = ((version.start, version.end), (former.start, former.end), "versions", True)
                return _finding(pair, signal, "new value", 0.9, values, (name,), exact=True)
    return None


def _small(word: Word, signal: Signal) -> bool:
    return (
        word.lower in listed(signal.code, "prepositions")
        or word.lower in listed(signal.code, "light")
        or word.kind in "dv"
    )


def _shared(words: list[Word], pair: Pair) -> list[Word]:
    stems = pair.old_statement.stems
    units = [(one.start, one.end) for one in _quantities(pair.new_statement.words) if one.dimension in _MEASURED]
    return [
        word
        for word in words
        if word.stem in stems and word.kind not in "dv" and not any(start <= word.start < end for start, end in units)
    ]


def _numbers(pair: Pair, signal: Signal) -> _Values | None:
    """Return two different amounts of one dimension or of the same thing counted, or two versions; the only bare numbers count too."""
    new = [one for one in _quantities(pair.new_statement.words) if one.start >= signal.end]
    old = _quantities(pair.old_statement.words)
    found = [(mine, theirs) for mine in new for theirs in old if mine.dimension and mine.dimension == theirs.dimension]
    if not found and len(new) == len(old) == 1 and not new[0].dimension and not old[0].dimension:
        found = [(new[0], old[0])]
    if found and not any(mine.amount == theirs.amount for mine, theirs in found):
        mine, theirs = found[0]
        return (mine.start, mine.end), (theirs.start, theirs.end), "amounts", len(found) == 1
    fresh = [word for word in pair.new_statement.words if word.kind == "v" and word.start >= signal.end]
    past = [word for word in pair.old_statement.words if word.kind == "v"]
    if len(fresh) == len(past) == 1 and fresh[0].lower.lstrip("v") != past[0].lower.lstrip("v"):
        return (fresh[0].start, fresh[0].end), (past[0].start, past[0].end), "versions", True
    return None


def _quantities(words: tuple[Word, ...]) -> list[Quantity]:
    """Return the quantities written with a figure."""
    figures = frozenset(word.start for word in words if word.kind in "dv")
    return [one for one in quantities(words) if one.start in figures] if figures else []


def _others(coming: list[Word], pair: Pair, signal: Signal) -> _Values | None:
    """Return a name that comes in and another of its family in the older statement, or two opposites."""
    old = pair.old_statement.content
    present = {word.name for word in old}
    stays = {word.name for word in pair.new_statement.content}
    gone = {word.name for one in pair.new_statement.signals for phrase in one.outgoing for word in phrase}
    for name, start, end in _names(coming):
        if name in present:
            continue
        told = any(families.same_family(name, other) for other in gone)
        for other, begin, behind in _names(old):
            if other in stays:
                continue
            same = not told and families.same_family(name, other) and _is_name(begin, pair)
            if same or _akin(name, other):
                return (start, end), (begin, behind), "members of one family", True
            if antonyms(name, other):
                return (start, end), (begin, behind), "opposites", True
    return None


def _is_name(start: int, pair: Pair) -> bool:
    """Whether a word of the older statement that is a name by the lists is no plain word here ("a parcel", "the provider")."""
    words = pair.old_statement.words
    at, word = next((at, word) for at, word in enumerate(words) if word.start == start)
    if word.kind != "w" or word.span or not word.text.islower():
        return True
    if word.lower in lexicon.words("packages", "everyday", "plain"):
        return False
    before = words[at - 1].lower if at else ""
    return word.lower not in lexicon.words("packages", "seldom") or before in listed("en", "light") or before in _USED


def _names(words: Sequence[Word]) -> list[tuple[str, int, int]]:
    """Return the names that words may be, pairs such as "Argo CD" among them, with where they stand."""
    single = [(word.name, word.start, word.end) for word in words if word.kind not in "dv"]
    paired = [
        (f"{word.lower} {after.lower}", word.start, after.end)
        for word, after in itertools.pairwise(words)
        if word.end + 1 == after.start
    ]
    return [*(one for one in paired if families.kinds(one[0])), *single]


def _place(pair: Pair, signal: Signal) -> Finding | None:
    """Judge "the office moved to X" against "the office is in Y"."""
    moved = signal.subject or signal.slot
    if signal.kind != "switchedto" or not moved or not signal.incoming:
        return None
    words = pair.old_statement.words
    stems = pair.old_statement.stems
    at = next((at for at in range(len(words) - 1, 0, -1) if words[at].lower in _LOCATIVES), 0)
    end = [word for word in words[at + 1 :] if word.kind != "."]
    if not at or not 1 <= len(end) <= 3 or any(word.stop for word in end):
        return None
    if words[at].lower != _ZAI and words[at - 1].lower not in lexicon.words("judging/slots", "located"):
        return None
    if not all(word.stem in stems for word in moved) or {word.stem for word in end} & {
        word.stem for word in signal.incoming
    }:
        return None
    new = signal.incoming
    values = ((new[0].start, new[-1].end), (end[0].start, end[-1].end), "places", True)
    return _finding(pair, signal, "new value", 0.8, values, moved)


def _akin(one: str, other: str) -> bool:
    """Whether two Chinese words are names of one sort by their last character, as cities and clouds are."""
    return not one.isascii() and is_han(one) and len(one) == len(other) > 2 and one[-1] == other[-1] and is_han(other)


def _frame(pair: Pair, signal: Signal) -> _Values | None:
    """Return what differs where two statements are the same sentence but for one short phrase at the end."""
    new = [
        word for word in pair.new_statement.words if word.kind != "." and not signal.start <= word.start < signal.end
    ]
    old = [word for word in pair.old_statement.words if word.kind != "."]
    same = 0
    while same < min(len(new), len(old)) and new[same].stem == old[same].stem:
        same += 1
    mine, theirs = new[same:], old[same:]
    if (
        not (1 <= len(mine) <= 2 and 1 <= len(theirs) <= 2)
        or same < (2 if is_han(old[0].lower) else 3)
        or all(word.stop for word in old[:same])
    ):
        return None
    if any(word.stop or _small(word, signal) for word in (*mine, *theirs)) or (
        not old[same - 1].stop and not _small(old[same - 1], signal)
    ):
        return None
    return (mine[0].start, mine[-1].end), (theirs[0].start, theirs[-1].end), "frame", False


def _subject(pair: Pair, shared: list[Word] | Phrase, before: int) -> str:
    """Return the shared words as the older statement writes them, those before its value if there are any."""
    stems = {word.stem for word in shared}
    words = [word for word in pair.old_statement.content if word.stem in stems]
    words = [word for word in words if word.end <= before] or words
    return " ".join(dict.fromkeys(word.text for word in words[:4]))


def _finding(
    pair: Pair,
    signal: Signal,
    rule: str,
    score: float,
    values: _Values,
    shared: list[Word] | Phrase,
    *,
    exact: bool = False,
) -> Finding:
    new, old = (pair.new.text[slice(*values[0])], pair.old.text[slice(*values[1])])
    subject = _subject(pair, shared, values[1][0])
    about = f"{subject}: " if subject else ""
    return Finding(
        confidence=calibrated(rule, score),
        rule=rule,
        reason=f'{about}says {new} where the older memory says {old}; signal "{signal.text}"',
        old_span=values[1],
        subject=subject,
        slot=pair.new.text[signal.slot[0].start : signal.slot[-1].end] if signal.slot else "",
        old_value=old,
        new_value=new,
        exact=exact and not is_of_another(pair),
        group=f"{signal.text}@{signal.start}",
        **meant(pair, signal),
    )

"""Whether an older statement names what a newer one says goes out: identifiers, paths, versions, plurals and aliases alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.intelligence import families, lexicon
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.reading import Signal, Statement, Word
from memtui.intelligence.reading.languages import all_words
from memtui.intelligence.reading.languages import words as words_of_language
from memtui.intelligence.reading.words import compact, keys_of

Phrase = tuple[Word, ...]

CODE_WEIGHT = 1.6
NAME_WEIGHT = 1.2
GENERIC_WEIGHT = 0.35
"""Weights of a word in an outgoing phrase: identifiers tell most, generic nouns a third of a plain word."""

LEAST_DENIED = 0.7
"""A denial denies all that it names: so much of it must be in the older statement."""

_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Hit:
    """Where an outgoing phrase was found: the weighted share of its words, their indexes, and whether it is whole: all stand together or each is there, or its identifier is.

    `specific` says that the phrase names something of its own; `strong` that a name or identifier matched.
    """

    share: float
    found: tuple[int, ...]
    whole: bool
    specific: bool
    strong: bool
    phrase: Phrase


def weight(word: Word) -> float:
    """Return how much a word tells in a phrase."""
    if word.lower in all_words("generic") or (word.kind == "w" and word.stem in _generic_stems()):
        return GENERIC_WEIGHT
    if word.kind in "cpvd" or word.span:
        return CODE_WEIGHT
    if word.kind == "n":
        return NAME_WEIGHT
    return NAME_WEIGHT if families.kinds(word.lower) else 1.0


@lru_cache(maxsize=1)
def _generic_stems() -> frozenset[str]:
    return frozenset(lexicon.words("generic", "nouns"))


def target(phrase: Phrase, incoming: Phrase, old: Statement) -> Hit | None:
    """Return where the older statement names the phrase, or None; what comes in is no evidence of what goes out."""
    if keys(phrase).isdisjoint(old.keys):
        return None
    words = old.content
    hidden = _hidden(incoming, phrase, words)
    coming = frozenset(word.lower for word in incoming)
    alike = frozenset(word.stem for word in incoming)
    own = tuple(word for word in phrase if word.lower not in coming) or phrase
    places = [
        _spelled(word, words, incoming)
        if word in own and word.stem in alike
        else _places(word, phrase, at, words, hidden)
        for at, word in enumerate(phrase)
    ]
    numbers = [at for at, word in enumerate(phrase) if word.kind in "dv" and not word.span and word in own]
    if numbers and not any(places[at] for at in numbers):
        return None
    matched = [at for at, word in enumerate(phrase) if places[at] and word in own]
    if not matched:
        return None
    total = sum(weight(word) for word in own)
    share = sum(weight(phrase[at]) for at in matched) / total
    core = [at for at, word in enumerate(phrase) if weight(word) >= 1]
    named = any(_is_name(phrase[at]) for at in core)
    run = _run([places[at] for at in core] if named or len(core) > 1 else places)
    if not run and not _enough(phrase, own, matched, share) and not _adjacent(places, matched):
        return None
    found = run or tuple(sorted({places[at][0] for at in matched}))
    strong = any(weight(phrase[at]) > 1 for at in matched)
    whole = bool(run) or (share >= 1 and _specific(phrase)) or _identified(phrase, places)
    return Hit(share, found, whole, _specific(phrase), strong, phrase)


def _identified(phrase: Phrase, places: Sequence[tuple[int, ...]]) -> bool:
    """Whether the only identifier of a phrase was found: it names the thing whatever stands beside it."""
    coded = [at for at, word in enumerate(phrase) if word.kind in "cp" and len(word.lower) > 3 and weight(word) > 1]
    return len(coded) == 1 and bool(places[coded[0]])


@lru_cache(maxsize=1 << 12)
def keys(phrase: Phrase) -> frozenset[str]:
    """Return all that the words of a phrase may be known by."""
    return keys_of(phrase)


def denied(signal: Signal, phrase: Phrase, pair: Pair) -> Hit | None:
    """Return where the older statement says what a signal denies, all of it but verbs such as "use", or None."""
    light = words_of_language(signal.code, "light")
    phrase = tuple(word for word in phrase if word.lower not in light or word.span) or signal.subject or phrase
    hit = target(phrase, signal.incoming, pair.old_statement)
    return hit if hit is not None and (signal.kind != "ended" or hit.share >= LEAST_DENIED) else None


def moved(signal: Signal, pair: Pair) -> tuple[Phrase, ...]:
    """Return what "migrate A to B" moves where A and B answer the same question: then A goes.

    "Convert A to B" and "Convert B to A" are two conversions, and neither is one of the store.
    """
    if signal.kind != "switchedto" or not signal.slot or not signal.incoming:
        return ()
    if any(stems_of(other.incoming) == stems_of(signal.slot) for other in pair.old_statement.signals if other.slot):
        return ()
    return (signal.slot,) if families.same_family(signal.slot[-1].name, signal.incoming[0].name) else ()


def stems_of(phrase: Phrase) -> frozenset[str]:
    """Return the stems of a phrase's words."""
    return frozenset(word.stem for word in phrase)


def _enough(phrase: Phrase, own: Phrase, matched: Sequence[int], share: float) -> bool:
    """Whether so much of a phrase was found that it is named; the head noun or a name must be in it."""
    if sum(1 for word in own if word.span) >= 3:
        return share >= 0.75
    names = [at for at, word in enumerate(phrase) if _is_name(word) and word in own]
    if names and not any(at in matched for at in names):
        return False
    heads = [at for at, word in enumerate(phrase) if weight(word) >= 1]
    head = bool(heads) and heads[-1] in matched
    known = any(weight(phrase[at]) > 1 for at in matched)
    return (share >= 0.5 and (known or len(matched) == len(own))) or (share >= 0.4 and head)


def _is_name(word: Word) -> bool:
    """Whether a word is written as a name or as code, so that a phrase with it speaks of nothing else."""
    return word.kind in "ncp" or word.span > 0


def _adjacent(places: Sequence[tuple[int, ...]], matched: Sequence[int]) -> bool:
    """Whether two neighbouring words of a phrase, one of them its own, are neighbours in the older statement too."""
    for at in range(len(places) - 1):
        if (at in matched or at + 1 in matched) and any(place + 1 in places[at + 1] for place in places[at]):
            return True
    return False


def _specific(phrase: Phrase) -> bool:
    weights = [weight(word) for word in phrase]
    return any(one > 1 for one in weights) or sum(one >= 1 for one in weights) >= 2


def _hidden(incoming: Phrase, phrase: Phrase, words: Sequence[Word]) -> frozenset[int]:
    """Return the indexes of the older statement's words that name what comes in, and not by the same letters what goes out.

    A word that both phrases share ("data length", "sequence length") names what comes in only beside its other words.
    """
    if not incoming:
        return frozenset()
    going = {word.stem for word in phrase}
    own = [word for word in incoming if word.stem not in going]
    if not own:
        return frozenset()
    spelled = {word.lower for word in phrase}
    found = {at for at, word in enumerate(words) if word.lower not in spelled and any(_comes(one, word) for one in own)}
    shared = {word.stem for word in incoming} & going
    beside = {at for at, word in enumerate(words) if word.stem in shared and (at - 1 in found or at + 1 in found)}
    return frozenset(found | beside)


def _comes(word: Word, other: Word) -> bool:
    """Whether a word of the older statement names a word of what comes in, or an identifier made with it."""
    if word.stem == other.stem or compact(word.lower) == compact(other.lower):
        return True
    return len(word.lower) > 5 and (word.kind != "w" or bool(word.parts)) and word.lower in other.lower


def _spelled(word: Word, words: Sequence[Word], incoming: Phrase) -> tuple[int, ...]:
    """Return where a word stands by its own letters: "Int" gives way to "Integer", which is another name of it."""
    if any(word.lower == other.lower for other in incoming):
        return tuple(at for at, other in enumerate(words) if word.text == other.text)
    return tuple(at for at, other in enumerate(words) if word.lower == other.lower)


def _places(word: Word, phrase: Phrase, at: int, words: Sequence[Word], hidden: frozenset[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_matching(word, phrase, at, words, hidden)))


def _matching(word: Word, phrase: Phrase, at: int, words: Sequence[Word], hidden: frozenset[int]) -> Iterator[int]:
    small = compact(word.lower)
    following = compact(phrase[at + 1].lower) if at + 1 < len(phrase) else ""
    previous = compact(phrase[at - 1].lower) if at else ""
    for index, other in enumerate(words):
        if index in hidden:
            continue
        if same(word, other):
            yield index
            continue
        seen = compact(other.lower)
        if (following and seen == small + following) or (previous and seen == previous + small):
            yield index
        elif _begins(small, seen) and _goes_on(small[len(seen) :], words, index + 1, hidden):
            yield from (index, index + 1)


def _goes_on(rest: str, words: Sequence[Word], at: int, hidden: frozenset[int]) -> bool:
    return at < len(words) and at not in hidden and compact(words[at].lower) == rest


def _begins(small: str, seen: str) -> bool:
    return len(small) > 5 and len(seen) > 1 and small.startswith(seen)


def same(word: Word, other: Word) -> bool:
    """Return whether a word of the older statement names what an outgoing word names, or a special case of it."""
    if word.span and not other.span and (word.stop or word.lower in lexicon.words("particles")):
        return False
    if word.stem == other.stem and (not word.span or word.name == word.lower):
        return True
    if word.name == other.name and not word.span:
        return True
    if word.kind in "dv":
        return _special(word.lower, other.lower)
    if _HAN.match(word.lower):
        return word.lower in other.lower or (len(other.lower) > 1 and other.lower in word.lower)
    small = compact(word.lower)
    if small == compact(other.lower):
        return True
    if word.kind == "p" or other.kind == "p":
        return _same_path(word.lower, other.lower)
    if word.stem in other.parts:
        return True
    return (
        other.kind == "c"
        and len(other.lower) > 3
        and word.kind == "c"
        and (other.stem in word.parts and word.lower.endswith(other.lower))
    )


def _special(general: str, other: str) -> bool:
    """Whether a version or number is the other one or its beginning: 3 covers 3.8, and 3.8 covers 3.8.1."""
    general, other = general.lstrip("v").removesuffix(".x").removesuffix("x"), other.lstrip("v").removesuffix(".x")
    return general == other or other.startswith(general + ".")


def _same_path(one: str, other: str) -> bool:
    one, other = one.strip("./"), other.strip("./")
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < 3:
        return False
    return longer == shorter or longer.endswith("/" + shorter) or (shorter == one and longer.startswith(one + "/"))


def _run(places: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the indexes where all words of a phrase stand together, in any order, or nothing."""
    if not all(places):
        return ()
    for start in places[0]:
        taken = {start}
        for held in places[1:]:
            near = [at for at in held if abs(at - start) <= len(places)]
            if not near:
                break
            taken.add(min(near, key=lambda at: abs(at - start)))
        else:
            if max(taken) - min(taken) <= len(places):
                return tuple(sorted(taken))
    return ()

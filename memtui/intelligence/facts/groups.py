"""A verb with the small words before it: who acts, whether it happened, and whether it is denied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.kinds import Predicate
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import Verb, listed, verbs, words


@dataclass(frozen=True, slots=True)
class Group:
    """A verb at `at` whose words begin at `start`.

    `passive` and `progressive` go by a form of "be" before it; `real` is unset for a plan, a possibility and an
    infinitive; `ended` says that what it states no longer holds.
    """

    at: int
    start: int
    verb: Verb
    passive: bool = False
    real: bool = True
    ended: bool = False
    bare: bool = False


def group_at(tokens: Sequence[Token], at: int) -> Group | None:
    """Return the verb that stands at `at` with its group, None where that word is no verb here."""
    token = tokens[at]
    verb = verbs().get(token.lower) if token.kind == "w" else None
    if verb is None or object_start(tokens, at, verb) is None:
        return None
    start, before = small_words(tokens, at)
    lowers = [each.lower for each in before]
    be = any(lower in words("be") for lower in lowers)
    have = any(lower in words("have") for lower in lowers)
    does = any(lower in words("do") or lower.endswith("n't") for lower in lowers)
    denied = any(lower in words("negator") or lower.endswith("n't") for lower in lowers) or _no_longer(lowers)
    planned = any(_is_modal(lower) for lower in lowers)
    if lowers[-1:] == ["to"] or (len(lowers) > 1 and lowers[-2] == "to"):
        return _infinitive(tokens, at, start, verb)
    if "gerund" in verb.forms:
        return _gerund(tokens, at, start, verb, be=be, real=not planned, denied=denied)
    previous = tokens[start - 1] if start else None
    if previous is not None and not before and not _may_precede(previous, verb):
        return None
    participle = "participle" in verb.forms
    if participle and (be or _by(tokens, at)) and not (have and not be):
        return Group(at, start, verb, passive=True, real=not planned, ended=denied)
    if "base" in verb.forms and not does and not _agrees(tokens, start, token.lower):
        return None
    if be and not participle:
        return None
    return Group(at, start, verb, real=not planned and not be, ended=denied, bare="base" in verb.forms)


def small_words(tokens: Sequence[Token], at: int) -> tuple[int, list[Token]]:
    """Return where the auxiliaries, adverbs and negators before a verb begin, and those words."""
    start = at
    while start > 0 and tokens[start - 1].kind == "w" and _is_small(tokens, start - 1):
        start -= 1
    return start, list(tokens[start:at])


def _is_small(tokens: Sequence[Token], at: int) -> bool:
    lower = tokens[at].lower
    if lower in ("no", "longer"):
        return lower == "longer" or (at + 1 < len(tokens) and tokens[at + 1].lower == "longer")
    if lower == "to" or lower.endswith("n't"):
        return True
    return any(lower in words(key) for key in ("be", "have", "do", "modal", "negator", "adverb"))


def _is_modal(lower: str) -> bool:
    """Say whether a word makes a verb a plan or a possibility: will, can't, cannot."""
    if lower in words("modal") or lower == "cannot":
        return True
    return lower.endswith("n't") and lower[:-3] in words("modal")


def _no_longer(lowers: Sequence[str]) -> bool:
    return "longer" in lowers


def object_start(tokens: Sequence[Token], at: int, verb: Verb) -> int | None:
    """Return where the object of the verb at `at` begins, after its particle; None where that is missing."""
    if not verb.particles:
        return at + 1
    for after in (at + 1, at + 2):
        if after < len(tokens) and tokens[after].lower in verb.particles:
            return after + 1
        if after >= len(tokens) or tokens[after].lower not in words("adverb"):
            return None
    return None


def _by(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].lower == "by"


def _may_precede(previous: Token, verb: Verb) -> bool:
    """Say whether a verb may follow this word: not an article, a preposition or another verb."""
    if previous.kind != "w":
        return True
    if previous.lower in words("determiner") - {"this", "that", "his", "her"} or previous.lower in ("own", "to"):
        return False
    if previous.lower in words("cut") - {
        "which",
        "who",
        "that",
        "if",
        "because",
        "since",
        "so",
        "while",
        "when",
        "where",
        "after",
        "before",
    }:
        return False
    known = verbs().get(previous.lower)
    return known is None or "third" in known.forms or ("base" in known.forms and previous.lower != "like")


def _agrees(tokens: Sequence[Token], start: int, lower: str) -> bool:
    """Say whether a verb without an ending has a subject that takes one, or opens its sentence as an order."""
    if start == 0:
        return True
    previous = tokens[start - 1]
    if previous.kind == ".":
        return previous.text in ":,;.—–-)" and lower != "like"
    if previous.kind == "n":
        return False
    if previous.lower in words("plural_pronoun") or previous.lower in ("who", "that", "which"):
        return True
    if lower == "like":
        return previous.lower in ("users", "people", "developers")
    if previous.lower in words("coordinator") or previous.lower in ("team", "people", "folks"):
        return True
    return previous.lower.endswith("s") or any(t.lower == "and" for t in tokens[max(0, start - 6) : start])


def _infinitive(tokens: Sequence[Token], at: int, start: int, verb: Verb) -> Group | None:
    """Return a verb after "to": a fact after "decided to", an end after "used to", else a plan."""
    if "base" not in verb.forms:
        return None
    to = max(i for i in range(start, at) if tokens[i].lower == "to")
    governor = to - 1 if to > 0 else None
    denied = any(t.lower in words("negator") or t.lower.endswith("n't") for t in tokens[start:at])
    if governor is not None and tokens[governor].lower == "not":
        governor -= 1
    if governor is None or governor < 0:
        return Group(at, start, verb, real=False)
    lower = tokens[governor].lower
    known = verbs().get(lower)
    if known is not None and known.predicate is Predicate.PREFERS:
        return None
    outer, before = small_words(tokens, governor)
    if any(_is_modal(t.lower) for t in (*before, *tokens[start:at])):
        return Group(at, outer, verb, real=False)
    if lower == "used" and not any(t.lower in words("be") for t in before):
        return Group(at, outer, verb, ended=True)
    if lower in listed("governors", "facts"):
        return Group(at, outer, verb, ended=denied)
    return Group(at, start, verb, real=False)


def _gerund(
    tokens: Sequence[Token], at: int, start: int, verb: Verb, *, be: bool, real: bool, denied: bool
) -> Group | None:
    """Return a verb in -ing: progressive after "be", begun after "started", over after "stopped"; else it opens a line."""
    if be:
        return Group(at, start, verb, real=real, ended=denied)
    governor = start - 1
    if governor >= 0:
        lower = tokens[governor].lower
        outer, before = small_words(tokens, governor)
        planned = any(_is_modal(t.lower) or t.lower == "to" for t in before)
        negated = any(t.lower in words("negator") or t.lower.endswith("n't") for t in before)
        if lower in listed("governors", "gerunds"):
            return Group(at, outer, verb, real=not planned, ended=negated)
        if lower in listed("endings", "stops"):
            return Group(at, outer, verb, real=not planned and not negated, ended=True)
        return None
    return Group(at, start, verb, real=real, ended=denied, bare=True)

"""What took the place of what: from … to …, replaced … with …, in favour of …, and what came and went."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memtui.domain.kinds import Predicate
from memtui.intelligence.facts.groups import small_words
from memtui.intelligence.facts.labels import WE, without_article
from memtui.intelligence.facts.objects import Objects, objects
from memtui.intelligence.facts.phrases import Phrase, thing_named
from memtui.intelligence.facts.stated import Stated, doubted
from memtui.intelligence.facts.subjects import USER, subjects
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import listed, words

_VALUE = re.compile(r"[v$~]?\d[\w.,:%/-]*")
REACH = 12
"""How many words after its verb "from", "to" or "with" may stand."""


def read_succession(stated: Stated, tokens: Sequence[Token]) -> frozenset[int]:
    """Add what replaced what in a sentence; returns the indexes of the verbs that are read with that."""
    taken: set[int] = set()
    for at, token in enumerate(tokens):
        if token.kind != "w" or at in taken:
            continue
        if token.lower in listed("replacing", "from_to"):
            taken |= _from_to(stated, tokens, at) or _with(stated, tokens, at)
        elif token.lower in listed("replacing", "with") or token.lower == "replaces":
            taken |= _with(stated, tokens, at)
        elif (
            token.lower in ("favor", "favour")
            and at > 1
            and tokens[at - 1].lower == "in"
            and word_at(tokens, at + 1) == "of"
        ):
            taken |= _favour(stated, tokens, at)
        elif token.lower == "deprecated":
            taken |= _use_instead(stated, tokens, at)
    return frozenset(taken)


def word_at(tokens: Sequence[Token], at: int) -> str:
    """Return the word at an index in lower case, nothing outside of the sentence."""
    return tokens[at].lower if 0 <= at < len(tokens) else ""


def happened(tokens: Sequence[Token], at: int) -> tuple[bool, int, bool]:
    """Return whether a past verb says what happened, where its group begins, and whether it is passive."""
    start, before = small_words(tokens, at)
    lowers = [token.lower for token in before]
    be = any(lower in words("be") for lower in lowers)
    unreal = any(
        lower in words("modal") | words("negator") | words("do") | {"to"} or lower.endswith("n't") for lower in lowers
    )
    if unreal or doubted(tokens, start, True):
        return False, start, be
    previous = tokens[start - 1] if start else None
    if previous is not None and previous.kind == "w" and not before and previous.lower in words("determiner"):
        return False, start, be
    return True, start, be


def subject_of(stated: Stated, tokens: Sequence[Token], start: int) -> tuple[Phrase, ...] | None:
    """Return what stands before a verb's group as its subjects."""
    return subjects(stated.source, tokens, 0, start, plural=True)


def _from_to(stated: Stated, tokens: Sequence[Token], at: int) -> set[int]:
    """Read "switched from A to B", "migrated the orders from A to B", "switched to B from A"."""
    out, into = _places(tokens, at)
    if out is None or into is None:
        return set()
    real, start, passive = happened(tokens, at)
    if not real:
        return {at}
    first, second = min(out, into), max(out, into)
    held = {
        first: objects(stated.source, tokens, first + 1, second),
        second: objects(stated.source, tokens, second + 1, len(tokens)),
    }
    moved = [
        t for t in tokens[at + 1 : first] if t.lower not in words("adverb") | {"away", "off", "over", "completely"}
    ]
    olds, news = held[out], held[into]
    if not _things(olds, news) or (moved and token_moves(tokens[at]) and _places_named(stated, olds, news)):
        return {at}
    scope = _scope_of(stated, tokens, start, moved, passive)
    if not (moved and scope):
        scope = news.scope or olds.scope or scope
    _supersede(stated, news, olds, scope)
    return {at}


def token_moves(token: Token) -> bool:
    """Say whether a verb also means to carry something from one place to another."""
    return token.lower in listed("replacing", "place_to_place")


def _places(tokens: Sequence[Token], at: int) -> tuple[int | None, int | None]:
    """Return where "from" and "to" stand after a verb, before the clause ends."""
    out = into = None
    for index in range(at + 1, min(len(tokens), at + 2 * REACH)):
        token = tokens[index]
        if (token.kind == "." and token.text in ";:()!?") or token.lower in (
            "because",
            "but",
            "while",
            "which",
            "since",
        ):
            break
        if token.kind == "." and token.text == "," and out is None:
            break
        if token.lower == "from" and out is None:
            out = index
        elif token.lower in ("to", "onto", "into") and into is None and not _ahead(tokens, index):
            into = index
    return out, into


def _ahead(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "to" opens an infinitive of purpose ("to save money")."""
    return word_at(tokens, at + 1) in (
        "save",
        "reduce",
        "avoid",
        "improve",
        "get",
        "make",
        "keep",
        "support",
        "allow",
        "simplify",
    )


def _things(olds: Objects, news: Objects) -> bool:
    """Say whether both ends are things: not amounts, versions, days or places in a file tree."""
    ends = [*olds.phrases, *news.phrases]
    if not olds.phrases or not news.phrases:
        return False
    return not all(is_value(phrase) for phrase in ends) and not any(
        token.lower in words("place") for phrase in ends for token in phrase.tokens
    )


def is_value(phrase: Phrase) -> bool:
    """Say whether a phrase is an amount, a version or a path."""
    return bool(_VALUE.fullmatch(phrase.tokens[0].text)) or "/" in phrase.label


def _places_named(stated: Stated, olds: Objects, news: Objects) -> bool:
    """Say whether neither end is a name, so that something was only carried from one to the other."""
    ends = (*olds.phrases, *news.phrases)
    proper = any(
        thing_named(stated.source, phrase)
        or any(token.kind == "w" and token.text[:1].isupper() for token in phrase.tokens)
        for phrase in ends
    )
    return not proper or any("/" in phrase.label for phrase in ends)


def _scope_of(stated: Stated, tokens: Sequence[Token], start: int, moved: Sequence[Token], passive: bool) -> str:
    """Return whose change it was: what was moved, or a subject other than the project."""
    if moved and not passive:
        phrase = stated.source.phrase(moved)
        return without_article(phrase.label) if phrase is not None else ""
    found = subject_of(stated, tokens, start)
    if found and found[0].label not in (WE, USER):
        return without_article(found[0].label)
    return ""


def _supersede(stated: Stated, news: Objects, olds: Objects, scope: str) -> None:
    for new in news.phrases[:1]:
        for old in olds.phrases:
            stated.add(new, Predicate.SUPERSEDES, old, scope)


def _with(stated: Stated, tokens: Sequence[Token], at: int) -> set[int]:
    """Read "replaced A with B", "swapped A for B" and "A was replaced with B"."""
    real, start, passive = happened(tokens, at)
    joints = ("with", "by", "for") if tokens[at].lower in ("swapped", "exchanged", "substituted") else ("with", "by")
    if token_moves(tokens[at]) or tokens[at].lower not in listed("replacing", "with") | {"replaces"}:
        return set()
    joint = next((i for i in range(at + 1, min(len(tokens), at + REACH)) if tokens[i].lower in joints), None)
    if joint is None:
        return set()
    news = objects(stated.source, tokens, joint + 1, len(tokens))
    if passive or joint == at + 1:
        return _replaced_by(stated, tokens, at, start, joint, news) if real else {at}
    begin = at + 2 if word_at(tokens, at + 1) == "out" else at + 1
    olds = objects(stated.source, tokens, begin, joint)
    if real and olds.end == joint and _things(olds, news):
        scope = news.scope or olds.scope or _scope_of(stated, tokens, start, (), False)
        _supersede(stated, news, olds, scope)
    return {at}


def _replaced_by(stated: Stated, tokens: Sequence[Token], at: int, start: int, joint: int, news: Objects) -> set[int]:
    found = subject_of(stated, tokens, start)
    if joint == at + 1 and found:
        _supersede(stated, news, Objects(found), news.scope)
    return {at}


def _favour(stated: Stated, tokens: Sequence[Token], at: int) -> set[int]:
    """Read "dropped A in favour of B" and "A is deprecated in favour of B"."""
    news = objects(stated.source, tokens, at + 2, len(tokens))
    for verb in range(at - 2, max(-1, at - 2 - REACH), -1):
        if tokens[verb].lower not in listed("replacing", "favour") | listed("replacing", "with"):
            continue
        real, start, passive = happened(tokens, verb)
        if not real:
            return {verb}
        if passive or verb == at - 2:
            found = subject_of(stated, tokens, start)
            olds = Objects(found or ())
        else:
            olds = objects(stated.source, tokens, verb + 1, at - 1)
        if olds.phrases and news.phrases:
            _supersede(stated, news, olds, news.scope or olds.scope)
        return {verb}
    return set()


def _use_instead(stated: Stated, tokens: Sequence[Token], at: int) -> set[int]:
    """Read "A is deprecated, use B instead"."""
    real, start, passive = happened(tokens, at)
    use = next((i for i in range(at + 1, min(len(tokens), at + 6)) if tokens[i].lower in ("use", "prefer")), None)
    if not passive or not real or use is None or tokens[use - 1].lower == "to":
        return set()
    news = objects(stated.source, tokens, use + 1, len(tokens))
    found = subject_of(stated, tokens, start)
    if found and news.phrases and stated.source.named(news.phrases[0]):
        _supersede(stated, news, Objects(found), news.scope)
        return {at, use}
    return set()

"""What came into use and what went out of it: "adopted X", "switched to X", "dropped X", "moved away from X"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtui.domain.kinds import Predicate
from memtui.intelligence.facts.objects import objects
from memtui.intelligence.facts.phrases import thing_named
from memtui.intelligence.facts.stated import Stated, we_at
from memtui.intelligence.facts.succession import REACH, happened, is_value, subject_of, word_at
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import listed, words


def read_arrivals(stated: Stated, tokens: Sequence[Token], taken: frozenset[int]) -> None:
    """Add what came into use ("adopted X", "switched to X") and what went ("dropped X"): names only."""
    for at, start in adoptions(tokens):
        if at not in taken and "from" not in [t.lower for t in tokens[start : start + REACH]]:
            _came_or_went(stated, tokens, at, start, ended=False)
    for at, token in enumerate(tokens):
        if at not in taken and token.kind == "w" and token.lower in listed("endings", "past"):
            _came_or_went(stated, tokens, at, at + 1, ended=True)
        elif (token.lower in ("away", "off") and word_at(tokens, at + 1) in ("from", "of")) or token.lower == "off":
            verb = tokens[at - 1].lower if at else ""
            if verb in listed("replacing", "from_to") and at - 1 not in taken:
                after = at + (2 if word_at(tokens, at + 1) in ("from", "of") else 1)
                _came_or_went(stated, tokens, at - 1, after, ended=True)


def _came_or_went(stated: Stated, tokens: Sequence[Token], at: int, after: int, *, ended: bool) -> None:
    real, start, passive = happened(tokens, at)
    if not real:
        return
    found = subject_of(stated, tokens, start)
    if passive and tokens[at].lower in listed("adoptions", "participle") | listed("endings", "participle"):
        for phrase in found or ():
            if thing_named(stated.source, phrase) and word_at(tokens, at + 1) != "by":
                stated.add(we_at(tokens, at), Predicate.USES, phrase, ended=ended)
        return
    if found is None or passive:
        return
    held = objects(stated.source, tokens, after, len(tokens))
    for phrase in held.phrases:
        if stated.source.named(phrase) and not is_value(phrase):
            for subject in found or (we_at(tokens, at),):
                stated.add(subject, Predicate.USES, phrase, held.scope, ended=ended)


def adoptions(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the verbs that say that something came into use: the index of the verb and of what follows it."""
    for at, token in enumerate(tokens):
        if token.kind != "w":
            continue
        if token.lower in listed("adoptions", "past") | listed("adoptions", "participle"):
            yield at, at + 1
        elif token.lower in listed("adoptions", "with_to"):
            for to in range(at + 1, min(at + 3, len(tokens))):
                if tokens[to].lower == "to":
                    yield at, to + 1
                    break
                if tokens[to].lower not in words("adverb") and tokens[to].lower != "over":
                    break

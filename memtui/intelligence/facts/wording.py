"""What phrases say without a verb of their own: "is written in", "is responsible for", "runs on"."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.kinds import Predicate
from memtui.intelligence.facts.objects import objects
from memtui.intelligence.facts.phrases import thing_named
from memtui.intelligence.facts.stated import Stated, as_subject, doubted, we_at
from memtui.intelligence.facts.subjects import subjects
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import phrases, words


def read_phrases(stated: Stated, tokens: Sequence[Token], taken: frozenset[int]) -> None:
    """Add what phrases say: "is written in", "is responsible for", "runs on"."""
    for at, token in enumerate(tokens):
        if token.kind != "w" or at in taken:
            continue
        for parts, predicate in phrases("phrases").get(token.lower, ()):
            if _stands(tokens, at, parts) and (start := _after_be(tokens, _before_article(tokens, at))) is not None:
                _add_phrase(stated, tokens, start, _after_top(tokens, at + len(parts)), predicate)
                break
        for parts, predicate in phrases("plain_phrases").get(token.lower, ()):
            if _stands(tokens, at, parts):
                _add_phrase(stated, tokens, at, at + len(parts), predicate)
                break
        if token.lower in ("owner", "maintainer") and _stands(tokens, at + 1, ("of",)):
            _add_owner(stated, tokens, at)
        if token.lower in ("belongs", "belonged") and _stands(tokens, at, (token.lower, "to")):
            _add_phrase(stated, tokens, at, at + 2, Predicate.OWNS, swapped=True)


def _add_owner(stated: Stated, tokens: Sequence[Token], at: int) -> None:
    """Add what "the owner of the wiki is Jo" says."""
    held = objects(stated.source, tokens, at + 2, len(tokens))
    if at > 1 or not held.phrases or held.end >= len(tokens) or tokens[held.end].lower != "is":
        return
    owners = objects(stated.source, tokens, held.end + 1, len(tokens))
    for owner in owners.phrases:
        if stated.source.named(owner):
            stated.add(as_subject(owner), Predicate.OWNS, held.phrases[0])


def _before_article(tokens: Sequence[Token], at: int) -> int:
    """Return where "the", "a" or "in" before a phrase begins: "is the owner of", "is in charge of"."""
    return at - 1 if at > 0 and tokens[at - 1].lower in ("the", "a", "in") else at


def _after_top(tokens: Sequence[Token], at: int) -> int:
    """Step over "top of" after "built on"."""
    return at + 2 if _stands(tokens, at, ("top", "of")) else at


def _stands(tokens: Sequence[Token], at: int, parts: Sequence[str]) -> bool:
    return [token.lower for token in tokens[at : at + len(parts)]] == list(parts)


def _after_be(tokens: Sequence[Token], at: int) -> int | None:
    """Return where a form of "be" (with adverbs) before `at` begins; None for none, a denied or a planned one."""
    start, be = at, False
    while start > 0 and tokens[start - 1].kind == "w":
        lower = tokens[start - 1].lower
        if lower in words("negator") or lower in words("modal") or lower.endswith("n't") or lower in ("to", "longer"):
            return None
        if lower not in words("be") and lower not in words("adverb") and lower not in words("have"):
            break
        be = be or lower in words("be")
        start -= 1
    return start if be else None


def _add_phrase(
    stated: Stated, tokens: Sequence[Token], start: int, after: int, predicate: Predicate, *, swapped: bool = False
) -> None:
    while start > 0 and tokens[start - 1].kind == "w" and tokens[start - 1].lower in words("adverb"):
        start -= 1
    if start > 0 and (
        tokens[start - 1].lower in words("negator") or tokens[start - 1].lower in words("modal") | {"to"}
    ):
        return
    found = subjects(stated.source, tokens, 0, start, plural=True)
    if found == () and start == 0:
        found = (we_at(tokens, 0),)
    if not found or doubted(tokens, start, False):
        return
    held = objects(stated.source, tokens, after, len(tokens))
    for phrase in held.phrases:
        if predicate is Predicate.USES and not thing_named(stated.source, phrase):
            continue
        if predicate is Predicate.OWNS and phrase.tokens[0].lower.endswith("ing") and len(phrase.tokens) > 1:
            continue
        for subject in found:
            one, other = (as_subject(phrase), subject) if swapped else (subject, phrase)
            stated.add(one, predicate, other, held.scope)

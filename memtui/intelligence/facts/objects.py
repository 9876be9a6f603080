"""What a verb acts on: one thing or a list of them, and the scope that it is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.intelligence.facts.labels import without_article
from memtui.intelligence.facts.phrases import LIST_WORDS, STOPS, Phrase, Source, looks_named, pieces_of
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import listed, verbs, words


@dataclass(frozen=True, slots=True)
class Objects:
    """What a verb acts on, for what, and what stands after it from index `end` on; after the scope from `after` on."""

    phrases: tuple[Phrase, ...]
    scope: str = ""
    end: int = 0
    after: int = 0


NONE = Objects(())


def objects(source: Source, tokens: Sequence[Token], start: int, limit: int) -> Objects:
    """Return the objects that begin at `start` and end before `limit` at the latest."""
    start = _after_adverbs(tokens, start, limit)
    if start < limit and tokens[start].kind == "." and tokens[start].text in ",":
        return Objects((), "", start, start)
    end = start
    while end < limit and not _ends_object(source, tokens, end, start):
        end += 1
    items = _items(tokens[start:end])
    phrases = [phrase for item in items if (phrase := _object(source, item)) is not None]
    if len(phrases) < len(items):
        phrases = phrases[:1] if phrases and _object(source, items[0]) is not None else []
    scope, after = scope_at(source, tokens, end, limit)
    return Objects(tuple(phrases), scope, end, after)


def _after_adverbs(tokens: Sequence[Token], start: int, limit: int) -> int:
    while start < limit and tokens[start].lower in words("adverb") and tokens[start].kind == "w":
        start += 1
    return start


def _ends_object(source: Source, tokens: Sequence[Token], at: int, start: int) -> bool:
    token = tokens[at]
    if token.kind == "n":
        return False
    if token.kind == "q" or token.lower in STOPS:
        return True
    if token.kind != "w" or source.inside_name(token):
        return False
    if token.lower == "and" and at > start and _clause_follows(tokens, at + 1):
        return True
    if token.lower == "or" and at > start and at + 1 < len(tokens) and tokens[at + 1].lower in words("comparative"):
        return True
    if at > start and token.lower.endswith("ed") and _preposition_follows(tokens, at + 1):
        return True
    if token.lower in words("strong") or token.lower in words("relative"):
        return at > start or token.lower not in ("that", "which")
    if token.lower in words("cut") or token.lower in words("scope"):
        return True
    return at > start and token.lower in words("be") | words("modal") | words("negator")


def _preposition_follows(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].lower in words("cut") | words("scope")


def _clause_follows(tokens: Sequence[Token], at: int) -> bool:
    """Say whether what stands after "and" is a verb with something after it, not one more object."""
    while at < len(tokens) and tokens[at].lower in words("adverb"):
        at += 1
    if at + 1 >= len(tokens) or tokens[at].kind != "w":
        return False
    return tokens[at].lower in words_of_verbs() and tokens[at + 1].kind != "."


def _items(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the items of a list of objects; one item where it is no list, none for alternatives."""
    pieces, joined = pieces_of(tokens)
    if any(token.lower == "or" and token.kind == "w" for token in tokens):
        return []
    pieces = [piece for piece in pieces if piece]
    if len(pieces) < 2:
        return pieces
    if len(pieces[0]) == 1 and len(pieces) == 2 and joined and _shares_head(pieces):
        return [list(tokens)]
    if not joined:
        listed_names = all(len(piece) <= 3 and looks_named(piece[0]) for piece in pieces)
        return pieces if listed_names else pieces[:1]
    kept = [pieces[0]]
    for piece in pieces[1:]:
        first = piece[0].lower
        if len(piece) > LIST_WORDS or first in words("pronoun") or first in words("plural_pronoun"):
            break
        kept.append(piece)
    return kept


def _shares_head(pieces: Sequence[Sequence[Token]]) -> bool:
    """Say whether "session and refresh tokens" is one thing: a bare word before "and", two plain ones after it."""
    first, last = pieces[0][0], pieces[-1]
    return first.kind == "w" and first.text.islower() and len(last) == 2 and all(t.text.islower() for t in last)


def words_of_verbs() -> frozenset[str]:
    """Return the verbs that begin a clause of their own after "and"."""
    return listed("general", "verbs") | verbs().keys()


def _object(source: Source, tokens: Sequence[Token]) -> Phrase | None:
    phrase = source.phrase(tokens)
    if phrase is None:
        return None
    first = phrase.tokens[0].lower
    if phrase.tokens[0].kind == "n":
        return phrase
    if first in words("pronoun") and (len(phrase.tokens) == 1 or first not in ("this", "that", "these", "those")):
        return None
    if first in words("plural_pronoun") or (first in words("degree") and len(phrase.tokens) > 1):
        return None
    if first in words("cut") | words("scope") | words("negator") | words("strong") | {
        "to",
        "of",
        "no",
        "nothing",
        "none",
    }:
        return None
    if first.endswith("ing") and len(phrase.tokens) > 1 and phrase.tokens[1].lower in words("determiner"):
        return None
    return phrase


def scope_at(source: Source, tokens: Sequence[Token], at: int, limit: int) -> tuple[str, int]:
    """Return what follows the preposition at `at` as a scope, and where it ends; nothing for times, reasons and the like."""
    end = _scope_end(tokens, at, limit)
    return _scope(source, tokens, at, end), end


def _scope_end(tokens: Sequence[Token], at: int, limit: int) -> int:
    if at >= limit or tokens[at].lower not in words("scope"):
        return at
    end = at + 1
    while end < limit and not _ends_scope(tokens, end, limit):
        end += 1
    return end


def _ends_scope(tokens: Sequence[Token], at: int, limit: int) -> bool:
    token = tokens[at]
    if token.kind == "q" or (token.kind == "." and token.text not in "&+#%/"):
        return True
    if token.kind != "w":
        return False
    if token.lower == "and":
        following = [each.lower for each in tokens[at + 1 : min(limit, at + 6)]]
        return _clause_follows(tokens, at + 1) or any(word in ("for", "in", "as") for word in following[1:])
    if token.lower in words("strong") | words("be") | words("relative"):
        return True
    return token.lower in words("cut") and token.lower not in words("scope")


def _scope(source: Source, tokens: Sequence[Token], at: int, end: int) -> str:
    limit = end
    if at >= limit or tokens[at].lower not in words("scope") or at + 1 >= limit:
        return ""
    following = tokens[at + 1]
    if tokens[at].lower == "as" and following.lower not in ("a", "an", "the", "our"):
        return ""
    phrase = source.phrase(tokens[at + 1 : end])
    if phrase is None or following.lower[:1].isdigit() or following.lower in words("pronoun"):
        return ""
    if any(token.lower in words("time") for token in phrase.tokens):
        return ""
    if tokens[at].lower == "for" and any(token.lower in words("purpose") for token in phrase.tokens):
        return ""
    return without_article(phrase.label)

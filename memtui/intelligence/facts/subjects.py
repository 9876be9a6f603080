"""Who or what a clause is about: the noun phrases before its verb."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.intelligence.facts.labels import WE
from memtui.intelligence.facts.phrases import LIST_WORDS, STOPS, Phrase, Source, pieces_of, trimmed
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import listed, words

MOST_WORDS = 8
"""Longer subjects are no names of anything."""

USER = "user"
"""Who "I" is."""


def subjects(
    source: Source, tokens: Sequence[Token], start: int, end: int, *, plural: bool
) -> tuple[Phrase, ...] | None:
    """Return the subjects of a verb whose group begins at `end`, () where there is none, None where it is no statement."""
    first = end
    while first > start and not _ends_subject(source, tokens[first - 1]):
        first -= 1
    if first == end:
        before = tokens[end - 1] if end > start else None
        if (
            before is not None
            and before.lower in ("which", "who")
            and (described := _described(source, tokens, start, end))
        ):
            return described
        if before is not None and before.kind == "w" and before.lower in words("relative") | words("strong"):
            return None if before.lower in words("relative") | {"where", "than", "as"} else ()
        return ()
    if first > start and tokens[first - 1].lower in ("where", "than"):
        return None
    region = list(tokens[first:end])
    if not _last_piece(region):
        return _around_aside(source, region)
    items = _subject_items(region, plural)
    found = [_subject(source, item) for item in items]
    if not found or any(phrase is None for phrase in found):
        last = _subject(source, _last_piece(region))
        return (last,) if last is not None else None
    return tuple(phrase for phrase in found if phrase is not None)


def _described(source: Source, tokens: Sequence[Token], start: int, end: int) -> tuple[Phrase, ...]:
    """Return what ", which uses X" is said of: the phrase before the comma, where the clause begins with it."""
    comma = end - 2
    if comma <= start or tokens[comma].text != "," or any(token.kind == "." for token in tokens[start:comma]):
        return ()
    phrase = _subject(source, tokens[start:comma])
    return (phrase,) if phrase is not None else ()


def _around_aside(source: Source, region: Sequence[Token]) -> tuple[Phrase, ...]:
    """Return the subject of "X, made in Y, uses Z"; () for a clause that begins with its verb."""
    commas = [at for at, token in enumerate(region) if token.text == "," and token.kind == "."]
    if len(commas) != 2 or commas[1] != len(region) - 1 or any(t.lower in words("coordinator") for t in region):
        return ()
    phrase = _subject(source, region[: commas[0]])
    return (phrase,) if phrase is not None else ()


def _ends_subject(source: Source, token: Token) -> bool:
    if token.kind == "n" or source.inside_name(token):
        return False
    if token.kind == "q" or (token.kind == "." and token.text in STOPS):
        return True
    return token.kind == "w" and token.lower in words("strong") | words("relative") | words("reported")


def _subject_items(region: Sequence[Token], plural: bool) -> list[list[Token]]:
    pieces, joined = pieces_of(region)
    short = all(
        0 < len(piece) <= LIST_WORDS and piece[0].lower not in words("cut") | words("scope") | words("adverb")
        for piece in pieces
    )
    plain = not any(token.lower in listed("general", "verbs") for piece in pieces for token in piece)
    if len(pieces) > 1 and joined and plural and short and plain:
        return pieces
    return [_last_piece(region)]


def _last_piece(region: Sequence[Token]) -> list[Token]:
    """Return what follows the last comma or "and"."""
    for at in range(len(region) - 1, -1, -1):
        token = region[at]
        if (token.kind == "." and token.text == ",") or (token.kind == "w" and token.lower in words("coordinator")):
            return list(region[at + 1 :])
    return list(region)


def _subject(source: Source, tokens: Sequence[Token]) -> Phrase | None:
    tokens = _without_opener(trimmed(tokens))
    phrase = source.phrase(tokens)
    if phrase is None or len(phrase.tokens) > MOST_WORDS:
        return None
    lower = phrase.label.lower()
    if lower in words("team"):
        return Phrase(WE, phrase.tokens)
    if lower in words("me"):
        return Phrase(USER, phrase.tokens)
    first = phrase.tokens[0]
    if first.kind == "w":
        pronoun = first.lower in words("pronoun") | words("plural_pronoun")
        if pronoun and (len(phrase.tokens) == 1 or first.lower not in ("this", "that", "these", "those", "one")):
            return None
        if first.lower in words("question") | words("cut") | words("scope") | words("negator") | {
            "no",
            "none",
            "to",
            "any",
            "some",
        }:
            return None
    if first.lower.endswith("ing") and len(phrase.tokens) > 1 and first.kind == "w":
        return None
    if first.lower in listed("general", "verbs") and len(phrase.tokens) > 1:
        return None
    plain = [token.lower for token in phrase.tokens if token.kind == "w"]
    if any(word in words("modal") | words("be") | words("have") | words("do") | words("pronoun") for word in plain[1:]):
        return None
    return phrase


def _without_opener(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return a subject without the preposition's phrase that opens the clause ("In production the API")."""
    if not tokens or tokens[0].kind != "w":
        return tokens
    first = tokens[0].lower
    if first not in words("cut") | words("scope") | words("time") and not first.isdigit():
        return tokens
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].lower in words("plural_pronoun"):
            return tokens[at:]
    nearest = 1 if first in words("time") or first.isdigit() else 2
    for at in range(nearest, len(tokens)):
        if tokens[at].lower in words("article"):
            return tokens[at:]
    return ()

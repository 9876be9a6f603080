"""A statement as silent changes are looked for in it: content words in order, label, subject, negations, number in a series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.judging.labels import Label, label_of
from memtui.intelligence.judging.measures import measured, number_words
from memtui.intelligence.reading import Statement, Word
from memtui.intelligence.reading.words import NEGATORS

GENERIC_WEIGHT = 0.35
"""Words such as "method", "section" or "default" weigh a third of others: they name no subject."""

PARTICLE_WEIGHT = 0.25
CODE_WEIGHT = 1.5
MOST_BESIDE_VALUE = 3
"""So many words may stand beside a value in code or a number."""

MOST_VALUE_WORDS = 2
"""So many words are a value in prose."""

_PAUSES = frozenset([",", "-", "\u2013", "\u2014", "/"])
NAME_WEIGHT = 1.2


class Token(NamedTuple):
    """One content word as it is aligned.

    Two tokens with equal `key` are the same word: stems, canonical names, quantities in their base unit. `kind`
    is as in Word, with q for a number with its unit. `depth` counts the brackets around it. `lead` is the
    preposition of the phrase that it stands in, or empty.
    """

    key: str
    text: str
    start: int
    end: int
    span: int
    kind: str
    weight: float
    depth: int
    lead: str

    @property
    def is_value(self) -> bool:
        """Whether a value can consist of it: code, path, version, number, quantity."""
        return self.kind in "cpvdq" or self.span > 0


class Negation(NamedTuple):
    """A negator: the index of the token that it stands before.

    `aside` says that it does not turn the main clause round: it contrasts ("A, not B", in brackets), stands in a
    subordinate clause or is no denial ("not only").
    """

    token: int
    word: str
    aside: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """What alignment needs of a statement.

    The tokens from `first` to before `body` are the label, those from `body` to before `verb` the subject.
    `valued` says that what stands behind the label is a value rather than a sentence.
    """

    tokens: tuple[Token, ...]
    negations: tuple[Negation, ...]
    label: Label | None
    first: int
    body: int
    verb: int
    keys: frozenset[str]
    weight: float
    valued: bool


def outline(statement: Statement) -> Outline:
    """Return the outline of a statement, made once and kept with it."""
    kept = vars(statement)
    made = kept.get("_outline")
    if made is None:
        made = kept["_outline"] = _outline(statement)
    return made  # type: ignore[no-any-return]


def _outline(statement: Statement) -> Outline:
    words = statement.words
    label = label_of(statement)
    after_label = label.end if label and not label.open else 0
    label_start = label.start if label and not label.open else 0
    first = 0
    tokens: list[Token] = []
    negations: list[Negation] = []
    body = 0
    verb = -1
    depth = 0
    lead = ""
    subordinate = False
    quantities = measured(words)
    behind = -1
    for at, word in enumerate(words):
        if at == label_start:
            first = len(tokens)
        if at == after_label:
            body = len(tokens)
        if word.start < behind:
            continue
        if word.lower in lexicon.words("judging/silent", "leads") and not word.span:
            lead = word.lower
        if word.lower in lexicon.words("judging/silent", "subordinators") and not word.span:
            subordinate = True
        if word.kind == ".":
            subordinate = subordinate and word.text not in ",;:.\u2013\u2014"
            lead = lead if word.text in "`'\"" else ""
            depth = max(0, depth + (word.text in "([") - (word.text in ")]"))
            continue
        if is_negator(word) or _refuses(words, at, subordinate):
            aside = depth > 0 or subordinate or (at != after_label and _contrasts(words, at))
            negations.append(Negation(len(tokens), word.lower, aside, word.start, word.end))
            if verb < 0 and word.lower.endswith("n't"):
                verb = len(tokens)
            continue
        if at >= after_label and _ends_subject(words, at, after_label, lead):
            lead = ""
            verb = len(tokens) if verb < 0 else verb
        quantity = quantities.get(word.start)
        if quantity is not None:
            key, behind = quantity
            text = statement.text[word.start - statement.start : behind - statement.start]
            tokens.append(Token(key, text, word.start, behind, word.span, "q", 1.0, depth, lead))
        elif not word.stop or (word.span and word.kind != "."):
            tokens.append(_token(word, depth, lead))
    return Outline(
        tuple(tokens),
        tuple(negations),
        label,
        first,
        body,
        max(verb, body),
        frozenset(token.key for token in tokens),
        sum(token.weight for token in tokens[first:]),
        _valued(tokens[body:], words[after_label:]),
    )


def _valued(tokens: Sequence[Token], words: Sequence[Word]) -> bool:
    """Whether the words behind a label are a value: code, a number or a name with little beside it."""
    outer = [token for token in tokens if token.depth == 0]
    prose = [token for token in outer if not token.is_value]
    if not outer or any(word.lower in lexicon.words("judging/silent", "copulas") and not word.span for word in words):
        return False
    if words[0].lower in lexicon.words("judging/silent", "imperatives") and not words[0].span:
        return False
    return len(prose) <= (MOST_BESIDE_VALUE if outer[0].is_value else MOST_VALUE_WORDS)


def is_negator(word: Word) -> bool:
    """Whether the word turns its clause round."""
    return (word.lower in NEGATORS and word.lower != "without") or word.lower in lexicon.words("judging/silent", "nobody") or word.lower.endswith("n't")


def _refuses(words: Sequence[Word], at: int, subordinate: bool) -> bool:
    """Whether a word is a main verb that denies its object ("avoid", "prevents")."""
    if subordinate or words[at].lower not in lexicon.words("judging/silent", "refusals") or words[at].span:
        return False
    return not at or words[at - 1].lower not in ("to", "and", "or", ",")


def _contrasts(words: Sequence[Word], at: int) -> bool:
    """Whether a negator behind a comma or dash only names the other choice ("Use A, not B"), or denies nothing."""
    if at and words[at - 1].text in _PAUSES and words[at].lower in ("not", "no", "never"):
        return True
    return at + 1 < len(words) and words[at + 1].lower in lexicon.words("judging/silent", "no_denials")


def _token(word: Word, depth: int, lead: str) -> Token:
    key, weight = _keyed(word.name, word.stem, word.kind, word.span > 0)
    kind = _kind(word)
    return Token(key, word.text, word.start, word.end, word.span, kind, weight, depth, lead)


def _kind(word: Word) -> str:
    """Return the kind of a word, where numbers in words are numbers and names with digits are names in code."""
    if word.kind in "wn":
        if word.lower in number_words():
            return "d"
        if "-" in word.text and any(character.isdigit() for character in word.text):
            return "c"
    return word.kind


@lru_cache(maxsize=1 << 14)
def _keyed(name: str, stem: str, kind: str, coded: bool) -> tuple[str, float]:
    if kind in "cpvd" or coded:
        return name.rstrip("/:"), CODE_WEIGHT
    if name in lexicon.words("particles"):
        return name, PARTICLE_WEIGHT
    number = number_words().get(name)
    if number is not None:
        return str(number), 1.0
    key = synonyms().get(name, stem)
    if stem in generic_stems():
        return key, GENERIC_WEIGHT
    return key, NAME_WEIGHT if kind == "n" else 1.0


@cache
def synonyms() -> dict[str, str]:
    """Return the words that another one stands for, with the stem of that."""
    from memtui.intelligence.tokens import tokenize

    named = lexicon.mapping("judging/synonyms", "words")
    stems = {base: tokenize(base)[0] for base in named.values() if tokenize(base)}
    return {**{word: stems[base] for word, base in named.items() if base in stems}, **stems}


@cache
def generic_stems() -> frozenset[str]:
    """Return the stems of the nouns that name no subject of their own."""
    from memtui.intelligence.tokens import tokenize

    return frozenset(term for word in lexicon.words("generic", "nouns") for term in tokenize(word))


def _ends_subject(words: Sequence[Word], at: int, first: int, lead: str) -> bool:
    """Whether a word is the verb, so that the subject stands before it."""
    word = words[at]
    if word.span:
        return False
    if word.lower in lexicon.words("judging/silent", "copulas", "modals"):
        return True
    if at == first:
        return word.lower in lexicon.words("judging/silent", "imperatives")
    if words[at - 1].lower in lexicon.words("judging/silent", "pronouns"):
        return True
    return word.lower in lexicon.words("judging/silent", "third_person") and not lead and at + 1 < len(words)

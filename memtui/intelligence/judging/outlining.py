"""Makes the outline of a statement, word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.judging.labels import LabelKind, label_of
from memtui.intelligence.judging.outlines import Negation, Outline, Token
from memtui.intelligence.judging.values import phrasal
from memtui.intelligence.quantities import measured, number_words
from memtui.intelligence.reading import Statement, Word
from memtui.intelligence.reading.words import NEGATORS
from memtui.intelligence.tokens import tokenize

GENERIC_WEIGHT = 0.35
"""Words such as "method", "section" or "default" weigh a third of others: they name no subject."""

PARTICLE_WEIGHT = 0.25
CODE_WEIGHT = 1.5
NAME_WEIGHT = 1.2

LETTERS_OF_A_WORD = 2
"""A run of a script without spaces weighs as one word for so many letters."""

MOST_BESIDE_VALUE = 3
"""So many words may stand beside a value in code or a number."""

MOST_VALUE_WORDS = 2
"""So many words are a value in prose."""

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_NO_ROLE: frozenset[str] = frozenset()
_PAUSES = frozenset([",", "-", "\u2013", "\u2014", "/"])
_STOPS = frozenset([",", ";", ":", ".", "\u2013", "\u2014"])


def outline(statement: Statement) -> Outline:
    """Return the outline of a statement, made once and kept with it."""
    kept = vars(statement)
    made = kept.get("_outline")
    if made is None:
        made = kept["_outline"] = _Walk(statement).outline()
    return made


class _Walk:
    """One way through the words of a statement."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.words = statement.words
        label = label_of(statement)
        announced = label is not None and label.kind is LabelKind.ANNOUNCING and not label.open
        self.label = None if announced else label
        self.start, self.after = (label.start, label.end) if label and not label.open else (0, 0)
        if announced:
            self.start = self.after
        self.quantities = measured(self.words)
        self.tokens: list[Token] = []
        self.negations: list[Negation] = []
        self.first = self.body = self.depth = 0
        self.verb = self.behind = -1
        self.lead = self.clause = self.case = ""

    def outline(self) -> Outline:
        """Return the outline of the whole statement."""
        for at, word in enumerate(self.words):
            if at == self.start:
                self.first = len(self.tokens)
            if at == self.after:
                self.body = len(self.tokens)
            if word.start < self.behind:
                continue
            if word.kind == ".":
                self._sign(word)
            else:
                self._word(at, word)
        tokens = self.tokens
        return Outline(
            tuple(tokens),
            tuple(self.negations),
            self.label,
            self.first,
            self.body,
            max(self.verb, self.body),
            frozenset(token.key for token in tokens),
            sum(token.weight for token in tokens[self.first :]),
            _valued(tokens[self.body :], self.words[self.after :]),
            self._denies(),
            any(each.word in _words("plain_negators") for each in self.negations),
        )

    def _sign(self, word: Word) -> None:
        if word.text in _STOPS:
            self.clause = self.case = ""
        if word.text not in "`'\"":
            self.lead = ""
        self.depth = max(0, self.depth + (word.text in "([") - (word.text in ")]"))

    def _word(self, at: int, word: Word) -> None:
        roles = _NO_ROLE if word.span else _roles().get(word.lower, _NO_ROLE)
        if roles:
            if "leads" in roles:
                self.lead = "" if self._phrasal(at, word) else word.lower
            if "subordinators" in roles:
                self.clause = word.lower
                self.case = word.lower if "conditions" in roles else ""
        if is_negator(word) or (not self.clause and "refusals" in roles and _refuses(self.words, at)):
            self._negation(at, word)
            return
        if at >= self.after and self._is_verb(at, roles):
            self.lead = ""
            self.verb = len(self.tokens) if self.verb < 0 else self.verb
        if self.lead and not self.case and self._participle(at, word):
            self.lead = ""
        lead = self.case or self.lead
        quantity = self.quantities.get(word.start)
        if quantity is not None:
            key, self.behind = quantity
            text = self.statement.text[word.start - self.statement.start : self.behind - self.statement.start]
            self.tokens.append(Token(key, text, word.start, self.behind, word.span, "q", 1.0, self.depth, lead, True))
        elif not word.stop or word.span or _counts(self.words, at):
            self.tokens.append(_token(word, self.depth, lead))

    def _phrasal(self, at: int, word: Word) -> bool:
        """Whether a particle makes another verb of the one before it, and opens no phrase ("putting on a coat")."""
        before = self.words[at - 1] if at else None
        return before is not None and before.kind == "w" and f"{before.stem}-{word.lower}" in phrasal()

    def _participle(self, at: int, word: Word) -> bool:
        """Whether a participle right behind a phrase goes on with what is done ("a man in a hat carrying a box")."""
        if word.span or word.kind != "w" or len(word.lower) < 6 or not word.lower.endswith("ing"):
            return False
        last = self.tokens[-1] if self.tokens else None
        if last is None or last.lead != self.lead or last.end != self.words[at - 1].end:
            return False
        return last.kind in "wn" and last.weight > PARTICLE_WEIGHT

    def _negation(self, at: int, word: Word) -> None:
        aside = self.depth > 0 or bool(self.clause) or (at != self.after and _contrasts(self.words, at))
        aside = aside or any(later.lower in _words("but_for") for later in self.words[at + 1 :] if not later.span)
        self.negations.append(Negation(len(self.tokens), word.lower, aside, word.start, word.end))
        if self.verb < 0 and (word.lower.endswith("n't") or word.lower == "cannot"):
            self.verb = len(self.tokens)

    def _denies(self) -> bool:
        label = self.label.text.lower().split() if self.label is not None else ()
        return any(not each.aside for each in self.negations) or any(word in _words("denying_labels") for word in label)

    def _is_verb(self, at: int, roles: frozenset[str]) -> bool:
        """Whether a word is the verb, so that the subject stands before it."""
        if "verb" in roles:
            return True
        if at == self.after:
            return "imperatives" in roles
        if self.words[at].span == 0 and "pronouns" in _roles().get(self.words[at - 1].lower, _NO_ROLE):
            return True
        return "third_person" in roles and not self.lead and at + 1 < len(self.words)


def _words(*lists: str) -> frozenset[str]:
    return lexicon.words("judging/silent", *lists)


@cache
def _roles() -> dict[str, frozenset[str]]:
    """Return what each small word and verb may do in a sentence."""
    found: dict[str, set[str]] = {}
    for name in ("leads", "subordinators", "conditions", "refusals", "imperatives", "pronouns", "third_person"):
        for word in _words(name):
            found.setdefault(word, set()).add(name)
    for word in _words("copulas", "modals"):
        found.setdefault(word, set()).add("verb")
    return {word: frozenset(roles) for word, roles in found.items()}


def is_negator(word: Word) -> bool:
    """Whether the word turns its clause round; "without" is a preposition, and has an opposite."""
    lower = word.lower
    return (lower in NEGATORS and lower != "without") or lower in _words("nobody") or lower.endswith("n't")


def _refuses(words: Sequence[Word], at: int) -> bool:
    """Whether a word is a main verb that denies its object ("avoid", "prevents")."""
    return not at or words[at - 1].lower not in ("to", "and", "or", ",")


def _contrasts(words: Sequence[Word], at: int) -> bool:
    """Whether a negator behind a comma or dash only names the other choice ("Use A, not B"), or denies nothing."""
    if at and words[at - 1].text in _PAUSES and words[at].lower in ("not", "no", "never"):
        return True
    return at + 1 < len(words) and words[at + 1].lower in _words("no_denials")


def _counts(words: Sequence[Word], at: int) -> bool:
    """Whether "one" is a number: a noun follows."""
    if words[at].lower != "one" or (at and words[at - 1].lower == "no"):
        return False
    return at + 1 < len(words) and not words[at + 1].stop and words[at + 1].kind in "wn"


def _valued(tokens: Sequence[Token], words: Sequence[Word]) -> bool:
    """Whether the words behind a label are a value: code, a number or a name with little beside it."""
    outer = [token for token in tokens if token.depth == 0]
    prose = [token for token in outer if not token.is_value]
    if not outer or any(word.lower in _words("copulas") and not word.span for word in words):
        return False
    if words[0].lower in _words("imperatives") and not words[0].span:
        return False
    return len(prose) <= (MOST_BESIDE_VALUE if outer[0].is_value else MOST_VALUE_WORDS)


def _token(word: Word, depth: int, lead: str) -> Token:
    key, weight = _keyed(word.name, word.stem, word.kind, word.span > 0)
    kind = _kind(word)
    value = word.span > 0 or kind in "cpvd"
    return Token(key, word.text, word.start, word.end, word.span, kind, weight, depth, lead, value)


def _kind(word: Word) -> str:
    """Return the kind of a word, where numbers in words are numbers and names with digits are names in code."""
    if word.kind in "wn":
        if word.lower in number_words():
            return "d"
        if "-" in word.text and any(character.isdigit() for character in word.text):
            return "c"
    return word.kind


@lru_cache(maxsize=1 << 12)
def _keyed(name: str, stem: str, kind: str, coded: bool) -> tuple[str, float]:
    if kind == "v":
        return name.lstrip("v"), CODE_WEIGHT
    if kind in "cpd" or coded:
        return name.rstrip("/:"), CODE_WEIGHT
    if name in lexicon.words("particles"):
        return name, PARTICLE_WEIGHT
    number = number_words().get(name)
    if number is not None:
        return str(number), 1.0
    key = synonyms().get(name) or _synonym_stems().get(stem, stem)
    if stem in generic_stems():
        return key, GENERIC_WEIGHT
    if not name.isascii() and _UNSPACED.match(name):
        return key, max(1.0, len(name) / LETTERS_OF_A_WORD)
    return key, NAME_WEIGHT if kind == "n" else 1.0


@cache
def synonyms() -> dict[str, str]:
    """Return the words that another one stands for, with the stem of that."""
    named = lexicon.mapping("judging/synonyms", "words")
    stems = {base: found[0] for base in named.values() if (found := tokenize(base))}
    return {**{word: stems[base] for word, base in named.items() if base in stems}, **stems}


@cache
def _synonym_stems() -> dict[str, str]:
    """Return the same by stems, for the forms of a word that are not listed; a stem of two words stands for the first."""
    stems: dict[str, str] = {}
    for word, base in synonyms().items():
        for stem in tokenize(word)[:1] if word.isalpha() else ():
            stems.setdefault(stem, base)
    return stems


@cache
def generic_stems() -> frozenset[str]:
    """Return the stems of the nouns that name no subject of their own."""
    return frozenset(term for word in lexicon.words("generic", "nouns") for term in tokenize(word))

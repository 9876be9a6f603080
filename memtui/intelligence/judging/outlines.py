"""A statement as silent changes are looked for in it: content words in order, label, subject and negations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from memtui.intelligence.judging.labels import Label


class Token(NamedTuple):
    """One content word as it is aligned.

    Two tokens with equal `key` are the same word: stems, canonical names, quantities in their base unit. `kind`
    is as in Word, with q for a number with its unit. `depth` counts the brackets around it. `lead` is the
    preposition of the phrase, or the conjunction of the condition, that it stands in, or empty. `is_value` says
    that a value can consist of it: code, path, version, number, quantity.
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
    is_value: bool


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
    `weight` is that of all tokens from `first` on. `denies` says that the main clause or a label such as "Bad:" denies,
    `negated` that there is a plain negator anywhere. `valued` says that what stands behind the label is a value
    rather than a sentence.
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
    denies: bool
    negated: bool

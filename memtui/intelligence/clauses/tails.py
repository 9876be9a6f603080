"""What follows a verb: its object, what that is preferred to, and the phrases that limit the clause."""

from __future__ import annotations

from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.phrases import EMPTY, Phrase, phrase
from memtui.intelligence.clauses.sentences import Sentence

_TASTES = frozenset(["prefer", "want", "like", "dislike"])
_THE = frozenset(["the", "der", "die", "das", "our", "unser", "unsere"])
_DROPPED = frozenset(["use", "have", "receive", "see", "employ", "write", "run", "read", "get"])
_PHRASAL = frozenset(["reduce", "limit", "start", "change", "build"])
_CHOICES = _TASTES | {"use", "be", "run", "have", ""}


class Tail(NamedTuple):
    """What follows a verb."""

    object: Phrase = EMPTY
    rejected: Phrase = EMPTY
    scope: tuple[Phrase, ...] = ()
    negative: bool = False
    again: bool = False
    listed: bool = False
    definite: bool = False
    markers: frozenset[str] = frozenset()


def tail_of(sentence: Sentence, start: int, end: int, kind: str) -> Tail:
    """Return what the words `start` to `end` say after a verb of that class."""
    return _Reader(sentence, end, kind).read(start)


class _Reader:
    """A tail while it is read: each word goes into the bucket that is open."""

    def __init__(self, sentence: Sentence, end: int, kind: str) -> None:
        self.sentence, self.end, self.kind = sentence, end, kind
        self.object: list[int] = []
        self.rejected: list[int] = []
        self.scopes: list[tuple[str, list[int]]] = []
        self.preposition = ""
        self.negative = self.again = self.listed = False
        self.markers: set[str] = set()
        self.bucket: list[int] | None = self.object

    def read(self, start: int) -> Tail:
        at = self._infinitive(start)
        while at < self.end:
            at = self._take(at)
        return Tail(
            self._phrase(self.object, self.preposition),
            self._phrase(self.rejected),
            tuple(found for name, at_ in self.scopes if (found := self._phrase(at_, name)) and not _is_time(found)),
            self.negative,
            self.again,
            self.listed,
            self._is_definite(),
            frozenset(self.markers),
        )

    def _phrase(self, indices: list[int], preposition: str = "") -> Phrase:
        words, parts = self.sentence.words, self.sentence.parts
        return phrase([words[at] for at in indices], [parts[at] for at in indices], preposition) if indices else EMPTY

    def _is_definite(self) -> bool:
        """Say whether "the" stands before the object."""
        if not self.object or not self.object[0]:
            return False
        first = self.object[0]
        return any(self.sentence.words[at].lower in _THE for at in (first, first - 1))

    def _infinitive(self, at: int) -> int:
        """Step over "to use" and "using" after a verb of taste: what is used is what is wanted."""
        words = self.sentence.words
        if self.kind in _PHRASAL and at < self.end and words[at].lower in ("up", "down", "out", "off"):
            return at + 1
        if self.kind not in _TASTES:
            return at
        if at + 1 < self.end and words[at].lower == "to" and self.sentence.forms[at + 1] is not None:
            at += 1
        elif at and words[at - 1].lower == "rather" and at < self.end and self.sentence.forms[at] is not None:
            pass
        elif not (at < self.end and words[at].lower.endswith("ing")):
            return at
        form = self.sentence.forms[at]
        if form is None or form.lemma not in _DROPPED:
            return at
        follows = at + 1 < self.end and not self.sentence.parts[at + 1] & roles.SCOPE and words[at + 1].kind != "."
        return at + 1 if follows else at

    def _take(self, at: int) -> int:
        word, part = self.sentence.words[at], self.sentence.parts[at]
        if part == 0 or word.span:
            if word.kind == ".":
                return self._sign(at)
        elif (step := self._small(at, part)) is not None:
            return step
        if self.bucket is not None:
            self.bucket.append(at)
        return at + 1

    def _sign(self, at: int) -> int:
        lower = self.sentence.words[at].lower
        if lower == ":" and self._is_clock(at):
            if self.bucket is not None:
                self.bucket.append(at)
            return at + 1
        if lower == "," and self._lists(at):
            self.listed = self.listed or self.bucket is self.object
            return at + 1
        if lower in (",", ";", "(", "-", "\u2013", "\u2014", ":", "[") and (self.object or self.scopes):
            self.bucket = self.bucket if lower == "-" and self._is_tight(at) else None
        return at + 1

    def _is_tight(self, at: int) -> bool:
        words = self.sentence.words
        return at + 1 < len(words) and words[at].end == words[at + 1].start

    def _is_clock(self, at: int) -> bool:
        words = self.sentence.words
        if at == 0 or at + 1 >= self.end or words[at - 1].kind != "d" or words[at + 1].kind != "d":
            return False
        return words[at - 1].end == words[at].start and self._is_tight(at)

    def _lists(self, at: int) -> bool:
        """Say whether a comma parts the items of a list."""
        for later in range(at + 1, min(self.end, at + 5)):
            if self.sentence.words[later].lower in ("and", "or", "und", "oder"):
                return self.bucket is not None
            if self.sentence.parts[later] & (roles.SCOPE | roles.RELATIVE | roles.REASON):
                return False
        return False

    def _small(self, at: int, part: int) -> int | None:
        """Take a small word; None where it belongs to the phrase that is open."""
        lower = self.sentence.words[at].lower
        contrasts = part & roles.CONTRAST or lower == "to" or (part & roles.NEGATOR and self.object)
        if contrasts and (step := self._contrast(at, lower, part)) is not None:
            return step
        if part & roles.NEGATOR:
            return self._negator(at)
        following = at + 1 < self.end and self.sentence.words[at + 1].lower in ("more", "longer")
        if lower == "any" and following and at + 2 >= self._sense():
            self.again = True
            return at + 2
        if part & (roles.TIME | roles.ALSO | roles.ONLY | roles.AGAIN):
            return self._marker(at, part)
        if part & (roles.RELATIVE | roles.REASON):
            if part & roles.RELATIVE and not self.object:
                return at + 1
            self.bucket = None
            return at + 1
        if part & roles.CONJUNCTION:
            self.listed = self.listed or (self.bucket is self.object and lower in ("and", "or", "und", "oder", "plus"))
            return at + 1
        if part & roles.SCOPE and lower not in ("of", "von", "s"):
            return self._scope(at, lower)
        return None

    def _sense(self) -> int:
        """Return where the words of the tail end, the signs behind them left out."""
        end = self.end
        while end > 0 and self.sentence.words[end - 1].kind == ".":
            end -= 1
        return end

    def _contrast(self, at: int, lower: str, part: int) -> int | None:
        words = self.sentence.words
        following = words[at + 1].lower if at + 1 < self.end else ""
        if lower in ("instead", "rather", "anstelle") and following in ("of", "than", "von"):
            self.bucket = self.rejected
            if lower == "instead":
                self.markers.add("instead")
            return at + 2
        if lower == "instead":
            self.markers.add("instead")
            return at + 1
        if lower in ("than", "statt", "anstatt", "anstelle"):
            self.bucket = self.rejected
            return at + 1
        if not self.object or self.kind not in _CHOICES:
            return None
        if lower in ("over", "gegenuber") or (
            lower == "to" and self.kind == "prefer" and self.sentence.forms[at + 1 if following else at] is None
        ):
            self.bucket = self.rejected
            return at + 1
        if part & roles.NEGATOR and lower in ("not", "nicht") and words[at - 1].lower in (",", "and", "but", "-"):
            self.bucket = self.rejected
            return at + 1
        return None

    def _negator(self, at: int) -> int:
        lower = self.sentence.words[at].lower
        following = self.sentence.words[at + 1].lower if at + 1 < self.end else ""
        if lower == "no" and following == "longer":
            self.negative = self.again = True
            return at + 2
        if following in ("only", "nur", "just"):
            return at + 2
        if lower in ("without", "ohne"):
            return self._scope(at, "without")
        if self.bucket is self.object and (not self.object or lower in ("nicht", "kein", "keine", "keinen", "nie")):
            self.negative = not self.negative
            return at + 1
        self.bucket = None
        return at + 1

    def _marker(self, at: int, part: int) -> int:
        if part & roles.AGAIN:
            self.again = True
        if part & roles.TIME:
            self.markers.add("now")
        if part & roles.ALSO:
            self.markers.add("also")
        if part & roles.ONLY:
            self.markers.add("only")
        return at + 1

    def _scope(self, at: int, lower: str) -> int:
        if not self.object and not self.preposition and self.bucket is self.object and self.kind:
            self.preposition = lower
            return at + 1
        if lower in ("to", "as", "zu") and self.object and self._opens_reason(at):
            self.bucket = None
            return at + 1
        fresh: list[int] = []
        self.scopes.append((lower, fresh))
        self.bucket = fresh
        if lower == "for" and self._opens_reason(at):
            self.scopes.pop()
            self.bucket = None
        return at + 1

    def _opens_reason(self, at: int) -> bool:
        """Say whether "to V" or "for faster builds" gives a purpose rather than a limit."""
        if at + 1 >= self.end:
            return False
        word, form = self.sentence.words[at + 1], self.sentence.forms[at + 1]
        if self.sentence.words[at].lower == "for":
            return word.lower in ("better", "more", "less") or (
                word.lower.endswith("er") and word.lower in lexicon.words("clauses/leads", "comparatives")
            )
        return form is not None and form.tense == "base"


def _is_time(found: Phrase) -> bool:
    """Say whether a phrase only dates the clause ("since March", "as of 2026")."""
    if found.preposition not in ("since", "as", "in", "on", "from", "of", "seit", "ab", "am", "im", "until", "after"):
        return False
    months = lexicon.words("clauses/leads", "months")
    return all(word.kind in "dv." or word.lower in months or word.lower in ("of", "on") for word in found.words)

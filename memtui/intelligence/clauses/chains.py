"""A verb with its auxiliaries, its denial and its adverbs, read word by word."""

from __future__ import annotations

from typing import NamedTuple

from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.sentences import Sentence
from memtui.intelligence.clauses.verbs import Form, english

AUXILIARIES = frozenset(["be", "have", "do"])
_TO_LEADS = frozenset(["need", "have", "ought"])
_ENDING = frozenset(["stop", "quit", "cease"])
_DECIDING = frozenset(["decide", "agree", "choose", "opt", "plan", "start", "begin", "continue", "tend", "intend"])

_IDIOMS: dict[tuple[str, ...], tuple[str, str]] = {
    ("stand",): ("dislike", "may"),
    ("rather",): ("want", "will"),
    ("fond", "of"): ("like", "be"),
    ("a", "fan", "of"): ("like", "be"),
    ("keen", "on"): ("like", "be"),
    ("into",): ("like", "be"),
    ("in", "favour", "of"): ("want", "be"),
    ("in", "favor", "of"): ("want", "be"),
    ("against",): ("dislike", "be"),
    ("tired", "of"): ("dislike", "be"),
    ("allergic", "to"): ("dislike", "be"),
    ("responsible", "for"): ("own", "be"),
    ("in", "charge", "of"): ("own", "be"),
    ("the", "owner", "of"): ("own", "be"),
    ("the", "maintainer", "of"): ("own", "be"),
    ("the", "lead", "of"): ("own", "be"),
}
"""Turns of phrase behind a form of be or a modal: the class of verb they mean, and what must stand before them."""


class Group(NamedTuple):
    """A finite verb with its auxiliaries: words `start` to `end` of the sentence, the adverbs before it included."""

    start: int
    end: int
    lemma: str
    kind: str
    negative: bool = False
    past: bool = False
    passive: bool = False
    modality: str = ""
    markers: frozenset[str] = frozenset()
    imperative: bool = False
    state: int = 0
    """Where "is" ends in "is testing", which a goal is rather than does; else 0."""


class Chain:
    """A verb group while it is read."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.lemma = self.kind = self.modality = ""
        self.negative = self.past = self.passive = False
        self.markers: set[str] = set()
        self.waiting = True
        self.skip = 1
        self.state = 0

    def adverb(self, at: int) -> None:
        part, lower = self.sentence.parts[at], self.sentence.words[at].lower
        if part & roles.NEGATOR:
            self.negative = True
        if part & roles.AGAIN and self.negative:
            self.markers.add("no longer")
        if part & roles.ONLY and at and self.sentence.parts[at - 1] & roles.NEGATOR:
            self.negative = False
            return
        for bit, marker in ((roles.TIME, "now"), (roles.ALSO, "also"), (roles.ONLY, "only")):
            if part & bit:
                self.markers.add(marker)
        if lower in ("actually", "eigentlich"):
            self.markers.add("actually")
        if lower in ("previously", "formerly", "originally", "once"):
            self.past = True
        if lower in ("still", "noch"):
            self.markers.add("still")

    def take(self, at: int) -> bool:
        """Add a word to the group, or return False where the group is over."""
        word, part, form = self.sentence.words[at], self.sentence.parts[at], self.sentence.forms[at]
        lower = word.lower
        if lower.endswith("n't") or lower == "cannot":
            return self._contracted(lower)
        if part & roles.MODAL and self.waiting and not self.lemma:
            self.modality = self.modality or _modality(lower)
            self.past = self.past or lower == "would"
            return True
        if lower == "to" and self.lemma in _TO_LEADS and self._verb_follows(at):
            self.modality, self.lemma, self.kind, self.waiting = "must", "", "", True
            return True
        if lower == "rather" and self._idiom(at):
            return True
        if lower == "to" and self._leads(at):
            self.lemma, self.kind, self.waiting = "", "", True
            return True
        if (
            part & roles.ADVERB
            and word.kind != "n"
            and not (part & roles.NEGATOR and lower in ("no", "none", "kein", "keine", "keinen"))
        ):
            self.adverb(at)
            return True
        if form is None or word.kind == ".":
            return self._idiom(at)
        if self.lemma in _ENDING and form.tense == "ing":
            self.negative, self.lemma, self.kind, self.waiting = True, "", "", True
            self.markers.add("no longer")
        if self.kind == "be" and form.tense == "ing":
            self.state = at
        return self._verb(form)

    def _leads(self, at: int) -> bool:
        """Say whether a verb only leads to the next ("used to prefer", "decided to use")."""
        if not self._verb_follows(at):
            return False
        if self.lemma == "use" and self.past and not self.passive:
            self.markers.add("past")
            return True
        if self.lemma in _DECIDING:
            self.modality = self.modality or ("will" if self.lemma in ("plan", "intend") else "")
            if self.lemma in ("start", "begin"):
                self.markers.add("now")
            return True
        return False

    def _verb_follows(self, at: int) -> bool:
        later = at + 1
        while later < len(self.sentence.words) and self.sentence.parts[later] & roles.ADVERB:
            later += 1
        return later < len(self.sentence.words) and self.sentence.forms[later] is not None

    def _contracted(self, lower: str) -> bool:
        if self.lemma and self.kind not in AUXILIARIES:
            return False
        self.negative = True
        stem = lower.removesuffix("n't")
        if stem in ("is", "are", "was", "were", "has", "have", "had", "do", "does", "did"):
            self._verb(english()[stem])
        else:
            self.modality = _modality({"wo": "will", "ca": "can", "sha": "shall", "cannot": "can"}.get(stem, stem))
        return True

    def _idiom(self, at: int) -> bool:
        """Take a turn of phrase that means a verb of taste ("can't stand", "would rather", "is fond of")."""
        lowers = [word.lower for word in self.sentence.words[at : at + 4]]
        if self.kind not in ("be", ""):
            return False
        for idiom, (kind, needs) in _IDIOMS.items():
            if lowers[: len(idiom)] == list(idiom) and needs == (self.lemma or self.modality):
                self.lemma = self.kind = kind
                self.negative = self.negative and idiom != ("stand",)
                self.modality, self.waiting, self.skip = "", False, len(idiom)
                self.past = self.past and needs == "be"
                return True
        return False

    def _verb(self, form: Form) -> bool:
        if not self.lemma:
            self._become(form)
            self.past = self.past or form.tense == "past"
            return True
        if self.kind not in AUXILIARIES:
            return False
        if self.kind == "be" and form.tense in ("past", "ing") and form.kind not in AUXILIARIES:
            self.passive = form.tense == "past"
        elif self.kind == "have" and form.tense == "past":
            self.past = form.kind not in AUXILIARIES
        elif not (self.kind == "do" and form.tense in ("base", "s")):
            return False
        self._become(form)
        return True

    def _become(self, form: Form) -> None:
        self.lemma, self.kind = form.lemma, form.kind
        self.waiting = form.kind in AUXILIARIES

    def group(self, start: int, end: int, first: bool) -> Group:
        return Group(
            start,
            end,
            self.lemma or "be",
            self.kind or "be",
            self.negative,
            self.past and "now" not in self.markers,
            self.passive,
            self.modality,
            frozenset(self.markers),
            first and not self.passive and self.kind not in AUXILIARIES,
            self.state,
        )


def _modality(modal: str) -> str:
    if modal in ("must", "shall"):
        return "must"
    if modal in ("should", "ought"):
        return "should"
    return "will" if modal in ("will", "would") else "may"

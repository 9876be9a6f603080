"""Where the finite verbs of a sentence stand, with all that belongs to each: auxiliaries, negation and adverbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.verbs import Form, english, listed
from memtui.intelligence.reading import Word

_AUXILIARIES = frozenset(["be", "have", "do"])
_TO_LEADS = frozenset(["need", "have", "ought"])
_DECIDING = frozenset(["decide", "agree", "choose", "opt", "plan", "start", "begin", "continue", "tend", "intend"])
_LOOKAHEAD = 6

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


class Sentence(NamedTuple):
    """The words of a sentence with the part that each can play and the verb form that it may be."""

    words: Sequence[Word]
    parts: list[int]
    forms: list[Form | None]
    language: str


def sentence_of(words: Sequence[Word]) -> Sentence:
    """Look every word up once; contractions with a pronoun are two words."""
    if any("'" in word.lower for word in words):
        words = list(_expanded(words))
    language = roles.language_of(words)
    table, forms = roles.table(language), english() if language == "en" else listed(language)
    if (
        language == "en"
        and not any(word.lower in forms for word in words)
        and any(word.lower in listed("de") for word in words)
    ):
        language, table, forms = "de", roles.table("de"), listed("de")
    parts = [0 if word.kind == "." or word.span else table.get(word.lower, 0) for word in words]
    for at, word in enumerate(words):
        if len(word.text) == 1 and at and parts[at] and word.text.isupper() and word.text != "I":
            parts[at] = 0
    return Sentence(
        words,
        parts,
        [None if word.span or word.kind in ".pvd" else forms.get(word.lower) for word in words],
        language,
    )


def _expanded(words: Sequence[Word]) -> Iterator[Word]:
    known: dict[str, str] = lexicon.table("clauses/verbs_en")["contractions"]
    for word in words:
        told = known.get(word.lower) if word.span == 0 else None
        if told is None:
            yield word
            continue
        at = word.start
        for part in told.split():
            yield word._replace(text=part, lower=part, name=part, stem=part, start=at, end=word.end, stop=True)
            at = min(at + len(part), word.end)


def groups(sentence: Sentence) -> list[Group]:
    """Return the finite verbs in order."""
    found: list[Group] = []
    at, count = 0, len(sentence.words)
    while at < count:
        behind_verb = bool(found) and found[-1].end == at and sentence.words[at - 1].kind != "."
        if not behind_verb and _opens(sentence, at):
            group = _group(sentence, at)
            found.append(group)
            at = max(group.end, at + 1)
        else:
            at += 1
    return found


def _before(sentence: Sentence, at: int) -> int:
    """Return the index of the word before `at`, adverbs skipped; -1 at the beginning or after a sign."""
    at -= 1
    while at >= 0 and (sentence.parts[at] & roles.ADVERB or sentence.words[at].lower == "please"):
        at -= 1
    if at >= 0 and sentence.words[at].kind == ".":
        return -1
    return at


def _opens(sentence: Sentence, at: int) -> bool:
    word, form = sentence.words[at], sentence.forms[at]
    if word.lower.endswith("n't") or word.lower == "cannot":
        return True
    if sentence.parts[at] & roles.MODAL:
        return not (word.lower == "may" and word.kind == "n")
    if form is None:
        return False
    before = _before(sentence, at)
    parts = sentence.parts[before] if before >= 0 else 0
    if form.kind in _AUXILIARIES:
        return form.tense != "ing" and not (before >= 0 and sentence.words[before].lower == "to")
    if sentence.language != "en":
        return not parts & roles.BEFORE_NOUN
    if parts & (roles.BEFORE_NOUN | roles.SCOPE | roles.CONTRAST) and not parts & roles.PERSON:
        return False
    return _is_finite(sentence, at, form, before)


def _is_finite(sentence: Sentence, at: int, form: Form, before: int) -> bool:
    nounlike = form.lemma in lexicon.words("clauses/verbs_en", "nouns")
    if before < 0:
        if form.tense == "ing":
            return (at == 0 or bool(sentence.parts[at - 1] & roles.ADVERB)) and not _verb_ahead(sentence, at)
        return not _verb_ahead(sentence, at)
    if form.tense == "ing":
        return False
    if form.tense == "base" and not _is_plural(sentence, before):
        return False
    return not (nounlike and _verb_ahead(sentence, at))


def _is_plural(sentence: Sentence, at: int) -> bool:
    word = sentence.words[at]
    if sentence.parts[at] & roles.PERSON:
        return word.lower in ("i", "we", "us", "users", "team")
    if word.lower in ("you", "they", "who", "people", "data", "let's"):
        return True
    if any(sentence.words[early].lower == "and" for early in range(max(0, at - 3), at)):
        return True
    return len(word.lower) > 3 and word.lower.endswith("s") and not word.lower.endswith(("ss", "'s", "us", "is"))


def _verb_ahead(sentence: Sentence, at: int) -> bool:
    """Say whether a surer verb follows in the same phrase, so that this word must be a noun or an adjective."""
    for later in range(at + 1, min(len(sentence.words), at + _LOOKAHEAD)):
        word, part, form = sentence.words[later], sentence.parts[later], sentence.forms[later]
        if word.kind == "." or part & (
            roles.RELATIVE | roles.CONJUNCTION | roles.SCOPE | roles.CONTRAST | roles.REASON
        ):
            return False
        if part & roles.MODAL or word.lower.endswith("n't"):
            return True
        if form is None or sentence.parts[later - 1] & roles.BEFORE_NOUN:
            continue
        if form.kind in _AUXILIARIES and form.tense != "ing":
            return True
        if later > at + 1 and form.tense == "s" and form.lemma not in lexicon.words("clauses/verbs_en", "nouns"):
            return True
        if later == at + 1 and _follows_noun(sentence, at, form):
            return True
    return False


def _follows_noun(sentence: Sentence, at: int, form: Form) -> bool:
    """Say whether a verb right behind a doubtful word shows that word to be its subject ("Caching reduces", "Reports run")."""
    own = sentence.forms[at]
    if own is None or own.kind == "use":
        return False
    nouns = lexicon.words("clauses/verbs_en", "nouns")
    if form.tense == "base":
        return own.tense == "s" and form.lemma not in nouns
    return (
        form.tense in ("s", "past") and form.lemma not in nouns and (own.tense in ("base", "ing") or form.kind == "be")
    )


def _group(sentence: Sentence, at: int) -> Group:
    """Read the verb group that opens at `at`: auxiliaries, adverbs and the main verb."""
    start = at
    while start > 0 and sentence.parts[start - 1] & roles.ADVERB:
        start -= 1
    state = _Chain(sentence)
    for index in range(start, at):
        state.adverb(index)
    end = at
    while end < len(sentence.words) and state.take(end):
        end += state.skip
        state.skip = 1
    before = _before(sentence, at)
    return state.group(start, end, before < 0)


class _Chain:
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
            return True
        return False

    def _verb_follows(self, at: int) -> bool:
        later = at + 1
        while later < len(self.sentence.words) and self.sentence.parts[later] & roles.ADVERB:
            later += 1
        return later < len(self.sentence.words) and self.sentence.forms[later] is not None

    def _contracted(self, lower: str) -> bool:
        if self.lemma and self.kind not in _AUXILIARIES:
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
                return True
        return False

    def _verb(self, form: Form) -> bool:
        if not self.lemma:
            self._become(form)
            self.past = self.past or form.tense == "past"
            return True
        if self.kind not in _AUXILIARIES:
            return False
        if self.kind == "be" and form.tense in ("past", "ing") and form.kind not in _AUXILIARIES:
            self.passive = form.tense == "past"
        elif self.kind == "have" and form.tense == "past":
            self.past = form.kind not in _AUXILIARIES
        elif not (self.kind == "do" and form.tense in ("base", "s")):
            return False
        self._become(form)
        return True

    def _become(self, form: Form) -> None:
        self.lemma, self.kind = form.lemma, form.kind
        self.waiting = form.kind in _AUXILIARIES

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
            first and not self.passive and self.kind not in _AUXILIARIES,
            self.state,
        )


def _modality(modal: str) -> str:
    if modal in ("must", "shall"):
        return "must"
    if modal in ("should", "ought"):
        return "should"
    return "will" if modal in ("will", "would") else "may"

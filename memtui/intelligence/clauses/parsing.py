"""Sentences taken apart into clauses: who does what to what, under which limits, and whether it is denied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.chains import Group
from memtui.intelligence.clauses.groups import groups
from memtui.intelligence.clauses.leads import Lead, lead_of
from memtui.intelligence.clauses.phrases import EMPTY, Phrase, phrase
from memtui.intelligence.clauses.sentences import Sentence, sentence_of
from memtui.intelligence.clauses.tails import Tail, tail_of
from memtui.intelligence.reading import Word
from memtui.intelligence.tokens import tokenize

_JOINING = frozenset(["of", "von", "as", "than", "s"])

MOST_CLAUSES = 4
"""So many clauses of one sentence are read."""


@dataclass(frozen=True)
class Clause:
    """One clause.

    `person` is user or we where the subject is a person of that kind, else empty; `owner` holds the stems of a
    possessor ("Lena's laptop", "my brother's"). `verb` is the lemma, `kind` its class; both are empty for a
    fragment without a verb. `rejected` is what the object is preferred to. `scope` holds the phrases that limit
    the clause, those of time left out. `definite` says that "the" stands before the object. `markers` are words that date or widen it: now, also, only, still,
    no longer, actually, correction, update.
    """

    start: int
    end: int
    subject: Phrase
    person: str
    owner: frozenset[str]
    verb: str
    kind: str
    object: Phrase
    rejected: Phrase = EMPTY
    scope: tuple[Phrase, ...] = ()
    negative: bool = False
    modality: str = ""
    past: bool = False
    passive: bool = False
    imperative: bool = False
    listed: bool = False
    markers: frozenset[str] = frozenset()
    label: Phrase = EMPTY
    definite: bool = False
    language: str = field(default="en", compare=False)

    @property
    def scope_stems(self) -> frozenset[str]:
        """The stems of all that limits the clause."""
        return frozenset().union(*(part.stems for part in self.scope))


def parse(words: Sequence[Word]) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, in order."""
    sentence = sentence_of(words)
    lead = lead_of(sentence)
    words = sentence.words
    if lead.start:
        words = words[lead.start :]
        sentence = Sentence(words, sentence.parts[lead.start :], sentence.forms[lead.start :], sentence.language)
    verbs = _main(sentence, groups(sentence))
    if not verbs:
        return tuple(_fragments(sentence, lead))
    clauses: list[Clause] = []
    for start, end, verb in _segments(sentence, verbs):
        clause = _clause(sentence, start, end, verb, lead if not clauses else Lead(scope=lead.scope))
        if clauses and not clause.subject and not clause.person and not clause.imperative:
            clause = replace(clause, subject=clauses[-1].subject, person=clauses[-1].person, owner=clauses[-1].owner)
        clauses.append(clause)
    return tuple(clauses)


def _main(sentence: Sentence, verbs: list[Group]) -> list[Group]:
    """Leave out verbs of relative clauses that stand before the main verb ("our API, which runs on A, uses B")."""
    if len(verbs) < 2:
        return verbs
    kept: list[Group] = []
    after = 0
    for verb, following in zip(verbs, [*verbs[1:], None], strict=True):
        relative = any(sentence.parts[at] & roles.RELATIVE for at in range(after, verb.start))
        if following is None or not relative or (kept and kept[-1].end == after):
            kept.append(verb)
            after = verb.end
    return kept


def _segments(sentence: Sentence, verbs: list[Group]) -> Iterator[tuple[int, int, Group]]:
    """Cut the sentence between verbs that a comma or a conjunction parts; what a relative pronoun opens is no clause of its own."""
    start, current, count = 0, verbs[0], 0
    for verb in verbs[1:]:
        cut = _cut(sentence, current.end, verb.start)
        if cut < 0:
            if cut == -1 and _is_reduced(sentence, current, verb):
                current = verb
            continue
        yield start, cut, current
        count += 1
        if count >= MOST_CLAUSES:
            return
        start, current = cut + 1, verb
    yield start, len(sentence.words), current


def _is_reduced(sentence: Sentence, first: Group, second: Group) -> bool:
    """Say whether the first of two verbs only describes the subject of the second ("data stored in S3 expires")."""
    if not first.past or first.modality or first.kind in ("be", "have", "do"):
        return False
    if not sentence.parts[first.end] & (roles.SCOPE | roles.ADVERB):
        return False
    return second.lemma not in lexicon.words("clauses/verbs_en", "nouns")


def _cut(sentence: Sentence, after: int, before: int) -> int:
    """Return where two verbs are parted; -1 where nothing parts them, -2 where the second is subordinate."""
    cut = -1
    for at in range(after, before):
        part, word = sentence.parts[at], sentence.words[at]
        if part & (roles.RELATIVE | roles.REASON) or word.lower in ("if", "when", "to", "wenn", "until", "as"):
            return -2
        if part & roles.CONJUNCTION or word.lower in (",", ";", "-", "\u2013", "\u2014", ":"):
            cut = at
    return cut


def _clause(sentence: Sentence, start: int, end: int, verb: Group, lead: Lead) -> Clause:
    start, opened = _opened(sentence, start, verb.start)
    behind, limits = _limits(sentence, start, verb.start)
    subject, person, owner = _subject(sentence, start, behind)
    if verb.state and subject and not _acts(subject):
        verb = verb._replace(end=verb.state, lemma="be", kind="be")
    tail = tail_of(sentence, verb.end, end, verb.kind)
    if not subject and not person and lead.person:
        person = lead.person
    if sentence.language == "de" and not subject and not person:
        person, tail = _inverted(sentence, tail)
    words = sentence.words
    last = min(end, len(words)) - 1
    return Clause(
        words[start].start if start < len(words) else 0,
        words[last].end,
        subject,
        person,
        owner,
        verb.lemma,
        verb.kind,
        tail.object,
        tail.rejected or lead.rejected,
        limits + tail.scope + lead.scope,
        verb.negative != tail.negative,
        verb.modality,
        verb.past and "now" not in tail.markers,
        verb.passive,
        verb.imperative and not subject and not person,
        tail.listed,
        verb.markers | tail.markers | lead.markers | opened | _again(verb, tail),
        lead.label,
        tail.definite,
        sentence.language,
    )


def _opened(sentence: Sentence, start: int, end: int) -> tuple[int, frozenset[str]]:
    """Step over signs and adverbs that a clause opens with ("now user prefers …"); the index behind, and what they mark."""
    said = set()
    while start < end and (
        sentence.words[start].kind == "." or sentence.parts[start] & (roles.TIME | roles.ALSO | roles.HEDGE)
    ):
        if sentence.parts[start] & roles.TIME:
            said.add("now")
        if sentence.parts[start] & roles.ALSO:
            said.add("also")
        start += 1
    return start, frozenset(said)


def _acts(subject: Phrase) -> bool:
    """Say whether a subject can do something: a goal or a port only is something ("the focus is testing")."""
    return subject.head not in inert()


@cache
def inert() -> frozenset[str]:
    """Return the stems of nouns that do nothing themselves."""
    listed = lexicon.words("claims", "attributes") | lexicon.words("judging/slots", "keys")
    return frozenset(term for word in listed for term in tokenize(word)[:1]) - {"team", "vendor", "client", "supplier"}


def _again(verb: Group, tail: Tail) -> frozenset[str]:
    return frozenset(["no longer"]) if tail.again and (verb.negative or tail.negative) else frozenset()


def _limits(sentence: Sentence, start: int, end: int) -> tuple[int, tuple[Phrase, ...]]:
    """Return where a subject ends before what limits it ("log level in production"), and those limits."""
    cuts = [
        at
        for at in range(start + 1, end)
        if sentence.parts[at] & roles.SCOPE
        and sentence.words[at].lower not in _JOINING
        and not ((form := sentence.forms[at - 1]) and form.tense == "past")
    ]
    if not cuts or any(sentence.parts[at] & (roles.RELATIVE | roles.CONJUNCTION) for at in range(cuts[0], end)):
        return end, ()
    parts = zip(cuts, [*cuts[1:], end], strict=True)
    found = (
        phrase(sentence.words[at + 1 : to], sentence.parts[at + 1 : to], sentence.words[at].lower) for at, to in parts
    )
    return cuts[0], tuple(part for part in found if part)


def _subject(sentence: Sentence, start: int, end: int) -> tuple[Phrase, str, frozenset[str]]:
    """Return the subject without its possessor, which person it is, and the possessor's stems."""
    words = sentence.words
    while start < end and words[start].kind == ".":
        start += 1
    for at in range(start + 1, end):
        if sentence.parts[at] & roles.RELATIVE:
            end = at
            break
    begin = start
    person, owner = "", frozenset[str]()
    persons = roles.person_words(sentence.language)
    for at in range(start, end):
        lower = words[at].lower
        if lower == "的" and at > start and at + 1 < end:
            owner = frozenset(persons.get(word.lower, word.stem) for word in words[start:at])
            start = at + 1
        elif lower.endswith("'s") and at + 1 < end:
            owner = frozenset(
                lower.removesuffix("'s") if word is words[at] else word.stem
                for word, part in zip(words[begin : at + 1], sentence.parts[begin : at + 1], strict=True)
                if not part & roles.BEFORE_NOUN
            )
            start = at + 1
        elif sentence.parts[at] & roles.POSSESSIVE and at + 1 < end and not owner:
            owner = frozenset(
                [persons.get(lower, {"my": "user", "our": "we", "mein": "user", "unser": "we"}.get(lower, lower))]
            )
            start = at + 1
    found = phrase(words[start:end], sentence.parts[start:end])
    owner = frozenset(persons.get(stem, stem) for stem in owner)
    if len(found.words) == 1 and not owner and found.words[0].lower in persons:
        person = persons[found.words[0].lower]
    elif owner == {"we"} and found.stems == {"team"}:
        person, owner = "we", frozenset()
    return (EMPTY if person else found), person, owner


def _inverted(sentence: Sentence, tail: Tail) -> tuple[str, Tail]:
    """Read a German clause whose subject follows its verb ("Jetzt bevorzugt der Nutzer Rust")."""
    persons = roles.person_words("de")
    if tail.object and (person := persons.get(tail.object.words[0].lower)):
        return person, tail._replace(object=phrase(tail.object.words[1:]))
    return "", tail


def _fragments(sentence: Sentence, lead: Lead) -> Iterator[Clause]:
    """Read a phrase without a verb: "label: value", or a topic."""
    words = sentence.words
    if not words:
        return
    tail = tail_of(sentence, 0, len(words), "")
    label = lead.label
    yield Clause(
        words[0].start,
        words[-1].end,
        label,
        lead.person,
        frozenset(),
        "be" if label else "",
        "be" if label else "",
        tail.object,
        tail.rejected,
        tail.scope + lead.scope,
        tail.negative,
        listed=tail.listed,
        markers=tail.markers | lead.markers,
        label=label,
        language=sentence.language,
    )

"""Which slot of which thing a clause fills: "the dev server listens on port 3000" fills the port of the dev server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import EMPTY, Clause, Phrase
from memtui.intelligence.quantities import is_measure
from memtui.intelligence.reading import Word
from memtui.intelligence.tokens import tokenize
from memtui.intelligence.versions import versioned

_VALUED = frozenset(
    [
        "be",
        "have",
        "use",
        "run",
        "listen",
        "limit",
        "stay",
        "deploy",
        "store",
        "need",
        "schedule",
        "contain",
        "support",
        "start",
        "format",
        "come",
    ]
)
_GROWING = frozenset(["change", "limit", "reduce"])
_PUTTING_OFF = frozenset(["extend", "push", "delay"])
SPENDING = frozenset(["work", "live", "reside", "study", "commute", "sleep"])
"""Verbs that tell where someone is to be found."""

_WRITING = frozenset(["write", "rewrite", "implement", "build", "port"])
_PLACES = frozenset(["in", "at", "on", "im", "am"])
_CARRYING = frozenset(["period", "value", "number", "setting"])
_AMOUNTING = frozenset(["at", "bei"])
_TOWARDS = frozenset(["to", "auf"])
_TIMES = frozenset(["weekday", "month", "part of day"])


@dataclass(frozen=True, slots=True)
class Slot:
    """What a clause fills: `subject` stems, the `name` of the slot, and the words that are its value.

    `named` says that the text itself names the slot ("the port is 3000"), rather than its verb or its value. `thing` is
    what was changed by another ("we moved the office to Berlin"), else empty.
    """

    subject: frozenset[str]
    name: str
    value: Phrase
    named: bool = False
    noun: str = ""
    thing: Phrase = EMPTY

    @property
    def label(self) -> str:
        """What the slot is called on screen: the noun that names it as written, else its name."""
        return self.noun or ("state" if self.name == "be" else self.name)


def subject_of(clause: Clause) -> frozenset[str]:
    """Return the stems of who or what a clause is about, its possessor included."""
    person = {clause.person} if clause.person else set()
    return frozenset(clause.subject.stems | clause.owner | person) - _fillers()


def slot_of(clause: Clause) -> Slot | None:
    """Return the slot that a clause fills ("The dev server listens on port 3000": dev server, port, 3000), or None; worked out once and kept with it."""
    kept = vars(clause)
    if "_slot" not in kept:
        kept["_slot"] = _slot(clause)
    found: Slot | None = kept["_slot"]
    return found


def _slot(clause: Clause) -> Slot | None:
    if (changed := _changed(clause)) is not None:
        return changed
    if (held := versioned(clause)) is not None:
        return Slot(held.product | clause.owner, held.name, held.value, True)
    if not clause.object:
        return None
    target = target_of(clause)
    if clause.kind not in _VALUED and clause.verb not in _WRITING and not target and not _spends(clause):
        return _timed(clause)
    return _by_subject(clause, target) if _by_its_subject(clause, target) else _by_object(clause) or _timed(clause)


def _spends(clause: Clause) -> bool:
    """Say whether a clause tells where somebody is to be found."""
    return clause.verb in SPENDING and (bool(clause.object.preposition) or len(clause.object.words) == 1)


def _by_its_subject(clause: Clause, target: Phrase) -> bool:
    """Say whether the slot is that of the subject: where it is, what its noun is, what it became."""
    if target or (clause.kind == "be" and clause.object.preposition in _PLACES):
        return True
    amounts = clause.kind == "be" or (clause.kind == "stay" and clause.object.preposition in _AMOUNTING)
    return amounts and _named(clause.subject) is not None


def _by_subject(clause: Clause, target: Phrase) -> Slot | None:
    subject, named = subject_of(clause), _named(clause.subject)
    if clause.kind == "be" and clause.object.preposition in _PLACES:
        return Slot(subject, "place", clause.object)
    if named:
        return Slot(subject - {named.stem}, slot_name(named.stem), target or clause.object, True, named.lower)
    return Slot(subject, "be", target) if clause.kind == "reduce" and target.values else None


def _by_object(clause: Clause) -> Slot | None:
    """Return the slot that an object names, by its noun, its kind or its verb."""
    subject, family = subject_of(clause), family_of(clause.object)
    if clause.passive and clause.verb in _WRITING and clause.object.preposition == "in" and family:
        return Slot(subject, family, clause.object)
    if clause.kind == "be" and (swapped := _named(clause.object)) and _is_value(clause.subject):
        about = frozenset(clause.object.stems) - {swapped.stem} - _fillers()
        return Slot(about | clause.owner, slot_name(swapped.stem), clause.subject, True, swapped.lower)
    attribute = _named(clause.object, proper=True)
    known = _family(" ".join(word.lower for word in clause.object.words[-2:]))
    if attribute and len(clause.object.words) > 1 and subject and not known:
        value = Phrase(tuple(word for word in clause.object.words if word is not attribute), clause.object.preposition)
        return Slot(subject, slot_name(attribute.stem), value, True, attribute.lower)
    if family:
        return Slot(subject, family, clause.object)
    return Slot(subject, name, clause.object) if subject and (name := _by_verb(clause)) else None


def _by_verb(clause: Clause) -> str:
    """Return what the slot is called that a verb alone names, or nothing."""
    if clause.verb in _slot_verbs():
        return slot_name(_slot_verbs()[clause.verb])
    if clause.kind in ("be", "listen", "limit", "stay", "deploy", "run", "schedule", "start"):
        return clause.verb
    if _spends(clause) or (clause.object.preposition and clause.kind in ("store", "come")):
        return f"{clause.verb} {clause.object.preposition}".strip()
    return ""


def _timed(clause: Clause) -> Slot | None:
    """Return the slot of a clause that tells when something is done ("invoices are sent on Monday")."""
    subject = subject_of(clause)
    if not subject or not (clause.object.preposition or _is_cadence(clause.object)):
        return None
    if clause.verb in _slot_verbs():
        return Slot(subject, slot_name(_slot_verbs()[clause.verb]), clause.object)
    return Slot(subject, clause.verb, clause.object) if is_time(clause.object) else None


def _is_cadence(phrase: Phrase) -> bool:
    return len(phrase.words) == 1 and phrase.words[0].lower in lexicon.words("alternatives", "cadence")


def is_time(phrase: Phrase) -> bool:
    """Say whether a phrase tells a time: by a number, a weekday, a month, a part of the day."""
    told = lexicon.words("alternatives", "cadence", "part_of_day", "ordinal", "season", "weekday", "month")
    return bool(phrase.values) or any(
        word.lower in told or not _TIMES.isdisjoint(families.kinds(word.name)) for word in phrase.words
    )


def _is_value(phrase: Phrase) -> bool:
    """Say whether a subject is really the value ("Python 3.11 is the minimum version")."""
    return bool(phrase.values) or (len(phrase.words) == 1 and bool(_family(phrase.words[0].name)))


def target_of(clause: Clause) -> Phrase:
    """Return what the subject of a verb of change became ("the deadline moved to June 1", "rose from 2 to 3"), or nothing."""
    if not clause.subject or (clause.kind not in _GROWING and clause.verb not in _PUTTING_OFF):
        return EMPTY
    if clause.object.preposition in _TOWARDS:
        return clause.object
    if clause.object.preposition not in ("from", "von"):
        return EMPTY
    return next((part for part in clause.scope if part.preposition in _TOWARDS), EMPTY)


def slot_name(stem: str) -> str:
    """Return what a slot is called: a word for a category is called by the category."""
    category = _category_stems().get(stem)
    return top(category) if category else _same_slots().get(stem, stem)


@lru_cache(maxsize=1)
def _same_slots() -> dict[str, str]:
    """Return the stem that stands for a slot, by the stems of its other nouns: "ttl" is a lifetime."""
    held: dict[str, str] = lexicon.table("claims")["slots"]
    return {
        term: tokenize(name)[0]
        for name, others in held.items()
        for other in others.split()
        for term in tokenize(other)[:1]
    }


@lru_cache(maxsize=1)
def _slot_verbs() -> dict[str, str]:
    """Return the stem of the slot that a verb fills: what lasts has a lifetime."""
    held: dict[str, str] = lexicon.table("claims")["verbs"]
    return {verb: tokenize(name)[0] for name, verbs in held.items() for verb in verbs.split()}


def _changed(clause: Clause) -> Slot | None:
    """Return the slot of what a clause says that somebody changed ("we moved the office to Berlin"), or None."""
    if clause.kind not in ("change", "reduce") or clause.passive or clause.object.preposition or not clause.object:
        return None
    value = next((part for part in clause.scope if part.preposition in _TOWARDS), EMPTY)
    if not value:
        return None
    subject = clause.object.stems - _fillers()
    named = _named(clause.object)
    if named:
        return Slot(subject - {named.stem}, slot_name(named.stem), value, True, named.lower, thing=clause.object)
    family = family_of(value)
    return Slot(subject, family or "place", value, thing=clause.object)


def family_of(phrase: Phrase) -> str:
    """Return the broadest category that a word or two of a phrase is a member of, its last words first; or nothing."""
    words = phrase.words
    for at in range(len(words) - 1, -1, -1):
        if (
            at
            and words[at].lower.strip("`'\".,;:") in families.endings()
            and (found := _family(f"{words[at - 1].lower} {words[at].lower}"))
        ):
            return found
        if words[at].kind not in ".d" and (found := _family(words[at].name)):
            return found
    return ""


@lru_cache(maxsize=1 << 12)
def _family(name: str) -> str:
    found = families.family(name)
    return top(found) if found else ""


@lru_cache(maxsize=1 << 10)
def top(category: str) -> str:
    """Return the broadest category above one."""
    kinds: dict[str, str] = lexicon.table("families")["kind_of"]
    while category in kinds:
        category = kinds[category]
    return category


@lru_cache(maxsize=1)
def _category_stems() -> dict[str, str]:
    return {
        terms[0]: category
        for words, category in families.category_words().items()
        if " " not in words and (terms := tokenize(words))
    }


@lru_cache(maxsize=1)
def _attributes() -> frozenset[str]:
    return frozenset(term for word in lexicon.table("claims")["attributes"].split() for term in tokenize(word)[:1])


@lru_cache(maxsize=1)
def _fillers() -> frozenset[str]:
    return frozenset(term for word in lexicon.table("claims")["fillers"].split() for term in tokenize(word)[:1])


def _named(phrase: Phrase, *, proper: bool = False) -> Word | None:
    """Return the word of a phrase that names a slot: its last such noun before an `of`.

    `proper` leaves out words that end a name ("AWS Secrets Manager").
    """
    found = before = None
    for word in phrase.words:
        if word.lower in ("of", "von") and found is not None:
            break
        if found is not None and word.lower in _CARRYING and found is before:
            # "retention period" is retention, as "port number" is port
            continue
        named = proper and word.kind == "n" and before is not None and before.kind == "n"
        if word.kind in "wn" and not named and word.stem in _attributes() and not is_measure(word.lower):
            found = word
        before = word
    return found

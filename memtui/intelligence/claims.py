"""What a text claims, clause by clause: subject, slot and value, ready to be compared and to be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memtui.domain.judgements import Span
from memtui.domain.records import Json
from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.dates import dates
from memtui.intelligence.quantities import Quantity, quantities
from memtui.intelligence.reading import Reading, Statement, Word
from memtui.intelligence.story import part_of

MOST_KEYS = 6
"""So many index keys a memory gets at most."""

MOST_CLAIMS = 12
"""So many claims of a memory are read."""

TASTES = frozenset(["prefer", "want", "like", "dislike"])
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
    ]
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim of a text.

    `subject` and `slot` are normalised stems, space between; `value` is as written. `scope` holds the phrases
    that limit it, as written. `signal` is the update word that it carries, if any. `span` are offsets into the
    memory's text.
    """

    subject: str
    predicate: str
    slot: str
    value: str
    negative: bool
    modality: str
    quantities: tuple[str, ...]
    versions: tuple[str, ...]
    dates: tuple[str, ...]
    scope: tuple[str, ...]
    signal: str
    span: Span

    def as_json(self) -> Json:
        """Return it as JSON holds it: what is empty is left out."""
        found: dict[str, object] = {
            "subject": self.subject,
            "predicate": self.predicate,
            "slot": self.slot,
            "value": self.value,
        }
        found |= {"negative": self.negative, "modality": self.modality, "signal": self.signal, "span": list(self.span)}
        found |= {name: list(getattr(self, name)) for name in ("quantities", "versions", "dates", "scope")}
        return {name: value for name, value in found.items() if value or name == "span"}


_PLACES = frozenset(["in", "at", "on", "im", "am"])


@dataclass(frozen=True, slots=True)
class Slot:
    """What a clause fills: `subject` stems, the `name` of the slot, and the words that are its value.

    `named` says that the text itself names the slot ("the port is 3000"), rather than its verb or its value.
    """

    subject: frozenset[str]
    name: str
    value: Phrase
    named: bool = False


def claims(reading: Reading) -> tuple[Claim, ...]:
    """Return the claims of a memory in order; questions claim nothing."""
    found: list[Claim] = []
    for statement in reading.statements:
        if statement.is_question:
            continue
        for clause in clauses_of(statement):
            found.append(_claim(reading, statement, clause))
            if len(found) >= MOST_CLAIMS:
                return tuple(found)
    return tuple(found)


def keys(reading: Reading) -> tuple[tuple[str, str], ...]:
    """Return the (subject, slot) keys by which a memory finds its kin: few and selective, the most telling first."""
    sure: dict[tuple[str, str], None] = {}
    loose: dict[tuple[str, str], None] = {}
    for statement in reading.statements[:MOST_CLAIMS]:
        if statement.is_question:
            continue
        for clause in clauses_of(statement):
            for key, is_sure in _keys(clause):
                (sure if is_sure else loose)[key] = None
        if len(sure) >= MOST_KEYS:
            break
    loose |= {("", f"topic {topic}"): None for topic in _topics(reading)}
    return tuple({**sure, **loose})[:MOST_KEYS]


def _topics(reading: Reading) -> list[str]:
    """Return the topics by which a wish and the work that fulfils it find each other, where no word is shared."""
    part = part_of(reading)
    return sorted(part.topics) if part.wish or part.event else []


def subject_of(clause: Clause) -> frozenset[str]:
    """Return the stems of who or what a clause is about, its possessor included."""
    person = {clause.person} if clause.person else set()
    return frozenset(clause.subject.stems | clause.owner | person) - _fillers()


def slot_of(clause: Clause) -> Slot | None:
    """Return the slot that a clause fills ("The dev server listens on port 3000": dev server, port, 3000), or None."""
    moved = clause.kind in ("change", "limit") and _target(clause)
    if (clause.kind not in _VALUED and not moved) or not clause.object:
        return None
    subject = subject_of(clause)
    named = _named(clause.subject)
    if clause.kind == "be" and clause.object.preposition in _PLACES:
        return Slot(subject, "place", clause.object)
    if named and (clause.kind == "be" or moved):
        return Slot(subject - {named.stem}, slot_name(named.stem), clause.object, True)
    if moved:
        return None
    if clause.kind == "be" and (swapped := _named(clause.object)) and _is_value(clause.subject):
        about = frozenset(clause.object.stems) - {swapped.stem} - _fillers()
        return Slot(about | clause.owner, slot_name(swapped.stem), clause.subject, True)
    attribute = _named(clause.object)
    if attribute and len(clause.object.words) > 1 and subject:
        value = Phrase(tuple(word for word in clause.object.words if word is not attribute), clause.object.preposition)
        return Slot(subject, slot_name(attribute.stem), value, True)
    family = family_of(clause.object)
    if family:
        return Slot(subject, family, clause.object)
    if subject and clause.kind in ("be", "listen", "limit", "stay", "deploy", "run", "schedule", "start"):
        return Slot(subject, clause.verb, clause.object)
    return None


def _is_value(phrase: Phrase) -> bool:
    """Say whether a subject is really the value ("Python 3.11 is the minimum version")."""
    return bool(phrase.values) or (len(phrase.words) == 1 and bool(_family(phrase.words[0].name)))


def _target(clause: Clause) -> bool:
    """Say whether a verb of change tells what its subject became ("the deadline moved to June 1")."""
    return clause.object.preposition in ("to", "auf") and bool(clause.subject)


def slot_name(stem: str) -> str:
    """Return what a slot is called: a word for a category is called by the category."""
    category = _category_stems().get(stem)
    return top(category) if category else stem


def family_of(phrase: Phrase) -> str:
    """Return the broadest category that a word or two of a phrase is a member of, its last words first; or nothing."""
    words = phrase.words
    for at in range(len(words) - 1, -1, -1):
        if at and (found := _family(f"{words[at - 1].lower} {words[at].lower}")):
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
    from memtui.intelligence.tokens import tokenize

    return {
        terms[0]: category
        for words, category in families.category_words().items()
        if " " not in words and (terms := tokenize(words))
    }


@lru_cache(maxsize=1)
def _attributes() -> frozenset[str]:
    from memtui.intelligence.tokens import tokenize

    return frozenset(term for word in lexicon.table("claims")["attributes"].split() for term in tokenize(word)[:1])


@lru_cache(maxsize=1)
def _fillers() -> frozenset[str]:
    from memtui.intelligence.tokens import tokenize

    return frozenset(term for word in lexicon.table("claims")["fillers"].split() for term in tokenize(word)[:1])


def _named(phrase: Phrase) -> Word | None:
    """Return the word of a phrase that names a slot: its last such noun before an `of`."""
    found = None
    for word in phrase.words:
        if word.lower in ("of", "von") and found is not None:
            break
        if word.kind in "wn" and word.stem in _attributes():
            found = word
    return found


def _keys(clause: Clause) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield the keys of a clause, each with whether it is as telling as a subject and its slot."""
    subject = " ".join(sorted(subject_of(clause)))
    if clause.kind in TASTES:
        for phrase in (clause.object, clause.rejected):
            if phrase:
                yield (subject, f"taste {family_of(phrase) or phrase.head}"), True
        return
    if clause.kind == "own":
        thing = clause.subject if clause.passive else clause.object
        yield (" ".join(sorted(thing.stems)), "owner"), True
        return
    slot = slot_of(clause)
    if slot is not None:
        yield (" ".join(sorted(slot.subject)), slot.name), True
        if family := family_of(slot.value):
            yield ("", family), False
        for scope in clause.scope:
            if scope.preposition in ("for", "fur") and slot.name:
                yield (" ".join(sorted(scope.stems)), slot.name), False
        return
    for phrase in (clause.object, *clause.scope):
        if family := family_of(phrase):
            yield ("", family), False
    if subject and clause.kind and clause.object:
        yield (subject, f"{clause.verb} {clause.object.head}"), True


def _claim(reading: Reading, statement: Statement, clause: Clause) -> Claim:
    text = reading.text
    slot = slot_of(clause)
    inside = [word for word in statement.words if clause.start <= word.start < clause.end]
    return Claim(
        " ".join(sorted(slot.subject if slot else subject_of(clause))),
        clause.kind or "topic",
        slot.name if slot else _slot_name(clause),
        (slot.value if slot else clause.object).text(text),
        clause.negative,
        clause.modality,
        tuple(_written(quantity) for quantity in quantities(inside)),
        tuple(word.text for word in inside if word.kind == "v"),
        tuple("-".join(str(part) for part in found[2:] if part) for found in dates(text[clause.start : clause.end])),
        tuple(phrase.text(text) for phrase in clause.scope),
        next(iter(sorted(clause.markers)), ""),
        (clause.start, clause.end),
    )


def _slot_name(clause: Clause) -> str:
    if clause.kind in TASTES:
        return family_of(clause.object) or clause.object.head
    return "owner" if clause.kind == "own" else clause.verb


def _written(quantity: Quantity) -> str:
    amount = f"{quantity.amount:g}" if quantity.last == quantity.amount else f"{quantity.amount:g}-{quantity.last:g}"
    return f"{amount} {quantity.dimension}".strip()

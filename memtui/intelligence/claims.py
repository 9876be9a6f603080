"""What a text claims, clause by clause: subject, slot and value, ready to be compared and to be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memtui.domain.judgements import Span
from memtui.domain.kinds import Kind, MemoryType
from memtui.domain.records import Json
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.dates import dates
from memtui.intelligence.demands import demanded_kinds
from memtui.intelligence.outcomes import outcome
from memtui.intelligence.quantities import Quantity, quantities
from memtui.intelligence.reading import Reading, Statement
from memtui.intelligence.slots import family_of, slot_of, subject_of
from memtui.intelligence.story import part_of

MOST_KEYS = 6
"""So many index keys a memory gets at most."""

MOST_CLAIMS = 12
"""So many claims of a memory are read."""

_MARKERS = ("no longer", "correction", "update", "now", "actually")
TASTES = frozenset(["prefer", "want", "like", "dislike"])


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
        clauses = clauses_of(statement)
        for clause in clauses:
            for key, is_sure in _keys(clause):
                (sure if is_sure else loose)[key] = None
        task = _task(reading, clauses[0]) if clauses else None
        if task is not None:
            sure[task] = None
        if clauses and outcome(statement).sign:
            sure[" ".join(sorted(subject_of(clauses[0]))), "outcome"] = None
        loose |= {("demand", kind): None for kind in sorted(demanded_kinds(statement))}
        if len(sure) >= MOST_KEYS:
            break
    loose |= {("topic", topic): None for topic in _topics(reading)}
    return tuple({**sure, **loose})[:MOST_KEYS]


def _task(reading: Reading, clause: Clause) -> tuple[str, str] | None:
    """Return the key of a memory that tells of a task, a goal or a priority, or of what somebody is working on."""
    if clause.label:
        known, fillers = lexicon.words("judging/slots", "keys"), lexicon.words("judging/slots", "qualifiers")
        word = next((word for word in reversed(clause.label.words) if word.lower in known), None)
        if word is None:
            return None
        about = clause.label.stems | clause.owner
        return " ".join(sorted(about - {word.stem} - fillers)) or "current", word.lower
    if reading.memory_type is not MemoryType.OPERATIONAL and reading.kind is not Kind.GOAL:
        return None
    works = clause.verb in lexicon.words("judging/slots", "working") and clause.object.preposition in ("on", "an")
    return (" ".join(sorted(subject_of(clause))) or "current", "task") if works else None


def _topics(reading: Reading) -> list[str]:
    """Return the topics by which a wish and the work that fulfils it find each other, where no word is shared."""
    part = part_of(reading)
    return sorted(part.topics) if part.wish or part.event else []


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
        _signal(statement, clause),
        (clause.start, clause.end),
    )


def _signal(statement: Statement, clause: Clause) -> str:
    """Return the update word of a clause as written, or the marker that stands for one."""
    spoken = [signal.text for signal in statement.signals if signal.start < clause.end]
    return spoken[0] if spoken else next((m for m in _MARKERS if m in clause.markers), "")


def _slot_name(clause: Clause) -> str:
    if clause.kind in TASTES:
        return family_of(clause.object) or clause.object.head
    return "owner" if clause.kind == "own" else clause.verb


def _written(quantity: Quantity) -> str:
    amount = f"{quantity.amount:g}" if quantity.last == quantity.amount else f"{quantity.amount:g}-{quantity.last:g}"
    return f"{amount} {quantity.dimension}".strip()

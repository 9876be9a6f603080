"""One thing, one slot, another value: "listens on port 3000" and "8080", "has the MIT license" and "uses Apache-2.0"."""

from __future__ import annotations

from itertools import takewhile

from memtui.domain.judgements import Finding
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.dates import dates
from memtui.intelligence.judging.alternatives import Kin, compare, excludes
from memtui.intelligence.judging.changes import Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.quantities import quantities
from memtui.intelligence.reading import Word
from memtui.intelligence.slots import Slot, family_of, slot_of

RULE = "attribute"
SURE, LIKELY, WEAK = 0.85, 0.7, 0.55


def attributes(pair: Pair) -> Answer:
    """Judge what two statements say fills the same slot of the same thing."""
    best: Finding | None = None
    apart = False
    for clause in clauses_of(pair.new_statement):
        new = slot_of(clause)
        if new is None or _opens_list(clause):
            continue
        for other in clauses_of(pair.old_statement):
            old = slot_of(other)
            if old is None or old.subject != new.subject:
                continue
            apart = apart or _of_two_kinds(clause, other, new, old)
            if old.name != new.name:
                continue
            if not new.subject and not (new.named and old.named):
                continue
            found = _judge(pair, (clause, new), (other, old))
            if found is not None and (best is None or found.confidence > best.confidence):
                best = found
    return best or (NOTHING if apart else None)


def _opens_list(clause: Clause) -> bool:
    """Say whether a label announces several values ("Legacy models: …")."""
    named_by = list(takewhile(lambda word: word.kind != ".", clause.label.words))
    return bool(named_by) and named_by[-1].lower.endswith("s") and named_by[-1].stem not in ("licens", "basi", "status")


def _of_two_kinds(clause: Clause, other: Clause, new: Slot, old: Slot) -> bool:
    """Say whether a thing has or uses two things of different kinds, which get along: a language and a database."""
    if clause.kind != other.kind or clause.negative != other.negative or "only" in clause.markers | other.markers:
        return False
    if clause.kind not in ("use", "run", "have"):
        return False
    mine, theirs = family_of(new.value), family_of(old.value)
    return bool(mine and theirs) and mine != theirs and not compare(new.value, old.value).slot


def _judge(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> Finding | None:
    (clause, new), (other, old) = mine, theirs
    if clause.negative or other.negative or clause.listed or other.listed or "also" in clause.markers:
        return None
    if reach(clause, other) is not Reach.SAME:
        return None
    change = change_of(pair, clause)
    if clause.past and not change:
        return None
    share = _differs(pair, mine, theirs)
    if share is None:
        return None
    if not new.subject:
        share = min(share, LIKELY)
    subject = " ".join(word.text for word in clause.subject.words) or clause.person
    difference = Difference(subject=subject, slot=new.label, old=old.value, new=new.value)
    said = " ".join(pair.new.text[clause.start : clause.object.span[1] or clause.end].split())
    reason = f"says “{said[:80]}”, where the older one says {named(old.value, pair.old.text)}"
    score = (0.92 if share >= SURE else 0.75) if change else share
    return finding(pair, RULE, score, change, difference, reason, exact=share >= SURE)


def _differs(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> float | None:
    """Return how surely two values exclude each other, or None where they do not."""
    (clause, new), (other, old) = mine, theirs
    if any(one.differs_from(two) for one in quantities(new.value.words) for two in quantities(old.value.words)):
        return SURE
    if _dates(pair, new.value, old.value):
        return SURE
    compared = compare(new.value, old.value)
    is_named = new.named and old.named
    if compared.kin is Kin.OTHER:
        if compared.slot == "kind" or (new.value.values != old.value.values and new.value.stems == old.value.stems):
            return SURE
        inclusive = lexicon.words("judging/slots", "inclusive")
        if (
            compared.close
            or is_named
            or clause.kind == "be"
            or (clause.verb not in inclusive and other.verb not in inclusive and excludes(new.value, old.value))
        ):
            return SURE
        return None
    if compared.kin is Kin.UNKNOWN and clause.kind == "be" and not is_named and not clause.label:
        return WEAK
    short = len(new.value.words) <= 2 and len(old.value.words) <= 2
    names = all(any(_is_name(word) for word in phrase.words) for phrase in (new.value, old.value))
    if compared.kin is Kin.LIKELY and clause.kind == "be":
        return WEAK if any(word.kind in "nc" for word in (*new.value.words, *old.value.words)) else None
    if compared.kin not in (Kin.APART, Kin.UNKNOWN) or not short or clause.label:
        return None
    if new.name == "place" or (is_named and clause.kind in ("be", "change")):
        return LIKELY if names else WEAK if is_named else None
    return None


def _is_name(word: Word) -> bool:
    return word.kind in "nc" or (word.kind == "w" and any(character.isdigit() for character in word.text))


def _dates(pair: Pair, new: Phrase, old: Phrase) -> bool:
    mine, theirs = dates(new.text(pair.new.text)), dates(old.text(pair.old.text))
    return bool(mine and theirs and mine[0].differs_from(theirs[0]))

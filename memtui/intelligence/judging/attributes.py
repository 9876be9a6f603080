"""One thing, one slot, another value: "listens on port 3000" and "8080", "has the MIT license" and "uses Apache-2.0"."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.intelligence import families, lexicon
from memtui.intelligence.claims import Slot, slot_of
from memtui.intelligence.clauses import Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.dates import dates
from memtui.intelligence.judging.alternatives import Kin, compare
from memtui.intelligence.judging.changes import Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.quantities import quantities

RULE = "attribute"


def attributes(pair: Pair) -> Answer:
    """Judge what two statements say fills the same slot of the same thing."""
    best: Finding | None = None
    for clause in clauses_of(pair.new_statement):
        new = slot_of(clause)
        if new is None or not new.subject:
            continue
        for other in clauses_of(pair.old_statement):
            old = slot_of(other)
            if old is None or old.name != new.name or old.subject != new.subject:
                continue
            found = _judge(pair, (clause, new), (other, old))
            if found is not None and (best is None or found.confidence > best.confidence):
                best = found
    return best


def _judge(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> Finding | None:
    (clause, new), (other, old) = mine, theirs
    if clause.negative or other.negative or clause.listed or other.listed or "also" in clause.markers:
        return None
    if reach(clause, other) is not Reach.SAME:
        return None
    change = change_of(pair, clause)
    if clause.past and not change:
        return None
    sure = _differs(pair, mine, theirs)
    if sure is None:
        return None
    subject = " ".join(word.lower for word in clause.subject.words) or clause.person
    difference = Difference(subject=subject, slot=new.name, old=old.value, new=new.value)
    reason = (
        f"{subject}: {_slot(new)} was {named(old.value, pair.old.text)} and is {named(new.value, pair.new.text)} now"
    )
    score = (0.92 if sure else 0.7) if change else 0.85 if sure else 0.55
    return finding(pair, RULE, score, change, difference, reason, exact=sure)


def _slot(slot: Slot) -> str:
    return "it" if slot.name == "be" else slot.name


def _differs(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> bool | None:
    """Say whether the values differ: True for sure, False perhaps, None where they do not exclude each other."""
    (clause, new), (other, old) = mine, theirs
    if any(one.differs_from(two) for one in quantities(new.value.words) for two in quantities(old.value.words)):
        return True
    written = _dates(pair, new.value, old.value)
    if written:
        return True
    inclusive = lexicon.words("judging/slots", "inclusive")
    named_slot = new.name not in (clause.verb, other.verb)
    compared = compare(new.value, old.value)
    if compared.kin is Kin.OTHER:
        if compared.slot == "kind" or (new.value.values != old.value.values and new.value.stems == old.value.stems):
            return True
        return _excludes(new.value, old.value, clause.verb in inclusive and not named_slot)
    if compared.kin is Kin.LIKELY and clause.kind == "be":
        return False if any(word.kind in "nc" for word in (*new.value.words, *old.value.words)) else None
    return None


def _excludes(new: Phrase, old: Phrase, inclusive: bool) -> bool | None:
    """Say whether two members of one category exclude each other."""
    one_of = lexicon.words("judging/slots", "one_of")
    mine = {families.family(word.name) for word in new.words} - {None}
    theirs = {families.family(word.name) for word in old.words} - {None}
    shared = mine & theirs
    if inclusive:
        return None
    return True if shared & one_of else None


def _dates(pair: Pair, new: Phrase, old: Phrase) -> bool:
    mine, theirs = dates(new.text(pair.new.text)), dates(old.text(pair.old.text))
    return bool(mine and theirs and mine[0].differs_from(theirs[0]))

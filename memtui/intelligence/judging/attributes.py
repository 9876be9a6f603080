"""One thing, one slot, another value: "listens on port 3000" and "8080", "has the MIT license" and "uses Apache-2.0"."""

from __future__ import annotations

from dataclasses import replace
from itertools import dropwhile, takewhile

from memtui.domain.judgements import Finding
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import EMPTY, Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.dates import dates, dates_of
from memtui.intelligence.judging.alternatives import Compared, Kin, compare, excludes
from memtui.intelligence.judging.changes import Change, Difference, against, change_of, finding
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.quantities import is_measure, quantities
from memtui.intelligence.reading import Word
from memtui.intelligence.slots import SPENDING, Slot, family_of, is_time, slot_of, target_of
from memtui.intelligence.versions import agree, product_of

RULE = "attribute"
SURE, LIKELY, WEAK = 0.85, 0.7, 0.55
LONGEST_NAME = 3
_TOWARDS = frozenset(["to", "from", "into"])
_THE = frozenset(["the", "our", "my", "der", "die", "das", "unser", "unsere", "mein", "meine"])


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
            if old is None or not _same_thing(new, old):
                continue
            apart = apart or _of_two_kinds(clause, other, new, old)
            if old.name != new.name and not _said_alike((clause, new), (other, old)):
                continue
            if not new.subject and not (new.named and old.named):
                continue
            if not clause.negative and not other.negative and _equal(new.value, old.value):
                apart = True
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


def _same_thing(new: Slot, old: Slot) -> bool:
    """Say whether two slots are of one thing: "line length" is "max line length"."""
    if new.subject == old.subject:
        return True
    return new.named and old.named and new.subject ^ old.subject == {"maximum"} and len(new.subject | old.subject) > 1


def _equal(new: Phrase, old: Phrase) -> bool:
    """Say whether two values are one amount in other units ("60 seconds", "1 minute")."""
    mine, theirs = quantities(new.words), quantities(old.words)
    days, others = dates_of(new.words), dates_of(old.words)
    if days and others and not mine and not theirs:
        return not days[0].differs_from(others[0])
    if not mine or len(mine) != len(theirs) or _unmeasured(new) != _unmeasured(old):
        return False
    if [word.lower for word in new.words] == [word.lower for word in old.words]:
        return False
    return all(one.dimension and one.same_as(two) for one, two in zip(mine, theirs, strict=True))


def _unmeasured(phrase: Phrase) -> frozenset[str]:
    return frozenset(word.stem for word in phrase.words if word.stem in phrase.stems and not is_measure(word.lower))


def _said_alike(mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> bool:
    """Say whether two slots that only their values name are filled by one verb and preposition ("kept in A", "kept in B")."""
    (clause, new), (other, old) = mine, theirs
    if new.named or old.named or clause.verb != other.verb:
        return False
    if not clause.object.preposition and clause.kind != "be" and clause.verb not in SPENDING:
        return False
    return clause.object.preposition == other.object.preposition


def _judge(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> Finding | None:
    (clause, new), (other, old) = mine, theirs
    if clause.negative or other.negative or clause.listed or other.listed or "also" in clause.markers:
        return None
    bare, base = _limited(_bare(clause, new), new), _limited(other, old)
    brought = _brought(bare, new)
    if reach(brought or bare, base) is not Reach.SAME:
        return None
    change = change_of(pair, clause)
    if not change and new.thing:
        change = Change(text=clause.verb)
    if clause.past and not change:
        return None
    share = _differs(pair, mine, theirs)
    if share is None:
        return None
    if not new.subject or new.subject != old.subject:
        share = min(share, LIKELY)
    if brought is not None:
        share = min(share, LIKELY)
    told = product_of(new.value) if _in_subject(clause, new) else None
    about = new.thing or clause.subject if told is None else Phrase(told.words[:-1])
    subject = " ".join(word.text for word in about.words) or clause.person
    difference = Difference(subject=subject, slot=new.label, old=old.value, new=new.value)
    start = clause.label.span[0] if clause.label else clause.start
    end = max(clause.object.span[1], new.value.span[1]) or clause.end
    if clause.passive and _in_subject(clause, new):
        end = start + len(pair.new.text[start : clause.end].rstrip(" .,;:!"))
    reason = against(pair.new.text[start:end], old.value.text(pair.old.text))
    score = (0.92 if share >= SURE else 0.75) if change else share
    return finding(pair, RULE, score, change, difference, reason, exact=share >= SURE)


def _bare(clause: Clause, slot: Slot) -> Clause:
    """Return a clause without the phrases that tell what something became, and from what."""
    kept = tuple(part for part in clause.scope if part is not slot.value and part.preposition not in ("from", "von"))
    changes = slot.thing or target_of(clause)
    return (
        replace(clause, scope=kept, owner=frozenset())
        if slot.thing
        else replace(clause, scope=kept)
        if changes
        else clause
    )


def _limited(clause: Clause, slot: Slot) -> Clause:
    """Return a clause whose value is in its subject with its object as a limit ("Node.js 18 is required for the API")."""
    limits = clause.object.preposition and _in_subject(clause, slot)
    return replace(clause, object=EMPTY, scope=(clause.object, *clause.scope)) if limits else clause


def _in_subject(clause: Clause, slot: Slot) -> bool:
    return bool(slot.value) and slot.value.words[0] in clause.subject.words


def _brought(clause: Clause, slot: Slot) -> Clause | None:
    """Return a clause without the deed that brought a new amount ("takes 4 minutes after caching"), or None where it tells none."""
    deeds = lexicon.words("judging/slots", "deeds")
    told = [part.preposition == "after" and bool(part) and part.words[0].lower in deeds for part in clause.scope]
    at = told.index(True) if any(told) else None
    if at is None or not any(one.dimension for one in quantities(slot.value.words)):
        return None
    behind = dropwhile(lambda part: part.preposition in _TOWARDS, clause.scope[at + 1 :])
    return replace(clause, scope=(*clause.scope[:at], *behind))


def _differs(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> float | None:
    """Return how surely two values exclude each other, or None where they do not."""
    (clause, new), (other, old) = mine, theirs
    if _products_agree(new.value, old.value):
        return None
    if any(one.differs_from(two) for one in quantities(new.value.words) for two in quantities(old.value.words)):
        return SURE
    if _dates(pair, new.value, old.value):
        return SURE
    compared = compare(new.value, old.value)
    is_named = new.named and old.named
    if compared.kin is Kin.OTHER:
        if compared.slot == "kind" or (new.value.values != old.value.values and new.value.stems == old.value.stems):
            return SURE
        inclusive = frozenset() if clause.object.preposition else lexicon.words("judging/slots", "inclusive")
        if (
            compared.close
            or is_named
            or clause.kind == "be"
            or is_time(new.value)
            or (clause.verb not in inclusive and other.verb not in inclusive and _excluded(compared, new, old))
        ):
            return SURE
        return SURE if _moved(pair, clause, other) else None
    if compared.kin is Kin.UNKNOWN and clause.kind == "be" and not is_named and not clause.label:
        return WEAK
    if compared.kin is Kin.LIKELY and clause.kind == "be":
        return WEAK if any(word.kind in "nc" for word in (*new.value.words, *old.value.words)) else None
    if compared.kin not in (Kin.APART, Kin.UNKNOWN, Kin.LIKELY):
        return None
    return _by_names(pair, mine, theirs)


def _products_agree(new: Phrase, old: Phrase) -> bool:
    """Say whether two values are versions that stand side by side ("Python 3.12", "Node.js 20") or are one ("18", "v18")."""
    mine, theirs = product_of(new), product_of(old)
    if mine is None or theirs is None:
        return False
    return agree(mine, theirs) if mine.stems == theirs.stems else family_of(mine) != family_of(theirs)


def _excluded(compared: Compared, new: Slot, old: Slot) -> bool:
    return compared.slot in lexicon.words("judging/slots", "one_of") or excludes(new.value, old.value)


def _by_names(pair: Pair, mine: tuple[Clause, Slot], theirs: tuple[Clause, Slot]) -> float | None:
    """Return how surely two names that no list knows exclude each other where they stand."""
    (clause, new), (other, old) = mine, theirs
    if clause.label or max(len(new.value.words), len(old.value.words)) > LONGEST_NAME:
        return None
    is_named = new.named and old.named
    names = all(any(_is_name(word) for word in phrase.words) for phrase in (new.value, old.value))
    if max(len(new.value.words), len(old.value.words)) <= 2 and (
        new.name == "place" or (is_named and clause.kind in ("be", "change"))
    ):
        return LIKELY if names else WEAK if is_named else None
    if not names:
        return None
    if clause.kind == other.kind == "be":
        return LIKELY if _is_one(pair.new.text, clause) and _is_one(pair.old.text, other) else None
    return LIKELY if _moved(pair, clause, other) else None


def _moved(pair: Pair, new: Clause, old: Clause) -> bool:
    """Say whether a newer clause tells that something is done elsewhere now ("is now kept in B")."""
    place = new.object.preposition
    return bool(place) and place == old.object.preposition and new.verb == old.verb and bool(change_of(pair, new))


def _is_one(text: str, clause: Clause) -> bool:
    """Say whether a clause tells who or what one thing is: "the CEO is Ann Lee", not "she is a Scorpio"."""
    before = text[clause.start : clause.subject.span[0]].lower().split()
    article = text[: clause.object.span[0]].lower().split()[-1:]
    return bool(before) and before[-1] in _THE and article not in (["a"], ["an"], ["ein"], ["eine"])


def _is_name(word: Word) -> bool:
    return word.kind in "nc" or (word.kind == "w" and any(character.isdigit() for character in word.text))


def _dates(pair: Pair, new: Phrase, old: Phrase) -> bool:
    mine, theirs = dates(new.text(pair.new.text)), dates(old.text(pair.old.text))
    return bool(mine and theirs and mine[0].differs_from(theirs[0]))

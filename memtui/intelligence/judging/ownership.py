"""Who answers for a thing: one owner or lead at a time, two that are named together share it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.judging.changes import MOST_NAMED, NO_CHANGE, Change, Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.showing import shortened

RULE = "owner"
ROLE = "role"
"""Whatever there is one of at a time: "the scrum master"."""

TAKEN = Change(text="took over")


@dataclass(frozen=True, slots=True)
class _Owned:
    clause: Clause
    role: str
    thing: frozenset[str]
    owner: Phrase
    shared: bool


def ownership(pair: Pair) -> Answer:
    """Judge who owns or leads a thing: another one than before, unless both share it."""
    for clause in clauses_of(pair.new_statement):
        new = _owned(clause)
        if new is None or clause.negative:
            continue
        for other in clauses_of(pair.old_statement):
            old = _owned(other)
            if old is None or other.negative or new.role not in ("", old.role) or new.thing != old.thing:
                continue
            return _judge(pair, replace(new, role=old.role), old)
    return None


def _judge(pair: Pair, new: _Owned, old: _Owned) -> Answer:
    taken = new.clause.verb == "take"
    if new.owner.stems & old.owner.stems or (not taken and reach(new.clause, old.clause) is not Reach.SAME):
        return NOTHING
    change = change_of(pair, new.clause) or (TAKEN if taken else NO_CHANGE)
    if ("also" in new.clause.markers or new.shared or old.shared) and not change:
        return NOTHING
    thing = _named_thing(new)
    role = new.role if new.role != ROLE else f"the {thing}"
    difference = Difference(subject=thing, slot=new.role, old=old.owner, new=new.owner)
    of = f" of {thing}" if thing and new.role != ROLE else ""
    reason = (
        f"names “{named(new.owner, pair.new.text)}” as {role}{of}, "
        f"where the older one names “{named(old.owner, pair.old.text)}”"
    )
    single = new.role in lexicon.words("judging/slots", "single")
    score = 0.92 if change and single else 0.85 if single else 0.7 if change else 0.6
    return finding(pair, RULE, score, change, difference, reason, exact=single)


def _named_thing(owned: _Owned) -> str:
    """Return what is owned or led as a reason names it: without the noun of the role, with its owner."""
    small = {"of", "for", "over", *(word for word, role in _roles().items() if role == owned.role)}
    words = [word.text for word in _thing(owned.clause).words if word.lower not in small and word.kind != "."]
    owner = " ".join(sorted(owned.clause.owner - {"we"}))
    named_by = [f"{owner}'s", *words] if owner and words else words or [owner]
    return shortened(" ".join(named_by), MOST_NAMED)


def _thing(clause: Clause) -> Phrase:
    if clause.kind == "be" and clause.definite:
        return clause.object
    return clause.subject if clause.passive or clause.kind in ("be", "stay") else clause.object


def _owned(clause: Clause) -> _Owned | None:
    if clause.verb == "take" and len(clause.object.words) > 1 and clause.object.words[0].lower == "over":
        thing = Phrase(clause.object.words[1:])
        return _Owned(clause, "", thing.stems, clause.subject, False) if clause.subject else None
    role = _roles().get(clause.verb)
    if role is not None and clause.kind in ("own", "stay"):
        if clause.passive or clause.verb == "belong":
            owner, thing = clause.object, clause.subject
            if owner.preposition not in ("by", "to", "von"):
                return None
        else:
            owner, thing = clause.subject, clause.object
            if thing.preposition:
                return None
        return _Owned(clause, role, thing.stems, owner, _is_shared(owner)) if owner and thing else None
    return _by_noun(clause) if clause.kind == "be" and clause.object else None


def _by_noun(clause: Clause) -> _Owned | None:
    """Read "the owner of the wiki is Jo" and "the wiki's owner is Jo"."""
    if clause.object.preposition:
        return None
    title = next((word for word in clause.object.words if word.lower in _roles()), None)
    if title is not None and clause.definite and clause.subject:
        thing = clause.object.stems - {title.stem}
        return _Owned(clause, _roles()[title.lower], thing, clause.subject, _is_shared(clause.subject))
    if title is None and clause.definite and _is_somebody(clause.subject) and not clause.object.values:
        return _Owned(clause, ROLE, clause.object.stems, clause.subject, _is_shared(clause.subject))
    noun = next((word for word in clause.subject.words if word.lower in _roles()), None)
    if noun is None or " ".join(word.lower for word in clause.subject.words) in families.category_words():
        return None
    thing = frozenset(clause.subject.stems | (clause.owner - {"we"})) - {noun.stem}
    return _Owned(clause, _roles()[noun.lower], thing, clause.object, _is_shared(clause.object))


def _is_somebody(phrase: Phrase) -> bool:
    """Say whether a subject is a mere name, as "Rosa" in "Rosa is the scrum master"."""
    return 0 < len(phrase.words) <= 3 and all(word.text[:1].isupper() and word.kind in "wn" for word in phrase.words)


def _is_shared(owner: Phrase) -> bool:
    return any(word.lower in ("and", "&", "/", "und", ",", "jointly") for word in owner.words)


@cache
def _roles() -> dict[str, str]:
    table: dict[str, str] = lexicon.table("judging/slots")["ownership"]
    return {word: role for role, words in table.items() for word in words.split()}

"""Tastes of one person: what is liked, preferred or avoided, and what is preferred to what."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.judgements import Finding
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Phrase, Reach, clauses_of, reach, roles
from memtui.intelligence.judging.alternatives import Compared, Kin, compare
from memtui.intelligence.judging.changes import NO_CHANGE, Change, Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.tastes import Taste, taste_of
from memtui.intelligence.reading import Statement

RULE = "preference"


def preferences(pair: Pair) -> Answer:
    """Judge two tastes: another person, another scope or "also" get along, another answer to one question does not."""
    new, old = _tastes(pair.new_statement), _tastes(pair.old_statement)
    if not new or not old:
        return None
    best: Finding | None = None
    for mine in new:
        for theirs in old:
            found = _judge(pair, mine, theirs)
            if found is not None and (best is None or found.confidence > best.confidence):
                best = found
    if best is not None:
        return best
    return NOTHING if len(new) == len(clauses_of(pair.new_statement)) else None


def _tastes(statement: Statement) -> list[Taste]:
    return [taste for clause in clauses_of(statement) if (taste := taste_of(clause)) is not None]


def _judge(pair: Pair, new: Taste, old: Taste) -> Finding | None:
    if new.person != old.person or "also" in new.clause.markers:
        return None
    if new.asked and old.asked and new.asked != old.asked:
        return None
    change = change_of(pair, new.clause)
    if change.text == "instead" and not (new.rejected and _is_or_heads(new.rejected, old.object)):
        change = NO_CHANGE
    if (new.clause.past or (old.clause.past and "past" in old.clause.markers)) and not change:
        return None
    limits = reach(replace(new.clause, owner=frozenset()), replace(old.clause, owner=frozenset()))
    if limits is Reach.APART:
        return _otherwise(pair, new, old, change)
    return (
        _swapped(pair, new, old, change, limits)
        or _opposed(pair, new, old, change, limits)
        or _replaced(pair, new, old, change, limits)
    )


def _swapped(pair: Pair, new: Taste, old: Taste, change: Change, limits: Reach) -> Finding | None:
    """Judge what is preferred to what: "A over B" against "B over A" or against "B"."""
    if not (new.positive and old.positive) or not (new.rejected or old.rejected) or limits is not Reach.SAME:
        return None
    if new.rejected and _is_or_heads(new.rejected, old.object):
        reason = (
            f"prefers “{_quoted(pair, new.object)}” to “{_quoted(pair, new.rejected)}”, which the older one prefers"
        )
    elif old.rejected and compare(new.object, old.rejected).kin is Kin.SAME and not _same(new.object, old.object):
        reason = f"prefers “{_quoted(pair, new.object)}”, over which the older one prefers “{_quoted(pair, old.object, old=True)}”"
    else:
        return None
    return finding(
        pair,
        RULE,
        0.95 if change else 0.85,
        change,
        _difference(new, old, ""),
        f"says that {new.who} {reason}",
        exact=True,
    )


def _opposed(pair: Pair, new: Taste, old: Taste, change: Change, limits: Reach) -> Finding | None:
    """Judge the same thing liked and disliked; denying the general denies the special."""
    if new.positive == old.positive or limits is (Reach.WIDER if new.positive else Reach.NARROWER):
        return None
    kin = compare(new.object, old.object).kin
    denied = Kin.GENERAL if new.positive is False else Kin.SPECIAL
    if kin is not Kin.SAME and kin is not denied:
        return None
    score = 0.95 if change else 0.9
    if limits is not Reach.SAME or kin is not Kin.SAME:
        score = 0.72 if change else 0.62
    difference = replace(
        _difference(new, old, ""), old=_said(pair.old_statement, old), new=_said(pair.new_statement, new)
    )
    return finding(pair, RULE, score, change, difference, _told(pair, new, old), exact=score > 0.9)


def _replaced(pair: Pair, new: Taste, old: Taste, change: Change, limits: Reach) -> Finding | None:
    """Judge two answers to one question: only exclusive tastes exclude each other, unless the newer one is an update."""
    if not (new.positive and old.positive) or new.clause.listed or old.clause.listed:
        return None
    compared = compare(new.object, old.object)
    if _one_question(new, old) and compared.kin in (Kin.APART, Kin.UNKNOWN, Kin.LIKELY, Kin.OTHER):
        compared = Compared(Kin.OTHER, compared.slot, True)
    if compared.kin in (Kin.SAME, Kin.APART, Kin.GENERAL) or (compared.kin is Kin.SPECIAL and not change):
        return None
    if not change and not (new.exclusive and old.exclusive):
        return None
    if limits is not Reach.SAME and not change:
        return None
    plain = limits is Reach.SAME and not new.rejected and not old.rejected
    score = _score(compared, bool(change), plain and (old.exclusive or not change), old.clause.past)
    known = compared.kin is Kin.OTHER and not compared.close and compared.slot not in ("", "kind")
    reason = f"{_told(pair, new, old)}{f', both a {compared.slot}' if known else ''}"
    return finding(pair, RULE, score, change, _difference(new, old, compared.slot), reason, exact=score > 0.9)


def _otherwise(pair: Pair, new: Taste, old: Taste, change: Change) -> Finding | None:
    """Judge the same thing wanted in two ways that exclude each other: "answers in German", "answers in English"."""
    if not (new.positive and old.positive and new.exclusive and old.exclusive) or new.clause.owner != old.clause.owner:
        return None
    if len(new.clause.scope) != 1 or len(old.clause.scope) != 1 or not _same(new.object, old.object):
        return None
    mine, theirs = new.clause.scope[0], old.clause.scope[0]
    slot = compare(mine, theirs).slot
    if slot not in lexicon.words("judging/slots", "ways"):
        return None
    reason = (
        f"says that {new.who} wants “{_quoted(pair, new.object)}” “{_placed(mine, pair.new.text)}”, "
        f"where the older one says “{_placed(theirs, pair.old.text)}”"
    )
    difference = Difference(subject=new.who, slot=slot, old=theirs, new=mine)
    return finding(pair, RULE, 0.95 if change else 0.85, change, difference, reason, exact=True)


def _placed(phrase: Phrase, text: str) -> str:
    return f"{phrase.preposition} {named(phrase, text)}"


def _one_question(new: Taste, old: Taste) -> bool:
    return bool(new.asked) and new.asked == old.asked


def _score(compared: Compared, changed: bool, plain: bool, was_past: bool) -> float:
    kin = compared.kin
    score = {Kin.LIKELY: 0.45, Kin.UNKNOWN: 0.4}.get(kin, 0.85 if compared.close else 0.65)
    if changed and kin is Kin.UNKNOWN:
        return 0.5
    if changed:
        score = 0.7 if kin is Kin.LIKELY else 0.95
    if not plain:
        score = min(score, 0.6)
    return score - 0.3 if was_past and not changed and score > 0.8 else score


def _told(pair: Pair, new: Taste, old: Taste) -> str:
    """Return what both say, as a reason quotes it: the verb and the object, or the answer to the question that is named."""
    if new.asked:
        said, before = new.object, old.object
        who = f"{new.who} is"
    else:
        said, before = _said(pair.new_statement, new), _said(pair.old_statement, old)
        who = new.who
    return f"says that {who} “{named(said, pair.new.text)}”, where the older one says “{named(before, pair.old.text)}”"


def _difference(new: Taste, old: Taste, slot: str) -> Difference:
    about = (
        slot if slot not in ("", "kind") else next((w.lower for w in reversed(old.object.words) if w.kind in "wnc"), "")
    )
    return Difference(subject=new.who, slot=about, old=old.object, new=new.object)


def _said(statement: Statement, taste: Taste) -> Phrase:
    """Return the verb and the object of a taste as one phrase, its denial included."""
    start = taste.clause.subject.span[1] or taste.clause.start
    words = [word for word in statement.words if start <= word.start < taste.object.span[1]]
    person = roles.person_words(taste.clause.language)
    while len(words) > 1 and (
        words[0].lower in person or words[0].kind == "." or words[0].lower in ("the", "der", "die")
    ):
        words.pop(0)
    return Phrase(tuple(words))


def _is_or_heads(one: Phrase, other: Phrase) -> bool:
    kin = compare(one, other).kin
    return kin is Kin.SAME or (kin is Kin.GENERAL and one.head == other.head)


def _same(one: Phrase, other: Phrase) -> bool:
    return compare(one, other).kin is Kin.SAME


def _quoted(pair: Pair, phrase: Phrase, *, old: bool = False) -> str:
    return named(phrase, pair.old.text if old else pair.new.text)

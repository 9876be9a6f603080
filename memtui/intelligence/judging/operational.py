"""What a person or a project is at: the current task, goal, priority, focus or milestone, of which there is one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.judgements import Finding
from memtui.domain.kinds import Kind, MemoryType
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.judging.alternatives import Kin, compare
from memtui.intelligence.judging.changes import IMPLIED, Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.quantities import quantities
from memtui.intelligence.reading import Reading, Statement

RULE = "operational"
_HAN = ("任务", "目标", "优先级", "重点", "里程碑")


@dataclass(frozen=True, slots=True)
class _Entry:
    clause: Clause
    key: str
    about: frozenset[str]
    value: Phrase


def operational(pair: Pair) -> Answer:
    """Judge two tasks, goals or priorities: the newer one of the same project replaces the older one."""
    new, old = _entry(pair.new_statement, pair.new), _entry(pair.old_statement, pair.old)
    if new is None or old is None:
        return NOTHING if _both_listed(pair) else None
    if new.key != old.key or new.about != old.about or reach(new.clause, old.clause) is Reach.APART:
        return NOTHING if new.key == old.key else None
    if "also" in new.clause.markers or compare(new.value, old.value).kin is Kin.SAME:
        return NOTHING
    return _judge(pair, new, old)


def _judge(pair: Pair, new: _Entry, old: _Entry) -> Finding:
    change = change_of(pair, new.clause)
    if not change and _is_current(pair.new) and _is_current(pair.old):
        change = IMPLIED
    source = (new.clause.label or new.clause.subject).words
    whose = " ".join(word.text for word in source if word.stem in new.about)
    difference = Difference(subject=whose, slot=new.key, old=old.value, new=new.value)
    reason = (
        f"the {new.key}{f' of {whose}' if whose else ''} was “{named(old.value, pair.old.text)}” "
        f"and is “{named(new.value, pair.new.text)}” now"
    )
    score = 0.92 if change else 0.8 if _numbers_differ(new.value, old.value) else 0.6
    return finding(pair, RULE, score, change, difference, reason, exact=True)


def _is_current(reading: Reading) -> bool:
    return reading.memory_type is MemoryType.OPERATIONAL or reading.kind is Kind.GOAL


def _numbers_differ(new: Phrase, old: Phrase) -> bool:
    return any(mine.differs_from(theirs) for mine in quantities(new.words) for theirs in quantities(old.words))


def _entry(statement: Statement, reading: Reading) -> _Entry | None:
    """Return the task, goal or the like that a statement gives."""
    for clause in clauses_of(statement)[:1]:
        keys = lexicon.words("judging/slots", "keys")
        source = clause.label or (clause.subject if clause.kind == "be" else None)
        if source:
            key = next((w for w in reversed(source.words) if w.lower in keys or w.lower.endswith(_HAN)), None)
            if key is None or (source.head != key.stem and not key.lower.endswith(_HAN)):
                return None
            fillers = lexicon.words("judging/slots", "qualifiers")
            about = frozenset(stem for stem in source.stems | clause.owner if stem != key.stem and stem not in fillers)
            value = _rest(statement, clause) if clause.label else clause.object
            return _Entry(clause, key.lower, about, value) if value else None
        works = clause.verb in lexicon.words("judging/slots", "working") and clause.object.preposition in ("on", "an")
        if works and _is_current(reading) and not clause.negative:
            return _Entry(clause, "focus" if clause.verb != "work" else "task", clause.subject.stems, clause.object)
    return None


def _rest(statement: Statement, clause: Clause) -> Phrase:
    words = [word for word in statement.words if word.start >= clause.start]
    while words and words[-1].kind == ".":
        words.pop()
    return Phrase(tuple(words))


def _both_listed(pair: Pair) -> bool:
    """Say whether both are entries of a list ("Requirement: …") about different things."""
    new, old = clauses_of(pair.new_statement)[:1], clauses_of(pair.old_statement)[:1]
    if not new or not old or not new[0].label or not old[0].label:
        return False
    lists = lexicon.words("judging/slots", "lists")
    if not any(word.lower.rstrip("s") in lists for word in new[0].label.words):
        return False
    shared = (pair.new_statement.stems & pair.old_statement.stems) - new[0].label.stems
    return new[0].label.stems == old[0].label.stems and len(shared) < 2

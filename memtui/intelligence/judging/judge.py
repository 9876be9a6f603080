"""The order in which the rules are asked: the first that decides a pair of statements wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import wraps

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, MemoryType
from memtui.intelligence.judging.attributes import attributes
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.duplicates import duplicates
from memtui.intelligence.judging.evaluation import evaluation
from memtui.intelligence.judging.events import events
from memtui.intelligence.judging.means import means
from memtui.intelligence.judging.obligations import obligations
from memtui.intelligence.judging.operational import operational
from memtui.intelligence.judging.ownership import ownership
from memtui.intelligence.judging.pairs import NOTHING, Answer, Decided, Pair, Rule
from memtui.intelligence.judging.preferences import preferences
from memtui.intelligence.judging.roles import roles
from memtui.intelligence.judging.series import series
from memtui.intelligence.judging.showing import presentable
from memtui.intelligence.judging.siblings import siblings
from memtui.intelligence.judging.signals import STANDING, named_target
from memtui.intelligence.judging.signals_change import correction, new_value
from memtui.intelligence.judging.signals_marking import marked
from memtui.intelligence.judging.silent import silent_change
from memtui.intelligence.judging.states import states
from memtui.intelligence.judging.subjects import subjects
from memtui.intelligence.judging.titles import same_title
from memtui.intelligence.reading import Reading, Statement

LEAST_UNORDERED = 0.7
"""Contradictions that are less sure than this are worth no look where the order is unknown."""

MAX_PAIRS = 400
"""So many pairs of sentences of two memories are judged; long texts are compared sentence by sentence from the top."""


def questions(pair: Pair) -> Answer:
    """Let two statements get along where the newer one only asks: it claims nothing."""
    return NOTHING if pair.new_statement.is_question else None


def unless_signalled(rule: Rule) -> Rule:
    """Return a rule that has no say where the newer statement tells what goes out: that may stand under any label."""

    @wraps(rule)
    def asked(pair: Pair) -> Answer:
        return None if any(signal.outgoing for signal in pair.new_statement.signals) else rule(pair)

    return asked


RULES: tuple[Rule, ...] = (
    # what claims nothing
    questions,
    # the same title over another text: before the title itself is taken for a repetition
    same_title,
    # the same words
    duplicates,
    roles,
    # items of one series
    series,
    # lines under two labels
    unless_signalled(siblings),
    # another owner, another sort of one thing
    unless_signalled(subjects),
    # preferences: person, object, scope, then slot
    preferences,
    # a signal whose outgoing phrase the older statement names
    named_target,
    # "that's wrong", with a value of the same sort on both sides
    correction,
    # what was done twice
    events,
    # operational keys: the current task, goal, priority
    operational,
    # one owner, one value of a subject, peers in one frame
    ownership,
    attributes,
    states,
    means,
    # labels, values in line, polarity
    silent_change,
    # a signal that names no outgoing value
    new_value,
    # what must be, opposite evaluations: low confidence
    obligations,
    evaluation,
)
"""Each rule answers with a finding, NOTHING to stop there, or None to let the next one look."""

OF_PROSE: tuple[Rule, ...] = (preferences, ownership, attributes)
"""The rules that read sentences about people and things: what differs in code is none of their business."""

BY_OTHER_NAMES: tuple[Rule, ...] = (questions, preferences, operational, named_target, correction, new_value)
"""The rules that know two statements to be of one thing though they share no word: persons, signals, names of one family."""


def judge(new: Reading, old: Reading, *, forward: bool = True) -> Finding | None:
    """Return what the newer memory means for the older one, or None where they get along.

    Every pair of statements that have something in common is judged; the surest finding wins. A finding about a
    slot becomes an update where the newer statement carries a signal.
    """
    best: Finding | None = None
    for statement, other, rules in _pairs(new, old):
        pair = Pair(new, old, statement, other, forward)
        finding = _first(pair, rules)
        finding = None if finding is None else marked(pair, finding)
        if finding is not None and (best is None or finding.confidence > best.confidence):
            best = finding
    found = best if forward or best is None else _unordered(best)
    return None if found is None else presentable(found)


def _unordered(finding: Finding) -> Finding | None:
    """Return a finding as it counts where nobody knows which memory is newer, or None where it counts nothing.

    Nothing is applied, a signal tells little, and a doubtful silent change is more likely two lines that were meant
    to stand side by side.
    """
    silent = finding.type is ConflictType.CONTRADICTION and not finding.signal
    if silent and finding.confidence < LEAST_UNORDERED:
        return None
    return replace(
        finding,
        exact=False,
        confidence=calibrated(STANDING, finding.confidence) if finding.signal else finding.confidence,
    )


def _pairs(new: Reading, old: Reading) -> Iterator[tuple[Statement, Statement, tuple[Rule, ...]]]:
    """Yield the pairs of sentences that may have something in common, with the rules for them."""
    count = 0
    tastes = new.memory_type is old.memory_type is MemoryType.PREFERENCE
    for statement in new.statements:
        for other in old.statements:
            together = not statement.stems.isdisjoint(other.stems)
            if not together and not statement.signals and not tastes:
                continue
            yield statement, other, RULES if together else BY_OTHER_NAMES
            count += 1
            if count >= MAX_PAIRS:
                return


def _first(pair: Pair, rules: tuple[Rule, ...]) -> Finding | None:
    for rule in rules:
        answer = rule(pair)
        if isinstance(answer, Decided):
            answer = silent_change(pair) if rule in OF_PROSE and silent_change in rules and _coded(pair) else None
            return None if isinstance(answer, Decided) else answer
        if answer is not None:
            return answer
    return None


def _coded(pair: Pair) -> bool:
    """Whether both statements hold code, which may differ whatever the sentences around it say."""
    return all(any(word.span for word in each.words) for each in (pair.new_statement, pair.old_statement))

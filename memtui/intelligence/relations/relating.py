"""The rules that relate a newer memory to an older one, the most telling first."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence import lexicon
from memtui.intelligence.claims import TASTES
from memtui.intelligence.clauses import clauses_of
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.showing import presentable
from memtui.intelligence.reading import Reading
from memtui.intelligence.relations.similarity import concept, differing_values, similarity
from memtui.intelligence.story import Part, lead_of, part_of, stems_of

SIMILAR_ABOVE = 0.85
SIMILAR_WITHIN_HOURS = 168.0
COVERAGE = 0.4
"""A reference shares at least so much of the shorter text."""


def relation_between(
    new: Reading,
    old: Reading,
    shared: Collection[str] = (),
    *,
    above: float = SIMILAR_ABOVE,
    within_hours: float = SIMILAR_WITHIN_HOURS,
) -> Finding | None:
    """Return what a newer memory is to an older one that it does not conflict with, or None.

    `shared` are the names of the entities that both mention. Mere relations have no type; "refactored X" is a
    supersession proposed for the queue, never sure enough to be applied. `above` and `within_hours` limit `similar`.
    """
    common = new.stems & old.stems
    mine, theirs = part_of(new), part_of(old)
    if not new.statements or not old.statements or mine.question:
        return None
    if not common and not shared and not (mine.topics & theirs.topics):
        return None
    topical = _telling(common, shared)
    found = _reworked(new, old, mine, theirs, shared) or _answered(new, old, mine, theirs, topical, shared)
    if found is not None:
        return found
    return (
        _similar(new, old, shared, above, within_hours)
        or _detailed(new, old, mine, theirs, topical)
        or _referred(new, old, mine, theirs, topical, shared)
    )


def _telling(common: frozenset[str], shared: Collection[str]) -> frozenset[str]:
    """Return the shared stems that say what a text is about."""
    return common - _generic()


@cache
def _generic() -> frozenset[str]:
    return stems_of(lexicon.table("story")["generic"])


@cache
def _wishing() -> frozenset[str]:
    return stems_of(lexicon.table("story")["wishes"])


def _betters(reading: Reading) -> bool:
    lead = lead_of(reading)
    return lead is not None and lead.verb in lexicon.words("judging/slots", "good")


def _reworked(new: Reading, old: Reading, mine: Part, theirs: Part, shared: Collection[str]) -> Finding | None:
    """Propose that a rework of a thing replaces an earlier account of it."""
    if not mine.rework or theirs.problem or theirs.wish or theirs.question:
        return None
    lead = lead_of(new)
    done = lead.object.stems if lead else frozenset()
    named = {stem for name in shared for stem in stems_of(name)}
    thing = done & _subject(old)
    if not thing - _generic() or (named and not named & done):
        return None
    name = _named(new, thing - _generic())
    return _finding(
        new,
        old,
        "rework",
        RelationKind.SUPERSEDES,
        f'says "{mine.rework}" of {name}, so an earlier account of it may be out of date',
        name,
        type=ConflictType.SUPERSESSION,
        signal=mine.rework,
    )


def _subject(reading: Reading) -> frozenset[str]:
    """Return the stems of what a text gives an account of: its first subject, or the object of what was done."""
    first = clauses_of(reading.statements[0])
    if not first:
        return frozenset()
    return first[0].subject.stems or first[0].object.stems


def _answered(
    new: Reading, old: Reading, mine: Part, theirs: Part, topical: frozenset[str], shared: Collection[str]
) -> Finding | None:
    """Relate a fix to its problem, work to the wish that it fulfils, and an answer to its question."""
    if mine.fix and theirs.problem and (shared or len(topical) >= 2):
        name = next(iter(sorted(shared)), "") or _named(new, topical)
        return _finding(
            new,
            old,
            "elaborates",
            RelationKind.ELABORATES,
            f"the fix answers the problem with {name} named before",
            name,
        )
    if theirs.problem and mine.done and len(topical) >= 2 and (mine.topics or _betters(new)):
        name = _named(new, topical)
        reason = f"tells what was done about the problem with {name}"
        return _finding(new, old, "elaborates", RelationKind.ELABORATES, reason, name)
    if theirs.wish and mine.event:
        topics = mine.topics & theirs.topics
        wanted = len(old.stems - _generic() - _wishing())
        if topics or len(topical) >= 2 or (shared and topical) or (topical and wanted <= 3 * len(topical)):
            name = next(iter(sorted(topics)), "") or _named(new, topical)
            reason = f"tells what was done about {name}, which the older one asked for"
            return _finding(new, old, "elaborates", RelationKind.ELABORATES, reason, name)
    if (
        theirs.question
        and topical
        and len(topical) * 2 >= len(old.stems - _generic())
        and len(new.stems) > len(topical)
    ):
        name = _named(new, topical)
        return _finding(new, old, "elaborates", RelationKind.ELABORATES, f"answers the question about {name}", name)
    return None


def _similar(new: Reading, old: Reading, shared: Collection[str], above: float, within_hours: float) -> Finding | None:
    """Relate texts of nearly one meaning that were written within a week of each other."""
    if new.created_at is None or old.created_at is None:
        return None
    if abs((new.created_at - old.created_at).total_seconds()) > within_hours * 3600:
        return None
    common = new.stems & old.stems
    if (not shared and len(common) < 2) or 4 * len(common) < max(len(new.stems), len(old.stems)):
        return None
    if _denials(new) != _denials(old):
        return None
    score = similarity(new, old)
    if score <= above or differing_values(new, old):
        return None
    name = _named(new, _subject(new) & common) or concept(new, old)
    reason = f"discuss the same concept ({name}) with {score:.2f} similarity"
    return _finding(new, old, "similar", RelationKind.SIMILAR, reason, name, confidence=min(1.0, score))


def _denials(reading: Reading) -> int:
    return sum(clause.negative for statement in reading.statements[:3] for clause in clauses_of(statement))


def _is_told(reading: Reading) -> bool:
    """Say whether the first sentence of a text has a verb."""
    return any(clause.kind for clause in clauses_of(reading.statements[0]))


def _detailed(new: Reading, old: Reading, mine: Part, theirs: Part, topical: frozenset[str]) -> Finding | None:
    """Relate a text that says all of an older one and more, or that announces itself as a follow-up."""
    if mine.follow_up and topical:
        name = _named(new, topical)
        reason = f'announces a follow-up ("{mine.follow_up}") on {name}'
        return _finding(new, old, "elaborates", RelationKind.ELABORATES, reason, name, signal=mine.follow_up)
    content = old.stems - _generic()
    # The sentences are taken apart last: few pairs come that far.
    more = len(content) >= 2 and content <= new.stems and len(new.stems) >= len(old.stems) + 2
    if not more or mine.event or theirs.question or not _is_told(old) or _denials(new) != _denials(old):
        return None
    if not _subject(new) & _subject(old):
        return None
    name = _named(new, content)
    return _finding(new, old, "elaborates", RelationKind.ELABORATES, f"says more about {name} than the older one", name)


def _referred(
    new: Reading, old: Reading, mine: Part, theirs: Part, topical: frozenset[str], shared: Collection[str]
) -> Finding | None:
    """Relate a text that cites an older one, or tells of the same thing in another context."""
    cited = _cited(new, old, topical)
    if cited:
        reason = f'cites "{cited}", which is what the older one is about'
        return _finding(
            new, old, "references", RelationKind.REFERENCES, reason, cited, confidence=calibrated("references", 0.8)
        )
    titled = _is_title(old) and 2 <= len(old.stems) <= 6
    if titled and old.stems <= new.stems:
        name = _named(new, old.stems)
        confidence = calibrated("references", 0.8)
        return _finding(
            new, old, "references", RelationKind.REFERENCES, f"mentions {name}", name, confidence=confidence
        )
    if shared and titled and _is_title(new) and len(new.stems) <= 6:
        name = min(shared)
        return _finding(new, old, "references", RelationKind.REFERENCES, f"tells of {name} in another context", name)
    if not shared or mine.fix or mine.rework or theirs.question or (_is_taste(new) and _is_taste(old)):
        return None
    common = new.stems & old.stems
    if len(common) < 2 or len(common) < COVERAGE * min(len(new.stems), len(old.stems)):
        return None
    name = next(iter(sorted(shared, key=len, reverse=True)))
    return _finding(new, old, "references", RelationKind.REFERENCES, f"tells of {name} in another context", name)


def _is_title(reading: Reading) -> bool:
    """Say whether a text is a mere title: one phrase without a verb."""
    first = clauses_of(reading.statements[0])
    return len(reading.statements) == 1 and bool(first) and not any(clause.kind or clause.label for clause in first)


def _is_taste(reading: Reading) -> bool:
    return any(clause.kind in TASTES for clause in clauses_of(reading.statements[0]))


def _cited(new: Reading, old: Reading, topical: frozenset[str]) -> str:
    """Return the words that a text cites an older one by: "see the X guide", "per ADR-12"."""
    if not topical:
        return ""
    citing = lexicon.words("story", "citations")
    for statement in new.statements[:3]:
        words = statement.words
        for at, word in enumerate(words):
            if word.lower not in citing:
                continue
            named = [one for one in words[at + 1 : at + 8] if not one.stop and one.kind != "."]
            held = [one for one in named if one.stem in topical]
            if len(held) >= 2 and len(held) * 2 >= len(named):
                return " ".join(one.text for one in held)
    return ""


def _named(reading: Reading, stems: frozenset[str]) -> str:
    """Return stems as the newer text writes them, at most three."""
    seen: dict[str, str] = {}
    for statement in reading.statements:
        for word in statement.content:
            if word.stem in stems:
                seen.setdefault(word.stem, word.text)
    return " ".join(list(seen.values())[:3])


def _finding(
    new: Reading,
    old: Reading,
    rule: str,
    relation: RelationKind,
    reason: str,
    subject: str,
    *,
    type: ConflictType | None = None,
    confidence: float | None = None,
    signal: str = "",
) -> Finding:
    first, other = new.statements[0], old.statements[0]
    found = Finding(
        type=type,
        relation=relation,
        severity=Severity.LOW,
        confidence=calibrated(rule, 0.6) if confidence is None else confidence,
        rule=rule,
        reason=reason,
        signal=signal,
        span=(first.start, first.end),
        old_span=(other.start, other.end),
        subject=subject,
        suggested=SuggestedAction.SUPERSEDE_EXISTING if type else SuggestedAction.KEEP_BOTH,
    )
    return presentable(found)

"""What plug-ins hand back, checked before anything believes it: what is no answer makes the rules stand in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from memtui.domain.judgements import Extraction, Finding, FoundEntity, Span, StatedFact
from memtui.domain.kinds import ConflictType, EntityType, Predicate, RelationKind, Severity, SuggestedAction, Tier
from memtui.domain.records import Memory

Kept = TypeVar("Kept")

_OWN = Extraction().extractor
"""What an extraction says that names no extractor."""

_WORDS = ("rule", "reason", "signal", "trigger", "subject", "slot", "old_value", "new_value", "scope", "group", "note")


def checked_finding(given: Any, newer: Memory, older: Memory) -> Finding | None:
    """Return a judge's answer; raises TypeError, ValueError for one that is no finding on these two.

    Spans that lie outside their texts are left out: they only mark words.
    """
    if given is None:
        return None
    found = _of(Finding, given)
    for name in _WORDS:
        _of(str, getattr(found, name), name)
    if not found.reason.strip():
        raise ValueError("it gave no reason")
    return replace(
        found,
        type=None if found.type is None else ConflictType(found.type),
        relation=None if found.relation is None else RelationKind(found.relation),
        severity=Severity(found.severity),
        suggested=SuggestedAction(found.suggested),
        span=_span(found.span, newer),
        old_span=_span(found.old_span, older),
    )


def checked_extraction(given: Any, memory: Memory, by: str) -> Extraction:
    """Return an extractor's answer; raises TypeError, ValueError for one that holds anything but names and facts."""
    found = _of(Extraction, given)
    return replace(
        found,
        nodes=tuple(_entity(one, len(memory.content)) for one in found.nodes),
        edges=tuple(_fact(one) for one in found.edges),
        contradictions=tuple((_name(winner), _name(loser)) for winner, loser in found.contradictions),
        tier=None if found.tier is None else Tier(found.tier),
        extractor=by if found.extractor == _OWN else _of(str, found.extractor),
        notice="",
    )


def _of(kind: type[Kept], value: Any, what: str = "") -> Kept:
    if not isinstance(value, kind):
        raise TypeError(f"it returned {type(value).__name__}, not {kind.__name__}{f', as {what}' if what else ''}")
    return value


def _span(span: Any, memory: Memory) -> Span | None:
    try:
        start, end = span
    except (TypeError, ValueError):
        return None
    right = isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(memory.content)
    return (start, end) if right else None


def _entity(given: Any, length: int) -> FoundEntity:
    """Return a named thing; one that stands nowhere in the text stands at its beginning."""
    one = _of(FoundEntity, given)
    inside = isinstance(one.start, int) and isinstance(one.end, int) and 0 <= one.start <= one.end <= length
    start, end = (one.start, one.end) if inside else (0, 0)
    aliases = tuple(_name(alias) for alias in one.aliases)
    return replace(one, type=EntityType(one.type), name=_name(one.name), start=start, end=end, aliases=aliases)


def _fact(given: Any) -> StatedFact:
    one = _of(StatedFact, given)
    return replace(
        one,
        subject=_name(one.subject),
        predicate=Predicate(one.predicate),
        object=_name(one.object),
        scope=_of(str, one.scope),
    )


def _name(given: Any) -> str:
    name = _of(str, given, "a name").strip()
    if not name:
        raise ValueError("it gave an empty name")
    return name

"""What a conflict or a relation rests on, as it is stored beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictState, Severity, SuggestedAction
from memtui.domain.records import Conflict, Json, Memory
from memtui.intelligence import secrets
from memtui.intelligence.grouping import Slot, slot_of

RULE = "rule"
"""Who decides where no person does, as `decided_by` and as the actor of relations."""

QUOTE = 120
"""The longest quotation in an evidence, in characters."""

_QUOTING = ("reason", "signal", "trigger", "subject", "slot", "old_value", "new_value", "scope", "group")


def fingerprint(newer: Memory, older: Memory) -> str:
    """Return a digest of two texts, the newer first: what a verdict was given on."""
    return hashlib.sha256(f"{newer.content_hash}{older.content_hash}".encode()).hexdigest()


def slot_mark(project: str | None, slot: Slot) -> str:
    """Return the fingerprint under which it is kept that a slot of a project takes several values."""
    return hashlib.sha256("\x1f".join(("slot", project or "", *slot)).encode()).hexdigest()


def list_marker(shown: Conflict, project: str | None, slot: Slot, *, id: str, now: datetime, by: str = "") -> Conflict:
    """Return what keeps it known that a slot takes several values: dismissed from the start and in nobody's queue.

    `shown` is the conflict that showed it, `by` the id of the one whose verdict taught it.
    """
    evidence = {"marker": True, "subject": slot[0], "slot": slot[1], "withdrawn": "list"}
    return Conflict(
        id=id,
        new_number=shown.new_number,
        old_number=shown.old_number,
        type=shown.type,
        severity=Severity.LOW,
        confidence=shown.confidence,
        reason="The slot takes several values at once.",
        suggested_action=SuggestedAction.KEEP_BOTH,
        fingerprint=slot_mark(project, slot),
        created_at=now,
        state=ConflictState.DISMISSED,
        evidence={**evidence, "taught_by": by, "texts": shown.fingerprint} if by else evidence,
        decided_by=RULE,
        decided_at=now,
    )


def as_marker(conflict: Conflict, why: str, note: str) -> Conflict:
    """Return a conflict as what only keeps it known why findings like it are not reported."""
    evidence = {**conflict.evidence, "marker": True, "withdrawn": why, "withdrawn_note": note}
    return replace(
        conflict,
        state=ConflictState.DISMISSED,
        decided_by=RULE,
        decided_at=conflict.created_at,
        fingerprint=hashlib.sha256(f"{why}\x1f{conflict.fingerprint}".encode()).hexdigest(),
        evidence=evidence,
    )


def is_marker(conflict: Conflict) -> bool:
    """Say whether a conflict is none: it only keeps it known that a slot is a list, or a phrase a topic."""
    return bool(conflict.evidence.get("marker"))


def conflict_of(
    finding: Finding,
    newer: Memory,
    older: Memory,
    *,
    id: str,
    now: datetime,
    applied: Sequence[str] = (),
    follows: bool = False,
) -> Conflict:
    """Return the open conflict that a finding makes; a memory that is not stored counts as number 0."""
    finding = discreet(finding, newer, older)
    assert finding.type is not None, "a mere relation is no conflict"
    return Conflict(
        id=id,
        new_number=newer.number or 0,
        old_number=older.number or 0,
        type=finding.type,
        severity=finding.severity,
        confidence=finding.confidence,
        reason=finding.reason,
        suggested_action=finding.suggested,
        fingerprint=fingerprint(newer, older),
        created_at=now,
        evidence=conflict_evidence(finding, applied, follows=follows),
    )


def conflict_evidence(finding: Finding, applied: Sequence[str] = (), *, follows: bool = False) -> Json:
    """Return a finding as a conflict keeps it; what is empty is left out."""
    told: dict[str, Any] = {
        "rule": finding.rule,
        "relation": None if finding.relation is None else str(finding.relation),
        "signal": finding.signal,
        "trigger": finding.trigger,
        "span": None if finding.span is None else list(finding.span),
        "old_span": None if finding.old_span is None else list(finding.old_span),
        "subject": finding.subject,
        "slot": finding.slot,
        "old_value": finding.old_value,
        "new_value": finding.new_value,
        "scope": finding.scope,
        "group": finding.group,
        "note": finding.note,
        "exact": finding.exact,
        "changed_at": None if finding.changed_at is None else finding.changed_at.isoformat(),
        "applied": list(applied),
        "follows": follows,
    }
    return {name: value for name, value in told.items() if value not in (None, "", [], False)}


def discreet(finding: Finding, newer: Memory, older: Memory) -> Finding:
    """Return a finding that gives away no credential of its texts: what it quotes of one is redacted."""
    texts = newer.content, older.content
    if not any(map(secrets.find, texts)):
        return finding
    hidden: dict[str, Any] = {name: secrets.mask_quoted(getattr(finding, name), texts) for name in _QUOTING}
    return replace(finding, **hidden)


def relation_evidence(finding: Finding, newer: Memory, older: Memory) -> Json:
    """Return a finding as a relation keeps it: signal, quotation, note, severity and score; what is empty is left out."""
    finding = discreet(finding, newer, older)
    quote = newer.content[slice(*finding.span)] if finding.span else ""
    quote = secrets.mask_quoted(quote, [newer.content])[:QUOTE]
    told: dict[str, Any] = {
        "rule": finding.rule,
        "signal": finding.signal,
        "trigger": finding.trigger,
        "span": None if finding.span is None else list(finding.span),
        "quote": quote,
        "note": finding.note,
        "severity": str(finding.severity) if finding.type is not None else "",
        "score": round(finding.confidence, 4),
        "subject": finding.subject,
        "reason": finding.reason,
        "changed_at": None if finding.changed_at is None else finding.changed_at.isoformat(),
    }
    return {name: value for name, value in told.items() if value not in (None, "")}


def slot_in(conflict: Conflict) -> Slot | None:
    """Return what a recorded conflict is about; None where its texts name neither subject nor slot."""
    return slot_of(str(conflict.evidence.get("subject") or ""), str(conflict.evidence.get("slot") or ""))


def values_in(conflict: Conflict) -> set[str]:
    """Return the two values of a recorded conflict, folded."""
    told = (str(conflict.evidence.get(name) or "").casefold().strip() for name in ("new_value", "old_value"))
    return {value for value in told if value}


def time_in(conflict: Conflict, name: str) -> datetime | None:
    """Return a time of a conflict's evidence."""
    value = conflict.evidence.get(name)
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def by_rule(evidence: Json) -> bool:
    """Say whether a detector found a relation or conflict; a person or an import made the others."""
    return bool(evidence.get("rule"))

"""Worked pairs: an older and a newer text, and what the newer one must mean for the older one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, MemoryType, RelationKind, Severity
from memtui.domain.policy import Policy
from memtui.intelligence.entities import entities
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import Reading, read
from memtui.intelligence.relations import relation_between

EARLIER = datetime(2026, 3, 20, tzinfo=UTC)
NOW = datetime(2026, 3, 23, tzinfo=UTC)
"""The guide's own day; the older text is within the week that similar memories must lie in."""

UPDATES = frozenset(
    [ConflictType.SUPERSESSION, ConflictType.PREFERENCE_CHANGE, ConflictType.OPERATIONAL_CHANGE, ConflictType.STALE]
)
UNSIGNALLED = frozenset(["change-storage", "change-ui"])
"""Rows without an update word that a queued contradiction meets (SPEC)."""


def check(row: Mapping[str, Any]) -> str:
    """Return what went wrong with a pair, or nothing when the right answer was found."""
    expected = row["expected"]["relation"]
    old = _read(row["old"], row.get("old_type"), EARLIER)
    new = _read(row["new"], row.get("new_type"), NOW)
    finding = relate(new, old)
    if _meets(str(row.get("case", "")), expected, finding):
        return ""
    return f"{_named(finding)} for “{row['old']}” / “{row['new']}”, expected {expected}"


def relate(new: Reading, old: Reading) -> Finding | None:
    """Return what the newer text means for the older one, conflict or mere relation."""
    finding = judge(new, old)
    if finding is not None:
        return finding
    shared = {one.name for one in entities(new.text)} & {one.name for one in entities(old.text)}
    return relation_between(new, old, shared)


def pending(finding: Finding) -> bool:
    """Say whether a finding only waits for a person: of low severity, and too unsure to touch a memory."""
    return finding.severity is Severity.LOW and finding.confidence < Policy().floor


def _read(text: str, memory_type: str | None, created_at: datetime) -> Reading:
    kind = MemoryType(memory_type) if memory_type else MemoryType.SEMANTIC
    return read(text, memory_type=kind, created_at=created_at)


def _meets(case: str, expected: str, finding: Finding | None) -> bool:
    if expected == "none":
        return finding is None or finding.type is None or pending(finding)
    if finding is None:
        return False
    label, _, condition = expected.partition("(")
    if label in ("supersession", "contradiction", "duplicate"):
        return _conflict(case, label, finding)
    return finding.relation is RelationKind(label) and _holds(condition.rstrip(")"), finding)


def _conflict(case: str, label: str, finding: Finding) -> bool:
    if label == "supersession":
        ended = finding.type is ConflictType.CONTRADICTION and bool(finding.signal)
        unsignalled = finding.type is ConflictType.CONTRADICTION and case in UNSIGNALLED
        return finding.type in UPDATES or ended or unsignalled
    return finding.type is ConflictType(label)


def _holds(condition: str, finding: Finding) -> bool:
    """Say whether what a label adds in brackets holds: a note, a severity, a date of the change."""
    name, _, value = condition.partition(" ")
    if name == "note:":
        return finding.note == value
    if name == "severity":
        return finding.severity is Severity(value)
    return finding.changed_at is not None if condition == "with change date" else not condition


def _named(finding: Finding | None) -> str:
    if finding is None:
        return "found nothing"
    return f"found {finding.type or finding.relation} ({finding.confidence:.2f}, {finding.rule}: {finding.reason})"


def _said(old: str, new: str) -> Finding | None:
    return relate(_read(new, None, NOW), _read(old, None, EARLIER))


def other_subjects(_: Mapping[str, Any]) -> str:
    """HC16: two services that each no longer do something get along."""
    found = _said(
        "The billing service no longer retries failed webhooks after the queue change",
        "The search service no longer caches failed lookups after the queue change",
    )
    return "" if found is None or found.type is None or pending(found) else _named(found)


def other_owners_and_scopes(_: Mapping[str, Any]) -> str:
    """HC17: another person's taste and another scope are no contradiction."""
    pairs = [
        ("My favourite player is A.", "My brother's favourite player is B."),
        ("Prefer tabs for Go", "Prefer spaces for Python"),
    ]
    wrong = [found for old, new in pairs if (found := _said(old, new)) is not None and found.type is not None]
    return _named(wrong[0]) if wrong else ""


def chinese_and_lettered(_: Mapping[str, Any]) -> str:
    """HC18: a change told in Chinese supersedes, and one device cannot be two; both with reason and values."""
    stack = _said("项目技术栈：FastAPI + PostgreSQL", "已从 PostgreSQL 切换到 MySQL")
    device = _said("Device A is a Synology NAS", "Device A is a fnos NAS")
    if stack is None or stack.type is not ConflictType.SUPERSESSION or stack.old_value != "PostgreSQL":
        return _named(stack)
    if device is None or device.type is not ConflictType.CONTRADICTION or pending(device):
        return _named(device)
    told = "Synology" in device.old_value and "fnos" in device.new_value and device.reason
    return "" if told else f"the values are {device.old_value!r} and {device.new_value!r}"

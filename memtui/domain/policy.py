"""What detection may do by itself (SPEC 6), each switchable, and the thresholds of the hierarchy's default policy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The choices of detection; shares are from 0 to 1.

    Below `floor` a finding is only queued. At and above `at_once` an exact supersession is applied and queued
    as auto-applied. `mark_conflicts` lets silent contradictions make both memories conflicted. `similar_above`
    and `similar_within_hours` limit the relation `similar`.
    """

    detect: bool = True
    floor: float = 0.5
    at_once: float = 0.9
    apply_supersessions: bool = True
    apply_contradictions: bool = True
    apply_preferences: bool = True
    apply_operational: bool = True
    mark_conflicts: bool = True
    detect_duplicates: bool = True
    auto_archive_duplicates: bool = False
    similar_above: float = 0.85
    similar_within_hours: float = 168.0

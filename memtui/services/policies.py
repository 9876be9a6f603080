"""What is done at once about a finding (SPEC 6): one table, each row of it a switch of the policy."""

from __future__ import annotations

from enum import StrEnum

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction, Tier, Trust
from memtui.domain.policy import Policy
from memtui.domain.records import Memory
from memtui.intelligence.grouping import silent


class Action(StrEnum):
    """What is done about a finding; the values begin the strings that reports list."""

    SUPERSEDE = "superseded_existing"
    MARK = "marked_conflicted"
    ARCHIVE = "archived_duplicate"
    QUEUE = "reported_conflict"
    QUEUE_DUPLICATE = "reported_duplicate"
    LEAVE = "left"

    @property
    def at_once(self) -> bool:
        """Whether it changes a memory before anybody has looked."""
        return self in (Action.SUPERSEDE, Action.MARK, Action.ARCHIVE)

    def said(self, newer: Memory, older: Memory) -> str:
        """Return it as reports list it, with the ids."""
        match self:
            case Action.SUPERSEDE:
                return f"{self}:{older.id}:by:{newer.id}"
            case Action.ARCHIVE:
                return f"{self}:{older.id}"
            case _:
                return f"{self}:{older.id}:{newer.id}"


def action_for(
    policy: Policy, finding: Finding, newer: Memory, older: Memory, *, certain: bool, topic: bool = False
) -> Action:
    """Return what to do about a finding that is a conflict.

    `certain` says that `newer` is known to be the newer one. Only an exact finding with a signal supersedes;
    a `topic` never does, nor do findings on what is transient or held.
    """
    free = Tier.TRANSIENT not in (newer.tier, older.tier) and Trust.HELD not in (newer.trust, older.trust)
    sure = finding.confidence >= policy.at_once and free and certain and not topic
    if finding.type is ConflictType.DUPLICATE:
        if not policy.detect_duplicates:
            return Action.LEAVE
        archive = policy.auto_archive_duplicates and sure and not older.pinned
        return Action.ARCHIVE if archive else Action.QUEUE_DUPLICATE
    if changes(finding):
        return Action.SUPERSEDE if sure and finding.exact and _switched_on(policy, finding) else Action.QUEUE
    marks = policy.mark_conflicts and free and finding.confidence >= policy.floor and _disagrees(finding)
    return Action.MARK if marks else Action.QUEUE


def changes(finding: Finding) -> bool:
    """Say whether a finding tells of a change: one side takes the other's place, whoever applies it."""
    if finding.type in (ConflictType.SUPERSESSION, ConflictType.STALE):
        return True
    if finding.suggested in (SuggestedAction.SUPERSEDE_EXISTING, SuggestedAction.ARCHIVE_EXISTING):
        return True
    return not silent(finding)


def _disagrees(finding: Finding) -> bool:
    """Say whether both sides cannot be true; what is only worth a look (swapped roles, say) is of low severity and suggests nothing."""
    if finding.suggested is SuggestedAction.MARK_CONFLICTED:
        return True
    return finding.severity is not Severity.LOW and finding.relation is RelationKind.CONTRADICTS


def _switched_on(policy: Policy, finding: Finding) -> bool:
    match finding.type:
        case ConflictType.CONTRADICTION:
            return policy.apply_contradictions
        case ConflictType.PREFERENCE_CHANGE:
            return policy.apply_preferences
        case ConflictType.OPERATIONAL_CHANGE:
            return policy.apply_operational
        case ConflictType.STALE:
            return False
        case _:
            return policy.apply_supersessions

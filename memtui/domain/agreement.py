"""Whether a person's verdict went the way that the detector had suggested."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from memtui.domain.kinds import ActorKind, SuggestedAction
from memtui.domain.records import Conflict
from memtui.domain.verdicts import Verdict

AGREEING: Final[Mapping[SuggestedAction, frozenset[Verdict]]] = {
    SuggestedAction.SUPERSEDE_EXISTING: frozenset({Verdict.NEWER, Verdict.ARCHIVE_OLD}),
    SuggestedAction.MARK_CONFLICTED: frozenset(Verdict) - {Verdict.BOTH},
    SuggestedAction.ARCHIVE_EXISTING: frozenset(Verdict) - {Verdict.BOTH, Verdict.KEEP},
    SuggestedAction.MERGE: frozenset(Verdict) - {Verdict.BOTH, Verdict.KEEP},
    SuggestedAction.KEEP_BOTH: frozenset({Verdict.BOTH, Verdict.KEEP}),
}
"""The verdicts that agree with what a detector suggested: to mark a conflict is right wherever there is one."""


def found_by_hand(conflict: Conflict) -> bool:
    """Return whether a person reported what the detector had missed."""
    return bool(conflict.evidence.get("missed"))


def went_its_way(conflict: Conflict) -> bool | None:
    """Return whether a person's verdict went the detector's way; None where no person judged a finding of the detector."""
    if conflict.human_verdict is None or found_by_hand(conflict) or conflict.decided_by == ActorKind.RULE.value:
        return None
    return conflict.human_verdict in AGREEING[conflict.suggested_action]

"""What a person may say about a conflict (SPEC 6), and in which state each leaves it."""

from __future__ import annotations

from enum import StrEnum

from memtui.domain.kinds import ConflictState


class Verdict(StrEnum):
    """A person's verdict on two memories."""

    NEWER = "newer_is_true"
    OLDER = "older_is_true"
    KEEP = "keep_conflict"
    BOTH = "both_are_true"
    MERGE = "merge"
    ARCHIVE_OLD = "archive_old"
    ARCHIVE_NEW = "archive_new"


NAMES: dict[str, Verdict] = {
    "newer": Verdict.NEWER,
    "older": Verdict.OLDER,
    "keep": Verdict.KEEP,
    "both": Verdict.BOTH,
    "merge": Verdict.MERGE,
    "archive_old": Verdict.ARCHIVE_OLD,
    "archive_new": Verdict.ARCHIVE_NEW,
}
"""The short names by which faces take verdicts."""

STATE_AFTER: dict[Verdict, ConflictState] = {
    Verdict.NEWER: ConflictState.RESOLVED,
    Verdict.OLDER: ConflictState.RESOLVED,
    Verdict.KEEP: ConflictState.KEPT,
    Verdict.BOTH: ConflictState.DISMISSED,
    Verdict.MERGE: ConflictState.RESOLVED,
    Verdict.ARCHIVE_OLD: ConflictState.RESOLVED,
    Verdict.ARCHIVE_NEW: ConflictState.RESOLVED,
}
"""Where a conflict stands after each verdict."""

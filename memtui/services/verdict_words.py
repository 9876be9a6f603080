"""What a verdict does, in words for people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services.review_entries import entry_of
from memtui.services.titles import counted, title
from memtui.services.verdict_effects import Given, taught_slot

TITLE = 50

SHORT = {
    Verdict.NEWER: "newer is true",
    Verdict.OLDER: "older is true",
    Verdict.KEEP: "kept as a conflict",
    Verdict.BOTH: "both are true",
    Verdict.MERGE: "merged",
    Verdict.ARCHIVE_OLD: "old one archived",
    Verdict.ARCHIVE_NEW: "new one archived",
}
"""Each verdict in a few words, as they stand in journals: a wording may be added, never changed."""

_VERDICTS = {words: verdict for verdict, words in SHORT.items()}
_MANY = re.compile(r"([\d,]+) conflicts?")


def clauses(verdict: Verdict, given: Given) -> tuple[str, ...]:
    """Return what one verdict changes, clause by clause; `old` and `new` are the older and the newer memory."""
    told = list(_main(verdict, given))
    if given.ended and given.ended_at is not None:
        told.append(f"{counted(given.ended, 'fact ends', 'facts end')} {day(given.ended_at)}")
    if verdict in (Verdict.NEWER, Verdict.OLDER) and given.sides.loser is not None:
        told.append(f"{_name(given, given.sides.loser)} leaves recall")
    if given.settled:
        told.append(f"settles {counted(len(given.settled), 'more pair')}")
    return tuple(told)


def sentence(verdict: Verdict, given: Sequence[Given], settled: int) -> str:
    """Return what was done as sentences: for one verdict with the memories' titles, for many with counts."""
    if len(given) == 1:
        said = _single(verdict, given[0])
    else:
        said = f"{counted(len(given), 'verdict')} given: {SHORT[verdict]}."
    if settled:
        said += f" Also settled {counted(settled, 'more pair')}."
    return said


def summary(verdict: Verdict, given: Sequence[Given]) -> str:
    """Return a batch's line."""
    if len(given) != 1:
        return f"{counted(len(given), 'conflict')}: {SHORT[verdict]}"
    one = given[0]
    subject = entry_of(one.conflict, one.sides.newer, one.sides.older).subject
    return f"{title(subject, TITLE)}: {SHORT[verdict]}"


def summarised(line: str) -> tuple[str, int, Verdict | None]:
    """Return what a batch's line is about, how many conflicts that are, and the verdict; None where it names none."""
    subject, _, words = line.rpartition(": ")
    many = _MANY.fullmatch(subject)
    return subject or line, int(many[1].replace(",", "") or 1) if many else 1, _VERDICTS.get(words)


def day(at: datetime) -> str:
    """Return a date as sentences name it, in the local zone: 20 Mar 2026."""
    local = at.astimezone()
    return f"{local.day} {local:%b %Y}"


def _main(verdict: Verdict, given: Given) -> tuple[str, ...]:
    match verdict:
        case Verdict.NEWER:
            return ("old → superseded by new",)
        case Verdict.OLDER:
            return ("new → superseded by old",)
        case Verdict.KEEP:
            return "both → conflicted, in recall with the reason", "leaves the queue"
        case Verdict.BOTH:
            stays = "this pair stays away until a text changes"
            return (
                ("both → active", stays, "the slot counts as a list")
                if taught_slot(given.conflict)
                else ("both → active", stays)
            )
        case Verdict.MERGE:
            return ("the result is a new memory that supersedes both",)
        case Verdict.ARCHIVE_OLD:
            return "old → archived", "new → active"
        case Verdict.ARCHIVE_NEW:
            return "new → archived", "old → active"


def _single(verdict: Verdict, given: Given) -> str:
    newer, older = (title(one.content, TITLE) for one in (given.sides.newer, given.sides.older))
    match verdict:
        case Verdict.NEWER:
            return f"“{older}” is superseded by “{newer}”."
        case Verdict.OLDER:
            return f"“{newer}” is superseded by “{older}”, which stays true."
        case Verdict.KEEP:
            return f"“{newer}” and “{older}” stay in conflict, out of the queue."
        case Verdict.BOTH:
            return f"“{newer}” and “{older}” are both true; the pair stays away until a text changes."
        case Verdict.MERGE:
            return f"“{older}” and “{newer}” are merged; the result supersedes both."
        case Verdict.ARCHIVE_OLD:
            return f"“{older}” is archived; “{newer}” is active."
        case Verdict.ARCHIVE_NEW:
            return f"“{newer}” is archived; “{older}” is active."


def _name(given: Given, memory: Memory) -> str:
    return "new" if memory.number == given.sides.newer.number else "old"

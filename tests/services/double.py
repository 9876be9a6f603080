"""A judge that plays by a small book, so that tests of services do not hang on what sentences mean.

"The K is V." claims a value. "The K is now V." changes it for sure, "Perhaps the K is now V." may. "The K is no
longer V." denies it. Two equal texts are duplicates, two values without a word of change a contradiction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.domain.plugins import JudgedMemory

_SAYS = re.compile(r"(?P<perhaps>Perhaps t|T)he (?P<key>[\w ]+?) is (?P<how>now |no longer |)(?P<value>\w+)\.?")


@dataclass(frozen=True)
class Said:
    """What a sentence of the book says."""

    key: str
    how: str
    value: str
    perhaps: bool


def said(text: str) -> Said | None:
    """Read a sentence of the book; None for any other."""
    found = _SAYS.fullmatch(text.strip())
    if found is None:
        return None
    return Said(found["key"], found["how"].strip(), found["value"], found["perhaps"].startswith("P"))


class BookJudge:
    """Judges by the book; `asked` counts how often."""

    name = "book"

    def __init__(self) -> None:
        self.asked = 0

    def judge(self, new: JudgedMemory, old: JudgedMemory) -> Finding | None:
        """Return what the newer sentence means for the older one."""
        self.asked += 1
        mine, theirs = said(new.content), said(old.content)
        if new.content == old.content:
            return Finding(
                type=ConflictType.DUPLICATE,
                relation=None,
                severity=Severity.LOW,
                confidence=0.99,
                rule="book",
                reason="The same text.",
            )
        if mine is None or theirs is None or mine.key != theirs.key or theirs.how == "no longer":
            return None
        return _finding(mine, theirs)


def _finding(mine: Said, theirs: Said) -> Finding | None:
    denies = mine.how == "no longer"
    if (mine.value == theirs.value) is not denies:
        return None
    sure = not mine.perhaps
    changes = bool(mine.how)
    kind = ConflictType.SUPERSESSION if mine.how == "now" else ConflictType.CONTRADICTION
    relation = RelationKind.SUPERSEDES if mine.how == "now" else RelationKind.CONTRADICTS
    return Finding(
        type=kind,
        relation=relation,
        severity=Severity.MEDIUM if mine.how == "now" else Severity.HIGH,
        confidence=(0.95 if sure else 0.7) if changes else 0.8,
        rule="book",
        reason=f"The {mine.key} was {theirs.value}.",
        signal=mine.how,
        trigger=f'Temporal marker "{mine.how}"' if changes else "",
        subject="the shop",
        slot=mine.key,
        old_value=theirs.value,
        new_value="" if denies else mine.value,
        exact=changes and sure,
        group=f"{mine.how}@{mine.key}" if changes else "",
        suggested=SuggestedAction.SUPERSEDE_EXISTING if changes else SuggestedAction.MARK_CONFLICTED,
    )

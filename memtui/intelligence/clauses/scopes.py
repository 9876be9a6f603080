"""Whether two clauses hold under the same limits: owner, place, purpose, condition."""

from __future__ import annotations

from enum import Enum

from memtui.intelligence.clauses.parsing import Clause
from memtui.intelligence.clauses.phrases import Phrase


class Reach(Enum):
    """How far the newer clause reaches against the older one."""

    SAME = "same"
    NARROWER = "narrower"
    """Only the newer one is limited."""
    WIDER = "wider"
    """Only the older one is limited."""
    APART = "apart"
    """Each is limited to something of its own."""


def reach(new: Clause, old: Clause) -> Reach:
    """Compare the limits of two clauses; a limit that the other clause names elsewhere counts as shared."""
    if new.owner != old.owner:
        return Reach.APART
    fresh = [part for part in new.scope if not _met(part, old)]
    gone = [part for part in old.scope if not _met(part, new)]
    if fresh and gone:
        return Reach.APART
    if fresh:
        return Reach.NARROWER
    return Reach.WIDER if gone else Reach.SAME


def _met(part: Phrase, other: Clause) -> bool:
    stems = part.stems
    if not stems:
        return True
    if any(
        theirs.stems == stems or (len(stems & theirs.stems) * 2 > len(stems | theirs.stems)) for theirs in other.scope
    ):
        return True
    return stems <= (other.subject.stems | other.object.stems | other.label.stems)

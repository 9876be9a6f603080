"""What every rule of the judge is given, and what it may answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from memtui.domain.judgements import Finding
from memtui.intelligence.reading import Reading, Statement


class Decided(Enum):
    """The answer of a rule that is sure that two statements get along: no further rule is asked."""

    NOTHING = "nothing"


NOTHING: Literal[Decided.NOTHING] = Decided.NOTHING
"""What a rule returns to settle that there is no conflict."""

Answer = Finding | Literal[Decided.NOTHING] | None
"""A finding, NOTHING to stop with none, or None to let the next rule look."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories, the newer first, and one statement of each.

    `forward` says that the newer one is known to be newer: only then can its signal supersede at once.
    """

    new: Reading
    old: Reading
    new_statement: Statement
    old_statement: Statement
    forward: bool = True


Rule = Callable[[Pair], Answer]

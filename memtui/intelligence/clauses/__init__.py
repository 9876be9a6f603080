"""Sentences taken apart into clauses, once per statement."""

from __future__ import annotations

from memtui.intelligence.clauses.parsing import Clause, parse
from memtui.intelligence.clauses.phrases import EMPTY, Phrase
from memtui.intelligence.clauses.scopes import Reach, reach
from memtui.intelligence.reading import Statement

__all__ = ["EMPTY", "Clause", "Phrase", "Reach", "clauses_of", "reach"]


def clauses_of(statement: Statement) -> tuple[Clause, ...]:
    """Return the clauses of a statement, parsed when first asked for; a question claims nothing and has none."""
    kept: tuple[Clause, ...] | None = statement.__dict__.get("clauses")
    if kept is None:
        kept = statement.__dict__["clauses"] = () if statement.is_question else parse(statement.words)
    return kept

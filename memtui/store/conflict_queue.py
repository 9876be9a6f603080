"""The conflicts as the review queue reads them: see `services.ports.Queue`."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import bindparam, or_, select
from sqlmodel import col

from memtui.domain.errors import NotFound, Refused
from memtui.domain.kinds import ConflictState, Severity, SuggestedAction
from memtui.domain.records import Conflict
from memtui.domain.verdicts import Verdict
from memtui.services.ports import ConflictFilter, QueueCounts
from memtui.store.engine import Database
from memtui.store.filters import begins_with, in_project
from memtui.store.mapping import escaped
from memtui.store.statements import CONFLICTS, AnySelect, pieces
from memtui.store.tables import ConflictRow, MemoryIndexRow

_NAMED_AT_MOST: Final = 5
_RANK: Final = {Severity.HIGH: 2, Severity.MEDIUM: 1, Severity.LOW: 0}
AGREEING: Final[dict[SuggestedAction, frozenset[Verdict]]] = {
    SuggestedAction.SUPERSEDE_EXISTING: frozenset({Verdict.NEWER, Verdict.ARCHIVE_OLD}),
    SuggestedAction.MARK_CONFLICTED: frozenset({Verdict.NEWER, Verdict.OLDER, Verdict.KEEP, Verdict.MERGE}),
    SuggestedAction.ARCHIVE_EXISTING: frozenset(
        {Verdict.ARCHIVE_OLD, Verdict.ARCHIVE_NEW, Verdict.NEWER, Verdict.MERGE}
    ),
    SuggestedAction.MERGE: frozenset({Verdict.MERGE, Verdict.ARCHIVE_OLD, Verdict.ARCHIVE_NEW}),
    SuggestedAction.KEEP_BOTH: frozenset({Verdict.BOTH, Verdict.KEEP}),
}
"""Which verdicts of a person go the way that a detector suggested."""


class SqlQueue:
    """Reads of the conflicts of one database; see `services.ports.Queue`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def conflict(self, handle: int | str) -> Conflict:
        """Return a conflict by number, id or unique id prefix; raises NotFound, Refused where several match."""
        name = str(handle).strip().upper()
        with self._database.reading(derived=True) as connection:
            if name.isdecimal() and len(name) < 19:
                found = CONFLICTS.get(connection, int(name))
                if found is not None:
                    return found
            if name and isinstance(handle, str):
                wanted = begins_with(col(ConflictRow.id), escaped(name))
                statement = CONFLICTS.select.where(wanted).order_by(CONFLICTS.number).limit(_NAMED_AT_MOST + 1)
                matching = CONFLICTS.read(connection, statement)
                exact = [conflict for conflict in matching if conflict.id == name]
                if exact or len(matching) == 1:
                    return (exact or matching)[0]
                if matching:
                    listed = ", ".join(conflict.id for conflict in matching[:_NAMED_AT_MOST])
                    raise Refused(f"Several conflicts answer to {handle!r}: {listed}.", "Give more of the id.")
        raise NotFound(f"No conflict answers to {str(handle)!r}.")

    def conflicts(self, numbers: Sequence[int]) -> list[Conflict]:
        """Return the conflicts that exist of `numbers`, in that order."""
        with self._database.reading(derived=True) as connection:
            found = CONFLICTS.get_all(connection, list(dict.fromkeys(numbers)))
        return [found[number] for number in numbers if number in found]

    def numbers(self, where: ConflictFilter) -> array[int]:
        """Return the numbers of all conflicts that pass: put-off ones last, then grouped by subject, surest first."""
        with self._database.reading(derived=True) as connection:
            found = CONFLICTS.read(connection, _passing(where))
        words = where.text.casefold().split()
        found = [one for one in found if all(word in _words(one) for word in words)]
        surest: dict[str, float] = {}
        for one in found:
            surest[_subject(one)] = max(surest.get(_subject(one), 0.0), one.confidence)

        def order(one: Conflict) -> tuple[Any, ...]:
            put_off = (0, 0.0) if one.later_at is None else (1, one.later_at.timestamp())
            subject = _subject(one)
            return (*put_off, -surest[subject], subject, -one.confidence, -_RANK[one.severity], -(one.number or 0))

        return array("q", (one.number or 0 for one in sorted(found, key=order)))

    def counts(self, project: str | None = None) -> QueueCounts:
        """Return the queue's counts."""
        with self._database.reading(derived=True) as connection:
            found = CONFLICTS.read(connection, _passing(ConflictFilter(states=frozenset(), project=project)))
        judged = [one for one in found if one.human_verdict and not one.evidence.get("missed")]
        return QueueCounts(
            states=Counter(one.state for one in found),
            severities=Counter(one.severity for one in found if one.state is ConflictState.OPEN),
            agreed=sum(one.human_verdict in AGREEING[one.suggested_action] for one in judged),
            judged=len(judged),
            missed=sum(bool(one.evidence.get("missed")) for one in found),
        )

    def of(self, memories: Sequence[int]) -> list[Conflict]:
        """Return all conflicts, in whatever state, that any of these memories is part of, oldest first."""
        wanted: Any = bindparam("wanted", expanding=True)
        ends = or_(col(ConflictRow.new_number).in_(wanted), col(ConflictRow.old_number).in_(wanted))
        found: dict[int | None, Conflict] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(memories))):
                for row in connection.execute(CONFLICTS.select.where(ends), {"wanted": list(run)}).all():
                    conflict = CONFLICTS.mapper.from_row(row)
                    found[conflict.number] = conflict
        return sorted(found.values(), key=lambda one: (one.created_at, one.number or 0))

    def by_fingerprint(self, fingerprints: Sequence[str]) -> dict[str, list[Conflict]]:
        """Return the conflicts that were recorded for those pairs of texts."""
        found: dict[str, list[Conflict]] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces([escaped(one) for one in dict.fromkeys(fingerprints)]):
                statement = CONFLICTS.select.where(col(ConflictRow.fingerprint).in_(run)).order_by(CONFLICTS.number)
                for conflict in CONFLICTS.read(connection, statement):
                    found.setdefault(conflict.fingerprint, []).append(conflict)
        return found


def _passing(where: ConflictFilter) -> AnySelect:
    row = ConflictRow
    statement = CONFLICTS.select
    for column, values in (
        (col(row.state), where.states),
        (col(row.type), where.types),
        (col(row.severity), where.severities),
    ):
        if values:
            statement = statement.where(column.in_(sorted(str(value) for value in values)))
    if where.memory is not None:
        statement = statement.where(or_(col(row.new_number) == where.memory, col(row.old_number) == where.memory))
    if where.project is not None:
        own = select(col(MemoryIndexRow.number)).where(in_project(col(MemoryIndexRow.project), where.project))
        statement = statement.where(or_(col(row.new_number).in_(own), col(row.old_number).in_(own)))
    return statement


def _subject(conflict: Conflict) -> str:
    return str(conflict.evidence.get("subject") or "").casefold()


def _words(conflict: Conflict) -> str:
    evidence = conflict.evidence
    parts = (conflict.reason, *(str(evidence.get(key) or "") for key in ("subject", "old_value", "new_value")))
    return " ".join(parts).casefold()

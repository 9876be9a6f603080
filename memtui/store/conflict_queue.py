"""The conflicts as the review queue reads them: see `services.ports.Queue`."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, bindparam, case, func, or_, select
from sqlmodel import col

from memtui.domain.errors import NotFound
from memtui.domain.kinds import ConflictState, ConflictType, Severity
from memtui.domain.records import Conflict
from memtui.services.ports import BANDS, ConflictFilter, QueueCounts, Tally
from memtui.store.conflict_rows import RANKS
from memtui.store.engine import Database
from memtui.store.filters import in_project
from memtui.store.functions import place_of
from memtui.store.handles import by_number_or_id
from memtui.store.mapping import escaped, unescaped
from memtui.store.statements import CONFLICTS, pieces
from memtui.store.tables import ConflictIndexRow, ConflictRow, MemoryIndexRow

_ROW: Final = ConflictIndexRow
_MARKERS: Final = select(col(ConflictRow.number)).where(
    col(ConflictRow.state).in_((ConflictState.DISMISSED, ConflictState.RESOLVED)),
    col(ConflictRow.decided_by) == "rule",
    col(ConflictRow.evidence).contains('"marker":'),
)
"""Rows by which detection remembers a thing about a slot: no conflict that anybody looks at."""
_COUNTS: Final = (col(_ROW.state), col(_ROW.severity), col(_ROW.agreed), col(_ROW.missed))
_BY_RANK: Final = {rank: severity for severity, rank in RANKS.items()}
_BAND: Final = case(
    *((col(_ROW.confidence) >= least, place) for place, least in enumerate(BANDS)), else_=len(BANDS) - 1
)
_ENDS: Final = CONFLICTS.select.where(
    or_(
        col(ConflictRow.new_number).in_(bindparam("wanted", expanding=True)),
        col(ConflictRow.old_number).in_(bindparam("wanted", expanding=True)),
    )
)


class SqlQueue:
    """Reads of the conflicts of one database; see `services.ports.Queue`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def conflict(self, handle: int | str) -> Conflict:
        """Return a conflict by number, id or unique id prefix; raises NotFound, Refused where several match."""
        with self._database.reading(derived=True) as connection:
            found = by_number_or_id(connection, CONFLICTS, handle, "conflicts")
        if found is not None:
            return found
        raise NotFound(f"No conflict answers to {str(handle)!r}.")

    def conflicts(self, numbers: Sequence[int]) -> list[Conflict]:
        """Return the conflicts that exist of `numbers`, in that order."""
        with self._database.reading(derived=True) as connection:
            found = CONFLICTS.get_all(connection, list(dict.fromkeys(numbers)))
        return [found[number] for number in numbers if number in found]

    def numbers(self, where: ConflictFilter) -> array[int]:
        """Return the numbers of all conflicts that pass: put-off ones last, then grouped by subject, surest first.

        Groups come by their surest conflict, one without a subject stands alone; of equals the gravest, then the newest. Of those put off the one
        put off first comes first.
        """
        put_off = col(_ROW.later_at).is_not(None)
        alone = case((col(_ROW.subject) == "", col(_ROW.number)), else_=0)
        surest = func.max(col(_ROW.confidence)).over(partition_by=(put_off, col(_ROW.subject), alone))
        order = (
            put_off,
            col(_ROW.later_at),
            surest.desc(),
            col(_ROW.subject),
            col(_ROW.confidence).desc(),
            col(_ROW.severity).desc(),
            col(_ROW.number).desc(),
        )
        statement = select(col(_ROW.number)).where(*_passing(where)).order_by(*order)
        if where.latest:
            decided = col(ConflictRow.decided_at)
            joined = select(col(_ROW.number)).join(ConflictRow, col(ConflictRow.number) == col(_ROW.number))
            newest = (decided.is_(None), decided.desc(), col(_ROW.number).desc())
            statement = joined.where(*_passing(where)).order_by(*newest)
        with self._database.reading(derived=True) as connection:
            return array("q", connection.execute(statement).scalars())

    def counts(self, project: str | None = None) -> QueueCounts:
        """Return the queue's counts."""
        passing = _passing(ConflictFilter(states=frozenset(), project=project))
        counted = select(*_COUNTS, func.count()).where(*passing).group_by(*_COUNTS)
        states: Counter[ConflictState] = Counter()
        severities: Counter[Severity] = Counter()
        agreed: Counter[bool | None] = Counter()
        missed = 0
        with self._database.reading(derived=True) as connection:
            for state, rank, went_its_way, by_hand, count in connection.execute(counted).all():
                states[ConflictState(state)] += count
                if state == ConflictState.OPEN:
                    severities[_BY_RANK[rank]] += count
                agreed[went_its_way] += count
                missed += count if by_hand else 0
            told = select(col(_ROW.state), func.count()).where(*passing, col(_ROW.number).in_(_MARKERS))
            for state, count in connection.execute(told.group_by(col(_ROW.state))).all():
                states[ConflictState(state)] -= count
        return QueueCounts(
            states=dict(+states),
            severities=dict(severities),
            agreed=agreed[True],
            judged=agreed[True] + agreed[False],
            missed=missed,
        )

    def tallies(self, where: ConflictFilter) -> list[Tally]:
        """Return how many of the conflicts that pass are alike."""
        alike = (col(_ROW.state), col(_ROW.type), col(_ROW.severity), _BAND, col(_ROW.agreed))
        statement = select(*alike, func.count()).where(*_passing(where)).group_by(*alike)
        with self._database.reading(derived=True) as connection:
            return [
                Tally(ConflictState(state), ConflictType(kind), _BY_RANK[rank], band, agreed, count)
                for state, kind, rank, band, agreed, count in connection.execute(statement).all()
            ]

    def subjects(self, where: ConflictFilter, limit: int) -> list[tuple[str, int]]:
        """Return the case-folded subjects of more than one conflict that passes, with their counts, commonest first."""
        subject, count = col(_ROW.subject), func.count()
        grouped = select(subject, count).where(*_passing(where), subject != "").group_by(subject).having(count > 1)
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(grouped.order_by(count.desc(), subject).limit(limit)).all()
        return [(unescaped(name), number) for name, number in rows]

    def following(self) -> array[int]:
        """Return the numbers of the open conflicts that another of their group may stand for."""
        follows = col(ConflictRow.evidence).contains('"follows":')
        statement = select(col(ConflictRow.number)).where(col(ConflictRow.state) == ConflictState.OPEN, follows)
        with self._database.reading() as connection:
            return array("q", (number for number in connection.execute(statement).scalars() if number is not None))

    def of(self, memories: Sequence[int]) -> list[Conflict]:
        """Return all conflicts, in whatever state, that any of these memories is part of, oldest first."""
        found: dict[int | None, Conflict] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(memories))):
                for row in connection.execute(_ENDS, {"wanted": list(run)}).all():
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


def _passing(where: ConflictFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on `conflict_index` that a filter sets."""
    passing: list[ColumnElement[bool]] = []
    for column, values in ((col(_ROW.state), where.states), (col(_ROW.type), where.types)):
        if values:
            passing.append(column.in_(sorted(str(value) for value in values)))
    if where.severities:
        passing.append(col(_ROW.severity).in_(sorted(RANKS[severity] for severity in where.severities)))
    if where.memory is not None:
        ends = or_(col(ConflictRow.new_number) == where.memory, col(ConflictRow.old_number) == where.memory)
        passing.append(col(_ROW.number).in_(select(col(ConflictRow.number)).where(ends)))
    if where.bands:
        passing.append(_BAND.in_(sorted(where.bands)))
    if where.subject:
        passing.append(col(_ROW.subject) == escaped(where.subject))
    if where.memories is not None:
        sides = sorted(where.memories)
        passing.append(or_(col(_ROW.new_number).in_(sides), col(_ROW.old_number).in_(sides)))
    if not where.markers:
        passing.append(col(_ROW.number).not_in(_MARKERS))
    if where.project is not None:
        index = MemoryIndexRow
        either = col(index.number).in_((col(_ROW.new_number), col(_ROW.old_number)))
        own = select(col(index.number)).where(either, in_project(col(index.project), where.project))
        passing.append(own.correlate(_ROW).exists())
    for word in where.text.casefold().split():
        passing.append(place_of(col(_ROW.words), escaped(word)) > 0)
    return passing

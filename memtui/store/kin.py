"""The few memories that may have something to do with a new one: see `services.ports.Claims`."""

from __future__ import annotations

from sqlalchemy import and_, select
from sqlmodel import col

from memtui.domain.filters import ALL_TIERS, LIVE, Filter
from memtui.domain.kinds import Status
from memtui.services.ports import Kin, Probe, Term
from memtui.store.engine import Database
from memtui.store.mapping import escaped
from memtui.store.search import SqlSearch, idf
from memtui.store.tables import ClaimRow, EntityNameRow, EntityRow, MentionRow

_NEWEST = 100


class SqlClaims:
    """The index of claims and terms of one database; see `services.ports.Claims`."""

    def __init__(self, database: Database, search: SqlSearch) -> None:
        self._database = database
        self._search = search

    def kin(self, probe: Probe) -> list[Kin]:
        """Return at most `probe.limit` live memories that share the most with the probe, heaviest first."""
        with self._database.reading(derived=True):
            return self._kin(probe)

    def _kin(self, probe: Probe) -> list[Kin]:
        statuses = LIVE | {Status.SUPERSEDED} if probe.superseded else LIVE
        where = Filter(statuses=statuses, tiers=ALL_TIERS, project=probe.project)
        df = self._search.document_frequencies(list(probe.terms))
        memories = self._search.corpus().memories
        found = self._search.candidates([Term(text=text, df=n) for text, n in df.items()], where)
        weights = {
            one.memory.number: sum(idf(df[term], memories) for term in set(one.tokens) & set(df))
            for one in found.candidates
        }
        for numbers in self._keyed(probe):
            for number in numbers:
                weights[number] = weights.get(number, 0.0) + idf(len(numbers), memories)
        weights.pop(probe.exclude, None)
        from memtui.store.statements import MEMORIES

        with self._database.reading() as connection:
            records = MEMORIES.get_all(connection, [number for number in weights if number is not None])
        kept = [
            Kin(memory, round(weights[number], 9))
            for number, memory in records.items()
            if memory.status in statuses
            and memory.trust != "held"
            and (probe.project is None or memory.project in (None, probe.project))
        ]
        kept.sort(key=lambda one: (-one.weight, -one.memory.sort_at.timestamp(), -(one.memory.number or 0)))
        return kept[: probe.limit]

    def _keyed(self, probe: Probe) -> list[list[int]]:
        row, mention, name = ClaimRow, MentionRow, EntityNameRow
        statements = [
            select(col(row.memory_number))
            .where(col(row.subject) == escaped(subject), *([col(row.slot).in_((escaped(slot), ""))] if slot else []))
            .distinct()
            .order_by(col(row.memory_number).desc())
            .limit(_NEWEST)
            for subject, slot in probe.claims
        ]
        statements += [
            select(col(mention.memory_number))
            .join(name, col(name.entity_number) == col(mention.entity_number))
            .join(EntityRow, col(EntityRow.number) == col(mention.entity_number))
            .where(and_(col(name.name) == escaped(folded), col(EntityRow.type) == str(kind)))
            .distinct()
            .order_by(col(mention.memory_number).desc())
            .limit(_NEWEST)
            for kind, folded in probe.entities
        ]
        with self._database.reading() as connection:
            return [list(connection.execute(statement).scalars()) for statement in statements]

"""Search, the part that every engine shares: vocabulary, sizes, and the data that ranking needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, String, Subquery, bindparam, cast, func, select
from sqlmodel import col

from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter
from memtui.domain.records import Memory
from memtui.services.ports import Candidate, CandidateSet, Corpus, Term
from memtui.store.engine import Database
from memtui.store.filters import begins_with, conditions
from memtui.store.functions import OrderedJoin
from memtui.store.mapping import MEMORY, escaped
from memtui.store.reads_memories import badges_from
from memtui.store.standing import Tally, letters_of, passing_of, tally_from
from memtui.store.statements import MEMORIES, AnySelect, pieces, table_of
from memtui.store.tables import CorpusRow, MemoryIndexRow, MemoryRow, MemoryTextRow, TermRow
from memtui.store.words import indexed_form

POSTINGS: Final = 15_000
"""The rarest words of a query are looked up whole until their postings add up to this (DESIGN, Search)."""
POSTINGS_OF_MANY: Final = 40_000
MANY: Final = 200_000
"""Above so many memories the larger bound holds."""
NEWEST: Final = 2_000
"""Of a commoner word so many of its newest matches take part."""
SCANNED: Final = 6_000
"""Of a commoner word so many of its newest matches are looked at in search of those that pass the filter."""
LITERAL_STEPS: Final = (2_000, 18_000)
"""A literal search reads so many of the newest memories, the second portion only when the first has too few."""
_INDEX_COLUMNS: Final = (col(MemoryTextRow.tokens), col(MemoryIndexRow.importance_base), col(MemoryIndexRow.badges))
_CANDIDATES: Final = (
    MEMORIES.select.add_columns(*_INDEX_COLUMNS)
    .join(MemoryIndexRow, col(MemoryIndexRow.number) == col(MemoryRow.number))
    .join(MemoryTextRow, col(MemoryTextRow.number) == col(MemoryRow.number))
    .where(col(MemoryRow.number).in_(bindparam("wanted", expanding=True)))
)
_SIZES: Final = select(col(CorpusRow.n), col(CorpusRow.total_length))

RESEMBLING: Final = 500
"""So many words at most are offered as what a typo may have meant."""


@dataclass(frozen=True, slots=True)
class Found:
    """Row numbers, best first, with how many match, which words were cut, and the matches by status and tier."""

    numbers: Sequence[int]
    matches: int
    cut: Mapping[str, tuple[int, int]]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Plan:
    """A query's words, rarest first: those looked up whole, and those of which only the newest matches count."""

    whole: tuple[Term, ...]
    newest: tuple[Term, ...]
    corpus: Corpus


def idf(df: int, memories: int) -> float:
    """Return FTS5's inverse document frequency, which never falls to 0."""
    return max(1e-6, log((memories - df + 0.5) / (df + 0.5))) if memories >= df else 1e-6


def whatever_standing(where: Filter) -> Filter:
    """Return the filter without its statuses, tiers and held memories."""
    return replace(where, statuses=ALL_STATUSES, tiers=ALL_TIERS, held=True)


class SqlSearch(ABC):
    """The inverted index of one database; see `services.ports.Search`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def corpus(self) -> Corpus:
        """Return the index's size."""
        with self._database.reading(derived=True) as connection:
            return sizes_of(connection)

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Return df of those terms that the index holds."""
        shown = {form: term for term in terms for form in indexed_form([term])}
        statement = select(col(TermRow.text), col(TermRow.df)).where(
            col(TermRow.text).in_(bindparam("wanted", expanding=True))
        )
        found: dict[str, int] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(shown)):
                for text, df in connection.execute(statement, {"wanted": list(run)}):
                    found[shown[text]] = df
        return found

    def starting_with(self, prefix: str, limit: int = 8) -> list[tuple[str, int]]:
        """Return the commonest terms with that prefix and their df."""
        if not prefix:
            return []
        statement = select(col(TermRow.text), col(TermRow.df)).where(begins_with(col(TermRow.text), prefix))
        return self._words(statement.order_by(col(TermRow.df).desc(), col(TermRow.text)).limit(limit))

    def resembling(self, term: str) -> list[tuple[str, int]]:
        """Return the terms with the same first or second letter and a length within 2, with df: the nearest if there are many."""
        if not term:
            return []
        near = col(TermRow.size).between(len(term) - 2, len(term) + 2)
        letters = [col(TermRow.initial) == term[0]]
        if len(term) > 1:
            letters.append(col(TermRow.second) == term[1])
        words: list[str] = []
        with self._database.reading(derived=True) as connection:
            for letter in letters:
                all_words = joined_text(connection, col(TermRow.text), " ")
                joined = connection.execute(select(all_words).where(letter, near)).scalar()
                words += (joined or "").split()
            return list(self.document_frequencies(_nearest(term, words)).items())

    def candidates(self, terms: Sequence[Term], where: Filter, limit: int = 200) -> CandidateSet:
        """Return the best `limit` memories that hold any term and pass the filter."""
        with self._database.reading(derived=True) as connection:
            plan = _plan(terms, sizes_of(connection))
            if not (plan.whole or plan.newest):
                return CandidateSet(candidates=(), matches=0)
            found = self._find(connection, plan, where, limit)
            return self._set(connection, found)

    def candidates_for(self, memories: Sequence[Memory]) -> list[Candidate]:
        """Return the ranking data of memories at hand."""
        index = MemoryIndexRow
        own = col(MemoryTextRow.number) == col(index.number)
        wanted = col(index.number).in_(bindparam("wanted", expanding=True))
        statement = select(col(index.number), *_INDEX_COLUMNS).join(MemoryTextRow, own).where(wanted)
        rows: dict[int, Any] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces([memory.number for memory in memories if memory.number is not None]):
                rows.update((row[0], row[1:]) for row in connection.execute(statement, {"wanted": list(run)}))
        return [_candidate(memory, rows[memory.number]) for memory in memories if memory.number in rows]

    def literal(self, text: str, where: Filter, limit: int = 200) -> CandidateSet:
        """Return the newest memories whose text holds `text` as it stands, whatever its case.

        A text that many hold is found among the newest few thousand; only a rare one is looked for further.
        """
        row = MemoryIndexRow
        newest = select(col(row.number), col(row.standing)).where(*conditions(whatever_standing(where)))
        newest = newest.order_by(col(row.number).desc())
        best: list[int] = []
        letters = ""
        looked_at = 0
        with self._database.reading(derived=True) as connection:
            memories = sizes_of(connection).memories
            for step in LITERAL_STEPS:
                scanned = newest.limit(step).offset(looked_at).subquery()
                numbers, standing = connection.execute(_holding(connection, scanned, text)).one()
                best += _passing(numbers or "", standing or "", where)
                letters += standing or ""
                looked_at += step
                if len(best) >= limit or looked_at >= memories:
                    break
            tally = tally_from(letters, where)
            further = looked_at < memories and connection.execute(newest.offset(looked_at).limit(1)).first()
            cut = {text: (looked_at, memories)} if further else {}
            return self._set(connection, Found(best[:limit], passing_of(tally, where), cut, tally))

    @abstractmethod
    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        """Return the candidates' numbers by this engine's own means."""

    def _words(self, statement: Any) -> list[tuple[str, int]]:
        with self._database.reading(derived=True) as connection:
            return [(text, df) for text, df in connection.execute(statement)]

    def _set(self, connection: Connection, found: Found) -> CandidateSet:
        candidates: dict[int, Candidate] = {}
        columns = len(MEMORY.names)
        for run in pieces(found.numbers):
            for row in connection.execute(_CANDIDATES, {"wanted": list(run)}).all():
                memory = MEMORY.from_row(row[:columns])
                assert memory.number is not None
                candidates[memory.number] = _candidate(memory, row[columns:])
        ordered = tuple(candidates[number] for number in found.numbers if number in candidates)
        return CandidateSet(candidates=ordered, matches=found.matches, cut=found.cut, tally=found.tally)


def _nearest(term: str, words: Sequence[str]) -> list[str]:
    """Return the different words among `words`, the nearest to `term` if there are many."""
    if len(words) > RESEMBLING:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        half = max(2, (len(term) + 1) // 2)
        near = process.extract(term, words, scorer=OSA.distance, limit=2 * RESEMBLING, score_cutoff=half)
        words = [word for word, _, _ in near]
    return [word for word in dict.fromkeys(words) if word != term][:RESEMBLING]


def joined_text(connection: Connection, column: Any, between: str = "") -> ColumnElement[str]:
    """Return all values of a column as one text: thousands of rows of their own would take longer than finding them."""
    text = cast(column, String)
    return func.group_concat(text, between) if connection.dialect.name == "sqlite" else func.string_agg(text, between)


def standings(connection: Connection) -> ColumnElement[str]:
    """Return the letters of all rows' standings in one text."""
    return joined_text(connection, col(MemoryIndexRow.standing))


def _holding(connection: Connection, scanned: Subquery, text: str) -> AnySelect:
    """Return the numbers and standings, each joined into one text, of the memories that hold a text."""
    memory = table_of(MemoryRow)
    content, wanted = memory.c.content, escaped(text)
    # SQLite's LIKE knows no case of ASCII letters by itself, and copies no text to find out.
    is_sqlite = connection.dialect.name == "sqlite"
    holds = content.contains(wanted, autoescape=True) if is_sqlite else content.icontains(wanted, autoescape=True)
    source = OrderedJoin(scanned, memory, scanned.c.number == memory.c.number)
    found = select(scanned.c.number, scanned.c.standing).select_from(source).where(holds).subquery()
    return select(joined_text(connection, found.c.number, ","), joined_text(connection, found.c.standing))


def _passing(numbers: str, letters: str, where: Filter) -> list[int]:
    passing = frozenset(letters_of(where))
    pairs = zip(numbers.split(","), letters, strict=False)
    return sorted((int(number) for number, letter in pairs if letter in passing), reverse=True)


def _candidate(memory: Memory, index: Sequence[Any]) -> Candidate:
    tokens, importance_base, badges = index
    return Candidate(
        memory=memory,
        tokens=tuple(tokens.split(" ")) if tokens else (),
        importance_base=importance_base,
        badges=badges_from(badges) if badges else frozenset(),
    )


def sizes_of(connection: Connection) -> Corpus:
    """Return the index's size."""
    n, total_length = connection.execute(_SIZES).one()
    return Corpus(n, total_length)


def _plan(terms: Sequence[Term], corpus: Corpus) -> Plan:
    """Split the words that the index holds into those looked up whole and those cut to their newest matches."""
    bound = POSTINGS_OF_MANY if corpus.memories > MANY else POSTINGS
    unique = {form: term for term in terms for form in indexed_form([term.text])}
    known = sorted((term for term in unique.values() if term.df > 0), key=lambda term: (term.df, term.text))
    whole: list[Term] = []
    postings = 0
    for term in known:
        if postings + term.df > bound:
            break
        postings += term.df
        whole.append(term)
    return Plan(tuple(whole), tuple(known[len(whole) :]), corpus)

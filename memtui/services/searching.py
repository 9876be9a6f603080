"""The way of a query: words to terms, terms to candidates, candidates to a ranking that explains itself (SPEC 8)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import Filter, Order
from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.intelligence import ranking, sessions
from memtui.intelligence.queries import Query, parse
from memtui.services import meaning, reranking, scope, widening
from memtui.services.companions import companions
from memtui.services.findings import Hit, Request, SearchResult, Stop
from memtui.services.listing import plain_hits, remarks
from memtui.services.ports import Candidate, CandidateSet, Term
from memtui.services.succession import Succession, follow
from memtui.services.titles import sound as sound
from memtui.services.workspace import ENGINES, Workspace

CANDIDATES = 200
"""How many of the engine's best are ranked: measured equal to ranking all of them."""

PREDECESSORS = 50
"""How many hidden superseded memories may bring in their successors."""

IN_CONTEXT = 40
"""So many of the best turns are read with the turns beside them: 200 rank real dialogue the same and cost 4 times more."""

LAST_VISIT = "last_visit"
"""The store's note of the moment up to which a person has seen what is new; a colon and the name follow."""


def run(workspace: Workspace, request: Request, stop: Stop) -> SearchResult:
    """Carry out a search; `stop` is called between its steps and raises Cancelled."""
    started = time.perf_counter()
    asked = engine_asked(workspace, request)
    engine = meaning.engine_of(workspace, asked, typing=request.typing)
    now = workspace.clock.now()
    query = parse(sound(request.text), now, since=last_visit(workspace))
    base = scope.base(request, workspace.settings.project, now)
    where = scope.joined(query.narrow(base), request.narrowed)
    if where is None:
        result = SearchResult(query=query, hits=(), matches=0, total=0, engine=engine)
    elif query.is_empty:
        result = _by_importance(workspace, request, query, where, stop)
    else:
        result = _ranked(workspace, request, query, where, engine, stop)
    return replace(
        result,
        total=workspace.store.reads.count(base),
        notices=(*query.notices, *_engine_notices(workspace, asked), *result.notices),
        engine_asked=asked,
        milliseconds=(time.perf_counter() - started) * 1000,
    )


def engine_asked(workspace: Workspace, request: Request) -> str:
    """Return the engine that was asked for; raises InvalidRecord for one that does not exist."""
    engine = request.engine or workspace.settings.engine
    if engine not in ENGINES:
        raise InvalidRecord(f"{engine!r} is not an engine.", f"Choose one of: {', '.join(ENGINES)}.")
    return engine


def last_visit(workspace: Workspace) -> datetime | None:
    """Return up to when this actor has seen what is new; None at the first visit."""
    kept = workspace.store.remembered(f"{LAST_VISIT}:{workspace.actor.name}")
    try:
        return datetime.fromisoformat(kept) if kept else None
    except ValueError:
        return None


def _engine_notices(workspace: Workspace, engine: str) -> Iterable[str]:
    if engine in ("vector", "hybrid") and workspace.settings.plugins.embedder is None:
        yield f"There is no embedder here: {engine} search fell back to words alone (lexical)."


def _by_importance(workspace: Workspace, request: Request, query: Query, where: Filter, stop: Stop) -> SearchResult:
    reads = workspace.store.reads
    memories = reads.page(where, Order.IMPORTANCE, request.limit).memories if request.limit > 0 else ()
    stop()
    rows = plain_hits(reads, memories, workspace.clock.now())
    hits = (replace(hit, rank=place, score=hit.importance.value) for place, hit in enumerate(rows, start=1))
    stop()
    return SearchResult(
        query=query,
        hits=tuple(hits),
        matches=reads.count(where),
        total=0,
        hidden={name: count for name, hid in scope.hidden(where) if (count := reads.count(hid))},
    )


def _ranked(
    workspace: Workspace, request: Request, query: Query, where: Filter, engine: str, stop: Stop
) -> SearchResult:
    terms, notices = widening.terms_of(workspace.store.search, query, request.typing, workspace.settings.weights)
    stop()
    finder = _Finder(workspace, query, terms)
    found, unlisted, near, engine = finder.find_by(engine, where, max(CANDIDATES, request.limit), stop)
    stop()
    everyone = (*found.candidates, *unlisted)
    succession = follow(workspace.store.reads, (c.memory for c in everyone if c.memory.status is Status.SUPERSEDED))
    stop()
    listed = finder.rank(found, unlisted, succession, where, max(request.limit, 0), stop)
    marks = remarks(workspace.store.reads, [item.candidate.memory for item in listed], succession.ends)
    nothing = not listed and request.limit > 0
    closest = widening.closest(workspace.store.search, query.terms) if query.terms and nothing else None
    return SearchResult(
        query=query,
        hits=tuple(_hit(item, marks) for item in listed),
        matches=found.matches,
        total=0,
        hidden=scope.hidden_of(where, found.tally),
        notices=(*notices, *near.notices, *finder.notices, *widening.cut_notices(query, found.cut)),
        closest=closest,
        engine=engine,
    )


class _Finder:
    """One query against one store: finds candidates, and ranks them with what belongs to them."""

    def __init__(self, workspace: Workspace, query: Query, terms: Sequence[Term]) -> None:
        self._workspace, self._query, self._terms = workspace, query, terms
        self._search, self._reads = workspace.store.search, workspace.store.reads
        self._weights = workspace.settings.weights
        self._near = meaning.Meaning()
        self.notices: tuple[str, ...] = ()

    def find_by(
        self, engine: str, where: Filter, limit: int, stop: Stop
    ) -> tuple[CandidateSet, tuple[Candidate, ...], meaning.Meaning, str]:
        """Return what words found, what `find` leaves unlisted, what meaning found, and the engine that was really used."""
        if engine == "lexical" or self._query.literal is not None:
            return *self.find(where, limit), self._near, "lexical"
        by_words = self.find(where, limit) if engine == "hybrid" else (CandidateSet(candidates=(), matches=0), ())
        stop()
        near = meaning.read(self._workspace, self._query.words, by_words[0].candidates, where, stop)
        if near.failed:
            return *(by_words if engine == "hybrid" else self.find(where, limit)), near, "lexical"
        self._near = near
        if engine == "vector":
            self._weights = replace(self._weights, words=0.0, overlap=0.0, order=0.0)
        found = by_words[0]
        together = (*found.candidates, *near.found)
        return replace(found, candidates=together, matches=found.matches + len(near.found)), by_words[1], near, engine

    def find(self, where: Filter, limit: int) -> tuple[CandidateSet, tuple[Candidate, ...]]:
        """Return the candidates, and the superseded ones among the best that the filter hides but whose successors count.

        One scan finds both; only where the hidden ones crowd out the others is there a second.
        """
        if Status.SUPERSEDED in where.statuses:
            return self._found(where, limit), ()
        wide = self._found(replace(where, statuses=where.statuses | {Status.SUPERSEDED}), limit + PREDECESSORS)
        listed = tuple(c for c in wide.candidates if c.memory.status is not Status.SUPERSEDED)
        superseded = tuple(c for c in wide.candidates if c.memory.status is Status.SUPERSEDED)
        matches = scope.passing_of(where, wide.tally) if wide.tally else len(listed)
        if len(listed) < min(limit, matches) and len(wide.candidates) >= limit:
            return self._found(where, limit), superseded[:PREDECESSORS]
        return replace(wide, candidates=listed[:limit], matches=max(matches, len(listed))), superseded[:PREDECESSORS]

    def _found(self, where: Filter, limit: int) -> CandidateSet:
        if self._query.literal is not None:
            return self._search.literal(self._query.literal, where, limit)
        if not self._terms:
            return CandidateSet(candidates=(), matches=0)
        return self._search.candidates(self._terms, where, limit)

    def rank(
        self,
        found: CandidateSet,
        unlisted: Sequence[Candidate],
        succession: Succession,
        where: Filter,
        limit: int,
        stop: Stop,
    ) -> list[ranking.Ranked]:
        everyone = (*found.candidates, *unlisted)
        neighbours, admitted = self._neighbours(found.candidates, where)
        stop()
        successors = self._successors(everyone, succession, where)
        stop()
        beside = companions(self._workspace, (*found.candidates, *successors), where)
        stop()
        reranked, self.notices = reranking.scores(self._workspace, self._query.words, (*everyone, *successors))
        stop()
        ranked = ranking.rank(
            self._query,
            self._terms,
            everyone,
            corpus=self._search.corpus(),
            now=self._workspace.clock.now(),
            weights=self._weights,
            neighbours=neighbours,
            admitted=admitted,
            successors=successors,
            companions=beside.candidates,
            elaborated=beside.elaborated,
            outranked=beside.outranked,
            unlisted={_number(c.memory) for c in unlisted},
            meaning=self._near.cosines,
            reranked=reranked,
            cut=found.cut,
            limit=limit,
        )
        stop()
        return ranked

    def _neighbours(self, found: Sequence[Candidate], where: Filter) -> tuple[list[Candidate], set[int]]:
        """Return the turns beside the candidates in their sessions, and the numbers of those that may be listed."""
        if not self._workspace.settings.weights.session:
            return [], set()
        turns = [c.memory for c in found if c.memory.session is not None and c.memory.session_position is not None]
        known = {c.memory.number for c in found}
        near = self._reads.neighbours(turns[:IN_CONTEXT], sessions.REACH) if turns else []
        beside = self._search.candidates_for([memory for memory in near if memory.number not in known])
        return beside, {_number(c.memory) for c in beside if sessions.passes(c.memory, where)}

    def _successors(self, known: Sequence[Candidate], succession: Succession, where: Filter) -> list[Candidate]:
        """Return what took the candidates' places: the live ones that the filter lets through, and all between."""
        ends = (memory for memory in succession.ends.values() if sessions.passes(memory, where))
        wanted = {_number(memory): memory for memory in (*ends, *succession.links)}
        at_hand = {_number(candidate.memory): candidate for candidate in known}
        further = self._search.candidates_for([m for number, m in wanted.items() if number not in at_hand])
        return [*(at_hand[number] for number in wanted if number in at_hand), *further]


def _number(memory: Memory) -> int:
    if memory.number is None:
        raise ValueError("a memory that was never stored cannot be ranked")
    return memory.number


def _hit(item: ranking.Ranked, marks: dict[str, tuple[str, ...]]) -> Hit:
    memory = item.candidate.memory
    return Hit(
        memory=memory,
        rank=item.rank,
        rank_before=item.rank_before,
        score=item.score,
        importance=item.importance,
        explanation=item.explanation,
        badges=item.candidate.badges,
        marks=marks[memory.id],
    )

"""The steps of a ranking, one after the other (SPEC 8); `memtui.intelligence.ranking.rank` is the way in.

Relevance is a weighted sum of figures from 0 to 1: words (merged with meaning where there is an embedder),
what the session adds, the named speaker, the time that the query names, whether the text looks like an
answer, the share of the query that it repeats, and word order. It is divided by the weights in play, so
that a score of 1 is the best there can be. Importance joins the sum; Memento's boosts multiply, Mneno's
layer adjustments are added. Imports numpy: load it only where something is ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from memtui.domain.kinds import Status, Tier
from memtui.domain.records import Memory
from memtui.intelligence import importance
from memtui.intelligence.explanations import Explanation
from memtui.intelligence.importance import Importance
from memtui.intelligence.ladder import Ladder
from memtui.intelligence.pool import Pool, WordScores, gathered, number_of, word_scores
from memtui.intelligence.ranking import Ranked
from memtui.intelligence.steps import Request, boost_steps, importance_step, layer_step, relevance_steps
from memtui.safe_text import one_line

NOTED = 60
"""So much of a memory's text is quoted in a note."""

UNSURE = 0.5
"""The confidence of a memory that states none, for breaking ties (TekMemo)."""


def run(request: Request) -> list[Ranked]:
    """Carry out all steps and return the hits in order."""
    groups = (request.candidates, request.successors, request.companions, request.neighbours)
    pool = gathered(groups, bool(request.weights.session))
    asked = _asked(request)
    scores = word_scores(pool, asked, request.terms, request.corpus, request.weights)
    predecessors = _predecessors(request, pool)
    elaborated = _elaborated(request, pool)
    listed = _listed(request, pool, scores, predecessors, elaborated)
    if not listed:
        return []
    relevance = relevance_steps(request, pool, asked, scores, listed)
    ladder = Ladder(listed, scores.words)
    importances = {index: importance.assess(pool.members[index].memory, request.now) for index in listed}
    worth = importance_step(pool, importances, request.weights.importance, request.now)
    scale = 1.0 / (sum(step.weight for step in (*relevance, worth) if step.name != "session") or 1.0)
    for step in relevance:
        ladder.add(step, scale)
    ladder.raise_to(predecessors, "succession", lambda index: "takes the place of what it superseded")
    if elaborated:
        ladder.raise_to(elaborated, "elaborates", _elaborates_note(pool, elaborated), request.weights.elaborates)
    if worth.weight:
        ladder.add(worth, scale)
    for step in boost_steps(request, pool, listed):
        ladder.multiply(step)
    ladder.add(layer_step(request, pool), 1.0)
    outranked = _outranked(request, pool, listed)
    if outranked:
        ladder.raise_above(outranked, "current", lambda index: "the newer side of an open conflict")
    return _in_order(request, pool, ladder, importances, predecessors)


def _asked(request: Request) -> tuple[str, ...]:
    """Return the query's words: its own terms and whatever else the index was asked for."""
    if not request.terms:
        return ()
    return tuple(dict.fromkeys((*request.query.terms, *(term.asked or term.text for term in request.terms))))


def _predecessors(request: Request, pool: Pool) -> dict[int, list[int]]:
    """Return, for each live member, the superseded candidates whose chain of successors ends in it."""
    by_id = {member.memory.id: index for index, member in enumerate(pool.members)}
    heirs: dict[int, list[int]] = {}
    for index in (pool.index[number_of(candidate)] for candidate in request.candidates):
        heir, seen = index, {index}
        while pool.members[heir].memory.status is Status.SUPERSEDED:
            following = by_id.get(pool.members[heir].memory.superseded_by or "")
            if following is None or following in seen:
                break
            seen.add(following)
            heir = following
        if heir != index and pool.members[heir].memory.live:
            heirs.setdefault(heir, []).append(index)
    return heirs


def _elaborated(request: Request, pool: Pool) -> dict[int, list[int]]:
    """Return, for each member that elaborates candidates, which ones."""
    if not request.weights.elaborates:
        return {}
    found = {
        pool.index[number]: [pool.index[each] for each in those if each in pool.index]
        for number, those in request.elaborated.items()
        if number in pool.index
    }
    return {index: those for index, those in found.items() if those}


def _elaborates_note(pool: Pool, elaborated: Mapping[int, Sequence[int]]) -> Callable[[int], str]:
    def note(index: int) -> str:
        first = pool.members[elaborated[index][0]].memory
        return f"elaborates “{one_line(first.content[:NOTED])}”"

    return note


def _outranked(request: Request, pool: Pool, listed: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of conflicting members that are both listed, the newer one first."""
    inside = set(listed)
    pairs = [(pool.index.get(newer, -1), pool.index.get(older, -1)) for newer, older in request.outranked]
    return [pair for pair in pairs if inside.issuperset(pair)]


def _listed(
    request: Request,
    pool: Pool,
    scores: WordScores,
    predecessors: Mapping[int, Sequence[int]],
    elaborated: Mapping[int, Sequence[int]],
) -> list[int]:
    """Return who may be listed, in the order that settles ties: confidence, then newest."""
    chosen = {number_of(each) for each in request.candidates} - request.unlisted
    heirs = {number_of(each) for each in request.successors}
    listed = [
        index
        for number, index in pool.index.items()
        if number in chosen
        or (number in heirs and index in predecessors)
        or index in elaborated
        or (number in request.admitted and scores.session[index] > 0)
    ]
    return sorted(listed, key=lambda index: _settled(pool.members[index].memory), reverse=True)


def _settled(memory: Memory) -> tuple[float, float, int]:
    confidence = UNSURE if memory.confidence is None else memory.confidence
    return confidence, memory.sort_at.timestamp(), memory.number or 0


def _in_order(
    request: Request,
    pool: Pool,
    ladder: Ladder,
    importances: Mapping[int, Importance],
    predecessors: Mapping[int, Sequence[int]],
) -> list[Ranked]:
    """Return the hits, the live ones first, then what was brought back, each by its score."""
    groups = [_group(pool.members[index].memory) for index in ladder.listed]
    best = min(groups)
    asides = tuple(f"{word}: newest {seen:,} of {df:,}" for word, (seen, df) in request.cut.items())
    hits: list[Ranked] = []
    for place, at in enumerate(ladder.order(groups)[: request.limit], start=1):
        index = ladder.listed[at]
        member = pool.members[index]
        followed = tuple(number_of(pool.members[each]) for each in predecessors.get(index, ()))
        explanation = Explanation(
            parts=ladder.parts(at),
            score=ladder.score(at),
            rank=place,
            rank_before=ladder.first_place(at),
            placed=_placed(groups[at], member.memory, best),
            supersedes=followed,
            asides=asides,
        )
        hits.append(Ranked(member, explanation.score, place, explanation.rank_before, importances[index], explanation))
    return hits


def _group(memory: Memory) -> int:
    """Return 0 for what recall shows by default, 1 for transient memories, 2 for superseded and archived ones."""
    if not memory.live:
        return 2
    return 1 if memory.tier is Tier.TRANSIENT else 0


def _placed(group: int, memory: Memory, best: int) -> str:
    if group == best:
        return ""
    return f"{memory.status if group == 2 else memory.tier}: below the live ones"

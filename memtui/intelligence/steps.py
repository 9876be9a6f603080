"""What each step of a ranking finds in each memory (SPEC 8): figures, weights and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import numpy as np

from memtui import safe_text
from memtui.domain.records import Memory
from memtui.intelligence import boosts, importance, questions, rerank, sessions
from memtui.intelligence.importance import Importance
from memtui.intelligence.ladder import Step
from memtui.intelligence.pool import Pool, WordScores, overlap
from memtui.intelligence.queries import Query
from memtui.intelligence.questions import Question
from memtui.intelligence.ranking import Candidate, Corpus, Term
from memtui.intelligence.weights import Weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that one ranking works with; see `ranking.rank`."""

    query: Query
    terms: Sequence[Term]
    candidates: Sequence[Candidate]
    corpus: Corpus
    now: datetime
    weights: Weights
    neighbours: Sequence[Candidate]
    admitted: frozenset[int]
    successors: Sequence[Candidate]
    companions: Sequence[Candidate]
    elaborated: Mapping[int, Sequence[int]]
    outranked: Sequence[tuple[int, int]]
    unlisted: frozenset[int]
    meaning: Mapping[int, float]
    reranked: Mapping[int, float] | None
    cut: Mapping[str, tuple[int, int]]
    limit: int | None


def relevance_steps(
    request: Request, pool: Pool, asked: Sequence[str], scores: WordScores, listed: Sequence[int]
) -> list[Step]:
    """Return the steps that say how well each member answers the query, without those that are off or find nothing."""
    question = questions.read(request.query.words, request.now)
    steps = [
        *_merged(request, pool, asked, scores),
        _speaker(request, pool, listed),
        _period(request, pool, listed, question),
        _answer(request, pool, listed, question),
        _overlap(request, pool, asked, scores, listed),
        _order(request, pool, asked, listed),
    ]
    return [step for step in steps if step.weight and (step.always or step.values.any())]


def _merged(request: Request, pool: Pool, asked: Sequence[str], scores: WordScores) -> Iterator[Step]:
    """Yield words, meaning and session: a weighted sum of normalised scores whose weights make 1."""
    weights = request.weights
    by_meaning = np.array([max(request.meaning.get(number, 0.0), 0.0) for number in pool.index])
    best = float(by_meaning.max(initial=0.0))
    meaning = weights.meaning if best > 0 else 0.0
    whole = (weights.words + meaning) or 1.0
    yield Step("words", scores.words, weights.words / whole, _words_note(request, pool, asked), always=True)
    yield Step("meaning", by_meaning / (best or 1.0), meaning / whole, lambda index: "like the query in meaning")
    yield Step("session", scores.session, weights.words / whole, lambda index: "said in the turns beside it")


def _words_note(request: Request, pool: Pool, asked: Sequence[str]) -> Callable[[int], str]:
    widened = {term.text: term.asked or term.text for term in request.terms}
    spelled = request.query.spelled

    def note(index: int) -> str:
        held = {widened[token]: token for token in pool.members[index].tokens if token in widened}
        return ", ".join(
            spelled.get(word, word) if held[word] == word else f"{spelled.get(word, word)} as {held[word]}"
            for word in asked
            if word in held
        )

    return note


def _listed_values(pool: Pool, listed: Sequence[int], figure: Callable[[Memory], float]) -> Any:
    values = np.zeros(len(pool.members))
    for index in listed:
        values[index] = figure(pool.members[index].memory)
    return values


def _speaker(request: Request, pool: Pool, listed: Sequence[int]) -> Step:
    asked = frozenset(request.query.terms)
    named = {memory.speaker for member in pool.members if (memory := member.memory).speaker}
    named = {speaker for speaker in named if sessions.is_named(speaker, asked)}
    values = _listed_values(pool, listed, lambda memory: float(memory.speaker in named)) if named else np.zeros(1)

    def note(index: int) -> str:
        return f"{safe_text.one_line(pool.members[index].memory.speaker or '')} said it"

    return Step("speaker", values, request.weights.speaker, note)


def _period(request: Request, pool: Pool, listed: Sequence[int], question: Question) -> Step:
    near: dict[date, float] = {}

    def nearness(memory: Memory) -> float:
        if memory.created_at is None:
            return 0.0
        day = memory.created_at.date()
        if day not in near:
            near[day] = question.nearness(day)
        return near[day]

    values = _listed_values(pool, listed, nearness) if question.periods else np.zeros(1)
    return Step("period", values, request.weights.period, lambda index: "near the time that was asked for")


def _answer(request: Request, pool: Pool, listed: Sequence[int], question: Question) -> Step:
    values = np.zeros(1)
    if question.is_question and request.weights.answer:
        values = _listed_values(pool, listed, lambda memory: question.answer(memory.content))

    def note(index: int) -> str:
        kinds = " or ".join(sorted(question.asks))
        return f"holds a {kinds}" if values[index] > 0 else "asks, does not answer"

    return Step("answer", values, request.weights.answer, note)


def _overlap(request: Request, pool: Pool, asked: Sequence[str], scores: WordScores, listed: Sequence[int]) -> Step:
    weight = request.weights.overlap
    if not (weight and asked):
        return Step("overlap", np.zeros(1), 0.0, lambda index: "")
    if request.reranked is not None:
        given = np.array([request.reranked.get(number, 0.0) for number in pool.index])
        return Step("overlap", given, weight, lambda index: "by the plugged-in reranker")
    values = overlap(pool, asked, scores.held, listed, bool(request.weights.session))

    def note(index: int) -> str:
        return f"{values[index] * len(asked):.3g} of {len(asked)} words"

    return Step("overlap", values, weight, note)


def _order(request: Request, pool: Pool, asked: Sequence[str], listed: Sequence[int]) -> Step:
    values = np.zeros(len(pool.members))
    if request.weights.order and len(asked) > 1:
        for index in listed:
            values[index] = rerank.in_order(asked, pool.members[index].tokens)
    return Step("order", values, request.weights.order, lambda index: "words in the order of the query")


def importance_step(pool: Pool, importances: Mapping[int, Importance], weight: float, now: datetime) -> Step:
    """Return the step that lets important memories rise."""
    values = np.zeros(len(pool.members))
    for index, each in importances.items():
        values[index] = each.value if each.override is not None else _by_days(each, pool.members[index].memory, now)

    def note(index: int) -> str:
        each = importances[index]
        if each.override is not None:
            return f"set by a person; computed {each.computed:.2f}"
        parts = (
            ("source", importance.SOURCE_SHARE * each.source),
            ("tags", importance.TAG_SHARE * each.tags),
            ("priority", importance.PRIORITY_SHARE * each.priority),
            ("undated" if each.undated else "age", importance.RECENCY_SHARE * each.recency),
        )
        return "  ".join(f"{figure:.2f} {name}".removeprefix("0") for name, figure in parts)

    return Step("importance", values, weight, note, always=True)


def _by_days(each: Importance, memory: Memory, now: datetime) -> float:
    """Return the importance at whole days of age: a few minutes do not make one of two equal notes better."""
    if memory.created_at is None:
        return each.computed
    return each.base + importance.RECENCY_SHARE * importance.recency((now - memory.created_at).days)


def boost_steps(request: Request, pool: Pool, listed: Sequence[int]) -> list[Step]:
    """Return Memento's factors: recent, source, tag."""
    weights = request.weights
    asked = frozenset(request.query.terms)
    memories = [member.memory for member in pool.members]
    tags = {index: boosts.matching_tag(memories[index], asked) for index in listed} if weights.tag else {}
    recent = np.array([boosts.recent_factor(memory.created_at, request.now) for memory in memories])
    source = np.array([boosts.source_factor(memory.source) for memory in memories])
    tag = np.array([boosts.TAG_FACTOR if tags.get(index) else 1.0 for index in range(len(memories))])

    def age(index: int) -> str:
        created_at = memories[index].created_at
        days = 0 if created_at is None else max((request.now - created_at).days, 0)
        return "today" if days == 0 else f"{days} day{'s' if days > 1 else ''} old"

    return [
        Step("recent", recent, weights.recent, age),
        Step("source", source, weights.source, lambda index: str(memories[index].source)),
        Step("tag", tag, weights.tag, lambda index: f"#{safe_text.one_line(tags[index] or '')}"),
    ]


def layer_step(request: Request, pool: Pool) -> Step:
    """Return Mneno's layer adjustments, scaled by their weight."""
    weight = request.weights.layer
    values = np.array([boosts.layer_adjustment(member.memory.layer) * weight for member in pool.members])
    return Step("layer", values, 1.0, lambda index: str(pool.members[index].memory.layer))

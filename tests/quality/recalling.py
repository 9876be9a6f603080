"""recall-locomo: rank the turns of a conversation for a question, through the public API."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from memtui import MemoryClient
from memtui.domain.drafts import Draft
from memtui.domain.kinds import Source
from memtui.intelligence.weights import Weights
from memtui.services import recall
from memtui.services.findings import Request
from tests.quality import scoring

NAME = "recall-locomo"
LIMIT = 50
"""How many hits are written down; the score looks at ten."""

TARGETS = {"recall@10": 0.69, "nDCG@10": 0.50}
WORST_STEP = 0.005
"""How much recall@10 a step of the pipeline may cost."""

STEPS = (
    ("typo",),
    ("session",),
    ("speaker",),
    ("period",),
    ("answer",),
    ("overlap",),
    ("order",),
    ("importance",),
    ("recent", "source", "tag"),
    ("layer",),
)
"""The pipeline's steps after words alone, in its order, as the weights that switch them on."""

DEFAULT = "default"

Rankings = dict[str, list[str]]
"""Ranked ids by the query's id."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as a store of its own: its turns, and the questions about it."""

    turns: Sequence[Mapping[str, Any]]
    questions: Sequence[Mapping[str, Any]]


def read(path: Path) -> dict[str, Conversation]:
    """Return the conversations of a data file by name."""
    turns, questions = defaultdict(list), defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, filter(str.strip, lines)):
            (turns if row["kind"] == "memory" else questions)[row["corpus"]].append(row)
    return {name: Conversation(turns[name], questions[name]) for name in turns}


def _drafts(turns: Iterable[Mapping[str, Any]]) -> Iterator[Draft]:
    position: Counter[str] = Counter()
    for turn in turns:
        session = str(turn["session"])
        yield Draft(
            content=turn["text"],
            source=Source.IMPORT,
            session=session,
            session_position=position[session],
            speaker=turn["speaker"],
            created_at=datetime.fromisoformat(turn["created_at"]).replace(tzinfo=UTC),
            foreign_id=turn["id"],
            format="conversation",
        )
        position[session] += 1


def rankings(client: MemoryClient, conversation: Conversation) -> Rankings:
    """Return what a search with default settings answers to each question."""
    return {
        str(question["id"]): [hit.memory.foreign_id or "" for hit in client.search(question["text"], limit=LIMIT).hits]
        for question in conversation.questions
    }


def with_weights(client: MemoryClient, conversation: Conversation, weights: Weights) -> Rankings:
    """Return the same as `rankings` under other weights of the configuration."""
    workspace = replace(client.workspace, settings=replace(client.workspace.settings, weights=weights))
    found: Rankings = {}
    for question in conversation.questions:
        result = recall.search(workspace, Request(text=question["text"], limit=scoring.CUT))
        found[str(question["id"])] = [hit.memory.foreign_id or "" for hit in result.hits]
    return found


def measured(conversation: Conversation, with_steps: bool) -> dict[str, Rankings]:
    """Return a conversation's rankings by default and, if wanted, after each step, by the step's name."""
    with MemoryClient(":memory:") as client:
        client.add_many(_drafts(conversation.turns))
        found = {DEFAULT: rankings(client, conversation)}
        if with_steps:
            found |= {name: with_weights(client, conversation, weights) for name, weights in steps()}
        return found


def steps() -> Iterator[tuple[str, Weights]]:
    """Yield the pipeline grown step by step, from words alone to its defaults."""
    every = [name for names in STEPS for name in names]
    weights = replace(Weights(), **dict.fromkeys(every, 0.0))
    yield "words alone (BM25)", weights
    for names in STEPS:
        weights = replace(weights, **{name: getattr(Weights(), name) for name in names})
        yield f"+ {', '.join(names)}", weights


def score_of(conversations: Mapping[str, Conversation], found: Rankings) -> scoring.Score:
    """Return the mean scores of rankings."""
    return scoring.mean([(question["gold"], found[question["id"]]) for question in _questions(conversations)])


def _questions(conversations: Mapping[str, Conversation]) -> Iterator[Mapping[str, Any]]:
    for conversation in conversations.values():
        yield from conversation.questions


def report(folder: Path, out: Path | None, *, with_steps: bool) -> bool:
    """Run the set, print its scores and the table of steps, and say whether all targets are met."""
    conversations = read(folder / NAME / "dev.jsonl")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as workers:
        parts = list(workers.map(measured, conversations.values(), repeat(with_steps)))
    found = {name: {key: ranked for part in parts for key, ranked in part[name].items()} for name in parts[0]}
    if out is not None:
        _write(out / f"{NAME}.jsonl", found[DEFAULT])
    met = _print_scores(conversations, found.pop(DEFAULT))
    return (_print_steps(conversations, found) if with_steps else True) and met


def _write(path: Path, found: Rankings) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps({"id": name, "ranked": ranked}) + "\n" for name, ranked in found.items())
    path.write_text("".join(lines), encoding="utf-8")


def _print_scores(conversations: Mapping[str, Conversation], found: Rankings) -> bool:
    rows = [(str(q.get("category")), q["gold"], found[q["id"]]) for q in _questions(conversations)]
    total = scoring.mean([(right, ranked) for _, right, ranked in rows])
    low, high = scoring.interval([scoring.recall(right, ranked) for _, right, ranked in rows])
    print(
        f"{NAME}: {total.queries} questions, recall@10 {total.recall:.4f} [{low:.3f}, {high:.3f}], nDCG@10 {total.ndcg:.4f}"
    )
    for group, score in scoring.by_group(rows).items():
        print(f"  {group:14} {score.queries:5}   recall@10 {score.recall:.4f}   nDCG@10 {score.ndcg:.4f}")
    figures = {"recall@10": total.recall, "nDCG@10": total.ndcg}
    for name, target in TARGETS.items():
        print(f"  target {name} >= {target}: {'met' if figures[name] >= target else 'MISSED'}")
    return all(figures[name] >= target for name, target in TARGETS.items())


def _print_steps(conversations: Mapping[str, Conversation], found: Mapping[str, Rankings]) -> bool:
    print("  the pipeline step by step (recall@10, nDCG@10, what the step did to recall@10)")
    before: float | None = None
    harmless = True
    for name, rankings_so_far in found.items():
        score = score_of(conversations, rankings_so_far)
        change = 0.0 if before is None else score.recall - before
        harmless = harmless and change >= -WORST_STEP
        print(f"    {name:24} {score.recall:.4f}  {score.ndcg:.4f}  {change:+.4f}")
        before = score.recall
    print(f"  no step lowers recall@10 by more than {WORST_STEP}: {'met' if harmless else 'MISSED'}")
    return harmless

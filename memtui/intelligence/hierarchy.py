"""Which layer a memory deserves: retention, evaluation and the legal moves by hand (SPEC 9, after Mneno)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.kinds import Layer, MemoryType, Status
from memtui.domain.layers import RANK
from memtui.domain.records import Memory

IMPORTANCE_SHARE, ACCESS_SHARE, YOUTH_SHARE, TYPE_SHARE = 0.45, 0.35, 0.15, 0.05
"""Shares of the retention score (Mneno)."""

FULL_ACCESS = 10
"""Openings from which on more count for nothing (Mneno)."""

YOUNG_DAYS = 90.0
"""Days without an update after which a memory's youth is worth nothing (Mneno)."""

TYPE_WEIGHTS: dict[MemoryType, float] = {
    MemoryType.OPERATIONAL: 1.0,
    MemoryType.PREFERENCE: 0.8,
    MemoryType.SEMANTIC: 0.7,
    MemoryType.EPISODIC: 0.4,
}
"""What a memory's type adds to its retention (Mneno)."""

FIXED_LAYERS = frozenset({Layer.SEMANTIC, Layer.OPERATIONAL})
"""Layers that evaluation never moves a memory out of (Mneno)."""

DEMOTED_TO: dict[Layer, Layer] = {
    Layer.WORKING: Layer.EPISODIC,
    Layer.EPISODIC: Layer.ARCHIVED,
    Layer.SHORT_TERM: Layer.ARCHIVED,
}
"""Where a low score leads from each layer (Mneno)."""

_SECONDS_A_DAY = 86_400.0


class Direction(StrEnum):
    """Which way a move goes."""

    PROMOTION = "promotion"
    DEMOTION = "demotion"


class Verdict(StrEnum):
    """What evaluation makes of a memory."""

    PROMOTED = "promoted"
    DEMOTED = "demoted"
    ARCHIVED = "archived"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class HierarchyPolicy:
    """The thresholds of an evaluation: days, openings and scores from 0 to 1.

    With `pins` a pinned memory is never moved; from `safe_score` on none is stale (None: no score helps);
    memories younger than `grace_hours` are neither demoted nor archived, and one that an evaluation moved is
    left in peace as long. `demotes_preferences` lets a preference in working go down to semantic by itself;
    without it that move is only suggested.
    """

    short_term_days: int = 7
    working_days: int = 14
    promote_access: int = 3
    promote_importance: float = 0.85
    promote_score: float = 0.75
    demote_score: float = 0.25
    pins: bool = True
    safe_score: float | None = 0.75
    grace_hours: float = 24.0
    demotes_preferences: bool = False


DEFAULT = HierarchyPolicy()
"""SPEC 9's own policy: kinder to what is pinned, valued or new."""

MNENO = HierarchyPolicy(pins=False, safe_score=None, grace_hours=0.0, demotes_preferences=True)
"""Mneno case by case."""

PRESETS: dict[str, HierarchyPolicy] = {"default": DEFAULT, "mneno": MNENO}


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How much a memory deserves to stay, and the four parts before their shares, all from 0 to 1."""

    importance: float
    access: float
    youth: float
    type: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What evaluation makes of one memory: where it goes (None: it stays), why, and its retention score.

    `cause` is the reason in a few cells, as a card shows it ("14 d", "3×", ".83"). A `suggested` move is for a
    person to take: the policy does not make it by itself.
    """

    verdict: Verdict
    to: Layer | None
    reason: str
    score: float
    cause: str = ""
    suggested: bool = False


def preset(name: str) -> HierarchyPolicy:
    """Return a policy by name; raises InvalidRecord naming those that there are."""
    policy = PRESETS.get(name)
    if policy is None:
        raise InvalidRecord(f"There is no preset {name!r}.", f"Choose one of: {', '.join(PRESETS)}.")
    return policy


def retention(importance: float, access_count: int, age_days: float, memory_type: MemoryType) -> Retention:
    """Return Mneno's retention score, rounded to six places; an age below 0 counts as 0."""
    access = min(access_count / FULL_ACCESS, 1.0)
    youth = max(1.0 - max(age_days, 0.0) / YOUNG_DAYS, 0.0)
    kind = TYPE_WEIGHTS[memory_type]
    value = IMPORTANCE_SHARE * importance + ACCESS_SHARE * access + YOUTH_SHARE * youth + TYPE_SHARE * kind
    return Retention(
        importance=importance, access=access, youth=youth, type=kind, value=min(max(round(value, 6), 0.0), 1.0)
    )


def retention_of(memory: Memory, importance: float, now: datetime) -> Retention:
    """Return a memory's retention at `now`; its age counts from its last update."""
    return retention(importance, memory.access_count, _age_days(memory.updated_at, now), memory.memory_type)


def direction(before: Layer, after: Layer) -> Direction | None:
    """Return which way a move goes, None where it goes nowhere."""
    if before is after:
        return None
    return Direction.PROMOTION if RANK[after] > RANK[before] else Direction.DEMOTION


def check_move(memory: Memory, to: Layer, wanted: Direction) -> None:
    """Raise Refused where `to` does not lie that way from the memory's layer."""
    refusal = why_not(memory, to, wanted)
    if refusal:
        raise Refused(
            f"This memory cannot be {_DONE[wanted]} to {to.value}: it is {refusal}.", _hint(memory, to, wanted)
        )


def why_not(memory: Memory, to: Layer, wanted: Direction) -> str:
    """Return why a memory may not be moved that way to a layer, in words that go on from "it is"; empty when it may."""
    found = direction(memory.layer, to)
    if found is None:
        return f"in {to.value} already"
    if found is not wanted:
        place = "below" if found is Direction.DEMOTION else "above"
        return f"in {memory.layer.value}, and {to.value} lies {place} that"
    if to is Layer.ARCHIVED and memory.pinned:
        return "pinned (unpin it first)"
    return ""


def next_layer(memory: Memory, wanted: Direction) -> Layer:
    """Return the next layer up or down; raises Refused at either end."""
    rank = RANK[memory.layer] + (1 if wanted is Direction.PROMOTION else -1)
    for layer, place in RANK.items():
        if place == rank:
            return layer
    end = "highest" if wanted is Direction.PROMOTION else "lowest"
    raise Refused(f"This memory is in {memory.layer.value}, already the {end} layer.")


def judge(
    memory: Memory, importance: float, now: datetime, policy: HierarchyPolicy = DEFAULT, *, rested: bool = True
) -> Judgement:
    """Return what evaluation makes of a memory: stale, then promotion, then demotion.

    `rested` is unset where an evaluation moved the memory within the policy's grace: it then stays.
    """
    score = retention_of(memory, importance, now).value
    if skipped := _skipped(memory, policy, rested):
        return Judgement(verdict=Verdict.UNCHANGED, to=None, reason=skipped, score=score)
    return (
        _stale(memory, score, now, policy)
        or _promoted(memory, importance, score, policy)
        or _demoted(memory, score, now, policy)
        or Judgement(verdict=Verdict.UNCHANGED, to=None, reason=f"Retention {score:.2f} keeps it here.", score=score)
    )


def _skipped(memory: Memory, policy: HierarchyPolicy, rested: bool) -> str:
    if memory.status is Status.SUPERSEDED:
        return "Superseded memories are not evaluated."
    if memory.status is Status.ARCHIVED or memory.layer is Layer.ARCHIVED:
        return "Archived memories are not evaluated."
    if memory.pinned and policy.pins:
        return "It is pinned."
    if not rested:
        return "An evaluation moved it less than a day ago."
    return ""


def _stale(memory: Memory, score: float, now: datetime, policy: HierarchyPolicy) -> Judgement | None:
    limits = {Layer.SHORT_TERM: policy.short_term_days, Layer.WORKING: policy.working_days}
    limit = limits.get(memory.layer)
    days = int(_age_days(memory.updated_at, now))
    if limit is None or days < limit or _new(memory, now, policy):
        return None
    if policy.safe_score is not None and score >= policy.safe_score:
        return None
    reason = f"Stale: {days} days without an update, and {memory.layer.value} keeps {limit}."
    return Judgement(verdict=Verdict.ARCHIVED, to=Layer.ARCHIVED, reason=reason, score=score, cause=f"{days} d")


def _promoted(memory: Memory, importance: float, score: float, policy: HierarchyPolicy) -> Judgement | None:
    layer = memory.layer
    if memory.memory_type is MemoryType.PREFERENCE and layer not in FIXED_LAYERS:
        return _preference(memory, score, policy)
    if layer is Layer.SHORT_TERM and memory.access_count >= policy.promote_access:
        why, cause = f"Opened {memory.access_count} times, at least {policy.promote_access}", f"{memory.access_count}×"
        return _up(Layer.EPISODIC, why, cause, score)
    if layer is Layer.SHORT_TERM and score >= policy.promote_score:
        return _up(
            Layer.EPISODIC, f"Retention {score:.2f} is at least {policy.promote_score:.2f}", _short(score), score
        )
    if layer is Layer.EPISODIC and importance >= policy.promote_importance:
        why = f"Importance {importance:.2f} is at least {policy.promote_importance:.2f}"
        return _up(Layer.SEMANTIC, why, f"imp {_short(importance)}", score)
    if layer is Layer.EPISODIC and score >= policy.promote_score:
        return _up(
            Layer.SEMANTIC, f"Retention {score:.2f} is at least {policy.promote_score:.2f}", _short(score), score
        )
    return None


def _preference(memory: Memory, score: float, policy: HierarchyPolicy) -> Judgement:
    if direction(memory.layer, Layer.SEMANTIC) is Direction.PROMOTION:
        return _up(Layer.SEMANTIC, "Preferences belong in semantic", "preference", score)
    suggested = not policy.demotes_preferences
    return Judgement(
        verdict=Verdict.UNCHANGED if suggested else Verdict.DEMOTED,
        to=Layer.SEMANTIC,
        reason="Preferences belong in semantic, below working.",
        score=score,
        cause="preference",
        suggested=suggested,
    )


def _up(to: Layer, why: str, cause: str, score: float) -> Judgement:
    return Judgement(verdict=Verdict.PROMOTED, to=to, reason=f"{why}.", score=score, cause=cause)


def _demoted(memory: Memory, score: float, now: datetime, policy: HierarchyPolicy) -> Judgement | None:
    to = DEMOTED_TO.get(memory.layer)
    if to is None or score > policy.demote_score or _new(memory, now, policy):
        return None
    verdict = Verdict.ARCHIVED if to is Layer.ARCHIVED else Verdict.DEMOTED
    reason = f"Retention {score:.2f} is at most {policy.demote_score:.2f}."
    return Judgement(verdict=verdict, to=to, reason=reason, score=score, cause=_short(score))


def _new(memory: Memory, now: datetime, policy: HierarchyPolicy) -> bool:
    return policy.grace_hours > 0 and now - memory.recorded_at < timedelta(hours=policy.grace_hours)


def _age_days(since: datetime, now: datetime) -> float:
    return (now - since).total_seconds() / _SECONDS_A_DAY


def _short(score: float) -> str:
    return f"{score:.2f}".removeprefix("0")


_DONE = {Direction.PROMOTION: "promoted", Direction.DEMOTION: "demoted"}


def _hint(memory: Memory, to: Layer, wanted: Direction) -> str:
    found = direction(memory.layer, to)
    if found is None or found is wanted:
        return ""
    return "Demote it instead." if found is Direction.DEMOTION else "Promote it instead."

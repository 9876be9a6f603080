"""Rules over the set of findings of one memory: which stand alone, which go together, which are no conflict at all.

A judge of pairs is not enough: one sentence about a change names what many others mention, and a slot that takes
several values looks like a contradiction to each pair of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Severity
from memtui.intelligence import lexicon

BEST = 2
"""So many findings of one signal stand alone; the true target is among the best two most of the time."""

TOPIC = 5
"""A phrase that hits more memories than this is a topic: only exact hits are kept, and none is applied."""

LIST = 3
"""A slot with so many values that are live at once is a list."""

DUPLICATES = "duplicate"
"""What all duplicates of one memory are grouped under."""

HISTORY_CONFIDENCE = 0.4
"""What a finding counts for when one side only tells what happened once."""

Slot = tuple[str, str]
"""What is said and of whom, folded: findings of one slot are about the same thing."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A finding on a pair of memories: `newer` and `older` are their keys, whatever they are.

    `follows` says that better ones of its group stand before it; `topic` that its signal hits too many
    memories to be acted on; `newer_first` breaks ties (the younger the older side, the better).
    """

    newer: int
    older: int
    finding: Finding
    newer_first: float = 0.0
    follows: bool = False
    topic: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """Findings after the rules over the set: those that stay, surest first, and the slots that turned out to be lists.

    `shown` holds the surest dropped finding of each slot that was not known to be a list before: what shows that it is one.
    `topics` holds the surest finding of each newer memory's signal that hits too many.
    """

    hits: tuple[Hit, ...]
    lists: frozenset[Slot] = frozenset()
    shown: tuple[Hit, ...] = ()
    topics: Mapping[tuple[int, str], Hit] = field(default_factory=dict)


def slot_of(subject: str, slot: str) -> Slot | None:
    """Return what two findings must share to be about one slot; None where the text names neither."""
    key = (subject.casefold().strip(), slot.casefold().strip())
    return key if any(key) else None


def silent(finding: Finding) -> bool:
    """Say whether a finding rests on two values alone, without a word that says that something changed."""
    return finding.type is ConflictType.CONTRADICTION and not finding.signal


def values(finding: Finding) -> tuple[str, str]:
    """Return the new and the old value of a finding, folded."""
    return finding.new_value.casefold().strip(), finding.old_value.casefold().strip()


def arranged(
    hits: Iterable[Hit],
    lists: Iterable[Slot] = (),
    before: Mapping[tuple[int, str], int] | None = None,
    live: Mapping[Slot, set[str]] | None = None,
) -> Arranged:
    """Return what stays of the findings of one memory, surest first.

    `lists` are slots that are known to take several values: silent findings in them are dropped. So are
    those of a slot that has three or more live values now, with those that are known to be `live` beside
    them. `before` says how many findings of a newer memory and a group were recorded earlier.
    """
    ranked = sorted(hits, key=_rank)
    turned = _lists(ranked, live or {})
    taught = frozenset(lists)
    known = taught | turned
    left = [hit for hit in ranked if not (silent(hit.finding) and _slot(hit) in known)]
    groups: dict[tuple[int, str], list[Hit]] = {}
    for hit in left:
        groups.setdefault((hit.newer, group_of(hit.finding)), []).append(hit)
    earlier = before or {}
    topics = {key: members[0] for key, members in groups.items() if _is_topic(key[1], members, earlier.get(key, 0))}
    kept = [
        hit
        for key, members in groups.items()
        for hit in _group_kept(key[1], members, earlier.get(key, 0), topic=key in topics)
    ]
    shown = {slot: hit for hit in reversed(ranked) if silent(hit.finding) and (slot := _slot(hit)) in turned - taught}
    return Arranged(tuple(sorted(kept, key=_rank)), turned, tuple(shown.values()), topics)


def is_history(text: str, tags: Sequence[str] = (), file: str | None = None) -> bool:
    """Say whether a text is an entry of a change log, of release notes or of a diary: it tells what happened, not what is."""
    if any(tag in lexicon.words("history", "tags") for tag in tags):
        return True
    if file and _stem(file) in lexicon.words("history", "files"):
        return True
    head = text[:400].lstrip("#*->_ \t")
    return bool(_RELEASE.match(head) or _DIARY.match(head)) or _is_log(text)


def as_history(finding: Finding) -> Finding:
    """Return a finding as it counts where one side is history: low, and never to be applied."""
    return replace(finding, severity=Severity.LOW, confidence=min(finding.confidence, HISTORY_CONFIDENCE), exact=False)


_RELEASE = re.compile(
    r"\[?v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.]{1,20})?\]?(?: ?[-(\u2013\u2014:]| *\n|$)|(?:unreleased|release notes|changelog|change log)\b",
    re.I,
)
_DIARY = re.compile(r"(?:dear diary|diary|journal|log ?book|stand-?up|daily log|tagebuch)\b[^\n]{0,40}[:\n]", re.I)
_ENTRY = re.compile(r"(?m)^[ \t]*[-*+\u2022][ \t]+(\w+)")


def _is_log(text: str) -> bool:
    """Say whether a text is a list of changes: three bullets or more, most of them begun by a verb of change logs."""
    if text.count("\n") < 2:
        return False
    begun = [found.group(1).lower() for found in _ENTRY.finditer(text[:4000])]
    told = sum(1 for word in begun if word in lexicon.words("history", "verbs"))
    return len(begun) >= 3 and told * 3 >= len(begun) * 2


def _stem(file: str) -> str:
    name = file.replace("\\", "/").rsplit("/", 1)[-1].casefold()
    return name.split(".", 1)[0]


def _rank(hit: Hit) -> tuple[float, bool, float, int, int]:
    finding = hit.finding
    return -finding.confidence, not finding.exact, -hit.newer_first, hit.newer, hit.older


def _slot(hit: Hit) -> Slot | None:
    return slot_of(hit.finding.subject, hit.finding.slot)


def group_of(finding: Finding) -> str:
    """Return which findings of one newer memory belong together: those of one signal, or all duplicates; empty for silent ones."""
    if finding.type is ConflictType.DUPLICATE:
        return DUPLICATES
    if silent(finding):
        return ""
    return finding.group or finding.signal or finding.rule


def _is_topic(name: str, members: list[Hit], earlier: int) -> bool:
    return name not in ("", DUPLICATES) and len(members) + earlier > TOPIC


def _group_kept(name: str, members: list[Hit], earlier: int, *, topic: bool) -> list[Hit]:
    """Return what is kept of a group (surest first), the rest marked as followers of the best."""
    if not name:
        return members
    if topic:
        members = [replace(hit, topic=True) for hit in members if hit.finding.exact]
    best = 1 if name == DUPLICATES else BEST
    return [
        replace(hit, follows=place + earlier >= best, finding=replace(hit.finding, group=hit.finding.group or name))
        for place, hit in enumerate(members)
    ]


def _lists(hits: Sequence[Hit], live: Mapping[Slot, set[str]]) -> frozenset[Slot]:
    """Return the slots of silent findings in which three or more different values are live."""
    found: dict[Slot, set[str]] = {}
    for hit in hits:
        slot = _slot(hit)
        if slot is not None and silent(hit.finding):
            seen = found.setdefault(slot, set(live.get(slot, ())))
            seen.update(value for value in values(hit.finding) if value)
    return frozenset(slot for slot, seen in found.items() if len(seen) >= LIST)

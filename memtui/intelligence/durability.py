"""How long a memory steers retrieval: TekMemo's deterministic tiers (SPEC 3)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from memtui import safe_text
from memtui.domain.kinds import Kind, Tier
from memtui.intelligence import lexicon

LOWEST_CONFIDENCE = 0.4
"""A write below this confidence is transient (TekMemo)."""

SHORTEST_CELLS = 20
"""A text of fewer terminal cells says little (TekMemo's 20 characters, counted so that ten Chinese ones are 20)."""

CONFIDENT_NOTE = 0.8
"""From this confidence on a note or summary is durable (TekMemo's document)."""

DURABLE_KINDS = frozenset({Kind.DECISION, Kind.CONSTRAINT, Kind.GOAL, Kind.PREFERENCE, Kind.REFERENCE})
"""Kinds that are durable by themselves (TekMemo)."""

_WORD = re.compile(r"[^\W_]+(?:['’.\-/_][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Durability:
    """A tier and the rule that gave it."""

    tier: Tier
    reason: str


def classify(
    content: str, kind: Kind | None = None, confidence: float | None = None, tier: Tier | None = None
) -> Durability:
    """Return the tier of a write, first rule that fits, with its reason."""
    if tier is not None:
        return Durability(tier, "explicit-override")
    if confidence is not None and confidence < LOWEST_CONFIDENCE:
        return Durability(Tier.TRANSIENT, "low-confidence")
    if cells(content.strip()) < SHORTEST_CELLS and not says_something(content):
        return Durability(Tier.TRANSIENT, "low-signal-content")
    if kind in DURABLE_KINDS:
        return Durability(Tier.DURABLE, "durable-kind")
    if kind is None:
        return Durability(Tier.DURABLE, "default-durable")
    if confidence is not None and confidence >= CONFIDENT_NOTE:
        return Durability(Tier.DURABLE, "confident-note")
    return Durability(Tier.TRANSIENT, "transient-kind")


def cells(text: str) -> int:
    """Return how many terminal cells a text takes: wide characters two, combining and invisible ones none."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in safe_text.searchable(text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def says_something(content: str) -> bool:
    """Say whether a short text is an imperative rule ("Never push to main") or a full claim ("User prefers CLI.")."""
    text = safe_text.searchable(content).strip().lower().replace("’", "'")
    words = _WORD.findall(text)
    lists = lexicon.table("durability")
    if any(text.startswith(opener) and len(text) > len(opener) + 1 for opener in lists["rule_openers_unspaced"]):
        return True
    if any(0 < text.find(verb) < len(text.rstrip("。.!")) - len(verb) for verb in lists["claim_verbs_unspaced"]):
        return True
    if len(words) > 1 and words[0] in lexicon.words("durability", "rule_openers"):
        return True
    return (
        len(words) > 2
        and not text.endswith("?")
        and words[0] not in lexicon.words("durability", "empty_subjects")
        and any(word in lexicon.words("durability", "claim_verbs") for word in words[1:-1][:3])
    )

"""How long a memory steers retrieval."""

from __future__ import annotations

import pytest

from memtui.domain.kinds import Kind, Tier
from memtui.intelligence.durability import cells, classify

LONG = "The production database is PostgreSQL 16."


@pytest.mark.parametrize(
    ("content", "kind", "confidence", "tier", "expected"),
    [
        ("x", Kind.NOTE, 0.1, Tier.DURABLE, ("durable", "explicit-override")),
        (LONG, None, 0.9, Tier.TRANSIENT, ("transient", "explicit-override")),
        (LONG, Kind.DECISION, 0.39, None, ("transient", "low-confidence")),
        (LONG, Kind.DECISION, 0.4, None, ("durable", "durable-kind")),
        ("ok", Kind.DECISION, None, None, ("transient", "low-signal-content")),
        ("   padded content   ", Kind.CONSTRAINT, None, None, ("transient", "low-signal-content")),
        ("Never push to main", Kind.CONSTRAINT, None, None, ("durable", "durable-kind")),
        ("User prefers CLI.", Kind.PREFERENCE, None, None, ("durable", "durable-kind")),
        ("User prefers CLI.", None, None, None, ("durable", "default-durable")),
        ("Never push to main", Kind.NOTE, None, None, ("transient", "transient-kind")),
        (LONG, Kind.NOTE, None, None, ("transient", "transient-kind")),
        (LONG, Kind.NOTE, 0.79, None, ("transient", "transient-kind")),
        (LONG, Kind.SUMMARY, 0.8, None, ("durable", "confident-note")),
        (LONG, None, None, None, ("durable", "default-durable")),
    ],
)
def test_the_first_rule_that_fits_decides(
    content: str, kind: Kind | None, confidence: float | None, tier: Tier | None, expected: tuple[str, str]
) -> None:
    found = classify(content, kind, confidence, tier)
    assert (found.tier, found.reason) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Use tabs",
        "Port is 3000",
        "API uses Go",
        "不要推送到主分支",
        "用户喜欢深色主题",
        "Don't log PII",
        "Nie auf main",
    ],
)
def test_a_short_rule_or_claim_is_kept(text: str) -> None:
    assert classify(text).tier is Tier.DURABLE


@pytest.mark.parametrize(
    "text", ["ok", "lgtm", "thanks!", "this is fine", "done", "好的", "hm?", "1234567890123456789", "No"]
)
def test_a_scrap_is_not(text: str) -> None:
    assert classify(text) == classify(text, Kind.DECISION)
    assert classify(text).reason == "low-signal-content"


def test_ten_chinese_characters_are_twenty_cells() -> None:
    assert cells("十个汉字十个汉字十个") == 20
    assert classify("十个汉字十个汉字十个").reason == "default-durable"
    assert cells("cafe\u0301") == 4
    assert cells("a\u200bb") == 2

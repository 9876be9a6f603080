"""Rules over the set of findings of one memory."""

from __future__ import annotations

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Severity
from memtui.intelligence.grouping import Hit, arranged, as_history, is_history, silent, slot_of


def finding(old: str = "a", new: str = "z", signal: str = "", confidence: float = 0.8, **more: object) -> Finding:
    told: dict[str, object] = {
        "type": ConflictType.SUPERSESSION if signal else ConflictType.CONTRADICTION,
        "relation": None,
        "severity": Severity.HIGH,
        "confidence": confidence,
        "rule": "test",
        "reason": "because",
        "signal": signal,
        "subject": "Shop",
        "slot": "port",
        "old_value": old,
        "new_value": new,
        "group": f"{signal}@0" if signal else "shop/port",
    }
    return Finding(**{**told, **more})  # type: ignore[arg-type]


def hits(*findings: Finding, newer: int = 100) -> list[Hit]:
    return [Hit(newer, older, found) for older, found in enumerate(findings, start=1)]


def test_two_values_stay_a_conflict_and_three_are_a_list() -> None:
    two = arranged(hits(finding("a"), finding("A ")))
    assert (len(two.hits), two.lists) == (2, frozenset())
    three = arranged(hits(finding("a"), finding("b")))
    assert three.hits == ()
    assert three.lists == {("shop", "port")}
    assert len(three.shown) == 1


def test_values_that_are_known_to_be_live_beside_them_count() -> None:
    assert arranged(hits(finding("a")), live={("shop", "port"): {"b", "a"}}).hits == ()


def test_a_known_list_takes_any_value_but_not_a_word_of_change() -> None:
    found = arranged(hits(finding("a"), finding("a", signal="now")), lists={("shop", "port")})
    assert [hit.finding.signal for hit in found.hits] == ["now"]
    assert found.shown == ()


def test_findings_without_subject_and_slot_are_never_a_list() -> None:
    bare = [finding(value, subject="", slot="") for value in "abcd"]
    assert len(arranged(hits(*bare)).hits) == 4
    assert slot_of(" ", "") is None


def test_the_best_two_of_a_signal_stand_alone() -> None:
    found = arranged(hits(*(finding(str(n), signal="now", confidence=n / 10) for n in (3, 5, 4, 6))))
    assert [(hit.finding.confidence, hit.follows) for hit in found.hits] == [
        (0.6, False),
        (0.5, False),
        (0.4, True),
        (0.3, True),
    ]


def test_recorded_ones_of_the_group_count() -> None:
    found = arranged(hits(finding(signal="now")), before={(100, "now@0"): 2})
    assert [hit.follows for hit in found.hits] == [True]


@pytest.mark.parametrize(("recorded", "kept"), [(0, [5, 3]), (6, [3])])
def test_a_phrase_that_hits_more_than_five_keeps_only_exact_hits(recorded: int, kept: list[int]) -> None:
    many = [finding(str(n), signal="now", exact=n in (3, 5), confidence=0.9 + n / 100) for n in range(6)]
    some = many if not recorded else many[3:5]
    found = arranged(hits(*some), before={(100, "now@0"): recorded})
    assert [int(hit.finding.old_value) for hit in found.hits] == kept
    assert all(hit.topic for hit in found.hits)
    assert list(found.topics) == [(100, "now@0")]


def test_the_order_of_the_findings_does_not_matter() -> None:
    some = hits(*(finding(str(n), signal="now", confidence=0.5 + n / 10) for n in range(4)))
    assert arranged(some) == arranged(some[::-1])


def test_duplicates_are_one_entry() -> None:
    found = arranged(hits(*(finding(type=ConflictType.DUPLICATE) for _ in range(9))))
    assert [hit.follows for hit in found.hits] == [False] + [True] * 8


def test_only_a_contradiction_without_a_word_is_silent() -> None:
    assert silent(finding())
    assert not silent(finding(signal="now", type=ConflictType.CONTRADICTION))
    assert not silent(finding(type=ConflictType.OPERATIONAL_CHANGE))


@pytest.mark.parametrize(
    "text",
    [
        "## [1.4.0] - 2025-03-01\n- Dropped Python 3.8",
        "v2.3.1: switched to the new parser",
        "Release notes\nThe port is now 8080.",
        "Changelog: the old client was removed",
        "- Added retries\n- Removed the old client\n- Bumped the parser to 3\n- Docs",
        "Standup notes: moved to the new queue",
    ],
)
def test_logs_and_diaries_tell_history(text: str) -> None:
    assert is_history(text)


@pytest.mark.parametrize(
    "text",
    [
        "We switched from PostgreSQL to MongoDB.",
        "Node.js 20.x is the LTS version we run.",
        "The journal of the database is kept for a week.",
        "- Always run the linter\n- Never push to main\n- Remove stale branches weekly",
        "3.5 hours is the longest a job may take.",
        "Version 2 of the API is the current one.",
    ],
)
def test_claims_and_rules_are_no_history(text: str) -> None:
    assert not is_history(text)


def test_the_file_and_the_tags_tell_too() -> None:
    assert is_history("Switched to uv.", file="/repo/CHANGELOG.md")
    assert is_history("Switched to uv.", tags=("diary",))
    assert not is_history("Switched to uv.", tags=("build",), file="/repo/AGENTS.md")


def test_history_counts_little_and_is_never_exact() -> None:
    low = as_history(finding(signal="now", confidence=0.97, exact=True))
    assert (low.severity, low.exact) == (Severity.LOW, False)
    assert low.confidence < 0.5


def test_hostile_texts_are_read_in_no_time() -> None:
    for text in ("- " * 60_000, "## [" * 40_000, "\n- added" * 20_000, "1." * 60_000):
        assert is_history(text) in (True, False)

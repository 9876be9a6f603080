"""Rules that hold anyway, logs of what happened, and memories whose order nobody knows: what they change, and what not."""

from __future__ import annotations

import pytest

from memtui.domain.judgements import Finding
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read


def found(new: str, old: str, *, forward: bool = True) -> Finding | None:
    return judge(read(new), read(old), forward=forward)


RULES = (
    "Always use pnpm instead of npm",
    "You must use pnpm rather than npm",
    "Instead of npm, use pnpm",
    "Instead of `npm`, call the wrapper script",
)
MENTIONS = (
    "Publish the package to the npm registry",
    "The lockfile of npm is ignored by git",
    "npm is never run as root",
    "Use pnpm or npm for the docs",
    "Some tools let you choose the npm mirror",
)


@pytest.mark.parametrize("old", MENTIONS)
@pytest.mark.parametrize("new", RULES)
def test_a_rule_for_what_to_use_changes_no_line_that_only_mentions_the_other_thing(new: str, old: str) -> None:
    assert found(new, old) is None
    assert found(new, old, forward=False) is None


@pytest.mark.parametrize("new", RULES[:3])
@pytest.mark.parametrize("old", ["We use npm", "Package manager: npm", "npm is our package manager"])
def test_a_rule_is_shown_beside_the_line_that_says_to_use_the_other_thing_and_applied_to_none(
    new: str, old: str
) -> None:
    finding = found(new, old)
    assert finding is not None
    assert not finding.exact
    assert finding.confidence < 0.7


def test_a_rule_for_everywhere_leaves_what_holds_for_one_place() -> None:
    assert found("Instead of npm, use pnpm", "In the mobile app, use npm") is None


@pytest.mark.parametrize(
    "new", ["Use pnpm instead of npm", "We now use pnpm instead of npm", "From now on always use pnpm instead of npm"]
)
def test_a_newer_line_that_picks_another_thing_still_replaces_the_older_one(new: str) -> None:
    finding = found(new, "We use npm")
    assert finding is not None
    assert finding.exact
    assert finding.confidence >= 0.9


@pytest.mark.parametrize("new", ["We switched from npm to pnpm", "Replaced npm with pnpm", "We no longer use npm"])
def test_where_the_order_is_unknown_a_signal_meets_the_main_claim_only_and_counts_little(new: str) -> None:
    finding = found(new, "We use npm for the frontend", forward=False)
    assert finding is not None
    assert not finding.exact
    assert finding.confidence < 0.7
    assert found(new, "Publish the package to the npm registry", forward=False) is None


def test_a_move_away_from_one_of_several_that_are_listed_replaces_nothing_at_once() -> None:
    old = "The server speaks three protocols: plain TCP, WebSocket and long polling"
    finding = found("Changed the transport from long polling to WebSocket", old)
    assert finding is None or not finding.exact


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Billing service: switched from Redis to Valkey", "Login pages: sessions live in Redis"),
        ("Implementation changes: replaced Redis with Valkey", "Cache: Redis"),
    ],
)
def test_what_is_said_of_another_thing_or_told_in_a_log_waits_for_a_person(new: str, old: str) -> None:
    finding = found(new, old)
    assert finding is None or not finding.exact


def test_a_title_is_no_other_thing() -> None:
    for new in ("Decision: replaced Redis with Valkey", "Rework the cache: replaced Redis with Valkey"):
        finding = found(new, "Login pages: sessions live in Redis")
        assert finding is not None
        assert finding.exact


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("importer.py: Updated in v2.0.7 to read faster", "Version 2.0.7: reads larger files"),
        ("parser.py: Improved the messages for bad rows", "parser.py: Added a limit for long rows"),
    ],
)
def test_entries_of_a_log_change_nothing_that_stands_in_another_entry(new: str, old: str) -> None:
    assert found(new, old) is None


def test_one_version_written_in_two_ways_is_one_version() -> None:
    assert found("Updated the client to v2.1.0", "The client has version 2.1.0") is None


def test_doubtful_differences_of_lines_that_may_stand_side_by_side_are_left_alone() -> None:
    one, other = "Run the fast tests with `make fast`", "Run the tests with `make all`, nightly and before releases"
    doubtful = found(other, one)
    assert doubtful is None or doubtful.confidence < 0.7
    assert found(other, one, forward=False) is None
    assert found("The queue holds 500 jobs", "The queue holds 200 jobs", forward=False) is not None

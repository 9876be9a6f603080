"""What memories that do not conflict are to each other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType
from memtui.intelligence.entities import entities
from memtui.intelligence.reading import read
from memtui.intelligence.relations import relation_between
from memtui.intelligence.relations.similarity import similarity

OLD = datetime(2026, 4, 1, tzinfo=UTC)


def related(old: str, new: str, days: float = 2) -> Finding | None:
    shared = {one.name for one in entities(new)} & {one.name for one in entities(old)}
    newer = read(new, created_at=OLD + timedelta(days=days))
    return relation_between(newer, read(old, created_at=OLD), shared)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The parser crashes on empty input", "Fixed a typo in the release notes"),
        ("Need to reduce cloud costs", "Implemented dark mode for the sidebar"),
        ("Which queue do we use for emails?", "The cafeteria opens at noon"),
        ("Button component styling uses Tailwind", "Refactored Modal component to use hooks"),
        ("We use Redis for sessions", "We use Kafka for events"),
        ("Ana reviews the parser", "Ben waters the plants"),
        ("Login fails on Safari", "Why does login fail on Safari?"),
    ],
)
def test_what_has_nothing_to_do_with_each_other_stays_apart(old: str, new: str) -> None:
    assert related(old, new) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The worker retries failed jobs three times", "The worker retries failed jobs five times"),
        ("The cache stores rendered pages", "The cache never stores rendered pages"),
        ("Sessions are stored in Redis for the shop", "Sessions are stored in Memcached for the shop"),
        ("The export includes archived users and groups", "The export excludes archived users and groups"),
        ("The worker runs `make build` before tests", "The worker runs `make check` before tests"),
    ],
)
def test_texts_with_another_value_or_polarity_are_never_similar(old: str, new: str) -> None:
    found = related(old, new)
    assert found is None or found.relation != "similar"


def test_a_rework_leaves_wishes_problems_and_other_things_alone() -> None:
    rework = "Rewrote the Invoice component in TypeScript"
    assert related("Invoice component has rounding bugs", rework) is None
    assert related("TODO: move the Invoice component to its own package", rework) is None or (
        related("TODO: move the Invoice component to its own package", rework).type is None  # type: ignore[union-attr]
    )
    found = related("Invoice component renders totals with jQuery", rework)
    assert found is not None
    assert (found.type, found.signal) == (ConflictType.SUPERSESSION, "rewrote")


def test_a_fix_names_what_it_answers() -> None:
    found = related("Checkout page has a race condition", "Fixed the race condition on the checkout page")
    assert found is not None
    assert found.relation == "elaborates"
    assert found.reason.startswith("the fix answers the problem with")


def test_a_citation_is_a_reference_without_a_shared_entity() -> None:
    found = related("Quarterly pricing review", "Discounts were cut, as noted in the pricing review")
    assert found is not None
    assert found.relation == "references"
    assert "pricing review" in found.reason


def test_a_follow_up_elaborates() -> None:
    found = related("Offsite planning in Porto", "Follow-up: the Porto offsite needs a second van")
    assert found is not None
    assert (found.relation, found.signal) == ("elaborates", "follow-up")


def test_the_threshold_and_the_window_can_be_set() -> None:
    old, new = "The worker retries failed jobs", "The worker retries failing tasks"
    newer, older = read(new, created_at=OLD + timedelta(hours=10)), read(old, created_at=OLD)
    assert relation_between(newer, older) is not None
    assert relation_between(newer, older, above=0.999) is None
    assert relation_between(newer, older, within_hours=5) is None


def test_words_of_one_meaning_count_almost_as_one() -> None:
    alike = similarity(read("The cache keeps rendered views"), read("The cache stores rendered pages"))
    apart = similarity(read("The cache keeps rendered views"), read("The queue drops stale jobs"))
    assert alike > 0.85
    assert apart < 0.3
    assert similarity(read("The cache keeps views"), read("The cache keeps views")) == pytest.approx(1.0)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_related(old: str, new: str) -> None:
    found = relation_between(read(new, created_at=OLD), read(old, created_at=OLD), ())
    assert found is None or 0 <= found.confidence <= 1
    assert 0 <= similarity(read(new), read(old)) <= 1

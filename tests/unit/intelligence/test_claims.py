"""Claims, and the keys by which two texts on the same subject and slot find each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.kinds import MemoryType
from memtui.intelligence.claims import MOST_KEYS, claims, keys
from memtui.intelligence.reading import read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User prefers CLI.", "User wants MCP."),
        ("User prefers tea.", "The user now likes coffee."),
        ("The dev server listens on port 3000.", "The dev server now listens on port 8080."),
        ("Dana owns the billing service.", "The billing service is owned by Lee."),
        ("The bench has the Apache-2.0 license.", "The bench uses the MIT license."),
        ("The dashboard theme preference was dark.", "The dashboard should now have a light theme."),
        ("We use PostgreSQL.", "We have moved to MongoDB."),
        ("Build system uses Webpack", "now using Vite for faster builds"),
        ("Need to optimize API response time", "Implemented query caching, reduced latency 60%"),
        ("Current task is the parser.", "Current task is the printer."),
        ("Der Nutzer bevorzugt Python.", "User prefers Rust."),
    ],
)
def test_texts_on_one_subject_and_slot_share_a_key(one: str, other: str) -> None:
    assert set(keys(read(one))) & set(keys(read(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User prefers dark mode.", "User now prefers Python 3.11."),
        ("Alice prefers tea.", "Bob prefers coffee."),
        ("The Atlas project goal is faster search.", "The Zephyr project goal is lower cost."),
        ("The staging server listens on port 3000.", "The production server listens on port 8080."),
    ],
)
def test_texts_on_other_subjects_or_slots_share_none(one: str, other: str) -> None:
    assert not set(keys(read(one))) & set(keys(read(other)))


def test_a_claim_tells_subject_slot_value_and_amounts() -> None:
    (claim,) = claims(read("The API rate limit is 100 requests per minute in production."))
    told = claim.as_json()
    assert (told["subject"], told["slot"]) == ("api rate", "limit")
    assert told["value"] == "100 requests"
    assert told["quantities"] == ["100 request"]
    assert told["span"] == [0, 60]


def test_a_claim_tells_denial_version_date_and_signal() -> None:
    (claim,) = claims(read("As of March 2026, we no longer use Python 3.10."))
    told = claim.as_json()
    assert told["negative"] is True
    assert told["versions"] == ["3.10"]
    assert told["signal"]


def test_a_question_claims_nothing() -> None:
    assert claims(read("Do we use Redis?")) == ()
    assert keys(read("Do we use Redis?")) == ()


@given(st.text(max_size=400))
def test_keys_are_few_and_clean_whatever_the_text(text: str) -> None:
    found = keys(read(text))
    assert len(found) <= MOST_KEYS
    assert all(slot and "\n" not in subject + slot for subject, slot in found)
    for claim in claims(read(text)):
        claim.as_json()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kubernetes cuts operating effort by 40%.", "Kubernetes added overhead and the upgrades aren't worth it."),
        ("Audit logs should go to MongoDB.", "The service must keep logs in local files, without a database."),
        ("Move the admin UI to Angular.", "The admin UI must stay on Vue."),
        ("Task: fix login.", "Task: write docs."),
    ],
)
def test_texts_that_judge_one_thing_share_a_key_though_hardly_a_word(one: str, other: str) -> None:
    assert {key for key in keys(read(one)) if key[0]} & {key for key in keys(read(other)) if key[0]}


def test_what_somebody_works_on_now_shares_a_key_whatever_it_is() -> None:
    first, then = (
        keys(read(text, memory_type=MemoryType.OPERATIONAL))
        for text in ("Working on the billing bug.", "Working on the search page.")
    )
    assert set(first) & set(then)

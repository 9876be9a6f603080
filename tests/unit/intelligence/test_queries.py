"""What a typed query means."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui import safe_text
from memtui.domain.filters import ALL_STATUSES, DURABLE, LIVE, Badge, Filter
from memtui.domain.kinds import Kind, Layer, Priority, Source, Status, Tier
from memtui.intelligence.queries import MOST_TERMS, parse
from tests.quality.shelf import NOW


def narrowed(text: str, where: Filter | None = None, **told: Any) -> Filter:
    """Return what a query makes of a filter."""
    return parse(text, NOW, **told).narrow(where or Filter())


@pytest.mark.parametrize("text", ["multi-agent", "don't", "TODO: fix", "src/a/b.tsx", '"unclosed', "c++", "(x"])
def test_odd_words_are_words(text: str) -> None:
    query = parse(text, NOW)
    assert query.words == text
    assert query.terms
    assert not query.is_empty
    assert query.notices == ()
    assert query.changes == {}


@pytest.mark.parametrize("text", ["AND", "*", "?", "the of", "NOT", "🚀"])
def test_a_query_without_a_term_is_looked_for_as_it_stands(text: str) -> None:
    query = parse(text, NOW)
    assert query.literal == text
    assert not query.is_empty


@pytest.mark.parametrize("text", ["", "   ", "tag:db", "-mongo", "status:superseded  is:pinned"])
def test_without_words_there_is_nothing_to_rank_by(text: str) -> None:
    assert parse(text, NOW).is_empty


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("layer:operational", {"layers": frozenset({Layer.OPERATIONAL})}),
        ("layer:op", {"layers": frozenset({Layer.OPERATIONAL})}),
        ("layer:short-term", {"layers": frozenset({Layer.SHORT_TERM})}),
        ("status:superseded", {"statuses": frozenset({Status.SUPERSEDED})}),
        ("status:active status:archived", {"statuses": frozenset({Status.ACTIVE, Status.ARCHIVED})}),
        ("tag:DB tag:api", {"tags": ("db", "api")}),
        ('tag:"two words"', {"tags": ("two words",)}),
        ("kind:decision", {"kinds": frozenset({Kind.DECISION})}),
        ("kind:dec", {"kinds": frozenset({Kind.DECISION})}),
        ("entity:Redis", {"entities": ("Redis",)}),
        ("project:acme-shop", {"project": "acme-shop"}),
        ("agent:claude-code", {"agents": ("claude-code",)}),
        ("source:write", {"sources": frozenset({Source.WRITE})}),
        ("before:2026-03", {"before": datetime(2026, 3, 1, tzinfo=UTC)}),
        ("after:7d", {"after": NOW - timedelta(days=7)}),
        ("opened:3", {"opened_at_least": 3}),
        ("opened:0", {"opened_at_most": 0}),
        ("opened:>3", {"opened_at_least": 4}),
        ("opened:2-8", {"opened_at_least": 2, "opened_at_most": 8}),
        ("imp:.8", {"importance_at_least": 0.8, "now": NOW}),
        ("imp:<=50%", {"importance_at_most": 0.5, "now": NOW}),
        ("imp:.5-.8", {"importance_at_least": 0.5, "importance_at_most": 0.8, "now": NOW}),
        ("imp:high", {"priorities": frozenset({Priority.HIGH})}),
        ("is:pinned", {"pinned": True}),
        ("-is:pinned", {"pinned": False}),
        ("is:transient", {"tiers": frozenset({Tier.TRANSIENT})}),
        ("is:undated", {"undated": True}),
        ("is:conflicted", {"statuses": frozenset({Status.CONFLICTED})}),
        ("is:secret", {"badges": frozenset({Badge.SECRET})}),
        ("-status:conflicted", {"statuses": frozenset({Status.ACTIVE})}),
        ("-layer:archived", {"layers": frozenset(Layer) - {Layer.ARCHIVED}}),
        ("-mongo", {"terms_out": ("mongo",)}),
    ],
)
def test_a_qualifier_narrows(text: str, changes: dict[str, Any]) -> None:
    assert narrowed(text) == replace(Filter(), **changes)
    query = parse(f"redis {text} cache", NOW)
    assert query.words == "redis cache"
    assert query.notices == ()


def test_what_is_new_is_counted_from_the_last_visit() -> None:
    assert narrowed("is:new", since=NOW) == replace(Filter(), recorded_since=NOW)
    query = parse("is:new", NOW)
    assert query.narrow(Filter()) == Filter()
    assert len(query.notices) == 1


def test_a_status_replaces_what_is_shown_and_other_conditions_are_joined() -> None:
    where = Filter(statuses=ALL_STATUSES, tags=("db",))
    assert narrowed("status:active tag:api", where) == Filter(statuses=frozenset({Status.ACTIVE}), tags=("db", "api"))
    assert narrowed("layer:archived").statuses == LIVE | {Status.ARCHIVED}
    assert narrowed("tag:x").tiers == DURABLE


@pytest.mark.parametrize(
    "text",
    ["status:bogus", "layer:top", "kind:thing", "before:soon", "imp:lots", "opened:often", "is:nice", "-tag:x"],
)
def test_a_qualifier_that_means_nothing_is_read_as_words_and_noted(text: str) -> None:
    query = parse(text, NOW)
    assert query.changes == {}
    assert query.words == text
    assert len(query.notices) == 1
    assert "read as words" in query.notices[0]


@pytest.mark.parametrize(
    "text", ["TODO:fix", "https://example.com", "tag:", "tag: db", "a:b", "12:30", "--read-only", "-5", "a-b"]
)
def test_what_only_looks_like_a_qualifier_is_words(text: str) -> None:
    query = parse(text, NOW)
    assert query.words == text
    assert query.changes == {}
    assert query.notices == ()


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("redis mig", "mig"),
        ("Café", "cafe"),
        ("src/a", "src/a"),
        ("src/a/", "src/a"),
        ("redis ", ""),
        ("redis tag:db", ""),
        ("redis -mongo", ""),
        ("腾讯", ""),
        ("", ""),
        ("redis *", ""),
    ],
)
def test_the_last_word_is_open_while_nothing_follows_it(text: str, prefix: str) -> None:
    query = parse(text, NOW)
    assert query.prefix == prefix
    assert query.last_is_open == bool(prefix)


def test_what_only_introduces_a_question_is_left_out() -> None:
    assert parse("What kind of database do we use?", NOW).terms == parse("database use", NOW).terms
    assert parse("kind of", NOW).terms == ("kind",)


def test_each_term_knows_how_it_was_typed() -> None:
    assert parse("Databases", NOW).spelled == {"databas": "Databases"}


def test_a_pasted_page_is_cut() -> None:
    assert len(parse(" ".join(f"word{number}" for number in range(1000)), NOW).terms) == MOST_TERMS


@given(st.text())
def test_no_text_fails_and_no_term_holds_a_control_byte(text: str) -> None:
    query = parse(text, NOW)
    query.narrow(Filter())
    assert not any(character.isspace() for term in query.terms for character in term)
    assert not any(safe_text.has_controls(term) for term in query.terms)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "-"]),
            st.sampled_from(
                ["layer", "status", "tag", "kind", "before", "after", "opened", "imp", "is", "source", "x"]
            ),
            st.text(max_size=8),
        ),
        max_size=6,
    )
)
def test_no_qualifier_fails(parts: list[tuple[str, str, str]]) -> None:
    parse(" ".join(f"{minus}{name}:{value}" for minus, name, value in parts), NOW, since=NOW).narrow(Filter())

"""The Memento guide's table of phrases, to the letter, and what goes with each finding."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Kind, MemoryType, RelationKind, Severity
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read

NOW = datetime(2026, 3, 23, 9, tzinfo=UTC)
CONTRADICTION, SUPERSESSION = ConflictType.CONTRADICTION, ConflictType.SUPERSESSION
CONTRADICTS, SUPERSEDES, REFERENCES = RelationKind.CONTRADICTS, RelationKind.SUPERSEDES, RelationKind.REFERENCES


def found(new: str, old: str, **known: object) -> Finding:
    finding = judge(read(new, created_at=NOW, **known), read(old))  # type: ignore[arg-type]
    assert finding is not None
    return finding


@pytest.mark.parametrize(
    ("old", "new", "kind", "relation", "severity", "trigger"),
    [
        ("We use PostgreSQL for user data", "We no longer use PostgreSQL, migrated to MongoDB", CONTRADICTION, CONTRADICTS, Severity.HIGH, 'Negation trigger "no longer"'),
        ("Authentication via JWT tokens", "Switched from JWT to OAuth2 after security audit", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Negation trigger "switched from"'),
        ("Use Vue.js for UI rendering", "Vue.js is deprecated in favor of React", SUPERSESSION, REFERENCES, Severity.MEDIUM, 'Negation trigger "deprecated"'),
        ("Database transactions use MySQL InnoDB", "Replaced MySQL with PostgreSQL for ACID guarantees", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Negation trigger "replaced"'),
        ("Redis memory limit is 1GB", "That's incorrect\u2014we set Redis to 8GB last month", CONTRADICTION, CONTRADICTS, Severity.HIGH, 'Negation trigger "incorrect"'),
        ("Build system uses Webpack", "As of March 2026, now using Vite for faster builds", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Temporal marker "now using"'),
        ("Node.js LTS version is 18.x", "As of March 2026, Node.js LTS is 20.x", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Temporal marker "as of March 2026"'),
        ("API endpoint: GET /users returns 50 items per page", "Updated endpoint to return 100 items per page", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Temporal marker "updated"'),
        ("Use Redux for state management", "Switched to Zustand for simpler state management", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Temporal marker "switched to"'),
        ("Using MVC architecture with separate models and views", "Migrated from MVC to domain-driven design with aggregates", SUPERSESSION, SUPERSEDES, Severity.MEDIUM, 'Negation trigger "migrated from"'),
    ],
)  # fmt: skip
def test_each_phrase_of_the_guide_makes_the_relation_that_the_guide_gives(
    old: str, new: str, kind: ConflictType, relation: RelationKind, severity: Severity, trigger: str
) -> None:
    finding = found(new, old)
    assert (finding.type, finding.relation, finding.severity, finding.trigger) == (kind, relation, severity, trigger)


def test_a_named_outgoing_value_is_sure_enough_to_be_applied_at_once() -> None:
    finding = found("Switched from JWT to OAuth2 after security audit", "Authentication via JWT tokens")
    assert finding.exact
    assert finding.confidence >= 0.9
    assert (finding.old_value, finding.new_value) == ("JWT", "OAuth2")
    assert finding.reason == 'names JWT, which the older memory says is used; signal "switched from"'


def test_what_comes_in_may_stand_in_a_second_signal() -> None:
    finding = found("We no longer use PostgreSQL, migrated to MongoDB", "We use PostgreSQL for user data")
    assert finding.new_value == "MongoDB"


def test_deprecation_is_a_reference_and_never_applied() -> None:
    finding = found("Vue.js is deprecated in favor of React", "Use Vue.js for UI rendering")
    assert finding.note == "deprecated"
    assert not finding.exact
    assert finding.new_value == "React"


def test_deprecation_without_a_successor_is_a_reference_alone() -> None:
    finding = found("Vue.js is deprecated", "Use Vue.js for UI rendering")
    assert finding.type is None
    assert finding.relation is REFERENCES


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("As of March 2026", datetime(2026, 3, 23, 9, tzinfo=UTC)),
        ("As of February 2026", datetime(2026, 2, 1, tzinfo=UTC)),
        ("As of 5 March 2026", datetime(2026, 3, 5, tzinfo=UTC)),
        ("As of 2026-03-23", datetime(2026, 3, 23, 9, tzinfo=UTC)),
        ("Since 2026", datetime(2026, 3, 23, 9, tzinfo=UTC)),
        ("Since 2025", datetime(2025, 1, 1, tzinfo=UTC)),
        ("Since November", datetime(2025, 11, 1, tzinfo=UTC)),
    ],
)
def test_a_date_covers_what_it_names_and_else_begins_there(said: str, expected: datetime) -> None:
    finding = found(f"{said}, now using Vite for faster builds", "Build system uses Webpack")
    assert finding.changed_at == expected


def test_a_change_without_a_date_has_none() -> None:
    assert found("Now using Vite for faster builds", "Build system uses Webpack").changed_at is None


def test_a_change_of_taste_is_called_by_its_kind() -> None:
    old, new = "User writes code in Vim", "User switched from Vim to Helix"
    assert found(new, old, kind=Kind.PREFERENCE).type is ConflictType.PREFERENCE_CHANGE
    assert found(new, old, memory_type=MemoryType.OPERATIONAL).type is ConflictType.OPERATIONAL_CHANGE
    assert found(new, old).type is SUPERSESSION


def test_the_other_sentences_of_a_long_memory_keep_it_from_being_replaced_at_once() -> None:
    old = "Sessions live in Redis. Mails go out at noon. Invoices are PDF files. The shop closes at eight."
    finding = found("Replaced Redis with Valkey", old)
    assert finding.type is SUPERSESSION
    assert not finding.exact


def test_an_instruction_in_the_middle_of_a_long_text_tells_of_no_change() -> None:
    new = "How to set up the lab. Open the case. Take out the board. Replace Redis with a stub. Close the case."
    assert judge(read(new), read("Sessions live in Redis")) is None


def test_what_one_signal_hits_is_ranked_by_what_else_is_shared() -> None:
    new = read("Replaced Redis with Valkey as the store of login sessions")
    near = judge(new, read("Login sessions are kept in Redis"))
    far = judge(new, read("The lab machine runs Redis, Postgres, a mail server and four other things"))
    assert near is not None
    assert far is not None
    assert near.confidence > far.confidence
    assert near.group == far.group


def test_nothing_is_replaced_at_once_where_nobody_knows_which_is_newer() -> None:
    finding = judge(read("Replaced Redis with Valkey"), read("Sessions live in Redis"), forward=False)
    assert finding is not None
    assert not finding.exact


def test_what_is_taken_out_of_one_place_may_stay_in_others() -> None:
    finding = found("Removed Redis from the billing worker", "Sessions live in Redis")
    assert not finding.exact or finding.confidence < 0.9


def test_a_question_claims_nothing() -> None:
    assert judge(read("Should we replace Redis with Valkey?"), read("Sessions live in Redis")) is None


def test_one_statement_among_many_is_found() -> None:
    new = "Release notes of the shop. Prices are rounded. Switched from Redis to Valkey. Thanks to all."
    old = "The shop sells tea. Sessions live in Redis."
    assert found(new, old).old_value == "Redis"

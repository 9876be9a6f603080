"""What a finding about a silent change says, and where the rules draw the line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Kind, RelationKind, Severity, SuggestedAction
from memtui.intelligence.judging.names import Kinship, kinship
from memtui.intelligence.judging.pairs import Decided, Pair
from memtui.intelligence.judging.series import position, series
from memtui.intelligence.judging.silent import silent_change
from memtui.intelligence.judging.titles import same_title
from memtui.intelligence.judging.values import antonyms, exclusive
from memtui.intelligence.reading import read


def found(older: str, newer: str, kind: Kind | None = None) -> Finding | None:
    """Return the surest finding of the rules about silent changes."""
    new, old = read(newer, kind=kind), read(older, kind=kind)
    best: Finding | None = None
    for statement in new.statements:
        for other in old.statements:
            for rule in (series, silent_change, same_title):
                answer = rule(Pair(new, old, statement, other))
                if answer is None:
                    continue
                if not isinstance(answer, Decided) and (best is None or answer.confidence > best.confidence):
                    best = answer
                break
    return best


def test_a_changed_value_is_a_contradiction_that_is_never_applied_at_once() -> None:
    finding = found("The dev server listens on port 3000.", "The dev server listens on port 8080.")
    assert finding is not None
    assert finding.type is ConflictType.CONTRADICTION
    assert finding.relation is RelationKind.CONTRADICTS
    assert finding.severity is Severity.HIGH
    assert finding.suggested is SuggestedAction.MARK_CONFLICTED
    assert not finding.exact
    assert finding.signal == ""


def test_a_finding_names_subject_values_and_where_they_stand() -> None:
    older, newer = "Dev server port: 3000", "Setup notes\nDev server port: 8080"
    finding = found(older, newer)
    assert finding is not None
    assert (finding.old_value, finding.new_value) == ("3000", "8080")
    assert finding.subject == finding.slot == "Dev server port"
    assert finding.span is not None
    assert finding.old_span is not None
    assert newer[slice(*finding.span)] == "8080"
    assert older[slice(*finding.old_span)] == "3000"
    assert finding.reason == "Same label “Dev server port”, “8080” against “3000”."


def test_a_changed_command_is_shown_whole() -> None:
    finding = found("Run the tests with `npm run check`.", "Run the tests with `pnpm run check`.")
    assert finding is not None
    assert (finding.old_value, finding.new_value) == ("npm run check", "pnpm run check")


def test_a_denial_quotes_the_negator_with_what_it_denies() -> None:
    newer = "Squash merges are not allowed."
    finding = found("Squash merges are allowed.", newer)
    assert finding is not None
    assert (finding.old_value, finding.new_value) == ("allowed", "not allowed")
    assert finding.span is not None
    assert newer[slice(*finding.span)] == "not allowed"
    assert finding.subject == "Squash merges are"


def test_findings_about_one_slot_are_of_one_group() -> None:
    first = found("Dev server port: 3000", "Dev server port: 9000")
    second = found("Dev server port: 8080", "Dev server port: 9000")
    assert first is not None
    assert second is not None
    assert first.group == second.group != ""


def test_a_sure_case_prints_more_confidence_than_a_doubtful_one() -> None:
    sure = found("Max line length: 88", "Max line length: 120")
    doubtful = found("Uploads are capped at 5 MB", "Uploads are capped at 20 MB, for staff with a paid plan")
    assert sure is not None
    assert doubtful is None or doubtful.confidence < sure.confidence


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The timeout is 90 seconds for uploads.", "The timeout is 1.5 minutes for uploads."),
        ("Sessions last two hours after login.", "Sessions last 120 minutes after login."),
        ("The disk holds 1 TB of images.", "The disk holds 1000 GB of images."),
        ("We deploy the shop on k8s.", "We deploy the shop on Kubernetes."),
        ("The long-running importer writes to Postgres.", "The long running importer writes to PostgreSQL."),
        ("Delete the folder after the build.", "Remove the directory after the build."),
    ],
)
def test_the_same_in_other_words_or_units_is_no_change(older: str, newer: str) -> None:
    assert found(older, newer) is None


def test_decimal_and_binary_sizes_stay_apart() -> None:
    assert found("The upload limit is 1 GB.", "The upload limit is 1 GiB.") is not None


def test_denying_the_general_denies_the_special_but_not_the_other_way_round() -> None:
    assert found("The importer reads CSV files from Monday.", "The importer does not read files.") is not None
    assert found("The importer reads files.", "The importer does not read files by guessing their encoding.") is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Setup: Staging: port 3000", "Setup: Production: port 8080"),
        ("Conventions: Create tests in `tests/unit`", "Conventions: Create fixtures in `tests/data`"),
        ("There are three kinds of jobs: Mail (src/mail)", "There are three kinds of jobs: Search (src/search)"),
        ("name: billing", "name: search"),
    ],
)
def test_a_heading_or_an_identity_is_no_slot(older: str, newer: str) -> None:
    assert found(older, newer) is None


def test_a_later_sentence_stands_under_the_first_one() -> None:
    older = "`make site`: builds the site. Time limit: 30 s"
    assert found(older, "`make docs`: builds the manual. Time limit: 90 s") is None
    changed = found(older, "`make site`: builds the site. Time limit: 90 s")
    assert changed is not None
    assert (changed.old_value, changed.new_value) == ("30 s", "90 s")


def test_what_both_say_word_for_word_has_not_changed() -> None:
    older = "You must complete all steps below. Work is not complete until the push succeeds."
    assert found(older, "Work is not complete until the push succeeds.") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Step 3: copy the file", ("step", "3")),
        ("2. Start the server", ("", "2")),
        ("Phase II - move the writes", ("phase", "ii")),
        ("The third step copies the file", None),
        ("Server 3 is down", None),
    ],
)
def test_the_number_of_an_item_in_a_series(text: str, expected: tuple[str, str] | None) -> None:
    reading = read(text)
    assert position(reading, reading.statements[0]) == expected


def test_the_same_step_with_another_value_is_no_other_item() -> None:
    assert found("Step 3: wait 10 seconds for the server", "Step 3: wait 30 seconds for the server") is not None
    assert found("Step 3: wait 10 seconds for the server", "Step 4: wait 30 seconds for the server") is None


def test_texts_under_one_title_are_proposed_as_a_replacement_at_low_confidence() -> None:
    older = "Cache invalidation. Every page has a time to live of one minute, and nothing is invalidated by hand."
    newer = "Cache invalidation 2.0. Writers publish the keys that they touch; readers drop them when told."
    finding = found(older, newer)
    assert finding is not None
    assert finding.type is ConflictType.SUPERSESSION
    assert finding.rule == "title"
    assert finding.confidence < 0.9
    assert found(older, newer.replace("Cache invalidation 2.0", "Session storage")) is None
    assert found(older, older.replace("one minute", "sixty seconds")) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("src/config.ts", "app/core/config.ts", Kinship.MOVED),
        ("https://old.test/docs/setup", "https://new.test/docs/setup", Kinship.MOVED),
        ("db_url", "database_db_url", Kinship.EXTENDED),
        ("src/parser.py", "src/lexer.py", Kinship.SIBLING),
        ("fetch_user", "load_user", Kinship.AKIN),
        ("backup-20240101", "backup-20250101", Kinship.NUMBERED),
        ("alpha", "omega", Kinship.FOREIGN),
        ("src/a.py/", "./src/a.py", Kinship.SAME),
    ],
)
def test_how_names_are_akin(one: str, other: str, expected: Kinship) -> None:
    assert kinship(one, other) is expected


def test_opposites_hold_in_either_order_and_no_word_is_its_own() -> None:
    assert antonyms("enabled", "disabled")
    assert antonyms("disabled", "enabled")
    assert antonyms("reversible", "irreversible")
    assert not antonyms("enabled", "enabled")
    assert exclusive("monday", "friday")
    assert not exclusive("monday", "daily")


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_two_texts_are_judged_without_an_error(older: str, newer: str) -> None:
    finding = found(older, newer)
    assert finding is None or 0 <= finding.confidence <= 1


@pytest.mark.parametrize(
    "text",
    [
        "not " * 400,
        "(" * 500 + "port 3000",
        "a: " * 300,
        "`" * 301 + "x",
        "no one, not a, never b, " * 50,
        "src/" * 400 + "a.py is 3 MB",
        "Step 1: " * 90,
    ],
)
def test_hostile_texts_are_judged_without_an_error(text: str) -> None:
    finding = found(text, text.replace("3", "4") + " not port 8080")
    assert finding is None or finding.reason

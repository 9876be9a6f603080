"""Clauses: who, what, under which limits, denied or not, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.clauses import Clause, Reach, clauses_of, reach
from memtui.intelligence.reading import read


def clauses(text: str) -> tuple[Clause, ...]:
    return clauses_of(read(text).statements[0])


def only(text: str) -> Clause:
    (found,) = clauses(text)
    return found


def words(phrase: object) -> str:
    return " ".join(word.text for word in phrase.words)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "subject", "verb", "object"),
    [
        ("The dev server listens on port 3000.", "dev server", "listen", "port 3000"),
        ("The team no longer uses Redis.", "", "use", "Redis"),
        ("Build system uses Webpack", "Build system", "use", "Webpack"),
        ("Caching reduces database load by 50%", "Caching", "reduce", "database load"),
        ("Reports run on Mondays", "Reports", "run", "Mondays"),
        ("Marta leads design.", "Marta", "lead", "design"),
        ("Data stored in S3 expires after 30 days.", "Data stored in S3", "expire", "30 days"),
        ("Our API, which runs on Fly.io, uses Redis.", "API", "use", "Redis"),
        ("The team decided to use Kafka.", "", "use", "Kafka"),
        ("We're using Vite.", "", "use", "Vite"),
        ("Service A calls service B.", "Service A", "call", "service B"),
        ("Today's focus is testing.", "focus", "be", "testing"),
        ("Theme: dark", "Theme", "be", "dark"),
    ],
)
def test_a_clause_has_subject_verb_and_object(text: str, subject: str, verb: str, object: str) -> None:
    clause = only(text)
    assert (words(clause.subject), clause.verb, words(clause.object)) == (subject, verb, object)


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("The user prefers tea.", "user"),
        ("I prefer tea.", "user"),
        ("We prefer tea.", "we"),
        ("Our team prefers tea.", "we"),
        ("Der Nutzer bevorzugt Tee.", "user"),
        ("Wir bevorzugen Tee.", "we"),
        ("用户偏好茶。", "user"),
        ("Dana prefers tea.", ""),
        ("User updated to: prefers Node 20.", "user"),
    ],
)
def test_persons_are_known_by_any_name(text: str, person: str) -> None:
    assert only(text).person == person


@pytest.mark.parametrize(
    "text",
    [
        "User does not like tabs.",
        "User doesn’t like tabs.",
        "User never likes tabs.",
        "User no longer likes tabs.",
        "User stopped liking tabs.",
        "User wants no tabs.",
        "Don't use tabs.",
        "Der Nutzer mag keine Tabs.",
        "Der Nutzer mag Tabs nicht.",
        "用户不喜欢缩进。",
    ],
)
def test_denial_is_found_wherever_it_stands(text: str) -> None:
    assert only(text).negative


@pytest.mark.parametrize(
    "text", ["User likes not only tabs.", "User likes tabs.", "Notes are kept.", "No. 5 is ready."]
)
def test_what_is_no_denial_is_none(text: str) -> None:
    assert not clauses(text)[-1].negative


def test_what_is_passed_over_is_kept_apart_from_what_is_chosen() -> None:
    for text in (
        "User prefers Kotlin over Java.",
        "User prefers Kotlin to Java.",
        "User prefers Kotlin instead of Java.",
        "User prefers Kotlin, not Java.",
        "Der Nutzer bevorzugt Kotlin statt Java.",
    ):
        clause = only(text)
        assert (words(clause.object), words(clause.rejected)) == ("Kotlin", "Java")


def test_limits_are_apart_from_the_object_and_reasons_are_none() -> None:
    clause = only("User prefers tabs in Go for daemons because they are short.")
    assert [(part.preposition, words(part)) for part in clause.scope] == [("in", "Go"), ("for", "daemons")]
    assert only("We use Vite for faster builds.").scope == ()


def test_an_opening_condition_limits_the_clause() -> None:
    clause = only("When testing, user prefers pytest.")
    assert [words(part) for part in clause.scope] == ["testing"]


def test_a_possessor_is_kept_beside_the_subject() -> None:
    clause = only("Lena's laptop runs Linux.")
    assert (words(clause.subject), clause.owner) == ("laptop", {"lena"})
    assert only("My favourite editor is Vim.").owner == {"user"}


def test_a_sentence_is_cut_where_another_clause_begins() -> None:
    first, second = clauses("The API uses PostgreSQL and Redis, and the worker uses Go.")
    assert (words(first.subject), first.listed) == ("API", True)
    assert (words(second.subject), words(second.object)) == ("worker", "Go")
    _, wants = clauses("User prefers tabs, but wants spaces in Python.")
    assert wants.person == "user"


def test_markers_tell_what_is_new_or_added() -> None:
    assert "now" in only("User now prefers tea.").markers
    assert "now" in only("As of March 2026, we use Vite.").markers
    assert "also" in only("User likes tea too.").markers
    assert "correction" in only("Correction: user prefers tea.").markers
    assert "no longer" in only("Wir nutzen kein Redis mehr.").markers
    assert "past" in only("User used to prefer tea.").markers


def test_a_question_has_no_clauses() -> None:
    assert clauses("Do we use Redis?") == ()


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("User prefers Rust for services.", "User prefers Python for scripts.", Reach.APART),
        ("User prefers Python 3.11 for the benchmark.", "User prefers Python 3.10 when benchmarking.", Reach.SAME),
        ("User prefers tabs.", "User prefers tabs in Go.", Reach.WIDER),
        ("User prefers tabs in Go.", "User prefers tabs.", Reach.NARROWER),
        ("Lena's laptop runs Linux.", "Omar's laptop runs Windows.", Reach.APART),
    ],
)
def test_two_clauses_reach_as_far_as_their_limits(new: str, old: str, expected: Reach) -> None:
    assert reach(only(new), only(old)) is expected


@given(st.text(max_size=300))
def test_any_text_can_be_taken_apart(text: str) -> None:
    for statement in read(text).statements:
        for clause in clauses_of(statement):
            assert statement.start <= clause.start <= clause.end <= statement.end


PIECES = [
    "user",
    "not",
    "prefers",
    "to",
    "of",
    ",",
    ":",
    "and",
    "is",
    "was",
    "no longer",
    "the",
    "Redis",
    "3.11",
    "'s",
    "nicht",
    "的",
]


@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_small_words_in_any_order_do_no_harm(pieces: list[str]) -> None:
    for statement in read(" ".join(pieces)).statements:
        clauses_of(statement)


def test_what_limits_a_subject_is_a_limit_of_the_clause() -> None:
    (clause,) = clauses_of(read("Log level in production is now WARN.").statements[0])
    assert [word.text for word in clause.subject.words] == ["Log", "level"]
    assert [(part.preposition, part.words[0].text) for part in clause.scope] == [("in", "production")]


def test_what_a_german_verb_leaves_at_the_end_is_no_time() -> None:
    (clause,) = clauses_of(read("Die Sitzung läuft nach 30 Minuten ab.").statements[0])
    assert clause.markers == frozenset()


def test_the_word_behind_a_german_noun_is_the_verb_where_no_list_knows_one() -> None:
    (clause,) = clauses_of(read("Der Bericht erscheint am Montag.").statements[0])
    assert (clause.subject.text("Der Bericht erscheint am Montag."), clause.object.preposition) == ("Bericht", "am")


def test_a_command_to_prefer_something_is_no_subject() -> None:
    (clause,) = clauses_of(read("Prefer early returns.").statements[0])
    assert (clause.verb, clause.imperative) == ("prefer", True)


def test_instead_of_before_a_clause_is_what_its_object_is_chosen_against() -> None:
    (clause,) = clauses_of(read("Instead of PDFs, the user wants Markdown.").statements[0])
    assert clause.rejected.words[0].text == "PDFs"


@pytest.mark.parametrize("piece", ["喜欢", "the owner of ", "any more ", "12:30 ", "in of for "])
def test_a_long_run_is_not_taken_apart_without_bounds(piece: str) -> None:
    statements = read(piece * (60_000 // len(piece))).statements
    assert all(len(clauses_of(statement)) <= 4 for statement in statements)

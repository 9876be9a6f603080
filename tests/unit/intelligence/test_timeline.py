"""What a memory says of a thing: headlines, contexts, states, and when which value was current."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.kinds import EntityType, Kind
from memtui.intelligence.evolution import Told, evolution, label, spans, state_after
from memtui.intelligence.timeline import HEADLINE_CELLS, context_label, headline
from memtui.intelligence.timeline_cut import cells

HANDLE_SUBMIT = (
    ("Refactored handleSubmit to use async/await", "Refactored to async/await", "Functional", "refactoring"),
    ("Fixed race condition in handleSubmit called by form onSubmit", "Fixed race condition", "Bug-free", "bug fix"),
    ("The handleSubmit function now validates email format", "Added validation", "Validated", "function definition"),
)
BUTTON = (
    ("Button component styling uses Tailwind", "Initial Tailwind styling", "Tailwind styling"),
    ("Button component has accessibility issues", "Accessibility issues discovered", "accessibility issues"),
    ("Fixed Button component click handler race condition", "Fixed race condition", "race condition fixed"),
    ("Refactored Button component to use hooks", "Refactored to hooks", "hooks"),
)


def day(month: int, number: int) -> datetime:
    return datetime(2026, month, number, tzinfo=UTC)


@pytest.mark.parametrize(("text", "said", "state", "context"), HANDLE_SUBMIT)
def test_the_guides_handle_submit(text: str, said: str, state: str, context: str) -> None:
    names = ["handleSubmit"]
    assert headline(text, names) == said
    assert state_after(text, names) == state
    assert context_label(text, names, type=EntityType.FUNCTION) == context


def test_the_guides_evolution() -> None:
    assert " → ".join(evolution(state_after(text, ["handleSubmit"]) for text, *_ in HANDLE_SUBMIT)) == (
        "Functional → Bug-free → Validated"
    )


@pytest.mark.parametrize(("text", "said", "short"), BUTTON)
def test_the_guides_button(text: str, said: str, short: str) -> None:
    assert headline(text, ["Button"], first=text == BUTTON[0][0]) == said
    assert label(text, ["Button"]) == short


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Switched from JWT to OAuth2 after security audit", "auth", "Switched from JWT to OAuth2"),
        ("Switched from JWT to OAuth2", "JWT", "Switched to OAuth2"),
        ("We replaced session-based auth with JWT", "JWT", "Replaced session-based auth"),
        ("We use PostgreSQL for user data", "PostgreSQL", "Use PostgreSQL for user data"),
        ("Our main database is PostgreSQL", "PostgreSQL", "Our main database is PostgreSQL"),
        ("The billing team always uses PostgreSQL.", "PostgreSQL", "The billing team always uses PostgreSQL"),
        ("Fixed the broken Button", "Button", "Fixed the broken Button"),
        ("Vue.js is deprecated in favor of React", "Vue.js", "Deprecated in favor of React"),
        ("As of March 2026, now using Vite for faster builds", "Vite", "Now using Vite for faster builds"),
        ("That's incorrect—we set Redis to 8GB last month", "Redis", "Set to 8GB last month"),
        ("# Cache\n\n- **Decision:** keep `Redis` warm", "Redis", "Keep warm"),
        ("The Button component now caches its icons", "Button", "Added caching"),
        ("Should we keep Redis?", "Redis", "Should we keep Redis?"),
        ("Redis", "Redis", "Redis"),
        ("已从 PostgreSQL 切换到 MySQL", "auth", "已从 PostgreSQL 切换到 MySQL"),
    ],
)
def test_a_headline_is_the_main_clause_without_the_name(text: str, name: str, said: str) -> None:
    assert headline(text, [name]) == said


def test_a_long_headline_ends_at_a_phrase_or_with_an_ellipsis() -> None:
    text = "Rewrote the whole invoice export pipeline because the nightly job timed out"
    assert headline(text, ["billing"]) == "Rewrote the whole invoice export…"
    assert headline("Rewrote the invoice export because the nightly job timed out", ["billing"]) == (
        "Rewrote the invoice export"
    )


@given(st.text(max_size=400), st.lists(st.text(min_size=1, max_size=12), max_size=3))
def test_no_text_breaks_a_headline(text: str, names: list[str]) -> None:
    assert cells(headline(text, names)) <= HEADLINE_CELLS
    assert "\n" not in headline(text, names)
    label(text, names)
    state_after(text, names)
    context_label(text, names)


def test_a_book_of_one_word_costs_nothing() -> None:
    for text in ("a " * 200_000, "(" * 200_000, "uses " * 100_000, "x" * 300_000):
        assert cells(headline(text, ["x"])) <= HEADLINE_CELLS


@pytest.mark.parametrize(
    ("text", "more", "context"),
    [
        ("Why does handleSubmit run twice?", {}, "question"),
        ("We decided to keep handleSubmit synchronous", {}, "decision"),
        ("handleSubmit stays synchronous", {"kind": Kind.DECISION}, "decision"),
        ("handleSubmit stays synchronous", {"tags": ("decision",)}, "decision"),
        ("Migrated handleSubmit from callbacks to promises", {}, "migration"),
        ("Resolved a deadlock in handleSubmit", {}, "bug fix"),
        ("Users like handleSubmit", {}, "mention"),
        ("Fehler in handleSubmit behoben", {}, "mention"),
        ("重构了 handleSubmit", {}, "refactoring"),
    ],
)
def test_contexts(text: str, more: dict[str, object], context: str) -> None:
    assert context_label(text, ["handleSubmit"], **more) == context  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Switched from JWT to OAuth2 after security audit", "OAuth2"),
        ("Replaced MySQL with PostgreSQL for ACID guarantees", "PostgreSQL"),
        ("As of March 2026, now using Vite for faster builds", "Vite"),
        ("已从 PostgreSQL 切换到 MySQL", "MySQL"),
        ("Updated endpoint to return 100 items per page", "Updated"),
        ("It was optimized by caching", "Faster"),
        ("We test the fix tomorrow", ""),
        ("JWT token contains user ID and role", ""),
    ],
)
def test_a_change_leaves_a_state(text: str, state: str) -> None:
    assert state_after(text) == state


def test_a_repeated_state_is_told_once() -> None:
    assert evolution(["Bug-free", "Bug-free", "", "Validated", "Bug-free"]) == ("Bug-free", "Validated", "Bug-free")


def test_values_of_a_slot_follow_each_other_in_one_lane() -> None:
    told = [
        Told(
            key="a",
            text="Authentication via sessions",
            start=day(1, 10),
            ended_by="b",
            slot="method",
            value="session auth",
        ),
        Told(key="b", text="Replaced sessions with JWT", start=day(2, 2), ended_by="c", slot="method", value="JWT"),
        Told(key="c", text="Switched from JWT to OAuth2", start=day(3, 5), slot="method", value="OAuth2"),
    ]
    assert [(span.lane, span.value, span.start, span.end) for span in spans(told, ["auth"])] == [
        ("method", "session auth", day(1, 10), day(2, 2)),
        ("method", "JWT", day(2, 2), day(3, 5)),
        ("method", "OAuth2", day(3, 5), None),
    ]


def test_a_memory_without_a_slot_has_a_lane_by_its_topic() -> None:
    told = [
        Told(key=str(at), text=text, start=day(1, 15 + at), end=day(3, 20) if at in (0, 2) else None)
        for at, (text, *_) in enumerate(BUTTON)
    ]
    found = spans(told, ["Button"])
    assert [span.lane for span in found] == [
        "Tailwind styling",
        "accessibility issues",
        "race condition fixed",
        "hooks",
    ]
    assert [span.end is None for span in found] == [False, True, False, True]


def test_one_value_told_twice_is_one_span() -> None:
    told = [
        Told(key="a", text="x", start=day(1, 1), end=day(2, 1), slot="port", value="3000"),
        Told(key="b", text="x", start=day(1, 20), slot="port", value="3000"),
    ]
    assert [(span.start, span.end) for span in spans(told, [])] == [(day(1, 1), None)]


def test_what_has_no_date_has_no_span_and_nothing_ends_before_it_began() -> None:
    told = [
        Told(key="a", text="undated", start=None),
        Told(key="b", text="x", start=day(2, 1), end=day(1, 1), slot="s", value="v"),
    ]
    assert [(span.start, span.end) for span in spans(told, [])] == [(day(2, 1), day(2, 1))]

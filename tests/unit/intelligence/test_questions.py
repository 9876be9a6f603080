"""What a question asks for besides its words."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.questions import Ask, read
from tests.quality.shelf import NOW


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("What happened on 13 October 2023?", date(2023, 10, 13), date(2023, 6, 1)),
        ("What happened on October 13th, 2023?", date(2023, 10, 13), date(2022, 10, 13)),
        ("Was there an outage in May 2024?", date(2024, 5, 31), date(2024, 3, 1)),
        ("the decision of 2025-11-03", date(2025, 11, 3), date(2025, 1, 3)),
        ("what did we ship in 2024", date(2024, 7, 1), date(2026, 2, 1)),
        ("what broke in march", date(2025, 3, 9), date(2025, 7, 9)),
        ("what did we do last week?", date(2026, 3, 18), date(2026, 1, 18)),
        ("what did we do yesterday", date(2026, 3, 22), date(2025, 3, 22)),
        ("2026年3月2日的决定", date(2026, 3, 2), date(2026, 8, 2)),
    ],
)
def test_a_named_time_is_near_its_days_and_far_from_others(text: str, near: date, far: date) -> None:
    question = read(text, NOW)
    assert question.nearness(near) == 1.0
    assert question.nearness(far) == 0.0


def test_what_happened_is_told_of_for_weeks_and_planned_for_days() -> None:
    question = read("the offsite on 10 June 2025", NOW)
    week_after, month_after, day_before = (question.nearness(date(2025, m, d)) for m, d in ((6, 17), (7, 20), (6, 9)))
    assert 1.0 > week_after > day_before > month_after == 0.0


@pytest.mark.parametrize(
    "text",
    ["What may fail here?", "march through the list", "use port 2000-2100 for tests", "retry 3 times", "v2023.1"],
)
def test_a_word_that_only_looks_like_a_date_names_no_time(text: str) -> None:
    assert read(text, NOW).periods == ()


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("When did we migrate?", {Ask.TIME}),
        ("Wann war das?", {Ask.TIME}),
        ("什么时候迁移的", {Ask.TIME}),
        ("How many replicas are there?", {Ask.AMOUNT}),
        ("Where does it run?", set()),
        ("redis cache", set()),
    ],
)
def test_the_kind_of_answer_is_read_from_the_question(text: str, asks: set[Ask]) -> None:
    assert read(text, NOW).asks == asks


def test_a_text_with_a_time_answers_when_and_one_that_asks_does_not() -> None:
    question = read("When did we migrate?", NOW)
    assert question.answer("We migrated last Friday") == 1.0
    assert question.answer("We migrated in 2024") == 1.0
    assert question.answer("We migrated") == 0.0
    assert question.answer("Did we migrate?") < 0.0


def test_keywords_do_not_hold_a_question_against_a_text() -> None:
    assert read("migrate", NOW).answer("Did we migrate?") == 0.0


@given(st.text())
def test_no_text_fails(text: str) -> None:
    read(text, NOW).answer(text)

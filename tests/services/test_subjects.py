"""What a row of the queue calls its conflict."""

from __future__ import annotations

import pytest

from memtui.services.subjects import slot_words, subject_words


@pytest.mark.parametrize(
    ("subject", "slot", "text", "values", "shown"),
    [
        ("Checkout does", "support", "Checkout supports guest orders", ("supports", "not support"), "Checkout"),
        (
            "Image uploads are limited to",
            "limited",
            "Image uploads are limited to 5 MB",
            ("5 MB", "8 MB"),
            "Image uploads are limited",
        ),
        (
            "Access tokens",
            "lifetim",
            "Access tokens last 15 minutes",
            ("15 minutes", "60 minutes"),
            "Access tokens lifetime",
        ),
        (
            "nightly export",
            "time zone",
            "The nightly export runs at 03:00 UTC",
            ("03:00 UTC", "04:30 UTC"),
            "nightly export",
        ),
        ("dev server", "port", "The dev server listens on port 3000", ("3000", "8080"), "dev server port"),
        ("PostgreSQL", "", "We use PostgreSQL for user data", ("PostgreSQL", "MongoDB"), "database"),
        ("cart service", "", "The cart service", ("cart service", "basket service"), "cart service"),
    ],
)
def test_a_subject_reads_as_words_of_its_texts(
    subject: str, slot: str, text: str, values: tuple[str, str], shown: str
) -> None:
    assert subject_words(subject, slot, (text, text), values) == shown


def test_a_category_says_for_what() -> None:
    assert (
        subject_words("MySQL", "", ("MySQL", "PostgreSQL"), ("MySQL", "PostgreSQL"), "user data")
        == "database for user data"
    )


@pytest.mark.parametrize(
    ("subject", "slot", "text", "values", "shown"),
    [
        ("Auth tokens", "lifetim", "Auth tokens expire after 24 hours", ("24 hours", "12 hours"), "lifetime"),
        ("Max upload size", "size", "Max upload size is 10MB", ("10MB", "25MB"), ""),
        ("token endpoint", "http client", "The token endpoint allows 60 requests", ("60 requests", "100 requests"), ""),
        ("dev server", "port", "The dev server listens on port 3000", ("3000", "8080"), "port"),
        ("Sessions", "state", "Sessions are open", ("open", "closed"), ""),
    ],
)
def test_a_slot_is_a_whole_word_and_only_where_it_says_something(
    subject: str, slot: str, text: str, values: tuple[str, str], shown: str
) -> None:
    assert slot_words(subject, slot, (text, text), values) == shown

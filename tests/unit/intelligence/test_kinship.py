"""Which of a memory's kin are worth judging."""

from __future__ import annotations

import pytest

from memtui.intelligence.claims import keys
from memtui.intelligence.kinship import may_signal, worth_judging
from memtui.intelligence.reading import read
from memtui.intelligence.tokens import tokenize


def worth(new: str, old: str) -> bool:
    mine, theirs = set(tokenize(new)), set(tokenize(old))
    both = set(keys(read(new))) & set(keys(read(old)))
    return worth_judging(
        read(new),
        mine & theirs,
        old,
        len(theirs),
        same_slot=any(subject for subject, _ in both),
        same_kind=any(not subject for subject, _ in both),
    )


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("We no longer use PostgreSQL, migrated to MongoDB.", "We use PostgreSQL for user data."),
        ("User wants MCP.", "User prefers CLI."),
        ("The dev server listens on port 8080.", "The dev server listens on port 3000."),
        ("Now using Vite for bundling.", "The bundle is built with Webpack."),
        ("The admin UI is slow to load.", "The admin UI is written in plain HTML and CSS."),
        (
            "The pipeline was slow for weeks and everybody complained about it. We dropped Redis last Friday.",
            "Sessions are cached by Redis with a lifetime of one hour and a limit of two gigabytes a node.",
        ),
    ],
)
def test_what_may_conflict_is_judged(new: str, old: str) -> None:
    assert worth(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (
            "The invoice service writes its log to the archive folder every night at two.",
            "Every folder of the mailer holds one template for each language that customers speak.",
        ),
        (
            "Retries of the uploader are capped at three.",
            "The uploader of the desk speaks German and French on weekends.",
        ),
    ],
)
def test_what_shares_a_word_or_two_is_not(new: str, old: str) -> None:
    assert not worth(new, old)


def test_texts_that_may_hold_a_signal_are_told_by_their_letters() -> None:
    assert may_signal("We moved from npm to pnpm.")
    assert may_signal("That\u2019s wrong, it is 8 GB.")
    assert may_signal("已从 PostgreSQL 切换到 MySQL")
    assert may_signal("Wir sind auf uv umgestiegen.")
    assert not may_signal("The desk speaks German and French on weekends.")


def test_long_texts_cost_no_more() -> None:
    text = "word " * 40_000
    assert may_signal(text) is False
    assert worth_judging(read("The port is 3000."), {"word"}, text, 1) in (True, False)

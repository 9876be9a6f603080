"""The tag that a text without tags is proposed."""

from __future__ import annotations

import pytest

from memtui.intelligence.tagging import proposed_tag


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("We settled on Kafka after the trial", "decision"),
        ("The nightly export crashed with a stack trace", "error"),
        ("ValueError is raised for empty rows", "error"),
        ("The gateway sits in front of three services", "architecture"),
        ("RETRY_LIMIT is read at start", "config"),
        ("Bumped the pinned version of lodash", "dependency"),
        ("FIXME: leaks a handle", "todo"),
        ("Someone should look at this", "todo"),
        ("render_invoice(order) takes one order", "code"),
        ("Lunch was good", "conversation"),
        ("", "conversation"),
    ],
)
def test_the_first_kind_of_words_that_fits_proposes_the_tag(text: str, tag: str) -> None:
    assert proposed_tag(text) == tag


def test_a_cue_is_a_whole_word() -> None:
    assert proposed_tag("The terrorised debugger of shouldering portraits") == "conversation"


def test_only_the_beginning_of_a_long_text_counts() -> None:
    assert proposed_tag("word " * 2_000 + "TODO: never read") == "conversation"

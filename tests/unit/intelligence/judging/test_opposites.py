"""Opposites and denials in every form, and code that differs: contradictions that nothing in the text announces."""

from __future__ import annotations

import pytest

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read


def found(new: str, old: str) -> Finding | None:
    return judge(read(new), read(old))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Use `make check` to lint the sources", "Use `task check` to lint the sources"),
        (
            "`@shop/client` package handles login and payment calls",
            "`@store/client` package handles login and payment calls",
        ),
    ],
)
def test_what_differs_in_code_is_found_whatever_the_sentence_is_about(old: str, new: str) -> None:
    finding = found(new, old)
    assert finding is not None
    assert finding.type is ConflictType.CONTRADICTION


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The child is putting away the violin", "The child is playing the violin"),
        ("The guard is applying wax to the floor", "The guard is removing wax from the floor"),
        ("The engine of the ferry is idle", "The engine of the ferry is running"),
        ("There is no clown in a green hat juggling", "A clown in a green hat is juggling"),
        ("There is no woman with a red hat dancing", "A woman with a red hat is dancing"),
        ("The nurse is not folding the sheet", "The sheet is being folded by the nurse"),
    ],
)
def test_opposites_are_known_in_every_form_and_denials_across_the_sentence(old: str, new: str) -> None:
    finding = found(new, old)
    assert finding is not None
    assert finding.type is ConflictType.CONTRADICTION


def test_what_one_person_does_not_do_another_may() -> None:
    assert found("A woman is feeding the goat", "A man is not feeding the goat") is None

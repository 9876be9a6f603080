"""What the journal calls a verdict: sittings are counted by these words, so that those of old batches stay."""

from __future__ import annotations

import pytest

from memtui.domain.verdicts import Verdict
from memtui.services.verdict_words import SHORT, summarised

JOURNALLED = {
    Verdict.NEWER: "newer is true",
    Verdict.OLDER: "older is true",
    Verdict.KEEP: "kept as a conflict",
    Verdict.BOTH: "both are true",
    Verdict.MERGE: "merged",
    Verdict.ARCHIVE_OLD: "old one archived",
    Verdict.ARCHIVE_NEW: "new one archived",
}


@pytest.mark.parametrize(("verdict", "words"), JOURNALLED.items())
def test_a_verdict_is_read_out_of_the_line_of_its_batch(verdict: Verdict, words: str) -> None:
    assert SHORT[verdict] == words
    assert summarised(f"Redis: memory limit: {words}") == ("Redis: memory limit", 1, verdict)
    assert summarised(f"1,204 conflicts: {words}") == ("1,204 conflicts", 1204, verdict)

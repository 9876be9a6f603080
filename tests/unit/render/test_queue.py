"""The review queue as lines: rows of one width, both texts with their marks, and nothing of a text that acts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.kinds import ConflictState, ConflictType, Severity, SuggestedAction
from memtui.domain.records import Conflict, Memory
from memtui.intelligence.secrets import mask
from memtui.render.glyphs import ASCII, UNICODE
from memtui.render.pen import Pen
from memtui.render.queue import pair_page, plan_lines, queue_table
from memtui.render.spans import Line, Role, plain
from memtui.render.widths import width
from memtui.safe_text import has_controls
from memtui.services.review_entries import PlannedVerdict, QueueEntry

NOW = datetime(2026, 11, 27, tzinfo=UTC)


def pen(*, ascii: bool = False, brackets: bool = False) -> Pen:
    """The settings of a drawing."""
    return Pen(now=NOW, mask=mask, zone=UTC, glyphs=ASCII if ascii else UNICODE, brackets=brackets)


def memory(content: str, number: int, days: int) -> Memory:
    """A memory of some days ago."""
    at = NOW - timedelta(days=days)
    return Memory(
        id=f"{number:026}", content=content, recorded_at=at, updated_at=at, created_at=at, number=number, agent="ana"
    )


def entry(
    old: str = "The dev server listens on port 3000",
    new: str = "The dev server listens on port 8080",
    *,
    subject: str = "dev server port",
    values: tuple[str, str] = ("3000", "8080"),
    span: tuple[int, int] | None = (31, 35),
    signal: str = "",
    grouped: int = 0,
    note: str | None = None,
) -> QueueEntry:
    """A row of the queue."""
    marks = {"span": list(span), "old_span": list(span)} if span else {}
    conflict = Conflict(
        id="01KMG61BB0ZPD5JXVVH6SAA2NA",
        number=12,
        new_number=2,
        old_number=1,
        type=ConflictType.CONTRADICTION,
        severity=Severity.HIGH,
        confidence=0.86,
        reason=f"says {new}, where the older one says {old}",
        suggested_action=SuggestedAction.MARK_CONFLICTED,
        fingerprint="f",
        created_at=NOW,
        evidence={**marks, "signal": signal},
        note=note,
    )
    return QueueEntry(
        conflict=conflict,
        new=memory(new, 2, 3),
        old=memory(old, 1, 60),
        subject=subject,
        old_value=values[0],
        new_value=values[1],
        reason=conflict.reason,
        grouped=grouped,
    )


def text(lines: list[Line]) -> list[str]:
    """The lines without their roles."""
    return [plain(line) for line in lines]


@pytest.mark.parametrize("cells", [80, 100, 120, 160])
def test_a_row_names_the_subject_and_both_values(cells: int) -> None:
    head, row = text(queue_table([entry(grouped=3)], pen(), cells))
    assert head.split() == ["type", "subject", "old,", "new", "value", "sure", "age"]
    assert " ".join(row.split()) == "12 !! ≠ contradict dev server port 3000 → 8080 +3 more .86 3d"
    assert width(head) <= cells
    assert width(row) <= cells


def test_without_a_head_rows_go_on() -> None:
    assert len(queue_table([entry(), entry()], pen(), 80, head=False)) == 2
    assert queue_table([], pen(), 80, head=False) == []


def test_in_ascii_nothing_else_is_drawn() -> None:
    plan = PlannedVerdict(entry=entry(), winner=entry().new, loser=entry().old, sentence="old → superseded by new")
    lines = [
        *queue_table([entry()], pen(ascii=True), 80),
        *pair_page(entry(), {"newer": ["x"]}, pen(ascii=True), 80, suggested="newer"),
        *plan_lines([plan], pen(ascii=True), 80),
    ]
    assert all(line.isascii() for line in text(lines))


def test_what_a_judgement_rests_on_is_marked_in_both_texts() -> None:
    told = "\n".join(text(pair_page(entry(), {}, pen(brackets=True), 80)))
    assert "port [-3000-]" in told
    assert "port {+8080+}" in told
    signalled = entry(new="From now on it is port 8080", span=(0, 11), signal="from now on")
    lines = pair_page(signalled, {}, pen(), 80)
    assert [span.text for line in lines for span in line if span.role is Role.SIGNAL] == ["From now on"]


def test_the_marks_follow_the_texts_where_dates_were_changed() -> None:
    turned = entry()
    turned = QueueEntry(
        conflict=turned.conflict,
        new=turned.old,
        old=turned.new,
        subject="",
        old_value="",
        new_value="",
        reason="r",
    )
    told = "\n".join(text(pair_page(turned, {}, pen(brackets=True), 80)))
    assert "port [-8080-]" in told
    assert "port {+3000+}" in told


def test_a_text_with_a_credential_is_masked_and_bears_no_mark() -> None:
    secret = "AKIA" + "IOSFODNN7" + "ABCDEF1"
    told = "\n".join(text(pair_page(entry(new=f"The key is {secret}", span=(15, 20)), {}, pen(brackets=True), 200)))
    assert secret[4:] not in told


def test_the_suggested_verdict_says_so() -> None:
    told = text(pair_page(entry(), {"newer": ["a"], "keep": ["b"]}, pen(), 80, suggested="keep"))
    assert " newer       a" in told
    assert " keep        suggested: b" in told


def test_a_decided_one_tells_by_whom() -> None:
    from dataclasses import replace

    one = entry(note="asked Ben")
    decided = replace(
        one.conflict,
        state=ConflictState.RESOLVED,
        human_verdict="older_is_true",
        decided_by="mei",
        decided_at=datetime(2026, 11, 20, 9, 30, tzinfo=UTC),
    )
    told = "\n".join(text(pair_page(replace(one, conflict=decided), {}, pen(), 80)))
    assert "older is true, by mei, 20 Nov 2026" in told
    assert "asked Ben" in told


def test_a_plan_names_who_wins_and_why_one_is_left_out() -> None:
    one = entry()
    plans = [
        PlannedVerdict(entry=one, winner=one.new, loser=one.old, sentence="old → superseded by new"),
        PlannedVerdict(entry=one, winner=None, loser=None, sentence="", refusal="mei decided it"),
    ]
    told = text(plan_lines(plans, pen(), 80))
    assert told[1:3] == [
        "   wins      The dev server listens on port 8080",
        "   gives way The dev server listens on port 3000",
    ]
    assert told[-1].strip() == "mei decided it"


@settings(max_examples=60, deadline=None)
@given(
    old=st.text(min_size=1, max_size=80).filter(str.strip),
    new=st.text(min_size=1, max_size=80).filter(str.strip),
    value=st.text(max_size=70),
    span=st.tuples(st.integers(0, 90), st.integers(0, 90)),
    cells=st.sampled_from([40, 80, 120]),
)
def test_any_text_keeps_to_its_width_and_acts_on_nothing(
    old: str, new: str, value: str, span: tuple[int, int], cells: int
) -> None:
    one = entry(old, new, subject=value, values=(value, old), span=span, note=new)
    plan = PlannedVerdict(entry=one, winner=one.new, loser=one.old, sentence=value)
    lines = [*pair_page(one, {"newer": [old]}, pen(brackets=True), cells), *plan_lines([plan], pen(), cells)]
    if cells >= 80:
        lines += queue_table([one], pen(), cells)
    for line in text(lines):
        assert width(line) <= cells
        assert not has_controls(line)
        assert "\n" not in line

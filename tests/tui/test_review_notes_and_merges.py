"""Review: notes on a conflict, edits of one side, and merges into one text that supersedes both."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.kinds import ConflictState, Status
from memtui.domain.verdicts import Verdict
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.reviews import now, reviewing, subject


async def test_a_note_stays_with_the_conflict(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("N")
        await screens.type("ask mei")
        await screens.press("enter")
        assert "Noted" in screens.said
        assert screens.view.row.entry.conflict.note == "ask mei"
        assert "note: ask mei" in screens.text
        await screens.press("w", "tab", "tab", "G")
        assert "note         ask mei" in screens.text
        await screens.press("escape", "N", "escape")
        assert screens.view.row.entry.conflict.note == "ask mei"


async def test_e_edits_the_side_in_focus(store: Path) -> None:
    async with reviewing(store) as screens:
        number = screens.view.row.entry.new.number
        await screens.press("l", "e", "end")
        await screens.type(" indeed")
        await screens.press("escape", "y")
        assert screens.workspace.store.reads.memory(number).content.endswith("last month indeed")


async def test_m_writes_one_text_that_supersedes_both(store: Path) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press("m")
        assert "merge: one text for both" in screens.text
        assert "Redis memory limit is 1GB" in screens.text
        await screens.press("escape")
        assert screens.said == "Nothing was merged."
        await screens.press("m")
        await screens.type(" instead")
        await screens.press("escape")
        assert "y merge" in screens.text
        await screens.press("n")
        assert screens.said == "Nothing was merged."
        await screens.press("m")
        await screens.type(" instead")
        await screens.press("escape", "y")
        assert screens.said == "14:10 m merged · u undo"
        after, new, old = now(screens, conflict)
        assert after.human_verdict == Verdict.MERGE
        assert {new.status, old.status} == {Status.SUPERSEDED}
        assert new.superseded_by == old.superseded_by
        merged = screens.workspace.store.reads.memory(screens.workspace.store.reads.resolve(new.superseded_by or ""))
        assert merged.content.endswith("last month instead")
        assert subject(screens) == "Service 00 port"
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.OPEN


async def test_a_secret_in_a_merged_text_can_be_taken_out_or_stored_masked(store: Path) -> None:
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press("m")
        await screens.type(f" key {secret}")
        await screens.press("escape", "y")
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert "y store it masked" in screens.text
        assert secret not in screens.text
        await screens.press("e", "escape", "n")
        assert screens.said == "Nothing was merged."
        assert subject(screens) == "Redis memory limit"
        await screens.press("m")
        await screens.type(f" key {secret}")
        await screens.press("escape", "y", "y")
        after, new, _ = now(screens, conflict)
        assert after.human_verdict == Verdict.MERGE
        reads = screens.workspace.store.reads
        assert reads.memory(reads.resolve(new.superseded_by or "")).content.endswith(f"key {secret}")

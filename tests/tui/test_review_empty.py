"""Review where no conflict is listed: what it says, and that a scan finds what there is."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.domain.verdicts import Verdict
from memtui.services import remember, review
from memtui.services.workspace import Workspace
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.review_store import pair, store_at
from tests.tui.reviews import reviewing


async def test_an_empty_queue_says_what_was_done_and_where_to_look(tmp_path: Path) -> None:
    def judged(workspace: Workspace) -> None:
        one = pair(workspace, "The port is 1", "The port is 2", values=("1", "2"))
        review.decide(workspace, [one.number or 0], Verdict.NEWER)
        remember.add(workspace, Draft(content="We use PostgreSQL for user data"))

    async with reviewing(store_at(tmp_path / "judged.db", judged)) as screens:
        assert "All judged. 1 verdict, you agreed with 1. : scan looks again" in screens.text
        for key in ("a", "o", "b", "c", "m", "d"):
            await screens.press(key)
            assert screens.said == "There is no conflict here to judge."
        for key in ("s", "A"):
            await screens.press(key)
            assert screens.said == "There is no conflict here to judge."
        for key in ("w", "N", "h", "l", "v", "less_than_sign", "greater_than_sign"):
            await screens.press(key)
            assert screens.said == "There is no conflict here."
        for key in ("e", "y", "t"):
            await screens.press(key)
            assert screens.said == "No memory is selected."


async def test_memories_that_were_never_compared_offer_a_scan_that_finds_what_there_is(tmp_path: Path) -> None:
    def uncompared(workspace: Workspace) -> None:
        from memtui.domain.records import Memory
        from memtui.services.making import new_id
        from tests.snapshots.sample import NOW

        with workspace.store.write(workspace.act("import", "two")) as work:
            for text in ("The dev server listens on port 3000", "The dev server listens on port 8080"):
                work.insert(Memory(id=new_id(NOW), content=text, created_at=NOW, recorded_at=NOW, updated_at=NOW))

    async with reviewing(store_at(tmp_path / "raw.db", uncompared)) as screens:
        assert "These memories were not compared yet. : scan compares them (about 1 s, esc" in screens.text
        await screens.app.do("scan")
        await screens.press("r")
        assert "Compared 2 memories: 1 conflict found" in screens.said
        assert "3000 → 8080" in screens.row("►")


async def test_an_empty_store_says_that_nothing_was_found(tmp_path: Path) -> None:
    async with reviewing(tmp_path / "empty.db", filled=False) as screens:
        assert "No conflict was found. : scan looks again" in screens.text
        for tab, said in (("auto", "applied by itself"), ("kept", "was kept"), ("done", "No verdict was given yet")):
            await screens.app.do(f"tab_{tab}")
            await screens.press("r")
            assert said in screens.text

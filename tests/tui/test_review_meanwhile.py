"""Review while others write to the store: what changed meanwhile is said, and no verdict is given on what was not seen."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import ConflictState
from memtui.domain.verdicts import Verdict
from memtui.services import remember, review
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.review_store import pair, reword
from tests.tui.reviews import now, reviewing, subject


async def test_a_verdict_on_a_text_that_changed_is_refused_and_shows_the_new_one(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        conflict, memory = screens.view.row.entry.conflict, screens.view.row.entry.new
        reword(screens.workspace, memory, "That is incorrect, we set Redis to 16GB last month")
        await screens.press("a")
        assert "was changed by ana just now" in screens.said
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert subject(screens) == "Redis memory limit"
        assert "set Redis to 16GB" in screens.text
        await screens.press("a")
        assert now(screens, conflict)[0].human_verdict == Verdict.NEWER


async def test_a_verdict_on_what_somebody_decided_is_refused_with_a_name(store: Path) -> None:
    async with reviewing(store, (160, 50)) as screens:
        conflict = screens.view.row.entry.conflict
        review.decide(screens.workspace, [conflict.number or 0], Verdict.BOTH)
        await screens.press("a")
        assert screens.said.startswith("This conflict was decided by ana")
        assert subject(screens) == "Service 00 port"
        assert screens.view.sitting.done == 0


async def test_many_at_once_are_refused_whole_where_one_changed(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        await screens.press("space", "space", "a")
        reword(screens.workspace, screens.view.rows.record(0).entry.old, "Redis memory limit is 2GB")
        await screens.press("y")
        assert "was changed by ana just now" in screens.said
        assert "[open 18]" in screens.lines[1]


async def test_nothing_is_written_where_nothing_may_be(store: Path) -> None:
    async with reviewing(store, read_only=True) as screens:
        for key in ("a", "o", "b", "c", "d", "m", "s", "A", "N"):
            await screens.press(key)
            assert screens.said == "This store is open for reading only."
        assert "[open 18]" in screens.lines[1]


async def test_the_selected_side_can_be_edited_elsewhere_and_comes_back(store: Path) -> None:
    async with reviewing(store) as screens:
        number = screens.view.row.entry.old.number
        remember.edit_all(screens.workspace, [number], Edit(add_tags=("later",)))
        await screens.changed_elsewhere()
        assert "later" in screens.view.row.entry.old.tags


async def test_an_agent_that_writes_meanwhile_loses_nothing_and_no_verdict_is_lost(store: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from memtui.bootstrap import open_workspace
    from tests.snapshots.sample import AGENT

    def write(count: int) -> int:
        agent = open_workspace(str(store), face="mcp", actor=AGENT)
        written = [remember.add(agent, Draft(content=f"Ticket {place} was closed as done")) for place in range(count)]
        agent.store.close()
        return len(written)

    async with reviewing(store) as screens:
        with ThreadPoolExecutor(1) as threads:
            writing = threads.submit(write, 40)
            for key in "aobcd" * 2:
                await screens.press(key)
                assert "locked" not in screens.said
            assert writing.result() == 40
        await screens.changed_elsewhere()
        assert screens.view.sitting.done == 10
        assert "[open 8]" in screens.lines[1]
        assert screens.workspace.store.reads.count_batches(actor=AGENT.name, action="add") == 40


async def test_the_past_is_read_and_not_judged(store: Path) -> None:
    from datetime import timedelta

    from memtui.services.as_of import Moment
    from tests.snapshots.sample import NOW

    async with reviewing(store, (120, 40)) as screens:
        screens.app.look_back(Moment(at=NOW - timedelta(minutes=1), known=True))
        await screens.press("a")
        assert "esc leads back to now" in screens.said
        await screens.press("escape")
        assert subject(screens) == "Redis memory limit"
        await screens.press("a")
        assert "newer is true" in screens.said


async def test_what_an_agent_adds_comes_in_without_moving_the_cursor(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "j")
        was = subject(screens)
        pair(screens.workspace, "Mail leaves by SendGrid", "Mail leaves by Postmark", confidence=0.999, subject="mail")
        await screens.changed_elsewhere()
        assert "[open 19]" in screens.lines[1]
        assert subject(screens) == was
        assert screens.view.main_list.cursor == 3


async def test_what_is_found_meanwhile_bears_a_badge(store: Path) -> None:
    async with reviewing(store) as screens:
        assert " new " not in screens.row("Redis memory limit")
        screens.view.since = screens.view.since.replace(year=2020)
        screens.view.reload()
        await screens.press("j")
        assert "Redis memory limit new" in screens.row("1GB → 8GB")


async def test_a_row_that_is_decided_elsewhere_goes_with_a_word(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        number = screens.view.row.entry.conflict.number
        review.decide(screens.workspace, [number], Verdict.BOTH)
        await screens.changed_elsewhere()
        assert screens.said == "Redis memory limit: ana decided just now, both are true."
        assert subject(screens) == "Service 00 port"


async def test_a_text_that_changes_under_the_cursor_is_said_to_have_changed(store: Path) -> None:
    async with reviewing(store, (120, 40)) as screens:
        memory = screens.view.row.entry.new
        reword(screens.workspace, memory, "That is incorrect, we set Redis to 8GB two months ago")
        await screens.changed_elsewhere()
        assert "was changed by ana just now" in screens.said
        assert "two months ago" in screens.text

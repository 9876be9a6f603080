"""Review as it is worked: verdicts by key, on many, merged, noted, put off, taken back, and refused on what changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from tests.snapshots.running import Screens, running, still_world  # noqa: F401
from tests.tui.review_store import PORTS, reword, store_at


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of conflicts."""
    return store_at(tmp_path / "review.db")


@asynccontextmanager
async def reviewing(store: Path, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Screens]:
    """Run the screens on Review, the sitting's clock standing still."""
    async with running(size, location=store, view="review", **options) as screens:
        screens.view.sitting.clock = lambda: 0.0
        yield screens


def subject(screens: Screens) -> str:
    """What the conflict under the cursor is about."""
    return str(screens.view.row.entry.subject)


def now(screens: Screens, conflict: Conflict) -> tuple[Conflict, Memory, Memory]:
    """A conflict with its newer and older memory as the store holds them."""
    reads, queue = screens.workspace.store.reads, screens.workspace.store.queue
    return queue.conflict(conflict.number or 0), reads.memory(conflict.new_number), reads.memory(conflict.old_number)


@pytest.mark.parametrize(
    ("keys", "said", "verdict", "new", "old"),
    [
        ("a", "a newer", Verdict.NEWER, Status.ACTIVE, Status.SUPERSEDED),
        ("o", "o older", Verdict.OLDER, Status.SUPERSEDED, Status.ACTIVE),
        ("b", "b both", Verdict.BOTH, Status.ACTIVE, Status.ACTIVE),
        ("c", "c kept", Verdict.KEEP, Status.CONFLICTED, Status.CONFLICTED),
        ("d", "d old archived", Verdict.ARCHIVE_OLD, Status.ACTIVE, Status.ARCHIVED),
        ("ld", "d new archived", Verdict.ARCHIVE_NEW, Status.ARCHIVED, Status.ACTIVE),
    ],
)
async def test_a_verdict_acts_at_once_says_so_and_moves_on_and_u_takes_it_back(
    store: Path, keys: str, said: str, verdict: Verdict, new: Status, old: Status
) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press(*keys)
        after = now(screens, conflict)
        assert [after[0].human_verdict, after[1].status, after[2].status] == [verdict, new, old]
        assert screens.said == f"14:10 {said} · u undo"
        assert subject(screens) == "Service 00 port"
        assert "[open 17]" in screens.lines[1]
        assert "1 of 17 · 1 done" in screens.lines[-2]
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert subject(screens) == "Redis memory limit"
        assert "[open 18]" in screens.lines[1]
        assert "done" not in screens.lines[-2].replace("undone", "")


async def test_twenty_rows_take_twenty_keys_typed_as_fast_as_they_come(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.type("a" * 18)
        assert len(screens.view.main_list.rows) == 0
        assert screens.view.sitting.done == 18
        assert "All judged. 20 verdicts, you agreed with" in screens.text
        batches = history.batches(screens.workspace, limit=50, action="resolve")
        assert len(batches) == 20


async def test_a_key_right_after_undo_is_for_the_conflict_that_came_back(store: Path) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.type("auo")
        assert now(screens, conflict)[0].human_verdict == Verdict.OLDER
        assert subject(screens) == "Service 00 port"
        assert screens.view.sitting.done == 1


async def test_s_puts_off_to_the_end_and_only_what_is_open(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("s")
        assert screens.said == "14:10 s later · u undo"
        assert subject(screens) == "Service 00 port"
        await screens.press("G")
        assert subject(screens) == "Redis memory limit"
        await screens.press("g", "space", "space", "s")
        assert screens.said == "14:10 2 put off · u undo"
        assert screens.view.main_list.rows.keys[-1] != 0
        assert len(screens.view.main_list.rows) == 18
        await screens.press("u")
        assert subject(screens) in ("Service 00 port", "Service 02 port")
        await screens.press("right_square_bracket", "s")
        assert screens.said == "Only open conflicts can be put off."


async def test_marked_ones_are_previewed_least_sure_first_and_one_undo_brings_all_back(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.find("type:supersede")
        await screens.press("asterisk")
        assert "15 marked" in screens.lines[-2]
        await screens.press("a")
        assert "newer is true: 15 conflicts, least sure first" in screens.text
        first = next(line for line in screens.lines if "■" in line)
        assert first.split()[:3] == ["►■Service", "14", "port"]
        assert first.rstrip().endswith(".95 new wins")
        assert "3014 → 8014" in screens.text
        await screens.press("a")
        assert "15 of 15 ticked" in screens.text
        await screens.press("y")
        assert screens.said == "14:10 15 verdicts · u undo"
        assert "[open 0 of 3]" in screens.lines[2]
        assert "0 of 3 match type:supersede. esc shows all" in screens.text
        await screens.press("u")
        assert "[open 15 of 18]" in screens.lines[2]
        assert screens.view.sitting.done == 0
        open_ones = review.conflict_reports(screens.workspace, ConflictState.OPEN)
        assert len(open_ones) == PORTS + 3


async def test_space_unticks_in_the_preview_and_escape_does_nothing(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("space", "space", "space", "o")
        assert "older is true: 3 conflicts" in screens.text
        assert "old wins" in screens.text
        await screens.press("escape")
        assert screens.said == "Nothing was decided."
        assert "3 marked" in screens.lines[-2]
        await screens.press("o", "space", "y")
        assert screens.said == "14:10 2 verdicts · u undo"
        assert "[open 16]" in screens.lines[1]
        assert "marked" not in screens.lines[-2]


async def test_one_marked_row_is_judged_at_once_wherever_the_cursor_is(store: Path) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press("space", "j", "b")
        assert now(screens, conflict)[0].human_verdict == Verdict.BOTH
        assert subject(screens) == "Service 01 port"


async def test_capital_a_accepts_all_that_the_filter_shows_after_a_preview(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.find("service 1")
        await screens.press("A")
        assert "newer is true: 6 conflicts" in screens.text
        await screens.press("A", "n")
        assert screens.said == "Nothing was decided."
        await screens.press("A", "y")
        assert screens.said == "14:10 6 verdicts · u undo"


async def test_marks_stay_on_their_rows_and_escape_unmarks(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "space", "V", "j", "j")
        assert "4 marked" in screens.lines[-2]
        await screens.press("t")
        assert screens.said == "4 pairs are marked; esc unmarks, then this is for the side in focus."
        await screens.press("m")
        assert screens.said == "Memories are merged pair by pair, and 4 pairs are marked; esc unmarks."
        await screens.press("escape", "j", "a")
        assert "marked" not in screens.lines[-2]
        assert screens.said == "14:10 a newer · u undo"


async def test_a_verdict_that_settles_others_says_so_beforehand_and_afterwards(tmp_path: Path) -> None:
    async with reviewing(store_at(tmp_path / "chain.db", chain), (120, 40)) as screens:
        assert "settles 1 more pair" in screens.row("a newer is true")
        await screens.press("a")
        assert screens.said == "14:10 first: newer is true, 1 more settled · u undo"
        assert len(screens.view.main_list.rows) == 0
        await screens.press("u")
        assert len(screens.view.main_list.rows) == 2
    async with reviewing(store_at(tmp_path / "chain.db", chain)) as screens:
        assert "Also settles 1 more pair in the queue." in screens.text


def chain(workspace: Any) -> None:
    """Two conflicts that share their older memory."""
    from dataclasses import replace

    from memtui.services.evidence import fingerprint
    from memtui.services.making import new_id
    from tests.snapshots.sample import NOW
    from tests.tui.review_store import pair

    one = pair(workspace, "The port is 1", "The port is 2", subject="first", values=("1", "2"), confidence=0.9)
    other = pair(workspace, "unused", "The port is 3", subject="second", values=("", "3"), confidence=0.8)
    reads = workspace.store.reads
    with workspace.store.write(workspace.act("import", "a link")) as work:
        print_ = fingerprint(reads.memory(other.new_number), reads.memory(one.old_number))
        again = replace(other, number=None, id=new_id(NOW), old_number=one.old_number, fingerprint=print_)
        work.insert(again)
        work.update(replace(work_conflict(workspace, other), state=ConflictState.DISMISSED))


def work_conflict(workspace: Any, conflict: Conflict) -> Conflict:
    """A conflict as the store holds it."""
    found: Conflict = workspace.store.queue.conflict(conflict.number)
    return found


# --- what changed meanwhile -------------------------------------------------------------------


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


# --- notes, edits, merges ---------------------------------------------------------------------


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


def applied(workspace: Any) -> None:
    """Three pairs that were settled by themselves."""
    from datetime import timedelta

    from memtui.domain.drafts import Draft
    from tests.snapshots.sample import NOW

    pairs = (
        ("The frontend is built with Webpack", "Switched from Webpack to Vite"),
        ("We use Redux for state management", "We no longer use Redux, Zustand replaced it"),
        ("We use PostgreSQL for user data", "Migrated from PostgreSQL to MongoDB for user data"),
    )
    for number, (old, new) in enumerate(pairs):
        for text, days in ((old, 60), (new, 2)):
            remember.add(workspace, Draft(content=text, created_at=NOW - timedelta(days=days + number)))


# --- what was decided ---------------------------------------------------------------------------


async def tab(screens: Screens, name: str) -> None:
    """Go to a tab."""
    await screens.app.do(f"tab_{name}")
    await screens.press("g")


async def test_in_done_a_verdict_is_taken_back_alone_and_nothing_else_is_offered(store: Path) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "done")
        conflict = screens.view.row.entry.conflict
        for key in ("a", "o", "b", "c", "m", "d"):
            await screens.press(key)
            assert screens.said == "This was decided; u takes that back first."
        await screens.press("A")
        assert screens.said == "All of these are decided."
        await screens.press("u")
        assert screens.said == "14:10 open again · u undo"
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert "No verdict was given yet." in screens.text
        await screens.press("u")
        assert screens.said.startswith("Took back 1: revoke: ")
        assert now(screens, conflict)[0].state is not ConflictState.OPEN


async def test_in_auto_u_takes_back_what_was_just_done_and_what_is_under_the_cursor_once_it_moved(
    tmp_path: Path,
) -> None:
    async with reviewing(store_at(tmp_path / "auto.db", applied)) as screens:
        await tab(screens, "auto")
        conflict, next_one = (screens.view.rows.record(at).entry.conflict for at in (0, 1))
        assert "u take it back" in screens.text
        await screens.press("o")
        assert screens.said == "14:10 o older · u undo"
        assert screens.view.row.entry.conflict == next_one
        assert "what was just done; once the cursor moved" in screens.text
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.AUTO
        assert now(screens, next_one)[0].state is ConflictState.AUTO
        await screens.press("g", "o", "j")
        assert screens.said == "14:10 o older"
        assert "u take it back" in screens.text
        under = screens.view.row.entry.conflict
        await screens.press("u")
        assert screens.said == "14:10 open again · u undo"
        assert [now(screens, one)[0].state for one in (conflict, under)] == [ConflictState.RESOLVED, ConflictState.OPEN]


async def test_a_tab_of_decided_conflicts_does_not_name_u_for_what_was_done_elsewhere(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("a")
        assert screens.said == "14:10 a newer · u undo"
        await tab(screens, "done")
        assert screens.said == "14:10 a newer"


async def test_a_verdict_in_the_middle_is_taken_back_while_later_ones_stay(store: Path) -> None:
    async with reviewing(store) as screens:
        first = screens.view.row.entry.conflict
        await screens.press("a", "a", "a")
        await tab(screens, "done")
        screens.view.main_list.go_to_key(first.number)
        await screens.press("u")
        assert now(screens, first)[0].state is ConflictState.OPEN
        assert len(review.conflict_reports(screens.workspace, ConflictState.RESOLVED)) == 2


async def test_what_settled_by_another_verdict_cannot_be_taken_back_alone(tmp_path: Path) -> None:
    async with reviewing(store_at(tmp_path / "chain.db", chain), (120, 40)) as screens:
        await screens.press("a")
        await tab(screens, "done")
        settled = next(one for one in review.conflict_reports(screens.workspace) if one.evidence.get("settled_by"))
        screens.view.main_list.go_to_key(settled.number)
        await screens.press("u")
        assert screens.said == "Nobody gave a verdict here: another one settled it; take that one back."


async def test_in_kept_a_verdict_settles_and_c_says_that_it_is_kept(store: Path) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "kept")
        conflict = screens.view.row.entry.conflict
        await screens.press("c")
        assert screens.said == "This conflict is kept already; a, o, b, m or d settles it."
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        await tab(screens, "open")
        screens.view.main_list.go_to_key(conflict.number)
        await screens.press("c")
        await tab(screens, "kept")
        await screens.press("a")
        assert now(screens, conflict)[0].state is ConflictState.RESOLVED


@pytest.mark.parametrize(
    ("key", "said", "state", "new", "old"),
    [
        ("a", "confirmed", ConflictState.RESOLVED, Status.ACTIVE, Status.SUPERSEDED),
        ("b", "b both", ConflictState.DISMISSED, Status.ACTIVE, Status.ACTIVE),
        ("o", "o older", ConflictState.RESOLVED, Status.SUPERSEDED, Status.ACTIVE),
        ("u", "open again", ConflictState.OPEN, Status.ACTIVE, Status.ACTIVE),
    ],
)
async def test_what_was_applied_by_itself_is_confirmed_turned_round_or_taken_back(
    store: Path, key: str, said: str, state: ConflictState, new: Status, old: Status
) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "auto")
        conflict = screens.view.row.entry.conflict
        await screens.press(key)
        assert screens.said == f"14:10 {said} · u undo"
        after = now(screens, conflict)
        assert [after[0].state, after[1].status, after[2].status] == [state, new, old]
        assert "Nothing was applied by itself." in screens.text


async def test_the_selected_side_can_be_edited_elsewhere_and_comes_back(store: Path) -> None:
    async with reviewing(store) as screens:
        number = screens.view.row.entry.old.number
        remember.edit_all(screens.workspace, [number], Edit(add_tags=("later",)))
        await screens.changed_elsewhere()
        assert "later" in screens.view.row.entry.old.tags


async def test_an_agent_that_writes_meanwhile_loses_nothing_and_no_verdict_is_lost(store: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from memtui.bootstrap import open_workspace
    from memtui.domain.drafts import Draft
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


async def test_very_many_are_long_work_that_says_how_far_it_is(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.tui.views.review_judging.MANY", 5)
    async with reviewing(store) as screens:
        lanes: list[str] = []
        run_in = screens.app.gateway.run_in

        async def watched(lane: Any, title: str, *rest: Any, **more: Any) -> Any:
            lanes.append(f"{lane} {title}")
            return await run_in(lane, title, *rest, **more)

        monkeypatch.setattr(screens.app.gateway, "run_in", watched)
        await screens.press("asterisk", "b")
        assert "both are true: 18 conflicts" in screens.text
        assert "both stay" in screens.text
        await screens.press("y")
        assert {"long preview", "long verdicts"} <= set(lanes)
        assert screens.said == "14:10 18 verdicts · u undo"
        await screens.press("u")
        assert "[open 18]" in screens.lines[1]


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

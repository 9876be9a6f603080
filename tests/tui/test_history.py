"""History: who did what, before → after, and taking it back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memtui.domain.drafts import Draft
from memtui.services import history, remember
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.snapshots.sample import AGENT, NOW


async def test_batches_stand_by_day_newest_first_with_their_undo_state() -> None:
    async with running((80, 24), view="history") as screens:
        assert "27 of 27 batches" in screens.lines[1]
        assert screens.lines[3] == " ─ today, 23 March 2026 ─"
        assert screens.row("►").split()[1:4] == ["14:02", "you", "pin"]
        assert screens.row("►").endswith("1  undo")
        assert screens.row("claude-code  tag").endswith("2  blocked")
        assert " ─ yesterday, 22 March ─" in screens.lines


async def test_the_pane_shows_before_and_after_and_what_undo_would_do() -> None:
    async with running((120, 40), view="history") as screens:
        await screens.press("j")
        assert "13:40 you · edit, 3 changes" in screens.text
        assert "priority      none → medium" in screens.text
        assert "what u would do" in screens.text
        assert "3 memories get the priority back." in screens.text


async def test_u_takes_back_the_batch_under_the_cursor_and_capital_u_brings_it_back() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.press("j", "j")
        row = screens.row("►")
        assert "11:10  you          edit" in row
        await screens.press("u")
        assert screens.said.startswith("Took back 1: edit: Rate limiting")
        assert screens.said.endswith("U redo")
        assert screens.row("►").endswith("undone")
        assert "28 of 28 batches" in screens.lines[1]
        await screens.press("u")
        assert "undone by ana" in screens.said or screens.said == "This was taken back already."
        await screens.press("U")
        assert screens.said.count("Redone") == 1
        assert screens.row("►").endswith("undo")


async def test_the_status_line_says_what_redo_would_bring_back() -> None:
    async with running((160, 50), view="history") as screens:
        assert "nothing to redo" in screens.lines[-2]
        await screens.press("U")
        assert screens.said == "There is nothing to redo."
        await screens.press("u")
        assert "U redoes pin: Fixed race condition" in screens.lines[-2]


async def test_a_blocked_batch_says_which_act_is_in_its_way() -> None:
    async with running((120, 40), view="history") as screens:
        await screens.press("j", "j", "j")
        assert "is blocked because" in screens.text
        await screens.press("u")
        assert "Undo that one first." in screens.said
        assert "27 of 27" in screens.lines[1]


async def test_somebody_elses_batch_can_be_taken_back_here() -> None:
    async with running((80, 24), view="history") as screens:
        agent = replace(screens.workspace, actor=AGENT)
        remember.add(agent, Draft(content="An agent wrote this and it was wrong from the start"))
        await screens.changed_elsewhere()
        await screens.press("g")
        assert "claude-code  add" in screens.row("►")
        await screens.press("u")
        assert screens.said.startswith("Took back 1: add")


async def test_enter_unfolds_all_rows_and_escape_folds_them() -> None:
    async with running((120, 40), view="history") as screens:
        drafts = [
            Draft(content=f"Number {place} of a dozen things that were noted on one morning") for place in range(12)
        ]
        numbers = [remember.add(screens.workspace, draft).memory.number for draft in drafts]
        remember.edit_all(screens.workspace, numbers, remember_edit())
        await screens.changed_elsewhere()
        await screens.press("g")
        assert "4 more; enter shows more" in screens.text
        await screens.press("enter")
        assert "4 more" not in screens.text
        assert "Number 11" in screens.text
        await screens.press("escape")
        assert "4 more; enter shows more" in screens.text


def remember_edit():
    from memtui.domain.drafts import Edit

    return Edit(add_tags=("morning",))


async def test_an_edited_text_is_shown_word_by_word() -> None:
    async with running((120, 40), view="history") as screens:
        await screens.press("j", "j")
        spans = [span for line in screens.view.pane.lines.lines for span in line]
        assert ("60", "removed") in [(span.text, span.role.value) for span in spans]
        assert ("100", "added") in [(span.text, span.role.value) for span in spans]


async def test_the_filter_narrows_by_words_who_and_what() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.find("who:claude-code")
        assert "3 of 27 batches" in screens.lines[1]
        await screens.find("who:you what:edit")
        assert "2 of 27 batches" in screens.lines[1]
        await screens.find("MongoDB")
        assert "batches" in screens.lines[1]
        assert "MongoDB" in screens.row("►") or "PostgreSQL" in screens.row("►")
        await screens.find("what:nothing-like-it")
        assert "  0 of 27 batches match what:nothing-like-it. esc shows all" in screens.lines
        await screens.press("escape")
        assert "27 of 27" in screens.lines[1]


async def test_facets_name_the_memory_of_the_batch_and_who_and_what() -> None:
    async with running((120, 40), view="history") as screens:
        await screens.press("f")
        assert "what happened to the memory of this batch" in screens.text
        assert "ana (you)" in screens.text
        await screens.press("enter")
        assert screens.view.filter_text.startswith("memory:01JQ11")
        assert "2 of 27 batches" in screens.lines[1]


async def test_a_memory_that_does_not_exist_is_named() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.find("memory:nosuch")
        assert "nosuch" in screens.row("esc")
        assert "0 of 27" in screens.lines[1]


async def test_brackets_walk_by_days() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.press("left_square_bracket")
        assert "claude-code  tag" in screens.row("►")
        await screens.press("left_square_bracket", "left_square_bracket")
        assert "link" in screens.row("►")
        await screens.press("right_square_bracket", "right_square_bracket", "right_square_bracket")
        assert screens.row("►").split()[1] == "14:02"
        await screens.press("right_square_bracket")
        assert screens.said == "There is no later day."


async def test_marks_and_acts_on_memories_say_that_they_mean_nothing_here() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.press("space")
        assert screens.said == "Batches are taken back one at a time; there is nothing to mark."
        await screens.press("d")
        assert screens.said == "These are batches; 1 shows memories to act on."


async def test_a_batch_is_copied_as_text_and_by_id() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.press("j", "j", "y")
        assert "[-60-]{+100+}" in screens.app.clipboard
        assert "what u would do" in screens.app.clipboard
        await screens.press("Y")
        assert screens.app.clipboard == screens.view.line.batch.id


async def test_new_batches_come_in_without_moving_the_cursor() -> None:
    async with running((80, 24), view="history") as screens:
        await screens.press("j", "j")
        key, place = screens.view.main_list.cursor_key, screens.lines.index(screens.row("►"))
        remember.add(screens.workspace, Draft(content="Somebody else wrote this just now, while you were reading"))
        await screens.changed_elsewhere()
        await screens.press("w")
        assert screens.view.main_list.cursor_key == key
        assert screens.lines.index(screens.row("►")) == place
        assert "28 of 28" in screens.lines[1]


async def test_what_others_did_since_the_last_visit_is_marked_off(tmp_path) -> None:
    location = tmp_path / "store.db"
    async with running((80, 24), location=location):
        pass
    async with running((80, 24), location=location, view="history") as screens:
        screens.workspace.clock.moment = NOW + timedelta(minutes=5)
        agent = replace(screens.workspace, actor=AGENT)
        for word in ("first", "second"):
            remember.add(agent, Draft(content=f"The {word} thing that an agent wrote while nobody looked"))
        await screens.press("r", "g")
        assert "─ since you last looked: 2 batches, by claude-code ─" in screens.text
        assert screens.lines[3] == " ─ today, 23 March 2026 ─"


async def test_thousands_of_batches_are_paged(tmp_path) -> None:
    async with running((80, 24), location=tmp_path / "store.db", filled=False, view="history") as screens:
        workspace = screens.workspace
        number = remember.add(workspace, Draft(content="One memory that is pinned and unpinned again")).memory.number
        from memtui.domain.drafts import Edit

        for turn in range(450):
            remember.edit_all(workspace, [number], Edit(pinned=turn % 2 == 0))
        await screens.press("r")
        assert "451 of 451 batches" in screens.lines[1]
        await screens.press("G")
        assert "add" in screens.row("►")
        assert "batch 451 of 451" in screens.lines[-2]
        assert len(screens.view.rows._pages) < 5


async def test_an_empty_journal_says_what_will_stand_here() -> None:
    async with running((80, 24), filled=False, view="history") as screens:
        assert "Nothing was done here yet." in screens.text
        await screens.press("u")
        assert screens.said == "There is no batch to take back."


async def test_secrets_in_the_journal_are_masked() -> None:
    async with running((160, 50), view="history") as screens:
        await screens.find("who:claude-code what:add")
        await screens.press("j")
        assert "AKIA" + "IOSFODNN7EXAMPLE" not in screens.text


async def test_undo_in_history_and_in_search_agree() -> None:
    async with running((80, 24)) as screens:
        await screens.press("d")
        assert history.undoable(screens.workspace).action == "archive"
        await screens.press("6")
        assert "archive" in screens.row("►")
        await screens.press("u")
        assert screens.said.startswith("Took back 1: archive")
        await screens.press("1")
        assert "19 of 19" in screens.lines[1]


async def test_the_journal_is_exported_as_lines_and_as_a_table() -> None:
    async with running((80, 24), view="history") as screens:
        assert len(screens.view.export_lines(100)) > 27
        head, rows = screens.view.export_table()
        assert len(rows) == 27
        assert len(head) == len(rows[0])

"""Acts on memories: one at once, several previewed, each one batch and one undo, no typing lost."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Priority, Status
from memtui.domain.records import Actor, Memory
from memtui.services import remember
from memtui.services.workspace import Workspace
from memtui.tui.acts.curate import importance_edit, tags_edit
from memtui.tui.app import MemtuiApp
from memtui.tui.modals.choice import ChoiceScreen
from memtui.tui.modals.confirm import ConfirmScreen
from memtui.tui.modals.editor import ChangesScreen, EditorScreen, SafeTextArea
from memtui.tui.modals.import_report import ImportScreen
from memtui.tui.modals.preview import PreviewScreen
from memtui.tui.modals.prompt import PromptScreen
from memtui.tui.options import Options
from memtui.tui.picture import picture, settle
from tests.tui.fakes import NOW, TextRows, front_view, said, screen_text

pytestmark = pytest.mark.usefixtures("fake_views")

TEXTS = ("We use PostgreSQL for user data", "Redis memory limit is 1GB", "Use spaces for Python, tabs for Go")


class World:
    """The screens on a real store that holds three memories."""

    def __init__(self, pilot: Pilot[None], app: MemtuiApp, numbers: list[int]) -> None:
        self.pilot, self.app, self.numbers = pilot, app, numbers

    async def press(self, *keys: str) -> None:
        """Press keys, each once the one before it has had its effect."""
        for key in keys:
            await self.pilot.press(key)
            await settle(self.pilot)

    async def type(self, text: str) -> None:
        """Type a text where the focus is."""
        await self.pilot.press(*text)
        await settle(self.pilot)

    def memory(self, place: int) -> Memory:
        """A memory as it is in the store now."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.memory(self.numbers[place])

    def count(self) -> int:
        """How many memories there are."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.census().total

    @property
    def batches(self) -> int:
        """How many acts the journal holds."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.count_batches()


@asynccontextmanager
async def world(tmp_path: Path, options: Options | None = None) -> AsyncIterator[World]:
    """Open the screens on a store with `TEXTS` in it."""
    numbers: list[int] = []

    def opened() -> Workspace:
        workspace = open_workspace(
            str(tmp_path / "store.db"),
            face="screens",
            actor=Actor("ana"),
            config=tmp_path / "none.toml",
            clock=FixedClock(NOW),
        )
        numbers.extend(remember.add(workspace, Draft(content=text)).memory.number or 0 for text in TEXTS)
        return workspace

    app = MemtuiApp(opened, options or Options())
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        front_view(app).list.set_rows(TextRows(TEXTS, keys=numbers))
        await pilot.pause()
        yield World(pilot, app, numbers)


async def test_an_act_on_one_is_done_at_once_and_says_its_undo(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("d")
        assert there.memory(0).status is Status.ARCHIVED
        assert said(there.app) == "14:02 Archived 1 memory · u undo"
        await there.press("u")
        assert there.memory(0).status is Status.ACTIVE
        await there.press("U")
        assert there.memory(0).status is Status.ARCHIVED


async def test_an_act_on_several_is_previewed_and_the_key_that_opened_it_does_not_confirm(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        await there.press("asterisk", "d", "d", "d", "enter")
        assert isinstance(there.app.screen, PreviewScreen)
        assert there.batches == before
        await there.press("y")
        assert [there.memory(place).status for place in range(3)] == [Status.ARCHIVED] * 3
        assert there.batches == before + 1
        assert not front_view(there.app).list.marks
        await there.press("u")
        assert [there.memory(place).status for place in range(3)] == [Status.ACTIVE] * 3


@pytest.mark.parametrize("way_out", ["n", "escape", "q"])
async def test_a_preview_is_left_without_a_trace(tmp_path: Path, way_out: str) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        await there.press("asterisk", "d", way_out)
        assert not isinstance(there.app.screen, PreviewScreen)
        assert there.batches == before
        assert len(front_view(there.app).list.marks) == 3


async def test_a_row_that_is_unticked_is_left_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("asterisk", "d", "j", "space", "y")
        assert [there.memory(place).status for place in range(3)] == [
            Status.ARCHIVED,
            Status.ACTIVE,
            Status.ARCHIVED,
        ]


async def test_a_preview_shows_what_would_change_and_what_is_left_out(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("d", "asterisk", "d")
        text = "\n".join(screen_text(there.app))
        assert "2 of 2 ticked; 1 left out" in text
        assert "active" in text
        assert "→ archived" in text


async def test_pins_are_set_and_taken_off(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("p")
        assert there.memory(0).pinned
        await there.press("p")
        assert not there.memory(0).pinned


async def test_tags_are_asked_for_in_one_line(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("t")
        assert isinstance(there.app.screen, PromptScreen)
        await there.type("+db +team")
        await there.press("enter")
        assert there.memory(0).tags == ("db", "team")
        await there.press("t", "escape")
        assert there.memory(0).tags == ("db", "team")


async def test_an_answer_that_cannot_be_is_held_back_with_the_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("i")
        await there.type("7")
        await there.press("enter")
        assert isinstance(there.app.screen, PromptScreen)
        assert "7 does not lie between 0 and 1." in "\n".join(screen_text(there.app))
        await there.press("backspace")
        await there.type(".7 high")
        await there.press("enter")
        assert (there.memory(0).importance_override, there.memory(0).priority) == (0.7, Priority.HIGH)


@pytest.mark.parametrize(
    ("typed", "change"),
    [
        ("db #team", Edit(tags=("db", "team"))),
        ("+db, -team", Edit(add_tags=("db",), remove_tags=("team",))),
        ("-", Edit(tags=())),
        ("", Edit(tags=())),
    ],
)
def test_tags_are_read_as_they_are_typed(typed: str, change: Edit) -> None:
    assert tags_edit(typed) == change


@pytest.mark.parametrize("typed", ["db +team", "+", "-# x"])
def test_a_mix_of_tags_is_refused(typed: str) -> None:
    with pytest.raises(InvalidRecord):
        tags_edit(typed)


@pytest.mark.parametrize(
    ("typed", "change"),
    [
        (".8", Edit(importance_override=0.8)),
        (",8", Edit(importance_override=0.8)),
        ("h", Edit(priority=Priority.HIGH)),
        ("- low", Edit(priority=Priority.LOW, clear=frozenset({"importance_override"}))),
    ],
)
def test_importance_is_read_as_it_is_typed(typed: str, change: Edit) -> None:
    assert importance_edit(typed) == change


async def test_the_built_in_editor_shows_the_changes_before_it_saves(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("e")
        assert isinstance(there.app.screen, EditorScreen)
        await there.type(" and orders")
        await there.press("escape")
        assert isinstance(there.app.screen, ChangesScreen)
        assert "and orders" in "\n".join(screen_text(there.app))
        await there.press("e")
        assert isinstance(there.app.screen, EditorScreen)
        await there.press("escape", "y")
        assert there.memory(0).content == TEXTS[0] + " and orders"
        assert said(there.app) == "14:02 Changed the text · u undo"


async def test_a_discarded_text_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        await there.press("e")
        await there.type(" x")
        await there.press("escape", "n")
        assert there.batches == before
        await there.press("e", "escape")
        assert said(there.app) == "The text is as it was."


@pytest.mark.parametrize("does", ["raise SystemExit(1)", "open(sys.argv[1], 'wb').write(bytes([255]))"])
async def test_the_screens_come_back_from_an_editor_that_fails_and_keep_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    """The terminal is lent as Textual lends it: an error inside would leave it lent for good."""
    lent: list[str] = []

    @contextmanager
    def suspend(self: object) -> Iterator[None]:
        lent.append("out")
        yield
        lent.append("back")

    editor = tmp_path / "editor.py"
    editor.write_text(f"import sys\nopen(sys.argv[1], 'a').write('more')\n{does}\n")
    monkeypatch.setattr("memtui.tui.app.MemtuiApp.suspend", suspend)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with world(tmp_path) as there:
        await there.press("e")
        assert lent == ["out", "back"]
        assert "Your text is in" in said(there.app)
        assert len(list(tmp_path.glob("memtui-*.md"))) == 1


async def test_an_emptied_text_is_not_saved_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as there:
        await there.press("e", "ctrl+end")
        await there.press(*["ctrl+u"] * 4, "escape")
        assert "needs some text" in said(there.app)


async def test_without_a_terminal_to_lend_the_built_in_editor_steps_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "vi")
    async with world(tmp_path) as there:
        await there.press("e")
        assert isinstance(there.app.screen, EditorScreen)


async def test_a_secret_is_refused_without_losing_what_was_typed(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("n")
        await there.type("key " + "AKIA" + "QYLPMN5HFIQR7XYA")
        await there.press("escape", "y")
        assert isinstance(there.app.screen, ChangesScreen)
        text = "\n".join(screen_text(there.app))
        assert "secret" in text
        assert "store it masked" in text
        assert there.count() == 3
        await there.press("e")
        assert isinstance(there.app.screen, EditorScreen)
        await there.press("escape", "y", "y")
        assert there.count() == 4


async def test_an_edit_does_not_silently_overwrite_somebody_elses(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("e")
        await there.type(" mine")
        workspace = there.app.gateway.workspace
        assert workspace is not None
        remember.edit(workspace, there.numbers[0], Edit(content="theirs"))
        await there.press("escape", "y")
        assert "changed by somebody else" in "\n".join(screen_text(there.app))
        assert there.memory(0).content == "theirs"
        await there.press("y")
        assert there.memory(0).content == TEXTS[0] + " mine"


async def test_a_new_memory_is_written_and_selected(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("n")
        await there.type("Never push to main")
        await there.press("escape", "y")
        assert there.count() == 4
        assert there.app.selection.number not in (None, *there.numbers)
        assert said(there.app) == "14:02 Added a durable memory · u undo"


async def test_a_text_with_control_bytes_can_be_edited_without_acting_on_the_terminal(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        workspace = there.app.gateway.workspace
        assert workspace is not None
        hostile = "red \x1b[31m and \x9b2J\ttab"
        remember.edit(workspace, there.numbers[0], Edit(content=hostile))
        await there.press("e")
        area = there.app.screen.query_one(SafeTextArea)
        assert area.text == hostile
        assert not any(sign in "".join(screen_text(there.app)) for sign in "\x1b\x9b\t")
        await there.type("!")
        await there.press("escape", "y")
        assert there.memory(0).content == hostile + "!"


async def test_the_file_that_a_memory_came_from_is_named_when_it_cannot_be_opened(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("E")
        assert said(there.app) == "This memory names no file that it came from."


async def test_text_and_id_are_copied(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("y")
        assert there.app.clipboard == TEXTS[0]
        assert said(there.app) == "Sent the text to the terminal's clipboard."
        await there.press("Y")
        assert there.app.clipboard == there.memory(0).id


@pytest.mark.parametrize(
    ("form", "content"),
    [(0, "row 0\nrow 1\nrow 2\n"), (1, "| what |\n| --- |\n| row 0 |\n| =1+1 |\n"), (2, "what\nrow 0\n'=1+1\n")],
)
async def test_the_view_is_exported_in_the_chosen_form(tmp_path: Path, form: int, content: str) -> None:
    target = tmp_path / "out"
    async with world(tmp_path) as there:
        await there.press("x")
        assert isinstance(there.app.screen, ChoiceScreen)
        await there.press(*["j"] * form, "enter")
        there.app.screen.query_one(Input).value = str(target)
        await there.press("enter")
        assert target.read_text() == content
        assert said(there.app) == f"Wrote {target}."


async def test_overwriting_an_export_asks_with_cancel_in_focus(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("mine")
    async with world(tmp_path) as there:

        async def export() -> None:
            await there.press("x", "enter")
            there.app.screen.query_one(Input).value = str(target)
            await there.press("enter")

        await export()
        assert isinstance(there.app.screen, ConfirmScreen)
        await there.press("enter")
        assert target.read_text() == "mine"
        await export()
        await there.press("j", "enter")
        assert target.read_text() == "row 0\nrow 1\nrow 2\n"


async def test_a_picture_is_exported_of_the_view_and_not_of_the_dialog(tmp_path: Path) -> None:
    target = tmp_path / "out.svg"
    async with world(tmp_path) as there:
        await there.press("x", "j", "j", "j", "enter")
        there.app.screen.query_one(Input).value = str(target)
        await there.press("enter")
        drawn = target.read_text()
        assert "Redis" in drawn
        assert "export" not in drawn
        assert "@font-face" not in drawn  # who opens it asks no server for a font


async def test_an_import_shows_a_dry_run_first(tmp_path: Path) -> None:
    source = tmp_path / "notes" / "CLAUDE.md"
    source.parent.mkdir()
    source.write_text("# Rules\n\n- Always run the linter before a commit\n- Deploy on Mondays only\n")
    async with world(tmp_path) as there:

        async def ask(path: Path) -> None:
            assert there.app.front is not None
            await there.app.front.run_named("import")
            await settle(there.pilot)
            there.app.screen.query_one(Input).value = str(path)
            await there.press("enter")

        await ask(tmp_path / "nowhere")
        assert "There is nothing of that name." in "\n".join(screen_text(there.app))
        await there.press("escape")
        await ask(source)
        assert isinstance(there.app.screen, ImportScreen)
        assert there.count() == 3
        await there.press("n")
        assert there.count() == 3
        await ask(source)
        await there.press("y")
        assert there.count() == 5
        assert "Brought in 2 new" in said(there.app)
        await there.press("u")
        assert there.count() == 3


async def test_keys_typed_before_the_dialog_is_up_are_the_dialogs(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        for key in ("t", "plus", "d", "b"):
            there.app.post_message(events.Key(key, "+" if key == "plus" else key))
        await there.press()
        while not isinstance(there.app.screen, PromptScreen):
            await there.pilot.pause()
        await there.pilot.pause()
        assert there.app.screen.query_one(Input).value == "+db"
        assert there.batches == before


async def test_keys_typed_while_one_is_archived_are_not_lost(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        for key in ("d", "j", "j"):
            there.app.post_message(events.Key(key, key))
        while there.memory(0).status is not Status.ARCHIVED:
            await there.pilot.pause()
        await settle(there.pilot)
        assert front_view(there.app).list.cursor == 2


async def test_one_project_is_chosen_from_those_that_there_are(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        workspace = there.app.gateway.workspace
        assert workspace is not None
        remember.add(workspace, Draft(content="The shop ships on Mondays only", project="shop"))
        await there.press("P")
        assert isinstance(there.app.screen, ChoiceScreen)
        await there.press("slash")
        await there.type("shop")
        await there.press("enter")
        assert there.app.gateway.project == "shop"
        assert "shop" in screen_text(there.app)[0]
        assert front_view(there.app).calls[-1] == "reload"
        await there.press("P", "g", "enter")
        assert there.app.gateway.project is None


async def test_a_theme_that_was_chosen_is_kept(tmp_path: Path) -> None:
    options = Options(state_file=tmp_path / "state.json")
    async with world(tmp_path, options) as there:
        assert there.app.front is not None
        await there.app.front.run_named("theme")
        await there.pilot.pause()
        await there.type("memtui-light")
        await there.press("enter")
        assert there.app.theme == "memtui-light"
    async with world(tmp_path, options) as again:
        assert again.app.theme == "memtui-light"


async def test_a_look_at_a_picture_needs_no_terminal(tmp_path: Path) -> None:
    def opened() -> Workspace:
        return open_workspace(str(tmp_path / "store.db"), face="screens", config=tmp_path / "none.toml")

    drawn = await picture(opened, size=(90, 20), keys=["6"], options=Options(theme="memtui-light"))
    assert drawn.startswith("<svg")
    assert "History" in drawn


async def test_a_store_that_goes_while_it_is_open_is_told_and_not_made_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        path = tmp_path / "store.db"
        path.rename(tmp_path / "kept.db")
        await there.press("d")
        assert "Archived" not in said(there.app)
        await there.app.gateway.look_for_changes()
        await there.press("r")
        assert "moved or deleted" in " ".join(" ".join(screen_text(there.app)).split())
        assert "not there yet" in said(there.app)
        await there.press("6")
        assert "moved or deleted" in " ".join(" ".join(screen_text(there.app)).split())
        await there.press("1")
        assert not path.exists()
        (tmp_path / "kept.db").rename(path)
        await there.press("r")
        assert there.app.gateway.is_open


async def test_what_a_dry_run_left_out_stands_in_sight_before_its_samples(tmp_path: Path) -> None:
    source = tmp_path / "memory.jsonl"
    entities = [{"type": "entity", "name": f"n{n}", "entityType": "x", "observations": ["one"]} for n in range(9)]
    source.write_text("\n".join([*map(json.dumps, entities), '{"type":"entity","torn']))
    async with world(tmp_path) as there:
        await there.pilot.resize_terminal(80, 24)
        await there.press(":")
        await there.type("bring in")
        await there.press("enter")
        await there.type(str(source))
        await there.press("enter")
        assert isinstance(there.app.screen, ImportScreen)
        text = "\n".join(screen_text(there.app))
        assert "left out or assumed" in text
        assert "it breaks off" in text

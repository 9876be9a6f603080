"""The text of a memory written and changed: the editors, the look at the changes, and no typing lost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memtui.domain.drafts import Edit
from memtui.services import remember
from memtui.tui.modals.editor import ChangesScreen, EditorScreen, SafeTextArea
from tests.tui.fakes import said, screen_text
from tests.tui.three_memories import TEXTS, world

pytestmark = pytest.mark.usefixtures("fake_views")


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


async def test_saving_over_somebody_elses_text_is_no_leave_to_store_a_secret(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("e")
        await there.type(" key " + "AKIA" + "QYLPMN5HFIQR7XYA")
        workspace = there.app.gateway.workspace
        assert workspace is not None
        remember.edit(workspace, there.numbers[0], Edit(content="theirs"))
        await there.press("escape", "y", "y")
        seen = "\n".join(screen_text(there.app))
        assert there.memory(0).content == "theirs"
        assert "store it masked" in seen or "save over it" in seen
        await there.press("y")
        assert there.memory(0).content.startswith(TEXTS[0])

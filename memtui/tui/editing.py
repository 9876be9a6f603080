"""A text in the user's own editor, or in memtui's where there is none or the terminal cannot be lent."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual.app import SuspendNotSupported

from memtui.domain.errors import Refused
from memtui.lent_terminal import lend_to

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

T = TypeVar("T")


def editor_command(chosen: str | None) -> list[str]:
    """Return the external editor's command: the chosen one, else $VISUAL, else $EDITOR; empty when there is none."""
    named = chosen if chosen is not None else os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        return shlex.split(named)
    except ValueError:
        return [named]


async def written(app: MemtuiApp, title: str, text: str) -> tuple[str, bool]:
    """Return the text as the user left it, and whether the external editor was used.

    The external editor gets the whole terminal; its file is readable by the user alone and gone afterwards.
    Raises Refused when the editor does not start, fails, or leaves something that is not UTF-8 text.
    """
    command = editor_command(app.options.editor)
    if command:
        try:
            return lent(app, lambda: _outside(command, text)), True
        except SuspendNotSupported:
            pass
    from memtui.tui.modals.editor import EditorScreen

    answer = await app.push_screen_wait(EditorScreen(title, text))
    return (text if answer is None else answer), False


def lent(app: MemtuiApp, use: Callable[[], T]) -> T:
    """Do something with the whole terminal and return what came of it.

    What goes wrong is raised only once the terminal is back: Textual does not come back from an error in between.
    Raises SuspendNotSupported where the terminal cannot be lent.
    """
    failed: Exception | None = None
    with app.suspend():
        try:
            result = use()
        except Exception as error:
            failed = error
    if failed is not None:
        raise failed
    return result


def _outside(command: list[str], text: str) -> str:
    handle, name = tempfile.mkstemp(prefix="memtui-", suffix=".md")
    draft = Path(name)
    with os.fdopen(handle, "wb") as file:
        file.write(before := (text if text.endswith("\n") or not text else text + "\n").encode())
    keep = False
    try:
        code = lend_to([*command, name])
        left = draft.read_bytes()
        keep = left != before
        kept = f"Your text is in {draft}." if keep else ""
        if code != 0:
            raise Refused(f"The editor {command[0]} ended with code {code}; nothing was saved.", kept)
        after = left.decode("utf-8")
        keep = False
    except UnicodeDecodeError:
        raise Refused("The editor did not save UTF-8 text; nothing was changed.", kept) from None
    except OSError as error:
        raise Refused(
            f"The editor {command[0]} did not start ({error.strerror}).", "Set $EDITOR to another one."
        ) from None
    finally:
        if not keep:
            draft.unlink(missing_ok=True)
    return after if text.endswith("\n") else after.removesuffix("\n").removesuffix("\r")


async def look_at(app: MemtuiApp, file: Path) -> None:
    """Open a file in the external editor; raises Refused where there is none or the terminal cannot be lent."""
    command = editor_command(app.options.editor)
    if not command:
        raise Refused(f"It came from {file}.", "" if app.options.editor == "" else "Set $EDITOR to open it from here.")
    try:
        lent(app, lambda: lend_to([*command, str(file)]))
    except SuspendNotSupported:
        raise Refused(f"It came from {file}.", "This terminal cannot be lent to an editor.") from None
    except OSError as error:
        raise Refused(f"The editor {command[0]} did not start ({error.strerror}).") from None

"""A memory's text in the user's own editor; what was written is never lost, whatever goes wrong."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import shapes
from memtui.cli.output import is_terminal
from memtui.cli.session import Session
from memtui.domain.drafts import Edit
from memtui.domain.errors import MemtuiError, Refused
from memtui.lent_terminal import lend_to

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.workspace import Workspace


def edited_by_hand(run: Session, workspace: Workspace, memory: Memory, *, ask: bool, allow_secrets: bool) -> str | None:
    """Open a memory's text in the editor, show the changed words, and save; None when nothing was saved."""
    from memtui.cli.writing import save

    draft = _draft_file(memory)
    text = _written(draft, memory.content)
    if text == memory.content:
        draft.unlink()
        return None
    run.output.note(shapes.word_changes(memory.content, text, run.output))
    if ask and is_terminal(sys.stdin) and not click.confirm("Save this?", default=True, err=True):
        run.output.note(f"Not saved; your text is in {draft}.")
        return None
    try:
        save(run, workspace, memory, Edit(content=text), allow_secrets=allow_secrets, words=False)
    except MemtuiError:
        run.output.complain(f"Your text is kept in {draft}.")
        raise
    draft.unlink()
    return text


def _draft_file(memory: Memory) -> Path:
    handle, name = tempfile.mkstemp(prefix=f"memtui-{memory.id[:10]}-", suffix=".md")
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(memory.content if memory.content.endswith("\n") else memory.content + "\n")
    return Path(name)


def _written(draft: Path, before: str) -> str:
    """Run the editor and return the text that it left, without the line break that editors add."""
    command = editor_command()
    try:
        code = lend_to([*command, str(draft)])
    except OSError as error:
        draft.unlink()
        raise Refused(
            f"The editor {command[0]} did not start ({error.strerror}).",
            "Set $EDITOR, or give the text: `memtui edit ID -`.",
        ) from None
    if code != 0:
        raise Refused(
            f"The editor {command[0]} ended with code {code}; nothing was saved.", f"Your text is in {draft}."
        )
    try:
        text = draft.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("The editor did not save UTF-8; nothing was changed.", f"Your text is in {draft}.") from None
    return text if before.endswith("\n") else text.removesuffix("\n").removesuffix("\r")


def editor_command() -> list[str]:
    """Return the user's editor as a command with its options: VISUAL, EDITOR, else vi; raises Refused without a terminal."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named and not is_terminal(sys.stdout):
        raise Refused(
            "There is no terminal for an editor.", "Give the text: `memtui edit ID TEXT`, or - for standard input."
        )
    try:
        return shlex.split(named or "vi") or ["vi"]
    except ValueError:
        return [named or "vi"]

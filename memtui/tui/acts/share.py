"""Taking something along: copying a memory, exporting a view."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.errors import Refused
from memtui.render.spans import plain
from memtui.safe_text import clean_lines

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp
    from memtui.tui.views.base import View

WIDTH = 120
"""The width in cells of a view exported as text."""

FORMS = ("text", "Markdown", "CSV", "SVG")
ENDINGS = {"text": "txt", "Markdown": "md", "CSV": "csv", "SVG": "svg"}


async def do_copy(view: View) -> None:
    """Copy the text of the chosen memories, secrets masked."""
    from memtui.intelligence.secrets import mask
    from memtui.tui.acts.curate import memories_of

    memories = await view.gateway.run(memories_of, view.chosen())
    text = "\n\n".join(memory.content for memory in memories)
    masked = "\n\n".join(mask(memory.content) for memory in memories)
    await copy(view, masked, "text" if masked == text else "text with its secrets masked")


async def do_copy_id(view: View) -> None:
    """Copy the ids of the chosen memories."""
    from memtui.tui.acts.curate import memories_of

    memories = await view.gateway.run(memories_of, view.chosen())
    await copy(view, "\n".join(memory.id for memory in memories), "id")


async def copy(view: View, text: str, what: str) -> None:
    """Copy a text by the terminal or browser, and by the system's own tool where there is one.

    Screens in a browser leave that tool alone: the machine that serves them may be another one than the reader's.
    """
    safe = "\n".join(clean_lines(text))
    view.host.copy_to_clipboard(safe)
    if view.host.is_web:
        view.say(f"Sent the {what} to the browser's clipboard.")
        return
    command = clipboard_command()
    done = bool(command) and await asyncio.to_thread(_fill, command, safe)
    view.say(f"Copied the {what}." if done else f"Sent the {what} to the terminal's clipboard.")


def clipboard_command() -> list[str]:
    """Return the system's command that fills the clipboard from standard input; empty when there is none."""
    if os.environ.get("SSH_CONNECTION"):
        return []
    candidates = [["pbcopy"]]
    if os.environ.get("WAYLAND_DISPLAY"):
        candidates.append(["wl-copy"])
    if os.environ.get("DISPLAY"):
        candidates += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    return next((command for command in candidates if shutil.which(command[0])), [])


def _fill(command: Sequence[str], text: str) -> bool:
    try:
        quiet = subprocess.DEVNULL
        subprocess.run(command, input=text.encode(), stdout=quiet, stderr=quiet, timeout=2, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


async def do_export(view: View, *, left_out: int = 0) -> None:
    """Ask for a form and a file, and write the view there; `left_out` rows of it that are too many are told."""
    from memtui.tui.modals.choice import Choice, ChoiceScreen
    from memtui.tui.modals.prompt import PromptScreen

    picture = view.host.export_screenshot(title="memtui")
    choices = [Choice(form, form, f".{ENDINGS[form]}") for form in FORMS]
    form = await view.host.push_screen_wait(ChoiceScreen("export the view as", choices))
    if form is None:
        return
    content = self_contained(picture) if form == "SVG" else exported(view, form)
    if not content.strip():
        raise Refused("There is nothing in this view to export.")
    start = f"memtui-{view.NAME}.{ENDINGS[form]}"
    answer = await view.host.push_screen_wait(PromptScreen(f"export as {form}", says=["file to write"], value=start))
    if not answer:
        return
    file = Path(answer).expanduser()
    if file.exists() and not await _may_overwrite(view.host, file):
        view.say("Nothing was written.")
        return
    await asyncio.to_thread(_write, file, content)
    if left_out and form != "SVG":
        view.say(f"Wrote {file} without the last {left_out:,} rows: narrow the view to export the rest.")
    else:
        view.say(f"Wrote {file}.")


async def _may_overwrite(app: MemtuiApp, file: Path) -> bool:
    from memtui.tui.modals.confirm import ConfirmScreen

    question = f"{file} is there already. What it holds would be lost."
    answer: bool | None = await app.push_screen_wait(ConfirmScreen("overwrite?", question, "Overwrite it"))
    return bool(answer)


def _write(file: Path, content: str) -> None:
    try:
        file.write_text(content, "utf-8")
    except OSError as error:
        raise Refused(f"{file} cannot be written ({error.strerror}).") from None


def self_contained(picture: str) -> str:
    """Return an SVG that loads nothing from anywhere: the face of its letters is one that the machine has."""
    return re.sub(r"@font-face\s*\{[^}]*\}\s*", "", picture)


def exported(view: View, form: str) -> str:
    """Return a view as text, a Markdown table or CSV, nothing in it that could act on a terminal or a spreadsheet."""
    if form == "text":
        return "".join(f"{plain(line).rstrip()}\n" for line in view.export_lines(WIDTH))
    from memtui.tui.tables import as_csv, as_markdown

    head, rows = view.export_table()
    return as_markdown(head, rows) if form == "Markdown" else as_csv(head, rows)

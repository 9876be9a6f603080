"""One text in place of two: written in the editor, looked at, and saved as a memory that supersedes both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from memtui.domain.errors import MemtuiError

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueRow
    from memtui.tui.views.base import View

Save = Callable[[str], Awaitable[None]]


async def merged(view: View, row: QueueRow, save: Save) -> None:
    """Let one text be written from both and saved; what is refused can be gone on with, so that no typing is lost."""
    from memtui.tui.editing import written
    from memtui.tui.modals.editor import Answer, ChangesScreen

    before = f"{row.entry.old.content.rstrip()}\n\n{row.entry.new.content.rstrip()}"
    text, complaint, save_word = before, "", "merge"
    while True:
        text, outside = await written(view.host, "merge: one text for both", text)
        if not text.strip() or text == before:
            view.say("Nothing was merged." if text.strip() else "A merged memory needs some text: nothing was merged.")
            return
        ask = not outside
        while True:
            if ask:
                look = ChangesScreen(
                    "old and new → one", before, text, view.pen, complaint=complaint, save_word=save_word
                )
                answer = await view.host.push_screen_wait(look)
                if answer is Answer.DISCARD:
                    view.say("Nothing was merged.")
                    return
                if answer is not Answer.SAVE:
                    break
            try:
                await save(text)
                return
            except MemtuiError as refusal:
                complaint, save_word, ask = str(refusal), "", True
        complaint, save_word = "", "merge"

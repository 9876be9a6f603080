"""New memories, edited texts, and the file that a memory came from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import MemtuiError, Refused, SecretRefused, StaleWrite

if TYPE_CHECKING:
    from memtui.services.remember import WriteReport
    from memtui.tui.views.base import View

R = TypeVar("R")
"""What saving a text returns."""

Overruled = AbstractSet[type[MemtuiError]]
"""The kinds of refusal that a person has read of this text and goes on in spite of; no other is."""


@dataclass(frozen=True, slots=True)
class Words:
    """What `y` does with a text, and what is said where nothing of it was saved: left as it was, emptied, discarded."""

    save: str
    same: str
    empty: str
    discarded: str


WRITING = Words("save", "Nothing was written.", "Nothing was written.", "Discarded.")
EDITING = Words(
    "save", "The text is as it was.", "A memory needs some text: it is as it was. d archives it.", "Discarded."
)
MERGING = Words(
    "merge", "Nothing was merged.", "A merged memory needs some text: nothing was merged.", "Nothing was merged."
)


async def do_new(view: View) -> None:
    """Write a new memory."""
    from memtui.services import remember

    async def save(text: str, overruled: Overruled) -> WriteReport:
        return await view.gateway.write(remember.add, Draft(content=text), allow_secrets=SecretRefused in overruled)

    report = await written_and_saved(view, "new memory", "", save, words=WRITING)
    if report is not None:
        view.select(report.memory.number)
        view.say(f"Added a {report.memory.tier.value} memory.", undo=True)


async def do_edit(view: View) -> None:
    """Edit the text of the memory in focus."""
    from memtui.services import remember
    from memtui.tui.acts.curate import memories_of

    numbers = list(view.chosen())
    if len(numbers) > 1:
        raise Refused(f"{len(numbers):,} memories are marked; a text is edited one at a time.", "esc unmarks.")
    memories = await view.gateway.run(memories_of, numbers)
    if not memories:
        raise Refused("This memory is no longer there.")
    memory = memories[0]

    async def save(text: str, overruled: Overruled) -> WriteReport:
        version = None if StaleWrite in overruled else memory.version
        return await view.gateway.write(
            remember.edit, numbers[0], Edit(content=text), version=version, allow_secrets=SecretRefused in overruled
        )

    report = await written_and_saved(view, f"edit {memory.id[:6]}", memory.content, save, words=EDITING)
    if report is not None:
        view.say("Changed the text." if report.batch else "Nothing changed.", undo=report.batch is not None)


async def written_and_saved(
    view: View, title: str, before: str, save: Callable[[str, Overruled], Awaitable[R]], *, words: Words
) -> R | None:
    """Let a text be written from what was there `before` and saved.

    Whatever is refused can be gone on with, so that no typing is lost. None is returned when nothing was saved,
    which was said.
    """
    from memtui.tui.editing import written
    from memtui.tui.modals.editor import Answer, ChangesScreen

    text = before
    complaint, save_word = "", words.save
    refused: MemtuiError | None = None
    overruled: set[type[MemtuiError]] = set()
    while True:
        text, outside = await written(view.host, title, text)
        if not text.strip() or text == before:
            view.say(words.same if text.strip() else words.empty)
            return None
        ask = not outside
        while True:
            if ask:
                look = ChangesScreen(title, before, text, view.pen, complaint=complaint, save_word=save_word)
                answer = await view.host.push_screen_wait(look)
                if answer is Answer.DISCARD:
                    view.say(words.discarded)
                    return None
                if answer is not Answer.SAVE:
                    break
                if refused is not None:
                    overruled.add(type(refused))
            try:
                return await save(text, overruled)
            except MemtuiError as refusal:
                complaint, save_word = _complaint(refusal)
                refused, ask = refusal, True
        complaint, save_word, refused = "", words.save, None
        overruled.clear()


def _complaint(refusal: MemtuiError) -> tuple[str, str]:
    """Return what to say of a refused text, and what `y` may do about it."""
    if isinstance(refusal, SecretRefused):
        return f"{refusal.sentence} It would be stored and shown masked.", "store it masked"
    if isinstance(refusal, StaleWrite):
        return f"{refusal.sentence} Saving puts your text in place of the other.", "save over it"
    return str(refusal), ""


async def do_source(view: View) -> None:
    """Open the file that the memory in focus came from."""
    from memtui.services.sources import source_file
    from memtui.tui.acts.curate import memories_of
    from memtui.tui.editing import look_at

    memories = await view.gateway.run(memories_of, view.chosen())
    named = next((memory.file for memory in memories if memory.file), None)
    if not named:
        raise Refused("This memory names no file that it came from.")
    file = await view.gateway.run(source_file, named)
    if file is None:
        raise Refused(f"{named} is not there any more, or not on this machine.")
    await look_at(view.host, file)

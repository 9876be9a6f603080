"""What a person says of two memories: that they conflict, or that they are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.domain.errors import Refused, SecretRefused, StaleWrite

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.workspace import Outcome
    from memtui.tui.acts.write import Overruled
    from memtui.tui.views.base import View

MERGE_TITLE = "merge: one text for both"


def two_of(view: View, what: str) -> tuple[int, int]:
    """Return the two memories that are marked; raises Refused, saying what the act needs, for any other number."""
    numbers = list(dict.fromkeys(view.chosen()))
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    needs = f"{what} takes two memories"
    if len(numbers) > 2:
        raise Refused(f"{needs}; {len(numbers):,} are marked.")
    raise Refused(f"{needs}: mark both with {view.host.keymap.shown('list.mark')}.")


async def do_conflict(view: View) -> None:
    """Queue the two marked memories as a conflict that was missed."""
    from memtui.services import review

    one, other = two_of(view, "A conflict")
    outcome = await view.gateway.write(review.report_missed, one, other)
    view.say(f"Queued as a conflict: {view.host.keymap.shown('review')} judges it.", undo=outcome.batch is not None)
    view.acted()


async def do_merge(view: View) -> None:
    """Write one memory in place of the two that are marked."""
    one, other = two_of(view, "A merge")
    await merge(view, one, other)


async def merge(view: View, one: int, other: int) -> None:
    """Open the editor with the texts of two memories; what is saved supersedes both, as one batch."""
    from memtui.services import pairing
    from memtui.tui.acts.write import MERGING, written_and_saved

    newer, older = await view.gateway.run(pairing.pair, one, other)
    numbers = (newer.number or 0, older.number or 0)

    async def save(text: str, overruled: Overruled) -> Outcome:
        versions = None if StaleWrite in overruled else (newer.version, older.version)
        masked = SecretRefused in overruled
        return await view.gateway.write(pairing.merge_two, *numbers, text, versions=versions, allow_secrets=masked)

    outcome = await written_and_saved(view, MERGE_TITLE, both_texts(newer, older), save, words=MERGING)
    if outcome is not None:
        view.select(outcome.memories[0].number)
        view.say("Merged 2 memories into a new one that supersedes both.", undo=outcome.batch is not None)
        view.acted()


def both_texts(newer: Memory, older: Memory) -> str:
    """Return what the editor of a merge opens on: the older text, then the newer."""
    return f"{older.content.rstrip()}\n\n{newer.content.rstrip()}"

"""Two memories that a person says are one: merged as a verdict where they are in conflict, by themselves else."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.errors import InvalidRecord, Refused, StaleWrite
from memtui.domain.kinds import Status
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import verdicts
from memtui.services.ledger import Ledger
from memtui.services.merging import Merge
from memtui.services.ports import no_progress
from memtui.services.titles import counted, title
from memtui.services.verdict_effects import DECIDABLE
from memtui.services.verdict_words import TITLE
from memtui.services.weighing import in_order
from memtui.services.workspace import Outcome, Workspace


def pair(workspace: Workspace, one: int, other: int) -> tuple[Memory, Memory]:
    """Return two memories, the newer first, that may be merged.

    Raises NotFound, and Refused for one that is superseded or archived, two projects, or one memory twice.
    """
    return _ordered(workspace.store.reads.memory(one), workspace.store.reads.memory(other))


def merge_two(
    workspace: Workspace,
    newer: int,
    older: int,
    text: str,
    *,
    versions: Sequence[int] | None = None,
    allow_secrets: bool = False,
) -> Outcome:
    """Put one new memory in the place of two: it supersedes both; one batch, one undo.

    Where the two are in a conflict that can be decided, this is the verdict on it. `versions` are those of
    the memories that the person saw. Raises NotFound, InvalidRecord without a text, SecretRefused, Refused,
    and StaleWrite where somebody else changed one meanwhile; then nothing is written.
    """
    if not text.strip():
        raise InvalidRecord("A merge needs the text of the new memory.")
    first, second = pair(workspace, newer, older)
    between = _conflict_between(workspace, first, second)
    if between is not None and between.number is not None:
        _refuse_stale((first, second), (newer, older), versions)
        return verdicts.decide(
            workspace,
            [between.number],
            Verdict.MERGE,
            text=text,
            note=None,
            versions=[between.version],
            progress=no_progress,
            allow_secrets=allow_secrets,
        )
    numbers = (first.number or 0, second.number or 0)
    merge = Merge(workspace, numbers, text, allow_secrets=allow_secrets)
    with workspace.store.write(workspace.act("merge")) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        ledger.prefetch(numbers, whole=True)
        sides = _ordered(ledger.memory(numbers[0]), ledger.memory(numbers[1]))
        _refuse_stale(sides, (newer, older), versions)
        merged, settled = merge.write_alone(work, ledger)
        work.summarise(_summary(*sides))
        batch = work.batch_number
    said = (
        f"“{title(second.content, TITLE)}” and “{title(first.content, TITLE)}” are merged; the result supersedes both."
    )
    if settled:
        said += f" Also settled {counted(settled, 'more pair')}."
    return Outcome(
        sentence=said,
        batch=workspace.store.reads.batch(batch),
        memories=(merged, *(ledger.memory(number) for number in numbers)),
    )


def _ordered(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """Return two memories that may be merged, the newer first; raises Refused."""
    if one.number == other.number:
        raise Refused("A memory cannot be merged with itself.")
    for memory in (one, other):
        if not memory.live:
            what = "superseded" if memory.status is Status.SUPERSEDED else "archived"
            raise Refused(f"“{title(memory.content, TITLE)}” is {what}; bring it back before it is merged.")
    if one.project and other.project and one.project != other.project:
        raise Refused(f"Memories of different projects ({one.project}, {other.project}) are not merged.")
    newer, older, _ = in_order(one, other)
    return newer, older


def _conflict_between(workspace: Workspace, one: Memory, other: Memory) -> Conflict | None:
    sides = {one.number, other.number}
    found = workspace.store.queue.of([one.number or 0])
    pairs = [c for c in found if {c.new_number, c.old_number} == sides and c.state in DECIDABLE]
    return pairs[-1] if pairs else None


def _refuse_stale(sides: Sequence[Memory], numbers: Sequence[int], versions: Sequence[int] | None) -> None:
    seen = dict(zip(numbers, versions or (), strict=False))
    for memory in sides:
        if memory.number in seen and memory.version != seen[memory.number]:
            raise StaleWrite(
                f"“{title(memory.content, TITLE)}” was changed by somebody else meanwhile.",
                "Look at it, then merge again.",
            )


def _summary(newer: Memory, older: Memory) -> str:
    return f"{title(older.content, TITLE)} / {title(newer.content, TITLE)}"

"""One way to change memories: one at once, several only after a preview and with --apply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.output import plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import short_ids
from memtui.cli.session import Session
from memtui.domain.drafts import Edit

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.remember import PlannedEdit
    from memtui.services.workspace import Outcome, Workspace

SHOWN_IN_A_PREVIEW = 20
FULFILLED = ("nothing to change", "already archived", "not archived")
"""Reasons to leave a memory as it is that are no refusal: it is already as it was to be."""

apply_option = click.option(
    "--apply", is_flag=True, help="Do it: a change of several memories is only previewed without."
)


def change(session: Session, workspace: Workspace, numbers: Sequence[int], wanted: Edit, *, apply: bool) -> int:
    """Carry out or preview one edit of some memories and return the exit code."""
    from memtui.services import remember

    if len(numbers) > 1 and not apply:
        return preview(session, workspace, remember.plan_edits(workspace, numbers, wanted))
    with stoppable(session.output) as progress:
        outcome = remember.edit_all(workspace, numbers, wanted, progress=progress)
    return report(session, workspace, outcome)


def report(session: Session, workspace: Workspace, outcome: Outcome) -> int:
    """Say what an act did and return the exit code: 1 when all of it was refused or it was stopped."""
    output = session.output
    if output.json:
        output.document(shapes.outcome(workspace, outcome))
    else:
        output.data(output.signs(outcome.sentence))
        named = outcome.refused[:SHOWN_IN_A_PREVIEW] if len(outcome.refused) > 1 or outcome.memories else ()
        ids = short_ids(workspace, (memory for memory, _ in named))
        for memory, reason in named:
            output.note(f"{ids[memory.id]}  {shapes.headline(memory)}: {reason}")
        if outcome.batch is not None:
            undone = outcome.batch.action == "undo"
            output.note(
                "`memtui redo` brings it back." if undone else f"`memtui undo {outcome.batch.number}` takes it back."
            )
    stopped = outcome.batch is not None and outcome.batch.partial
    return NEEDS_A_LOOK if stopped or _all_refused(outcome) else OK


def preview(session: Session, workspace: Workspace, plans: Sequence[PlannedEdit]) -> int:
    """Show what an edit of several memories would do; nothing is written."""
    from memtui.services import mooting

    output = session.output
    changing = [plan for plan in plans if plan.after is not None]
    if output.json:
        output.document(shapes.plan(workspace, plans))
        return OK
    ids = short_ids(workspace, (plan.memory for plan in plans[:SHOWN_IN_A_PREVIEW]))
    rows = [(ids[plan.memory.id], shapes.headline(plan.memory), _what(plan)) for plan in plans[:SHOWN_IN_A_PREVIEW]]
    sheets.print_table(session, ("id", "memory", "would change"), rows)
    if len(plans) > SHOWN_IN_A_PREVIEW:
        output.note(f"… and {plural(len(plans) - SHOWN_IN_A_PREVIEW, 'more', 'more')}")
    left_out = len(plans) - len(changing)
    rest = f", {left_out:,} left out" if left_out else ""
    leaving = [plan.memory.number or 0 for plan in changing if plan.memory.live and plan.after and not plan.after.live]
    settled = mooting.would_close(workspace, leaving)
    rest += f", {plural(settled, 'conflict')} would be settled" if settled else ""
    output.note(f"{plural(len(changing), 'memory')} would change{rest}. Nothing was written: --apply does it.")
    return OK


def _what(plan: PlannedEdit) -> str:
    return plan.refusal if plan.after is None else "; ".join(differences(plan.memory, plan.after))


def differences(before: Memory, after: Memory) -> list[str]:
    """Return what differs between two states of a memory, field by field, for people."""
    found: list[str] = []
    for name in ("status", "layer", "kind", "memory_type", "source", "project", "priority", "confidence", "tier"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            found.append(f"{name.replace('_', ' ')} {_word(old)} → {_word(new)}")
    if before.tags != after.tags:
        found += [f"+{tag}" for tag in after.tags if tag not in before.tags]
        found += [f"-{tag}" for tag in before.tags if tag not in after.tags]
    if before.pinned != after.pinned:
        found.append("pinned" if after.pinned else "no longer pinned")
    if before.importance_override != after.importance_override:
        found.append(f"importance {_word(before.importance_override)} → {_word(after.importance_override)}")
    if before.created_at != after.created_at:
        found.append(f"date {shapes.when(before.created_at)} → {shapes.when(after.created_at)}")
    if before.content != after.content:
        found.append("text")
    return found


def _word(value: object) -> str:
    return "none" if value is None else str(value)


def _all_refused(outcome: Outcome) -> bool:
    return outcome.batch is None and any(reason not in FULFILLED for _, reason in outcome.refused)

"""Results in the shapes that the command line prints: JSON for programs, short texts for people."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memtui.cli.output import Output
from memtui.cli.output import listed as listed
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.domain.records import Batch, Memory
    from memtui.render.pen import Highlight, Pen
    from memtui.services.recall import Hit
    from memtui.services.remember import PlannedEdit
    from memtui.services.reports import WriteReport
    from memtui.services.workspace import Outcome, Workspace

HEADLINE = 60
"""Characters of a memory's text in a sentence about it."""


def headline(memory: Memory, length: int = HEADLINE) -> str:
    """Return the beginning of a memory's text, safe and masked."""
    from memtui.services.titles import title

    return title(memory.content, length)


def when(moment: datetime | None, missing: str = "undated") -> str:
    """Return a moment in the local zone, to the minute."""
    if moment is None:
        return missing
    from memtui.render.dates import local

    return local(moment, None).strftime("%Y-%m-%d %H:%M")


def day(moment: datetime | None, missing: str = "undated") -> str:
    """Return a day in the local zone."""
    return when(moment, missing)[:10] if moment is not None else missing


def masking(reveal: bool = False) -> Callable[[str], str]:
    """Return what hides credentials in a text, or what shows them to a person who asked."""
    if reveal:
        return str
    from memtui.intelligence.secrets import mask

    return mask


def memory(workspace: Workspace, each: Memory, *, reveal: bool = False) -> dict[str, Any]:
    """Return a memory for JSON with its importance; secrets are masked unless `reveal` is set."""
    from memtui.intelligence.importance import assess
    from memtui.render.records_json import memory_value

    return memory_value(each, masking(reveal), importance=assess(each, workspace.clock.now()))


def hit(each: Hit) -> dict[str, Any]:
    """Return a row of a list for JSON."""
    from memtui.render.records_json import hit_value

    return hit_value(each, masking())


def batch(each: Batch | None) -> dict[str, Any] | None:
    """Return a batch for JSON."""
    from memtui.render.records_json import batch_value

    return None if each is None else batch_value(each, masking())


def write_report(workspace: Workspace, report: WriteReport) -> dict[str, Any]:
    """Return what a write led to: the memory, why its tier, what was found and applied."""
    return {
        "changed": report.batch is not None,
        "memory": memory(workspace, report.memory),
        "tier": report.memory.tier.value,
        "tier_reason": report.memory.tier_reason,
        **found(report),
        "applied": list(report.applied),
        "notices": list(report.notices),
        "batch": batch(report.batch),
    }


def found(report: WriteReport) -> dict[str, Any]:
    """Return the entities, facts, relations and conflicts of a write for JSON."""
    from memtui.render.judgements_json import detected_value

    others = {each.number: each for each in report.others}
    relations = [(each, others[each.to_number]) for each in report.relations if each.to_number in others]
    sides = [(each, others.get(each.old_number) or others.get(each.new_number)) for each in report.conflicts]
    conflicts = [(each, other) for each, other in sides if other is not None]
    return detected_value(report.entities, report.facts, relations, conflicts, masking(), report.named)


def outcome(workspace: Workspace, done: Outcome) -> dict[str, Any]:
    """Return what an act did."""
    return listed(
        [memory(workspace, each) for each in done.memories],
        applied=done.batch is not None,
        message=done.sentence,
        batch=batch(done.batch),
        refused=[{"id": each.id, "reason": reason} for each, reason in done.refused],
    )


def plan(workspace: Workspace, plans: Sequence[PlannedEdit]) -> dict[str, Any]:
    """Return what an edit of several memories would do."""
    results = [
        {"id": each.memory.id, "before": memory(workspace, each.memory), "after": memory(workspace, each.after)}
        for each in plans
        if each.after is not None
    ]
    refused = [{"id": each.memory.id, "reason": each.refusal} for each in plans if each.after is None]
    return listed(results, applied=False, refused=refused)


def consequences(report: WriteReport) -> list[str]:
    """Return what a write found and did besides writing, one line each."""
    mask = masking()
    conflicts = [
        f"{each.type.value.replace('_', ' ')} ({each.state}): {mask(each.reason)}" for each in report.conflicts
    ]
    return [one_line(line) for line in (*conflicts, *report.applied, *report.notices)]


def word_changes(before: str, after: str, output: Output) -> str:
    """Return the changed words of a text in brackets: [-old-] {+new+}."""
    from memtui.render.plain import plain_text
    from memtui.render.word_diff import diff_lines

    cells = min(shutil.get_terminal_size().columns, 100)
    return plain_text(
        diff_lines(before, after, pen(datetime.now(UTC), output, brackets=True), cells, indent=2)
    ).rstrip()


def pen(
    now: datetime, output: Output, *, reveal: bool = False, brackets: bool = False, highlight: Highlight | None = None
) -> Pen:
    """Return the settings of this run's drawings."""
    from memtui.render.glyphs import ASCII, UNICODE
    from memtui.render.pen import Pen, nothing_marked

    glyphs = ASCII if output.ascii else UNICODE
    return Pen(
        now=now,
        mask=masking(reveal),
        glyphs=glyphs,
        brackets=brackets or output.no_color,
        highlight=highlight or nothing_marked,
    )

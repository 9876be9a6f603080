"""Conflicts on paper and as JSON, and verdicts carried out for the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from memtui.cli import bulk, shapes, sheets
from memtui.cli.failures import OK
from memtui.cli.output import plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import short_ids
from memtui.domain.kinds import ConflictState, Severity
from memtui.domain.verdicts import Verdict
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.cli.session import Session
    from memtui.domain.records import Conflict, Memory
    from memtui.services.ports import QueueCounts
    from memtui.services.reports import ScanReport, WriteReport
    from memtui.services.review import PlannedVerdict, QueueEntry, QueuePage
    from memtui.services.workspace import Workspace

WORDS = {
    Verdict.NEWER: "newer is true",
    Verdict.OLDER: "older is true",
    Verdict.BOTH: "both are true",
    Verdict.KEEP: "keep as conflict",
    Verdict.MERGE: "merge",
    Verdict.ARCHIVE_OLD: "archive the old",
    Verdict.ARCHIVE_NEW: "archive the new",
}
OFFERED = (Verdict.NEWER, Verdict.OLDER, Verdict.BOTH, Verdict.KEEP, Verdict.ARCHIVE_OLD)


def masked(text: str) -> str:
    """Return a text on one line, safe and with credentials masked."""
    return one_line(shapes.masking()(text))


def page_value(page: QueuePage) -> dict[str, Any]:
    """Return a page of the queue for JSON."""
    from memtui.render.judgements_json import entry_value

    return shapes.listed(
        [entry_value(each, shapes.masking()) for each in page.entries],
        total=page.total,
        more=page.more,
        states={state.value: page.counts.states.get(state, 0) for state in ConflictState},
        severities={each.value: page.counts.severities.get(each, 0) for each in Severity},
        agreed=page.counts.agreed,
        judged=page.counts.judged,
        missed=page.counts.missed,
    )


def shown_value(workspace: Workspace, entry: QueueEntry) -> dict[str, Any]:
    """Return one conflict for JSON with what each verdict would do."""
    from memtui.render.judgements_json import entry_value
    from memtui.services import review

    told = {verdict.value: list(review.consequences(workspace, entry.conflict.id, verdict)) for verdict in OFFERED}
    return {**entry_value(entry, shapes.masking()), "consequences": told}


def report_value(report: WriteReport) -> dict[str, Any]:
    """Return what a text would lead to for JSON."""
    return {
        "tier": report.memory.tier.value,
        "tier_reason": report.memory.tier_reason,
        "proposed_tag": report.memory.proposed_tag,
        **shapes.found(report),
        "applied": list(report.applied),
        "notices": list(report.notices),
    }


def _other(conflict: Conflict, others: dict[int | None, Memory]) -> Memory | None:
    return others.get(conflict.old_number) or others.get(conflict.new_number)


def scan_value(report: ScanReport) -> dict[str, Any]:
    """Return what a scan found for JSON."""
    return {
        "compared": report.compared,
        "found": report.found,
        "queued": report.queued,
        "applied": report.applied,
        "relations": report.relations,
        "stopped": report.stopped,
        "notices": list(report.notices),
        "message": report.sentence,
        "batch": shapes.batch(report.batch),
    }


def print_report(run: Session, report: WriteReport) -> None:
    """Print what a text would lead to, one thing a line."""
    output = run.output
    names = {entity.number: entity.name for entity in report.entities}
    others = {memory.number: memory for memory in report.others}
    rows: list[tuple[str, str]] = [("tier", f"{report.memory.tier} ({report.memory.tier_reason})")]
    if report.memory.proposed_tag:
        rows.append(("tag", f"#{report.memory.proposed_tag} proposed"))
    rows += [("entity", f"{entity.type} {entity.name}") for entity in report.entities]
    for fact in report.facts:
        scope = f" ({fact.scope})" if fact.scope else ""
        subject, target = names.get(fact.subject_number, "?"), names.get(fact.object_number, "?")
        rows.append(("fact", f"{subject} {fact.predicate.replace('_', ' ')} {target}{scope}"))
    for relation in report.relations:
        other = others.get(relation.to_number)
        if other is not None:
            rows.append(("relation", f"→ {relation.kind} → {masked(other.content)}"))
    for conflict in report.conflicts:
        other = _other(conflict, others)
        said = conflict.type.value.replace("_", " ")
        rows.append((said, f"{conflict.severity}, {conflict.confidence:.2f}: {masked(conflict.reason)}"))
        if other is not None:
            rows.append(("", masked(other.content)))
    rows += [("applied", action) for action in report.applied]
    sheets.print_table(run, ("what", "which"), [(what, one_line(output.signs(which))) for what, which in rows])
    for notice in report.notices:
        output.note(notice)
    if not report.conflicts:
        output.note("No conflict with what is stored.")


def print_entries(run: Session, workspace: Workspace, entries: Sequence[QueueEntry]) -> None:
    """Print rows of the queue: id, severity, type, subject, old → new value, confidence and age."""
    rows = []
    for entry in entries:
        conflict = entry.conflict
        values = run.output.signs(f"{entry.old_value} → {entry.new_value}") if entry.new_value else entry.old_value
        more = f"  +{entry.grouped} more" if entry.grouped else ""
        rows.append(
            (
                conflict.id,
                conflict.severity.value,
                conflict.type.value.replace("_", " "),
                masked(entry.subject) or masked(entry.new.content),
                masked(values) + more,
                f"{conflict.confidence:.2f}",
                shapes.day(conflict.created_at),
            )
        )
    sheets.print_table(run, ("conflict", "severity", "type", "subject", "old → new", "sure", "found"), rows)


def counts_sentence(counts: QueueCounts) -> str:
    """Return the queue's counts in words."""
    states = ", ".join(f"{counts.states.get(state, 0):,} {state.value}" for state in ConflictState)
    agreed = f"; {counts.agreed:,} of {counts.judged:,} verdicts agreed with the detector" if counts.judged else ""
    return f"{states}{agreed}"


def print_entry(run: Session, workspace: Workspace, entry: QueueEntry, *, first: bool) -> None:
    """Print one conflict: both texts with the changed words, the reason with its span, and what each verdict would do."""
    from memtui.services import review

    output, conflict = run.output, entry.conflict
    ids = short_ids(workspace, (entry.old, entry.new))
    rows = [
        ("conflict", f"{conflict.id}  {conflict.state}"),
        ("type", f"{conflict.type.value.replace('_', ' ')}, {conflict.severity}, {conflict.confidence:.2f}"),
        ("subject", masked(entry.subject)),
        ("value", output.signs(f"{masked(entry.old_value)} → {masked(entry.new_value)}")),
        ("old", f"{ids[entry.old.id]}  {shapes.day(entry.old.created_at)}  {masked(entry.old.content)}"),
        ("new", f"{ids[entry.new.id]}  {shapes.day(entry.new.created_at)}  {masked(entry.new.content)}"),
        ("why", masked(entry.reason)),
    ]
    rows += [("span", masked(told)) for told in _spans(entry)]
    if conflict.human_verdict:
        rows.append(
            ("verdict", f"{conflict.human_verdict} by {conflict.decided_by}, {shapes.when(conflict.decided_at)}")
        )
    if conflict.note:
        rows.append(("note", masked(conflict.note)))
    if conflict.state in (ConflictState.OPEN, ConflictState.KEPT, ConflictState.AUTO):
        for verdict in OFFERED:
            told = "; ".join(review.consequences(workspace, conflict.id, verdict))
            rows.append((WORDS[verdict], output.signs(one_line(told))))
    if not first:
        output.data("")
    sheets.print_table(run, ("what", "which"), [(name, text) for name, text in rows if text.strip(" →->")])


def _spans(entry: QueueEntry) -> Iterable[str]:
    for name, memory in (("span", entry.new), ("old_span", entry.old)):
        span = entry.conflict.evidence.get(name)
        if isinstance(span, list | tuple) and len(span) == 2:
            start, end = (int(each) for each in span)
            if 0 <= start < end <= len(memory.content):
                side = "new" if name == "span" else "old"
                yield f"{side}, characters {start} to {end}: {memory.content[start:end]!r}"


def print_plan(run: Session, workspace: Workspace, handles: Sequence[str], verdict: Verdict) -> None:
    """Say what a verdict on several conflicts would do, naming winner and loser; nothing is written."""
    from memtui.services import review

    plans = review.plan(workspace, handles, verdict)
    if run.output.json:
        run.output.document(shapes.listed([_plan_value(each) for each in plans], applied=False))
        return
    rows = [(each.entry.conflict.id, run.output.signs(one_line(each.refusal or each.sentence))) for each in plans]
    sheets.print_table(run, ("conflict", "would do"), rows)
    willing = [each for each in plans if not each.refusal]
    run.output.note(f"{plural(len(willing), 'conflict')} would be settled. Nothing was written: --apply does it.")


def _plan_value(plan: PlannedVerdict) -> dict[str, Any]:
    return {
        "id": plan.entry.conflict.id,
        "winner": plan.winner.id if plan.winner else None,
        "loser": plan.loser.id if plan.loser else None,
        "sentence": plan.sentence,
        "refusal": plan.refusal,
    }


def settle(
    run: Session, workspace: Workspace, handles: Sequence[str], verdict: Verdict, text: str | None, note: str | None
) -> int:
    """Give a verdict and say what it did; returns the exit code."""
    from memtui.services import review

    with stoppable(run.output) as progress:
        done = review.decide(workspace, handles, verdict, text=text, note=note, progress=progress)
    return bulk.report(run, workspace, done)


def one_by_one(run: Session, workspace: Workspace, handles: Sequence[str], act: str) -> int:
    """Put off conflicts, or take their verdicts back, each as an act of its own; returns the exit code."""
    from memtui.services import review

    code = OK
    for handle in handles:
        done = review.put_off(workspace, handle) if act == "later" else review.revoke(workspace, handle)
        code = max(code, bulk.report(run, workspace, done))
    return code

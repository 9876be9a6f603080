"""Conflicts on paper and as JSON, and verdicts carried out for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memtui.cli import bulk, shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.output import plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import short_ids
from memtui.domain.kinds import ConflictState, Severity, SuggestedAction
from memtui.domain.verdicts import NAMES, Verdict
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.cli.session import Session
    from memtui.domain.records import Conflict, Memory
    from memtui.services.ports import QueueCounts
    from memtui.services.reports import ScanReport, WriteReport
    from memtui.services.review import PlannedVerdict, QueueEntry, QueuePage
    from memtui.services.workspace import Workspace

OFFERED = {name.replace("_", "-"): verdict for name, verdict in NAMES.items() if verdict is not Verdict.MERGE}
"""The verdicts whose consequences are told, by the words that give them."""

SUGGESTED = {
    SuggestedAction.SUPERSEDE_EXISTING: "newer",
    SuggestedAction.MARK_CONFLICTED: "keep",
    SuggestedAction.KEEP_BOTH: "both",
    SuggestedAction.ARCHIVE_EXISTING: "archive-old",
}
"""What the detector suggests, as the word of a verdict."""


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

    told = {
        verdict.value: list(review.consequences(workspace, entry.conflict.id, verdict)) for verdict in OFFERED.values()
    }
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


AT_ONCE = {
    "superseded_existing": "the older is superseded at once",
    "marked_conflicted": "both are marked as conflicted",
    "archived_duplicate": "the older is archived at once",
}
"""What an action of the policy means, for people; everything else is only queued."""


def print_report(run: Session, workspace: Workspace, report: WriteReport) -> None:
    """Print what a text would lead to, one thing a line."""
    output = run.output
    names = {entity.number: entity.name for entity in (*report.entities, *report.named)}
    others = {memory.number: memory for memory in report.others}
    ids = short_ids(workspace, report.others)
    rows: list[tuple[str, str]] = [("tier", f"{report.memory.tier} ({report.memory.tier_reason})")]
    if report.memory.proposed_tag:
        rows.append(("tag", f"#{report.memory.proposed_tag} proposed"))
    rows += [("entity", f"{entity.type.value.replace('_', ' ')} {masked(entity.name)}") for entity in report.entities]
    for fact in report.facts:
        scope = f" ({fact.scope})" if fact.scope else ""
        subject, target = names.get(fact.subject_number, "?"), names.get(fact.object_number, "?")
        rows.append(("fact", masked(f"{subject} {fact.predicate.replace('_', ' ')} {target}{scope}")))
    told = {id(other) for conflict in report.conflicts if (other := _other(conflict, others)) is not None}
    for relation in report.relations:
        other = others.get(relation.to_number)
        if other is not None and id(other) not in told:
            said = output.signs(f"→ {relation.kind} →")
            rows.append(("relation", f"{said} {ids[other.id]} {masked(other.content)}"))
    for conflict in report.conflicts:
        done = AT_ONCE.get(str(conflict.evidence.get("applied", [""])[0]).split(":", 1)[0], "queued for review")
        said = f"{conflict.severity}, {conflict.confidence:.2f}: {done}"
        rows += [(conflict.type.value.replace("_", " "), said), ("  why", masked(conflict.reason))]
        other = _other(conflict, others)
        if other is not None:
            rows.append(("  with", f"{ids[other.id]} {masked(other.content)}"))
    sheets.print_table(run, ("what", "which"), rows)
    for notice in report.notices:
        output.note(notice)
    if not report.conflicts:
        output.note("No conflict with what is stored.")


def print_entries(run: Session, workspace: Workspace, entries: Sequence[QueueEntry]) -> None:
    """Print rows of the queue: a table with numbers on a terminal; else id, severity, type, subject, values, confidence and day."""
    if run.output.pictures:
        from memtui.render.queue import queue_table

        if entries:
            sheets.print_lines(run, workspace, lambda pen, cells: queue_table(entries, pen, cells))
        return
    for entry in entries:
        conflict = entry.conflict
        values = run.output.signs(f"{entry.old_value} → {entry.new_value}") if entry.old_value else entry.new_value
        more = f" +{entry.grouped} more" if entry.grouped else ""
        run.output.row(
            conflict.id,
            conflict.severity.value,
            conflict.type.value,
            masked(entry.subject),
            masked(values) + more,
            f"{conflict.confidence:.2f}",
            shapes.day(entry.new.created_at),
        )


def counts_sentence(counts: QueueCounts) -> str:
    """Return the queue's counts in words."""
    states = ", ".join(f"{counts.states.get(state, 0):,} {state.value}" for state in ConflictState)
    agreed = f"; {counts.agreed:,} of {counts.judged:,} verdicts agreed with the detector" if counts.judged else ""
    return f"{states}{agreed}"


def print_entry(run: Session, workspace: Workspace, entry: QueueEntry, *, first: bool) -> None:
    """Print one conflict: both texts with what is marked in them, the reason, and what each verdict would do."""
    from memtui.render.queue import pair_page
    from memtui.services import review

    conflict = entry.conflict
    verdicts: dict[str, list[str]] = {}
    if conflict.state in (ConflictState.OPEN, ConflictState.KEPT, ConflictState.AUTO):
        verdicts = {
            word: [run.output.signs(each) for each in review.consequences(workspace, conflict.id, verdict)]
            for word, verdict in OFFERED.items()
        }
    suggested = SUGGESTED.get(conflict.suggested_action, "")
    if not first:
        run.output.data("")
    sheets.print_lines(run, workspace, lambda pen, cells: pair_page(entry, verdicts, pen, cells, suggested=suggested))


def print_plan(run: Session, workspace: Workspace, handles: Sequence[str], verdict: Verdict) -> int:
    """Say what a verdict on several conflicts would do, naming winner and loser; nothing is written; returns the exit code."""
    from memtui.services import review

    plans = review.plan(workspace, handles, verdict)
    willing = [each for each in plans if not each.refusal]
    code = OK if willing else NEEDS_A_LOOK
    if run.output.json:
        run.output.document(shapes.listed([_plan_value(each) for each in plans], applied=False))
        return code
    if run.output.pictures:
        from memtui.render.queue import plan_lines

        sheets.print_lines(run, workspace, lambda pen, cells: plan_lines(plans, pen, cells))
    else:
        for each in plans:
            winner, loser = (side.id if side is not None else "" for side in (each.winner, each.loser))
            said = run.output.signs(one_line(each.refusal or each.sentence))
            run.output.row(each.entry.conflict.id, winner, loser, said)
    run.output.note(f"{plural(len(willing), 'conflict')} would be settled. Nothing was written: --apply does it.")
    return code


def _plan_value(plan: PlannedVerdict) -> dict[str, Any]:
    return {
        "id": plan.entry.conflict.id,
        "winner": plan.winner.id if plan.winner else None,
        "loser": plan.loser.id if plan.loser else None,
        "sentence": plan.sentence,
        "refusal": plan.refusal,
    }


def settle(
    run: Session,
    workspace: Workspace,
    handles: Sequence[str],
    verdict: Verdict,
    text: str | None,
    note: str | None,
    *,
    allow_secrets: bool,
) -> int:
    """Give a verdict and say what it did; returns the exit code."""
    from memtui.services import review

    with stoppable(run.output) as progress:
        done = review.decide(
            workspace, handles, verdict, text=text, note=note, progress=progress, allow_secrets=allow_secrets
        )
    return bulk.report(run, workspace, done)


def one_by_one(run: Session, workspace: Workspace, handles: Sequence[str], act: str, *, apply: bool) -> int:
    """Put off conflicts, or take their verdicts back, each as an act of its own; several only with `apply`; returns the exit code."""
    from memtui.services import review

    if len(handles) > 1 and not apply:
        return _print_acts(run, [review.entry(workspace, handle) for handle in handles], act)
    code = OK
    for handle in handles:
        done = review.put_off(workspace, handle) if act == "later" else review.revoke(workspace, handle)
        code = max(code, bulk.report(run, workspace, done))
    return code


def _print_acts(run: Session, entries: Sequence[QueueEntry], act: str) -> int:
    what = "to the end of the queue" if act == "later" else "open again"
    told = [
        (entry.conflict.id, entry.conflict.human_verdict or entry.conflict.state.value, masked(entry.reason), what)
        for entry in entries
    ]
    if run.output.json:
        keys = ("id", "verdict", "reason", "sentence")
        run.output.document(shapes.listed([dict(zip(keys, each, strict=True)) for each in told], applied=False))
        return OK
    sheets.print_table(run, ("conflict", "is", "reason", "would be"), told)
    run.output.note(f"{plural(len(entries), 'conflict')} would change. Nothing was written: --apply does it.")
    return OK

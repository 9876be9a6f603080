"""What Review says in words: how much is shown, why there is nothing, why a key can do nothing, what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memtui.domain.kinds import ConflictState
from memtui.domain.verdicts import Verdict
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, shown
from memtui.render.word_diff import wrap_spans

if TYPE_CHECKING:
    from memtui.domain.records import Conflict
    from memtui.services.review_queue import QueueList

TABS = ("open", "auto", "kept", "done")

ORDERS = {"open": "grouped by subject, surest first", "auto": "grouped by subject, surest first"}
"""How each tab is ordered; the others by when they were decided."""

SHORT: dict[Verdict, tuple[str, str, str]] = {
    Verdict.NEWER: ("accept", "newer", "newer is true"),
    Verdict.OLDER: ("older", "older", "older is true"),
    Verdict.BOTH: ("both", "both", "both are true"),
    Verdict.KEEP: ("conflict", "kept", "kept as a conflict"),
    Verdict.MERGE: ("merge", "merged", "merged"),
    Verdict.ARCHIVE_OLD: ("archive", "old archived", "old one archived"),
    Verdict.ARCHIVE_NEW: ("archive", "new archived", "new one archived"),
}
"""Each verdict's act, its word where there is little room, and its words."""

JUDGING = frozenset({"accept", "older", "both", "conflict", "merge", "archive"})
"""The acts that give a verdict."""

ON_SIDE = frozenset({"edit", "source", "tags", "importance", "pin", "copy", "copy_id", "demote", "promote", "move"})
"""The acts on the memory of the side in focus."""


def notes(queue: QueueList, rows: int) -> Line:
    """Return what stands at the right of the filter line: `12 of 37`, and how to see all again."""
    spans = [Span(f"{rows:,} of {queue.total:,}")]
    if queue.narrows:
        spans += [Span("   "), Span("esc", Role.KEY), Span(" shows all", Role.DIM)]
    return tuple(spans)


def nothing(queue: QueueList, text: str, key: Callable[[str], str], cells: int) -> list[Line]:
    """Return why there is no conflict to show and the keys that lead on; `key` gives the printed key of an act."""
    return [(Span("  "), *line) for line in wrap_spans(_nothing(queue, text, key), max(cells - 3, 20))]


def _nothing(queue: QueueList, text: str, key: Callable[[str], str]) -> list[Span]:
    if queue.notices:
        return [Span(f"{shown(' '.join(queue.notices))} ", Role.DIM), *_key("esc", "shows all")]
    if queue.narrows:
        words = f"0 of {queue.total:,} match {cut(shown(text.strip()), 40)}. "
        return [Span(words, Role.DIM), *_key("esc", "shows all")]
    if queue.uncompared:
        lead = Span("These memories were not compared yet. ", Role.DIM)
        about = f"scan compares them (about {queue.seconds:,} s, "
        return [lead, *_key(key("palette"), about), Span("esc", Role.KEY), Span(" stops)", Role.DIM)]
    if queue.tab == "open":
        return _all_judged(queue, key)
    said = {
        "auto": "Nothing was applied by itself.",
        "kept": "No conflict was kept.",
        "done": "No verdict was given yet.",
    }[queue.tab]
    return [Span(f"{said} ", Role.DIM), *_key(key("earlier"), "leads back to what is open")]


def _all_judged(queue: QueueList, key: Callable[[str], str]) -> list[Span]:
    counts = queue.counts
    auto = counts.states.get(ConflictState.AUTO, 0)
    scan = _key(key("palette"), "scan looks again")
    if not counts.states:
        return [Span("No conflict was found. ", Role.DIM), *scan]
    said = "All judged."
    if counts.judged:
        said += (
            f" {counts.judged:,} {'verdict' if counts.judged == 1 else 'verdicts'}, you agreed with {counts.agreed:,}."
        )
    spans = [Span(f"{said} ", Role.DIM)]
    if auto:
        spans += [Span(f"{auto:,} applied by themselves: ", Role.DIM), Span(key("later"), Role.KEY)]
        spans.append(Span(" · ", Role.DIM))
    return [*spans, *scan]


def why_not_judge(act: str, tab: str, conflict: Conflict | None, marked: int) -> str:
    """Return why a verdict cannot be given on what is under the cursor or marked; empty when it can."""
    if conflict is None:
        return "There is no conflict here to judge."
    if tab == "done":
        return "This was decided; u takes that back first."
    if act == "conflict" and tab == "kept":
        return "This conflict is kept already; a, o, b, m or d settles it."
    if act == "merge" and marked > 1:
        return f"Memories are merged pair by pair, and {marked:,} pairs are marked; esc unmarks."
    return ""


def why_no_undo(tab: str, conflict: Conflict | None) -> str:
    """Return why the verdict under the cursor cannot be taken back in a tab of decided conflicts."""
    if conflict is None:
        return "There is no verdict here to take back."
    if tab == "done" and not conflict.human_verdict:
        return "Nobody gave a verdict here: another one settled it; take that one back."
    return ""


def did(verdict: Verdict, key: str, subject: str, settled: int, *, wide: bool) -> str:
    """Return what a verdict did: `b both` where there is little room, else with the subject."""
    _, short, words = SHORT[verdict]
    also = f", {settled:,} more settled" if settled else ""
    return f"{cut(subject, 32)}: {words}{also}" if wide else f"{key} {short}{also}"


def _key(key: str, words: str) -> list[Span]:
    return [Span(key, Role.KEY), Span(f" {words}", Role.DIM)]

"""What History says in words: how much is shown, why there is nothing, and why a batch stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.domain.verdicts import Verdict
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, shown
from memtui.tui.views.qualifiers import qualified

if TYPE_CHECKING:
    from memtui.services.history import BatchLine
    from memtui.services.journal import Journal, JournalFacets
    from memtui.tui.keymap import Keymap
    from memtui.tui.modals.choice import Choice


_ACTS = {
    Verdict.NEWER: "accept",
    Verdict.OLDER: "older",
    Verdict.BOTH: "both",
    Verdict.KEEP: "conflict",
    Verdict.MERGE: "merge",
    Verdict.ARCHIVE_OLD: "archive",
    Verdict.ARCHIVE_NEW: "archive",
}
"""The act that gives each verdict."""


def notes(journal: Journal) -> Line:
    """Return what stands at the right of the filter line: `7 of 1,204 batches`."""
    noun = "batch" if journal.total == 1 else "batches"
    return (Span(f"{len(journal.numbers):,} of {journal.total:,} {noun}"),)


def nothing(journal: Journal, text: str) -> list[Line]:
    """Return why there is no batch to show and the key that leads on."""
    if journal.asked.notices:
        why = " ".join(journal.asked.notices)
        return [_line(Span(f"{shown(why)} ", Role.DIM), Span("esc", Role.KEY), Span(" shows all", Role.DIM))]
    if text.strip():
        words = f"0 of {journal.total:,} batches match {cut(shown(text), 40)}. "
        return [_line(Span(words, Role.DIM), Span("esc", Role.KEY), Span(" shows all", Role.DIM))]
    return [
        _line(
            Span("Nothing was done here yet. What you do is listed here, and ", Role.DIM),
            Span("u", Role.KEY),
            Span(" takes it back.", Role.DIM),
        )
    ]


def why_no_undo(line: BatchLine | None, known: str) -> str:
    """Return why the batch under the cursor cannot be taken back; empty when it can."""
    if line is None:
        return "There is no batch to take back."
    if known:
        return known
    if line.state == "undone":
        return "This was taken back already."
    return ""


def verdict_keys(keymap: Keymap) -> dict[Verdict, str]:
    """Return the key that gives each verdict."""
    return {verdict: keymap.shown(act) for verdict, act in _ACTS.items()}


def choices(facets: JournalFacets, me: str) -> list[Choice[str]]:
    """Return what the journal can be narrowed by, the memory of the batch under the cursor first."""
    from memtui.tui.modals.choice import Choice

    offered: list[Choice[str]] = []
    if facets.memory is not None:
        name, title = facets.memory
        offered.append(Choice(f"memory:{name}", title, "", "what happened to the memory of this batch"))
    for name, count in facets.actors:
        words = f"{name} (you)" if name == me else name
        offered.append(Choice(qualified("who", name), words, f"{count:,}", "who"))
    offered.extend(Choice(qualified("what", name), name, f"{count:,}", "what") for name, count in facets.actions)
    offered.append(Choice("", "everything", "", "all"))
    return offered


def _line(*spans: Span) -> Line:
    return (Span("  "), *spans)

"""What imports and exports report, and how an import treats what is there already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memtui.domain.records import Batch
from memtui.formats.base import Problem
from memtui.services.titles import title

_MOST_NOTICES = 2_000
_SAMPLES = 5


class Mode(StrEnum):
    """What happens to a memory that is there already: merge keeps the newer, replace archives what the source no longer holds."""

    MERGE = "merge"
    SKIP = "skip"
    OVERWRITE = "overwrite"
    APPEND = "append"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something an import left out or assumed: where (file and line, 0 when unknown) and why."""

    file: str
    line: int
    reason: str
    skipped: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did or, in a dry run, would do.

    `read` counts memories: new, unchanged, changed, and those of the skipped that were whole; `skipped`
    counts also lines and parts that could not be read. `files` says how many memories each file held.
    `conflicts` were found once all was in, `applied_conflicts` of them were applied by policy; a dry run finds none.
    """

    path: str
    format: str
    applied: bool
    read: int = 0
    new: int = 0
    unchanged: int = 0
    changed: int = 0
    skipped: int = 0
    archived: int = 0
    notices: tuple[Notice, ...] = ()
    samples: tuple[str, ...] = ()
    batch: Batch | None = None
    stopped: bool = False
    files: Mapping[str, int] = field(default_factory=dict)
    conflicts: int = 0
    applied_conflicts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What an export wrote; `left_out` counts memories that the format cannot hold as they are (superseded, archived)."""

    path: str
    format: str
    memories: int
    masked: int = 0
    left_out: int = 0


class Tally:
    """Counts what an import does as it goes."""

    def __init__(self) -> None:
        self.read = self.new = self.unchanged = self.changed = self.skipped = self.archived = 0
        self.conflicts = self.applied_conflicts = 0
        self.files: Counter[str] = Counter()
        self.samples: list[str] = []
        self._notices: list[Notice] = []
        self._unlisted = 0

    def problem(self, problem: Problem) -> None:
        """Note what a reader left out or assumed."""
        self.notice(problem.file, problem.line, problem.reason, skipped=problem.skipped)

    def notice(self, file: str, line: int, reason: str, *, skipped: bool) -> None:
        """Note something; the first thousands are listed, the rest are counted."""
        self.skipped += skipped
        if len(self._notices) < _MOST_NOTICES:
            self._notices.append(Notice(file=file, line=line, reason=reason, skipped=skipped))
        else:
            self._unlisted += 1

    def sample(self, content: str) -> None:
        """Keep the beginnings of the first new memories."""
        if len(self.samples) < _SAMPLES:
            self.samples.append(title(content))

    @property
    def summary(self) -> str:
        """The counts in a few words, those that are not zero."""
        counts = (("new", self.new), ("changed", self.changed), ("archived", self.archived))
        return ", ".join(f"{count:,} {word}" for word, count in counts if count) or "nothing new"

    def found(self, conflicts: int, applied: int) -> None:
        """Note the conflicts that were found once all was in."""
        self.conflicts += conflicts
        self.applied_conflicts += applied

    def report(self, path: str, format: str, *, applied: bool, batch: Batch | None, stopped: bool) -> ImportReport:
        """Return the counts as a report."""
        notices = list(self._notices)
        if self._unlisted:
            reason = f"and {self._unlisted:,} more notices that are not listed"
            notices.append(Notice(file="", line=0, reason=reason, skipped=False))
        return ImportReport(
            path=path,
            format=format,
            applied=applied,
            read=self.read,
            new=self.new,
            unchanged=self.unchanged,
            changed=self.changed,
            skipped=self.skipped,
            archived=self.archived,
            notices=tuple(notices),
            samples=tuple(self.samples),
            batch=batch,
            stopped=stopped,
            files=dict(self.files),
            conflicts=self.conflicts,
            applied_conflicts=self.applied_conflicts,
        )

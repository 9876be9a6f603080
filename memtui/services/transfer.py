"""Import and export: foreign files in, the store's memories out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from memtui.domain.filters import EVERYTHING, Filter
from memtui.domain.records import Batch
from memtui.services.ports import Progress, no_progress
from memtui.services.workspace import Workspace


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
    """What an import did or, in a dry run, would do."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What an export wrote."""

    path: str
    format: str
    memories: int
    masked: int = 0


def import_path(
    workspace: Workspace,
    path: Path,
    *,
    format: str | None = None,
    mode: Mode = Mode.MERGE,
    apply: bool = True,
    project: str | None = None,
    named: bool = True,
    progress: Progress = no_progress,
) -> ImportReport:
    """Read a file or folder of any known format into the store as one batch.

    `apply=False` is a dry run. `named` says that a person named this very file, which lets in CLAUDE.md
    and AGENTS.md. Cancelling keeps what was read, marks the batch partial, and the same call resumes it.
    Raises Refused for a path that no format knows, listing what is known.
    """
    raise NotImplementedError


def export_path(
    workspace: Workspace,
    path: Path,
    *,
    format: str = "memtui",
    where: Filter = EVERYTHING,
    overwrite: bool = False,
    reveal_secrets: bool = False,
    progress: Progress = no_progress,
) -> ExportReport:
    """Write memories to a new file or folder; raises Refused if it exists and `overwrite` is not set."""
    raise NotImplementedError


def formats() -> list[tuple[str, str, bool, bool]]:
    """Return (name, what it is, can read, can write) for each format."""
    raise NotImplementedError

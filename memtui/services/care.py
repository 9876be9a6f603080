"""Care of the store: backup, restore, check and rebuild."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memtui.services.ports import Census, Progress, no_progress
from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What doctor found: where the store is, its size and schema, its counts, and what is wrong with it."""

    location: str
    schema: int
    bytes: int
    census: Census
    batches: int
    problems: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()


def backup(workspace: Workspace, target: Path) -> Path:
    """Write a consistent copy of the store to a new file and return its path."""
    raise NotImplementedError


def examine(workspace: Workspace) -> Health:
    """Check the store and return what was found."""
    raise NotImplementedError


def rebuild(workspace: Workspace, progress: Progress = no_progress) -> int:
    """Work out every derived row anew and return how many memories were read."""
    raise NotImplementedError

"""Care of the store as a whole: see `services.ports.Maintenance`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from memtui.services.ports import Act


class SqlMaintenance:
    """Backup, check, rebuild and purge of one database."""

    def backup(self, target: Path) -> None:
        """Write a consistent copy of the whole store to a new file; raises Refused if it exists."""
        raise NotImplementedError

    def check(self) -> list[str]:
        """Return one sentence for each thing that is wrong."""
        raise NotImplementedError

    def rebuild(self, progress: Callable[[int, int], None]) -> int:
        """Work out every derived row anew from the texts; returns how many memories were read."""
        raise NotImplementedError

    def purge(self, numbers: Sequence[int], act: Act) -> int:
        """Take memories out for good, leaving only a batch that says so; returns how many went."""
        raise NotImplementedError

"""History, and going in and out of files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.client.base import Base
from memtui.domain.filters import EVERYTHING, Filter
from memtui.domain.records import member_of
from memtui.services import history, transfer

if TYPE_CHECKING:
    from memtui.services.history import BatchDetail, BatchLine
    from memtui.services.transfer import ExportReport, ImportReport
    from memtui.services.workspace import Outcome

    Batches = list[BatchLine]


class Exchanging(Base):
    """What takes back, brings in and writes out."""

    def history(self, id: str | None = None, *, limit: int = 50) -> Batches:
        """Return the newest acts, of one memory or of the store."""
        number = self._number(id) if id is not None else None
        return history.batches(self._workspace, limit=limit, memory=number)

    def batch(self, batch: str | int) -> BatchDetail:
        """Return one act row by row, with what undoing it would do or why it cannot be undone; raises NotFound."""
        return history.detail(self._workspace, batch)

    def undo(self, batch: str | int | None = None) -> Outcome:
        """Take back an act: the named one, else this actor's newest; raises UndoBlocked, Refused."""
        return history.undo(self._workspace, batch)

    def redo(self) -> Outcome:
        """Take back this actor's newest undo; raises UndoBlocked, Refused."""
        return history.redo(self._workspace)

    def import_path(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        mode: str = "merge",
        apply: bool = True,
        project: str | None = None,
    ) -> ImportReport:
        """Read a file or folder of any known format as one act; `apply=False` only says what would happen."""
        return transfer.import_path(
            self._workspace,
            Path(path),
            format=format,
            mode=member_of(transfer.Mode, mode),
            apply=apply,
            project=project,
        )

    def export_path(
        self,
        path: str | PathLike[str],
        *,
        format: str = "memtui",
        where: Filter = EVERYTHING,
        overwrite: bool = False,
        reveal_secrets: bool = False,
    ) -> ExportReport:
        """Write memories to a new file or folder; raises Refused if it exists and `overwrite` is not set."""
        return transfer.export_path(
            self._workspace,
            Path(path),
            format=format,
            where=where,
            overwrite=overwrite,
            reveal_secrets=reveal_secrets,
        )

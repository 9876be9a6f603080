"""Import and export: foreign files in, the store's memories out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.errors import Cancelled, NotFound, Refused
from memtui.domain.filters import EVERYTHING, Filter
from memtui.domain.records import Batch, Json
from memtui.formats.foreign_sqlite import is_own_store
from memtui.formats.names import placed
from memtui.formats.registry import all_formats, recognise
from memtui.formats.registry import named as format_named
from memtui.formats.sniff import head
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.sources import note_place
from memtui.services.transfer_export import write_out
from memtui.services.transfer_report import ExportReport, ImportReport, Mode, Notice
from memtui.services.understanding import long_work
from memtui.services.workspace import Workspace

if TYPE_CHECKING:
    from memtui.formats.base import Format
    from memtui.services.transfer_intake import Intake
    from memtui.services.transfer_own import OwnIntake

__all__ = ["ExportReport", "ImportReport", "Mode", "Notice", "export_path", "formats", "import_path"]

ACTION = "import"
TRANSPORTS = "transports"
"""The note that lists batches that only carried another store's rows in; an export of the own format leaves them out."""
_OF_FOLDERS = "claude-code"
"""The format of which a file by itself is no part."""
_LOOK_BACK = 50
"""Batches among which a stopped import is looked for."""


def import_path(
    workspace: Workspace,
    path: Path,
    *,
    format: str | None = None,
    mode: Mode = Mode.MERGE,
    apply: bool = True,
    project: str | None = None,
    named: bool = True,
    detect: bool = True,
    progress: Progress = no_progress,
) -> ImportReport:
    """Read a file or folder of any known format into the store as one batch, then compare what came in.

    `apply=False` is a dry run. `named` says that a person named this very file, which lets in CLAUDE.md
    and AGENTS.md. Cancelling keeps what was read, marks the batch partial, and the same call resumes it.
    Raises NotFound, and Refused for a path that no format knows, listing what is known.
    """
    reader = _reader(path, format, named=named)
    where = {"path": str(placed(path)), "format": reader.name, "mode": mode.value, "project": project}
    if not apply:
        trial = _intake(workspace, None, reader, mode=mode, project=project, progress=progress, where=where, path=path)
        stopped = _run(trial, reader, path, named=named)
        return trial.tally.report(str(path), reader.name, applied=False, batch=None, stopped=stopped)
    partial = _stopped_earlier(workspace, where)
    act = workspace.act(ACTION, f"from {path.name}", resume=partial.number if partial else None)
    where = {**where, **(partial.resume if partial else {})}
    number = partial.number if partial else None
    stopped = False
    intake: Intake | OwnIntake | None = None
    try:
        with long_work(), workspace.store.write(act) as work:
            intake = _intake(
                workspace, work, reader, mode=mode, project=project, progress=progress, where=where, path=path
            )
            try:
                _take_all(intake, reader, path, named=named)
            finally:
                number = work.batch_number if work.changes else number
            work.summarise(_detected(workspace, work, intake, detect=detect, progress=progress))
    except Cancelled:
        stopped = True
    assert intake is not None, "a cancelled import had begun"
    note_place(workspace, path)
    if reader.name == "memtui" and number is not None and not stopped:
        _note_transport(workspace, intake, number)
    batch = workspace.store.reads.batch(number) if number is not None else None
    return intake.tally.report(str(path), reader.name, applied=True, batch=batch, stopped=stopped)


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
    writer = format_named(format)
    if writer is None or not writer.writes:
        known = ", ".join(each.name for each in all_formats() if each.writes)
        raise Refused(f"There is no format {format!r} that can be written.", f"Choose one of: {known}.")
    if path.exists() and not overwrite:
        raise Refused(f"{path} exists already.", "Name another file, or pass --overwrite.")
    return write_out(
        workspace,
        writer,
        path,
        where=where,
        reveal_secrets=reveal_secrets,
        transports=transports(workspace),
        progress=progress,
    )


def formats() -> list[tuple[str, str, bool, bool]]:
    """Return (name, what it is, can read, can write) for each format."""
    return [(each.name, each.title, each.reads, each.writes) for each in all_formats()]


def transports(workspace: Workspace) -> frozenset[int]:
    """Return the batches that only carried another store's rows in."""
    noted = workspace.store.remembered(TRANSPORTS) or ""
    return frozenset(int(word) for word in noted.split())


def _reader(path: Path, format: str | None, *, named: bool) -> Format:
    """Return the format to read a path with."""
    known = ", ".join(each.name for each in all_formats() if each.reads)
    if not path.exists():
        raise NotFound(f"There is no file or folder at {path}.")
    if format is not None:
        chosen = format_named(format)
        if chosen is None or not chosen.reads:
            raise Refused(f"There is no format {format!r} that can be read.", f"Choose one of: {known}.")
        if (path.is_dir() or chosen.name == _OF_FOLDERS) and not chosen.recognise(path):
            kind = "folder" if path.is_dir() else "file"
            raise Refused(
                f"{path} is a {kind} without {chosen.name} in it.", "Without --format memtui finds out itself."
            )
        return chosen
    if not named and path.is_file() and path.name in ("CLAUDE.md", "AGENTS.md"):
        raise Refused(f"{path.name} holds instructions, not memory.", "Name the file itself to import it.")
    try:
        found = recognise(path)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.") from error
    if found is None and is_own_store(path):
        raise Refused(f"{path} is a store of memtui.", "Open it with --store and export it, then import the export.")
    if found is None and path.is_file() and not head(path, 1) and os.access(path, os.R_OK):
        raise Refused(f"{path} is empty.")
    if found is None:
        raise Refused(f"{path} is in no format that is known.", f"Known are: {known}; --format names one.")
    return found


def _intake(
    workspace: Workspace,
    work: UnitOfWork | None,
    reader: Format,
    *,
    mode: Mode,
    project: str | None,
    progress: Progress,
    where: Json,
    path: Path,
) -> Intake | OwnIntake:
    if reader.name == "memtui":
        from memtui.services.transfer_own import OwnIntake

        return OwnIntake(workspace, work, mode=mode, progress=progress, resume=where, said=path.name)
    from memtui.services.transfer_intake import Intake

    return Intake(
        workspace,
        work,
        mode=mode,
        project=project,
        progress=progress,
        resume=where,
        said=f"{path.name} ({reader.name})",
    )


def _run(intake: Intake | OwnIntake, reader: Format, path: Path, *, named: bool) -> bool:
    """Read all of a source; says whether it was stopped."""
    try:
        _take_all(intake, reader, path, named=named)
    except Cancelled:
        return True
    return False


def _take_all(intake: Intake | OwnIntake, reader: Format, path: Path, *, named: bool) -> None:
    from memtui.formats.own import OwnFormat
    from memtui.services.transfer_intake import Intake

    entries = reader.read(path, named=named)
    try:
        if isinstance(intake, Intake):
            intake.run(entries)
        elif isinstance(reader, OwnFormat):
            intake.run(entries, lambda: reader.read_rows(path))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.") from error


def _detected(
    workspace: Workspace, work: UnitOfWork, intake: Intake | OwnIntake, *, detect: bool, progress: Progress
) -> str:
    """Compare what came in, oldest first; returns the batch's line.

    What another store of memtui brings is compared only with what was here before: what it says of its own
    memories came along.
    """
    from memtui.services.transfer_detect import detect_imported, told
    from memtui.services.transfer_own import OwnIntake

    summary = f"{intake.tally.summary} from {intake.said}"
    own = isinstance(intake, OwnIntake)
    alone = isinstance(intake, OwnIntake) and not intake.ceilings["memory"]
    if not detect or alone or not workspace.settings.policy.detect:
        return summary
    counts = detect_imported(workspace, work, intake.came, intake.resume, summary, progress, inner=not own)
    intake.tally.found(counts.found, counts.applied)
    if isinstance(intake, OwnIntake) and (counts.found or counts.relations):
        intake.plain = False
    return told(summary, counts)


def _stopped_earlier(workspace: Workspace, where: Json) -> Batch | None:
    """Return the partial batch of the same import by the same person, if there is one to go on with."""
    for batch in workspace.store.reads.batches(_LOOK_BACK, actor=workspace.actor.name, action=ACTION):
        same = all(batch.resume.get(name) == value for name, value in where.items())
        if batch.partial and batch.undone_by is None and not batch.adopted and same:
            return batch
    return None


def _note_transport(workspace: Workspace, intake: Intake | OwnIntake, number: int) -> None:
    """Note that a batch only carried rows in, whose history came along."""
    if getattr(intake, "plain", False):
        words = sorted({*transports(workspace), number})
        workspace.store.remember(TRANSPORTS, " ".join(str(word) for word in words))

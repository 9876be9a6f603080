"""Taking memories out: export."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memtui.cli.fields import narrowing
from memtui.cli.file_names import FileName
from memtui.cli.frame import Command
from memtui.cli.output import is_terminal, plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import filter_from
from memtui.cli.session import Session, current
from memtui.domain.errors import Refused

if TYPE_CHECKING:
    from memtui.services.transfer import ExportReport
    from memtui.services.workspace import Workspace


@click.command(
    cls=Command,
    help="""Write memories to a new file or folder; - writes to standard output. The own format (the default) keeps
    everything: memories, links, history. Narrowing options export a part. Credentials are masked.""",
    examples=(
        ("memtui export shop.jsonl", "everything, lossless"),
        ("memtui export memory.jsonl --format mcp --tag decision", ""),
        ("memtui export - | gzip > shop.jsonl.gz", ""),
    ),
)
@click.argument("path", metavar="PATH|-", type=FileName())
@click.option(
    "--format",
    "format_",
    default="memtui",
    metavar="NAME",
    show_default=True,
    help="The format to write; see `memtui import --formats`.",
)
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
@click.option("--reveal-secrets", is_flag=True, help="Write credentials as they are.")
@narrowing()
def export(path: Path, format_: str, overwrite: bool, reveal_secrets: bool, **given: Any) -> None:
    """Write memories to a file or folder."""
    from memtui.domain.filters import EVERYTHING

    run = current()
    options = {"format": format_, "overwrite": overwrite, "reveal_secrets": reveal_secrets}
    with run.workspace() as workspace:
        options["where"] = filter_from(given, run.project or None, EVERYTHING)
        if str(path) == "-":
            report = _export_to_stdout(run, workspace, options)
        else:
            report = _export(run, workspace, path, options)
    said = f"{plural(report.memories, 'memory')} written as {report.format}"
    masked = f", {plural(report.masked, 'credential')} masked (--reveal-secrets keeps them)" if report.masked else ""
    if str(path) == "-":
        run.output.note(f"{said}{masked}.")
    elif run.output.json:
        run.output.document(
            {"path": report.path, "format": report.format, "memories": report.memories, "masked": report.masked}
        )
    else:
        run.output.data(report.path)
        run.output.note(f"{said}{masked}.")


def _export(run: Session, workspace: Workspace, path: Path, options: dict[str, Any]) -> ExportReport:
    from memtui.services import transfer

    with stoppable(run.output) as progress:
        return transfer.export_path(workspace, path, progress=progress, **options)


def _export_to_stdout(run: Session, workspace: Workspace, options: dict[str, Any]) -> ExportReport:
    with tempfile.TemporaryDirectory(prefix="memtui-") as folder:
        path = Path(folder) / "export"
        report = _export(run, workspace, path, options)
        if path.is_dir():
            raise Refused(f"The format {report.format} writes a folder, not one file.", "Name a folder.")
        content = path.read_bytes()
    if is_terminal(sys.stdout):
        run.output.data(content.decode("utf-8").rstrip("\n"))
    else:
        run.output.raw(content)
    return report

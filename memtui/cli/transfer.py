"""Bringing memories in and taking them out: import, export."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memtui.cli import shapes
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.fields import narrowing
from memtui.cli.frame import Command
from memtui.cli.output import Output, is_terminal, plural
from memtui.cli.progress import stoppable
from memtui.cli.selection import filter_from
from memtui.cli.session import Session, current
from memtui.domain.errors import NotFound, Refused
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.services.transfer import ExportReport, ImportReport
    from memtui.services.workspace import Workspace

_MODES = ("merge", "skip", "overwrite", "append", "replace")
_PREVIEWED = ("overwrite", "replace")
"""Modes that may change or archive what is there: they are previewed unless --apply stands beside them."""

_NOTICES_SHOWN = 20


class FileName(click.Path):
    """A path that the system can hold; `~` is the home folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; a name with a NUL byte is refused."""
        if "\0" in str(value):
            self.fail("a file name cannot hold a NUL byte.", param, ctx)
        return Path(value).expanduser()


@click.command(
    "import",
    cls=Command,
    help="""Bring in what other programs remember; the format is detected (--formats lists them). The source is
    never written to, and importing it again changes nothing.

    merge (the default) keeps the newer of two, skip what is there, overwrite takes the source's, append stores
    a second copy, replace archives what the source does not hold. The two that put aside what is there are
    previewed unless --apply is given. Stopped with ctrl+c, the same command goes on. - reads standard input.""",
    examples=(
        ("memtui import memory.jsonl", "the MCP reference server's file"),
        ("memtui import ~/.claude/projects/-home-ana-shop/memory --dry-run", "only look"),
        ("memtui import CLAUDE.md --project shop", ""),
        ("memtui import backup.jsonl --mode replace --apply", ""),
    ),
)
@click.argument("paths", metavar="PATH...|-", nargs=-1, type=FileName())
@click.option("--format", "format_", metavar="NAME", help="Read it as this format instead of detecting it.")
@click.option(
    "--mode",
    type=click.Choice(_MODES),
    default="merge",
    metavar="MODE",
    show_default=True,
    help="merge, skip, overwrite, append or replace.",
)
@click.option("--project", metavar="NAME", help="The project that the memories belong to.")
@click.option("--dry-run", is_flag=True, help="Report what would happen and write nothing.")
@click.option("--apply", is_flag=True, help="Write, in a mode that is previewed otherwise.")
@click.option("--strict", is_flag=True, help="Exit code 1 if any line could not be read.")
@click.option("--formats", "list_formats", is_flag=True, help="List the formats that can be read and written.")
@click.pass_context
def import_(
    ctx: click.Context,
    paths: Sequence[Path],
    format_: str | None,
    mode: str,
    project: str | None,
    dry_run: bool,
    apply: bool,
    strict: bool,
    list_formats: bool,
) -> None:
    """Bring in what other programs remember."""
    run = current()
    if list_formats:
        _print_formats(run)
        return
    if not paths:
        raise click.UsageError("Name a file or folder, or - for standard input.", ctx=ctx)
    write = not dry_run and (apply or mode not in _PREVIEWED)
    options = {"format": format_, "project": project, "apply": write}
    for path in paths:
        if str(path) != "-" and not path.exists():
            raise NotFound(f"There is no file or folder at {path}.")
    with run.workspace(create=write, trial=not write) as workspace:
        reports = [_import_one(run, workspace, path, mode, options) for path in paths]
    if run.output.json:
        run.output.document(shapes.listed([_import_value(each) for each in reports]))
    ctx.exit(max(_code(each, strict) for each in reports))


def _import_one(run: Session, workspace: Workspace, path: Path, mode: str, options: dict[str, Any]) -> ImportReport:
    from memtui.services import transfer

    with _source(path) as source, stoppable(run.output) as progress:
        report = transfer.import_path(workspace, source, mode=transfer.Mode(mode), progress=progress, **options)
    if not run.output.json:
        _print_import(run.output, report, str(path), mode, dry_run=not options["apply"])
    return report


@contextmanager
def _source(path: Path) -> Iterator[Path]:
    """Yield the path to read; standard input becomes a file that is taken away after."""
    if str(path) != "-":
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="memtui-") as folder:
        copied = Path(folder) / "stdin.jsonl"
        copied.write_bytes(sys.stdin.buffer.read())
        yield copied


def _print_import(output: Output, report: ImportReport, name: str, mode: str, *, dry_run: bool) -> None:
    counts = [("new", report.new), ("unchanged", report.unchanged), ("changed", report.changed)]
    counts += [(word, count) for word, count in (("skipped", report.skipped), ("archived", report.archived)) if count]
    told = ", ".join(f"{count:,} {word}" for word, count in counts)
    output.data(f"{name}: {report.format}, {report.read:,} read: {told}")
    for sample in report.samples if dry_run else ():
        output.note(f"  {one_line(shapes.masking()(sample))[:100]}")
    for notice in report.notices[:_NOTICES_SHOWN]:
        place = f"{notice.file}:{notice.line}" if notice.line else notice.file
        output.note(f"  {place}: {notice.reason}{'' if notice.skipped else ' (kept)'}")
    if len(report.notices) > _NOTICES_SHOWN:
        output.note(f"  and {len(report.notices) - _NOTICES_SHOWN:,} more; --json lists all.")
    if report.stopped:
        output.complain(
            "Stopped before the end; what was read is kept. The same command goes on, `memtui undo` takes it back."
        )
    elif dry_run:
        how = f"--mode {mode} --apply" if mode in _PREVIEWED else "the same command without --dry-run"
        output.note(f"Nothing was written; {how} does it.")
    elif report.batch is not None:
        output.note(f"`memtui undo {report.batch.number}` takes it back.")


def _code(report: ImportReport, strict: bool) -> int:
    bad = strict and any(notice.skipped for notice in report.notices)
    return NEEDS_A_LOOK if report.stopped or bad else OK


def _import_value(report: ImportReport) -> dict[str, Any]:
    counts = {name: getattr(report, name) for name in ("read", "new", "unchanged", "changed", "skipped", "archived")}
    mask = shapes.masking()
    return {
        "path": report.path,
        "format": report.format,
        "applied": report.applied,
        "stopped": report.stopped,
        **counts,
        "files": dict(report.files),
        "notices": [
            {"file": each.file, "line": each.line, "reason": mask(each.reason), "skipped": each.skipped}
            for each in report.notices
        ],
        "samples": [mask(sample) for sample in report.samples],
        "batch": shapes.batch(report.batch),
    }


def _print_formats(run: Session) -> None:
    from memtui.services import transfer

    known = transfer.formats()
    if run.output.json:
        names = ("name", "title", "reads", "writes")
        run.output.document(shapes.listed([dict(zip(names, each, strict=True)) for each in known]))
        return
    for name, title, reads, writes in known:
        run.output.row(name, " and ".join(word for word, can in (("read", reads), ("write", writes)) if can), title)


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
    narrowed = any(given.values()) or run.project is not None
    options = {"format": format_, "overwrite": overwrite, "reveal_secrets": reveal_secrets}
    with run.workspace() as workspace:
        options["where"] = filter_from(given, run.project) if narrowed else EVERYTHING
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
        for line in path.read_bytes().decode("utf-8").splitlines(keepends=True):
            if is_terminal(sys.stdout):
                run.output.data(line.rstrip("\r\n"))
            else:
                run.output.raw(line)
    return report

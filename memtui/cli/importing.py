"""Bringing in what other programs remember: import."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memtui import paths as places
from memtui.cli import shapes, sheets
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.file_names import FileName
from memtui.cli.frame import Command
from memtui.cli.output import Output
from memtui.cli.progress import stoppable
from memtui.cli.selection import read_stdin_bytes
from memtui.cli.session import Session, current
from memtui.domain.errors import MemtuiError, NotFound, Refused
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from memtui.services.transfer import ImportReport
    from memtui.services.workspace import Workspace

_MODES = ("merge", "skip", "overwrite", "append", "replace")
_PREVIEWED = ("overwrite", "replace")
"""Modes that may change or archive what is there: they are previewed unless --apply stands beside them."""

_NOTICES_SHOWN = 20
_ENDINGS = {b"{": ".jsonl", b"[": ".json"}
"""How a format is to be guessed for standard input, by its first character; anything else is Markdown."""


@dataclass(frozen=True)
class Unread:
    """A path that could not be imported, and why."""

    path: str
    failure: MemtuiError


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
@click.option("--strict", is_flag=True, help="Exit code 1 if anything was left out.")
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
        reports = [_import_one(run, workspace, path, mode, options, alone=len(paths) == 1) for path in paths]
    if run.output.json:
        run.output.document(shapes.listed([_import_value(each) for each in reports]))
    ctx.exit(max(_code(each, strict) for each in reports))


def _import_one(
    run: Session, workspace: Workspace, path: Path, mode: str, options: dict[str, Any], *, alone: bool
) -> ImportReport | Unread:
    """Import one path; one of several that cannot be read does not keep the others from coming in."""
    from memtui.services import transfer

    try:
        with _source(path) as source, stoppable(run.output) as progress:
            report = transfer.import_path(workspace, source, mode=transfer.Mode(mode), progress=progress, **options)
    except (NotFound, Refused) as failure:
        if alone:
            raise
        run.output.complain(f"{path}: {failure}")
        return Unread(str(path), failure)
    if not run.output.json:
        _print_import(run.output, report, str(path), mode, dry_run=not options["apply"])
    return report


@contextmanager
def _source(path: Path) -> Iterator[Path]:
    """Yield the path to read; standard input becomes a file that is taken away after.

    The file is named by what it holds, so that the same input is known again.
    """
    if str(path) != "-":
        yield path
        return
    content = read_stdin_bytes()
    name = hashlib.sha256(content).hexdigest()[:12] + _ENDINGS.get(content.lstrip()[:1], ".md")
    copied = places.state_dir() / "stdin" / name
    copied.parent.mkdir(parents=True, exist_ok=True)
    try:
        copied.write_bytes(content)
        yield copied
    finally:
        copied.unlink(missing_ok=True)


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


def _code(report: ImportReport | Unread, strict: bool) -> int:
    if isinstance(report, Unread):
        return NEEDS_A_LOOK
    bad = strict and any(notice.skipped for notice in report.notices)
    return NEEDS_A_LOOK if report.stopped or bad else OK


def _import_value(report: ImportReport | Unread) -> dict[str, Any]:
    if isinstance(report, Unread):
        failure = report.failure
        return {"path": report.path, "error": {"message": failure.sentence, "hint": failure.hint}}
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
    rows = [(name, _abilities(reads, writes), title) for name, title, reads, writes in known]
    sheets.print_table(run, ("name", "can be", "what it is"), rows)


def _abilities(reads: bool, writes: bool) -> str:
    return ", ".join(word for word, can in (("read", reads), ("written", writes)) if can)

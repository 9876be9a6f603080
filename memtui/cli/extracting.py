"""What a text names and states: extract."""

from __future__ import annotations

from collections.abc import Sequence

import click

from memtui.cli import consolidated
from memtui.cli.fields import OneOf
from memtui.cli.frame import Command
from memtui.cli.session import current
from memtui.cli.writing import text_given
from memtui.domain.kinds import Kind


@click.command(
    "extract",
    cls=Command,
    help="""Print the entities that a TEXT names and the facts that it states. Nothing is written.

    With --id the text is a stored memory's.""",
    examples=(
        ('memtui extract "We replaced session-based auth with JWT."', ""),
        ("cat notes.md | memtui extract - --json", ""),
        ("memtui extract --id 01JQ4MZ3KE", ""),
    ),
)
@click.argument("words", metavar="TEXT|-", nargs=-1)
@click.option("--id", "handle", metavar="ID", help="Take the text of this memory.")
@click.option("--kind", type=OneOf(Kind), metavar="KIND", help="What the text is: a goal states no facts.")
def extract(words: Sequence[str], handle: str | None, kind: str | None) -> None:
    """Print the entities and facts of a text."""
    from memtui.domain.plugins import ExtractionInput
    from memtui.services import detecting

    if bool(words) == (handle is not None):
        raise click.UsageError("Give a text, or --id and the id of a memory.")
    run = current()
    with run.workspace(trial=handle is None) as workspace:
        if handle is not None:
            memory = workspace.store.reads.memory(workspace.store.reads.resolve(handle))
            asked = ExtractionInput(
                content=memory.content, kind=memory.kind, project=memory.project, created_at=memory.created_at
            )
        else:
            chosen = Kind(kind) if kind is not None else None
            asked = ExtractionInput(content=text_given(words), kind=chosen, project=workspace.settings.project)
        consolidated.show_extraction(run, detecting.extraction(workspace, asked))

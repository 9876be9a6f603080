"""The way into the screens: the store that is chosen, or a sample that is thrown away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli.frame import Command
from memtui.cli.session import Session

if TYPE_CHECKING:
    pass

SAMPLE = "sample project: nothing here is kept"


def open_screens(run: Session) -> None:
    """Open the screens on the chosen store."""
    raise NotImplementedError


@click.command(
    cls=Command,
    help="""Open the screens on a sample project: a year of one software team's memories, in a temporary copy that
    is thrown away at the end. With --into the sample is written to a file instead, to try the commands on.""",
    examples=(("memtui demo", ""), ("memtui demo --into sample.db && memtui --store sample.db search database", "")),
)
@click.option(
    "--into", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the sample to this new file."
)
def demo(into: Path | None) -> None:
    """Look around in a sample project; nothing is kept."""
    raise NotImplementedError

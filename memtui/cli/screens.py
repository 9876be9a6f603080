"""The way into the screens: the store that is chosen, or a sample that is thrown away."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli.frame import Command
from memtui.cli.output import is_terminal
from memtui.cli.session import Session, current, leave
from memtui.domain.errors import Refused

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace
    from memtui.tui.options import Options

SAMPLE = "sample project: nothing here is kept"
GARBAGE_THRESHOLDS = (700, 10, 10)
"""Python's own thresholds: screens live long and must not pause."""

SERVER_LOOK = 1.0
"""Seconds between two looks whether the server of a page is still there."""

SAMPLE_QUERY = "What database do we use?"


def on_a_terminal() -> bool:
    """Say whether somebody sits before this run, at a terminal or a page, so that screens make sense."""
    if in_a_browser():
        return True
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM", "") not in ("", "dumb")


def in_a_browser() -> bool:
    """Say whether `memtui serve` runs this for a page: the screens are drawn there, not on the terminal."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith("web_driver:WebDriver")


def leave_with_the_server() -> None:
    """End this program once the server that runs it is gone, however that went: its page is gone with it."""
    server = os.getppid()

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(SERVER_LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="memtui-server", daemon=True).start()


def why_no_screens() -> str:
    """Say why somebody at a terminal gets no screens; empty where nobody sits there."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return ""
    kind = os.environ.get("TERM") or "not set"
    return f"This terminal (TERM: {kind}) cannot draw the screens; `memtui --plain search` prints one."


def open_screens(run: Session) -> int:
    """Open the screens on the chosen store, which is opened after the first paint; returns the exit code."""
    from memtui.paths import without_password
    from memtui.tui.run import run_app
    from memtui.tui.state import state_file

    there = run.store_exists()
    if run.read_only and not there:
        raise run.no_store()

    def opened(place: str | None = None) -> Workspace:
        from memtui.bootstrap import open_workspace

        location = place or run.store
        return run.narrowed(open_workspace(location, face="screens", read_only=run.read_only, config=run.config))

    with tempfile.TemporaryDirectory(prefix="memtui-demo-") as folder:
        chosen = options(
            run,
            location=without_password(run.location()),
            state_file=state_file(run.location()),
            open_sample=lambda: sample(run, Path(folder)),
            create_store=None if there else opened,
            open_store=opened,
        )
        return run_app(opened, chosen)


def open_sample_screens(run: Session) -> int:
    """Open the screens on the sample project in a temporary folder; returns the exit code."""
    from memtui.tui.run import run_app

    with tempfile.TemporaryDirectory(prefix="memtui-demo-") as folder:
        chosen = options(run, location="the sample project", sample=SAMPLE, view="search", query=SAMPLE_QUERY)
        return run_app(lambda: sample(run, Path(folder)), chosen)


def options(run: Session, **more: object) -> Options:
    """Return the options of the screens: the run's own, then the configuration's."""
    from memtui.tui.options import Options

    gc.set_threshold(*GARBAGE_THRESHOLDS)
    settings = run.settings
    if in_a_browser():
        leave_with_the_server()
    if run.no_color:
        os.environ["NO_COLOR"] = "1"
    return Options(
        read_only=run.read_only,
        ascii=run.ascii or settings.ascii,
        mouse=settings.mouse and not run.no_mouse,
        theme=settings.theme,
        keys=settings.keys,
        editor="" if in_a_browser() else None,
        **more,  # type: ignore[arg-type]
    )


def sample(run: Session, folder: Path) -> Workspace:
    """Build the sample project in a folder."""
    from memtui.bootstrap import open_demo

    return open_demo(folder, config=run.config)


@click.command(
    cls=Command,
    help="""Open the screens on a sample project: a year of one software team's memories, in a temporary copy that
    is thrown away at the end. With --into the sample is written to a file instead, to try the commands on.""",
    examples=(
        ("memtui demo", ""),
        ("memtui demo --into sample.db", "then: memtui --store sample.db search database"),
    ),
)
@click.option("--into", metavar="FILE", help="Write the sample to this new file.")
def demo(into: str | None) -> None:
    """Look around in a sample project; nothing is kept."""
    run = current()
    if into is not None:
        _write_sample(run, Path(into).expanduser())
    elif on_a_terminal():
        leave(open_sample_screens(run))
    else:
        raise Refused("The sample project opens as screens and needs a terminal.", "--into FILE writes it to a file.")


def _write_sample(run: Session, target: Path) -> None:
    if target.exists():
        raise Refused(f"{target} exists already.", "Name a new file.")
    with tempfile.TemporaryDirectory(prefix="memtui-demo-") as folder:
        workspace = sample(run, Path(folder))
        try:
            workspace.store.maintenance.backup(target)
        finally:
            workspace.store.close()
    if run.output.json:
        run.output.document({"path": str(target)})
    else:
        run.output.data(str(target))
        run.output.note(f"`memtui --store {target} search database` looks into it.")

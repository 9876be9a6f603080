"""What holds for a whole run of the command line: the global options, the output, and how to reach the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from memtui.cli.output import Output

if TYPE_CHECKING:
    from memtui.config import Config
    from memtui.domain.errors import MemtuiError
    from memtui.services.workspace import Workspace


@dataclass
class Session:
    """The global options as given, on the program or on the command; the later one wins."""

    store: str | None = None
    project: str | None = None
    config: Path | None = None
    read_only: bool = False
    ascii: bool = False
    no_mouse: bool = False
    no_color: bool = False
    quiet: bool = False
    json: bool = False

    @cached_property
    def output(self) -> Output:
        """Where this run writes to; made once the options are known."""
        return Output(json=self.json, quiet=self.quiet, ascii=self.ascii, no_color=self.no_color)

    def location(self) -> str:
        """Return the path or URL of the store that this run works on; raises ConfigError without the file that was named."""
        from memtui.bootstrap import find_store

        if self.config is not None and not self.config.exists():
            from memtui.config import ConfigError

            raise ConfigError(
                f"There is no configuration file {self.config}.",
                "`memtui --config FILE config set KEY VALUE` makes one.",
            )
        return find_store(self.store, self.settings)

    @cached_property
    def settings(self) -> Config:
        """The configuration file's choices; raises ConfigError."""
        from memtui.config import load

        return load(self.config)

    @contextmanager
    def workspace(self, *, create: bool = False, trial: bool = False) -> Iterator[Workspace]:
        """Open the store for one command and close it after.

        `create` lets a store that is not there be made; with `trial` an empty one in memory stands in for it.
        """
        from memtui.bootstrap import MEMORY, open_workspace

        self.output.ascii |= self.settings.ascii
        place = self.store
        if not self.store_exists():
            if trial:
                place = MEMORY
            elif not create or self.read_only:
                raise self.no_store()
        workspace = open_workspace(place, face="cli", read_only=self.read_only, config=self.config)
        try:
            yield self.narrowed(workspace)
        finally:
            workspace.store.close()

    def narrowed(self, workspace: Workspace) -> Workspace:
        """Return the workspace seen from the project that the run names; an empty name is all projects."""
        return workspace if self.project is None else workspace.in_project(self.project or None)

    def store_exists(self) -> bool:
        """Say whether there is a store to open; a server's is taken to be there."""
        location = self.location()
        return "://" in location or location == ":memory:" or Path(location).exists()

    def no_store(self) -> MemtuiError:
        """Return what is to be said where there is no store."""
        from memtui.domain.errors import StoreUnavailable

        return StoreUnavailable(
            f"There is no store at {self.location()} yet.",
            "`memtui add` or `memtui import` makes one; `memtui demo` shows one.",
        )


def leave(code: int) -> NoReturn:
    """End the running command with an exit code."""
    click.get_current_context().exit(code)


def current() -> Session:
    """Return the session of the running command."""
    return click.get_current_context().ensure_object(Session)

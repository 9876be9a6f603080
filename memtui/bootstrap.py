"""The composition root: configuration, store, clock and actor become a workspace, here and nowhere else.

Everything heavy is imported when it is used, so that importing this module costs nothing.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from memtui import paths

if TYPE_CHECKING:
    from memtui.clock import Clock
    from memtui.config import Config
    from memtui.domain.records import Actor
    from memtui.services.care import RestorePlan
    from memtui.services.ports import Store
    from memtui.services.workspace import Settings, Workspace

MEMORY = ":memory:"
"""The location of a throw-away store."""


def open_workspace(
    location: str | None = None,
    *,
    face: str,
    actor: Actor | None = None,
    read_only: bool = False,
    config: Path | None = None,
    clock: Clock | None = None,
) -> Workspace:
    """Open a store and return the workspace of `actor` on it.

    `location` is a path, a database URL or `:memory:`; unset, it is `MEMTUI_STORE`, the `.memtui` folder at
    or above the working directory, the configuration's store, or the platform's place. `config` names the
    configuration file. Raises StoreUnavailable and ConfigError.
    """
    from memtui.config import load
    from memtui.services.workspace import Workspace

    settings = load(config)
    return Workspace(
        store=_open(find_store(location, settings), clock, read_only=read_only),
        clock=clock or _system_clock(),
        actor=actor or default_person(settings),
        face=face,
        settings=settings_of(settings),
    )


def open_memory_workspace(
    *, face: str = "python", actor: Actor | None = None, clock: Clock | None = None, settings: Settings | None = None
) -> Workspace:
    """Return a workspace on a throw-away store that no configuration shapes."""
    from memtui.domain.records import Actor
    from memtui.services.workspace import Settings, Workspace

    return Workspace(
        store=_open(MEMORY, clock),
        clock=clock or _system_clock(),
        actor=actor or Actor(login_name()),
        face=face,
        settings=settings or Settings(),
    )


def open_demo(
    folder: Path, *, face: str = "screens", actor: Actor | None = None, config: Path | None = None
) -> Workspace:
    """Build the sample project in `folder` and return a workspace on it; its clock stands where the sample's year ends."""
    from dataclasses import replace

    from memtui.config import load
    from memtui.demo import DemoClock, build

    settings = load(config)
    clock = DemoClock()
    workspace = open_workspace(
        str(folder / paths.STORE_FILE), face=face, actor=actor or default_person(settings), config=config, clock=clock
    )
    workspace = replace(workspace, settings=replace(workspace.settings, project=None))
    build(workspace)
    return workspace


def find_store(location: str | None, config: Config) -> str:
    """Return the path or URL of the store to open, by the order that `open_workspace` states."""
    chosen = location or os.environ.get("MEMTUI_STORE")
    if not chosen and config.store and paths.project_store(Path.cwd()) is None:
        chosen = config.store
    place = paths.store_location(chosen, Path.cwd())
    return place if place == MEMORY or "://" in place else str(Path(place).expanduser())


def settings_of(config: Config) -> Settings:
    """Return the choices of a configuration that services heed."""
    from memtui.services.workspace import Settings

    return Settings(
        engine=config.engine,
        weights=config.ranking(),
        project=config.project,
        policy=config.policy(),
        limits=config.limits(),
    )


def default_person(config: Config) -> Actor:
    """Return the person at the keyboard: `MEMTUI_USER`, else the configuration's name, else the login name."""
    from memtui.domain.records import Actor

    return Actor(os.environ.get("MEMTUI_USER", "").strip() or config.name or login_name())


def login_name() -> str:
    """Return the login name, or "you" where the system knows none."""
    import getpass

    try:
        return getpass.getuser() or "you"
    except (OSError, KeyError, ImportError):
        return "you"


def open_file(path: Path) -> Store:
    """Open a store file for reading only; raises StoreUnavailable for a file that is no memtui store."""
    return _open(str(path), None, read_only=True)


def plan_restore(source: Path, location: str | None = None, *, config: Path | None = None) -> RestorePlan:
    """Return what restoring a backup over the store at `location` would do, without writing; raises Refused."""
    from memtui.config import load
    from memtui.domain.errors import Refused
    from memtui.services.care import restore_plan

    target = find_store(location, load(config))
    if target == MEMORY or "://" in target:
        raise Refused("Only a store in a file can be restored from a backup.")
    return restore_plan(source, Path(target), _system_clock(), open_file)


def restore(plan: RestorePlan) -> Path:
    """Carry out a restore and return the store's path; nobody may have the store open. Raises StoreUnavailable."""
    from memtui.services import care

    return care.restore(plan, open_file)


def _open(location: str, clock: Clock | None, *, read_only: bool = False) -> Store:
    from memtui.intelligence.tokens import TOKENIZER_VERSION
    from memtui.services.derive import derive
    from memtui.store import open_store

    return open_store(
        location, derive, clock or _system_clock(), read_only=read_only, tokenizer_version=TOKENIZER_VERSION
    )


def _system_clock() -> Clock:
    from memtui.clock import SystemClock

    return SystemClock()

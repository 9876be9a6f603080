"""Care of the store: backup, restore, check and rebuild."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memtui.clock import Clock
from memtui.domain.errors import Refused, StoreUnavailable
from memtui.services.ports import Census, Progress, Store, no_progress
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database file."""

Open = Callable[[Path], Store]
"""Opens a store file for reading; raises StoreUnavailable for a file that is no memtui store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What doctor found: where the store is, its size and schema, its counts, and what is wrong with it."""

    location: str
    schema: int
    bytes: int
    census: Census
    batches: int
    problems: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RestorePlan:
    """What a restore would do: the backup's counts, those of the store now (None where there is none), and where that one is kept."""

    source: Path
    target: Path
    coming: Census
    going: Census | None
    kept_at: Path | None

    @property
    def sentence(self) -> str:
        """The plan on one line for people."""
        comes = counted(self.coming.total, "memory", "memories")
        if self.kept_at is None:
            return f"{comes} from {self.source} become the store at {self.target}."
        goes = "what is there" if self.going is None else f"the {counted(self.going.total, 'memory', 'memories')} there"
        return f"{comes} from {self.source} become the store at {self.target}; {goes} are kept as {self.kept_at.name}."


def backup(workspace: Workspace, target: Path) -> Path:
    """Write a consistent copy of the store to a new file and return its path; raises Refused if it exists."""
    target = target.expanduser()
    if target.is_dir():
        target = target / f"memtui-{workspace.clock.now().astimezone():%Y%m%d-%H%M%S}.db"
    workspace.store.maintenance.backup(target)
    return target


def examine(workspace: Workspace) -> Health:
    """Check the store and return what was found."""
    store = workspace.store
    problems = tuple(store.maintenance.check())
    census = store.reads.census(None)
    advice: list[str] = []
    if problems:
        advice.append("Make a backup, then run `memtui doctor --rebuild`: it works out every derived row anew.")
    if census.held:
        advice.append(f"{counted(census.held, 'memory waits', 'memories wait')} to be looked at before being recalled.")
    if store.read_only:
        advice.append("The store is open for reading only.")
    return Health(
        location=store.location,
        schema=store.schema,
        bytes=_size(store.path),
        census=census,
        batches=store.reads.count_batches(),
        problems=problems,
        advice=tuple(advice),
    )


def rebuild(workspace: Workspace, progress: Progress = no_progress) -> int:
    """Work out every derived row anew and return how many memories were read; raises Cancelled."""
    return workspace.store.maintenance.rebuild(lambda done, total: progress(done, total, "rebuild"))


def restore_plan(source: Path, target: Path, clock: Clock, open_file: Open) -> RestorePlan:
    """Return what `restore` would do, without writing; raises Refused for a file that is no memtui store."""
    source, target = source.expanduser(), target.expanduser()
    if not source.is_file():
        raise Refused(f"There is no backup at {source}.")
    if target.exists() and source.samefile(target):
        raise Refused("This file is the store itself.")
    return RestorePlan(
        source=source,
        target=target,
        coming=_census(source, open_file),
        going=_census_or_none(target, open_file) if target.exists() else None,
        kept_at=_free_name(target, clock.now()) if target.exists() else None,
    )


def restore(plan: RestorePlan, open_file: Open) -> Path:
    """Put a backup in the store's place and keep what was there beside it; returns the store's path.

    The backup is copied and opened beside the store first, so that nothing is moved before the copy has
    proved to be a sound store. No process may have the store open. Raises Refused, StoreUnavailable.
    """
    target = plan.target
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(target.name + ".restoring")
    _remove(fresh)
    try:
        _copy(plan.source, fresh, open_file)
        if plan.kept_at is not None:
            _move(target, plan.kept_at)
        _move(fresh, target)
    except OSError as error:
        if plan.kept_at is not None and plan.kept_at.exists() and not target.exists():
            _move(plan.kept_at, target)
        raise StoreUnavailable(f"The backup could not be put in place ({error.strerror or error}).") from error
    finally:
        _remove(fresh)
    return target


def _copy(source: Path, target: Path, open_file: Open) -> None:
    store = open_file(source)
    try:
        store.maintenance.backup(target)
    finally:
        store.close()
    copied = open_file(target)
    try:
        problems = copied.maintenance.check()
    finally:
        copied.close()
    if problems:
        raise Refused(f"This backup is damaged: {problems[0]}", "Nothing was changed.")


def _census(path: Path, open_file: Open) -> Census:
    store = open_file(path)
    try:
        return store.reads.census(None)
    finally:
        store.close()


def _census_or_none(path: Path, open_file: Open) -> Census | None:
    try:
        return _census(path, open_file)
    except StoreUnavailable:
        return None


def _free_name(target: Path, at: datetime) -> Path:
    stem = f"{target.name}.before-restore-{at.astimezone():%Y%m%d-%H%M%S}"
    names = (target.with_name(stem if not count else f"{stem}-{count}") for count in range(1000))
    return next(name for name in names if not name.exists())


def _move(source: Path, target: Path) -> None:
    for ending in BESIDE:
        beside = source.with_name(source.name + ending)
        if beside.exists():
            beside.rename(target.with_name(target.name + ending))
    source.rename(target)


def _remove(path: Path) -> None:
    for name in (path.name, *(path.name + ending for ending in BESIDE)):
        path.with_name(name).unlink(missing_ok=True)


def _size(path: Path | None) -> int:
    """Return the bytes of a store file with what is kept beside it; 0 for a store that is no file."""
    if path is None:
        return 0
    files = (path.with_name(path.name + ending) for ending in ("", *BESIDE[:1]))
    return sum(file.stat().st_size for file in files if file.exists())

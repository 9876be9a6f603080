"""Stores for the tests of the Timeline: the guide's examples, and names that may be one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.services import remember
from memtui.services.workspace import Workspace
from tests.services import guides
from tests.snapshots.running import Screens, running
from tests.snapshots.sample import ANA, NOW

AUTH = (
    ("2025-09-10", "Authentication via server-side sessions"),
    ("2025-11-02", "We replaced server-side sessions with JWT"),
    ("2026-03-05", "Switched from JWT to OAuth2 after security audit"),
)
SHORT = (
    ("2026-02-01", "The rate limiter protects `auth`"),
    ("2026-02-03", "We use auth for the login"),
    ("2026-02-05", "Redis depends on authn"),
)


def store_with(path: Path, *groups: Iterable[tuple[str, ...]], more: Callable[[Workspace], None] | None = None) -> Path:
    """Write a store with rows of (day, text)."""
    workspace = open_workspace(str(path / "store.db"), face="screens", actor=ANA, clock=FixedClock(NOW))
    for rows in groups:
        guides.told(workspace, rows)
    if more is not None:
        more(workspace)
    workspace.store.close()
    return path / "store.db"


@asynccontextmanager
async def following(
    path: Path,
    name: str,
    *groups: Iterable[tuple[str, ...]],
    size: tuple[int, int] = (120, 40),
    more: Callable[[Workspace], None] | None = None,
    **options: object,
) -> AsyncIterator[Screens]:
    """Run the Timeline of a name on a store of these rows."""
    async with running(size, location=store_with(path, *groups, more=more), view="timeline", **options) as screens:
        await screens.press("slash")
        await screens.type(name)
        await screens.press("enter")
        yield screens


def undated(workspace: Workspace) -> None:
    """Add a note on Button that nobody dated."""
    remember.add(workspace, Draft(content="Button component needs a new icon", undated=True))


def texts(screens: Screens) -> list[str]:
    """The lines of the timeline itself, without the column of entities."""
    return [line[26:].strip() if len(line) > 25 and line[25] in "│|" else line for line in screens.lines]

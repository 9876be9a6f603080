"""Where imported memories came from: the places that were read on this machine, and the file behind a name.

A memory names its file from its project on, so that it stays the same memory when the project moves. The
places stand in a note of the store, which no export carries.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from memtui.formats.names import placed, source_name
from memtui.services.workspace import Workspace

NOTE = "import-places"
MOST = 50
"""How many places are remembered; the oldest are forgotten."""


def note_place(workspace: Workspace, path: Path) -> None:
    """Remember that a file or folder was imported from here."""
    place = str(placed(path))
    known = _places(workspace)
    if place not in known:
        workspace.store.remember(NOTE, json.dumps([place, *known][:MOST]))


def source_file(workspace: Workspace, named: str) -> Path | None:
    """Return the file that a memory's `file` names, if it is still to be found."""
    if Path(named).is_absolute():
        return Path(named) if Path(named).is_file() else None
    here = Path.cwd()
    places = [Path(place) for place in _places(workspace)]
    parts = PurePosixPath(named).parts
    if ".." in parts:
        return None
    for folder in (*places, *(place.parent for place in places), here, *here.parents):
        for start in range(len(parts)):
            file = folder.joinpath(*parts[start:])
            if _is_named(file, named):
                return file
        if _is_named(folder, named):
            return folder
    return None


def _is_named(file: Path, named: str) -> bool:
    try:
        there = file.is_file()
    except (OSError, ValueError):
        return False
    return there and (source_name(file) == named or file.as_posix().endswith("/" + named.lstrip("/")))


def _places(workspace: Workspace) -> list[str]:
    try:
        noted = json.loads(workspace.store.remembered(NOTE) or "[]")
    except ValueError:
        return []
    return [each for each in noted if isinstance(each, str)] if isinstance(noted, list) else []

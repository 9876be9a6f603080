"""What foreign files are called: a name that stays the same wherever and however a file is reached."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

from memtui.formats.text import composed

_ROOT_MARKS = (".git", ".hg", ".jj", "pyproject.toml", "package.json", "Cargo.toml", "go.mod")
_PARTS_WITHOUT_ROOT = 3


def placed(path: Path) -> Path:
    """Return a path from the root on and without `..`: the same for every way in which it can be written."""
    return Path(os.path.abspath(path))


def source_name(path: Path) -> str:
    """Return a file's name from its project's folder on, or its last three parts where no project is found.

    The same file has the same name whether it, its folder or the whole project is imported, and keeps it
    when the project moves.
    """
    place = placed(path)
    root = project_root(place)
    parts = (root.name, *place.relative_to(root).parts) if root else place.parts[-_PARTS_WITHOUT_ROOT:]
    return composed("/".join(part for part in parts if part != "/"))


def project_root(path: Path) -> Path | None:
    """Return the folder of the project that a file lies in, or None."""
    for folder in path.parents:
        if folder.parent == folder:
            return None
        if any((folder / mark).exists() for mark in _ROOT_MARKS):
            return folder
    return None


def fingerprint(*parts: str, length: int = 16) -> str:
    """Return a short digest of some texts."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:length]


def modified_at(path: Path) -> datetime | None:
    """Return when a file was last written, or None."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return None


def shown(path: Path, root: Path) -> str:
    """Return a file's name for people: seen from the imported folder, or its own name."""
    try:
        inside = path.relative_to(root)
    except ValueError:
        return composed(path.name)
    return composed(str(inside)) if inside.parts else composed(path.name)

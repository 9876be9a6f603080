"""A folder of files in any formats: each file and each store within it is read by the format that knows it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from memtui.formats.base import Cargo, Entry, FileEnd, Format, Item, Problem
from memtui.formats.markdown import NAME as MARKDOWN
from memtui.formats.markdown import SUFFIXES
from memtui.formats.names import shown, source_name
from memtui.formats.own import NAME as OWN

INSTRUCTIONS = frozenset(("CLAUDE.md", "AGENTS.md"))
"""Files that tell an agent what to do; they are read only when a person names the file itself."""
_SKIPPED = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".jj",
        ".venv",
        "venv",
        "node_modules",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".tox",
        "dist",
        "build",
        "target",
    ]
)
_STORES = frozenset(("memory", ".mneno"))
"""Folders that may be a store as a whole."""
_ABOUT = frozenset(
    (
        "readme.md",
        "changelog.md",
        "license.md",
        "contributing.md",
        "code_of_conduct.md",
        "security.md",
        "pull_request_template.md",
    )
)
_CANDIDATES = frozenset((*SUFFIXES, ".jsonl", ".ndjson", ".json", ".db", ".sqlite", ".sqlite3"))


class Folder:
    """Reads a folder by what is in it."""

    name: ClassVar[str] = "folder"
    title: ClassVar[str] = "a folder of any of these"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = False

    def __init__(self, formats: Sequence[Format]) -> None:
        self.formats = formats

    def recognise(self, path: Path) -> bool:
        """Say whether anything in the folder can be read."""
        return path.is_dir() and any(True for place in self._places(path) if self._format(place) is not None)

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield what is in the folder, in order of names."""
        markdown = False
        for place in self._places(path):
            seen = shown(place, path)
            if place.name in INSTRUCTIONS or _is_rule(place):
                yield from _left(place, seen, "instructions, not memory: name the file to import it")
                continue
            if place.name.lower() in _ABOUT:
                yield from _left(place, seen, "about the folder, not memory: name the file to import it")
                continue
            known = self._format(place)
            if known is None:
                if place.is_file():
                    yield Problem(file=seen, line=0, reason="in no format that is known")
            elif known.name == OWN:
                yield Problem(file=seen, line=0, reason="an export of memtui: import it by itself")
            else:
                markdown = markdown or known.name == MARKDOWN
                yield from self._one(known, place, seen)
        if markdown:
            yield FileEnd(file="", source=f"{source_name(path / 'x').removesuffix('x')}", format=MARKDOWN)

    def write(self, cargo: Cargo, target: Path) -> int:
        """Raise: a folder has no format of its own."""
        raise NotImplementedError

    def _one(self, format: Format, place: Path, seen: str) -> Iterator[Entry]:
        """Yield what one file or store holds, its parts named as seen from the folder."""
        try:
            for entry in format.read(place, named=False):
                if isinstance(entry, Item | Problem | FileEnd):
                    inner = seen if place.is_file() or not entry.file else f"{seen}/{entry.file}"
                    yield replace(entry, file=inner)
        except OSError as error:
            yield from _left(place, seen, f"cannot be read: {error.strerror or error}")

    def _format(self, place: Path) -> Format | None:
        return next((each for each in self.formats if each.reads and each.recognise(place)), None)

    def _places(self, root: Path) -> Iterator[Path]:
        """Yield the stores and the files of a folder: a store that is a folder is one place, nothing below it is another."""
        for folder, names, files in os.walk(root):
            names[:] = sorted(name for name in names if name not in _SKIPPED)
            here = Path(folder)
            for name in list(names):
                if name in _STORES and self._format(here / name) is not None:
                    names.remove(name)
                    yield here / name
            for name in sorted(files):
                place = here / name
                if place.suffix.lower() in _CANDIDATES and place.is_file() and not place.is_symlink():
                    yield place


def _left(place: Path, seen: str, reason: str) -> Iterator[Entry]:
    """Report a file that was not read; what an earlier import took from it is not gone."""
    yield Problem(file=seen, line=0, reason=reason)
    yield FileEnd(file=seen, source=source_name(place), format=MARKDOWN, whole=False)


def _is_rule(place: Path) -> bool:
    """Say whether a file is one of Claude's rules, which are instructions too."""
    return place.parts[-3:-1] == (".claude", "rules")

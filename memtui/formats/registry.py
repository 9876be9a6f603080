"""All formats, and which one a file or folder is of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from memtui.formats.base import Format


@cache
def all_formats() -> tuple[Format, ...]:
    """Return the formats in the order in which they are asked whether a file is theirs."""
    from memtui.formats.claude_code import ClaudeCodeMemory
    from memtui.formats.markdown import Markdown
    from memtui.formats.mcp import McpMemory
    from memtui.formats.mneno import Mneno
    from memtui.formats.own import OwnFormat
    from memtui.formats.plain_lines import PlainLines
    from memtui.formats.table import CsvTable

    return (OwnFormat(), Mneno(), McpMemory(), ClaudeCodeMemory(), PlainLines(), Markdown(), CsvTable())


def named(name: str) -> Format | None:
    """Return the format of that name, or None."""
    return next((each for each in all_formats() if each.name == name.strip().lower()), None)


def recognise(path: Path) -> Format | None:
    """Return the format of a file or folder by its name and content; a folder of several is read file by file."""
    from memtui.formats.folder import Folder

    for each in all_formats():
        if each.reads and each.recognise(path):
            return each
    folder = Folder(all_formats())
    return folder if folder.recognise(path) else None

"""Names of files on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class FileName(click.Path):
    """A path that the system can hold; `~` is the home folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; a name with a NUL byte is refused."""
        if "\0" in str(value):
            self.fail("a file name cannot hold a NUL byte.", param, ctx)
        return Path(value).expanduser()

"""`python -m tests.screenshots [NAME ...]`: draw the real screens on the sample project and keep them as pictures.

Each picture is taken as SVG without a terminal and turned into PNG by a headless Chromium, since no smaller
renderer keeps the columns in their place.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "screenshots"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Shot:
    """One picture: its size, the keys that lead there, and the theme."""

    columns: int
    rows: int
    keys: tuple[str, ...] = ()
    theme: str | None = None
    query: str = "What database do we use?"


JWT = "JWT authentication implementation"
AUTH = "Switched from JWT to OAuth2"

SHOTS: dict[str, Shot] = {
    "search-120x40": Shot(120, 40),
    "search-80x24": Shot(80, 24),
    "search-160x50-light": Shot(160, 50, theme="memtui-light"),
    "newest-120x40": Shot(120, 40, query=""),
    "review-120x40": Shot(120, 40, keys=("2", "j", "j", "j", "space", "space", "k"), query=""),
    "review-80x24": Shot(80, 24, keys=("2", "j", "j"), query=""),
    "review-bulk-120x40": Shot(120, 40, keys=("2", *["space"] * 6, "a"), query=""),
    "layers-120x40": Shot(120, 40, keys=("3",), query="canary.sh asks is:transient"),
    "graph-120x40": Shot(120, 40, keys=("4",), query=JWT),
    "timeline-120x40": Shot(120, 40, keys=("5",), query=AUTH),
    "history-120x40": Shot(120, 40, keys=("6", "j", "j", "j"), query=""),
    "desk-160x50": Shot(160, 50, keys=("0",)),
    "preview-120x40": Shot(120, 40, keys=("space", "space", "space", "d")),
    "help-120x40": Shot(120, 40, keys=("question_mark",)),
}


def browser() -> str:
    """The headless browser of this machine; exits with what to install when there is none."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    raise SystemExit("Chromium is needed to draw PNG pictures: install the package chromium (and fonts-firacode).")


def as_png(svg: str, target: Path, program: str) -> None:
    """Draw an SVG at its own size into a PNG file."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size
    window = f"{int(float(size[1])) + 1},{int(float(size[2])) + 1}"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "shot.svg"
        page.write_text(svg)
        subprocess.run(
            [
                program,
                *QUIET,
                f"--user-data-dir={folder}/profile",
                f"--window-size={window}",
                f"--screenshot={target}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


async def draw(name: str, shot: Shot, program: str) -> None:
    """Take one picture of the sample project."""
    from memtui.bootstrap import open_demo
    from memtui.tui.options import Options
    from memtui.tui.picture import picture

    with tempfile.TemporaryDirectory() as folder:
        options = Options(sample="sample project: nothing here is kept", query=shot.query, theme=shot.theme)
        svg = await picture(
            lambda: open_demo(Path(folder)), size=(shot.columns, shot.rows), keys=shot.keys, options=options
        )
    as_png(svg, FOLDER / f"{name}.png", program)
    print(FOLDER.name, name, sep="/")


def main() -> None:
    """Draw the pictures that were named, or all."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    names = sys.argv[1:] or list(SHOTS)
    unknown = [name for name in names if name not in SHOTS]
    if unknown:
        raise SystemExit(f"No picture is called {', '.join(unknown)}; there are: {', '.join(SHOTS)}.")
    FOLDER.mkdir(exist_ok=True)
    program = browser()
    for name in names:
        asyncio.run(draw(name, SHOTS[name], program))


if __name__ == "__main__":
    main()

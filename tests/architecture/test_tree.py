"""What may not stand in the repository does not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "memtui", "styles", "tests", "screenshots"}
SECRET_SHAPES = re.compile(
    r"AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|sk-[A-Za-z0-9_-]{20,}|AIza[0-9A-Za-z_-]{35}|xox[abprs]-[0-9A-Za-z-]{10,}"
    r"|[sr]k_live_[0-9A-Za-z]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"
)
MACHINE_PATHS = re.compile(r"(?:^|[^\w./-])/(?:work|farm|root)/")


def tracked() -> list[Path]:
    """The files of the checkout that git keeps; all files where there is no git."""
    result = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if result.returncode == 0:
        return [ROOT / name for name in result.stdout.split("\0") if name and (ROOT / name).is_file()]
    skipped = {".venv", "__pycache__", "build", "dist"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not skipped & set(path.parts)]


def texts() -> list[tuple[Path, str]]:
    """The tracked files that are text."""
    found = []
    for path in tracked():
        if path.suffix in {".png", ".db", ".svg"}:
            continue
        found.append((path, path.read_text(encoding="utf-8", errors="replace")))
    return found


def test_no_secret_shaped_string_is_written_out() -> None:
    assert [path.name for path, text in texts() if SECRET_SHAPES.search(text)] == []


def test_no_path_of_a_machine_is_written_out() -> None:
    here = Path(__file__).name
    assert [path.name for path, text in texts() if path.name != here and MACHINE_PATHS.search(text)] == []


def test_the_top_level_stays_as_it_is() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL

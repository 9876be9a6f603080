"""The wheel holds all that the app needs, and runs from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist, so that both are complete."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and borrows the libraries of this one."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    site = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    # A plain .pth line adds a folder without running the editable hooks in it, so the checkout stays out of sight.
    (Path(site) / "libraries.pth").write_text("\n".join(libraries) + "\n")
    return python


def test_every_style_sheet_page_and_data_file_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    styles = {f"memtui/styles/{sheet.name}" for sheet in (ROOT / "styles").glob("*.tcss")}
    data = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "memtui").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert styles
    assert styles <= names
    assert "memtui/cli/browser.html" in data
    assert data <= names
    assert not {name for name in names if name.startswith("tests/")}


def run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run that Python in an empty folder with nothing of this machine's configuration."""
    environment = {
        "HOME": str(folder),
        "PATH": "/usr/bin:/bin",
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONSAFEPATH": "1",
    }
    return subprocess.run(
        [str(python), *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def test_the_command_line_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(installed, tmp_path, "-c", "import memtui; print(memtui.__file__)")
    assert str(ROOT) not in where.stdout
    added = run(installed, tmp_path, "-m", "memtui", "--store", "s.db", "add", "We use PostgreSQL for user data")
    assert added.returncode == 0, added.stderr
    found = run(installed, tmp_path, "-m", "memtui", "--store", "s.db", "search", "postgresql")
    assert "PostgreSQL for user data" in found.stdout, found.stderr


def test_the_demo_opens_from_the_wheel_with_its_styles(installed: Path, tmp_path: Path) -> None:
    script = Path(__file__).with_name("first_screen.py")
    shown = run(installed, tmp_path, str(script), str(installed), "-m", "memtui", "demo")
    assert shown.returncode == 0, shown.stderr

"""The house keeps its shape: modules stay readable and the rooms keep their borders."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "memtui").rglob("*.py"))
MOST_LINES = 300


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_stay_under_three_hundred_lines_and_say_what_they_are(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert ast.get_docstring(ast.parse(text)), "a module begins with one sentence on what it is"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_public_names_have_docstrings(path: Path) -> None:
    tree = ast.parse(path.read_text())
    missing = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not missing


def test_rooms_know_only_what_they_may() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([str(linter), "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def loaded_by(code: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after running `code`."""
    script = f"{code}\nimport sys\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


def test_the_screens_load_without_sql_and_numbers() -> None:
    assert not {"sqlalchemy", "sqlmodel", "numpy", "rank_bm25", "alembic"} & loaded_by("import memtui.tui.app")


def test_the_version_loads_nothing_heavy() -> None:
    code = "from click.testing import CliRunner\nfrom memtui.cli import cli\nassert CliRunner().invoke(cli, ['--version']).exit_code == 0"
    assert not {"textual", "sqlalchemy", "sqlmodel", "numpy", "alembic", "rich"} & loaded_by(code)


def test_the_package_itself_loads_nothing() -> None:
    assert not {"textual", "sqlalchemy", "numpy", "click", "rich"} & loaded_by("import memtui")

"""No text that came from outside can be read as markup: every widget gets literals, Content or `markup=False`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "memtui"
TEXT_WIDGETS = {"Static", "Label", "Button", "Option", "Checkbox", "Link", "Digits", "Markdown"}
TEXT_CALLS = {"notify", "update"}
TEXT_ATTRIBUTES = {"border_title", "border_subtitle", "tooltip"}
SAFE_MAKERS = {"Content", "assemble", "Text", "styled"}


def name_of(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_safe(node: ast.expr | None) -> bool:
    """Whether an expression cannot be parsed as markup with foreign text in it."""
    if node is None or (isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str))):
        return True
    return isinstance(node, ast.Call) and name_of(node.func) in SAFE_MAKERS


def takes_text(target: ast.expr) -> bool:
    """Whether assigning to it sets a text that is read as markup."""
    return isinstance(target, ast.Attribute) and target.attr in TEXT_ATTRIBUTES


def unsafe_lines(tree: ast.AST) -> Iterator[int]:
    """The lines that hand a computed string to something that reads markup."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = name_of(node.func)
            plain = any(
                key.arg == "markup" and isinstance(key.value, ast.Constant) and key.value.value is False
                for key in node.keywords
            )
            if called == "from_markup" and not all(isinstance(part, ast.Constant) for part in node.args):
                yield node.lineno
            if called in TEXT_WIDGETS and node.args and not plain and not is_safe(node.args[0]):
                yield node.lineno
            if called == "notify" and not plain:
                yield node.lineno
        elif isinstance(node, ast.Assign) and not is_safe(node.value) and any(map(takes_text, node.targets)):
            yield node.lineno


@pytest.mark.parametrize("path", sorted((PACKAGE / "tui").rglob("*.py")), ids=lambda path: path.name)
def test_screens_never_read_foreign_text_as_markup(path: Path) -> None:
    lines = list(unsafe_lines(ast.parse(path.read_text())))
    assert not lines, f"{path.name}: lines {lines} hand computed text to something that reads markup"


def test_the_check_sees_what_it_must() -> None:
    bad = "Static(text)\nself.notify(text)\nx.border_title = f'{a}'\nContent.from_markup(f'[b]{t}')\n"
    good = "Static('[b]x[/b]')\nStatic(text, markup=False)\nStatic(Content(text))\nnotify(text, markup=False)\n"
    assert sorted(unsafe_lines(ast.parse(bad))) == [1, 2, 3, 4]
    assert list(unsafe_lines(ast.parse(good))) == []

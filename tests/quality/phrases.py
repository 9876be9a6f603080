"""No phrase of the data in the package: word lists are written from what is known, not harvested."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

LONG = 3
"""Entries of so many words and more must not stand in the data."""


def entries() -> Iterator[tuple[str, str]]:
    """Yield each text of the package's word lists with the name of its file."""
    with as_file(files("memtui.intelligence")) as folder:
        for path in sorted(folder.rglob("*.toml")):
            for text in _texts(tomllib.loads(path.read_text(encoding="utf-8"))):
                yield path.name, text


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def report(folder: Path) -> bool:
    """Print every long entry of the word lists that stands in a row of the data."""
    data = " ".join(_plain(text) for path in sorted(folder.glob("*/dev.jsonl")) for text in _rows(path))
    found = [
        (name, text)
        for name, text in entries()
        if LONG <= len(text.split()) <= 12 and f" {_plain(text)} " in f" {data} "
    ]
    for name, text in found:
        print(f"    {name}: {text!r} stands in the data")
    print(f"phrases of {LONG} words or more from the data in the word lists: {len(found)}")
    return not found


def _rows(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        for line in filter(str.strip, lines):
            yield from _texts(json.loads(line))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))

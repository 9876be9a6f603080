"""The word lists beside the modules, each read once when it is first needed."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """Return the word list `name` (a TOML file of this package) as a table; callers must not change it."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


@cache
def words(name: str, *keys: str) -> frozenset[str]:
    """Return all words of the named lists in the word list `name`; without keys, of all its lists."""
    lists = table(name)
    return frozenset(word for key in keys or lists for word in _split(lists[key]))


@cache
def prefixes(name: str, key: str) -> tuple[str, ...]:
    """Return one list of a word list as a tuple, for `str.startswith`."""
    return tuple(sorted(words(name, key)))


@cache
def mapping(name: str, key: str) -> dict[str, str]:
    """Return a list of `base = "form form"` as a table from form to base."""
    return {form: base for base, forms in table(name)[key].items() for form in _split(forms)}


def _split(value: str | list[str]) -> list[str]:
    return value.split() if isinstance(value, str) else value

"""Front matter: the block of `key: value` lines that a Markdown file may begin with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

_FENCE = "---"
_MOST_LINES = 400
_ANCHOR = re.compile(r"[:-][ \t]+&\w")
"""An anchor: a few of them can make a short text endless."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields, the number of lines that they took, and why they could not be read, if so."""

    fields: dict[str, Any] = field(default_factory=dict)
    lines: int = 0
    problem: str = ""


def split(lines: list[str]) -> FrontMatter:
    """Read the front matter at the beginning of a file; a second block right after the first is merged in.

    Values are texts, lists and mappings of texts: nothing is taken for a number, a date or a truth value.
    """
    start = next((index for index, line in enumerate(lines) if line.strip()), 0)
    first = _block(lines, start)
    if first is None:
        return FrontMatter()
    fields, end, problem = first
    following = next((index for index in range(end, len(lines)) if lines[index].strip()), len(lines))
    second = _block(lines, following)
    if second is not None and not second[2] and second[0]:
        return FrontMatter({**fields, **second[0]}, second[1], problem)
    return FrontMatter(fields, end, problem)


def _block(lines: list[str], start: int) -> tuple[dict[str, Any], int, str] | None:
    if start >= len(lines) or lines[start].rstrip() != _FENCE:
        return None
    for end in range(start + 1, min(len(lines), start + _MOST_LINES)):
        if lines[end].rstrip() in (_FENCE, "..."):
            body = lines[start + 1 : end]
            fields, problem = _fields(body)
            if fields is None:
                return None
            return fields, end + 1, problem
    return None


def _fields(body: list[str]) -> tuple[dict[str, Any] | None, str]:
    """Return the fields; by lines where YAML cannot read them; None where these are no fields at all."""
    if not any(line.strip() for line in body):
        return {}, ""
    import yaml

    text = "\n".join(body)
    try:
        if len(text) < 100_000 and _ANCHOR.search(text) is None:
            value = yaml.load(text, Loader=yaml.BaseLoader)
            if isinstance(value, dict):
                return {str(key): _plain(part) for key, part in value.items()}, ""
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError):
        pass
    fields, lost = _by_lines(body)
    if not fields:
        return None, ""
    return fields, "front matter that is not sound YAML: read line by line" if lost else ""


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value if isinstance(value, str) else str(value)


def _by_lines(body: list[str]) -> tuple[dict[str, Any], int]:
    """Read `key: value` and `- item` lines as they stand; the number counts the lines that are neither."""
    fields: dict[str, Any] = {}
    lost = 0
    last = ""
    for line in body:
        text = line.strip()
        key, colon, value = text.partition(":")
        if text.startswith("- ") and last:
            held = fields[last]
            fields[last] = [*(held if isinstance(held, list) else []), _unquoted(text[2:])]
        elif colon and key and " " not in key.strip() and not line[:1].isspace():
            last = key.strip()
            fields[last] = _unquoted(value)
        elif text:
            lost += 1
    return fields, lost


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def words(value: Any) -> tuple[str, ...]:
    """Return a list of words from a YAML list or a comma text, as tags come."""
    if isinstance(value, str):
        value = value.strip().strip("[]").split(",")
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(str(part).strip().strip("\"'").lstrip("#") for part in value if str(part).strip()))


def text_of(value: Any) -> str:
    """Return a field's text, empty for none and for what is no text."""
    return value.strip() if isinstance(value, str) and value.strip().lower() not in ("null", "none", "~") else ""

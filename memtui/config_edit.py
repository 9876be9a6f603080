"""Small edits of the configuration's text, so that comments and order stay as a person wrote them."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from memtui import config, paths
from memtui.config import DETECTION, KEYMAP, KEYS, WEIGHTS, Config, ConfigError

_HEADER = re.compile(r"^\s*\[(?P<name>[^\[\]]+)\]\s*(?:#.*)?$")
_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def set_value(name: str, text: str, path: Path | None = None) -> Config:
    """Set a key from what a person typed and return the configuration as it is now.

    Only the one line changes, or is added; comments and order stay. Raises ConfigError for an unknown key,
    a value that it cannot have, or a file that is not ours, and then writes nothing.
    """
    place = path or paths.config_file()
    config.check_name(name, place)
    value = read_value(name, text)
    config.check_value(name, value, place)
    return _write(place, name, value)


def unset(name: str, path: Path | None = None) -> Config:
    """Take a key out, so that its default holds again, and return the configuration as it is now."""
    place = path or paths.config_file()
    config.check_name(name, place)
    return _write(place, name, None)


def listing(found: Config) -> list[tuple[str, str, bool]]:
    """Return (dotted name, value as TOML or empty, whether the file sets it) for every key."""
    plain = [key.name for key in KEYS]
    tables = [name for name in config.names() if name.startswith((f"{WEIGHTS}.", f"{DETECTION}."))]
    keymap = [f"{KEYMAP}.{action}" for action in found.keys]
    values = ((name, found.value(name)) for name in (*plain, *tables, *keymap))
    return [(name, "" if value is None else toml(value), name in found.given) for name, value in values]


def read_value(name: str, text: str) -> Any:
    """Return the value that a person means by a text: TOML where it is TOML of the right kind, else the text itself."""
    key = next((key for key in KEYS if key.name == name), None)
    choice = config.Config(path=Path()).value(name) if name.startswith(f"{DETECTION}.") else None
    if isinstance(choice, bool) or (key is not None and key.kind is bool):
        word = text.strip().lower()
        return {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}.get(word, text)
    if key is not None:
        return text
    try:
        value = tomllib.loads(f"x = {text}\n")["x"]
    except (tomllib.TOMLDecodeError, KeyError):
        return text
    wanted = int | float if name.startswith((f"{WEIGHTS}.", f"{DETECTION}.")) else str | list
    return value if isinstance(value, wanted) else text


def toml(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _write(place: Path, name: str, value: Any) -> Config:
    config.load(place)
    before = place.read_bytes().decode("utf-8") if place.exists() else ""
    after = _edited(before, name, value)
    expected = dict(config.flatten(tomllib.loads(before)))
    expected.pop(name, None)
    if value is not None:
        expected[name] = value
    try:
        right = dict(config.flatten(tomllib.loads(after))) == expected
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise ConfigError(f"{place}: {name} is written in a way that cannot be changed from here.", "Edit the file.")
    found = config.parse(after, place)
    if after != before:
        _replace(place, after)
    return found


def _replace(place: Path, text: str) -> None:
    """Write the file anew in one step; a link stays a link."""
    target = place.resolve()
    fresh = target.with_name(target.name + ".new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8", newline="")
        os.replace(fresh, target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise ConfigError(f"{place} cannot be written ({error.strerror or error}).") from None


def _edited(text: str, name: str, value: Any) -> str:
    """Return the text with one key set, or taken out where `value` is None."""
    table, key = _place(name)
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines()
    start, end = _section(lines, table)
    found = _line_of(lines, key, start, end) if start is not None else None
    if found is not None:
        if value is None:
            del lines[found]
        else:
            lines[found] = _with_value(lines[found], toml(value))
    elif value is not None:
        written = f"{_quoted(key)} = {toml(value)}"
        if start is None:
            lines += [*([""] if lines and lines[-1].strip() else []), f"[{table}]", written]
        else:
            lines.insert(_last_line(lines, start, end) + 1, written)
    return ending.join(lines) + ending if lines else ""


def _place(name: str) -> tuple[str, str]:
    """Return the table and the key of a dotted name; the keymap's own names hold dots."""
    for table in (WEIGHTS, DETECTION, KEYMAP):
        if name.startswith(f"{table}."):
            return table, name.removeprefix(f"{table}.")
    table, _, key = name.rpartition(".")
    return table, key


def _section(lines: list[str], table: str) -> tuple[int | None, int]:
    """Return where a table's lines start and end; the root table is what stands before the first header."""
    start: int | None = 0 if not table else None
    for index, line in enumerate(lines):
        header = _HEADER.match(line)
        if header is None:
            continue
        if start is not None:
            return start, index
        if re.sub(r"[\s\"']", "", header["name"]) == table:
            start = index + 1
    return start, len(lines)


def _line_of(lines: list[str], key: str, start: int, end: int) -> int | None:
    names = {key, f'"{key}"', f"'{key}'"}
    for index in range(start, end):
        name, equals, _ = lines[index].partition("=")
        if equals and name.strip() in names:
            return index
    return None


def _with_value(line: str, value: str) -> str:
    """Return a line with another value, its key, spaces and comment kept."""
    head, _, rest = line.partition("=")
    space = rest[: len(rest) - len(rest.lstrip())]
    return f"{head}={space}{value}{_comment(rest)}"


def _comment(rest: str) -> str:
    """Return the comment after a value with the space before it; a # inside quotes is none."""
    quote = ""
    for index, sign in enumerate(rest):
        if quote:
            if sign == quote and not (quote == '"' and rest[index - 1] == "\\"):
                quote = ""
        elif sign in "\"'":
            quote = sign
        elif sign == "#":
            return rest[len(rest[:index].rstrip()) :]
    return ""


def _last_line(lines: list[str], start: int, end: int) -> int:
    """Return the line of a table's last key, or the line before the table's first."""
    for index in range(end - 1, start - 1, -1):
        if "=" in lines[index] and not lines[index].lstrip().startswith("#"):
            return index
    return start - 1


def _quoted(key: str) -> str:
    return key if _BARE.match(key) else toml(key)

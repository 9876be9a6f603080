"""The only way out: data on stdout, notes on stderr, and nothing in either that could act on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from memtui.safe_text import clean_lines, one_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

FIELD_GAP = "  "
NO_VALUE = "-"
"""What stands for a field without a value, so that each line has as many fields as the next."""
_ASCII_SIGNS = {
    "←": "<-", "→": "->", "↑": "^", "↓": "v", "·": "-", "…": "...", "●": "*", "○": "o", "□": "x", "≠": "#",
    "»": ">", "«": "<", "≈": "~", "≡": "=", "†": "+", "◊": "^", "║": "|", "│": "|", "─": "-", "═": "=", "►": ">",
    "█": "#", "▌": ":", "░": ".", "■": "+",
}  # fmt: skip
_UNSAFE_IN_JSON = re.compile("\x7f")


class Output:
    """Writes what a command has to say: as pictures on a terminal, as plain text into a pipe, or as JSON."""

    def __init__(self, *, json: bool = False, quiet: bool = False, ascii: bool = False, no_color: bool = False) -> None:
        self.json = json
        self.quiet = quiet
        self.ascii = ascii or not can_show(sys.stdout, "●→│")
        self.no_color = no_color or bool(os.environ.get("NO_COLOR"))
        for stream in (sys.stdout, sys.stderr):
            forgive(stream)

    @property
    def pictures(self) -> bool:
        """Whether a person looks at stdout, so that tables and colours help."""
        return not self.json and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"

    def data(self, text: str) -> None:
        """Write cleaned text to stdout; its line breaks stay."""
        write(sys.stdout, "\n".join(clean_lines(text)) + "\n")

    def row(self, *fields: str) -> None:
        """Write one record to stdout, its cleaned fields parted by two blanks, which no field holds, for `awk` and `cut`."""
        write(sys.stdout, FIELD_GAP.join(one_line(field) or NO_VALUE for field in fields) + "\n")

    def raw(self, content: bytes) -> None:
        """Write bytes to stdout as they stand; only for a pipe that asked for a file."""
        flush(sys.stdout)
        if sys.stdout is not None:
            sys.stdout.buffer.write(content)

    def note(self, text: str) -> None:
        """Write a remark to stderr, unless the run is quiet."""
        if not self.quiet:
            self.complain(text)

    def complain(self, text: str) -> None:
        """Write a sentence to stderr that even a quiet run must show, after all that stdout was to show before it."""
        flush(sys.stdout)
        write(sys.stderr, "\n".join(clean_lines(self.signs(text))) + "\n")

    def document(self, body: Mapping[str, Any]) -> None:
        """Write the run's JSON document to stdout."""
        write(sys.stdout, json_document(body) + "\n")

    def draw(self, *pictures: RenderableType) -> None:
        """Draw tables, trees and panels on the terminal."""
        for picture in pictures:
            self.console.print(picture)

    @property
    def console(self) -> Console:
        """The Rich console on stdout: no markup, no emoji codes, no guessing at colours in text."""
        return rich_console(sys.stdout, no_color=self.no_color, ascii=self.ascii)

    def signs(self, text: str) -> str:
        """Return our own text with its signs in ASCII where that is asked for; never used on a memory's text."""
        if not self.ascii or text.isascii():
            return text
        return "".join(_ASCII_SIGNS.get(sign, sign) for sign in text)


def rich_console(stream: TextIO, *, no_color: bool, ascii: bool) -> Console:
    """Return a Rich console that reads no markup and guesses nothing; with `ascii` it frames and guides in ASCII."""
    from rich.console import Console

    class AsciiConsole(Console):
        @property
        def encoding(self) -> str:
            return "ascii"

    kind = AsciiConsole if ascii else Console
    return kind(file=stream, markup=False, emoji=False, highlight=False, no_color=no_color, legacy_windows=False)


def json_document(body: Mapping[str, Any]) -> str:
    """Return a JSON document with the schema's version first, in ASCII: control characters are escapes."""
    import json as json_text

    from memtui.render.records_json import SCHEMA_VERSION

    whole = {"schema_version": SCHEMA_VERSION, **body}
    text = json_text.dumps(whole, ensure_ascii=True, indent=2, allow_nan=False)
    return _UNSAFE_IN_JSON.sub("\\\\u007f", text)


def listed(results: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    """Return the body of a list: how many results, then the results, then what else there is to say."""
    return {"count": len(results), **more, "results": list(results)}


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Return a count with its noun: `1 memory`, `1,204 memories`."""
    many = nouns or (noun[:-1] + "ies" if noun.endswith("y") else noun + "s")
    return f"{count:,} {noun if count == 1 else many}"


def sentence_of(parts: Iterable[str]) -> str:
    """Join the parts that say something with commas."""
    return ", ".join(part for part in parts if part)


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether a stream is a terminal; a closed one is not."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def can_show(stream: TextIO | None, signs: str) -> bool:
    """Say whether a stream's encoding knows these signs."""
    try:
        signs.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def forgive(stream: TextIO | None) -> None:
    """Let a stream replace what its encoding cannot hold instead of failing."""
    reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def write(stream: TextIO | None, text: str) -> None:
    """Write to a stream; a process that was started without it writes nowhere."""
    if stream is not None:
        stream.write(text)


def flush(stream: TextIO | None) -> None:
    """Push out what a stream holds back, now, where a failure can still be told."""
    if stream is not None and not stream.closed:
        stream.flush()

"""A terminal of its own: it obeys the sequences that Textual sends and keeps a list of all others."""

from __future__ import annotations

import re
import unicodedata

_SEQUENCE = re.compile(
    r"\x1b(?:"
    r"\[(?P<arguments>[0-9;:<=>?]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|(?P<string>[\]P_^X])(?P<said>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<short>[^\[\]P_^X])"
    r")"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;:<=>?]*[ -/]*|[\]P_^X][^\x07\x1b]*\x1b?)?$")

MODES = frozenset(["7", "25", "1000", "1003", "1004", "1006", "1015", "1016", "1049", "2004", "2026", "2048"])
"""The private modes that Textual switches: wrapping, cursor, mouse, focus, alternate screen, paste, whole frames, size."""

SYNCHRONISED = "2026"


class Emulator:
    """A screen of cells, fed with what a program writes.

    A wide sign takes two cells, the second of them holds an empty text. `foreign` lists what no screen of
    memtui has reason to send; `answers` is what a terminal would reply to questions, for the program to read.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.foreign: list[str] = []
        self.answers = ""
        self.frames = 0
        """How many whole frames were painted."""
        self.modes: set[str] = set()
        self._rest = ""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Take a new size, with nothing on it."""
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.styles = [[""] * columns for _ in range(rows)]
        self._row = self._column = 0
        self._style = ""

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, blanks at their ends left out."""
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def whole(self) -> bool:
        """Whether no frame is half painted."""
        return SYNCHRONISED not in self.modes

    def styles_of(self, words: str) -> set[str]:
        """The styles, as SGR arguments, of the cells of the first row that holds some words."""
        for row, styles in zip(self.cells, self.styles, strict=True):
            place = "".join(row).find(words)
            if place >= 0:
                return set(styles[place : place + len(words)])
        return set()

    def feed(self, text: str) -> None:
        """Obey a piece of what a program writes; a sequence may be cut anywhere."""
        text = self._rest + text
        cut = _UNFINISHED.search(text)
        self._rest = text[cut.start() :] if cut else ""
        end = cut.start() if cut else len(text)
        place = 0
        while place < end:
            if text[place] == "\x1b" and (found := _SEQUENCE.match(text, place, end)):
                self._obey(found)
                place = found.end()
            else:
                self._put(text[place])
                place += 1

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self._column = 0
        elif sign == "\n":
            self._row = min(self._row + 1, self.rows - 1)
        elif unicodedata.category(sign).startswith("C"):
            self.foreign.append(sign)
        else:
            self._write(sign, cells_of(sign))

    def _write(self, sign: str, size: int) -> None:
        """Write a sign; what does not fit into the row is lost, as with wrapping off."""
        if size == 0 or self._column + size > self.columns:
            return
        row, styles = self.cells[self._row], self.styles[self._row]
        if row[self._column] == "" and self._column:
            row[self._column - 1] = " "
        last = self._column + size
        if last < self.columns and row[last] == "":
            row[last] = " "
        row[self._column : last] = [sign, *[""] * (size - 1)]
        styles[self._column : last] = [self._style] * size
        self._column = min(last, self.columns - 1) if last < self.columns else self.columns

    def _obey(self, found: re.Match[str]) -> None:
        arguments, final = found["arguments"] or "", found["final"]
        if found["string"] or found["short"] or found["between"] == " ":
            self._hear(found)
        elif final == "H" and re.fullmatch(r"\d*;?\d*", arguments):
            row, _, column = arguments.partition(";")
            self._row = min(int(row or 1), self.rows) - 1
            self._column = min(int(column or 1), self.columns) - 1
        elif final == "m":
            self._style = "" if arguments in ("", "0") else arguments
        elif final in "JK" and arguments in ("", "2"):
            self._erase(whole=final == "J", rest=not arguments)
        elif final in "hl" and set(arguments.removeprefix("?").split(";")) <= MODES:
            self._switch(arguments.removeprefix("?"), on=final == "h")
        elif final == "p" and found["between"] == "$":
            self.answers += f"\x1b[{arguments};{2 if arguments == '?2026' else 0}$y"
        elif final == "u" and re.fullmatch(r">\d*|<|\?", arguments):
            pass  # the protocol of more precise keys, which this terminal does not have
        else:
            self.foreign.append(found.group())

    def _hear(self, found: re.Match[str]) -> None:
        """A pointer's shape is Textual's to choose; a title, a clipboard and all other strings are not."""
        if not (found["string"] == "]" and found["said"].startswith("22;")):
            self.foreign.append(found.group())

    def _erase(self, *, whole: bool, rest: bool) -> None:
        rows = range(self.rows) if whole else range(self._row, self._row + 1)
        for row in rows:
            first = 0
            if rest:
                first = self.columns if row < self._row else self._column if row == self._row else 0
            self.cells[row][first:] = [" "] * (self.columns - first)
            self.styles[row][first:] = [""] * (self.columns - first)

    def _switch(self, mode: str, *, on: bool) -> None:
        if on:
            self.modes.add(mode)
        else:
            self.modes.discard(mode)
            self.frames += mode == SYNCHRONISED


def cells_of(sign: str) -> int:
    """Return the cells that a terminal gives to one sign, by Unicode's own tables."""
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1

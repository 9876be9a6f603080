"""Our own Markdown coming back: bullets that were edited are edits of their memories, those without an id are new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Source, Status
from memtui.formats.markdown_write import HEADER, KINDS, NO_PROJECT, as_written
from memtui.formats.names import fingerprint
from memtui.formats.times import read_time

_END = re.compile(r"^(.*?)(?:\s*\*\(([^()]*)\)\*)?\s*<!-- ([0-7][0-9A-HJKMNP-TV-Z]{25}) ([0-9a-f]{8}) -->\s*$")
_TITLES = {title: kind for kind, title in KINDS}


@dataclass(slots=True)
class Returned:
    """A bullet: its text, its first line's number, what stands over and behind it, and whether somebody edited it."""

    line: int
    project: str | None
    kind: Kind | None
    text: str = ""
    ulid: str = ""
    about: tuple[str, ...] = ()
    edited: bool = True
    _lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """Take in one more line."""
        self._lines.append(line[2:] if line.startswith("  ") else line)

    def finish(self) -> Returned:
        """Read the id off the last line and put the text together."""
        digest = ""
        while self._lines and not self._lines[-1].strip():
            self._lines.pop()
        if self._lines and (end := _END.match(self._lines[-1])):
            self._lines[-1:] = [end[1]] if end[1].strip() else []
            self.about = tuple(part.strip() for part in (end[2] or "").split(","))
            self.ulid, digest = end[3], end[4]
        self.text = as_written("\n".join(self._lines))
        self.edited = not digest or fingerprint(self.text, length=8) != digest
        return self

    def draft(self, source: str, format: str) -> Draft:
        """Return the memory that the bullet stands for; an edit of a known one changes its text alone."""
        made = next((read_time(part) for part in self.about if part[:1].isdigit()), read_time(None))
        closed = frozenset((Status.SUPERSEDED.value, Status.ARCHIVED.value))
        return Draft(
            content=self.text,
            kind=self.kind,
            source=Source.IMPORT,
            file=source,
            project=self.project,
            tags=tuple(part[1:] for part in self.about if part.startswith("#")),
            created_at=made.value,
            undated=made.value is None,
            created_at_assumed=made.assumed,
            status=next((Status(part) for part in self.about if part in closed), None),
            foreign_id=self.ulid or f"{source}#{fingerprint(self.text)}",
            format=format,
        )


def is_ours(lines: list[str]) -> bool:
    """Say whether a file begins as our Markdown does."""
    return bool(lines) and lines[0].strip() == HEADER


def returned(lines: list[str]) -> Iterator[Returned]:
    """Yield the bullets of our own Markdown."""
    current: Returned | None = None
    project: str | None = None
    kind: Kind | None = None
    for number, line in enumerate(lines, start=1):
        if current is not None and (line.startswith("  ") or not line.strip()):
            current.add(line)
            continue
        if current is not None:
            yield current.finish()
            current = None
        if line.startswith("- "):
            current = Returned(number, project, kind)
            current.add("  " + line[2:])
        elif line.startswith("### "):
            kind = _TITLES.get(line[4:].strip())
        elif line.startswith("## "):
            project, kind = _project(line[3:].strip()), None
    if current is not None:
        yield current.finish()


def _project(title: str) -> str | None:
    return None if title in NO_PROJECT else title

"""Markdown notes: CLAUDE.md and its kin, rules with front matter, memory banks, decision records.

One memory a prose bullet or paragraph, with the headings, label and bullet that it stands under; a
decision record is one memory. Code and tables stay beside the text that they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, ClassVar

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, RelationKind, Source, Status
from memtui.formats import front_matter
from memtui.formats.base import Cargo, Entry, FileEnd, Item, Link, Problem
from memtui.formats.decisions import IN_FORCE, DecisionRecord, decision_record, sibling
from memtui.formats.front_matter import FrontMatter
from memtui.formats.markdown_back import is_ours, returned
from memtui.formats.markdown_blocks import Block, blocks
from memtui.formats.markdown_context import kind_of
from memtui.formats.markdown_notes import Note, notes_of
from memtui.formats.markdown_write import write_markdown
from memtui.formats.names import fingerprint, modified_at, placed, project_root, source_name
from memtui.formats.sniff import head_text
from memtui.formats.text import composed, whole
from memtui.formats.times import Moment, read_time

NAME = "markdown"
SUFFIXES = frozenset((".md", ".mdc", ".markdown"))
_RULE_FILES = frozenset((".cursorrules", ".clinerules", ".windsurfrules", ".goosehints"))
_MOST_BYTES = 32 * 1024 * 1024
_MADE = ("created_at", "created", "date")
_WRITTEN = ("updated_at", "updated", "modified", "last_modified")
_USED = frozenset((*_MADE, *_WRITTEN, "tags", "project", "kind"))


class Markdown:
    """Reads Markdown files; writes one file of bullets by project and kind."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Markdown notes and decision records"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say by its name whether a file is Markdown or a rules file; what memtui wrote is known by its first line."""
        if not path.is_file():
            return False
        named = path.suffix.lower() in (*SUFFIXES, ".txt") or path.name in _RULE_FILES
        return named or is_ours(head_text(path).splitlines()[:1])

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield the notes of one file."""
        yield from _File(path).read()

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write memories as bullets under their projects and kinds; what is no longer true stands last and says so."""
        return write_markdown(cargo, target)


class _File:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = composed(path.name)
        self.source = source_name(path)
        self.modified = modified_at(path)
        root = project_root(placed(path))
        self.project = composed(root.name) if root else None

    def read(self) -> Iterator[Entry]:
        if self.path.stat().st_size > _MOST_BYTES:
            yield self._problem(0, "too large to be notes (over 32 MB)", skipped=True)
            return
        text, guessed = whole(self.path)
        for line in guessed[:1]:
            more = f" (and {len(guessed) - 1} more lines)" if len(guessed) > 1 else ""
            yield self._problem(line.number, line.note + more)
        lines = text.split("\n")
        if is_ours(lines):
            yield from self._returned(lines)
            return
        matter = front_matter.split(lines)
        if matter.problem:
            yield self._problem(1, matter.problem)
        yield from self._parts(lines, matter)
        yield FileEnd(file=self.shown, source=self.source, format=NAME)

    def _returned(self, lines: list[str]) -> Iterator[Entry]:
        """Yield the bullets of an export of ours."""
        for bullet in returned(lines):
            if bullet.text:
                yield Item(
                    draft=bullet.draft(self.source, NAME),
                    file=self.shown,
                    line=bullet.line,
                    modified=self.modified,
                    as_exported=not bullet.edited,
                )

    def _parts(self, lines: list[str], matter: FrontMatter) -> Iterator[Entry]:
        body = blocks(lines[matter.lines :], matter.lines + 1)
        record = decision_record(self.path, matter.fields, body, "\n".join(lines[matter.lines :]))
        if record is not None:
            yield from self._decision(record, matter, lines)
            return
        yield from self._notes(body, matter)

    def _notes(self, body: list[Block], matter: FrontMatter) -> Iterator[Entry]:
        found = notes_of(body)
        made, written = yield from self._times(matter.fields)
        described = front_matter.text_of(matter.fields.get("description"))
        if not found.notes and described:
            found.notes.append(Note(text=described, line=1, headings=()))
        seen: dict[str, int] = {}
        for note in found.notes:
            key = fingerprint("/".join(note.headings), note.parent, note.text)
            seen[key] = seen.get(key, 0) + 1
            suffix = f"~{seen[key]}" if seen[key] > 1 else ""
            draft = self._draft(note, matter.fields, made, written, f"{self.source}#{key}{suffix}")
            yield Item(draft=draft, file=self.shown, line=note.line, modified=self.modified, settled=True)
        if found.wordless:
            count = len(found.wordless)
            what = "1 line" if count == 1 else f"{count} lines"
            yield self._problem(found.wordless[0], f"{what} of links, badges, imports or tags left out")
        for line in found.stray:
            yield self._problem(line, "code or a table without any text beside it: left out", skipped=True)

    def _draft(self, note: Note, fields: dict[str, Any], made: Moment, written: Moment, foreign_id: str) -> Draft:
        extra = note.extra
        rest = {name: value for name, value in fields.items() if name not in _USED and value not in ("", [], {})}
        if rest:
            extra["front_matter"] = rest
        task = ("todo",) if note.task == "open" else ("done",) if note.task else ()
        return Draft(
            content=note.content,
            kind=_kind(fields) or kind_of(note.headings),
            source=Source.IMPORT,
            file=self.source,
            project=front_matter.text_of(fields.get("project")) or self.project,
            tags=(*front_matter.words(fields.get("tags")), *task),
            created_at=made.value,
            undated=made.value is None,
            created_at_assumed=made.assumed,
            updated_at=written.value,
            extra=extra,
            foreign_id=foreign_id,
            format=NAME,
        )

    def _decision(self, record: DecisionRecord, matter: FrontMatter, lines: list[str]) -> Iterator[Entry]:
        content = _record_text(record, lines[matter.lines :])
        if not content:
            yield self._problem(1, "a decision record without text", skipped=True)
            return
        made = read_time(record.date)
        if made.doubt:
            yield self._problem(0, f"undated: {made.doubt}")
        successor = sibling(self.path, record.superseded_by) if record.superseded_by else None
        extra: dict[str, Any] = {"title": record.title, "decision_status": record.status or record.status_text[:80]}
        if matter.fields:
            extra["front_matter"] = matter.fields
        if record.superseded_by and successor is None:
            extra["superseded_by_missing"] = record.superseded_by
        links: list[Link] = []
        if record.supersedes:
            extra["supersedes"] = list(record.supersedes)
            if record.status in IN_FORCE:
                links = list(self._superseded(record))
            else:
                extra["supersedes_nothing"] = f"the decision is {record.status or 'not marked as accepted'}"
        draft = Draft(
            content=content,
            kind=Kind.DECISION,
            source=Source.IMPORT,
            file=self.source,
            project=front_matter.text_of(matter.fields.get("project")) or self.project,
            tags=tuple(dict.fromkeys(("adr", record.status or "adr", *front_matter.words(matter.fields.get("tags"))))),
            created_at=made.value,
            undated=made.value is None,
            created_at_assumed=made.assumed,
            status=_STATUS.get(record.status),
            superseded_by=source_name(successor) if successor else None,
            extra=extra,
            foreign_id=self.source,
            format=NAME,
        )
        yield Item(draft=draft, links=tuple(links), file=self.shown, line=1, modified=self.modified, settled=True)

    def _superseded(self, record: DecisionRecord) -> Iterator[Link]:
        for named in record.supersedes:
            target = sibling(self.path, named)
            if target is not None:
                evidence = {"note": f"its status says that it supersedes {named}"}
                yield Link(kind=RelationKind.SUPERSEDES, target=source_name(target), evidence=evidence)

    def _times(self, fields: dict[str, Any]) -> Generator[Entry, None, tuple[Moment, Moment]]:
        made = next((read_time(fields[name]) for name in _MADE if fields.get(name)), Moment())
        written = next((read_time(fields[name]) for name in _WRITTEN if fields.get(name)), Moment())
        for moment in (made, written):
            if moment.doubt:
                yield self._problem(1, f"undated: {moment.doubt}")
        return made, written

    def _problem(self, line: int, reason: str, *, skipped: bool = False) -> Problem:
        return Problem(file=self.shown, line=line, reason=reason, skipped=skipped)


_STATUS = {"superseded": Status.SUPERSEDED, "deprecated": Status.ARCHIVED}
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def _kind(fields: dict[str, Any]) -> Kind | None:
    given = front_matter.text_of(fields.get("kind") or fields.get("type")).lower()
    return Kind(given) if given in frozenset(Kind) else None


def _record_text(record: DecisionRecord, lines: list[str]) -> str:
    """Return a decision record's text: its title, then all that it says, as it stands."""
    text = _COMMENT.sub("", "\n".join(line.rstrip() for line in lines)).strip()
    first, _, rest = text.partition("\n")
    if first.startswith("# "):
        return f"{first[2:].strip()}\n{rest}".strip()
    return text

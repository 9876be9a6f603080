"""Claude Code's memory folder: a MEMORY.md index and one Markdown file a memory.

The layout is not documented by its vendor: topic files with nested, flat or no front matter are all read,
and unknown keys are kept. A `[[name]]` in a text is a reference; whatever words stand beside it, it
supersedes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from memtui.domain.drafts import Draft
from memtui.domain.kinds import RelationKind, Source
from memtui.formats import front_matter
from memtui.formats.base import Cargo, Entry, FileEnd, Item, Link, Problem
from memtui.formats.claude_code_names import key_of, kind_of, project_of
from memtui.formats.claude_code_write import write_folder
from memtui.formats.front_matter import text_of
from memtui.formats.markdown_blocks import blocks
from memtui.formats.markdown_notes import notes_of
from memtui.formats.names import fingerprint, modified_at, placed
from memtui.formats.sniff import head_text
from memtui.formats.text import composed, whole
from memtui.formats.times import read_time

NAME = "claude-code"
INDEX = "MEMORY.md"
_MARK = re.compile(r"(?m)^\s*(node_type:\s*memory|type:\s*(user|feedback|project|reference))\s*$")
_INDEX_LINE = re.compile(r"^\s*[-*+]\s+\[(?P<title>[^\]]*)\]\((?P<file>[^)]+)\)\s*(?:[—–:-]+\s*)?(?P<line>.*)$")
_WIKI = re.compile(r"\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\]")
_NOT_TOPICS = frozenset((INDEX, "CLAUDE.md", "AGENTS.md", "README.md"))


class ClaudeCodeMemory:
    """Reads and writes Claude Code's memory folders."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Claude Code memory folder (MEMORY.md)"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say whether this is a memory folder, its index, or a folder above one in Claude's own layout."""
        try:
            return _folder(path) is not None
        except OSError:
            return False

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield every memory of the folder once: topic files, listed or not, and sections of the index."""
        folder = _folder(path)
        if folder is not None:
            yield from _Reader(folder).read()

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write an index and a file a memory into a folder; what is no longer true is left out."""
        return write_folder(cargo, target)


def _folder(path: Path) -> Path | None:
    if path.is_file():
        return path.parent if path.name == INDEX else None
    if not path.is_dir():
        return None
    for folder in (path, path / "memory"):
        if folder.name == "memory" and (folder / INDEX).is_file():
            return folder
        if folder.is_dir() and _has_topics(folder):
            return folder
    return None


def _has_topics(folder: Path) -> bool:
    """Say whether an index of another folder's name lists files, or any file is marked as a memory."""
    index = folder / INDEX
    if index.is_file() and any(_INDEX_LINE.match(line) for line in head_text(index).splitlines()):
        return True
    marked = index.is_file() or folder.name == "memory"
    return marked and any(_MARK.search(head_text(file)[:2000]) for file in sorted(folder.glob("*.md"))[:20])


@dataclass(frozen=True, slots=True)
class _Topic:
    """A topic file: its name for people and links, its front matter and its text."""

    path: Path
    shown: str
    fields: dict[str, Any]
    body: str
    line: int


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        place = placed(folder)
        self.slug = composed(place.parent.name if place.name == "memory" else place.name)
        self.project = project_of(self.slug)
        self.listed: dict[str, tuple[int, str, str]] = {}
        self.ids: dict[str, str] = {}

    def source(self, path: Path) -> str:
        return f"{self.slug}/{composed(str(path.relative_to(self.folder)))}"

    def read(self) -> Iterator[Entry]:
        index = self.folder / INDEX
        index_lines: list[str] = []
        if index.is_file():
            text, guessed = whole(index)
            index_lines = text.split("\n")
            yield from (Problem(file=INDEX, line=line.number, reason=line.note, skipped=False) for line in guessed[:1])
            self._read_index(index_lines)
        topics: list[_Topic] = []
        for path in self._files():
            yield from self._topic(path, topics)
        self._name(topics)
        yield from self._check(topics)
        for topic in topics:
            yield from self._memory(topic)
        if index.is_file():
            yield from self._inline(index, index_lines)
        yield FileEnd(file="", source=f"{self.slug}/", format=NAME, whole=len(topics) == len(self._files()))

    def _files(self) -> list[Path]:
        """Return the topic files: those of the folder itself, and those that the index lists below it."""
        listed = (self.folder / name for name in self.listed if ".." not in Path(name).parts)
        found = {path for path in (*self.folder.glob("*.md"), *listed) if path.is_file() and path.suffix == ".md"}
        return sorted(path for path in found if path.name not in _NOT_TOPICS)

    def _read_index(self, lines: list[str]) -> None:
        for number, line in enumerate(lines, start=1):
            match = _INDEX_LINE.match(line)
            if match and "://" not in match["file"]:
                name = composed(match["file"].strip().removeprefix("./").replace("%20", " "))
                self.listed.setdefault(name, (number, match["title"].strip(), match["line"].strip()))

    def _topic(self, path: Path, topics: list[_Topic]) -> Iterator[Problem]:
        shown = composed(str(path.relative_to(self.folder)))
        try:
            text, guessed = whole(path)
        except OSError as error:
            yield Problem(file=shown, line=0, reason=f"cannot be read: {error.strerror}")
            return
        yield from (Problem(file=shown, line=line.number, reason=line.note, skipped=False) for line in guessed[:1])
        lines = text.split("\n")
        matter = front_matter.split(lines)
        if matter.problem:
            yield Problem(file=shown, line=1, reason=matter.problem, skipped=False)
        body = lines[matter.lines :]
        blank = next((count for count, line in enumerate(body) if line.strip()), 0)
        topics.append(_Topic(path, shown, matter.fields, "\n".join(body).strip(), matter.lines + blank + 1))

    def _name(self, topics: list[_Topic]) -> None:
        """Learn what a wiki link may call each topic: its front matter's name first, then its file."""
        for topic in topics:
            self.ids.setdefault(key_of(topic.path.stem), self.source(topic.path))
        for topic in topics:
            if name := text_of(topic.fields.get("name")):
                self.ids.setdefault(key_of(name), self.source(topic.path))

    def _check(self, topics: list[_Topic]) -> Iterator[Problem]:
        present = {topic.shown for topic in topics}
        for name, (number, title, _) in self.listed.items():
            if name not in present and not (self.folder / name).is_file():
                yield Problem(file=INDEX, line=number, reason=f"{title or name}: the file {name} is missing")
        if self.listed:
            for name in sorted(present - self.listed.keys()):
                yield Problem(file=name, line=0, reason="not listed in MEMORY.md: read all the same", skipped=False)

    def _memory(self, topic: _Topic) -> Iterator[Entry]:
        nested = topic.fields.get("metadata")
        data: dict[str, Any] = nested if isinstance(nested, dict) else {}
        described = text_of(topic.fields.get("description"))
        content = topic.body or described
        if not content:
            yield Problem(file=topic.shown, line=topic.line, reason="a file without text")
            return
        given = {**{key: value for key, value in topic.fields.items() if key != "metadata"}, **data}
        made, written = read_time(given.get("created")), read_time(given.get("modified"))
        for moment in (made, written):
            if moment.doubt:
                yield Problem(file=topic.shown, line=1, reason=f"undated: {moment.doubt}", skipped=False)
        links, unknown = self._links(topic)
        extra: dict[str, Any] = {"file_name": topic.shown}
        if topic.fields:
            extra["front_matter"] = topic.fields
        if topic.shown in self.listed:
            extra["index"] = {"title": self.listed[topic.shown][1], "line": self.listed[topic.shown][2]}
        if unknown:
            extra["links_to_missing"] = unknown
        kind, tier = kind_of(text_of(given.get("type")).lower(), content)
        draft = Draft(
            content=content,
            kind=kind,
            tier=tier,
            source=Source.IMPORT,
            agent="claude-code",
            file=self.source(topic.path),
            session=text_of(given.get("originSessionId")) or None,
            project=self.project,
            tags=front_matter.words(given.get("tags")),
            created_at=made.value,
            undated=made.value is None,
            created_at_assumed=made.assumed,
            updated_at=written.value,
            extra=extra,
            foreign_id=self.source(topic.path),
            format=NAME,
        )
        modified = modified_at(topic.path)
        yield Item(draft=draft, links=links, file=topic.shown, line=topic.line, modified=modified, settled=True)
        yield FileEnd(file=topic.shown, source=self.source(topic.path), format=NAME)

    def _links(self, topic: _Topic) -> tuple[tuple[Link, ...], list[str]]:
        own = self.source(topic.path)
        links: dict[str, Link] = {}
        unknown: list[str] = []
        for match in _WIKI.finditer(topic.body):
            named = match[1].strip()
            target = self.ids.get(key_of(named))
            if target is None:
                unknown.append(named)
            elif target != own:
                evidence = {"signal": "link", "span": match[0]}
                links.setdefault(target, Link(kind=RelationKind.REFERENCES, target=target, evidence=evidence))
        return tuple(links.values()), list(dict.fromkeys(unknown))

    def _inline(self, index: Path, lines: list[str]) -> Iterator[Entry]:
        """Yield the sections that were written into the index itself."""
        prose = ["" if _INDEX_LINE.match(line) else line for line in lines]
        found = notes_of(blocks(prose))
        source = self.source(index)
        seen: dict[str, int] = {}
        for note in found.notes:
            key = fingerprint("/".join(note.headings), note.parent, note.text)
            seen[key] = seen.get(key, 0) + 1
            suffix = f"~{seen[key]}" if seen[key] > 1 else ""
            draft = Draft(
                content=note.content,
                source=Source.IMPORT,
                agent="claude-code",
                file=source,
                project=self.project,
                undated=True,
                extra=note.extra,
                foreign_id=f"{source}#{key}{suffix}",
                format=NAME,
            )
            yield Item(draft=draft, file=INDEX, line=note.line, modified=modified_at(index), settled=True)
        for line in found.stray:
            yield Problem(file=INDEX, line=line, reason="code or a table without any text beside it: left out")
        yield FileEnd(file=INDEX, source=source, format=NAME)

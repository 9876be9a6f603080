"""Architecture decision records: what makes a file one, and its title, date, status and ties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.formats.front_matter import text_of
from memtui.formats.markdown_blocks import Block, BlockKind

_FOLDERS = frozenset(
    (
        "adr",
        "adrs",
        "decisions",
        "architecture-decision-records",
        "architecture-decision-record",
        "architecture-decisions",
    )
)
_NAME = re.compile(r"(?i)(^|[-_.])adr([-_.]|\d|$)")
_NUMBERED = re.compile(r"0*(\d{1,5})[-_. ]")
_SECTIONS = {
    "status": re.compile(r"(?i)^(status|stand)\b"),
    "context": re.compile(r"(?i)^(context|problem|background|kontext|motivation|considerations|discussion)\b"),
    "decision": re.compile(
        r"(?i)^(decision|decisions|decision outcome|proposal|outcome|entscheidung|implementation)\b"
    ),
    "consequences": re.compile(
        r"(?i)^(consequences?|implications|konsequenzen|rationale|pros and cons|positive consequences)\b"
    ),
}
_STATUS_LINE = re.compile(r"(?im)^[\s*>_(-]*status[\s*_]*[:：][\s*_`]*(.+?)[\s*_`)]*$")
_STATUS_IN_TITLE = re.compile(r"(?i)\bstatus[\s*_]*[:：][\s*_`]*(\w+)")
_DATE_LINE = re.compile(r"(?im)^[\s*>_-]*(?:date|datum)[\s*_]*[:：][\s*_`]*(.+?)[\s*_`]*$")
_STATUSES = (
    ("superseded", re.compile(r"(?i)\b(superseded|replaced)\b")),
    ("deprecated", re.compile(r"(?i)\b(deprecated|retired|obsolete)\b")),
    ("rejected", re.compile(r"(?i)\b(rejected|declined|withdrawn|abandoned)\b")),
    ("accepted", re.compile(r"(?i)\b(accepted|approved|adopted|implemented|decided|done|final)\b")),
    ("proposed", re.compile(r"(?i)\b(proposed|draft|incomplete|pending|review|open|wip|discussion)\b")),
)
_SUPERSEDES = re.compile(r"(?i)\b(?:supersedes|replaces)\b[: ]*(.+)")
_SUPERSEDED_BY = re.compile(r"(?i)\b(?:superseded|replaced) by\b[: ]*(.+)")
_LINKED = re.compile(r"\]\(([^)#\s]+)")
_NUMBER = re.compile(r"(?i)\b(?:adr[- #]*)?0*(\d{1,5})\b")
IN_FORCE = frozenset(("accepted", "superseded", "deprecated"))
"""Statuses of decisions that were taken; a proposed or rejected one supersedes nothing."""


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision record: `status` is one of five words or empty; `supersedes` and `superseded_by` are files as the text names them."""

    title: str
    status: str
    status_text: str
    date: str
    supersedes: tuple[str, ...] = ()
    superseded_by: str = ""


def decision_record(path: Path, fields: dict[str, Any], blocks: list[Block], text: str) -> DecisionRecord | None:
    """Return what a file records if it is one: by its place or name with one section, else by its sections alone."""
    headings = [block for block in blocks if block.kind is BlockKind.HEADING]
    present = {
        name for name, pattern in _SECTIONS.items() if any(pattern.match(_bare(part.text)) for part in headings[0:])
    }
    status_text = _status_text(fields, blocks, headings, text)
    if status_text:
        present.add("status")
    if not _is_record(path, present):
        return None
    title = _bare(headings[0].text) if headings and headings[0].level == 1 else text_of(fields.get("title"))
    status = next((name for name, pattern in _STATUSES if pattern.search(status_text)), "")
    said = "\n".join((status_text, _section(blocks, _SECTIONS["status"])))
    return DecisionRecord(
        title=title or path.stem.replace("-", " "),
        status=status,
        status_text=status_text,
        date=text_of(fields.get("date")) or text_of(fields.get("created")) or _date(blocks, text),
        supersedes=_named(_SUPERSEDES, said),
        superseded_by=next(iter(_named(_SUPERSEDED_BY, said)), ""),
    )


def sibling(path: Path, named: str) -> Path | None:
    """Return the file beside `path` that a link or a number means, if it is there."""
    if named.endswith((".md", ".mdc", ".markdown")):
        target = path.parent / named
        return target if target.is_file() else None
    wanted = int(named)
    for other in sorted(path.parent.glob("*.md")):
        number = _NUMBERED.match(re.sub(r"(?i)^adr[-_ ]*", "", other.name))
        if number is not None and int(number[1]) == wanted and other.name != path.name:
            return other
    return None


def _is_record(path: Path, present: set[str]) -> bool:
    if "template" in path.stem.lower():
        return False
    hinted = _NAME.search(path.stem) is not None or any(part.lower() in _FOLDERS for part in path.parts[-4:-1])
    if hinted:
        return bool(present & {"decision", "consequences"}) or {"status", "context"} <= present
    return "decision" in present and "context" in present and bool(present & {"status", "consequences"})


def _status_text(fields: dict[str, Any], blocks: list[Block], headings: list[Block], text: str) -> str:
    given = text_of(fields.get("status"))
    if given:
        return given
    section = _section(blocks, _SECTIONS["status"])
    if section:
        return section
    if headings and (found := _STATUS_IN_TITLE.search(headings[0].text)):
        return found[1]
    line = _STATUS_LINE.search(text[:4000])
    return line[1].strip() if line else ""


def _section(blocks: list[Block], pattern: re.Pattern[str]) -> str:
    """Return the text under the first heading that matches."""
    parts: list[str] = []
    inside = False
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            if inside:
                break
            inside = pattern.match(_bare(block.text)) is not None
        elif inside:
            parts.append(block.text or " ".join(child.text for child in block.children))
    return "\n".join(parts).strip()


def _date(blocks: list[Block], text: str) -> str:
    line = _DATE_LINE.search(text[:4000])
    return line[1].strip() if line else _section(blocks, re.compile(r"(?i)^(date|datum)\b"))[:60]


def _named(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """Return the files or numbers that follow a phrase."""
    found: list[str] = []
    for match in pattern.finditer(text):
        rest = match[1]
        linked = _LINKED.findall(rest)
        found += linked or _NUMBER.findall(rest)[:1]
    return tuple(dict.fromkeys(name for name in found if not name.startswith(("http:", "https:"))))


def _bare(heading: str) -> str:
    return heading.strip().strip("*_ ")

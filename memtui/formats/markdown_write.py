"""Memories as one Markdown file: bullets under their projects and kinds."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.kinds import Kind
from memtui.domain.records import Memory
from memtui.formats.base import Cargo
from memtui.formats.names import fingerprint

NO_PROJECT = ("No project", "No longer current")
"""Headings that stand where a project's name would."""
HEADER = "<!-- memtui -->"
"""The first line of our own Markdown, by which it is known again."""
KINDS: tuple[tuple[Kind | None, str], ...] = (
    (Kind.DECISION, "Decisions"),
    (Kind.CONSTRAINT, "Constraints"),
    (Kind.GOAL, "Goals"),
    (Kind.PREFERENCE, "Preferences"),
    (Kind.REFERENCE, "References"),
    (Kind.SUMMARY, "Summaries"),
    (Kind.NOTE, "Notes"),
    (None, "Other memories"),
)


def write_markdown(cargo: Cargo, target: Path) -> int:
    """Write a heading a project, a heading a kind, a bullet a memory; returns how many were written."""
    shelves: dict[str, dict[Kind | None, list[Memory]]] = {}
    past: list[Memory] = []
    count = 0
    for memory in cargo.memories():
        count += 1
        cargo.wrote(count)
        if memory.live:
            shelves.setdefault(memory.project or "", {}).setdefault(memory.kind, []).append(memory)
        else:
            past.append(memory)
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f"{HEADER}\n\n# Memories\n\n{count} as of {cargo.exported_at:%Y-%m-%d}.\n")
        for project, kinds in sorted(shelves.items()):
            stream.write(f"\n## {' '.join(project.split()) or NO_PROJECT[0]}\n")
            for kind, title in KINDS:
                if kind in kinds:
                    stream.write(f"\n### {title}\n\n" + "".join(_bullet(memory) for memory in kinds[kind]))
        if past:
            stream.write(f"\n## {NO_PROJECT[1]}\n\n" + "".join(_bullet(memory, memory.status.value) for memory in past))
    return count


def _bullet(memory: Memory, status: str = "") -> str:
    """Return a memory as a bullet that ends with its id and a digest of its text, for what comes back."""
    text = as_written(memory.content)
    first, *rest = text.split("\n")
    about = [f"{memory.created_at:%Y-%m-%d}" if memory.created_at else "", status, *(f"#{tag}" for tag in memory.tags)]
    said = ", ".join(part for part in about if part)
    mark = f"<!-- {memory.id} {fingerprint(text, length=8)} -->"
    end = f"*({said})* {mark}" if said else mark
    lines = [f"- {first}", *(f"  {line}" if line else "" for line in rest)]
    return "\n".join([*lines, f"  {end}"]) + "\n" if rest else f"{lines[0]} {end}\n"


def as_written(content: str) -> str:
    """Return a text as the lines of a bullet hold it: no carriage returns, no space at line ends."""
    return "\n".join(
        line.rstrip() for line in content.replace("\r", "\n" if "\r\n" not in content else "").split("\n")
    ).strip()

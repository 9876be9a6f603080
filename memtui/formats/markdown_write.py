"""Memories as one Markdown file: bullets under their projects and kinds."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.kinds import Kind
from memtui.domain.records import Memory
from memtui.formats.base import Cargo

_KINDS: tuple[tuple[Kind | None, str], ...] = (
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
        stream.write(f"# Memories\n\n{count} as of {cargo.exported_at:%Y-%m-%d}.\n")
        for project, kinds in sorted(shelves.items()):
            stream.write(f"\n## {' '.join(project.split()) or 'No project'}\n")
            for kind, title in _KINDS:
                if kind in kinds:
                    stream.write(f"\n### {title}\n\n" + "".join(_bullet(memory) for memory in kinds[kind]))
        if past:
            stream.write(
                "\n## No longer current\n\n" + "".join(_bullet(memory, memory.status.value) for memory in past)
            )
    return count


def _bullet(memory: Memory, status: str = "") -> str:
    first, *rest = memory.content.replace("\r\n", "\n").split("\n")
    about = [f"{memory.created_at:%Y-%m-%d}" if memory.created_at else "", status, *(f"#{tag}" for tag in memory.tags)]
    said = ", ".join(part for part in about if part)
    text = "\n".join([f"- {first}", *(f"  {line}" if line else "" for line in rest)])
    return f"{text}\n\n  *({said})*\n" if rest and said else f"{text} *({said})*\n" if said else f"{text}\n"

"""How an edit is named in the audit trail: one verb, and what it changed in a few words."""

from __future__ import annotations

from dataclasses import fields

from memtui.domain.drafts import Edit
from memtui.domain.kinds import Layer
from memtui.services.making import normal_tags
from memtui.services.titles import counted, title

_DEFAULTS = Edit()


def touched(change: Edit) -> frozenset[str]:
    """Return the names of an edit's fields that ask for something."""
    return frozenset(f.name for f in fields(Edit) if getattr(change, f.name) != getattr(_DEFAULTS, f.name))


def verb(change: Edit) -> str:
    """Return the action of an edit: archive, unarchive, pin, unpin, tag, or edit for all else."""
    asked = touched(change)
    if asked == {"archived"} or (asked == {"layer"} and change.layer is Layer.ARCHIVED):
        return "unarchive" if change.archived is False else "archive"
    if asked == {"pinned"}:
        return "pin" if change.pinned else "unpin"
    if asked and asked <= {"tags", "add_tags", "remove_tags"}:
        return "tag"
    return "edit"


def words(change: Edit) -> str:
    """Return what an edit sets, in a few words, without the text itself."""
    asked = touched(change)
    parts = [f"+{tag}" for tag in normal_tags(change.add_tags)] + [f"−{tag}" for tag in normal_tags(change.remove_tags)]
    if change.tags is not None:
        parts.append("tags " + (" ".join(f"#{tag}" for tag in normal_tags(change.tags)) or "none"))
    for name in ("kind", "memory_type", "source", "project", "priority", "confidence", "layer", "tier"):
        if name in asked:
            parts.append(f"{label(name)} {getattr(change, name)}")
    if change.importance_override is not None:
        parts.append(f"importance {change.importance_override:.2f}")
    if change.pinned is not None:
        parts.append("pinned" if change.pinned else "unpinned")
    parts += [
        f"{label(name)} {getattr(change, name):%d %b %Y}" for name in ("created_at", "valid_until") if name in asked
    ]
    parts += [f"no {label(name)}" for name in sorted(change.clear)]
    return ", ".join(parts)


def summary(change: Edit, contents: list[str], count: int) -> str:
    """Return a batch's line: the memory's title, or how many memories there are, and what was set."""
    what = title(contents[0], 60) if count == 1 and contents else counted(count, "memory", "memories")
    said = "" if verb(change) in ("archive", "unarchive", "pin", "unpin") else words(change)
    return f"{what}: {said}" if said else what


def done(change: Edit, count: int) -> str:
    """Return a sentence that says what was done to how many memories."""
    many = counted(count, "memory", "memories")
    match verb(change):
        case "archive":
            return f"Archived {many}."
        case "unarchive":
            return f"Brought back {many}."
        case "pin":
            return f"Pinned {many}."
        case "unpin":
            return f"Unpinned {many}."
        case "tag":
            return f"Tagged {many}: {words(change)}."
        case _:
            said = words(change)
            return f"Changed {many}: {said}." if said else f"Changed {many}."


def label(name: str) -> str:
    """Return a field's name for people."""
    return _LABELS.get(name, name.replace("_", " "))


_LABELS = {
    "content": "text",
    "memory_type": "type",
    "importance_override": "importance",
    "created_at": "happened",
    "recorded_at": "recorded",
    "tier_reason": "reason",
    "tier_rule_reason": "rule's reason",
    "layer_before": "layer before",
    "session_position": "position",
    "foreign_id": "foreign id",
}

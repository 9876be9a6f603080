"""What Claude Code's names and types mean: kinds, the names that links use, the project behind a folder's name."""

from __future__ import annotations

import re

from memtui.domain.kinds import Kind, Tier
from memtui.formats.text import composed

_DECIDED = re.compile(
    r"(?i)\b(decided|decision|chose|chosen|agreed|we use|we will|switched|moved from|migrated|replaced|adopted|going with)\b"
)
_HOMES = frozenset(
    [
        "home",
        "users",
        "user",
        "root",
        "mnt",
        "c",
        "dev",
        "projects",
        "project",
        "code",
        "src",
        "repos",
        "repo",
        "work",
        "workspace",
        "git",
        "github",
        "documents",
        "desktop",
    ]
)


def kind_of(given: str, content: str) -> tuple[Kind | None, Tier | None]:
    """Return the kind of Claude's four types; a project's memory is a decision where it reads as one, else a note that lasts."""
    if given in ("user", "feedback"):
        return Kind.PREFERENCE, None
    if given == "reference":
        return Kind.REFERENCE, None
    if given == "project":
        return (Kind.DECISION, None) if _DECIDED.search(content) else (Kind.NOTE, Tier.DURABLE)
    return (Kind(given), None) if given in frozenset(Kind) else (None, None)


def key_of(name: str) -> str:
    """Return a name as links are compared: without case, and with dashes for spaces and underscores."""
    return composed(name).strip().removesuffix(".md").casefold().replace("_", "-").replace(" ", "-")


def project_of(slug: str) -> str | None:
    """Return a project's name from Claude's folder name, which is its path with every sign but letters made a dash."""
    if not slug.startswith("-"):
        return None
    parts = [part for part in slug.split("-") if part]
    if parts[:1] in (["home"], ["Users"], ["users"]) and len(parts) > 2:
        parts = parts[2:]
    while len(parts) > 1 and parts[0].lower() in _HOMES:
        parts = parts[1:]
    return "-".join(parts) or None

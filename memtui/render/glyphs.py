"""The signs of the screens and their ASCII twins; none of them has an emoji form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from memtui.domain.kinds import ConflictType, RelationKind, Severity, Status
from memtui.render.spans import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One sign for each meaning; every sign is one cell wide, but that of a high severity."""

    active: str = "●"
    superseded: str = "○"
    archived: str = "□"
    conflicted: str = "≠"
    transient: str = "·"
    pinned: str = "◊"
    cursor: str = "►"
    mark: str = "■"
    up: str = "↑"
    down: str = "↓"
    same: str = "="
    own: str = "="
    bar_full: str = "█"
    bar_half: str = "▌"
    bar_empty: str = "░"
    supersedes: str = "»"
    superseded_by: str = "«"
    contradicts: str = "≠"
    references: str = "→"
    referenced_by: str = "←"
    elaborates: str = "+"
    similar: str = "≈"
    becomes: str = "→"
    stale: str = "†"
    duplicate: str = "≡"
    high: str = "!!"
    medium: str = "!"
    low: str = "·"
    rule: str = "─"
    focus_rule: str = "═"
    separator: str = "│"
    cross: str = "┼"
    focus_cross: str = "╪"
    dot: str = "·"
    times: str = "×"
    ellipsis: str = "…"
    signal_open: str = "«"
    signal_close: str = "»"
    join_down: str = "╤"
    join_up: str = "┴"
    suggested: str = "◄"
    span_begin: str = "●"
    span_end: str = "○"
    span_onward: str = "►"
    span_held: str = "─"
    span_holds: str = "═"
    moment: str = "│"
    dash: str = "–"
    leads: str = "→"


UNICODE: Final = Glyphs()

ASCII: Final = Glyphs(
    active="*",
    superseded="o",
    archived="x",
    conflicted="#",
    transient=".",
    pinned="^",
    cursor=">",
    mark="#",
    up="^",
    down="v",
    same="=",
    own="=",
    bar_full="#",
    bar_half="-",
    bar_empty=".",
    supersedes=">",
    superseded_by="<",
    contradicts="#",
    references=">",
    referenced_by="<",
    elaborates="+",
    similar="~",
    becomes=">",
    stale="+",
    duplicate="=",
    low=".",
    rule="-",
    focus_rule="=",
    separator="|",
    cross="+",
    focus_cross="+",
    dot="-",
    times="x",
    ellipsis="~",
    signal_open="<",
    signal_close=">",
    join_down="+",
    join_up="+",
    suggested="<",
    span_begin="*",
    span_end="o",
    span_onward=">",
    span_held="-",
    span_holds="=",
    moment="|",
    dash="-",
    leads="->",
)

_STATUS_ROLES: Final = {
    Status.ACTIVE: Role.SUCCESS,
    Status.SUPERSEDED: Role.DIM,
    Status.ARCHIVED: Role.DIM,
    Status.CONFLICTED: Role.ERROR,
}


@dataclass(frozen=True, slots=True)
class Sign:
    """A glyph and the role that it plays."""

    glyph: str
    role: Role
    word: str = field(default="")


def status_sign(glyphs: Glyphs, status: Status, *, pinned: bool = False, transient: bool = False) -> Sign:
    """Return the sign of a memory's status; a pinned or transient live one has its own."""
    if status is Status.ACTIVE and pinned:
        return Sign(glyphs.pinned, Role.ACCENT, status.value)
    if status is Status.ACTIVE and transient:
        return Sign(glyphs.transient, Role.DIM, status.value)
    return Sign(getattr(glyphs, status.value), _STATUS_ROLES[status], status.value)


def relation_sign(glyphs: Glyphs, kind: RelationKind, *, outward: bool) -> Sign:
    """Return the sign and words of a relation as seen from one of its ends; `outward` is from the newer one."""
    match kind, outward:
        case RelationKind.SUPERSEDES, True:
            return Sign(glyphs.supersedes, Role.WARNING, "supersedes")
        case RelationKind.SUPERSEDES, False:
            return Sign(glyphs.superseded_by, Role.WARNING, "superseded by")
        case RelationKind.CONTRADICTS, True:
            return Sign(glyphs.contradicts, Role.ERROR, "contradicts")
        case RelationKind.CONTRADICTS, False:
            return Sign(glyphs.contradicts, Role.ERROR, "contradicted by")
        case RelationKind.REFERENCES, True:
            return Sign(glyphs.references, Role.DIM, "references")
        case RelationKind.REFERENCES, False:
            return Sign(glyphs.referenced_by, Role.DIM, "referenced by")
        case RelationKind.ELABORATES, True:
            return Sign(glyphs.elaborates, Role.DIM, "elaborates")
        case RelationKind.ELABORATES, False:
            return Sign(glyphs.elaborates, Role.DIM, "elaborated by")
        case _:
            return Sign(glyphs.similar, Role.DIM, "similar")


_CONFLICTS = {
    ConflictType.CONTRADICTION: ("contradicts", Role.ERROR, "contradict"),
    ConflictType.SUPERSESSION: ("supersedes", Role.WARNING, "supersede"),
    ConflictType.PREFERENCE_CHANGE: ("supersedes", Role.WARNING, "preference"),
    ConflictType.OPERATIONAL_CHANGE: ("supersedes", Role.WARNING, "operation"),
    ConflictType.DUPLICATE: ("duplicate", Role.DIM, "duplicate"),
    ConflictType.STALE: ("stale", Role.DIM, "stale"),
}

_SEVERITIES = {Severity.HIGH: Role.ERROR, Severity.MEDIUM: Role.WARNING, Severity.LOW: Role.DIM}


def conflict_sign(glyphs: Glyphs, type: ConflictType) -> Sign:
    """Return the sign and the word, of at most ten cells, of a type of conflict."""
    name, role, word = _CONFLICTS[type]
    return Sign(getattr(glyphs, name), role, word)


def severity_sign(glyphs: Glyphs, severity: Severity) -> Sign:
    """Return the sign of a severity, one or two cells wide."""
    return Sign(getattr(glyphs, severity.value), _SEVERITIES[severity], severity.value)

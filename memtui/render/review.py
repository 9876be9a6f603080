"""The review queue on a screen: its tabs, its rows, and what there is when it is empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.kinds import ConflictState, ConflictType, Severity, SuggestedAction
from memtui.domain.records import Conflict
from memtui.render.dates import age
from memtui.render.glyphs import conflict_sign, severity_sign
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import badge_spans, share
from memtui.render.pen import Pen, line_width
from memtui.render.queue import subject, values
from memtui.render.spans import Line, Role, Span

TABS = ("open", "auto", "kept", "done")

WIDE = 100
"""From this many cells on words are written out."""

SURE = 1 + 3 + 5 + 1
"""Cells of the columns at the right: confidence, age, and a blank each before and after."""

SIGNS = 2 + 1 + 1 + 1 + 10 + 1
"""Cells of the columns at the left: severity, type, and the blanks between."""

_BOTH_COLUMNS = 44
"""From this many cells on a decided row has room for values beside the verdicts."""

DETECTOR = {
    SuggestedAction.SUPERSEDE_EXISTING: "newer",
    SuggestedAction.MARK_CONFLICTED: "conflict",
    SuggestedAction.KEEP_BOTH: "both",
    SuggestedAction.ARCHIVE_EXISTING: "archive old",
    SuggestedAction.MERGE: "merge",
}
"""What the detector suggested, in a word."""

PERSON = {
    "newer_is_true": "newer",
    "older_is_true": "older",
    "keep_conflict": "conflict",
    "both_are_true": "both",
    "merge": "merged",
    "archive_old": "archived old",
    "archive_new": "archived new",
}
"""What a person said, in a word or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLook:
    """How the rows of one list are laid out: cells without the gutter, and whether their conflicts are decided."""

    width: int
    decided: bool = False

    @property
    def room(self) -> int:
        """Cells that subject and values share."""
        return max(self.width - SIGNS - SURE + 1, 8)

    @property
    def subject(self) -> int:
        """Cells of the subject, a blank after it included."""
        return min(max(round(self.room * 0.35 + 8.45), 4), self.room - 2)

    @property
    def values(self) -> int:
        """Cells of the values, a blank after them included."""
        return self.room - self.subject


def queue_head(look: QueueLook, pen: Pen, gutter: int) -> Line:
    """Return the column heads for the whole width of a list, its gutter included."""
    told = f"old {pen.glyphs.becomes} new"
    if look.decided:
        told = (
            f"{pen.fit(told, look.values // 2)}detector, person" if look.values >= _BOTH_COLUMNS else "detector, person"
        )
    head = (
        " " * (gutter + 3)
        + pen.fit("type", SIGNS - 3)
        + pen.fit("subject", look.subject)
        + pen.fit(told, look.values - 1)
        + "conf  age"
    )
    return (Span(pen.cut(head, gutter + look.width), Role.LABEL),)


def queue_row(entry: EntryShape, pen: Pen, look: QueueLook, *, current: bool = False, new: bool = False) -> Line:
    """Return a conflict as one line of exactly `look.width` cells; a `new` one bears a badge."""
    conflict = entry.conflict
    severity, kind = severity_sign(pen.glyphs, conflict.severity), conflict_sign(pen.glyphs, conflict.type)
    role = Role.STRONG if current else Role.TEXT
    line = (
        Span(pen.fit(severity.glyph, 2), severity.role),
        Span(" "),
        Span(kind.glyph, kind.role),
        Span(f" {pen.fit(kind.word, 10)} "),
        *_subject(entry, pen, look, role, new=new),
        *_told(entry, pen, look, role),
        Span(pen.fit_right(share(conflict.confidence), 3)),
        Span(pen.fit_right(age(entry.new.created_at, pen.now, pen.zone), 5), Role.LABEL),
    )
    return pen.fit_line(line, look.width)


def _subject(entry: EntryShape, pen: Pen, look: QueueLook, role: Role, *, new: bool) -> Line:
    badge = badge_spans(frozenset(), pen, new=new)
    room = look.subject - 1 - (line_width(badge) + 1 if badge else 0)
    text = pen.cut(subject(entry, pen), max(room, 1))
    return pen.fit_line((Span(text, role), Span(" "), *badge), look.subject)


def _told(entry: EntryShape, pen: Pen, look: QueueLook, role: Role) -> Line:
    room = look.values
    if not look.decided:
        return (Span(pen.fit(pen.cut(values(entry, pen), room - 1), room), role),)
    spans: list[Span] = []
    if room >= _BOTH_COLUMNS:
        half = room // 2
        spans.append(Span(pen.fit(pen.cut(values(entry, pen), half - 1), half), role))
        room -= half
    both = (*said_by_both(entry.conflict, pen), Span(" "))
    return (*spans, *pen.fit_line(both, room))


def said_by_both(conflict: Conflict, pen: Pen) -> Line:
    """Return what the detector suggested and what a person said, side by side."""
    person = PERSON.get(conflict.human_verdict or "", "")
    if not person:
        person = "applied" if conflict.state is ConflictState.AUTO else "settled"
        return (
            Span(DETECTOR[conflict.suggested_action]),
            Span(f" {pen.glyphs.separator} ", Role.RULE),
            Span(person, Role.DIM),
        )
    return (
        Span(DETECTOR[conflict.suggested_action]),
        Span(f" {pen.glyphs.separator} ", Role.RULE),
        Span(person, Role.STRONG),
    )


class Numbers:
    """The counts of the tabs line: states, severities of the open ones, and how often a person agreed."""

    def __init__(
        self,
        states: Mapping[ConflictState, int],
        severities: Mapping[Severity, int],
        agreed: int = 0,
        judged: int = 0,
        shown: int | None = None,
    ) -> None:
        count = states.get
        self.tabs = {
            "open": count(ConflictState.OPEN, 0),
            "auto": count(ConflictState.AUTO, 0),
            "kept": count(ConflictState.KEPT, 0),
            "done": count(ConflictState.RESOLVED, 0) + count(ConflictState.DISMISSED, 0),
        }
        self.severities = severities
        self.agreed, self.judged, self.shown = agreed, judged, shown


def tabs_line(numbers: Numbers, tab: str, pen: Pen, cells: int, sample: str = "") -> Line:
    """Return the tabs with their counts, the one in front in brackets; severities and precision at the right as room allows.

    Words that the store is a `sample` come between them where shorter words leave room for all of it.
    The first spans are tab, blank, tab, blank, in the order of `TABS`.
    """
    wide = cells >= WIDE
    told = (Span(f"   {sample}", Role.WARNING),) if sample and wide else ()
    if told:
        for spelled in (True, False):
            left, right = _tabs(numbers, tab, spelled), (*told, Span("   "), *_standing(numbers, pen, spelled))
            if line_width(left) + line_width(right) + 2 <= cells:
                return (*pen.ends(left, right, cells - 1), Span(" "))
    left = _tabs(numbers, tab, wide)
    for ending in (_standing(numbers, pen, wide), _severities(numbers, pen, wide), ()):
        if line_width(left) + line_width(ending) + 2 <= cells:
            return (*pen.ends(left, ending, cells - 1), Span(" "))
    return pen.fit_line(left, cells)


def _tabs(numbers: Numbers, tab: str, wide: bool) -> Line:
    spans: list[Span] = []
    for name in TABS:
        word = "auto-applied" if wide and name == "auto" else name
        count = f"{numbers.tabs[name]:,}"
        if name == tab and numbers.shown is not None:
            count = f"{numbers.shown:,} of {count}"
        text = f"[{word} {count}]" if name == tab else f" {word} {count}"
        spans += [Span(text, Role.CURRENT if name == tab else Role.TEXT), Span(" ")]
    return tuple(spans)


def _standing(numbers: Numbers, pen: Pen, wide: bool) -> Line:
    return (*_severities(numbers, pen, wide), *_precision(numbers, wide))


def _severities(numbers: Numbers, pen: Pen, wide: bool) -> Line:
    spans: list[Span] = []
    for one in (Severity.HIGH, Severity.MEDIUM, Severity.LOW):
        sign = severity_sign(pen.glyphs, one)
        word = f" {one.value}" if wide else ""
        spans += [Span(sign.glyph, sign.role), Span(f"{word} {numbers.severities.get(one, 0):,}")]
        spans.append(Span("   " if wide else "  "))
    return tuple(spans[:-1])


def _precision(numbers: Numbers, wide: bool) -> Line:
    if not numbers.judged:
        return ()
    percent = f" ({numbers.agreed / numbers.judged:.0%})" if wide else ""
    return (Span(f"   agreed {numbers.agreed:,} of {numbers.judged:,}{percent}", Role.LABEL),)


def type_word(type: ConflictType) -> str:
    """Return a type as a sentence names it: `preference change`."""
    return type.value.replace("_", " ")


def rest_line(count: int, pen: Pen, cells: int, *, order: str) -> Line:
    """Return what stands below the rows in sight: how many more there are and in which order."""
    if count <= 0:
        return ()
    sign = pen.glyphs.rule
    return pen.fit_line((Span(f"    {sign} {count:,} more; {order} {sign}", Role.DIM),), cells)

"""The journal as people read it: batches in rows by day, one batch row by row before → after, what undo would do."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.kinds import Status
from memtui.domain.records import Batch
from memtui.render.dates import clock, short_day
from memtui.render.glyphs import status_sign
from memtui.render.pen import Pen
from memtui.render.shapes import BatchDetailShape, BatchLineShape, FieldShape, RowChangeShape, UndoShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width, wrap
from memtui.render.word_diff import diff_lines

_WHO, _ACTION, _CHANGES, _STATE = 11, 8, 6, 7

_TEXT_FIELDS = frozenset({"content", "text"})
"""Fields whose two values are shown as one text with its changed words marked."""

NONE = "(none)"
"""How an unset value reads."""

_FIRST = ("kind", "layer", "tags", "status")
"""What is told of a row that came or went where there are many."""

_STATE_ROLES = {"undo": Role.TEXT, "blocked": Role.WARNING, "undone": Role.DIM, "partial": Role.WARNING}


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLook:
    """How the journal is drawn: the width of a row without its gutter, and the name of the one who looks on (`you`).

    `row_limit` is how many rows of a batch are shown (None: all that there are), `more` how to see others,
    `brief` tells little of rows that came or went, as is done where there are several of them; `tight` gives each
    field one line, cut where it is longer.
    """

    width: int
    me: str = ""
    row_limit: int | None = None
    more: str = ""
    brief: bool = False
    tight: bool = False


def who(batch: Batch, me: str) -> str:
    """Return who acted, `you` for the one who looks on."""
    return "you" if batch.actor == me else shown(batch.actor)


def batch_header(look: HistoryLook) -> Line:
    """Return the column heads for the whole width of the list, its gutter included."""
    left = f"  {'when':<5}  {'who':<{_WHO}}  what"
    gap = look.width + 2 - width(left) - 10
    return (Span(left + " " * max(gap, 1) + "changes", Role.LABEL),)


def batch_row(row: BatchLineShape, pen: Pen, look: HistoryLook, *, current: bool = False, inside: bool = False) -> Line:
    """Return a batch as one line of exactly `look.width` cells: time, who, act, summary, changes, state.

    One that stands `inside` an unfolded sitting is set in.
    """
    batch = row.batch
    count = f"{batch.changes:,}"
    column = max(_CHANGES, len(count) + 1)
    room = look.width - 5 - 2 - _WHO - 2 - _ACTION - 2 - column - 2 - _STATE
    past = row.state == "undone"
    role = Role.DIM if past else (Role.STRONG if current else Role.TEXT)
    spans = (
        Span(clock(batch.at, pen.zone), Role.LABEL),
        Span("  " + pen.fit(who(batch, look.me), _WHO) + "  ", role),
        Span(pen.fit(shown(batch.action), _ACTION) + "  ", role),
        Span(pen.fit("  " * inside + shown(pen.mask(batch.summary)), max(room, 1)), role),
        Span(pen.fit_right(count, column) + "  ", Role.DIM if past else Role.TEXT),
        Span(pen.fit(row.state, _STATE), _STATE_ROLES.get(row.state, Role.TEXT)),
    )
    return pen.fit_line(spans, look.width)


def dated_row(row: BatchLineShape, pen: Pen, look: HistoryLook) -> Line:
    """Return a batch as one line that names its day as well, for lists without day rules."""
    when = pen.fit_right(short_day(row.batch.at, pen.now, pen.zone), 11) + "  "
    rest = batch_row(row, pen, HistoryLook(width=look.width - 13, me=look.me))
    return (Span(when, Role.LABEL), *rest)


def batch_title(batch: Batch, pen: Pen, me: str) -> str:
    """Return the words of the rule above a batch: `13:58 you · archive, 31 changes`."""
    noun = "change" if batch.changes == 1 else "changes"
    action = shown(batch.action)
    return f"{clock(batch.at, pen.zone)} {who(batch, me)} {pen.glyphs.dot} {action}, {batch.changes:,} {noun}"


def batch_lines(detail: BatchDetailShape, pen: Pen, look: HistoryLook) -> list[Line]:
    """Return what a batch did: its summary, then each row with its fields before → after."""
    summary = shown(pen.mask(detail.batch.summary))
    if len(detail.rows) == 1 and summary == shown(pen.mask(detail.rows[0].title)):
        summary = ""
    face = f" {pen.glyphs.dot} by {detail.batch.face}" if detail.batch.face else ""
    lines: list[Line] = []
    if summary:
        lines.extend((Span(" " + summary[start:end]),) for start, end in wrap(summary, look.width - 2))
    lines.append((Span(f" {_state_words(detail)}{face}", Role.DIM),))
    limit = len(detail.rows) if look.row_limit is None else look.row_limit
    for change in detail.rows[:limit]:
        lines.extend(row_lines(change, pen, look, brief=look.brief or len(detail.rows) > 1))
    hidden = max(len(detail.rows) - limit, 0) + detail.more_rows
    if hidden:
        how = f"; {look.more}" if look.more else ""
        lines.append((Span(f"   {hidden:,} more{how}", Role.DIM),))
    return lines


def _state_words(detail: BatchDetailShape) -> str:
    batch = detail.batch
    if batch.adopted:
        return "history of another store, came with an import"
    if detail.state == "partial" and batch.undone_by is not None:
        return "taken back in part; u goes on"
    return {
        "undo": "can be taken back as one",
        "blocked": "cannot be taken back now",
        "undone": "taken back",
        "partial": "stopped before its end; can be taken back as one",
    }.get(detail.state, shown(detail.state))


def row_lines(change: RowChangeShape, pen: Pen, look: HistoryLook, *, brief: bool = False) -> list[Line]:
    """Return one row of a batch: what it is, whether it came or went, its fields before → after.

    `brief` says of a row that came or went only what it is at first sight.
    """
    sign, role = ("+", Role.SUCCESS) if change.made else ("-", Role.ERROR) if change.gone else (" ", Role.TEXT)
    kind = "link " if change.table == "relation" else ""
    words = " (added)" if change.made else " (taken out)" if change.gone else ""
    title = shown(pen.mask(change.title)) or f"number {change.number}"
    room = look.width - 4 - width(kind) - width(words)
    head: Line = (
        Span(" "),
        Span(sign, role),
        Span(f" {kind}", Role.LABEL),
        Span(pen.cut(title, max(room, 1)), Role.STRONG),
        Span(words, Role.DIM),
    )
    signs = change.table == "memory"
    if not (change.made or change.gone):
        return [
            head,
            *(
                line
                for field in change.fields
                for line in field_lines(field, pen, look.width, tight=look.tight, signs=signs)
            ),
        ]
    held = [(field.field, field.after if change.made else field.before) for field in change.fields]
    return [head, *_held_lines([(name, value) for name, value in held if value not in ("", NONE)], pen, look, brief)]


def _held_lines(held: list[tuple[str, str]], pen: Pen, look: HistoryLook, brief: bool) -> list[Line]:
    """Return the values of a row that came or went."""
    if brief:
        known = dict(held)
        first = f" {pen.glyphs.dot} ".join(shown(pen.mask(known[name])) for name in _FIRST if name in known)
        return [pen.fit_line((Span("     "), Span(first, Role.DIM)), look.width - 1)] if first else []
    lines: list[Line] = []
    for name, value in held:
        label, words = f"     {pen.fit(shown(name), 13)} ", shown(pen.mask(value))
        for place, (start, end) in enumerate(wrap(words, look.width - width(label) - 1)):
            lines.append((Span(label if not place else " " * width(label), Role.LABEL), Span(words[start:end])))
    return lines


def field_lines(field: FieldShape, pen: Pen, cells: int, *, tight: bool = False, signs: bool = True) -> list[Line]:
    """Return one field before → after; a text as a word diff.

    A `tight` one takes one line, cut where it is longer; `signs` draws a status of memories with its sign.
    """
    label = f"     {pen.fit(shown(field.field), 13)} "
    if field.field in _TEXT_FIELDS and field.before not in ("", NONE) and field.after not in ("", NONE):
        return [(Span(label.rstrip(), Role.LABEL),), *diff_lines(field.before, field.after, pen, cells - 1, indent=7)]
    before, after = (_value(field.field, value, pen, signs) for value in (field.before, field.after))
    arrow = Span(f" {pen.glyphs.becomes} ", Role.DIM)
    whole = (Span(label, Role.LABEL), *before, arrow, *after)
    if tight or sum(width(span.text) for span in whole) <= cells - 1:
        return [pen.fit_line(whole, cells - 1) if tight else whole]
    return [
        pen.fit_line((Span(label, Role.LABEL), *before), cells - 1),
        pen.fit_line((Span(" " * (width(label) - 2)), Span(f"{pen.glyphs.becomes} ", Role.DIM), *after), cells - 1),
    ]


def _value(field: str, value: str, pen: Pen, signs: bool) -> Line:
    words = shown(pen.mask(value)) or NONE
    if signs and field == "status" and value in set(Status):
        sign = status_sign(pen.glyphs, Status(value))
        return (Span(sign.glyph, sign.role), Span(f" {words}"))
    return (Span(words),)


def undo_title(detail: UndoShape, pen: Pen) -> str:
    """Return the words of the rule above what undo would do or why it cannot."""
    if detail.state == "undone":
        return "taken back already"
    if detail.blocked_because:
        return f"{clock(detail.batch.at, pen.zone)} is blocked because"
    return "what u would do"


def undo_lines(detail: UndoShape, pen: Pen, cells: int) -> list[Line]:
    """Return what taking the batch back would do, or why it cannot be taken back."""
    if detail.blocked_because:
        sentences = [detail.blocked_because]
    elif detail.state == "undone":
        sentences = ["It was taken back already; U brings it back if nothing came after."]
    else:
        sentences = list(detail.undo_effects) or ["Takes the whole batch back."]
    lines: list[Line] = []
    for sentence in sentences:
        safe = shown(pen.mask(sentence))
        lines.extend((Span(" " + safe[start:end]),) for start, end in wrap(safe, cells - 2))
    return lines

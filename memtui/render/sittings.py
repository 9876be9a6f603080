"""A sitting as people read it: its verdicts by kind with what each changed, and what undo would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from memtui.domain.kinds import Status
from memtui.domain.records import Batch
from memtui.domain.verdicts import Verdict
from memtui.render.dates import clock
from memtui.render.glyphs import status_sign
from memtui.render.history import HistoryLook, row_lines, undo_lines, undo_title, who
from memtui.render.pen import Pen
from memtui.render.shapes import JudgedShape, RowChangeShape, SittingShape, VerdictGroupShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, wrap

Keys = Mapping[Verdict, str]
"""The key that gives each verdict."""

_SUBJECT = 42
"""Cells of what was judged, in a line of a sitting in little room."""

_BRIEF = 4
"""Lines that suffice there, so that what undo would do is in sight."""


def sitting_title(batch: Batch, given: int, pen: Pen, me: str, *, brief: bool = False) -> str:
    """Return the words of the rule above a sitting: `13:58 you · 12 verdicts`, `brief` with its changes."""
    changes = f", {batch.changes:,} changes" if brief else ""
    return f"{clock(batch.at, pen.zone)} {who(batch, me)} {pen.glyphs.dot} {given:,} verdicts{changes}"


def sitting_lines(detail: SittingShape, pen: Pen, look: HistoryLook, keys: Keys) -> list[Line]:
    """Return a sitting in full: a group for each kind of verdict, its rows before → after, then what undo would do."""
    changes = f"{detail.batch.changes:,} changes"
    lines: list[Line] = [(Span(f" sitting of {_lasted(detail.lasted)}, {changes}, one undo", Role.DIM),)]
    for group in detail.groups:
        lines += [(), _group_head(group, pen, look, keys)]
        for judged in group.judged:
            lines += _judged_lines(judged, pen, look, merged=group.verdict is Verdict.MERGE)
        lines += _more(group.more, "")
    return [
        *lines,
        (),
        pen.rule(undo_title(detail, pen), "", look.width),
        *undo_lines(detail, pen, look.width),
    ]


def brief_lines(detail: SittingShape, pen: Pen, look: HistoryLook, keys: Keys) -> list[Line]:
    """Return a sitting where there is little room: a line for each memory and fact, then in a sentence what undo would do."""
    lines: list[Line] = []
    told = 0
    for group in detail.groups:
        key = keys.get(group.verdict, "") if group.verdict is not None else ""
        for judged in group.judged:
            if len(lines) < _BRIEF:
                lines += _judged_brief(judged, key, pen, look.width)
                told += 1
    left = max(detail.given - told, 0)
    lines += _more(left, " more verdicts; enter shows all" if left != 1 else " more verdict; enter shows all")
    sentence = " ".join(shown(pen.mask(words)) for words in _undo_words(detail))
    undo: list[Line] = [(Span(" " + sentence[start:end]),) for start, end in wrap(sentence, look.width - 2)]
    # A line between them is left out where the sentence takes two: the pane has room for seven lines.
    return [*lines, *([()] if len(undo) == 1 else []), *undo]


def _undo_words(detail: SittingShape) -> list[str]:
    if detail.blocked_because:
        return [detail.blocked_because]
    if detail.state == "undone":
        return ["It was taken back already; U brings it back if nothing came after."]
    whole = detail.going == detail.given
    took = (
        "u takes the whole sitting back." if whole else f"u takes {detail.going:,} of {detail.given:,} verdicts back."
    )
    return [took, *detail.undo_effects[1:]]


def _lasted(time: timedelta) -> str:
    seconds = int(time.total_seconds())
    if not seconds:
        return "a moment"
    count, unit = (seconds, "second") if seconds < 60 else ((seconds + 30) // 60, "minute")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _group_head(group: VerdictGroupShape, pen: Pen, look: HistoryLook, keys: Keys) -> Line:
    key = keys.get(group.verdict, "") if group.verdict is not None else ""
    left: Line = (Span(" "), *((Span(f"{key} ", Role.KEY),) if key else ()), Span(group.words, Role.STRONG))
    return pen.ends(left, (Span(f"{group.count:,} "),), look.width)


def _judged_lines(judged: JudgedShape, pen: Pen, look: HistoryLook, *, merged: bool) -> list[Line]:
    """Return one batch's rows; one that changed no memory and no fact is named by what it was about."""
    if merged:
        lines = [_titled(row, pen, look) for row in sorted(judged.rows, key=lambda row: row.made)]
    elif not judged.rows:
        lines = [(Span("   "), Span(pen.cut(shown(pen.mask(judged.subject)), look.width - 4), Role.STRONG))]
    else:
        lines = [line for row in judged.rows for line in row_lines(row, pen, replace(look, tight=True), brief=True)]
    if judged.state not in ("undo", "partial"):
        lines.append((Span(f"     {_STANDS.get(judged.state, judged.state)}", Role.WARNING),))
    return lines


def _titled(row: RowChangeShape, pen: Pen, look: HistoryLook) -> Line:
    """Return what a merge did to a row: its title, of the new one as what stands now."""
    lead: Line = (Span(f"     {'now':<13} ", Role.LABEL),) if row.made else (Span("   "),)
    role = Role.TEXT if row.made else Role.STRONG
    return pen.fit_line((*lead, Span(shown(pen.mask(row.title)), role)), look.width - 1)


_STANDS = {"undone": "taken back already", "blocked": "stays: a later act depends on it"}


def _judged_brief(judged: JudgedShape, key: str, pen: Pen, cells: int) -> list[Line]:
    lines: list[Line] = []
    for row in judged.rows:
        told = _change(row, pen)
        if told:
            lead: Line = (Span(f" {key:<2} " if not lines else "    ", Role.KEY),)
            title = pen.fit(shown(pen.mask(row.title)), min(_SUBJECT, max(cells // 2, 10)))
            lines.append(pen.fit_line((*lead, Span(title), Span("  "), *told), cells - 1))
    if not lines:
        subject = pen.cut(shown(pen.mask(judged.subject)), max(cells - 6, 1))
        lines.append((Span(f" {key:<2} ", Role.KEY), Span(subject)))
    return lines


def _change(row: RowChangeShape, pen: Pen) -> Line:
    """Return in a few cells what happened to a row: its status, and by what it was superseded."""
    if row.made or row.gone:
        return (Span("added" if row.made else "taken out", Role.DIM),)
    fields = {field.field: field for field in row.fields}
    arrow = Span(f" {pen.glyphs.becomes} ", Role.DIM)
    line: Line = ()
    if status := fields.get("status"):
        memory = row.table == "memory"
        line = (*_status(status.before, pen, memory), arrow, *_status(status.after, pen, memory))
    if (by := fields.get("superseded by")) and " " in by.after:
        line = (*line, Span(f"   by {shown(pen.mask(by.after.partition(' ')[2]))}", Role.DIM))
    return line


def _status(value: str, pen: Pen, memory: bool) -> Line:
    if memory and value in set(Status):
        sign = status_sign(pen.glyphs, Status(value))
        return (Span(sign.glyph, sign.role),)
    return (Span(shown(value)),)


def _more(count: int, words: str) -> list[Line]:
    return [(Span(f"   {count:,}{words or ' more'}", Role.DIM),)] if count else []

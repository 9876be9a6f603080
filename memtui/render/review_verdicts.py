"""What is said about a pair: why it was noticed, what each verdict would change, what lies around it, all the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.kinds import ConflictState, SuggestedAction
from memtui.domain.verdicts import Verdict
from memtui.render.dates import day_and_clock, days_between, short_day
from memtui.render.glyphs import conflict_sign, status_sign
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import share
from memtui.render.pen import Pen, line_width
from memtui.render.queue import subject
from memtui.render.review import DETECTOR, PERSON, WIDE, type_word
from memtui.render.review_evidence import CloserShape, verdict_words
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width, wrap

LABEL = 20
"""Cells of the column that names key and verdict, a blank at both ends included."""

SUGGESTED = {
    SuggestedAction.SUPERSEDE_EXISTING: "a",
    SuggestedAction.MARK_CONFLICTED: "c",
    SuggestedAction.KEEP_BOTH: "b",
    SuggestedAction.ARCHIVE_EXISTING: "d",
    SuggestedAction.MERGE: "m",
}
"""The place in the list of verdicts, by its usual key, of what a detector suggests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictLook:
    """How the verdicts are laid out: width, side in focus, tab, and the key of each act as it is printed.

    With `undoes_last` the undo key is for the newest act, not for the verdict on this pair.
    """

    width: int
    new_in_focus: bool = False
    tab: str = "open"
    undoes_last: bool = False
    keys: Mapping[str, str]

    @property
    def wide(self) -> bool:
        """Whether words are written out."""
        return self.width >= WIDE


USUAL: dict[Verdict, tuple[str, ...]] = {
    Verdict.NEWER: ("old → superseded by new",),
    Verdict.OLDER: ("new → superseded by old",),
    Verdict.BOTH: ("both → active", "this pair stays away until a text changes"),
    Verdict.KEEP: ("both → conflicted, in recall with the reason", "leaves the queue"),
    Verdict.MERGE: ("the result is a new memory that supersedes both",),
    Verdict.ARCHIVE_OLD: ("old → archived", "new → active"),
    Verdict.ARCHIVE_NEW: ("new → archived", "old → active"),
}
"""What each verdict does to any pair; what it does to this one follows."""

_ACTS = (
    ("accept", "a", "newer is true"),
    ("older", "o", "older is true"),
    ("both", "b", "both are true"),
    ("conflict", "c", "keep as conflict"),
    ("merge", "m", "merge"),
    ("archive", "d", "archive"),
    ("put_off", "s", "later"),
)


def reason_lines(entry: EntryShape, closer: CloserShape | None, pen: Pen, look: VerdictLook) -> list[Line]:
    """Return why a pair was noticed, in two lines; a note has its place in the second."""
    conflict = entry.conflict
    reason = shown(pen.mask(entry.reason))
    if not conflict.evidence.get("missed"):
        reason = reason[:1].upper() + reason[1:]
    reason += "" if reason.endswith((".", "!", "?")) else "."
    if look.wide:
        kind = conflict_sign(pen.glyphs, conflict.type)
        head = f"{type_word(conflict.type).capitalize()}, {conflict.severity.value}, {share(conflict.confidence)}"
        first = (Span(" "), Span(head, kind.role), Span("   "), Span(reason))
        return [pen.fit_line(first, look.width), pen.fit_line(_facts(entry, pen), look.width)]
    if conflict.state is ConflictState.KEPT:
        both = f"detector: {DETECTOR[conflict.suggested_action]} {pen.glyphs.separator} {verdict_words(entry, pen)}"
        return [(Span(f" {pen.cut(reason, look.width - 2)}"),), (Span(f" {pen.cut(both, look.width - 2)}", Role.DIM),)]
    lines = [reason[start:end] for start, end in wrap(reason, look.width - 2)]
    note = shown(pen.mask(conflict.note or ""))
    beside = [f"note: {note}" if note else "", _settles(closer)]
    if any(beside) or len(lines) == 1:
        second = f" {pen.glyphs.dot} ".join(filter(None, beside)) or _span_of_time(entry, pen)
        return [
            (Span(f" {pen.cut(reason, look.width - 2)}"),),
            (Span(f" {pen.cut(second, look.width - 2)}", Role.DIM),),
        ]
    return [(Span(f" {lines[0]}"),), (Span(f" {pen.cut(' '.join(lines[1:]), look.width - 2)}"),)]


def _facts(entry: EntryShape, pen: Pen) -> Line:
    told = [("subject", shown(pen.mask(entry.thing))), ("slot", shown(pen.mask(entry.slot)))]
    if entry.conflict.note:
        told = [("note", shown(pen.mask(entry.conflict.note)))]
    elif not any(value for _, value in told):
        told = [("subject", subject(entry, pen))]
    old, new = shown(pen.mask(entry.old_value)), shown(pen.mask(entry.new_value))
    told.append(("value", f"{old} {pen.glyphs.becomes} {new}" if old and new else old or new))
    told.append(("when", _span_of_time(entry, pen)))
    spans: list[Span] = []
    for name, value in told:
        if value:
            spans += [Span(f" {name}  ", Role.LABEL), Span(f"{pen.cut(value, 40)}    ")]
    return tuple(spans)


def _span_of_time(entry: EntryShape, pen: Pen) -> str:
    old, new = entry.old.created_at, entry.new.created_at
    if old is None or new is None:
        return "one of the two is undated" if old is not None or new is not None else "both are undated"
    days = days_between(old, new, pen.zone)
    noun = "same day" if days == 0 else "1 day" if days == 1 else f"{days:,} days"
    first, last = (short_day(at, pen.now, pen.zone) for at in (old, new))
    return f"{first} {pen.glyphs.becomes} {last} ({noun})"


def _settles(closer: CloserShape | None) -> str:
    clauses = closer.consequences.get(Verdict.NEWER, ()) if closer is not None else ()
    said = next((one for one in clauses if one.startswith("settles ")), "")
    return f"Also {said} in the queue." if said else ""


def verdict_lines(entry: EntryShape, closer: CloserShape | None, pen: Pen, look: VerdictLook) -> list[Line]:
    """Return a line for each verdict: its key, its words, what it will change; the detector's is marked.

    Of a decided conflict it is what both said, and the key that takes it back.
    """
    if look.tab == "done":
        return decided_lines(entry, pen, look)
    suggested = SUGGESTED[entry.conflict.suggested_action] if entry.conflict.state is ConflictState.OPEN else ""
    lines = [_line_of(act, usual == suggested, entry, closer, pen, look) for act, usual, _ in _ACTS]
    return lines if look.tab == "open" else [*lines[:-1], _taking_back(pen, look)]


def _line_of(
    act: str, suggested: bool, entry: EntryShape, closer: CloserShape | None, pen: Pen, look: VerdictLook
) -> Line:
    _, usual, words = next(one for one in _ACTS if one[0] == act)
    mark = f"suggested {pen.glyphs.suggested} " if suggested else ""
    if act == "archive":
        words = f"archive {_side('new' if look.new_in_focus else 'old', look)}"
        mark = mark or ("h l picks the side for d, e, y, 4, 5 " if look.wide else "h l picks side ")
    if act == "put_off":
        said, refused = "stays open, goes to the end of the queue" if look.wide else "to the end of the queue", False
    else:
        verdict = _verdict_of(act, look)
        room = look.width - LABEL - 1 - (width(mark) + 1 if suggested else 0)
        said, refused = _said(verdict, closer, pen, look, room)
        if look.tab == "auto":
            words = {"accept": "that was right", "older": "turn it round"}.get(act, words)
            said = _confirmed(entry, verdict, pen, look) or said
    return _verdict(look.keys.get(act, usual), words, said, mark, refused, pen, look)


def _verdict_of(act: str, look: VerdictLook) -> Verdict:
    by_act = {
        "accept": Verdict.NEWER,
        "older": Verdict.OLDER,
        "both": Verdict.BOTH,
        "conflict": Verdict.KEEP,
        "merge": Verdict.MERGE,
        "archive": Verdict.ARCHIVE_NEW if look.new_in_focus else Verdict.ARCHIVE_OLD,
    }
    return by_act[act]


def _confirmed(entry: EntryShape, verdict: Verdict, pen: Pen, look: VerdictLook) -> str:
    """Return what it means to say of what was applied by itself that it was right."""
    if verdict is not Verdict.NEWER or entry.old.live:
        return ""
    sign = status_sign(pen.glyphs, entry.old.status)
    return f"{_side('old', look)} stays {sign.glyph} {sign.word}; the conflict counts as decided"


def decided_lines(entry: EntryShape, pen: Pen, look: VerdictLook) -> list[Line]:
    """Return what detector and person said of a decided conflict, the note, and how the verdict is taken back."""
    conflict = entry.conflict
    person = PERSON.get(conflict.human_verdict or "", "none: another verdict settled it")
    when = f", {day_and_clock(conflict.decided_at, pen.zone)}" if conflict.decided_at else ""
    by = f", by {shown(conflict.decided_by)}{when}" if conflict.decided_by and conflict.human_verdict else when
    told = [
        ("detector", f"{DETECTOR[conflict.suggested_action]}, {share(conflict.confidence)}"),
        ("person", person + by),
        ("note", shown(pen.mask(conflict.note or ""))),
    ]
    lines: list[Line] = [
        pen.fit_line((Span(f" {pen.fit(name, LABEL)}", Role.LABEL), Span(said)), look.width)
        for name, said in told
        if said
    ]
    if conflict.human_verdict:
        lines += [(), _taking_back(pen, look)]
    return lines


def _taking_back(pen: Pen, look: VerdictLook) -> Line:
    key = look.keys.get("undo", "u")
    if look.undoes_last:
        return _verdict(
            key, "undo", "what was just done; once the cursor moved, the verdict under it", "", False, pen, look
        )
    return _verdict(key, "take it back", "the conflict is open again, whatever came later stays", "", False, pen, look)


def _verdict(key: str, words: str, said: str, mark: str, refused: bool, pen: Pen, look: VerdictLook) -> Line:
    head = (
        Span(f" {key} ", Role.KEY),
        Span(pen.fit(words, LABEL - 2 - width(key)), Role.DIM if refused else Role.TEXT),
    )
    role = Role.ACCENT if mark.startswith("suggested") else Role.LABEL
    body = (*head, Span(" "), Span(said, Role.DIM if refused else Role.TEXT))
    room = look.width - width(mark) - (1 if mark else 0)
    if mark.startswith("h l") and line_width(body) > room:
        return pen.fit_line(body, look.width)
    return (*pen.fit_line(body, room), Span(" " if mark else ""), Span(mark, role))


def _said(verdict: Verdict, closer: CloserShape | None, pen: Pen, look: VerdictLook, room: int) -> tuple[str, bool]:
    """Return what a verdict will change in words, as many clauses as there is room for, and whether it cannot be given."""
    clauses = tuple(closer.consequences.get(verdict, ())) if closer is not None else USUAL[verdict]
    if not clauses:
        return "", True
    if len(clauses) == 1 and clauses[0] != USUAL[verdict][0]:
        return shown(pen.mask(clauses[0])), True
    told = [_clause(one, verdict, pen, look) for one in _short(clauses, verdict, look)]
    while len(told) > 1 and width("; ".join(told)) > room:
        told.pop()
    return "; ".join(told), False


def _short(clauses: Sequence[str], verdict: Verdict, look: VerdictLook) -> Sequence[str]:
    """Return the clauses that a line has room for: a narrow one says in two lines above what a verdict settles."""
    if look.wide:
        return clauses
    kept = [one for one in clauses if not one.startswith("settles ") and not one.endswith("leaves recall")]
    if verdict in (Verdict.NEWER, Verdict.OLDER):
        kept[0] = kept[0].removesuffix(" by new").removesuffix(" by old")
    if verdict is Verdict.KEEP:
        return ["both stay conflicted in recall with the reason", "leaves the queue"]
    if verdict is Verdict.MERGE:
        return ["opens an editor", "the result supersedes both"]
    return kept


def _clause(clause: str, verdict: Verdict, pen: Pen, look: VerdictLook) -> str:
    signs = pen.glyphs
    said = clause.removesuffix(f" {pen.now.year}")
    for word, sign in (("superseded", signs.superseded), ("archived", signs.archived), ("active", signs.active)):
        said = said.replace(f"→ {word}", f"→ {sign} {word}")
    said = said.replace("→ conflicted", f"→ {signs.conflicted}").replace("stay conflicted", f"stay {signs.conflicted}")
    if not look.wide:
        said = said.replace(f"{signs.archived} archived", signs.archived).replace(
            f"{signs.active} active", signs.active
        )
    if verdict is Verdict.MERGE and look.wide:
        said = f"opens an editor with both; {said}"
    if look.wide:
        said = " ".join({"old": "OLD", "new": "NEW"}.get(word, word) for word in said.split(" "))
        said = said.replace("a NEW memory", "a new memory")
        said = said.replace(
            f"{signs.conflicted}, in recall with the reason", f"{signs.conflicted} and stay in recall with this reason"
        )
    return said.replace("→", signs.becomes)


def _side(name: str, look: VerdictLook) -> str:
    return name.upper() if look.wide else name


def key_line(pen: Pen, look: VerdictLook) -> Line:
    """Return the verdicts in one line, where there is room for no more."""
    spans: list[Span] = [Span(" ")]
    for act, usual, words in _ACTS:
        spans += [Span(look.keys.get(act, usual), Role.KEY), Span(f" {words.split()[0]}  ")]
    return pen.fit_line(tuple(spans), look.width)

"""What changed between two texts, word by word: removed words and added ones in their own role."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown_lines, wrap

_TOKEN = re.compile(r"\n|[^\S\n]+|\w+|[^\w\s]")

TOKEN_LIMIT = 4000
"""Tokens of both texts together up to which words are matched; longer ones are shown as before and after."""


def changes(before: str, after: str) -> list[tuple[str, str]]:
    """Return what the new text kept, lost and gained, in order, as (`same`, `removed` or `added`, text)."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) + len(new) > TOKEN_LIMIT:
        return [("removed", before), ("added", after)]
    steps: list[tuple[str, str]] = []
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            steps.append(("same", "".join(old[first:last])))
            continue
        if first < last:
            steps.append(("removed", "".join(old[first:last])))
        if start < end:
            steps.append(("added", "".join(new[start:end])))
    return _joined(steps)


def _joined(steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the steps with single spaces between two changes made part of both, so that phrases read whole."""
    out: list[tuple[str, str]] = []
    for place, (kind, text) in enumerate(steps):
        between = 0 < place < len(steps) - 1 and kind == "same" and text == " "
        if not between:
            out.append((kind, text))
            continue
        out += [("removed", text), ("added", text)]
    runs: list[tuple[str, str]] = []
    removed = added = ""
    for kind, text in [*out, ("same", "")]:
        if kind == "removed":
            removed += text
        elif kind == "added":
            added += text
        else:
            runs += [(name, run) for name, run in (("removed", removed), ("added", added)) if run]
            removed = added = ""
            if text:
                runs.append((kind, text))
    return runs


_ROLES = {"same": Role.TEXT, "removed": Role.REMOVED, "added": Role.ADDED}


def diff_spans(before: str, after: str, pen: Pen) -> list[Span]:
    """Return both texts in one run of spans; with brackets as `[-old-]` and `{+new+}`; lines end in a line break span."""
    spans: list[Span] = []
    for kind, text in changes(pen.mask(before), pen.mask(after)):
        head, tail = {"removed": ("[-", "-]"), "added": ("{+", "+}")}.get(kind, ("", "")) if pen.brackets else ("", "")
        lines = shown_lines(head + text + tail)
        for place, one in enumerate(lines):
            if place:
                spans.append(LINE_BREAK)
            if one:
                spans.append(Span(one, _ROLES[kind]))
    return spans


LINE_BREAK = Span("\n")
"""Ends a line in a run of spans that is still to be wrapped; never drawn."""


def diff_lines(before: str, after: str, pen: Pen, cells: int, *, indent: int = 1) -> list[Line]:
    """Return the word diff of two texts, wrapped."""
    lines: list[Line] = []
    run: list[Span] = []
    for span in [*diff_spans(before, after, pen), LINE_BREAK]:
        if span is not LINE_BREAK:
            run.append(span)
            continue
        lines.extend((Span(" " * indent), *one) for one in wrap_spans(run, cells - indent))
        run = []
    return lines


def wrap_spans(spans: list[Span], cells: int) -> list[Line]:
    """Return a run of spans wrapped as one text, each piece in its role."""
    whole = "".join(span.text for span in spans)
    lines: list[Line] = []
    for start, end in wrap(whole, cells):
        pieces: list[Span] = []
        at = 0
        for span in spans:
            first, last = max(start - at, 0), min(end - at, len(span.text))
            if first < last:
                pieces.append(Span(span.text[first:last], span.role))
            at += len(span.text)
        lines.append(tuple(pieces))
    return lines

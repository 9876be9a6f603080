"""The views in words, one thing after another, for pipes and screen readers: no boxes, no columns, no sign without its word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memtui.domain.kinds import ConflictState, Layer, Severity, Tier
from memtui.domain.records import Memory
from memtui.render.board import CardShape, text_of
from memtui.render.dates import day, days_between
from memtui.render.glyphs import conflict_sign, severity_sign, status_sign
from memtui.render.graph_shapes import NeighbourhoodShape
from memtui.render.graph_tree import tree
from memtui.render.judgements_json import EntryShape
from memtui.render.memories import badge_spans, row_text, share
from memtui.render.pen import Pen
from memtui.render.queue import pair_page, subject, values
from memtui.render.shapes import HitShape
from memtui.render.spans import Line, Role, Span, marked
from memtui.render.timeline_shapes import TimelineShape, ValueSpanShape
from memtui.render.widths import shown
from memtui.render.word_diff import wrap_spans

INDENT = 4
"""Blanks before what belongs to a thing."""


def title(words: str, cells: int) -> list[Line]:
    """Return what a view shows, with a blank line below it."""
    return [*wrap_spans([Span(shown(words), Role.TITLE)], cells), ()]


def remark(words: str, cells: int, role: Role = Role.DIM) -> list[Line]:
    """Return a sentence of the view itself, wrapped."""
    return list(wrap_spans([Span(shown(words), role)], cells))


def below(spans: Sequence[Span], cells: int, indent: int = INDENT) -> list[Line]:
    """Return spans wrapped and set in."""
    return [(Span(" " * indent), *line) for line in wrap_spans(list(spans), max(cells - indent, 20))]


def state(memory: Memory, pen: Pen) -> str:
    """Return a memory's status: its sign and its word, with what else holds of it."""
    sign = status_sign(pen.glyphs, memory.status, pinned=memory.pinned, transient=memory.tier is Tier.TRANSIENT)
    more = ", pinned" if memory.pinned else ""
    return f"{sign.glyph} {sign.word}{more}{', transient' if memory.tier is Tier.TRANSIENT else ''}"


def when(moment: datetime | None, pen: Pen) -> str:
    """Return a day in full, or that there is none."""
    return day(moment, pen.zone) if moment is not None else "undated"


def tags(memory: Memory, pen: Pen) -> str:
    """Return a memory's tags as they are written."""
    return " ".join(f"#{shown(pen.mask(tag))}" for tag in memory.tags)


# Search


def hit_lines(hit: HitShape, name: str, pen: Pen, cells: int) -> list[Line]:
    """Return one memory of a list: its place and text, what is known of it with the id that names it, what it is marked as."""
    memory = hit.memory
    text = row_text(memory, hit.badges, pen)
    badges = badge_spans(hit.badges, pen)
    place = [Span(f"{hit.rank}. ", Role.LABEL)] if hit.rank else []
    head = [*place, *marked(text, pen.highlight(text)), *([Span(" "), *badges] if badges else [])]
    facts = [state(memory, pen), memory.layer.value.replace("_", " "), f"importance {share(hit.importance.value)}"]
    facts += [memory.kind.value] if memory.kind else []
    facts += [when(memory.created_at, pen), tags(memory, pen), _moved(hit), name]
    lines = [*wrap_spans(head, cells), *below([Span(", ".join(filter(None, facts)), Role.DIM)], cells)]
    for mark in hit.marks:
        lines += below([Span(shown(pen.mask(mark)), Role.WARNING)], cells)
    return in_signs(lines, pen)


def _moved(hit: HitShape) -> str:
    if hit.explanation is None or hit.rank_before == hit.rank:
        return ""
    return "not found by words alone" if hit.rank_before is None else f"was {hit.rank_before}. by words alone"


# Review


def entry_lines(entry: EntryShape, pen: Pen, cells: int, *, suggested: str = "") -> list[Line]:
    """Return one conflict: number, subject and values, how sure, both texts with what is marked, why, and the id for a verdict."""
    conflict = entry.conflict
    kind, severity = conflict_sign(pen.glyphs, conflict.type), severity_sign(pen.glyphs, conflict.severity)
    about, told = subject(entry, pen), values(entry, pen)
    head = [
        Span(f"{conflict.number or conflict.id}. ", Role.KEY),
        Span(f"{about}: " if told else about),
        Span(told, Role.STRONG),
    ]
    said = [
        Span(f"{kind.glyph} {conflict.type.value.replace('_', ' ')}", kind.role),
        Span(f", {severity.word}, sure {share(conflict.confidence)}"),
        Span(f", suggested: {suggested}" if suggested else "", Role.ACCENT),
        Span(f", {conflict.id}", Role.DIM),
    ]
    # The page of a pair begins with its rule, its type, its subject and its values, which are told above.
    skipped = 4 if told else 3
    return in_signs([*wrap_spans(head, cells), *below(said, cells), *pair_page(entry, {}, pen, cells)[skipped:]], pen)


def counts_words(states: Mapping[ConflictState, int], severities: Mapping[Severity, int]) -> str:
    """Return how many conflicts there are by state, and how severe the open ones are."""
    told = ", ".join(f"{states.get(one, 0):,} {one.value}" for one in ConflictState)
    severe = ", ".join(f"{severities.get(one, 0):,} {one.value}" for one in reversed(Severity) if severities.get(one))
    return f"{told}. Of the open ones {severe}." if severe and states.get(ConflictState.OPEN) else f"{told}."


# Layers


def layer_head(layer: Layer, memories: int, tokens: int, pen: Pen) -> Line:
    """Return a layer's name, how many memories it holds and about what they cost."""
    name = layer.value.replace("_", " ")
    return (Span(name, Role.TITLE), Span(f": {_plural(memories, 'memory')}, about {_plural(tokens, 'token')}"))


def card_lines(card: CardShape, name: str, pen: Pen, cells: int) -> list[Line]:
    """Return one memory of a layer: its text, what it is worth with the id that names it, and what is suggested for it."""
    memory, found = card.memory, card.judgement
    facts = [
        state(memory, pen),
        f"retention {share(card.retention.value)}",
        f"importance {share(card.importance)}",
        f"opened {_plural(memory.access_count, 'time')}",
        when(memory.created_at, pen),
        tags(memory, pen),
        name,
    ]
    lines = below([Span(text_of(memory, pen))], cells, 2)
    lines += below([Span(", ".join(filter(None, facts)), Role.DIM)], cells)
    if found.to is not None:
        told = f"suggested: to {found.to.value.replace('_', ' ')}, {shown(found.reason)}"
        lines += below([Span(told, Role.ACCENT)], cells)
    return lines


# Graph


def graph_lines(graph: NeighbourhoodShape, names: Mapping[str, str], pen: Pen, cells: int) -> list[Line]:
    """Return a neighbourhood as a tree, one link a line, behind each memory its status and its name from `names`, by id."""
    told = {
        node.key: f"  {node.memory.status.value} {names.get(node.memory.id, node.memory.id)}"
        for node in graph.nodes
        if node.memory is not None
    }
    longest = max(map(len, told.values()), default=0)
    return [
        (*branch.line, Span("" if branch.again else told.get(branch.key, ""), Role.LABEL))
        for branch in tree(graph, pen, max(cells - longest, 30))
    ]


# Timeline


def current_words(timeline: TimelineShape, pen: Pen, cells: int) -> list[Line]:
    """Return which value was current when: a line for each lane, its values in order with their days."""
    lanes: dict[str, list[ValueSpanShape]] = {}
    for span in timeline.spans:
        lanes.setdefault(span.lane, []).append(span)
    lines: list[Line] = []
    for lane, spans in lanes.items():
        told = "; ".join(_held(span, pen) for span in spans)
        alone = len(spans) == 1 and spans[0].value.casefold() == lane.casefold()
        head = [] if alone else [Span(f"{shown(pen.mask(lane))}: ", Role.LABEL)]
        lines += below([*head, Span(told)], cells, 2)
    return lines


def _held(span: ValueSpanShape, pen: Pen) -> str:
    value = shown(pen.mask(span.value))
    if span.end is None:
        return f"{value} since {day(span.start, pen.zone)}"
    days = _plural(days_between(span.start, span.end, pen.zone), "day")
    return f"{value} from {day(span.start, pen.zone)} to {day(span.end, pen.zone)}, {days}"


# What all share


def separated(blocks: Iterable[Sequence[Line]]) -> list[Line]:
    """Return blocks of lines, a blank line between two."""
    lines: list[Line] = []
    for block in blocks:
        lines += [(), *block] if lines else block
    return lines


def in_signs(lines: Sequence[Line], pen: Pen) -> list[Line]:
    """Return lines with the arrows and quotes of remarks in ASCII where that is what is drawn with."""
    if pen.glyphs.rule != "-":
        return list(lines)
    return [tuple(Span(span.text.translate(_IN_ASCII), span.role) for span in line) for line in lines]


_IN_ASCII = str.maketrans({"←": "<-", "→": "->", "“": '"', "”": '"', "…": "...", "≈": "~", "·": "-"})


def _plural(count: int, noun: str) -> str:
    many = noun[:-1] + "ies" if noun.endswith("y") and noun != "day" else noun + "s"
    return f"{count:,} {noun if count == 1 else many}"

"""What each view of `memtui --plain` says, as lines."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memtui.cli import shapes
from memtui.cli.failures import NEEDS_A_LOOK, OK
from memtui.cli.output import plural
from memtui.cli.selection import centre_of, short_ids, thing_of
from memtui.cli.session import Session
from memtui.domain.kinds import Layer

if TYPE_CHECKING:
    from memtui.render.pen import Highlight, Pen
    from memtui.render.spans import Line
    from memtui.services.workspace import Workspace

CELLS = 100
"""The width of a line where neither a terminal nor COLUMNS says one."""

LEAST_CELLS = 40
ROWS = 50
CARDS = 5
"""So many memories of a layer where all are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be printed: the project and moment it is seen from, the words behind the view's name, how many rows and steps."""

    run: Session
    place: str
    words: str
    limit: int | None
    depth: int

    @property
    def rows(self) -> int:
        """How many rows there may be."""
        return self.limit or ROWS

    @property
    def cells(self) -> int:
        """How wide a line may be."""
        return max(shutil.get_terminal_size((CELLS, 24)).columns, LEAST_CELLS)

    def head(self, name: str, told: str, pen: Pen) -> list[Line]:
        """Return the first lines of a view: its name, from where it is seen, and what it shows."""
        from memtui.render.prose import title

        return title(f"{name}{self.place}: {pen.mask(told)}", self.cells)

    def pen(self, workspace: Workspace, highlight: Highlight | None = None) -> Pen:
        """Return the settings of the drawing: brackets in place of styles."""
        return shapes.pen(workspace.clock.now(), self.run.output, brackets=True, highlight=highlight)


Printed = tuple[list["Line"], int]
"""The lines of a view and the exit code."""


def _more(shown: int, total: int, asked: Asked) -> list[Line]:
    from memtui.render.prose import remark

    if total <= shown:
        return []
    return [(), *remark(f"{total - shown:,} more; --limit {min(total, 10 * shown)} shows more.", asked.cells)]


def _search(workspace: Workspace, asked: Asked) -> Printed:
    """A ranking, or without words the newest memories."""
    from memtui.domain.filters import ALL_TIERS, Filter, Order
    from memtui.intelligence.tokens import spans_of
    from memtui.render import prose
    from memtui.services import recall

    if asked.words:
        result = recall.search(workspace, recall.Request(text=asked.words, limit=asked.rows))
        hits, total, terms = list(result.hits), result.matches, result.query.terms
        head = f"{asked.words} - {len(hits):,} of {plural(result.total, 'memory')}, by {result.engine} rank"
        hidden = ", ".join(f"{count:,} {name}" for name, count in result.hidden.items() if count)
        closest = f" Closest word: {result.closest}." if result.closest else ""
        nothing = f'Nothing for "{asked.words}".{closest}'
        notes = [
            *result.notices,
            f"{hidden} left out; `memtui search --include-inactive` shows them." if hidden else "",
        ]
    else:
        where = Filter(tiers=ALL_TIERS, project=workspace.settings.project)
        memories = workspace.store.reads.page(where, Order.NEWEST, asked.rows).memories
        hits = recall.hits_for(workspace, [memory.number for memory in memories if memory.number is not None])
        total, terms, notes = workspace.store.reads.count(where), (), []
        head = f"newest first, {plural(total, 'memory')}"
        nothing = "No memories yet. `memtui add` writes one, `memtui import` brings some in."
    pen = asked.pen(workspace, lambda text: spans_of(text, terms))
    names = short_ids(workspace, (hit.memory for hit in hits))
    rows = [prose.hit_lines(hit, names[hit.memory.id], pen, asked.cells) for hit in hits]
    lines = [*asked.head("Search", head, pen), *prose.separated(rows)]
    lines += [] if hits else prose.remark(nothing, asked.cells)
    lines += _more(len(hits), total, asked) if hits else []
    lines += [line for note in notes if note for line in ((), *prose.remark(note, asked.cells))]
    return lines, NEEDS_A_LOOK if asked.words and not hits else OK


def _review(workspace: Workspace, asked: Asked) -> Printed:
    """The open conflicts, surest first, each with both texts and what settles it."""
    from memtui.cli.judged import SUGGESTED
    from memtui.render import prose
    from memtui.services import review
    from memtui.services.ports import ConflictFilter

    where = ConflictFilter(project=workspace.settings.project, text=asked.words)
    page = review.queue(workspace, where, asked.rows)
    pen, counts = asked.pen(workspace), page.counts
    head = prose.counts_words(counts.states, counts.severities)
    if counts.judged:
        head += f" The detector agreed with {counts.agreed:,} of {counts.judged:,} verdicts."
    rows = [
        prose.entry_lines(each, pen, asked.cells, suggested=SUGGESTED.get(each.conflict.suggested_action, ""))
        for each in page.entries
    ]
    lines = [*asked.head("Review", head, pen), *prose.separated(rows)]
    if page.entries:
        folded = sum(each.grouped for each in page.entries)
        lines += _more(len(page.entries) + folded, page.total, asked) if page.more else []
        first = page.entries[0].conflict
        told = (
            f"`memtui conflicts resolve {first.number} newer` settles the first: newer, older, both, keep, merge, archive-old, "
            f"archive-new or later. `memtui conflicts show {first.number}` tells what each would do."
        )
        return [*lines, (), *prose.remark(told, asked.cells)], OK
    if asked.words:
        return [*lines, *prose.remark(f'No open conflict holds "{asked.words}".', asked.cells)], NEEDS_A_LOOK
    judged = any(counts.states.values())
    told = "All judged." if judged else "No conflicts. `memtui conflicts scan` compares all memories."
    return [*lines, *prose.remark(told, asked.cells)], OK


def _layers(workspace: Workspace, asked: Asked) -> Printed:
    """The layers in rank order with their best memories, or one of them."""
    from memtui.render import prose
    from memtui.services import hierarchy

    word = asked.words.casefold().replace(" ", "_").replace("-", "_")
    if word and word not in set(Layer):
        raise click.UsageError(f"{asked.words!r} is no layer. Choose one of: {', '.join(Layer)}.")
    pen, board = asked.pen(workspace), hierarchy.board(workspace)
    limit = asked.limit or (ROWS if word else CARDS)
    blocks: list[list[Line]] = []
    for hold in board.layers:
        if word and hold.layer.value != word:
            continue
        block = [prose.layer_head(hold.layer, hold.memories, hold.tokens, pen)]
        # The archive is folded on the board; it is shown when it is named.
        if hold.memories and (word or hold.layer is not Layer.ARCHIVED):
            cards = hierarchy.cards(workspace, hierarchy.column(workspace, hold.layer)[:limit])
            names = short_ids(workspace, (card.memory for card in cards))
            for card in cards:
                block += prose.card_lines(card, names[card.memory.id], pen, asked.cells)
            if hold.memories > len(cards):
                told = f"{hold.memories - len(cards):,} more; `memtui --plain layers {hold.layer.value}` lists them."
                block += prose.below(prose.remark(told, asked.cells)[0], asked.cells, 2)
        blocks.append(block)
    head = f"lowest first, {plural(board.memories, 'memory')} outside the archive, about {board.tokens:,} tokens"
    return [*asked.head("Layers", head, pen), *prose.separated(blocks)], OK


def _graph(workspace: Workspace, asked: Asked) -> Printed:
    """What lies around a memory or an entity, as a tree."""
    from memtui.render import prose
    from memtui.services import graph

    pen = asked.pen(workspace)
    centre = centre_of(workspace, asked.words) if asked.words else graph.most_related(workspace)
    if centre is None:
        told = "Nothing is linked here yet; `memtui --plain graph ID` looks around a memory."
        return [*asked.head("Graph", "empty", pen), *prose.remark(told, asked.cells)], OK
    found = graph.neighbourhood(workspace, centre, depth=asked.depth, limit=asked.limit or graph.MOST_NODES)
    names = short_ids(workspace, (node.memory for node in found.nodes if node.memory is not None))
    whole = len(found.nodes) + found.more
    around = "" if asked.words else ", around the most related"
    head = f"{len(found.nodes):,} of {whole:,} shown, {plural(asked.depth, 'step')}{around}"
    lines = [*asked.head("Graph", head, pen), *prose.graph_lines(found, names, pen, asked.cells)]
    if len(found.nodes) == 1:
        lines += [(), *prose.remark("Nothing links here yet.", asked.cells)]
    return lines, OK


def _timeline(workspace: Workspace, asked: Asked) -> Printed:
    """How a thing came to be what it is, or without words the things that there are."""
    from memtui.cli.relating import names_in
    from memtui.render import prose, related
    from memtui.render import timeline as drawn
    from memtui.render.spans import Role, Span
    from memtui.services import timeline as timelines

    pen = asked.pen(workspace)
    if not asked.words:
        return _entities(workspace, asked, pen)
    found = timelines.timeline(workspace, thing_of(workspace, asked.words), newest=asked.limit)
    kinds = ", ".join(dict.fromkeys(entity.type.value.replace("_", " ") for entity in found.entities))
    joined = f" and {found.joined} joined" if found.joined else ""
    head = f"{found.name}, {kinds}, {plural(found.mentioning, 'memory')}{joined}, {drawn.extent(found, pen)}"
    lines: list[Line] = [*asked.head("Timeline", head, pen)]
    if len(found.labels) > 1 or found.values:
        lines += [*prose.remark(f"Evolution: {drawn.evolution_line(found, pen)}", asked.cells, Role.TEXT), ()]
    if found.spans:
        lines += [(Span("What was current:", Role.TITLE),), *prose.current_words(found, pen, asked.cells), ()]
    lines += related.timeline_lines(found, pen, asked.cells, "What happened:", events=True)
    lines += related.extracted_lines(found, pen)
    lines += related.relation_lines(found.relations, pen, names_in(workspace, found))
    lines += [(), *prose.remark(f"{plural(found.more, 'older memory')} more.", asked.cells)] if found.more else []
    return lines, OK


def _entities(workspace: Workspace, asked: Asked, pen: Pen) -> Printed:
    from memtui.render import prose
    from memtui.render.spans import Role, Span
    from memtui.render.widths import shown
    from memtui.services import entity_list

    page = entity_list.entities(workspace, limit=asked.rows)
    total = sum(page.types.values())
    lines = asked.head("Timeline", f"{plural(total, 'thing')} to follow, the most mentioned first", pen)
    for each in page.entities:
        kind = each.entity.type.value.replace("_", " ")
        told = f", {kind}, {plural(each.memories, 'memory')}, newest {prose.when(each.newest_at, pen)}"
        name = shown(pen.mask(each.entity.name))
        lines.append(pen.fit_line((Span(name, Role.STRONG), Span(told, Role.DIM)), asked.cells))
    if not page.entities:
        return [*lines, *prose.remark("The memories name nothing yet.", asked.cells)], OK
    lines += _more(len(page.entities), total, asked)
    told = "`memtui --plain timeline NAME` shows how one came to be what it is."
    return [*lines, (), *prose.remark(told, asked.cells)], OK


def _history(workspace: Workspace, asked: Asked) -> Printed:
    """The batches, newest first, verdicts of one sitting in one row."""
    from memtui.render import prose
    from memtui.render.tables import batch_table
    from memtui.services import history, journal
    from memtui.services.sittings import SittingLine

    pen = asked.pen(workspace)
    if asked.words:
        rows = history.batches(workspace, limit=asked.rows + 1, text=asked.words)
    else:
        found = journal.journal(workspace)
        keys = found.rows()[0][: asked.rows + 1]
        told = journal.lines(workspace, found, keys)
        rows = [told[key] for key in keys if key in told]
    shown = rows[: asked.rows]
    holding = f' that hold "{asked.words}"' if asked.words else ""
    lines = asked.head("History", f"batches{holding}, newest first", pen)
    if not shown:
        why = "No batch holds that." if asked.words else "Nothing was done yet."
        return [*lines, *prose.remark(why, asked.cells)], NEEDS_A_LOOK if asked.words else OK
    lines += batch_table(shown, pen, asked.cells, workspace.actor.name)
    if len(rows) > len(shown):
        lines += [(), *prose.remark(f"There are more; --limit {10 * len(shown)} shows more.", asked.cells)]
    how = "`memtui undo BATCH` takes one back, `memtui history BATCH` shows all of it."
    if any(isinstance(row, SittingLine) for row in shown):
        how += " A sitting's verdicts are taken back one by one, together only on the screen; `memtui history --action resolve` lists them."
    return [*lines, (), *prose.remark(how, asked.cells)], OK


VIEWS: dict[str, Callable[[Workspace, Asked], Printed]] = {
    "search": _search,
    "review": _review,
    "layers": _layers,
    "graph": _graph,
    "timeline": _timeline,
    "history": _history,
}
"""The views by their names."""

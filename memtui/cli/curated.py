"""Layers, evaluations and compactions on paper and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memtui.cli import shapes, sheets
from memtui.cli.output import plural
from memtui.cli.selection import short_ids

if TYPE_CHECKING:
    from memtui.cli.session import Session
    from memtui.domain.kinds import Layer
    from memtui.domain.records import Memory
    from memtui.services.consolidate import Compaction
    from memtui.services.hierarchy import Board, Card, Evaluation, Move
    from memtui.services.workspace import Workspace

SHOWN = 40
"""So many rows of a preview a person is shown; a pipe gets all."""


# Layers


def show_board(run: Session, board: Board, past: Mapping[str, Any]) -> None:
    """Print how much each layer holds."""
    output = run.output
    if output.json:
        rows = [{"layer": h.layer.value, "memories": h.memories, "tokens": h.tokens} for h in board.layers]
        output.document(shapes.listed(rows, memories=board.memories, tokens=board.tokens, **past))
        return
    cells = [(hold.layer.value, f"{hold.memories:,}", f"{hold.tokens:,}") for hold in board.layers]
    sheets.print_table(run, ("layer", "memories", "tokens"), cells)
    output.note(f"{plural(board.memories, 'memory')} outside the archive, about {board.tokens:,} tokens.")


def show_layer(run: Session, workspace: Workspace, layer: Layer, limit: int, past: Mapping[str, Any]) -> None:
    """Print the memories of a layer, those with the highest retention first, with what an evaluation makes of them."""
    from memtui.services import hierarchy

    numbers = hierarchy.column(workspace, layer)
    shown = hierarchy.cards(workspace, numbers[:limit])
    output = run.output
    if output.json:
        results = [_card_value(workspace, card) for card in shown]
        output.document(shapes.listed(results, total=len(numbers), layer=layer.value, **past))
        return
    ids = ids_of(run, workspace, [card.memory for card in shown])
    rows = []
    for card in shown:
        memory, found = card.memory, card.judgement
        to = output.signs(f"→ {found.to.value}: {found.reason}") if found.to is not None else ""
        score = f"{card.retention.value:.2f}"
        rows.append((ids[memory.id], memory.status.value, score, shapes.headline(memory), to))
    sheets.print_table(run, ("id", "status", "retention", "memory", "suggested"), rows)
    more(run, len(numbers) - len(shown))


def _card_value(workspace: Workspace, card: Card) -> dict[str, Any]:
    found, parts = card.judgement, card.retention
    return {
        **shapes.memory(workspace, card.memory),
        "retention": parts.value,
        "retention_parts": {
            "importance": round(parts.importance, 6),
            "access": round(parts.access, 6),
            "youth": round(parts.youth, 6),
            "type": parts.type,
        },
        "suggestion": None if found.to is None else {"to": found.to.value, "reason": found.reason},
    }


# Evaluation


def show_evaluation(run: Session, workspace: Workspace, found: Evaluation, preset: str, *, applied: bool) -> None:
    """Print the moves of an evaluation with their reasons."""
    output = run.output
    if output.json:
        output.document(_evaluation_value(found, preset, applied))
        return
    shown = found.moves[:SHOWN] if output.pictures else found.moves
    ids = ids_of(run, workspace, [move.memory for move in shown])
    rows = [
        (
            ids[move.memory.id],
            output.signs(f"{move.memory.layer.value} → {move.to.value}"),
            f"{move.score:.2f}",
            shapes.headline(move.memory),
            f"{move.reason}{' (only suggested)' if move.suggested_only else ''}",
        )
        for move in shown
    ]
    sheets.print_table(run, ("id", "move", "retention", "memory", "why"), rows)
    more(run, len(found.moves) - len(shown))
    output.note(found.sentence)
    end(run, found.batch, applied, bool(found.changes))


def _evaluation_value(found: Evaluation, preset: str, applied: bool) -> dict[str, Any]:
    return shapes.listed(
        [_move_value(move) for move in found.moves],
        applied=found.batch is not None,
        preview=not applied,
        preset=preset,
        promoted=[memory.id for memory in found.promoted],
        demoted=[memory.id for memory in found.demoted],
        archived=[memory.id for memory in found.archived],
        unchanged=len(found.unchanged),
        stopped=found.stopped,
        message=found.sentence,
        batch=shapes.batch(found.batch),
    )


def _move_value(move: Move) -> dict[str, Any]:
    return {
        "id": move.memory.id,
        "content": shapes.masking()(move.memory.content),
        "from": move.memory.layer.value,
        "to": move.to.value,
        "reason": move.reason,
        "retention": round(move.score, 6),
        "suggested_only": move.suggested_only,
    }


# Compaction


def show_compaction(run: Session, workspace: Workspace, done: Compaction, *, applied: bool) -> None:
    """Print what a compaction archives, least important first."""
    output = run.output
    if output.json:
        results = [shapes.memory(workspace, memory) for memory in done.archived]
        output.document(
            shapes.listed(
                results,
                applied=done.batch is not None,
                preview=not applied,
                keep=done.keep,
                before=done.before,
                active=done.active,
                stopped=done.stopped,
                message=done.sentence,
                batch=shapes.batch(done.batch),
            )
        )
        return
    shown: Sequence[Memory] = list(done.archived[:SHOWN]) if output.pictures else done.archived
    ids = ids_of(run, workspace, shown)
    rows = [(ids.get(m.id, m.id), _importance(workspace, m), shapes.headline(m)) for m in shown]
    sheets.print_table(run, ("id", "importance", "memory"), rows)
    more(run, len(done.archived) - len(rows))
    output.note(done.sentence)
    end(run, done.batch, applied, bool(len(done.archived)))


def _importance(workspace: Workspace, memory: Memory) -> str:
    from memtui.intelligence.importance import assess

    return f"{assess(memory, workspace.clock.now()).value:.2f}"


# What all share


def ids_of(run: Session, workspace: Workspace, memories: Sequence[Memory]) -> dict[str, str]:
    """Return short ids on a terminal, whole ones into a pipe."""
    if run.output.pictures:
        return short_ids(workspace, memories)
    return {memory.id: memory.id for memory in memories}


def more(run: Session, hidden: int) -> None:
    """Say how many rows a person is not shown."""
    if hidden > 0:
        run.output.note(f"… and {plural(hidden, 'more', 'more')}")


def end(run: Session, batch: Any, applied: bool, something: bool) -> None:
    """Say how to take it back, or how to do it."""
    if batch is not None:
        run.output.note(f"`memtui undo {batch.number}` takes it back.")
    elif not applied and something:
        run.output.note("Nothing was written: --apply does it.")

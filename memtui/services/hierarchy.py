"""The layers: how much each holds, moves by hand, and the evaluation (SPEC 9)."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.kinds import Layer
from memtui.services.hierarchy_board import (
    Lanes,
    Narrowed,
    board_facets,
    entities_of,
    lane,
    lanes,
    matching,
    narrowed,
)
from memtui.services.hierarchy_columns import Card, cards, column
from memtui.services.hierarchy_evaluation import ACTION, Evaluation, Move, evaluate, judged, moved_lately, reason_of
from memtui.services.hierarchy_moves import MoveCounts, demote, move_all, move_counts, plan_moves, promote
from memtui.services.hierarchy_plan import Suggested, apply_moves, candidates, moves_of, planned
from memtui.services.workspace import Workspace

__all__ = [
    "ACTION",
    "Board",
    "Card",
    "Evaluation",
    "Lanes",
    "LayerHold",
    "Move",
    "MoveCounts",
    "Narrowed",
    "Suggested",
    "apply_moves",
    "board",
    "board_facets",
    "candidates",
    "cards",
    "column",
    "demote",
    "entities_of",
    "evaluate",
    "judged",
    "lane",
    "lanes",
    "matching",
    "move_all",
    "move_counts",
    "moved_lately",
    "moves_of",
    "narrowed",
    "plan_moves",
    "planned",
    "promote",
    "reason_of",
]

TOKEN = 4
"""About so many characters are one token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerHold:
    """How many memories a layer holds and what they cost in tokens (about four characters each).

    `limit` is how many it should hold at most, by the configuration's `[layers]`.
    """

    layer: Layer
    memories: int
    tokens: int
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The layers in rank order, archived first; held memories are left out."""

    layers: tuple[LayerHold, ...]

    @property
    def memories(self) -> int:
        """How many memories there are outside the archive."""
        return sum(hold.memories for hold in self.layers if hold.layer is not Layer.ARCHIVED)

    @property
    def tokens(self) -> int:
        """What they cost."""
        return sum(hold.tokens for hold in self.layers if hold.layer is not Layer.ARCHIVED)


def board(workspace: Workspace) -> Board:
    """Return how much each layer holds in the workspace's project."""
    sizes = workspace.store.reads.layer_sizes(workspace.settings.project)
    holds = []
    for layer in Layer:
        memories, characters = sizes.get(layer, (0, 0))
        limit = workspace.settings.limits.get(layer)
        holds.append(LayerHold(layer=layer, memories=memories, tokens=-(-characters // TOKEN), limit=limit))
    return Board(layers=tuple(holds))

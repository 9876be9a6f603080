"""Which columns of the board are in sight, and how wide each is."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.kinds import Layer
from memtui.render.board_head import FOLDED, LEAST

LAYERS = tuple(Layer)

ALL_FROM = 100
"""From so many cells on all six columns are shown, below it three."""


@dataclass(slots=True)
class Window:
    """A run of columns around the current one. `wanted` is how many a person asked for, None what usually fits."""

    current: Layer = Layer.EPISODIC
    first: int = 2
    wanted: int | None = None
    folded: bool = True

    def most(self, width: int) -> int:
        """Return how many columns fit."""
        for count in range(len(LAYERS), 1, -1):
            narrow = 1 if count == len(LAYERS) and self.folded else 0
            if (width - narrow * (FOLDED + 1) + 1) // (count - narrow) > LEAST:
                return count
        return 1

    def count(self, width: int) -> int:
        """Return how many columns are shown."""
        usual = len(LAYERS) if width >= ALL_FROM else 3
        return max(1, min(self.wanted or usual, self.most(width)))

    def layers(self, width: int) -> tuple[Layer, ...]:
        """Return the columns in sight; the window moves no further than it must to hold the current one."""
        count, place = self.count(width), LAYERS.index(self.current)
        self.first = max(min(self.first, place), place - count + 1, 0)
        self.first = min(self.first, len(LAYERS) - count)
        return LAYERS[self.first : self.first + count]

    def cells(self, width: int) -> dict[Layer, int]:
        """Return the width of each column in sight, a separator between two left out."""
        shown = self.layers(width)
        folded = [layer for layer in shown if self.is_folded(layer) and len(shown) > 1]
        rest = [layer for layer in shown if layer not in folded]
        room = width - (len(shown) - 1) - FOLDED * len(folded)
        share, left = divmod(max(room, len(rest)), len(rest))
        widths = dict.fromkeys(folded, FOLDED)
        widths |= {layer: share + (place < left) for place, layer in enumerate(rest)}
        return {layer: widths[layer] for layer in shown}

    def is_folded(self, layer: Layer) -> bool:
        """Say whether a column shows no cards."""
        return self.folded and layer is Layer.ARCHIVED

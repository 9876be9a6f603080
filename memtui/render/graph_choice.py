"""Which boxes and links of a neighbourhood a picture shows, where it has too many to be followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memtui.domain.kinds import RelationKind
from memtui.render.graph_shapes import EdgeShape, NeighbourhoodShape

MOST_BOXES = 40

MOST_LINES = 44
"""Links of a picture; more of them cover each other, and laying them out takes ever longer. The tree has all."""


def drawn_edges(graph: NeighbourhoodShape) -> list[EdgeShape]:
    """Return the links that a picture shows, at most `MOST_LINES`: those that lead on from the centre first.

    Where more would cover each other, one link of each node towards the centre stays, then those that tell of change.
    """
    place = {node.key: at for at, node in enumerate(graph.nodes[:MOST_BOXES])}
    found = [e for e in graph.edges if e.source in place and e.target in place and e.source != e.target]
    if len(found) > MOST_LINES:
        steps = _steps(graph.centre, found, place)
        ranked = sorted(found, key=lambda edge: _rank(edge, place, steps))
        reached: set[str] = set()
        first = [edge for edge in ranked if _leads_on(edge, steps, reached)]
        chosen = {id(edge) for edge in first}
        found = [*first, *(edge for edge in ranked if id(edge) not in chosen)][:MOST_LINES]
    return sorted(found, key=lambda edge: (edge.source, edge.target, edge.kind, edge.conflict is not None))


def _steps(centre: str, edges: Sequence[EdgeShape], place: Mapping[str, int]) -> dict[str, int]:
    """Return how many of these links each node is away from the centre."""
    steps, frontier = {centre: 0}, [centre]
    while frontier:
        here = set(frontier)
        ends = [
            (one, other) for edge in edges for one, other in ((edge.source, edge.target), (edge.target, edge.source))
        ]
        frontier = list(dict.fromkeys(other for one, other in ends if one in here and other not in steps))
        steps |= {key: steps[next(iter(here))] + 1 for key in frontier}
    return dict.fromkeys(place, MOST_BOXES) | steps


def _rank(edge: EdgeShape, place: Mapping[str, int], steps: Mapping[str, int]) -> tuple[int, bool, int, int, str, str]:
    """Return what orders links by how much they tell: near the centre, then of change, then of what matters more."""
    telling = edge.kind in (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS)
    ends = sorted((place[edge.source], place[edge.target]))
    return min(steps[edge.source], steps[edge.target]), not telling, ends[0], ends[1], edge.kind, edge.source


def _leads_on(edge: EdgeShape, steps: Mapping[str, int], reached: set[str]) -> bool:
    """Say whether a link is the first that leads to a node from one nearer to the centre, and remember it."""
    near, far = sorted((edge.source, edge.target), key=lambda key: steps[key])
    if steps[near] == steps[far] or far in reached:
        return False
    reached.add(far)
    return True

"""Supersessions that go round in a circle: the newest edge wins, those that would put its winner out of use lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memtui.intelligence.consolidation.edges import Edge


def losing(edges: Sequence[Edge]) -> frozenset[Edge]:
    """Return the edges that lose to the newest one of their circle; what is left has no circle."""
    lost: set[Edge] = set()
    waiting = [list(edges)]
    while waiting:
        for circle in _circles(waiting.pop()):
            newest = max(circle, key=lambda edge: edge.age)
            lost.update(edge for edge in circle if edge.loser == newest.winner)
            waiting.append([edge for edge in circle if edge.loser != newest.winner])
    return frozenset(lost)


def _circles(edges: Iterable[Edge]) -> list[list[Edge]]:
    """Return the edges of each strongly connected part with more than one entity (Tarjan, without recursion)."""
    leads: dict[int, list[int]] = {}
    for edge in edges:
        leads.setdefault(edge.winner, []).append(edge.loser)
        leads.setdefault(edge.loser, [])
    part = _parts(leads)
    size: dict[int, int] = {}
    for number in part.values():
        size[number] = size.get(number, 0) + 1
    found: dict[int, list[Edge]] = {}
    for edge in edges:
        if part[edge.winner] == part[edge.loser] and size[part[edge.winner]] > 1:
            found.setdefault(part[edge.winner], []).append(edge)
    return list(found.values())


def _parts(leads: dict[int, list[int]]) -> dict[int, int]:
    """Return the strongly connected part of each node, parts being numbered."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    part: dict[int, int] = {}
    stack: list[int] = []
    for root in leads:
        if root in index:
            continue
        work = [(root, iter(leads[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(leads[other])))
                    break
                if other not in part:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    while True:
                        other = stack.pop()
                        part[other] = node
                        if other == node:
                            break
    return part

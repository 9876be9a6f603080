"""Where the boxes of a graph stand: rows by layer, little crossing within them, columns near what they link to.

Links of one kind that meet in one box share a net: one line that leaves the box and branches. A net that passes
a row on its way has a place of its own there, one cell wide, so that no line ever runs through a box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from memtui.render.graph_parts import LANE_GAP, Box, Crossing, Item, Layout, Link, Net
from memtui.render.graph_rows import PLAIN, Manner, rows_of

BOX_GAP = 3
SWEEPS = 8
NUDGES = 8

LANE_WEIGHT = 6
"""How much more a way through a row keeps its column than a box does: long lines go straight."""


def lay_out(
    boxes: Sequence[Box], links: Sequence[Link], cells: int, gap: int = BOX_GAP, manner: Manner = PLAIN
) -> Layout:
    """Place boxes within `cells`, or as near to it as boxes and lines allow."""
    boxes = _wide_enough(boxes, links)
    widest = max((box.width for box in boxes), default=0)
    room = max(cells, widest)
    while True:
        layout = _in_rows(boxes, links, room, gap, manner)
        needed = max((_steps(row, layout)[-1] + row[-1].width for row in layout.rows), default=0)
        if needed <= cells or room == widest:
            _sort(layout)
            _spread(layout)
            return layout
        room = max(room - max(needed - cells, 4), widest)


def _wide_enough(boxes: Sequence[Box], links: Sequence[Link]) -> list[Box]:
    """Return the boxes with room for all lines that may leave them on one side."""
    distance = {box.key: abs(box.layer) for box in boxes}
    lines: dict[str, set[tuple[str, str]]] = {}
    for link in links:
        hub, member, bundle = _ends(link, distance)
        lines.setdefault(hub, set()).add((hub, bundle))
        lines.setdefault(member, set()).add((hub, bundle))
    return [replace(box, least=max(box.least, 2 * len(lines.get(box.key, ())) + 3)) for box in boxes]


def _ends(link: Link, distance: dict[str, int]) -> tuple[str, str, str]:
    """Return a link's hub, the end nearer to the centre (of equals its target), its other end, and what shares its line."""
    inward = distance[link.target] <= distance[link.source]
    hub, member = (link.target, link.source) if inward else (link.source, link.target)
    return hub, member, link.bundle or f"{link.label}/{inward}"


def _in_rows(boxes: Sequence[Box], links: Sequence[Link], room: int, gap: int, manner: Manner) -> Layout:
    chosen, sides = rows_of(boxes, links, room, gap, manner)
    rows = [[Item(box.key, box.width, box) for box in row] for row in chosen]
    row_of = {item.key: at for at, row in enumerate(rows) for item in row}
    vertical = [
        link
        for link in links
        if (link.source, link.target) not in sides.links and (link.target, link.source) not in sides.links
    ]
    nets = _nets(vertical, row_of, {box.key: abs(box.layer) for box in boxes})
    gutters = _gutters(nets, rows, row_of)
    items = {item.key: item for row in rows for item in row}
    return Layout(gap=gap, rows=rows, gutters=gutters, items=items, sides=sides)


def _nets(links: Sequence[Link], row_of: dict[str, int], distance: dict[str, int]) -> list[Net]:
    nets: dict[tuple[str, bool, str, bool], Net] = {}
    for link in links:
        hub, member, bundle = _ends(link, distance)
        below = row_of[member] >= row_of[hub]
        net = nets.setdefault(
            (hub, below, bundle, link.heavy), Net(len(nets), hub, link.label, link.role, link.heavy, below)
        )
        if member not in net.members:
            net.members.append(member)
        net.heads.add(link.target)
    return list(nets.values())


def _gutters(nets: Iterable[Net], rows: list[list[Item]], row_of: dict[str, int]) -> list[list[Crossing]]:
    """Return what runs in each gutter, and make room in the rows that nets pass through."""
    gutters: list[list[Crossing]] = [[] for _ in rows]
    for net in nets:
        home = row_of[net.hub]
        at: dict[int, list[str]] = {}
        for member in net.members:
            at.setdefault(row_of[member], []).append(member)
        last = max(at) if net.below else min(at)
        passed = range(home + 1, last) if net.below else range(last + 1, home)
        for row in passed:
            rows[row].append(Item(net.lane(row), 1))
        ways = {row: [net.lane(row)] for row in passed}
        if net.below:
            for gutter in range(home, max(last, home + 1)):
                beside = [net.hub, *at.get(home, [])] if gutter == home else ways[gutter]
                under = [*at.get(gutter + 1, []), *ways.get(gutter + 1, [])]
                gutters[gutter].append(Crossing(net, tuple(beside), tuple(under)))
        else:
            for gutter in range(home - 1, last - 1, -1):
                under = [net.hub] if gutter + 1 == home else ways[gutter + 1]
                above = [*at.get(gutter, []), *ways.get(gutter, [])]
                gutters[gutter].append(Crossing(net, tuple(above), tuple(under)))
    return gutters


def _linked(layout: Layout) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return for each item those that it is joined to in the row above, and in the row below."""
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for gutter in layout.gutters:
        for one in gutter:
            for top in one.tops:
                below.setdefault(top, []).extend(one.bottoms)
            for bottom in one.bottoms:
                above.setdefault(bottom, []).extend(one.tops)
    return above, below


def _sort(layout: Layout) -> None:
    """Order each row by the middle of what it is joined to, up and down, and keep the order with the fewest crossings."""
    above, below = _linked(layout)
    best = [list(row) for row in layout.rows]
    fewest = _crossings(layout)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        joined = above if sweep % 2 == 0 else below
        share = {item.key: (at + 0.5) / len(row) for row in layout.rows for at, item in enumerate(row)}
        for row in layout.rows if sweep % 2 == 0 else reversed(layout.rows):
            middle = {item.key: _mean([share[key] for key in joined.get(item.key, ())]) for item in row}
            order: list[tuple[float, float, int, list[Item]]] = []
            for group in layout.groups(row):
                here = _mean([share[item.key] for item in group]) or 0.0
                wished = _mean([at for item in group if (at := middle[item.key]) is not None])
                order.append((here if wished is None else wished, here, len(order), group))
            row[:] = [item for *_, group in sorted(order, key=lambda one: one[:3]) for item in group]
            share |= {item.key: (at + 0.5) / len(row) for at, item in enumerate(row)}
        count = _crossings(layout)
        if count < fewest:
            fewest, best = count, [list(row) for row in layout.rows]
    layout.rows[:] = best


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _crossings(layout: Layout) -> int:
    count = 0
    place = {item.key: at for row in layout.rows for at, item in enumerate(row)}
    for gutter in layout.gutters:
        lines = [(place[t], place[b]) for one in gutter for t in one.tops for b in one.bottoms]
        for at, (top, bottom) in enumerate(lines):
            count += sum((top - t) * (bottom - b) < 0 for t, b in lines[at + 1 :])
    return count


def _spread(layout: Layout) -> None:
    """Give each item its column: as near as may be to the middle of what it is joined to."""
    above, below = _linked(layout)
    for row in layout.rows:
        _pack(row, [0.0] * len(row), layout)
    widest = layout.width
    for row in layout.rows:
        shift = (widest - row[-1].left - row[-1].width) // 2
        for item in row:
            item.left += shift
    for nudge in range(NUDGES):
        for row in layout.rows if nudge % 2 == 0 else reversed(layout.rows):
            _pack(row, _wishes(row, layout, above, below), layout, widest)
    _straighten_lanes(layout, above, below)
    first = min((row[0].left for row in layout.rows if row), default=0)
    for item in layout.items.values():
        item.left -= first


def _straighten_lanes(layout: Layout, above: dict[str, list[str]], below: dict[str, list[str]]) -> None:
    """Move ways through rows to the column that they have in the next row, where no neighbour is in the way."""
    for joined, rows in ((above, layout.rows), (below, layout.rows[::-1])):
        for row in rows:
            for at, item in enumerate(row):
                if item.box is not None:
                    continue
                lanes = [other for key in joined.get(item.key, ()) if (other := layout.items[key]).box is None]
                least = row[at - 1].left + row[at - 1].width + LANE_GAP if at else 0
                most = row[at + 1].left - LANE_GAP - 1 if at + 1 < len(row) else layout.width - 1
                if len(lanes) == 1 and least <= lanes[0].left <= most:
                    item.left = lanes[0].left


def _wishes(
    row: Sequence[Item], layout: Layout, above: dict[str, list[str]], below: dict[str, list[str]]
) -> list[float]:
    """Return the first column that each item of a row wishes for; what hangs sideways on another goes along with it."""
    wishes: list[float | None] = []
    for item in row:
        ends = [*above.get(item.key, ()), *below.get(item.key, ())]
        middle = _mean([float(layout.items[key].centre) for key in ends])
        wishes.append(None if middle is None else middle - item.width // 2)
    for at, (item, following) in enumerate(pairwise(row)):
        before = wishes[at]
        if wishes[at + 1] is None and before is not None and layout.sides.cells(item.key, following.key):
            wishes[at + 1] = before + item.width + layout.between(item, following)
    for at in range(len(row) - 2, -1, -1):
        after = wishes[at + 1]
        if wishes[at] is None and after is not None and layout.sides.cells(row[at].key, row[at + 1].key):
            wishes[at] = after - layout.between(row[at], row[at + 1]) - row[at].width
    return [float(item.left) if wish is None else wish for item, wish in zip(row, wishes, strict=True)]


def _steps(row: Sequence[Item], layout: Layout) -> list[int]:
    """Return the first columns of a row's items when they stand as close as they may."""
    steps = [0]
    for item, following in pairwise(row):
        steps.append(steps[-1] + item.width + layout.between(item, following))
    return steps


def _pack(row: Sequence[Item], wishes: Sequence[float], layout: Layout, cells: int | None = None) -> None:
    """Set the columns of a row in its order, none overlapping, with the least way from what each wishes for."""
    steps = _steps(row, layout)
    blocks: list[tuple[float, int, int]] = []
    for item, wish, step in zip(row, wishes, steps, strict=True):
        blocks.append((wish - step, 1 if item.box is not None else LANE_WEIGHT, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, weight, size), (other, heavier, more) = blocks[-2], blocks[-1]
            both = (one * weight + other * heavier) / (weight + heavier)
            blocks[-2:] = [(both, weight + heavier, size + more)]
    starts = [round(start) for start, _, size in blocks for _ in range(size)]
    last = steps[-1] + row[-1].width
    ceiling = max((cells if cells is not None else last) - last, 0)
    for item, start, step in zip(row, starts, steps, strict=True):
        item.left = min(max(start, 0), ceiling) + step

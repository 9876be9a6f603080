"""Graphs as boxes and lines: what the guide draws, what the screen shows, and what holds for every graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.render.glyphs import ASCII
from memtui.render.graph import draw, draw_plainly, edge_sign, step
from memtui.render.graph_choice import MOST_BOXES, MOST_LINES, drawn_edges
from memtui.render.graph_picture import Drawing
from memtui.render.graph_tree import tree
from memtui.render.pen import Pen, line_width, nothing_masked
from memtui.render.plain import plain_lines, plain_text
from memtui.render.spans import Role, plain
from tests.unit.render import graphs

PenOf = Callable[..., Pen]

GUIDE = """\
                           ┌─────────────────────┐
                           │ JWT Specification   │
                           │ RFC 7519            │
                           └──────────┬──────────┘
                                      │
                           ┌──────────▼──────────┐
                           │ JWT Implementation  │ ← central memory
                           └──────────┬──────────┘
                           ┌──────────┴──────────┐
                  ┌────────▼──────┐    ┌─────────▼───────────┐
                  │ Token Refresh │    │ Session-based Auth  │
                  │ (elaborates)  │    │ (contradicts)       │
                  └───────────────┘    └─────────────────────┘
"""


def a_pen(**more: object) -> Pen:
    return Pen(now=graphs.NOW, mask=nothing_masked, **more)  # type: ignore[arg-type]


def test_the_guides_graph_is_drawn_as_the_guide_draws_it(pen: PenOf) -> None:
    assert plain_text(draw_plainly(graphs.guide(), pen(), 80).lines) == GUIDE


@pytest.mark.parametrize("cells", [80, 120])
@pytest.mark.parametrize("signs", ["unicode", "ascii"])
@pytest.mark.parametrize("name", ["guide", "screens", "around_an_entity"])
def test_a_graph_looks_like_its_picture(name: str, signs: str, cells: int, pen: PenOf) -> None:
    drawing = draw(getattr(graphs, name)(), pen(**({"glyphs": ASCII} if signs == "ascii" else {})), cells)
    graphs.same(f"{name}-{signs}-{cells}", plain_text(drawing.lines))
    assert drawing.width <= cells


def test_ascii_draws_with_nothing_else(pen: PenOf) -> None:
    drawn = plain_text(draw(graphs.screens(), pen(glyphs=ASCII), 100).lines)
    assert drawn.isascii()
    assert plain_text(draw_plainly(graphs.screens(), pen(glyphs=ASCII), 100).lines).isascii()


def test_the_centre_stands_in_a_double_box_and_supersession_on_a_double_line(pen: PenOf) -> None:
    drawing = draw(graphs.screens(), pen(), 120)
    lines = plain_lines(drawing.lines)
    centre = drawing.boxes["m1"]
    assert lines[centre.top][centre.left] == "╔"
    assert [key for key, box in drawing.boxes.items() if lines[box.top][box.left] == "╔"] == ["m1"]
    assert any("» supersedes ═" in one for one in lines)


def test_every_box_shows_its_title_in_two_lines_its_status_and_its_importance(pen: PenOf) -> None:
    drawing = draw(graphs.screens(), pen(), 120)
    lines = plain_lines(drawing.lines)

    def inside(key: str) -> list[str]:
        box = drawing.boxes[key]
        return [
            one[box.left + 1 : box.left + box.width - 1].strip()
            for one in lines[box.top + 1 : box.top + box.height - 1]
        ]

    assert inside("m4") == ["○ Session-based", "authentication .61"]
    assert inside("m9")[0].startswith("≠ Docker")
    assert inside("m6") == ["● Rate limiting for", "token endpoint .66", "+3 more"]
    assert inside("m5") == ["● OAuth2 token flow", ".86"]


def test_what_the_centre_rests_on_stands_above_it(pen: PenOf) -> None:
    drawing = draw(graphs.screens(), pen(), 120)
    tops = {key: box.top for key, box in drawing.boxes.items()}
    assert tops["m2"] < tops["m1"] < tops["m3"] < tops["m6"]


def test_what_only_one_box_links_to_stands_beside_it_where_there_is_room(pen: PenOf) -> None:
    wide, narrow = draw(graphs.screens(), pen(), 112), draw(graphs.guide(), pen(), 60)
    for key, other in (("m2", "m7"), ("m1", "m9")):
        assert wide.boxes[key].top == wide.boxes[other].top
        assert wide.boxes[key].left + wide.boxes[key].width < wide.boxes[other].left
    assert "├── → references ──►" in plain_text(wide.lines)
    assert "╟── → references ──►" in plain_text(wide.lines)
    assert len({box.top for box in narrow.boxes.values()}) == 3


def test_several_links_of_two_boxes_run_beside_each_other(pen: PenOf) -> None:
    two = graphs.graph(
        [graphs.node(1, "New words", days=1), graphs.node(2, "Old words", days=9)],
        [(1, "supersedes", 2), (1, "similar", 2), (2, "references", 1)],
    )
    lines = plain_lines(draw(two, pen(), 60).lines)
    assert [line.strip() for line in lines] == [
        "┌─────────────┐                  ╔═════════════╗",
        "│ ● Old words │                  ║ ● New words ║",
        "│         .70 ├── → references ──►         .70 ║",
        "│             ◄─── ≈ similar ────╢             ║",
        "│             ◄══ » supersedes ══╣             ║",
        "└─────────────┘                  ╚═════════════╝",
    ]


def test_never_more_than_forty_boxes(pen: PenOf) -> None:
    drawing = draw(graphs.any_graph(3, 60), pen(), 120)
    assert len(drawing.boxes) == MOST_BOXES


def test_where_everything_links_to_everything_no_more_lines_are_drawn_than_can_be_followed(pen: PenOf) -> None:
    nodes = [graphs.node(number, f"Note {number}") for number in range(1, 31)]
    links = [(newer, "references", older) for newer in range(1, 31) for older in range(1, newer)]
    graph = graphs.graph(nodes, links)
    shown = drawn_edges(graph)
    assert len(shown) == MOST_LINES
    assert {edge.source for edge in shown if edge.target == "m1"} == {f"m{number}" for number in range(2, 31)}
    assert len(draw(graph, pen(), 120).boxes) == 30
    assert len([one for one in tree(graph, pen(), 120) if one.depth]) == len(links)


def test_a_proposed_link_has_a_question_mark_and_a_thin_line(pen: PenOf) -> None:
    plain_graph = graphs.graph([graphs.node(1, "Old"), graphs.node(2, "New")], [(2, "supersedes", 1)])
    edge = replace(plain_graph.edges[0], relation=None, conflict=graphs.conflict(2, 1))
    drawn = plain_text(draw(replace(plain_graph, edges=(edge,)), pen(), 60).lines)
    assert "» supersedes?" in drawn
    assert "══" not in drawn.replace("╔════════╗", "").replace("╚════════╝", "")
    assert "══ » supersedes ══" in plain_text(draw(plain_graph, pen(), 60).lines)


def test_a_lone_memory_is_one_box(pen: PenOf) -> None:
    assert plain_lines(draw(graphs.graph([graphs.node(1, "Alone")], []), pen(), 21).lines) == [
        "     ╔═════════╗",
        "     ║ ● Alone ║",
        "     ║     .70 ║",
        "     ╚═════════╝",
    ]


def test_secrets_and_control_bytes_never_reach_a_box(pen: PenOf) -> None:
    bad = graphs.graph([graphs.node(1, "key \x1b[31m is hunter2")], [])
    drawn = plain_text(draw(bad, pen(mask=lambda text: text.replace("hunter2", "*****")), 60).lines)
    assert "\x1b" not in drawn
    assert "hunter2" not in drawn


def test_steps_go_to_the_nearest_box_that_way(pen: PenOf) -> None:
    drawing = draw(graphs.guide(), pen(), 80)
    assert step(drawing, "m1", "up") == "m2"
    assert step(drawing, "m2", "up") == "m2"
    assert step(drawing, "m1", "down") == "m3"
    assert step(drawing, "m1", "right") == "m4"
    assert step(drawing, "m4", "left") == "m1"
    assert step(drawing, "m3", "right") == "m4"


any_size = given(seed=st.integers(0, 100_000), size=st.integers(1, 60), cells=st.integers(60, 200))


@any_size
@settings(max_examples=60, deadline=None)
def test_boxes_never_overlap_and_every_line_has_its_width(seed: int, size: int, cells: int) -> None:
    drawing = draw(graphs.any_graph(seed, size), a_pen(), cells)
    assert len(drawing.boxes) == min(size, MOST_BOXES)
    boxes = list(drawing.boxes.values())
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = one.left + one.width <= other.left or other.left + other.width <= one.left
            assert apart or one.top + one.height <= other.top or other.top + other.height <= one.top
    assert drawing.width == max(map(line_width, drawing.lines))
    assert all("\n" not in plain(one) for one in drawing.lines)


@any_size
@settings(max_examples=60, deadline=None)
def test_lines_lead_from_each_newer_memory_to_the_older_one_and_nowhere_else(seed: int, size: int, cells: int) -> None:
    graph = graphs.any_graph(seed, size)
    reader = graphs.Reader(draw(graph, a_pen(), cells))
    linked: dict[str, set[str]] = {}
    for edge in drawn_edges(graph):
        linked.setdefault(edge.source, set()).add(edge.target)
    for key in reader.boxes:
        heads = {other for other, there, _ in reader.reached(key) if there}
        assert linked.get(key, set()) <= heads
    for key in reader.boxes:
        sources = {other for other, there, here in reader.reached(key) if here and not there}
        assert sources <= {edge.source for edge in graph.edges if edge.target == key}


@any_size
@settings(max_examples=60, deadline=None)
def test_every_line_has_the_word_of_its_kind(seed: int, size: int, cells: int) -> None:
    graph = graphs.any_graph(seed, size)
    reader = graphs.Reader(draw(graph, a_pen(), cells))
    for edge in drawn_edges(graph):
        sign = edge_sign(edge, a_pen().glyphs)
        words = {
            text
            for other, there, _, way in reader.traced(edge.source)
            if other == edge.target and there
            for text in reader.words(way)
        }
        # Where lines stand very close a word is cut, but keeps its sign.
        begin = f"{sign.glyph} {sign.word}"
        assert any(text.startswith(begin) or begin.startswith(text.removesuffix("…")) for text in words), (edge, words)


@any_size
@settings(max_examples=60, deadline=None)
def test_frames_are_whole_and_every_arrowhead_stands_in_one(seed: int, size: int, cells: int) -> None:
    drawing = draw(graphs.any_graph(seed, size), a_pen(), cells)
    reader = graphs.Reader(drawing)
    frames = set()
    for box in drawing.boxes.values():
        right, bottom = box.left + box.width - 1, box.top + box.height - 1
        corners = [(box.top, box.left), (box.top, right), (bottom, box.left), (bottom, right)]
        assert "".join(reader.cells[corner] for corner in corners) in ("┌┐└┘", "╔╗╚╝")
        sides = [(row, column) for row in range(box.top + 1, bottom) for column in (box.left, right)]
        sides += [(row, column) for row in (box.top, bottom) for column in range(box.left + 1, right)]
        assert {reader.cells[cell] for cell in sides} <= set("│║─═▲▼◄►┬┴╤╧╥╨╦╩├┤╞╡╟╢╠╣")
        frames |= set(sides)
    assert {cell for cell, sign in reader.cells.items() if sign in "▲▼◄►"} <= frames


@any_size
@settings(max_examples=40, deadline=None)
def test_ascii_draws_the_same_picture(seed: int, size: int, cells: int) -> None:
    graph = graphs.any_graph(seed, size)
    drawing, other = draw(graph, a_pen(), cells), draw(graph, a_pen(glyphs=ASCII), cells)
    assert drawing.boxes == other.boxes
    assert len(drawing.lines) == len(other.lines)


@any_size
@settings(max_examples=40, deadline=None)
def test_older_neighbours_stand_above_or_left_of_the_centre_and_newer_ones_below_or_right(
    seed: int, size: int, cells: int
) -> None:
    graph = graphs.any_graph(seed, size)
    drawing = draw(graph, a_pen(), cells)
    centre, at = drawing.boxes[graph.centre], {node.key: node.memory.sort_at for node in graph.nodes if node.memory}
    for edge in drawn_edges(graph):
        if graph.centre in (edge.source, edge.target):
            other = edge.source if edge.target == graph.centre else edge.target
            box = drawing.boxes[other]
            if at[other] < at[graph.centre]:
                assert (box.top, box.left) < (centre.top, centre.left)
            elif at[other] > at[graph.centre]:
                assert (box.top, box.left) > (centre.top, centre.left)


@any_size
@settings(max_examples=40, deadline=None)
def test_keys_go_the_way_that_they_say(seed: int, size: int, cells: int) -> None:
    drawing = draw(graphs.any_graph(seed, size), a_pen(), cells)
    for key, box in drawing.boxes.items():
        left, right, up, down = (drawing.boxes[step(drawing, key, way)] for way in ("left", "right", "up", "down"))
        assert left == box or left.middle[0] < box.middle[0]
        assert right == box or right.middle[0] > box.middle[0]
        assert up == box or up.top < box.top
        assert down == box or down.top > box.top


@any_size
@settings(max_examples=40, deadline=None)
def test_every_box_can_be_walked_to(seed: int, size: int, cells: int) -> None:
    drawing = draw(graphs.any_graph(seed, size), a_pen(), cells)
    reached, going = set(), [next(iter(drawing.boxes))]
    while going:
        here = going.pop()
        if here not in reached:
            reached.add(here)
            going += [step(drawing, here, way) for way in ("left", "right", "up", "down")]
    assert reached == set(drawing.boxes)


@any_size
@settings(max_examples=30, deadline=None)
def test_the_same_graph_is_drawn_the_same_whatever_the_order_of_its_links(seed: int, size: int, cells: int) -> None:
    graph = graphs.any_graph(seed, size)
    turned = graphs.Graph(graph.centre, graph.nodes, tuple(reversed(graph.edges)))
    assert draw(graph, a_pen(), cells) == draw(turned, a_pen(), cells)


def test_each_kind_of_link_is_named_on_its_line(pen: PenOf) -> None:
    drawn = plain_text(draw(graphs.screens(), pen(), 120).lines)
    for word in ("→ references", "+ elaborates", "≠ contradicts", "≈ similar .87", "» supersedes"):
        assert word in drawn


def test_a_tree_has_a_line_for_each_link_and_shows_what_it_met_before_once(pen: PenOf) -> None:
    graph = graphs.screens()
    branches = tree(graph, pen(), 90)
    graphs.same("screens-tree", plain_text([branch.line for branch in branches]))
    assert len([one for one in branches if one.depth and "more" not in plain(one.line)]) == len(graph.edges)
    assert [one.key for one in branches if not one.again] == list(
        dict.fromkeys(one.key for one in branches if not one.again)
    )
    assert {one.key for one in branches} == {node.key for node in graph.nodes}


@any_size
@settings(max_examples=40, deadline=None)
def test_every_tree_ends_and_fits(seed: int, size: int, cells: int) -> None:
    graph = graphs.any_graph(seed, size)
    branches = tree(graph, a_pen(), cells)
    assert {one.key for one in branches} == {node.key for node in graph.nodes}
    assert all(line_width(one.line) <= cells for one in branches if one.depth < 12)


def test_a_supersession_stands_out_by_its_role(pen: PenOf) -> None:
    drawing: Drawing = draw(graphs.screens(), pen(), 120)
    assert any(span.role is Role.WARNING and "supersedes" in span.text for one in drawing.lines for span in one)

"""The plan of an evaluation that looks at few memories finds what looking at all of them finds."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from random import Random

from memtui.clock import FixedClock
from memtui.config import parse
from memtui.domain.kinds import Layer, MemoryType, Status, Trust
from memtui.services import hierarchy, history
from memtui.services.workspace import Workspace


def filled(workspace: Workspace, clock: FixedClock, count: int = 200) -> None:
    """Many kinds of memories, near and beyond every limit of the rules."""
    from tests.store.making import memory

    random = Random(7)
    now = clock.now()
    with workspace.store.write(workspace.act("add", "many")) as work:
        for place in range(count):
            day = now - timedelta(days=random.choice([0, 0.5, 2, 7, 7.1, 14, 20, 95]))
            work.insert(
                memory(
                    f"memory {place}",
                    layer=random.choice(list(Layer)),
                    memory_type=random.choice(list(MemoryType)),
                    status=random.choice([*Status, Status.ACTIVE, Status.ACTIVE]),
                    trust=random.choice(list(Trust)),
                    pinned=random.random() < 0.2,
                    access_count=random.choice([0, 1, 3, 8, 12]),
                    importance_override=random.choice([None, 0.0, 0.1, 0.84, 0.85, 1.0]),
                    created_at=day,
                    recorded_at=day,
                    updated_at=day,
                )
            )


def test_a_plan_holds_every_move_of_an_evaluation(ana: Workspace, clock: FixedClock) -> None:
    filled(ana, clock)
    everything = {(move.memory.number, move.to, move.reason) for move in hierarchy.evaluate(ana).moves}
    assert {(move.memory.number, move.to, move.reason) for move in hierarchy.planned(ana)} == everything
    assert len({move.to for move in hierarchy.planned(ana)}) >= 3


def test_some_moves_of_a_plan_are_one_batch_and_one_undo(ana: Workspace, clock: FixedClock) -> None:
    filled(ana, clock)
    moves = hierarchy.planned(ana)
    chosen = [move.memory.number or 0 for move in moves[::2]]
    done = hierarchy.apply_moves(ana, chosen)
    assert done.batch is not None
    assert done.batch.action == "evaluate"
    assert sorted(move.memory.number or 0 for move in done.moves) == sorted(chosen)
    goals = {move.memory.number: move.to for move in moves}
    assert all(ana.store.reads.memory(number).layer is goals[number] for number in chosen)
    left = [move.memory for move in moves if move.memory.number not in chosen]
    assert all(ana.store.reads.memory(one.number or 0).layer is one.layer for one in left)
    history.undo(ana)
    assert len(hierarchy.planned(ana)) == len(moves)


def test_the_lanes_of_a_board_hold_what_its_counts_say(ana: Workspace, clock: FixedClock) -> None:
    filled(ana, clock)
    for text in ("", "opened:0", "memory 1", "layer:wk is:pinned", "before:10d -memory"):
        for live in (False, True):
            found = hierarchy.lanes(ana, text, live=live, first=2)
            assert {layer: len(lane) for layer, lane in found.numbers.items()} == dict(found.narrowed.shown)
            for layer, lane in found.numbers.items():
                assert list(lane) == list(hierarchy.lane(ana, layer, text, live=live))
                kept = [card.retention.value for card in hierarchy.cards(ana, lane)]
                assert all(one >= other - 1e-6 for one, other in pairwise(kept))
                assert set(lane[:2]) <= set(found.cards)


def test_the_cards_around_a_memory_come_with_the_lanes(ana: Workspace, clock: FixedClock) -> None:
    filled(ana, clock)
    lane = max(hierarchy.lanes(ana).numbers.values(), key=len)
    for number in (lane[0], lane[len(lane) // 2], lane[-1]):
        found = hierarchy.lanes(ana, near=number)
        place = lane.index(number)
        assert set(lane[max(place - 5, 0) : place + 5]) <= set(found.cards)
        assert all(key == card.memory.number for key, card in found.cards.items())
    assert not hierarchy.lanes(ana, near=10**9).cards
    assert not hierarchy.lanes(ana, "nothing holds this", near=lane[0]).cards


def test_limits_of_layers_come_from_the_configuration(ana: Workspace, tmp_path) -> None:
    config = parse("[layers]\nworking = 100\n", tmp_path / "config.toml")
    limited = replace(ana, settings=replace(ana.settings, limits=config.limits()))
    limits = {hold.layer: hold.limit for hold in hierarchy.board(limited).layers}
    assert limits[Layer.WORKING] == 100
    assert limits[Layer.EPISODIC] is None

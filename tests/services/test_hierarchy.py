"""Evaluations, moves by hand and the board, through the services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.bootstrap import open_memory_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Cancelled, InvalidRecord, Refused
from memtui.domain.kinds import Layer, MemoryType, Status, Tier
from memtui.domain.records import Actor, Memory
from memtui.intelligence.hierarchy import Direction
from memtui.services import hierarchy, history, recall, remember
from memtui.services.workspace import Workspace
from tests.services.conftest import NOW

Note = Callable[..., Memory]


def number(memory: Memory) -> int:
    assert memory.number is not None
    return memory.number


def opened(workspace: Workspace, memory: Memory, times: int) -> None:
    for _ in range(times):
        workspace.store.touch([number(memory)], workspace.clock.now())


def now(workspace: Workspace, memory: Memory) -> Memory:
    return workspace.store.reads.memory(number(memory))


def test_a_preview_writes_nothing_and_says_all(ana: Workspace, note: Note, clock: FixedClock) -> None:
    risen = note("Worth keeping at hand", layer=Layer.SHORT_TERM)
    opened(ana, risen, 3)
    stays = note("The build runs on two cores", importance_override=0.5)
    found = hierarchy.evaluate(ana)
    assert [memory.id for memory in found.promoted] == [risen.id]
    assert [memory.id for memory in found.unchanged] == [stays.id]
    assert found.batch is None
    assert now(ana, risen).layer is Layer.SHORT_TERM
    assert found.moves[0].reason == "Opened 3 times, at least 3."


def test_an_evaluation_is_one_batch_and_one_undo(ana: Workspace, note: Note, clock: FixedClock) -> None:
    risen = note("Worth keeping at hand", layer=Layer.SHORT_TERM, importance_override=0.5)
    stale = note("Move the runners", layer=Layer.WORKING, importance_override=0.3)
    low = note("lunch was fine today, nothing else", layer=Layer.EPISODIC, importance_override=0.0)
    opened(ana, risen, 3)
    clock.moment += timedelta(days=20)
    remember.edit(ana, number(risen), Edit(add_tags=("kept",)))
    found = hierarchy.evaluate(ana, apply=True)
    assert found.batch is not None
    assert found.sentence == "1 promoted, 0 demoted, 2 archived, 0 unchanged."
    assert now(ana, risen).layer is Layer.EPISODIC
    assert (now(ana, stale).status, now(ana, stale).layer_before) == (Status.ARCHIVED, Layer.WORKING)
    assert now(ana, low).layer is Layer.ARCHIVED
    history.undo(ana)
    assert [now(ana, memory).layer for memory in (risen, stale, low)] == [
        Layer.SHORT_TERM,
        Layer.WORKING,
        Layer.EPISODIC,
    ]


def test_an_evaluation_is_no_update_of_what_it_moves(ana: Workspace, note: Note, clock: FixedClock) -> None:
    low = note("lunch was fine today, nothing else", layer=Layer.WORKING, importance_override=0.0)
    clock.moment += timedelta(days=10)
    hierarchy.evaluate(ana, apply=True)
    assert now(ana, low).layer is Layer.EPISODIC
    assert now(ana, low).updated_at == NOW


def test_the_trail_tells_why_an_evaluation_moved(ana: Workspace, note: Note) -> None:
    risen = note("Worth keeping at hand", layer=Layer.SHORT_TERM)
    opened(ana, risen, 3)
    hierarchy.evaluate(ana, apply=True)
    sentence = recall.open_memory(ana, number(risen)).trail[0].sentence
    assert "layer st → ep" in sentence
    assert "opened 3 times, at least 3" in sentence
    (row,) = history.detail(ana, history.batches(ana, limit=1)[0].batch.number or 0).rows
    assert [(field.field, field.after) for field in row.fields][-1] == ("why", "Opened 3 times, at least 3.")


def test_a_second_evaluation_right_after_changes_nothing(ana: Workspace, note: Note, clock: FixedClock) -> None:
    memory = note("Worth keeping at hand", layer=Layer.SHORT_TERM, importance_override=0.95)
    opened(ana, memory, 3)
    assert hierarchy.evaluate(ana, apply=True).changes == 1
    assert hierarchy.evaluate(ana, apply=True).changes == 0
    clock.moment += timedelta(days=1, minutes=1)
    assert hierarchy.evaluate(ana, apply=True).changes == 1
    assert now(ana, memory).layer is Layer.SEMANTIC


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from(Layer),
            st.sampled_from(MemoryType),
            st.floats(0, 1),
            st.integers(0, 12),
            st.integers(0, 100),
            st.booleans(),
        ),
        max_size=8,
    ),
    preset=st.sampled_from(["default", "mneno"]),
)
def test_evaluating_twice_changes_nothing_and_loses_nothing(
    rows: list[tuple[Layer, MemoryType, float, int, int, bool]], preset: str
) -> None:
    clock = FixedClock(NOW)
    workspace = open_memory_workspace(face="screens", actor=Actor("ana"), clock=clock)
    for place, (layer, kind, importance, openings, age, pinned) in enumerate(rows):
        clock.moment = NOW - timedelta(days=age)
        draft = Draft(
            content=f"Statement number {place}",
            layer=layer,
            memory_type=kind,
            importance_override=importance,
            access_count=openings,
            pinned=pinned,
        )
        remember.add(workspace, draft, detect=False)
    clock.moment = NOW
    first = hierarchy.evaluate(workspace, preset=preset, apply=True)
    total = first.changes + len(first.unchanged)
    second = hierarchy.evaluate(workspace, preset=preset, apply=True)
    workspace.store.close()
    assert total == len(rows)
    assert (second.changes, second.batch, len(second.unchanged)) == (0, None, len(rows))


def test_a_stopped_evaluation_keeps_what_it_did_and_goes_on(ana: Workspace) -> None:
    drafts = [Draft(content=f"Note {n} on the board", layer=Layer.SHORT_TERM, access_count=5) for n in range(700)]
    remember.add_all(ana, drafts, detect=False)

    def stop(done: int, total: int | None, what: str) -> None:
        if what == "move":
            raise Cancelled

    first = hierarchy.evaluate(ana, apply=True, progress=stop)
    assert first.batch is not None
    assert (first.stopped, first.batch.partial) == (True, True)
    second = hierarchy.evaluate(ana, apply=True)
    assert second.batch is not None
    assert (second.batch.number, second.batch.partial) == (first.batch.number, False)
    assert second.batch.summary == "700 promoted"
    history.undo(ana)
    assert hierarchy.board(ana).layers[1].memories == 700


def test_a_preference_in_working_is_suggested_and_counted_as_unchanged(ana: Workspace, note: Note) -> None:
    kept = note("User prefers dark mode", memory_type=MemoryType.PREFERENCE, layer=Layer.WORKING)
    found = hierarchy.evaluate(ana, apply=True)
    assert (found.changes, [memory.id for memory in found.unchanged]) == (0, [kept.id])
    assert [(move.to, move.suggested_only) for move in found.moves] == [(Layer.SEMANTIC, True)]
    assert hierarchy.judged(ana, [kept])[number(kept)].suggested


def test_an_evaluation_stays_within_its_project(ana: Workspace, note: Note) -> None:
    mine = note("Worth keeping at hand", layer=Layer.SHORT_TERM, project="shop")
    other = note("Worth keeping elsewhere", layer=Layer.SHORT_TERM, project="blog")
    opened(ana, mine, 3)
    opened(ana, other, 3)
    found = hierarchy.evaluate(ana.in_project("shop"), apply=True)
    assert [memory.id for memory in found.promoted] == [mine.id]
    assert now(ana, other).layer is Layer.SHORT_TERM


def test_an_unknown_preset_is_refused(ana: Workspace) -> None:
    with pytest.raises(InvalidRecord, match="no preset"):
        hierarchy.evaluate(ana, preset="harsh")


def test_mnenos_moves_by_hand(ana: Workspace, note: Note) -> None:
    memory = note("Repeatedly useful project fact.", layer=Layer.SHORT_TERM)
    up = hierarchy.promote(ana, number(memory), "episodic").memories[0]
    up = hierarchy.promote(ana, number(up), "semantic").memories[0]
    down = hierarchy.demote(ana, number(up), Layer.EPISODIC)
    assert down.memories[0].layer is Layer.EPISODIC
    assert down.sentence == "Demoted 1 memory: se → ep."
    counts = hierarchy.move_counts(ana, number(memory))
    assert (counts.promotions, counts.demotions, counts.last_demoted_at) == (2, 1, NOW)
    history.undo(ana)
    assert hierarchy.move_counts(ana, number(memory)).demotions == 0


def test_without_a_layer_a_move_goes_to_the_next_one(ana: Workspace, note: Note) -> None:
    memory = note("Repeatedly useful project fact.", layer=Layer.EPISODIC)
    assert hierarchy.promote(ana, number(memory)).memories[0].layer is Layer.SEMANTIC
    assert hierarchy.demote(ana, number(memory)).memories[0].layer is Layer.EPISODIC


def test_wrong_moves_raise_and_change_nothing(ana: Workspace, note: Note) -> None:
    memory = note("Repeatedly useful project fact.", layer=Layer.SEMANTIC)
    for act, layer in ((hierarchy.promote, "semantic"), (hierarchy.promote, "episodic"), (hierarchy.demote, "working")):
        with pytest.raises(Refused):
            act(ana, number(memory), layer)
    with pytest.raises(InvalidRecord, match="'sideways' is not a layer"):
        hierarchy.promote(ana, number(memory), "sideways")
    assert now(ana, memory) == memory


def test_promotion_makes_a_transient_memory_durable(ana: Workspace, note: Note) -> None:
    memory = note("Maybe try esbuild for the bundle?", tier=Tier.TRANSIENT)
    up = hierarchy.promote(ana, number(memory), Layer.EPISODIC).memories[0]
    assert (up.tier, up.tier_reason) == (Tier.DURABLE, "promoted")


def test_a_superseded_memory_stays_superseded_in_any_layer(ana: Workspace, note: Note) -> None:
    new, old = note("The port is 8080"), note("Something older and unrelated")
    with ana.store.write(ana.act("edit")) as work:
        work.update(replace(now(ana, old), status=Status.SUPERSEDED, superseded_by=new.id))
    down = hierarchy.demote(ana, number(old), "archived").memories[0]
    assert (down.status, down.layer) == (Status.SUPERSEDED, Layer.ARCHIVED)
    assert hierarchy.promote(ana, number(old), "semantic").memories[0].status is Status.SUPERSEDED


def test_many_are_moved_as_one_act_and_refusals_are_told(ana: Workspace, note: Note) -> None:
    low, high = note("In episodic for now", layer=Layer.EPISODIC), note("Already up there", layer=Layer.WORKING)
    plans = hierarchy.plan_moves(ana, [number(low), number(high)], "semantic", Direction.PROMOTION)
    assert [plan.refusal for plan in plans] == ["", "in working, and semantic lies below that"]
    done = hierarchy.move_all(ana, [number(low), number(high)], "semantic", Direction.PROMOTION)
    assert [memory.id for memory in done.memories] == [low.id]
    assert done.sentence == ("Promoted 1 memory to semantic. Left out: 1 in working, and semantic lies below that.")
    both = hierarchy.move_all(ana, [number(low), number(high)], Layer.EPISODIC)
    assert len(both.memories) == 2
    history.undo(ana)
    assert (now(ana, low).layer, now(ana, high).layer) == (Layer.SEMANTIC, Layer.WORKING)


def test_the_board_counts_memories_and_tokens(ana: Workspace, note: Note) -> None:
    note("x" * 40, layer=Layer.WORKING)
    note("y" * 41, layer=Layer.WORKING, project="shop")
    note("z" * 8, layer=Layer.EPISODIC, project="blog")
    holds = {hold.layer: (hold.memories, hold.tokens) for hold in hierarchy.board(ana).layers}
    assert holds[Layer.WORKING] == (2, 21)
    assert holds[Layer.EPISODIC] == (1, 2)
    assert holds[Layer.OPERATIONAL] == (0, 0)
    shop = hierarchy.board(ana.in_project("shop"))
    assert (shop.memories, shop.tokens) == (2, 21)


def test_a_column_holds_a_layer_by_retention_with_suggestions(ana: Workspace, note: Note) -> None:
    plain = note("The build runs on two cores", layer=Layer.EPISODIC, importance_override=0.4)
    loved = note("The release needs two reviews", layer=Layer.EPISODIC, importance_override=0.9)
    note("Elsewhere on the board", layer=Layer.WORKING)
    numbers = hierarchy.column(ana, Layer.EPISODIC)
    assert list(numbers) == [loved.number, plain.number]
    first, second = hierarchy.cards(ana, numbers)
    assert (first.importance, first.judgement.to, first.judgement.cause) == (0.9, Layer.SEMANTIC, "imp .90")
    assert second.judgement.to is None
    assert first.retention.value > second.retention.value

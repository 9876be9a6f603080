"""Graph: suggested links accepted, links made and taken away by hand, and the unhappy ways."""

from __future__ import annotations

from memtui.domain.kinds import RelationKind, RelationStatus, Status
from memtui.services import review
from memtui.tui.picture import settle
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on, chain, link, say


def between(screens, one: int, other: int):
    """The relations of two memories."""
    found = screens.workspace.store.graph.relations_of([one])
    return [each for each in found if {each.from_number, each.to_number} == {one, other}]


async def proposed(screens) -> tuple[int, int]:
    """Write a pair whose succession waits in the queue and centre on its newer side; returns older and newer."""
    old = say(screens, "Created Button component with class lifecycle methods", 20)
    new = say(screens, "Refactored Button component to use hooks", 2)
    await centre_on(screens, new)
    return old, new


async def test_a_suggested_link_is_drawn_with_a_question_mark_and_explained() -> None:
    async with running((120, 40), view="graph") as screens:
        await proposed(screens)
        assert "» supersedes?" in screens.text
        assert "╨" not in screens.text
        assert "proposed 23 Mar" in screens.text
        assert "a accepts it: the newer is true" in screens.text


async def test_a_accepts_the_suggested_link_and_u_takes_it_back() -> None:
    async with running((80, 24), view="graph") as screens:
        old, new = await proposed(screens)
        await screens.press("a")
        assert screens.workspace.store.reads.memory(old).status is Status.SUPERSEDED
        assert "u undo" in screens.said
        assert "supersedes?" not in screens.text
        assert "» supersedes" in screens.text
        assert review.conflict_reports(screens.workspace)[0].human_verdict == "newer_is_true"
        await screens.press("u")
        assert screens.workspace.store.reads.memory(old).status is not Status.SUPERSEDED
        assert "supersedes?" in screens.text
        assert screens.view.centre == f"m{new}"


async def test_without_a_suggestion_a_says_so() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("a")
        assert screens.said == "No link is suggested here."


async def test_of_several_suggestions_w_names_one_first() -> None:
    async with running((80, 24), view="graph") as screens:
        say(screens, "Created Button component with class lifecycle methods", 20)
        say(screens, "Button component renders an icon beside its text", 19)
        new = say(screens, "Refactored Button component to use hooks", 2)
        link(screens, new, add(screens, "The design system of the shop", 40))
        await centre_on(screens, new)
        many = [tie for tie in screens.view.pane.ties if tie.edge.conflict is not None]
        while screens.view.pane.tie.edge.conflict is not None:
            screens.view.pane.next_tie()
        await screens.press("a")
        assert len(many) == 2
        assert screens.said == "2 links are suggested here; w goes to one of them."
        await screens.press("w", "w", "w")
        while screens.view.pane.tie.edge.conflict is None:
            await screens.press("w")
        await screens.press("a")
        assert "u undo" in screens.said


async def linked_by_hand(screens, kind: str) -> None:
    """Run the command of the palette and choose a kind."""
    await screens.app.front.run_named("link")
    await settle(screens.pilot)
    for _ in range(list(RelationKind).index(RelationKind(kind))):
        await screens.press("j")
    await screens.press("enter")


async def test_two_marked_memories_are_linked_by_hand_and_one_undo_takes_it_back() -> None:
    async with running((80, 24), view="graph") as screens:
        one, two, three = chain(screens, 3)
        await centre_on(screens, two)
        screens.view.canvas.marks = {f"m{one}", f"m{three}"}
        await linked_by_hand(screens, "elaborates")
        (made,) = between(screens, one, three)
        assert (made.from_number, made.to_number, made.kind) == (three, one, RelationKind.ELABORATES)
        assert screens.said.startswith("Linked: ") or "Linked:" in screens.said
        assert not screens.view.canvas.marks
        assert "+ elaborates" in screens.text
        await screens.press("u")
        assert between(screens, one, three) == []
        assert "+ elaborates" not in screens.text


async def test_linking_needs_two_marks() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.app.front.run_named("link")
        assert screens.said == "A link takes two memories: mark both with space."
        await screens.press("c")
        assert screens.said == "A conflict takes two memories: mark both with space."


async def test_a_circle_of_successions_is_refused_and_nothing_written() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = [add(screens, f"A thing without a date, part {name}", undated=True) for name in ("one", "two")]
        link(screens, numbers[0], numbers[1], "supersedes")
        before = screens.workspace.store.graph.relations_of(numbers)
        await centre_on(screens, numbers[0])
        await screens.press("asterisk")
        await linked_by_hand(screens, "supersedes")
        assert "already" in screens.said
        assert screens.workspace.store.graph.relations_of(numbers) == before


async def test_unlink_takes_away_the_link_that_is_explained() -> None:
    async with running((120, 40), view="graph") as screens:
        one, two = chain(screens, 2)
        await centre_on(screens, two)
        await screens.app.front.run_named("unlink")
        await screens.press("F2")
        (ended,) = between(screens, one, two)
        assert ended.status is RelationStatus.DEPRECATED
        assert "Nothing links here yet" in screens.text
        await screens.press("u")
        assert between(screens, one, two)[0].status is RelationStatus.ACTIVE


async def test_a_store_that_is_only_read_refuses_links() -> None:
    async with running((80, 24), view="graph", read_only=True) as screens:
        await screens.press("asterisk")
        await screens.app.front.run_named("link")
        assert screens.said == "This store is open for reading only."
        await screens.press("a")
        assert screens.said == "This store is open for reading only."

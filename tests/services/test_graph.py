"""The neighbourhood of a memory or an entity: what is in it, in which order, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.domain.errors import InvalidRecord, NotFound
from memtui.domain.kinds import Kind, Layer, RelationKind, RelationStatus, Status, Tier
from memtui.domain.records import Memory, Relation
from memtui.domain.verdicts import Verdict
from memtui.services import entity_list, graph, review
from memtui.services.workspace import Workspace
from tests.services import guides
from tests.services.conftest import NOW

Note = Callable[..., Memory]
Linked = Callable[..., Relation]


@pytest.fixture
def link(ana: Workspace) -> Linked:
    """Links a newer memory to an older one."""

    def write(newer: Memory, kind: str, older: Memory, **more: object) -> Relation:
        relation = Relation(
            from_number=newer.number or 0,
            to_number=older.number or 0,
            kind=RelationKind(kind),
            created_at=NOW,
            **more,  # type: ignore[arg-type]
        )
        with ana.store.write(ana.act("edit")) as work:
            return work.insert(relation)

    return write


def texts(found: graph.Neighbourhood) -> list[str]:
    return [node.memory.content for node in found.nodes if node.memory is not None]


def plain(note: Note, text: str, **more: object) -> Memory:
    return note(text, kind=Kind.DECISION, **more)


def test_neighbours_come_step_by_step_the_most_important_first(ana: Workspace, note: Note, link: Linked) -> None:
    centre, low, high, far = (
        plain(note, f"subject {name} of its own", importance_override=value)
        for name, value in (("apple", 0.5), ("brick", 0.2), ("cloud", 0.9), ("drum", 1.0))
    )
    link(centre, "references", low)
    link(high, "elaborates", centre)
    link(far, "elaborates", low)
    one = graph.neighbourhood(ana, centre.number or 0)
    assert texts(one) == [centre.content, high.content, low.content]
    assert [node.more for node in one.nodes] == [0, 0, 1]
    assert one.more == 1
    two = graph.neighbourhood(ana, centre.number or 0, depth=2)
    assert texts(two) == [centre.content, high.content, low.content, far.content]
    assert [node.distance for node in two.nodes] == [0, 1, 1, 2]
    assert two.more == 0
    assert {(edge.source, edge.kind, edge.target) for edge in two.edges} == {
        (f"m{centre.number}", "references", f"m{low.number}"),
        (f"m{high.number}", "elaborates", f"m{centre.number}"),
        (f"m{far.number}", "elaborates", f"m{low.number}"),
    }


def test_links_between_neighbours_are_there_too(ana: Workspace, note: Note, link: Linked) -> None:
    centre, one, other = (plain(note, f"subject {name} of its own") for name in ("apple", "brick", "cloud"))
    link(centre, "references", one)
    link(centre, "references", other)
    link(one, "similar", other)
    assert len(graph.neighbourhood(ana, centre.number or 0).edges) == 3


def test_archived_transient_and_ended_ones_are_shown_only_when_asked_for(
    ana: Workspace, note: Note, link: Linked
) -> None:
    centre = plain(note, "subject apple of its own")
    old = plain(note, "subject brick of its own", status=Status.SUPERSEDED)
    away = plain(note, "subject cloud of its own", status=Status.ARCHIVED, layer=Layer.ARCHIVED)
    slight = plain(note, "subject drum of its own", tier=Tier.TRANSIENT)
    ended = plain(note, "subject egg of its own")
    for other in (old, away, slight):
        link(centre, "references", other)
    link(centre, "references", ended, status=RelationStatus.DEPRECATED)
    number = centre.number or 0
    assert texts(graph.neighbourhood(ana, number)) == [centre.content, old.content]
    assert set(texts(graph.neighbourhood(ana, number, look=graph.HIDDEN_TOO))) == {
        each.content for each in (centre, old, away, slight, ended)
    }
    bare = graph.neighbourhood(ana, number, look=graph.Look(superseded=False))
    assert (texts(bare), bare.more) == ([centre.content], 0)


def test_a_hidden_memory_can_still_be_the_centre(ana: Workspace, note: Note) -> None:
    away = plain(note, "subject cloud of its own", status=Status.ARCHIVED, layer=Layer.ARCHIVED)
    assert texts(graph.neighbourhood(ana, away.number or 0)) == [away.content]


def test_never_more_than_forty_and_the_rest_is_counted(ana: Workspace, note: Note, link: Linked) -> None:
    centre = plain(note, "subject apple of its own")
    for at in range(50):
        link(plain(note, f"subject number {at} zz{at}"), "elaborates", centre)
    found = graph.neighbourhood(ana, centre.number or 0, depth=3)
    assert len(found.nodes) == graph.MOST_NODES
    assert found.nodes[0].more == found.more == 11
    small = graph.neighbourhood(ana, centre.number or 0, limit=5)
    assert (len(small.nodes), small.more) == (5, 46)


def test_kinds_narrow_the_links_and_a_contradiction_that_superseded_is_a_supersession(
    ana: Workspace, note: Note, link: Linked
) -> None:
    centre = plain(note, "subject apple of its own")
    old = plain(note, "subject brick of its own")
    with ana.store.write(ana.act("edit")) as work:
        work.update(replace(work.memory(old.number or 0), status=Status.SUPERSEDED, superseded_by=centre.id))
    other = plain(note, "subject cloud of its own")
    link(centre, "contradicts", old)
    link(centre, "contradicts", other)
    link(centre, "references", plain(note, "subject drum of its own"))
    number = centre.number or 0
    assert texts(graph.neighbourhood(ana, number, kinds=["references"])) == [centre.content, "subject drum of its own"]
    assert texts(graph.neighbourhood(ana, number, kinds=["supersedes"])) == [centre.content, old.content]
    assert len(graph.neighbourhood(ana, number, kinds=["contradicts"]).nodes) == 3


def test_an_entity_has_its_mentions_and_its_facts_around_it(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    mongo = entity_list.named(ana, "mongo")[0]
    found = graph.neighbourhood(ana, mongo)
    assert found.centre == found.nodes[0].key == f"e{mongo.number}"
    assert {text for _, text in guides.DATABASES[1:]} == set(texts(found))
    names = {node.entity.name for node in found.nodes if node.entity is not None}
    assert {"MongoDB", "PostgreSQL"} <= names
    kinds = {edge.kind for edge in found.edges}
    assert {"mentions", "supersedes"} <= kinds


def test_the_same_store_gives_the_same_neighbourhood(ana: Workspace) -> None:
    memories = guides.told(ana, guides.BUTTON)
    number = memories[1].number or 0
    assert graph.neighbourhood(ana, number, depth=3) == graph.neighbourhood(ana, number, depth=3)


def test_bad_questions_get_a_sentence(ana: Workspace, note: Note) -> None:
    memory = note("subject apple of its own")
    for depth in (0, 4):
        with pytest.raises(InvalidRecord, match="depth"):
            graph.neighbourhood(ana, memory.number or 0, depth=depth)
    with pytest.raises(NotFound):
        graph.neighbourhood(ana, 999)


def test_the_most_related_live_memory_is_where_a_look_begins(ana: Workspace, note: Note, link: Linked) -> None:
    assert graph.most_related(ana) is None
    one, other, third = (
        plain(note, f"subject {name} of its own", created_at=NOW - timedelta(days=1))
        for name in ("apple", "brick", "c")
    )
    link(one, "references", other)
    link(third, "references", other)
    assert graph.most_related(ana) == other.number


def test_a_supersession_that_waits_in_the_queue_is_a_proposed_link(ana: Workspace, note: Note) -> None:
    old = note("Created Button component with class lifecycle methods", created_at=NOW - timedelta(days=20))
    new = note("Refactored Button component to use hooks", created_at=NOW - timedelta(days=2))
    assert graph.neighbourhood(ana, new.number or 0).edges == ()
    found = graph.neighbourhood(ana, new.number or 0, proposals=True)
    (edge,) = found.edges
    assert (edge.source, edge.target, edge.kind) == (f"m{new.number}", f"m{old.number}", "supersedes")
    assert edge.conflict is not None
    assert edge.relation is None
    only = graph.neighbourhood(ana, new.number or 0, kinds=["references"], proposals=True)
    assert only.edges == ()
    review.decide(ana, [edge.conflict.number or 0], Verdict.NEWER)
    (edge,) = graph.neighbourhood(ana, new.number or 0, proposals=True).edges
    assert edge.conflict is None
    assert edge.relation is not None


def test_what_lies_beyond_a_picture_is_listed_the_most_important_first(
    ana: Workspace, note: Note, link: Linked
) -> None:
    hub = plain(note, "the hub of it is src/hub.ts")
    rays = [plain(note, f"ray {name} is around", importance_override=0.1 * at) for at, name in enumerate("abcdefgh")]
    for ray in rays:
        link(ray, "references", hub)
    shown = [f"m{rays[0].number}", f"m{rays[7].number}"]
    found = graph.beyond(ana, hub.number or 0, shown)
    assert [one.node.memory.content for one in found.neighbours if one.node.memory] == [
        ray.content for ray in reversed(rays[1:7])
    ]
    assert {one.edge.kind for one in found.neighbours} == {"references"}
    assert "src/hub.ts" in [entity.name for entity in found.names]
    assert found.more == 0
    assert graph.beyond(ana, hub.number or 0, shown, kinds=["similar"]).neighbours == ()


def test_kinds_are_counted_and_what_a_memory_names_stands_there_only_if_asked_for(
    ana: Workspace, note: Note, link: Linked
) -> None:
    centre, other = plain(note, "src/auth.ts is the centre of it"), plain(note, "another one beside it")
    link(centre, "references", other)
    link(centre, "similar", other)
    counts = graph.kinds_around(ana, centre.number or 0)
    assert {kind: counts[kind] for kind in ("references", "similar", "mentions")} == {
        "references": 1,
        "similar": 1,
        "mentions": 1,
    }
    assert all(node.entity is None for node in graph.neighbourhood(ana, centre.number or 0).nodes)
    named = graph.neighbourhood(ana, centre.number or 0, kinds=["mentions"])
    assert [node.entity.name for node in named.nodes if node.entity is not None] == ["src/auth.ts"]
    assert [(edge.source, edge.kind) for edge in named.edges] == [(f"m{centre.number}", "mentions")]

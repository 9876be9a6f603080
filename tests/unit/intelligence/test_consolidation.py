"""Which entities are merged, and what ends when one thing takes another's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.kinds import EntityStatus, EntityType, FactStatus, Predicate
from memtui.domain.records import Entity, Fact
from memtui.intelligence.consolidation import Carrier, Contradiction, Plan, Snapshot, plan, plan_merges

DAY = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = "abcdefghij"


def day(number: float) -> datetime:
    return DAY + timedelta(days=number)


def entity(number: int, name: str, kind: str = "concept", aliases: tuple[str, ...] = (), at: float = 0) -> Entity:
    return Entity(id=f"E{number}", number=number, type=EntityType(kind), name=name, aliases=aliases, created_at=day(at))


def fact(number: int, subject: int, predicate: str, other: int, at: float | None = None, **more: object) -> Fact:
    return Fact(
        number=number,
        subject_number=subject,
        predicate=Predicate(predicate),
        object_number=other,
        memory_number=number,
        valid_from=None if at is None else day(at),
        **more,  # type: ignore[arg-type]
    )


def merged(*entities: Entity) -> list[str]:
    return [str(merge) for merge in plan_merges(entities).merges]


def facts_of(found: Plan) -> list[int | None]:
    return [retired.fact.number for retired in found.retired_facts]


def nodes_of(found: Plan) -> list[str]:
    return [node.name for node in found.retired_nodes]


def of(facts: Sequence[Fact], entities: Sequence[Entity] = (), **more: object) -> Plan:
    """The plan over facts between entities 1 a, 2 b, 3 c …"""
    numbers = {number for each in facts for number in (each.subject_number, each.object_number)}
    made = entities or [entity(number, NAMES[number - 1]) for number in sorted(numbers)]
    return plan(Snapshot(entities=made, facts=facts, **more))  # type: ignore[arg-type]


def test_labels_agree_after_folding_case_space_dots_dashes_and_plurals() -> None:
    assert merged(entity(1, "Node.js", "package"), entity(2, "node js", "package")) == [
        "node js → Node.js (label-collision)"
    ]
    assert merged(entity(1, "JWT token"), entity(2, "JWT Tokens")) == ["JWT Tokens → JWT token (label-collision)"]
    assert merged(entity(1, "roll-out"), entity(2, "rollout")) == ["rollout → roll-out (label-collision)"]
    assert merged(entity(1, "session-based auth"), entity(2, "session auth")) != []


def test_names_of_code_and_packages_keep_their_endings() -> None:
    assert merged(entity(1, "request", "package"), entity(2, "requests", "package")) == []
    assert merged(entity(1, "user-list.ts", "file_path"), entity(2, "userlist.ts", "file_path")) == []
    assert merged(entity(1, "Button", "class"), entity(2, "Buttons", "class")) == []
    assert merged(entity(1, "HTTP"), entity(2, "HTTPS")) == []


def test_two_files_with_one_short_name_stay_two() -> None:
    one = entity(1, "src/a/Button.tsx", "file_path", ("Button.tsx", "Button"))
    other = entity(2, "src/b/Button.tsx", "file_path", ("Button.tsx", "Button"))
    assert merged(one, other) == []


def test_an_alias_agrees_with_a_label() -> None:
    assert merged(entity(1, "postgresql", "package", ("Postgres",)), entity(2, "postgres", "package")) == [
        "postgres → postgresql (alias)"
    ]


def test_a_concept_joins_any_thing_but_a_person_or_project() -> None:
    assert merged(entity(1, "redis"), entity(2, "Redis", "package", at=1)) == ["Redis → redis (label-collision)"]
    assert merged(entity(1, "mercury", "person"), entity(2, "Mercury")) == []
    assert merged(entity(1, "atlas", "project"), entity(2, "Atlas")) == []


def test_the_surviving_concept_becomes_what_it_absorbs() -> None:
    found = plan_merges([entity(1, "redis"), entity(2, "Redis", "package", ("REmote DIctionary",), at=1)])
    survivor = found.survivors[1]
    assert (survivor.type, survivor.aliases) == (EntityType.PACKAGE, ("Redis", "REmote DIctionary"))


def test_twins_of_other_types_are_for_a_person() -> None:
    found = plan_merges([entity(1, "Button", "class"), entity(2, "button", "package")])
    assert (found.merges, [str(twins) for twins in found.twins]) == ((), ["Button (class) and button (package)"])


def test_a_concept_that_may_mean_two_things_is_left_to_a_person() -> None:
    found = plan_merges([entity(1, "Button", "class"), entity(2, "button", "package"), entity(3, "button")])
    assert found.merges == ()
    assert len(found.twins) == 2


def test_the_survivor_is_the_earliest_then_by_id() -> None:
    assert merged(entity(1, "Same", at=2), entity(2, "SAME"), entity(3, "same ", at=1)) == [
        "same  → SAME (label-collision)",
        "Same → SAME (label-collision)",
    ]


def test_only_active_entities_are_merged() -> None:
    gone = replace(entity(1, "redis"), status=EntityStatus.DEPRECATED)
    assert merged(gone, entity(2, "Redis")) == []


def test_facts_not_newer_than_the_supersession_end_with_it() -> None:
    found = of([fact(1, 3, "uses", 2, 1), fact(2, 3, "depends_on", 2, 9), fact(3, 1, "supersedes", 2, 5)])
    assert facts_of(found) == [1]
    assert found.retired_facts[0].at == day(5)
    assert found.retired_facts[0].reason == "a supersedes b."
    assert nodes_of(found) == [], "a later use keeps it"


def test_an_entity_goes_once_nothing_uses_it() -> None:
    found = of([fact(1, 3, "uses", 2, 1), fact(3, 1, "supersedes", 2, 5)])
    assert (facts_of(found), nodes_of(found)) == ([1], ["b"])


def test_facts_of_another_scope_or_project_stay() -> None:
    uses = [fact(1, 3, "uses", 2, 1, scope="user data"), fact(2, 3, "uses", 2, 1, scope="the catalog")]
    scoped = of([*uses, fact(3, 1, "supersedes", 2, 5, scope="User data")])
    assert (facts_of(scoped), nodes_of(scoped)) == ([1], [])
    assert facts_of(of([*uses, fact(3, 1, "supersedes", 2, 5)])) == [1, 2], "without a scope everywhere"
    elsewhere = of([fact(1, 3, "uses", 2, 1, project="blog"), fact(2, 1, "supersedes", 2, 5, project="shop")])
    assert (facts_of(elsewhere), nodes_of(elsewhere)) == ([], [])


def test_the_subject_of_a_fact_is_a_scope_too() -> None:
    things = [entity(1, "PostgreSQL"), entity(2, "MySQL"), entity(3, "billing service"), entity(4, "orders service")]
    facts = [fact(1, 3, "uses", 2), fact(2, 4, "uses", 2), fact(3, 1, "supersedes", 2, scope="the billing service")]
    found = of(facts, things)
    assert (facts_of(found), nodes_of(found)) == ([1], [])


def test_contradictions_of_an_extractor_retire_like_supersessions() -> None:
    found = of(
        [fact(1, 3, "uses", 2, 1)],
        [entity(n, NAMES[n - 1]) for n in (1, 2, 3)],
        contradictions=[Contradiction(winner=1, loser=2, at=day(4))],
    )
    assert (facts_of(found), nodes_of(found)) == ([1], ["b"])


def test_the_newest_edge_of_a_circle_wins() -> None:
    uses = [fact(1, 3, "uses", 1, 0), fact(2, 3, "uses", 2, 0)]
    found = of([*uses, fact(3, 1, "supersedes", 2, 1), fact(4, 2, "supersedes", 1, 2)])
    assert (facts_of(found), nodes_of(found)) == ([1], ["a"])


def test_a_circle_of_three_leaves_the_newest_winner() -> None:
    edges = [fact(1, 1, "supersedes", 2, 1), fact(2, 2, "supersedes", 3, 2), fact(3, 3, "supersedes", 1, 3)]
    assert nodes_of(of(edges)) == ["a", "b"]


def test_an_edge_without_a_time_dates_from_its_memory() -> None:
    facts = [fact(3, 1, "supersedes", 2), fact(4, 2, "supersedes", 1)]
    carriers = {3: Carrier(number=3, at=day(9)), 4: Carrier(number=4, at=day(2))}
    assert nodes_of(of(facts, carriers=carriers)) == ["b"]


def test_projects_do_not_make_a_circle_of_each_others_edges() -> None:
    edges = [fact(1, 1, "supersedes", 2, 1, project="shop"), fact(2, 2, "supersedes", 1, 2, project="blog")]
    uses = [fact(3, 3, "uses", 2, 0, project="shop"), fact(4, 3, "uses", 1, 0, project="blog")]
    assert facts_of(of([*edges, *uses])) == [3, 4]


def test_a_retired_entity_in_use_again_comes_back() -> None:
    things = [entity(1, "a"), replace(entity(2, "b"), status=EntityStatus.DEPRECATED), entity(3, "c")]
    found = of([fact(1, 1, "supersedes", 2, 1), fact(2, 3, "uses", 2, 5)], things)
    assert [each.name for each in found.revived] == ["b"]
    assert (facts_of(found), nodes_of(found)) == ([], [])


def test_merges_run_first() -> None:
    things = [entity(1, "JWT"), entity(2, "session auth"), entity(3, "session-auth", at=1), entity(4, "shop")]
    found = of([fact(1, 4, "uses", 3), fact(2, 1, "supersedes", 2)], things)
    assert [str(merge) for merge in found.merges] == ["session-auth → session auth (label-collision)"]
    assert (facts_of(found), nodes_of(found)) == ([1], ["session auth"])
    assert found.survivors == {3: 2}


def test_a_fact_that_a_merge_turns_upon_itself_ends() -> None:
    things = [entity(1, "JWT token"), entity(2, "JWT tokens", at=1)]
    found = of([fact(1, 1, "supersedes", 2)], things)
    assert (facts_of(found), nodes_of(found)) == ([1], [])
    assert "JWT token" in found.retired_facts[0].reason


def test_the_memory_that_only_carries_ended_facts_is_superseded() -> None:
    carriers = {n: Carrier(number=n, at=day(n)) for n in (1, 2, 3)}
    found = of([fact(1, 3, "uses", 2), fact(2, 1, "supersedes", 2)], carriers=carriers)
    assert [(each.memory, each.by, each.at) for each in found.retired_memories] == [(1, 2, day(2))]


def test_an_undated_or_newer_memory_is_not_superseded() -> None:
    facts = [fact(1, 3, "uses", 2), fact(2, 1, "supersedes", 2)]
    undated = {1: Carrier(number=1, at=day(1), dated=False), 2: Carrier(number=2, at=day(2))}
    assert of(facts, carriers=undated).retired_memories == ()
    newer = {1: Carrier(number=1, at=day(3)), 2: Carrier(number=2, at=day(2))}
    assert (facts_of(of(facts, carriers=newer)), of(facts, carriers=newer).retired_memories) == ([], ())


# Twice in a row


def carried_out(snapshot: Snapshot, found: Plan) -> Snapshot:
    """The snapshot after its plan."""
    gone = {retired.fact.number: retired.at for retired in found.retired_facts}
    dead = {node.entity.number for node in found.retired_nodes}
    back = {each.number for each in found.revived}
    survivors = plan_merges(snapshot.entities).survivors
    entities = []
    for each in snapshot.entities:
        number = each.number or 0
        now = survivors.get(number, each)
        if number in found.survivors:
            now = replace(each, status=EntityStatus.MERGED, merged_into=found.survivors[number])
        if number in dead:
            now = replace(now, status=EntityStatus.DEPRECATED)
        if number in back:
            now = replace(now, status=EntityStatus.ACTIVE)
        entities.append(now)
    facts = []
    for each_fact in snapshot.facts:
        ends = {
            name: found.survivors.get(getattr(each_fact, name), getattr(each_fact, name))
            for name in ("subject_number", "object_number")
        }
        now_fact = replace(each_fact, **ends)
        if now_fact.number in gone:
            now_fact = replace(now_fact, status=FactStatus.DEPRECATED, valid_until=gone[now_fact.number] or day(99))
        facts.append(now_fact)
    carriers = {
        number: replace(carrier, live=carrier.live and number not in {m.memory for m in found.retired_memories})
        for number, carrier in snapshot.carriers.items()
    }
    return Snapshot(entities=entities, facts=facts, carriers=carriers)


labels = st.sampled_from(["Redis", "redis", "JWT token", "jwt tokens", "Node.js", "node", "Auth", "a-b", "ab", "Dana"])
kinds = st.sampled_from(["concept", "package", "class", "person", "tool"])


@given(
    named=st.lists(st.tuples(labels, kinds, st.lists(labels, max_size=2), st.integers(0, 3)), min_size=2, max_size=8),
    links=st.lists(
        st.tuples(
            st.integers(0, 7),
            st.sampled_from(["uses", "supersedes", "supersedes", "depends_on"]),
            st.integers(0, 7),
            st.one_of(st.none(), st.integers(0, 5)),
            st.sampled_from(["", "", "shop"]),
            st.sampled_from([None, None, "p", "q"]),
        ),
        max_size=10,
    ),
)
def test_consolidating_twice_changes_nothing_the_second_time(
    named: list[tuple[str, str, list[str], int]],
    links: list[tuple[int, str, int, int | None, str, str | None]],
) -> None:
    entities = [entity(n + 1, name, kind, tuple(other), at) for n, (name, kind, other, at) in enumerate(named)]
    facts = [
        fact(n + 1, one % len(named) + 1, predicate, two % len(named) + 1, at, scope=scope, project=project)
        for n, (one, predicate, two, at, scope, project) in enumerate(links)
        if one % len(named) != two % len(named)
    ]
    carriers = {each.number or 0: Carrier(number=each.number or 0, at=day(each.number or 0)) for each in facts}
    before = Snapshot(entities=entities, facts=facts, carriers=carriers)
    first = plan(before)
    after = carried_out(before, first)
    second = plan(after)
    assert not second, second
    assert len(after.entities) == len(entities)
    assert len(after.facts) == len(facts)

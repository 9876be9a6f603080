"""Narrowing a search: qualifiers, left out words, facets, states and projects."""

from __future__ import annotations

from memtui.domain.drafts import Edit
from memtui.domain.filters import Filter
from memtui.domain.kinds import Kind, Layer, Status
from memtui.services import remember
from memtui.services.workspace import Workspace

from .conftest import Note, number
from .searching import found, search


def test_qualifiers_and_left_out_words_narrow(ana: Workspace, note: Note) -> None:
    note("MongoDB holds the catalogue.", kind=Kind.DECISION, tags=("db",))
    note("MongoDB is slow in staging.", tags=("bug",))
    assert found(ana, "mongodb tag:db") == ["MongoDB holds the catalogue."]
    assert found(ana, "mongodb -staging") == ["MongoDB holds the catalogue."]
    assert found(ana, "kind:decision") == ["MongoDB holds the catalogue."]
    result = search(ana, "mongodb layer:nonsense")
    assert result.notices
    assert len(search(ana, "mongodb", narrowed=Filter(tags=("bug",))).hits) == 1


def test_a_facet_and_a_qualifier_that_exclude_each_other_find_nothing(ana: Workspace, note: Note) -> None:
    note("MongoDB holds the catalogue.", layer=Layer.WORKING)
    assert search(ana, "mongodb layer:working", narrowed=Filter(layers=frozenset({Layer.SEMANTIC}))).hits == ()
    assert len(search(ana, "mongodb layer:working", narrowed=Filter(layers=frozenset({Layer.WORKING}))).hits) == 1


def test_an_explicit_status_shows_what_is_usually_hidden(ana: Workspace, note: Note) -> None:
    memory = note("The deploy script is in Perl.")
    remember.edit(ana, number(memory), Edit(archived=True))
    assert found(ana, "deploy status:archived") == [memory.content]
    assert found(ana, "deploy", narrowed=Filter(statuses=frozenset({Status.ARCHIVED}))) == [memory.content]


def test_a_project_sees_its_own_and_those_of_none(ana: Workspace, note: Note) -> None:
    note("Deploys of the shop.", project="shop")
    note("Deploys of the blog.", project="blog")
    note("Deploys of everything.")
    assert sorted(found(ana.in_project("shop"), "deploys")) == ["Deploys of everything.", "Deploys of the shop."]
    assert search(ana.in_project("shop"), "deploys").total == 2


def test_the_last_memory_of_a_filter_leaves_a_stated_empty_list(ana: Workspace, note: Note) -> None:
    note("The linter runs in CI.")
    memory = note("Our own project plan.", tags=("project",))
    assert found(ana, "tag:project") == [memory.content]
    remember.edit(ana, number(memory), Edit(archived=True))
    result = search(ana, "tag:project")
    assert (result.hits, result.matches, result.total, result.hidden) == ((), 0, 1, {"archived": 1})

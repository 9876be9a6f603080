"""The list of entities and what a name means."""

from __future__ import annotations

import pytest

from memtui.domain.errors import NotFound
from memtui.domain.kinds import EntityType
from memtui.services.entity_list import entities, named
from memtui.services.workspace import Workspace
from tests.services import guides


def test_the_most_mentioned_come_first_and_types_narrow(ana: Workspace) -> None:
    guides.told(ana, [*guides.BUTTON, *guides.HANDLE_SUBMIT])
    page = entities(ana)
    assert [(each.entity.name, each.memories) for each in page.entities[:2]] == [("Button", 4), ("handleSubmit", 3)]
    functions = entities(ana, types=[EntityType.FUNCTION])
    assert {each.entity.type for each in functions.entities} == {EntityType.FUNCTION}
    assert page.types[EntityType.FUNCTION] == len(functions.entities)


def test_text_finds_part_of_a_name_an_alias_or_what_resembles_it(ana: Workspace) -> None:
    guides.told(ana, [*guides.DATABASES, *guides.BUTTON])
    assert [each.entity.name for each in entities(ana, "ostgre").entities] == ["PostgreSQL"]
    assert [each.entity.name for each in entities(ana, "psql").entities] == ["PostgreSQL"]
    guessed = entities(ana, "buton")
    assert (guessed.guessed, guessed.entities[0].entity.name) == (True, "Button")
    assert entities(ana, "zzzzzz").entities == ()


def test_a_name_an_alias_and_an_id_mean_the_same(ana: Workspace) -> None:
    guides.told(ana, guides.DATABASES)
    entity = named(ana, "PostgreSQL")[0]
    assert named(ana, "postgres")[0] == entity
    assert named(ana, f" {entity.id} ")[0] == entity
    assert named(ana, entity.id.lower())[0] == entity
    for wrong in ("", "Postgr", "zzzzzzzz"):
        with pytest.raises(NotFound):
            named(ana, wrong)

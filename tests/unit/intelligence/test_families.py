"""Names that answer the same question."""

from __future__ import annotations

import pytest

from memtui.intelligence import families, lexicon


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Postgres", "relational database"),
        ("MongoDB", "document store"),
        ("VS Code", "editor"),
        ("GitHub Actions", "ci system"),
        ("Express.js", "web framework"),
        ("tabs", "indentation"),
        ("Slack", "channel"),
        ("xylophone", None),
        ("", None),
    ],
)
def test_a_name_has_a_narrowest_category(name: str, category: str | None) -> None:
    assert families.family(name) == category


def test_categories_nest() -> None:
    assert families.kinds("mysql") == {"relational database", "database"}
    assert families.same_family("PostgreSQL", "mongo")
    assert families.same_family("pytest", "Playwright")
    assert not families.same_family("PostgreSQL", "pytest")
    assert {"postgresql", "mongodb", "redis"} <= set(families.members("database"))
    assert "mongodb" not in families.members("relational database")


@pytest.mark.parametrize(
    ("word", "category"), [("database", "database"), ("package manager", "package manager"), ("auth", "authentication")]
)
def test_a_category_goes_by_several_words(word: str, category: str) -> None:
    assert families.category_words()[word] == category


def test_every_category_that_is_spoken_of_has_members() -> None:
    for category in (*lexicon.table("families")["words"], *lexicon.table("families")["kind_of"]):
        assert families.members(category), category
    assert families.members("no such category") == ()

"""Timeline: names that are one thing merged, suggested, refused and split, each after a preview and with its undo."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.kinds import EntityStatus
from memtui.services import alias_suggestions, entity_list, entity_merging
from memtui.services.workspace import Workspace
from memtui.tui.modals.choice import ChoiceScreen
from memtui.tui.modals.preview import PreviewScreen
from memtui.tui.picture import settle
from tests.services import guides
from tests.snapshots.running import Screens, running, still_world  # noqa: F401
from tests.tui.timelines import SHORT, following, store_with


def number(screens: Screens, name: str) -> int:
    """The row number of a living entity of that name."""
    found = screens.workspace.store.graph.entities_named(name)
    return next(one.number for one in found if one.status is EntityStatus.ACTIVE and one.number)


def pairs(screens: Screens) -> list[tuple[str, str]]:
    """The suggestions, as they stand in the pane."""
    return [(one.source.entity.name, one.target.entity.name) for one in screens.view.suggestions]


async def test_names_that_look_alike_are_suggested_with_their_reason(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, SHORT), view="timeline") as screens:
        assert pairs(screens) == [("authn", "auth")] or pairs(screens) == [("auth", "authn")]
        assert "≡" in screens.text
        assert "names of authen" in screens.text
        assert "a ok" in screens.text
        assert "b no" in screens.text


async def test_a_takes_the_suggestion_after_a_preview_and_u_brings_both_back(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, SHORT), view="timeline") as screens:
        source, target = pairs(screens)[0]
        await screens.press("a")
        assert isinstance(screens.app.screen, PreviewScreen)
        assert f"merge into {target}" in screens.text
        assert f"a name of {target}" in screens.text
        await screens.press("a")
        assert isinstance(screens.app.screen, PreviewScreen)
        await screens.press("y")
        assert f"Merged {source} into {target} · u undo" in screens.said
        assert pairs(screens) == []
        assert number(screens, source) == number(screens, target)
        await screens.press("u")
        assert pairs(screens) == [(source, target)]


async def test_a_preview_that_is_left_merges_nothing(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, SHORT), view="timeline") as screens:
        before = pairs(screens)
        await screens.press("a", "n")
        assert screens.said == "Nothing was done."
        assert pairs(screens) == before


async def test_b_refuses_for_good_until_it_is_undone(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, SHORT), view="timeline") as screens:
        source, target = pairs(screens)[0]
        await screens.press("b")
        assert f"{source} stays apart from {target} · u undo" in screens.said
        assert pairs(screens) == []
        await screens.press("r")
        assert pairs(screens) == []
        assert number(screens, source) != number(screens, target)
        await screens.press("6")
        assert "refuse alias" in screens.text
        await screens.press("5", "u")
        assert pairs(screens) == [(source, target)]


async def test_at_80_columns_the_status_line_names_the_suggestion(tmp_path: Path) -> None:
    async with running((80, 24), location=store_with(tmp_path, SHORT), view="timeline") as screens:
        assert "≡" in screens.lines[-2]
        assert screens.lines[-2].rstrip().endswith("? a b")
        await screens.press("b")
        assert "≡" not in screens.lines[-2]


async def test_m_merges_the_marked_names_into_the_one_under_the_cursor(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, guides.DATABASES), view="timeline") as screens:
        screens.view.picker.focus()
        mongo, postgres = number(screens, "MongoDB"), number(screens, "PostgreSQL")
        screens.view.picker.go_to_key(postgres)
        await screens.press("space")
        screens.view.picker.go_to_key(mongo)
        await screens.press("space")
        screens.view.picker.go_to_key(postgres)
        await screens.press("m")
        assert "merge into PostgreSQL" in screens.text
        assert "MongoDB" in screens.text
        await screens.press("y")
        assert "Merged MongoDB into PostgreSQL" in screens.said
        assert number(screens, "MongoDB") == postgres
        assert len(screens.view.picker.marks) == 0
        await screens.press("u")
        assert number(screens, "MongoDB") == mongo


async def test_splitting_an_alias_gives_it_back_after_a_choice_and_a_preview(tmp_path: Path) -> None:
    def merged(workspace: Workspace) -> None:
        both = {one.entity.name: one.entity.number or 0 for one in entity_list.entities(workspace).entities}
        entity_merging.merge_entities(workspace, both["PostgreSQL"], [both["MongoDB"]])

    async with following(tmp_path, "PostgreSQL", guides.DATABASES, more=merged) as screens:
        assert number(screens, "MongoDB") == screens.view.entity
        screens.view.act_split_alias()
        await screens.press()
        await screens.pilot.pause()
        assert isinstance(screens.app.screen, ChoiceScreen)
        assert "was merged" in screens.text
        await screens.press("slash")
        await screens.type("MongoDB")
        await screens.press("enter")
        assert isinstance(screens.app.screen, PreviewScreen)
        assert "an entity again, as it was (tool)" in screens.text
        await screens.press("y")
        assert "Split MongoDB off PostgreSQL" in screens.said
        assert number(screens, "MongoDB") != screens.view.entity
        await screens.press("u")
        assert number(screens, "MongoDB") == screens.view.entity


async def test_the_palette_knows_splitting_and_says_when_there_is_nothing_to_split(tmp_path: Path) -> None:
    async with following(tmp_path, "handleSubmit", guides.HANDLE_SUBMIT) as screens:
        assert "split_alias" in {command.act for command in screens.view.COMMANDS}
        assert screens.view.why_not("split_alias") == "What is followed has no other name to split off."


def test_refusals_hold_in_the_store_and_siblings_are_not_suggested(tmp_path: Path) -> None:
    from memtui.bootstrap import open_workspace

    rows = [
        ("2026-01-01", "Switched from OAuth1 to OAuth2"),
        ("2026-01-02", "Replaced Node 18 with Node 20"),
        ("2026-01-03", "Ben and Jen review `frontend` and `backend`"),
    ]
    workspace = open_workspace(str(store_with(tmp_path, SHORT, rows)), face="screens")
    try:
        found = alias_suggestions.suggestions(workspace)
        assert {one.source.entity.name for one in found} | {one.target.entity.name for one in found} == {
            "auth",
            "authn",
        }
        alias_suggestions.refuse(workspace, *found[0].key)
        assert alias_suggestions.suggestions(workspace) == ()
    finally:
        workspace.store.close()
    again = open_workspace(str(tmp_path / "store.db"), face="screens")
    try:
        assert alias_suggestions.suggestions(again) == ()
    finally:
        again.store.close()


async def test_the_head_of_the_entities_tells_how_many_of_all_words_leave() -> None:
    async with running((120, 40), view="timeline") as screens:
        head = screens.row("─ entities · ")
        total = head.split("·")[1].split()[0]
        assert " of " not in head.split("│")[0]
        await screens.press("/")
        await screens.type("MongoDB")
        await settle(screens.pilot)
        assert f"─ entities · 1 of {total} ─" in screens.row("entities · ")

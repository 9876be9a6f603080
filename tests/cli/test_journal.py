"""History, undo and redo."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_the_newest_act_comes_first(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    rows = [line.split("  ") for line in memtui("history").out.splitlines()]
    assert [row[3] for row in rows] == ["archive", "add", "add", "add", "add"]
    assert rows[0][2] == "ana"
    assert memtui("history", "--limit", "1", "--json").json["results"][0]["action"] == "archive"


def test_acts_are_narrowed_by_who_and_what(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    assert len(memtui("history", "--action", "archive").out.splitlines()) == 1
    assert memtui("history", "--actor", "nobody").out == ""
    assert len(memtui("history", "--text", "MongoDB").out.splitlines()) == 2
    newest = memtui("history").ids[0]
    assert newest not in memtui("history", "--before", newest).ids


def test_one_act_is_shown_in_full_by_its_number_or_id(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    number = memtui("history").ids[0]
    ran = memtui("history", number)
    assert "archived" in ran.out
    assert "MongoDB" in ran.out
    detail = memtui("history", number, "--json").json["result"]
    assert (detail["action"], detail["state"]) == ("archive", "undo")
    assert memtui("history", detail["id"], "--json").json["result"] == detail


def test_the_steps_of_one_memory_are_shown_oldest_first(memtui: Run, filled: dict[str, str]) -> None:
    memtui("edit", filled["mongo"], "We use MongoDB for the whole catalog")
    memtui("archive", filled["mongo"])
    rows = [line.split("  ")[3] for line in memtui("history", filled["mongo"]).out.splitlines()]
    assert rows == ["add", "edit", "archive"]
    body = memtui("history", filled["mongo"], "--json").json
    assert [step["after"]["status"] for step in body["results"]] == ["active", "active", "archived"]


def test_what_nothing_answers_to_is_not_found(memtui: Run, filled: dict[str, str]) -> None:
    for name in ("nowhere", "99999"):
        ran = memtui("history", name)
        assert (ran.code, ran.out) == (1, "")
    assert memtui("undo", "99999").code == 1
    assert memtui("history", "--before", "x").code == 2


def test_undo_takes_back_and_redo_brings_back(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    undone = memtui("undo")
    assert undone.code == 0
    assert undone.out.strip()
    assert filled["mongo"] in memtui("list").ids
    assert memtui("redo").code == 0
    assert filled["mongo"] not in memtui("list").ids
    again = memtui("redo")
    assert again.code == 1
    assert "nothing to redo" in again.err


def test_undoing_can_be_looked_at_first(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    ran = memtui("undo", "--dry-run")
    assert ran.code == 0
    assert "MongoDB" in ran.out
    assert filled["mongo"] not in memtui("list").ids


def test_an_act_in_the_middle_is_undone_by_its_number(memtui: Run, filled: dict[str, str]) -> None:
    memtui("pin", filled["rule"])
    number = memtui("history").ids[0]
    memtui("archive", filled["mongo"])
    assert memtui("undo", number, "--json").json["batch"]["undoes"] == int(number)
    assert memtui("list", "is:pinned").ids == []
    assert filled["mongo"] not in memtui("list").ids


def test_an_act_with_later_changes_is_refused_with_the_reason(memtui: Run, filled: dict[str, str]) -> None:
    memtui("edit", filled["rule"], "Never push to main or release")
    number = memtui("history").ids[0]
    memtui("edit", filled["rule"], "Never push to main, release or docs")
    ran = memtui("undo", number)
    assert ran.code == 1
    assert ran.err.strip()


def test_nothing_to_undo_is_refused(memtui: Run, filled: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_USER", "somebody else")
    for command in (("undo",), ("undo", "--dry-run"), ("redo",)):
        assert memtui(*command).code == 1

"""The configuration from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_key_is_set_read_and_taken_out(memtui: Run, place: Path) -> None:
    assert memtui("config", "get", "recall.engine").out == "auto\n"
    assert memtui("config", "set", "recall.engine", "lexical").code == 0
    assert memtui("config", "get", "recall.engine").out == "lexical\n"
    assert 'engine = "lexical"' in (place / "config.toml").read_text()
    assert memtui("config", "unset", "recall.engine").code == 0
    assert memtui("config", "get", "recall.engine").out == "auto\n"


def test_the_file_is_named_whether_it_is_there_or_not(memtui: Run, place: Path) -> None:
    assert memtui("config", "path").out.strip() == str(place / "config.toml")
    assert memtui("config", "path", "--json").json["exists"] is False
    assert memtui("--config", "other.toml", "config", "path").out.strip() == "other.toml"


def test_every_key_is_listed(memtui: Run) -> None:
    names = memtui("config", "list").ids
    assert {"name", "store", "recall.engine", "ui.ascii"} <= set(names)
    body = memtui("config", "list", "--json").json
    assert [each["key"] for each in body["results"]] == names


def test_unknown_keys_and_values_are_refused_with_the_nearest(memtui: Run, place: Path) -> None:
    ran = memtui("config", "set", "recall.engin", "lexical")
    assert ran.code == 1
    assert "recall.engine" in ran.err
    assert memtui("config", "set", "recall.engine", "psychic").code == 1
    assert not (place / "config.toml").exists()


def test_another_programs_file_is_left_alone(memtui: Run, place: Path) -> None:
    (place / "config.toml").write_text('[cache]\nsize = "1GB"\n')
    assert memtui("config", "set", "name", "ana").code == 1
    assert (place / "config.toml").read_text() == '[cache]\nsize = "1GB"\n'
    assert memtui("list").code == 1


def test_a_name_in_the_configuration_is_who_acts(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    memtui("config", "set", "name", "bea")
    monkeypatch.delenv("MEMTUI_USER")
    memtui("add", "We use Redis for sessions")
    assert memtui("history", "--json").json["results"][0]["actor"] == "bea"


def test_a_configuration_that_was_named_must_be_there(memtui: Run, place: Path) -> None:
    ran = memtui("--config", "mistyped.toml", "list")
    assert ran.code == 1
    assert "no configuration file mistyped.toml" in ran.err
    assert memtui("--config", "mistyped.toml", "config", "set", "name", "ana").code == 0
    assert memtui("--config", "mistyped.toml", "add", "We use PostgreSQL for user data").code == 0


def test_without_a_command_the_help_is_shown_once(memtui: Run) -> None:
    ran = memtui("config")
    assert ran.code == 2
    assert ran.err.count("Usage:") == 1
    assert "unset" in ran.err

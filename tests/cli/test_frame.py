"""The program as a whole: help, versions, wrong usage, global options."""

from __future__ import annotations

import pytest

from memtui.cli import cli
from memtui.cli.program import ALIASES, TABLE
from tests.cli.conftest import Run

COMMANDS = sorted(TABLE)


def test_a_pipe_gets_the_help_and_not_the_screens(process: Run) -> None:
    ran = process(stdin="")
    assert ran.code == 0
    assert ran.out.startswith("Usage: memtui")


def test_the_version_is_said(process: Run) -> None:
    from memtui import __version__

    assert process("--version").out == f"memtui {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tells_what_it_does_and_shows_examples(memtui: Run, name: str) -> None:
    ran = memtui(name, "--help")
    assert ran.code == 0
    assert len(ran.out.splitlines()[2].strip()) > 20
    assert f"$ memtui {name}" in ran.out


def test_every_command_stands_in_the_help_with_one_line(memtui: Run) -> None:
    out = memtui("--help").out
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ") and line.split()}
    for name, (_, _, about) in TABLE.items():
        assert about[:30] in lines[name]


@pytest.mark.parametrize("name", ["list", "get", "set", "unset", "path"])
def test_every_config_command_tells_what_it_does(memtui: Run, name: str) -> None:
    ran = memtui("config", name, "--help")
    assert ran.code == 0
    assert f"$ memtui config {name}" in ran.out


def test_every_option_has_a_help_text() -> None:
    import click

    ctx = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(ctx, name)
        assert command is not None
        undocumented = [p.name for p in command.params if isinstance(p, click.Option) and not p.hidden and not p.help]
        assert not undocumented, name


@pytest.mark.parametrize(("alias", "name"), sorted(ALIASES.items()))
def test_other_names_mean_the_same_command(memtui: Run, alias: str, name: str) -> None:
    def body(word: str) -> list[str]:
        return memtui(word, "--help").out.splitlines()[1:]

    assert body(alias) == body(name)


def test_a_command_that_is_nearly_right_is_suggested(memtui: Run) -> None:
    ran = memtui("serach", "x")
    assert ran.code == 2
    assert "Did you mean 'search'?" in ran.err
    assert ran.out == ""


def test_wrong_usage_ends_with_two_and_says_where_to_read_on(memtui: Run) -> None:
    ran = memtui("list", "--limit", "many")
    assert ran.code == 2
    assert "memtui list --help" in ran.err


def test_wrong_usage_is_json_where_json_was_asked_for(memtui: Run) -> None:
    ran = memtui("list", "--limit", "many", "--json")
    assert ran.code == 2
    assert ran.json["schema_version"] == 1
    assert ran.json["error"]["code"] == "usage"
    assert "many" in ran.json["error"]["message"]


def test_failures_are_json_where_json_was_asked_for(memtui: Run) -> None:
    memtui("add", "We use Redis for sessions")
    ran = memtui("show", "nowhere", "--json")
    assert ran.code == 1
    assert ran.json["error"]["code"] == "not_found"
    assert "nowhere" in ran.json["error"]["message"]


def test_global_options_stand_before_or_after_the_command(memtui: Run) -> None:
    memtui("add", "We use Redis for sessions")
    assert memtui("--json", "list").json == memtui("list", "--json").json


def test_a_quiet_run_writes_data_alone(memtui: Run) -> None:
    loud = memtui("add", "We use Redis for sessions")
    quiet = memtui("add", "We use Kafka for events", "--quiet")
    assert loud.err
    assert quiet.err == ""
    assert len(quiet.out.split()) == 1


def test_reading_makes_no_store(memtui: Run, place: object) -> None:
    ran = memtui("list")
    assert ran.code == 1
    assert "There is no store at" in ran.err
    assert not any(path.suffix == ".db" for path in place.iterdir())  # type: ignore[attr-defined]


def test_read_only_refuses_to_write(memtui: Run) -> None:
    first = memtui("add", "We use Redis for sessions")
    ran = memtui("--read-only", "pin", first.id)
    assert ran.code == 1
    assert ran.err.strip()
    assert memtui("show", first.id, "--json").json["results"][0]["pinned"] is False


def test_a_project_is_that_of_new_memories_and_of_lists(memtui: Run) -> None:
    shop = memtui("--project", "shop", "add", "The shop uses PostgreSQL").id
    blog = memtui("add", "The blog uses SQLite", "--project", "blog").id
    assert memtui("--project", "shop", "list").ids == [shop]
    assert set(memtui("--project", "", "list").ids) == {shop, blog}

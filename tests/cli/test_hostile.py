"""No text makes a command fail, and no byte of it that could act on a terminal comes out."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.cli import cli
from memtui.safe_text import has_controls
from tests.cli.conftest import Ran, Run

ESC = "\x1b"
HOSTILE = [
    f"{ESC}]52;c;aGk=\x07 copies itself",
    f"{ESC}[2J clears the screen",
    f"{ESC}]0;a title\x07 names the window",
    "\x9b31m is red without an escape",
    "\u202e reads from right to left",
    "a bell \x07 and a NUL \x00 inside",
    f"an unterminated {ESC}]",
    f"{ESC}]8;;http://example.org{ESC}\\a link{ESC}]8;;{ESC}\\",
    "[/",
    "a [/] b",
    "[type=x, v={'a[0]'}]",
    "array[i]",
    "[red]alert",
    "[@click=app.quit]x[/]",
    ":smile: stays as it is written",
    "line one\r\nline two\u2028line three\x85line four",
]
DANGEROUS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> bool:
    """Whether a text holds nothing but what may be printed, but line breaks."""
    return not DANGEROUS.search(text) and not any(has_controls(line) for line in text.split("\n"))


@pytest.fixture
def full(memtui: Run) -> list[str]:
    """A store of hostile memories; returns their ids."""
    made = [memtui("add", "-", "--tag", text[:20], "--agent", text, "--project", text, stdin=text) for text in HOSTILE]
    assert all(ran.code == 0 for ran in made), [ran.err for ran in made]
    return [ran.id for ran in made]


def test_every_view_shows_hostile_text_without_obeying_it(memtui: Run, full: list[str]) -> None:
    runs = [
        ("--project", "", command, *more)
        for command, *more in (("list", "--all"), ("recent", "--limit", "50"), ("search", ""), ("context", "a"))
    ]
    runs += [("--project", "", "search", "a", "--why", "--include-inactive"), ("history", "--limit", "50"), ("doctor",)]
    runs += [
        ("show", *full),
        ("history", full[0]),
        ("history", "1"),
        ("tag", *full),
        ("tag", *full, "+x"),
    ]
    for words in runs:
        ran = memtui(*words)
        assert ran.code == 0, (words, ran.err)
        assert ran.out
        assert harmless(ran.out), words
        assert harmless(ran.err), words


def test_brackets_are_shown_as_they_are_written(memtui: Run, full: list[str]) -> None:
    out = memtui("--project", "", "list", "--all").out
    for text in HOSTILE:
        if "[" in text and text.isprintable():
            assert text in out


def test_json_escapes_what_could_act_and_keeps_the_text(memtui: Run, full: list[str]) -> None:
    ran = memtui("--project", "", "list", "--all", "--json")
    assert ran.out.isascii()
    assert not DANGEROUS.search(ran.out.replace("\n", ""))
    assert {memory["content"] for memory in ran.json["results"]} == set(HOSTILE)
    assert all("control" in memory["badges"] for memory in ran.json["results"] if ESC in memory["content"])


@pytest.mark.parametrize("text", HOSTILE)
def test_errors_that_echo_an_argument_are_clean(memtui: Run, text: str) -> None:
    memtui("add", "We use Redis for sessions")
    for words in (
        ("show", text), ("history", text), ("undo", text), (text,), ("list", "--kind", text), ("list", f"--{text}"), ("list", text),
        ("add", "some words", "--at", text), ("config", "get", text), ("config", "set", "name", text), ("import", text), ("list", "--limit", text),
        ("--store", text, "list"), ("--config", text, "list"), ("list", "--project", text), ("restore", text), ("tag", text, "+x"), ("edit", text, "y"), ("export", "-", "--format", text), ("show", text, "--json"),
    ):  # fmt: skip
        ran = memtui(*words)
        assert ran.code in (0, 1, 2)
        assert harmless(ran.out), words
        assert harmless(ran.err), words
        assert "memtui failed" not in ran.err, ran.err


@pytest.fixture(scope="module")
def place_for_many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A place that the examples of one property share."""
    folder = tmp_path_factory.mktemp("hostile")
    names = {"MEMTUI_STORE": "store.db", "MEMTUI_CONFIG": "config.toml", "MEMTUI_STATE": "state"}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(folder / file) for name, file in names.items()})
    here = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(here)
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def run(*words: str, stdin: str | None = None) -> Ran:
    """Run the command line; nothing but an exit may come out of it."""
    result = CliRunner().invoke(
        cli, list(words), input=None if stdin is None else stdin.encode("utf-8", "surrogatepass")
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


texts = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(HOSTILE)
fields = st.sampled_from(
    ["--kind", "--tag", "--at", "--project", "--layer", "--confidence", "--agent", "--session", "--source"]
)
commands = st.sampled_from(
    [
        "show",
        "list",
        "recent",
        "search",
        "context",
        "tag",
        "pin",
        "archive",
        "history",
        "undo",
        "redo",
        "edit",
        "doctor",
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=texts, field=fields, value=texts)
def test_any_text_can_be_written_or_is_refused_with_a_sentence(
    place_for_many: Path, text: str, field: str, value: str
) -> None:
    for ran in (
        run("add", "-", field, value, stdin=text),
        run("add", "--", text),
        run("add", "--json", field, value, "--", text),
    ):
        assert ran.code in (0, 1, 2)
        assert harmless(ran.out)
        assert harmless(ran.err)
        assert ran.code == 0 or ran.err or ran.out
        assert "memtui failed" not in ran.err + ran.out


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(command=commands, words=st.lists(texts, max_size=3))
def test_any_words_make_a_command_work_or_say_why_not(place_for_many: Path, command: str, words: list[str]) -> None:
    run("add", "We use Redis for sessions and nothing else")
    ran = run(command, *(word for word in words if word != "-"))
    assert ran.code in (0, 1, 2)
    assert harmless(ran.out)
    assert harmless(ran.err)
    assert "memtui failed" not in ran.err


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=texts)
def test_a_json_run_is_one_document_whatever_is_asked(place_for_many: Path, query: str) -> None:
    run("add", "We use Redis for sessions and nothing else")
    for words in (
        ("search", "--json", "--", query),
        ("show", "--json", "--", query),
        ("list", "--json", "--kind", query),
    ):
        ran = run(*words)
        body: Any = json.loads(ran.out)
        assert body["schema_version"] == 1
        assert ran.out.isascii()
        assert ("error" in body) == ("results" not in body)

"""Adding and editing memories."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SECRET = "AKIA" + "IOSFODNN7" + "EXAMPL1"


def shown(memtui: Run, handle: str) -> dict[str, object]:
    """One memory as JSON."""
    found: dict[str, object] = memtui("show", handle, "--json").json["results"][0]
    return found


def test_adding_prints_the_new_id_alone_into_a_pipe(memtui: Run) -> None:
    ran = memtui("add", "We", "use", "PostgreSQL", "for user data")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 1
    assert shown(memtui, ran.out.strip())["content"] == "We use PostgreSQL for user data"


def test_the_fields_of_a_new_memory_are_those_given(memtui: Run) -> None:
    ran = memtui(
        *(
            "add",
            "Redis limit is 8GB",
            "--kind",
            "Reference",
            "--type",
            "semantic",
            "--source",
            "bash",
            "--tag",
            "config,#Db",
        ),
        *("--tag", "cache", "--priority", "high", "--confidence", "0.9", "--tier", "durable", "--layer", "working"),
        *("--project", "shop", "--at", "2026-03-20T09:14Z", "--pin", "--session", "s1", "--agent", "claude-code"),
        *("--importance", ".93"),
    )
    memory = shown(memtui, ran.id)
    assert memory["kind"] == "reference"
    assert memory["source"] == "bash"
    assert memory["tags"] == ["config", "db", "cache"]
    assert (memory["priority"], memory["confidence"], memory["layer"]) == ("high", 0.9, "working")
    assert (memory["project"], memory["pinned"], memory["created_at"]) == ("shop", True, "2026-03-20T09:14:00Z")
    assert memory["origin"]["agent"] == "claude-code"  # type: ignore[index]
    assert memory["origin"]["session"] == "s1"  # type: ignore[index]
    assert memory["importance"] == memory["importance_override"] == 0.93


def test_a_memory_may_be_undated(memtui: Run) -> None:
    assert shown(memtui, memtui("add", "Nobody knows when this was", "--at", "undated").id)["created_at"] is None


def test_the_text_may_come_from_standard_input(memtui: Run) -> None:
    ran = memtui("add", "-", stdin="first line\nsecond line with 数据库\n")
    assert shown(memtui, ran.id)["content"] == "first line\nsecond line with 数据库"


def test_bytes_that_are_no_text_are_refused_with_a_sentence(memtui: Run) -> None:
    ran = memtui("add", "-", stdin=b"abc\xff\xfe")
    assert ran.code == 1
    assert "not UTF-8" in ran.err


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_memory_is_refused(memtui: Run, text: str) -> None:
    assert memtui("add", text).code == 1
    assert memtui("add", "-", stdin=text).code == 1


def test_a_credential_is_refused_with_a_redacted_preview(memtui: Run) -> None:
    ran = memtui("add", f"the key is {SECRET} for now", "--json")
    assert ran.code == 1
    assert ran.json["error"]["code"] == "secret_refused"
    assert ran.json["error"]["rule"]
    assert SECRET not in ran.out + ran.err


def test_a_credential_that_is_let_in_is_masked_until_it_is_asked_for(memtui: Run) -> None:
    made = memtui("add", f"the key is {SECRET} for now", "--allow-secrets")
    assert made.code == 0
    for command in (("list",), ("list", "--json"), ("recent",), ("search", "key"), ("show", made.id), ("history", "1")):
        ran = memtui(*command)
        assert ran.out
        assert SECRET not in ran.out + ran.err, command
    assert SECRET in memtui("show", made.id, "--reveal").out
    assert SECRET in memtui("show", made.id, "--reveal", "--json").json["results"][0]["content"]


def test_the_report_of_a_write_is_json_where_asked_for(memtui: Run) -> None:
    body = memtui("add", "We use PostgreSQL for user data", "--kind", "decision", "--json").json
    assert body["schema_version"] == 1
    assert body["memory"]["content"] == "We use PostgreSQL for user data"
    assert (body["tier"], body["tier_reason"]) == ("durable", "durable-kind")
    assert body["batch"]["action"] == "add"


@pytest.mark.parametrize(
    "wrong",
    [("--kind", "poem"), ("--confidence", "1.5"), ("--priority", "urgent"), ("--at", "03/04/2026"), ("--tpyo", "x")],
)
def test_values_that_no_field_can_have_are_wrong_usage(memtui: Run, wrong: tuple[str, str]) -> None:
    ran = memtui("add", "Some words of a memory", *wrong)
    assert ran.code == 2
    assert ran.out == ""


def test_an_edit_sets_and_unsets_fields(memtui: Run) -> None:
    made = memtui(
        "add", "Redis limit is 8GB for caching", "--kind", "note", "--project", "shop", "--confidence", ".9"
    ).id
    ran = memtui(
        "edit",
        made,
        "--kind",
        "decision",
        "--project",
        "none",
        "--confidence",
        "none",
        "--tag",
        "a,b",
        "--at",
        "undated",
    )
    assert ran.code == 0
    memory = shown(memtui, made)
    assert (memory["kind"], memory["project"], memory["confidence"]) == ("decision", None, None)
    assert (memory["tags"], memory["created_at"]) == (["a", "b"], None)


def test_a_new_text_shows_the_changed_words(memtui: Run) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    ran = memtui("edit", made, "Redis limit is 8GB for caching")
    assert ran.code == 0
    assert "[-1GB-]" in ran.err
    assert "{+8GB+}" in ran.err
    assert shown(memtui, made)["content"] == "Redis limit is 8GB for caching"


def test_a_new_text_may_come_from_standard_input(memtui: Run) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    assert memtui("edit", made, "-", stdin="Redis limit is 8GB\n").code == 0
    assert shown(memtui, made)["content"] == "Redis limit is 8GB"


def test_an_edit_that_changes_nothing_says_so(memtui: Run) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    ran = memtui("edit", made, "Redis limit is 1GB for caching")
    assert ran.code == 0
    assert "Nothing changed" in ran.err


def test_several_memories_share_fields_after_a_preview(memtui: Run, filled: dict[str, str]) -> None:
    ids = f"{filled['postgres']},{filled['mongo']}"
    preview = memtui("edit", ids, "--priority", "high")
    assert preview.code == 0
    assert "--apply" in preview.err
    assert shown(memtui, filled["mongo"])["priority"] == "none"
    assert memtui("edit", ids, "--priority", "high", "--apply").code == 0
    assert shown(memtui, filled["mongo"])["priority"] == "high"
    assert memtui("edit", ids, "one text for both").code == 2


def editor(place: Path, script: str) -> str:
    """A program that edits the file it is called with."""
    program = place / "my editor"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return f"'{program}' -w"


def test_the_editor_opens_the_text_and_what_it_leaves_is_saved(
    memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    monkeypatch.setenv("EDITOR", editor(place, 'sed -i s/1GB/8GB/ "$2"'))
    ran = memtui("edit", made)
    assert ran.code == 0
    assert ran.err.count("{+8GB+}") == 1
    assert shown(memtui, made)["content"] == "Redis limit is 8GB for caching"


def test_an_editor_that_changes_nothing_writes_nothing(
    memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    monkeypatch.setenv("VISUAL", editor(place, "true"))
    ran = memtui("edit", made)
    assert (ran.code, "Nothing changed" in ran.err) == (0, True)
    assert len(memtui("history").out.splitlines()) == 1


def test_what_was_typed_survives_a_refusal(memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("EDITOR", editor(place, f'printf "the key is {SECRET}" > "$2"'))
    ran = memtui("edit", made)
    assert ran.code == 1
    kept = [path for path in place.glob("memtui-*.md") if SECRET in path.read_text()]
    assert len(kept) == 1
    assert str(kept[0]) in ran.err


def test_an_editor_that_fails_or_is_missing_is_one_sentence(
    memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    for command in (editor(place, "exit 3"), "no-such-editor-here", "'unclosed"):
        monkeypatch.setenv("EDITOR", command)
        ran = memtui("edit", made)
        assert ran.code == 1
        assert ran.err.strip()
    monkeypatch.delenv("EDITOR")
    ran = memtui("edit", made)
    assert (ran.code, "no terminal" in ran.err) == (1, True)


def test_somebody_elses_edit_is_not_overwritten(memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = memtui("add", "Redis limit is 1GB for caching").id
    other = f'"{sys.executable}" -m memtui edit {made} "Redis limit is 4GB" >/dev/null 2>&1; sed -i s/1GB/8GB/ "$2"'
    monkeypatch.setenv("EDITOR", editor(place, other))
    ran = memtui("edit", made)
    assert ran.code == 1
    assert "changed by somebody else" in ran.err
    assert shown(memtui, made)["content"] == "Redis limit is 4GB"

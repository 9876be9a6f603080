"""Bringing memories in and taking them out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from memtui.cli import progress
from memtui.domain.errors import Cancelled
from tests.cli.conftest import Run

MCP = [
    {
        "type": "entity",
        "name": "shop",
        "entityType": "project",
        "observations": ["uses PostgreSQL", "ships on Fridays"],
    },
    {"type": "entity", "name": "ana", "entityType": "person", "observations": ["owns the checkout service"]},
    {"type": "relation", "from": "ana", "to": "shop", "relationType": "works_on"},
]


@pytest.fixture
def source(place: Path) -> Path:
    """A file of the MCP reference server."""
    path = place / "memory.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in MCP))
    return path


def digest(path: Path) -> str:
    """A fingerprint of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_an_import_says_what_came_and_a_second_one_that_nothing_did(memtui: Run, source: Path) -> None:
    before = digest(source)
    first = memtui("import", str(source))
    assert first.code == 0
    assert "3 new" in first.out
    assert "memtui undo" in first.err
    second = memtui("import", str(source))
    assert second.code == 0
    assert "0 new, 3 unchanged" in second.out
    assert digest(source) == before
    assert memtui("search", "postgresql", "--quiet").code == 0


def test_an_import_is_one_act_and_one_undo(memtui: Run, source: Path) -> None:
    memtui("import", str(source))
    assert len(memtui("list").ids) == 3
    assert memtui("undo").code == 0
    assert memtui("list").ids == []


def test_a_dry_run_writes_nothing_and_makes_no_store(memtui: Run, source: Path, place: Path) -> None:
    ran = memtui("import", str(source), "--dry-run")
    assert ran.code == 0
    assert "3 new" in ran.out
    assert "Nothing was written" in ran.err
    assert not (place / "store.db").exists()


def test_modes_that_put_aside_what_is_there_need_apply(memtui: Run, source: Path) -> None:
    memtui("add", "This was here before and is in no file")
    preview = memtui("import", str(source), "--mode", "replace")
    assert "Nothing was written; --mode replace --apply does it" in preview.err
    assert len(memtui("list").ids) == 1
    assert memtui("import", str(source), "--mode", "replace", "--apply").code == 0


def test_torn_lines_are_reported_by_number_and_fail_only_when_strict(memtui: Run, source: Path) -> None:
    source.write_text(source.read_text() + '{"type":"entity","name":"torn","observa')
    ran = memtui("import", str(source), "--dry-run")
    assert ran.code == 0
    assert "memory.jsonl:4" in ran.err
    strict = memtui("import", str(source), "--strict")
    assert strict.code == 1
    assert "3 new" in strict.out


def test_standard_input_can_be_imported(memtui: Run, source: Path) -> None:
    ran = memtui("import", "-", stdin=source.read_text())
    assert ran.code == 0
    assert "3 new" in ran.out
    assert "0 new" in memtui("import", "-", stdin=source.read_text()).out


def test_the_same_notes_on_standard_input_are_known_again(memtui: Run, place: Path) -> None:
    notes = "# Decisions\n\n- We use Go for the services\n- We use Redis for sessions\n"
    assert "2 new" in memtui("import", "-", stdin=notes).out
    assert "0 new" in memtui("import", "-", stdin=notes).out
    assert not list((place / "state").rglob("*.md"))


def test_the_report_is_json_where_asked_for(memtui: Run, source: Path) -> None:
    body = memtui("import", str(source), "--json").json
    assert (body["schema_version"], body["count"]) == (1, 1)
    report = body["results"][0]
    assert (report["new"], report["applied"], report["stopped"]) == (3, True, False)
    assert report["batch"]["action"] == "import"


def test_what_no_format_knows_is_refused_with_what_is_known(memtui: Run, place: Path) -> None:
    odd = place / "odd.bin"
    odd.write_bytes(bytes(range(256)))
    ran = memtui("import", str(odd))
    assert ran.code == 1
    assert "mcp" in ran.err.lower()


def test_the_formats_are_listed(memtui: Run) -> None:
    names = memtui("import", "--formats").ids
    assert "memtui" in names
    body = memtui("import", "--formats", "--json").json
    assert [each["name"] for each in body["results"]] == names


def test_one_file_that_cannot_be_read_does_not_keep_the_others_out(memtui: Run, source: Path, place: Path) -> None:
    odd = place / "odd.bin"
    odd.write_bytes(bytes(range(256)))
    ran = memtui("import", str(odd), str(source), "--json")
    assert ran.code == 1
    bad, good = ran.json["results"]
    assert "error" in bad
    assert good["new"] == 3


def test_a_stopped_import_keeps_what_was_read_and_the_same_command_goes_on(
    memtui: Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place / "memory.jsonl"
    lines = [
        {"type": "entity", "name": f"thing {n}", "entityType": "x", "observations": [f"fact {n}"]} for n in range(1200)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def stop_after_some(self: object, done: int, total: int | None, what: str) -> None:
        if done >= 500:
            raise Cancelled

    with monkeypatch.context() as patched:
        patched.setattr(progress.Stoppable, "__call__", stop_after_some)
        stopped = memtui("import", str(path))
    assert stopped.code == 1
    assert "Stopped before the end" in stopped.err
    kept = memtui("list", "--json", "--limit", "1").json["total"]
    assert 0 < kept < 1200
    resumed = memtui("import", str(path))
    assert resumed.code == 0
    assert f"{1200 - kept:,} new" in resumed.out
    assert memtui("list", "--json", "--limit", "1").json["total"] == 1200


def test_an_import_needs_a_path(memtui: Run) -> None:
    assert memtui("import").code == 2


def test_the_own_format_comes_back_as_it_went(memtui: Run, filled: dict[str, str], place: Path) -> None:
    memtui("archive", filled["mongo"])
    memtui("pin", filled["rule"])
    ran = memtui("export", "all.jsonl")
    assert ran.code == 0
    assert ran.out.strip().endswith("all.jsonl")
    other = ("--store", str(place / "other.db"))
    assert memtui(*other, "import", "all.jsonl").code == 0
    assert memtui(*other, "list", "--status", "all", "--json").json["count"] == 4
    assert memtui(*other, "list", "is:pinned").ids == [filled["rule"]]


def test_an_export_does_not_overwrite_unasked(memtui: Run, filled: dict[str, str], place: Path) -> None:
    (place / "all.jsonl").write_text("precious")
    assert memtui("export", "all.jsonl").code == 1
    assert (place / "all.jsonl").read_text() == "precious"
    assert memtui("export", "all.jsonl", "--overwrite").code == 0


def test_an_export_can_go_to_standard_output_and_be_narrowed(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("export", "-", "--kind", "constraint")
    assert ran.code == 0
    assert "Never push to main" in ran.out
    assert "PostgreSQL" not in ran.out
    assert all(json.loads(line) for line in ran.out.splitlines())
    memtui("archive", filled["rule"])
    assert "Never push to main" in memtui("export", "-", "--kind", "constraint").out
    assert "Never push to main" not in memtui("export", "-", "--status", "active").out


def test_an_export_in_a_pipe_is_the_file_byte_for_byte(process: Run, place: Path) -> None:
    process("add", "数据库 backups\u2028run nightly ●")
    process("export", "all.csv", "--format", "csv")
    piped = process("export", "-", "--format", "csv", PYTHONIOENCODING="ascii")
    assert piped.code == 0
    assert piped.out == (place / "all.csv").read_text()


def test_credentials_are_masked_in_an_export_unless_asked_for(memtui: Run) -> None:
    secret = "AKIA" + "IOSFODNN7" + "EXAMPL1"
    memtui("add", f"the key is {secret} for now", "--allow-secrets")
    ran = memtui("export", "-")
    assert secret not in ran.out
    assert "masked" in ran.err
    assert secret in memtui("export", "-", "--reveal-secrets").out

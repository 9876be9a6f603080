"""`memtui detect`: what an add would lead to, with nothing written."""

from __future__ import annotations

import pytest

from tests.cli.conflicts.conftest import SWITCH, statuses
from tests.cli.conftest import Run


def test_detect_tells_what_an_add_would_lead_to_and_writes_nothing(memtui: Run) -> None:
    old = memtui("add", SWITCH[0], "--kind", "decision", "--at", "2026-01-15").id
    ran = memtui("detect", *SWITCH[1].split(), "--kind", "decision")
    assert ran.code == 1
    rows = [line.split("  ") for line in ran.out.splitlines()]
    assert ["tier", "durable (durable-kind)"] in rows
    assert ["entity", "tool PostgreSQL"] in rows
    assert ["fact", "MongoDB supersedes PostgreSQL"] in rows
    assert any(row[0] == "supersession" and "superseded at once" in row[1] for row in rows)
    assert f"{old[:10]}" in ran.out
    assert statuses(memtui) == {SWITCH[0]: "active"}
    assert len(memtui("history").out.splitlines()) == 1


def test_detect_without_a_finding_is_a_success(memtui: Run) -> None:
    ran = memtui("detect", "The harbour office opens at nine")
    assert ran.code == 0
    assert "No conflict" in ran.err


def test_detect_as_json(memtui: Run) -> None:
    old = memtui("add", SWITCH[0], "--at", "2026-01-15").id
    ran = memtui("detect", "-", "--json", stdin=f"{SWITCH[1]}\n")
    body = ran.json
    assert (ran.code, body["schema_version"]) == (1, 1)
    (conflict,) = body["conflicts"]
    assert (conflict["type"], conflict["severity"], conflict["with"]) == ("supersession", "medium", old)
    assert conflict["evidence"]["span"] == [0, 13]
    assert body["applied"][0].startswith(f"superseded_existing:{old}:by:")
    assert {entity["name"] for entity in body["entities"]} == {"PostgreSQL", "MongoDB"}
    assert memtui("detect", "Lunch was fine", "--json").code == 0


def test_facts_name_what_no_memory_mentions(memtui: Run) -> None:
    assert "fact  we uses Redis" in memtui("detect", "We use Redis").out
    added = memtui("add", "We use Redis", "--json").json
    edited = memtui("edit", memtui("list", "--json").json["results"][0]["id"], "We use Valkey", "--json").json
    for body in (memtui("detect", "We use Redis", "--json").json, added, edited):
        assert body["facts"]
        assert all(fact["subject"] and fact["object"] for fact in body["facts"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("",), 1), (("x", "--kind", "poem"), 2), (("x", "--at", "03/04/2026"), 2), ((), 2), (("x", "--tpyo"), 2)],
)
def test_what_detect_cannot_take(memtui: Run, arguments: tuple[str, ...], code: int) -> None:
    ran = memtui("detect", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.strip()

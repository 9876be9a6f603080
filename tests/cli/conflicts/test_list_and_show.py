"""`memtui conflicts list` and `show`: one line for each conflict, and the whole of one."""

from __future__ import annotations

import re

import pytest

from tests.cli.conflicts.conftest import FLAGS
from tests.cli.conftest import Run


def test_a_pipe_gets_one_conflict_a_line_with_its_id_first(memtui: Run, queued: list[str]) -> None:
    ran = memtui("conflicts", "list")
    assert ran.code == 0
    rows = [line.split("  ") for line in ran.out.splitlines()]
    assert {row[0] for row in rows} == set(queued)
    assert all(len(row) == 7 for row in rows)
    assert ["high", "contradiction", "dev server port", "3000 → 8080"] in [row[1:5] for row in rows]
    assert {row[6] for row in rows} == {"2026-02-20"}
    assert "2 open, 0 auto, 0 kept, 0 resolved, 0 dismissed" in ran.err


def test_the_list_as_json_counts_all_states(memtui: Run, queued: list[str]) -> None:
    memtui("conflicts", "resolve", queued[0], "newer")
    body = memtui("conflicts", "list", "--json").json
    assert (body["schema_version"], body["count"], body["total"], body["more"]) == (1, 1, 1, False)
    assert body["states"] == {"open": 1, "auto": 0, "kept": 0, "resolved": 1, "dismissed": 0}
    assert body["severities"] == {"low": 0, "medium": 0, "high": 1}
    assert (body["judged"], body["missed"]) == (1, 0)
    (row,) = body["results"]
    assert (row["id"], row["state"], row["human_verdict"]) == (queued[1], "open", None)
    assert (row["old"]["content"], row["new"]["content"]) == FLAGS
    assert (row["old_value"], row["new_value"]) == ("enabled", "disabled")
    every = memtui("conflicts", "list", "--state", "all", "--json").json["results"]
    assert {(each["id"], each["human_verdict"]) for each in every} == {(queued[0], "newer_is_true"), (queued[1], None)}


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--severity", "high"), 2),
        (("--severity", "low"), 0),
        (("--type", "contradiction", "--type", "duplicate"), 2),
        (("--type", "stale"), 0),
        (("--text", "dark_mode"), 1),
        (("--state", "dismissed"), 0),
        (("--state", "all"), 2),
        (("--limit", "1"), 1),
    ],
)
def test_the_list_can_be_narrowed(memtui: Run, queued: list[str], options: tuple[str, ...], found: int) -> None:
    ran = memtui("conflicts", "list", *options)
    assert (ran.code, len(ran.out.splitlines())) == (0, found)


def test_the_list_of_one_memory(memtui: Run, queued: list[str]) -> None:
    port = memtui("search", "dev server port 3000", "--json").json["results"][0]["id"]
    assert memtui("conflicts", "list", "--of", port).ids == [queued[0]]
    assert memtui("conflicts", "list", "--of", "01ZZZZ").code == 1


def test_the_list_says_when_there_is_more(memtui: Run, queued: list[str]) -> None:
    ran = memtui("conflicts", "list", "--limit", "1")
    assert "--limit shows more" in ran.err
    assert memtui("conflicts", "list", "--limit", "1", "--json").json["more"] is True


def test_show_prints_both_sides_the_reason_and_every_consequence(memtui: Run, queued: list[str]) -> None:
    ran = memtui("conflicts", "show", queued[0])
    assert ran.code == 0
    assert "The dev server listens on port [-3000-]" in ran.out
    assert "The dev server listens on port {+8080+}" in ran.out
    for word in ("newer", "older", "both", "keep", "archive-old", "archive-new", "why", "subject", "value"):
        assert re.search(rf"^ {word} ", ran.out, re.MULTILINE), word
    assert re.search(r"^ keep +suggested: both → conflicted", ran.out, re.MULTILINE)


def test_a_number_or_a_beginning_names_a_conflict_too(memtui: Run, queued: list[str]) -> None:
    number = re.findall(r"^─ (\d+) │ " + queued[1], memtui("conflicts", "show", queued[1]).out)[0]
    assert queued[1] in memtui("conflicts", "show", number).out
    assert queued[1] in memtui("conflicts", "show", queued[1][:25].lower()).out


def test_show_as_json_tells_the_consequences(memtui: Run, queued: list[str]) -> None:
    body = memtui("conflicts", "show", *queued, "--json").json
    assert [row["id"] for row in body["results"]] == queued
    told = body["results"][0]["consequences"]
    assert set(told) == {
        "newer_is_true",
        "older_is_true",
        "both_are_true",
        "keep_conflict",
        "archive_old",
        "archive_new",
    }
    assert any("superseded" in line for line in told["newer_is_true"])


def test_show_of_a_settled_one_tells_who_settled_it(memtui: Run, queued: list[str]) -> None:
    memtui("conflicts", "resolve", queued[0], "both", "--note", "asked Ben")
    ran = memtui("conflicts", "show", queued[0])
    assert "both are true, by ana" in ran.out
    assert "asked Ben" in ran.out
    assert "archive-old" not in ran.out


@pytest.mark.parametrize("handle", ["01ZZZZ", "999", "%", "", "'"])
def test_an_unknown_conflict_is_not_found(memtui: Run, queued: list[str], handle: str) -> None:
    for arguments in (("show", handle), ("resolve", handle, "newer"), ("resolve", handle, "revoke")):
        ran = memtui("conflicts", *arguments)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.strip()
        assert memtui("conflicts", *arguments, "--json").json["error"]["code"] in ("not_found", "refused")

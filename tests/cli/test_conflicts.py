"""Conflicts from the command line: detect, and conflicts list, show, scan and resolve."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memtui import MemoryClient
from tests.cli.conftest import Ran, Run
from tests.cli.test_hostile import HOSTILE, harmless

PORTS = ("The dev server listens on port 3000", "The dev server listens on port 8080")
FLAGS = ("Feature flag dark_mode is enabled in production", "Feature flag dark_mode is disabled in production")
SWITCH = ("We use PostgreSQL for user data", "Switched from PostgreSQL to MongoDB")
ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


@pytest.fixture
def queued(memtui: Run) -> list[str]:
    """A store with two open conflicts, ports first; returns their ids."""
    for texts in (PORTS, FLAGS):
        for text, day in zip(texts, ("2026-01-15", "2026-02-20"), strict=True):
            assert memtui("add", text, "--at", day).code == 0
    ids = {row["old_value"]: row["id"] for row in memtui("conflicts", "list", "--json").json["results"]}
    return [ids["3000"], ids["enabled"]]


def statuses(memtui: Run) -> dict[str, str]:
    """The status of each memory by its text."""
    return {row["content"]: row["status"] for row in memtui("list", "--status", "all", "--json").json["results"]}


# detect


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


# list


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


# show


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


# scan


@pytest.fixture
def unseen(place: Path) -> None:
    """A store with two pairs that nobody has compared."""
    with MemoryClient(place / "store.db") as client:
        for texts in (SWITCH, PORTS):
            for text, day in zip(texts, ("2026-01-15", "2026-03-20"), strict=True):
                client.add(text, created_at=day, detect=False)


def test_scan_says_what_it_would_find_and_writes_it_when_told(memtui: Run, unseen: None) -> None:
    before = memtui("history").out
    preview = memtui("conflicts", "scan")
    assert preview.code == 0
    assert "2 conflicts found, 1 to review, 1 applied" in preview.out
    assert "--apply" in preview.err
    assert memtui("history").out == before
    told = memtui("conflicts", "scan", "--json").json
    assert (told["compared"], told["found"], told["queued"], told["applied"], told["batch"]) == (4, 2, 1, 1, None)
    done = memtui("conflicts", "scan", "--apply")
    assert done.code == 0
    assert "memtui undo" in done.err
    assert statuses(memtui)[SWITCH[0]] == "superseded"
    again = memtui("conflicts", "scan", "--apply", "--json").json
    assert (again["found"], again["batch"]) == (0, None)
    assert memtui("undo").code == 0
    assert set(statuses(memtui).values()) == {"active"}


# resolve


@pytest.mark.parametrize(
    ("verdict", "state", "older", "newer"),
    [
        ("newer", "resolved", "superseded", "active"),
        ("older", "resolved", "active", "superseded"),
        ("keep", "kept", "conflicted", "conflicted"),
        ("both", "dismissed", "active", "active"),
        ("archive-old", "resolved", "archived", "active"),
        ("archive-new", "resolved", "active", "archived"),
    ],
)
def test_each_verdict_is_given_at_once_and_can_be_undone(
    memtui: Run, queued: list[str], verdict: str, state: str, older: str, newer: str
) -> None:
    before = statuses(memtui)
    ran = memtui("conflicts", "resolve", queued[0], verdict)
    assert ran.code == 0
    assert ran.out.strip()
    assert "memtui undo" in ran.err
    after = statuses(memtui)
    assert (after[PORTS[0]], after[PORTS[1]]) == (older, newer)
    assert memtui("conflicts", "list", "--state", state).ids == [queued[0]]
    assert memtui("undo").code == 0
    assert statuses(memtui) == before


def test_a_merge_takes_its_text_from_an_option_or_from_standard_input(memtui: Run, queued: list[str]) -> None:
    text = "The dev server listens on port 3000, behind the proxy on 8080"
    assert memtui("conflicts", "resolve", queued[0], "merge").code == 2
    assert memtui("conflicts", "resolve", *queued, "merge", "--text", text).code == 2
    assert memtui("conflicts", "resolve", queued[0], "merge", "--text", " ").code == 1
    assert memtui("conflicts", "resolve", queued[0], "merge", "--text", "-", stdin=f"{text}\n").code == 0
    found = statuses(memtui)
    assert (found[text], found[PORTS[0]], found[PORTS[1]]) == ("active", "superseded", "superseded")


def test_several_are_previewed_with_winner_and_loser_and_applied_as_one_act(memtui: Run, queued: list[str]) -> None:
    before = statuses(memtui)
    preview = memtui("conflicts", "resolve", *queued, "newer")
    assert preview.code == 0
    rows = [line.split("  ") for line in preview.out.splitlines()]
    assert {row[0] for row in rows} == set(queued)
    for row in rows:
        winner, loser = (memtui("show", handle, "--json").json["results"][0]["content"] for handle in row[1:3])
        assert (loser, winner) in (PORTS, FLAGS)
    assert "--apply" in preview.err
    assert statuses(memtui) == before
    told = memtui("conflicts", "resolve", *queued, "newer", "--json").json
    assert told["applied"] is False
    assert {row["id"] for row in told["results"]} == set(queued)
    assert all(ULID.fullmatch(row["winner"]) and ULID.fullmatch(row["loser"]) for row in told["results"])
    assert memtui("conflicts", "resolve", *queued, "newer", "--apply").code == 0
    assert sorted(statuses(memtui).values()) == ["active", "active", "superseded", "superseded"]
    memtui("undo")
    assert statuses(memtui) == before


def test_ids_may_come_from_standard_input(memtui: Run, queued: list[str]) -> None:
    listed = memtui("conflicts", "list").out
    ran = memtui("conflicts", "resolve", "-", "both", "--apply", stdin=listed)
    assert ran.code == 0
    assert memtui("conflicts", "list", "--json").json["total"] == 0


def test_later_puts_a_conflict_to_the_end(memtui: Run, queued: list[str]) -> None:
    first = memtui("conflicts", "list").ids[0]
    assert memtui("conflicts", "resolve", first, "later").code == 0
    assert memtui("conflicts", "list").ids[-1] == first


def test_a_verdict_is_revoked_alone(memtui: Run, queued: list[str]) -> None:
    before = statuses(memtui)
    memtui("conflicts", "resolve", queued[0], "newer")
    memtui("conflicts", "resolve", queued[1], "older")
    ran = memtui("conflicts", "resolve", queued[0], "revoke")
    assert ran.code == 0
    after = statuses(memtui)
    assert (after[PORTS[0]], after[PORTS[1]]) == (before[PORTS[0]], before[PORTS[1]])
    assert after[FLAGS[1]] == "superseded"
    assert memtui("conflicts", "list").ids == [queued[0]]


def test_what_was_applied_by_itself_is_taken_back_too(memtui: Run) -> None:
    for text, day in zip(SWITCH, ("2026-01-15", "2026-03-20"), strict=True):
        memtui("add", text, "--at", day)
    assert statuses(memtui)[SWITCH[0]] == "superseded"
    (handle,) = memtui("conflicts", "list", "--state", "auto").ids
    assert memtui("conflicts", "resolve", handle, "revoke").code == 0
    assert statuses(memtui)[SWITCH[0]] == "active"
    assert memtui("conflicts", "list").ids == [handle]


@pytest.mark.parametrize("act", ["later", "revoke"])
def test_several_at_once_are_previewed_whatever_the_act(memtui: Run, queued: list[str], act: str) -> None:
    if act == "revoke":
        memtui("conflicts", "resolve", *queued, "both", "--apply")
    before = memtui("history").out
    preview = memtui("conflicts", "resolve", *queued, act)
    assert preview.code == 0
    assert "--apply" in preview.err
    assert memtui("history").out == before
    assert memtui("conflicts", "resolve", *queued, act, "--json").json["applied"] is False
    assert memtui("conflicts", "resolve", *queued, act, "--apply").code == 0
    assert memtui("history").out != before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("{}", "burn"), "not a verdict"),
        (("newer",), "at least one"),
        ((), "Missing argument"),
        (("{}", "newer", "--text", "x"), "--note"),
        (("{}",), "not a verdict"),
    ],
)
def test_wrong_usage_is_named(memtui: Run, queued: list[str], words: tuple[str, ...], said: str) -> None:
    ran = memtui("conflicts", "resolve", *(word.format(queued[0]) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_what_is_settled_already_is_refused_with_the_reason(memtui: Run, queued: list[str]) -> None:
    memtui("conflicts", "resolve", queued[0], "newer")
    ran = memtui("conflicts", "resolve", queued[0], "older")
    assert (ran.code, ran.out) == (1, "")
    assert "ana" in ran.err or "already" in ran.err
    preview = memtui("conflicts", "resolve", queued[0], queued[0][:26], "older", "--json")
    assert preview.code == 1
    open_one = memtui("conflicts", "resolve", queued[1], "revoke")
    assert (open_one.code, "open" in open_one.err) == (1, True)


# What memories hold


def test_hostile_texts_act_on_nothing(memtui: Run) -> None:
    for place, text in enumerate(HOSTILE):
        for value, day in (("3000", "2026-01-01"), ("8080", "2026-02-01")):
            content = f"The number {place} server {text} listens on port {value}"
            assert memtui("add", "-", "--at", day, stdin=content).code == 0
    rows = memtui("conflicts", "list", "--state", "all", "--json").json["results"]
    assert rows
    ids = [row["id"] for row in rows]
    runs: list[Ran] = [memtui("conflicts", "list", "--state", "all"), memtui("conflicts", "show", *ids)]
    runs += [memtui("conflicts", "resolve", *ids, verdict) for verdict in ("newer", "both", "later")]
    runs += [
        memtui("detect", f"The number 3 server {text} listens on port 9090") for text in HOSTILE if "\0" not in text
    ]
    runs += [memtui("conflicts", "resolve", ids[0], "newer", "--note", HOSTILE[0]), memtui("conflicts", "show", ids[0])]
    for ran in runs:
        assert harmless(ran.out + ran.err)
    assert memtui("--ascii", "conflicts", "list", "--state", "all").code == 0


def test_a_credential_is_masked_everywhere(memtui: Run) -> None:
    first, second = ("AKIA" + "IOSFODNN7" + tail for tail in ("ABCDEF1", "ABCDEF2"))
    for value, day in ((first, "2026-01-01"), (second, "2026-02-01")):
        assert memtui("add", f"The deploy key is {value}", "--allow-secrets", "--at", day).code == 0
    (handle,) = memtui("conflicts", "list").ids
    acts = (("list",), ("list", "--json"), ("show", handle), ("show", handle, "--json"))
    runs = [memtui("conflicts", *act) for act in acts]
    runs += [memtui("detect", f"The deploy key is {second}", *more) for more in ((), ("--json",))]
    for ran in runs:
        assert ran.out
        assert first not in ran.out + ran.err
        assert second not in ran.out + ran.err


def test_a_successor_that_never_came_is_shown_as_missing(memtui: Run, place: Any) -> None:
    import json

    row = {
        "id": "lost",
        "content": "The jetty is run by tool number four",
        "status": "superseded",
        "superseded_by": "ghost",
        "created_at": "2026-03-01T09:00:00Z",
        "updated_at": "2026-03-01T09:00:00Z",
    }
    file = place / "export.json"
    file.write_text(json.dumps({"format": "mneno.memory_export", "version": 1, "memories": [row]}))
    memtui("import", str(file))
    assert "superseded by: ghost (missing)" in memtui("show", "lost").out


Look = Callable[..., str]


@pytest.fixture
def on_terminal(place: Any) -> Look:
    """Runs the command line on a terminal of a width and returns what it shows."""
    import pty
    import struct
    import sys
    from fcntl import ioctl
    from subprocess import Popen
    from termios import TIOCSWINSZ

    def look(cells: int, *arguments: str) -> str:
        near, far = pty.openpty()
        ioctl(far, TIOCSWINSZ, struct.pack("HHHH", 50, cells, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(cells)}
        with Popen([sys.executable, "-m", "memtui", *arguments], stdout=far, stderr=far, env=environment) as process:
            os.close(far)
            pieces = []
            while True:
                try:
                    piece = os.read(near, 65536)
                except OSError:
                    break
                if not piece:
                    break
                pieces.append(piece)
            process.wait(60)
        os.close(near)
        return re.sub(r"\x1b\[[0-9;]*m", "", b"".join(pieces).decode()).replace("\r\n", "\n")

    return look


@pytest.mark.parametrize("cells", [80, 120])
def test_a_terminal_shows_a_row_that_fits_and_the_number_to_type(
    memtui: Run, queued: list[str], on_terminal: Look, cells: int
) -> None:
    from memtui.render.widths import width

    shown = on_terminal(cells, "conflicts", "list").splitlines()
    row = next(line for line in shown if "3000 → 8080" in line)
    number = row.split()[0]
    assert row.split()[1:4] == ["!!", "≠", "contradict"]
    assert all(width(line) <= cells for line in shown)
    page = on_terminal(cells, "conflicts", "show", number)
    assert queued[0] in page
    assert all(width(line) <= cells for line in page.splitlines())
    plan = on_terminal(cells, "conflicts", "resolve", number, queued[1], "newer")
    assert "wins" in plan
    assert "gives way" in plan


def test_a_merged_text_with_a_secret_needs_leave(memtui: Run, queued: list[str]) -> None:
    text = "Redis listens on 6380, key " + "AKIA" + "QYLPMN5HFIQR7XYA"
    refused = memtui("conflicts", "resolve", queued[0], "merge", "--text", text)
    assert refused.code == 1
    assert "--allow-secrets" in refused.err
    assert memtui("conflicts", "resolve", queued[0], "merge", "--text", text, "--allow-secrets").code == 0

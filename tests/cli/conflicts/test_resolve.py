"""`memtui conflicts resolve`: verdicts, merges, several at once, later, revoke, and what is refused."""

from __future__ import annotations

import re

import pytest

from tests.cli.conflicts.conftest import FLAGS, PORTS, SWITCH, statuses
from tests.cli.conftest import Run

ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


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


def test_a_merged_text_with_a_secret_needs_leave(memtui: Run, queued: list[str]) -> None:
    text = "Redis listens on 6380, key " + "AKIA" + "QYLPMN5HFIQR7XYA"
    refused = memtui("conflicts", "resolve", queued[0], "merge", "--text", text)
    assert refused.code == 1
    assert "--allow-secrets" in refused.err
    assert memtui("conflicts", "resolve", queued[0], "merge", "--text", text, "--allow-secrets").code == 0

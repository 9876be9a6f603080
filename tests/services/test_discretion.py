"""No conflict and no relation gives away a credential that its texts hold."""

from __future__ import annotations

import json

import pytest

from memtui import MemoryClient
from memtui.intelligence import secrets
from memtui.services import review

FIRST, SECOND = "hunter" + "2hunter2", "correct" + "9horse7"
ADDRESS = "postgres" + "://shop:{}@db-1.acme.example/shop"


@pytest.mark.parametrize(
    "text",
    [
        f"The database is {ADDRESS}",
        f"{ADDRESS} is the database of the shop",
        "DB_PASSWORD={} is what staging takes",
        "password: {}",
        f"We switched from the old host to {ADDRESS}",
    ],
)
def test_what_is_recorded_of_two_texts_holds_no_credential_of_theirs(text: str) -> None:
    with MemoryClient(":memory:") as client:
        client.add(text.format(FIRST), created_at="2026-01-01", allow_secrets=True)
        done = client.add_with_report(text.format(SECOND), allow_secrets=True)
        told = [
            [one.evidence for one in done.report.relations],
            [(one.reason, one.evidence) for one in done.report.conflicts],
            [(row.subject, row.old_value, row.new_value, row.reason) for row in review.queue(client.workspace).entries],
        ]
    assert not any(secret in json.dumps(told) for secret in (FIRST, SECOND))


def test_a_part_of_a_credential_is_hidden_where_it_is_quoted() -> None:
    source = "password = " + FIRST
    assert secrets.mask_quoted(f"says “{FIRST[:9]}…”", [source]) == "says “hun…u…”"
    assert secrets.mask_quoted(f"from {FIRST} to hunter", [source]) == "from hun…2 to hun…r"
    assert secrets.mask_quoted("from tabs to spaces", [source]) == "from tabs to spaces"

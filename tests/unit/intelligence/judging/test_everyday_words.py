"""Everyday words that are names too: a switch from the thing ends no memory that only holds the word."""

from __future__ import annotations

import pytest

from memtui import MemoryClient

SWITCHES = {
    "requests": "Use httpx instead of requests",
    "go": "Migrated from Go to Rust",
    "black": "Replaced black with ruff",
    "express": "Replaced Express with Fastify",
    "spring": "We migrated from Spring to Quarkus",
    "salt": "Migrated from Salt to Ansible",
    "rest": "Switched from REST to GraphQL",
}


@pytest.mark.parametrize(
    ("thing", "older"),
    [
        ("requests", "The token endpoint allows 100 requests per minute"),
        ("requests", "Requests are rate limited by nginx"),
        ("requests", "Each request is logged with its trace id"),
        ("go", "Go through the checklist before a release"),
        ("go", "Users go to the settings page for that"),
        ("black", "Black Friday needs a code freeze"),
        ("express", "Users can express interest by email"),
        ("spring", "We deploy every spring"),
        ("salt", "The salt is stored next to the hash"),
        ("rest", "The rest of the API is documented in docs/api.md"),
    ],
)
def test_a_word_is_not_the_thing(thing: str, older: str) -> None:
    with MemoryClient(":memory:") as client:
        client.add(older)
        assert client.detect_conflicts(SWITCHES[thing]) == []


@pytest.mark.parametrize(
    ("thing", "older"),
    [
        ("requests", "HTTP calls go through requests"),
        ("requests", "requests is our HTTP client"),
        ("requests", "Our HTTP client, requests, retries 3 times"),
        ("go", "The services are written in go"),
        ("go", "All Go services log JSON"),
        ("black", "black formats the code"),
        ("black", "Formatter: black"),
        ("express", "Express serves the API"),
        ("spring", "We use Spring for the backend"),
        ("salt", "Deployments are done with salt"),
        ("rest", "The API is REST"),
    ],
)
def test_the_thing_is_still_found(thing: str, older: str) -> None:
    with MemoryClient(":memory:") as client:
        client.add(older)
        assert [report.conflict_type for report in client.detect_conflicts(SWITCHES[thing])] == ["supersession"]

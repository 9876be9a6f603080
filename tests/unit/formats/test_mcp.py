"""The MCP server's memory file, clean and as hands and crashes leave it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Write = Callable[..., Path]
Read = Callable[[Path], Any]


def entity(name: str, *observations: object, **more: object) -> str:
    return json.dumps({"type": "entity", "name": name, "entityType": "service", "observations": observations, **more})


def test_an_observation_is_a_memory_that_says_what_it_is_about(write: Write, read: Read) -> None:
    found = read(write("memory.jsonl", entity("api", "Runs on port 8431", "The api is written in Go")))
    assert found.contents == ["api: Runs on port 8431", "The api is written in Go"]
    assert [draft.extra["entity"] for draft in found.drafts] == [{"name": "api", "type": "service"}] * 2
    assert all(draft.undated and draft.created_at is None for draft in found.drafts)


def test_an_entity_without_observations_is_not_lost(write: Write, read: Read) -> None:
    path = write("memory.jsonl", '{"type":"entity","name":"bare-one","entityType":"concept"}')
    (draft,) = read(path).drafts
    assert draft.content == "bare-one (concept)"
    assert draft.extra["bare"] is True


def test_relations_ride_on_the_entity_that_they_start_from(write: Write, read: Read) -> None:
    relation = '{"type":"relation","from":"%s","to":"ledger","relationType":"depends_on"}'
    text = "\n".join([entity("api", "Fast"), relation % "api", relation % "ghost"])
    api, ghost = read(write("memory.jsonl", text)).drafts
    assert api.extra["relations"] == [{"to": "ledger", "type": "depends_on"}]
    assert ghost.content == "ghost: depends on ledger"


def test_every_bad_line_of_the_dirty_sample_is_named(samples: Path, read: Read) -> None:
    found = read(samples / "mcp_memory_jsonl" / "memory_dirty.jsonl")
    assert found.contents == [
        "billing: Invoices are PDF",
        "Billing: Case variant of the same service",
        "no-observations-key (concept)",
        "two-on-a-line (x)",
        "glued (x)",
    ]
    assert sorted(problem.line for problem in found.problems if problem.skipped) == [5, 7, 9, 11, 12]


def test_other_servers_fields_are_read_and_kept(write: Write, read: Read) -> None:
    line = {
        "_type": "entity",
        "name": "tool",
        "entityType": "default",
        "observations": [{"text": "Built in Rust", "timestamp": "2025-05-11T15:54:05.242Z", "version": "1.0"}],
        "_savedAt": "2025-05-13T14:03:13.260Z",
    }
    (draft,) = read(write("memory.jsonl", json.dumps(line))).drafts
    assert draft.created_at is not None
    assert draft.created_at.isoformat() == "2025-05-11T15:54:05.242000+00:00"
    assert draft.extra["observation"] == {"timestamp": "2025-05-11T15:54:05.242Z", "version": "1.0"}
    assert draft.extra["fields"] == {"_savedAt": "2025-05-13T14:03:13.260Z", "_type": "entity"}


def test_one_json_document_with_both_lists_is_read_too(write: Write, read: Read) -> None:
    graph = {"entities": [{"name": "api", "entityType": "service", "observations": ["Fast"]}], "relations": []}
    assert read(write("memory.json", json.dumps(graph, indent=2))).contents == ["api: Fast"]


def test_ids_do_not_depend_on_the_line_or_the_folder(write: Write, read: Read) -> None:
    one = read(write("a/memory.jsonl", entity("api", "Fast")))
    two = read(write("b/memory.jsonl", entity("web", "Slow") + "\n" + entity("api", "Fast")))
    assert one.drafts[0].foreign_id == two.drafts[1].foreign_id


def test_an_observation_that_stands_there_twice_is_named(write: Write, read: Read) -> None:
    found = read(write("memory.jsonl", entity("api", "Fast", "Fast", "")))
    assert found.contents == ["api: Fast"]
    assert len(found.problems) == 2

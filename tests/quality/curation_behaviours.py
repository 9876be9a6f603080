"""Behaviours of layers, facts and consolidation that the seeds promise, tried through the Python API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from memtui import MemoryClient
from memtui.services.hierarchy import move_counts

Check = Callable[[Mapping[str, Any]], str]


def _no_delete(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        for place, layer in enumerate(("short_term", "working", "episodic", "semantic", "archived")):
            for importance in (0.0, 0.5, 1.0):
                client.add(f"Statement {place} of {importance}", layer=layer, importance=importance, detect=False)
        found = client.evaluate_hierarchy(preset="mneno")
        told = len(found.promoted) + len(found.demoted) + len(found.archived) + len(found.unchanged)
        kept = len(client.list(include_inactive=True))
    return "" if (told, kept) == (15, 15) else f"{told} told, {kept} kept of 15"


def _audit_on_transition(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        memory = client.add("Repeatedly useful project fact.", layer="short_term")
        before = len(client.history(memory.id))
        client.promote_memory(memory.id, "episodic")
        client.promote_memory(memory.id, "semantic")
        client.demote_memory(memory.id, "episodic")
        events = len(client.history(memory.id)) - before
        counts = move_counts(client.workspace, client.get(memory.id).number or 0)
    found = (events, counts.promotions, counts.demotions)
    return "" if found == (3, 2, 1) else f"events, promotions and demotions are {found}"


def _story(client: MemoryClient) -> None:
    client.add("Billing uses JWT", created_at=datetime(2026, 1, 5, tzinfo=UTC), detect=True)
    client.add("OAuth2 replaced JWT", created_at=datetime(2026, 2, 5, tzinfo=UTC), detect=True)


def _retire_idempotent(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        _story(client)
        client.consolidate()
        ends = [fact.valid_until for fact in client.workspace.store.graph.all_facts(0, 100)]
        again = client.consolidate()
        after = [fact.valid_until for fact in client.workspace.store.graph.all_facts(0, 100)]
    if again.retirements_applied or again.merges_applied or again.batch is not None:
        return f"a second run reports {again.sentence}"
    return "" if ends == after and any(ends) else f"valid_until was {ends}, is {after}"


def _superseded_note(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        _story(client)
        client.consolidate()
        found = [hit.memory.content for hit in client.recall("JWT")]
    return "" if found and found[0] != "Billing uses JWT" else f"recall finds {found}"


def _current_state(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        _story(client)
        client.consolidate()
        text = client.build_context("Billing").text
    return "" if "Billing uses JWT" not in text else f"the context still says {text!r}"


def _long_first_line(row: Mapping[str, Any]) -> str:
    name = "a client library for the payments of our partners in the north and the south"
    text = f"The checkout service uses {name}, which the platform team has taken care of for years now."
    with MemoryClient(":memory:") as client:
        edges = [(edge.subject, edge.object) for edge in client.extract(text).edges]
    whole = len(edges) == 1 and edges[0][0] == "The checkout service" and edges[0][1] in name
    return "" if whole and len(text) > 80 else f"edges are {edges}"


CHECKS: dict[str, Check] = {
    "suite-no-delete": _no_delete,
    "suite-audit-on-transition": _audit_on_transition,
    "retire-idempotent": _retire_idempotent,
    "superseded-note-in-recall": _superseded_note,
    "current-state": _current_state,
    "long-first-line": _long_first_line,
}
"""The behaviours by the name of their case."""

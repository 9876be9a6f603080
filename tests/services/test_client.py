"""The Python API: what the documents' snippets promise, and that mistakes are named."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import memtui.client
from memtui import MemoryClient
from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord, MemtuiError, NotFound, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import ActorKind, Kind, Layer, Priority, Status, Tier
from memtui.services import history


@pytest.fixture
def client():
    """A client on a throw-away store."""
    with MemoryClient(":memory:") as client:
        yield client


def test_the_snippets_of_the_mneno_document_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_STORE", str(tmp_path / "store.db"))
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    client = MemoryClient()
    client.add("User prefers Python 3.10.", memory_type="preference")
    result = client.add_with_report("User now prefers Python 3.11.", memory_type="preference")
    for report in result.conflict_reports:
        print(report.conflict_type, report.reason, report.suggested_action)
    print(result.resolution_actions)
    memory = client.add("Repeatedly useful project fact.", layer="short_term")
    assert client.list_by_layer("short_term") == [memory]
    client.close()


def test_add_returns_the_memory_with_its_tier_and_the_reason(client: MemoryClient) -> None:
    memory = client.add(
        "We use PostgreSQL for user data.",
        kind="decision",
        tags=["Database"],
        priority="high",
        confidence=0.9,
        source="write",
        session="s1",
        position=3,
        speaker="Ana",
        created_at="2025-11-03T09:00:00Z",
        extra={"a": [1]},
    )
    assert (memory.tier, memory.tier_reason) == (Tier.DURABLE, "durable-kind")
    assert (memory.kind, memory.priority, memory.tags) == (Kind.DECISION, Priority.HIGH, ("database",))
    assert (memory.session, memory.session_position, memory.speaker) == ("s1", 3, "Ana")
    assert memory.created_at == datetime(2025, 11, 3, 9, tzinfo=UTC)
    assert client.get(memory.id) == memory
    assert memory.extra == {"a": [1]}


def test_a_beginning_of_an_id_is_enough(client: MemoryClient) -> None:
    memory = client.add("We use PostgreSQL for user data.")
    assert client.get(memory.id[:20]).id == memory.id
    assert client.get(memory.id.lower()).id == memory.id
    with pytest.raises(NotFound):
        client.get("01ZZZZZZ")


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "opinion"},
        {"tier": "forever"},
        {"layer": "attic"},
        {"source": "gossip"},
        {"confidence": 1.5},
        {"confidence": "high"},
        {"created_at": "yesterday-ish"},
        {"tags": [1]},
        {"knid": "decision"},
    ],
)
def test_a_wrong_value_or_name_is_said_in_a_sentence(client: MemoryClient, fields: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord):
        client.add("We use PostgreSQL for user data.", **fields)  # type: ignore[arg-type]
    assert client.list() == []


def test_a_misspelt_field_names_the_right_one(client: MemoryClient) -> None:
    with pytest.raises(InvalidRecord, match="priority"):
        client.add("We use PostgreSQL.", pirority="high")  # type: ignore[call-arg]


def test_secrets_are_refused_and_can_be_let_in(client: MemoryClient) -> None:
    text = "The token is ghp_" + "a1B2" * 9 + " for now."
    with pytest.raises(SecretRefused):
        client.add(text)
    assert client.add(text, allow_secrets=True).content == text


def test_update_changes_and_guards(client: MemoryClient) -> None:
    memory = client.add("We use PostgreSQL for user data.", importance=0.4)
    after = client.update(
        memory.id, content="We use MySQL.", add_tags="db", version=memory.version, clear=["importance"]
    )
    assert (after.content, after.tags, after.importance_override) == ("We use MySQL.", ("db",), None)
    with pytest.raises(StaleWrite):
        client.update(memory.id, pinned=True, version=memory.version)
    client.update(memory.id, archived=True)
    with pytest.raises(Refused):
        client.update(memory.id, archived=True)


def test_many_are_added_and_changed_as_one_act_each(client: MemoryClient) -> None:
    given = [
        "The first of three.",
        {"content": "The second of three.", "kind": "goal"},
        Draft(content="The third of three."),
    ]
    added = client.add_many(given)
    assert added.sentence == "Added 3 memories."
    assert client.update_many([m.id for m in added.memories], priority="low").batch is not None
    client.undo()
    client.undo()
    assert client.list() == []
    with pytest.raises(InvalidRecord):
        client.add_many([{"text": "no content"}])


def test_lists_leave_out_what_is_inactive_unless_asked(client: MemoryClient) -> None:
    live = client.add("We use PostgreSQL for user data.")
    gone = client.add("The old wiki is read-only.")
    client.update(gone.id, archived=True)
    assert client.list() == [live]
    assert {memory.id for memory in client.list(include_archived=True)} == {live.id, gone.id}
    assert len(client.list(include_inactive=True, limit=1)) == 1
    assert [memory.id for memory in client.list_by_layer("archived")] == [gone.id]
    assert client.recent() == [live]
    for wrong in (lambda: client.list(order="shuffled"), lambda: client.list_by_layer("attic")):
        with pytest.raises(InvalidRecord):
            wrong()


def test_search_brings_back_what_is_asked_for(client: MemoryClient) -> None:
    client.add("We use PostgreSQL for user data.")
    gone = client.add("PostgreSQL was slow on the old host.")
    client.update(gone.id, archived=True)
    assert [hit.memory.content for hit in client.search("postgresql")] == ["We use PostgreSQL for user data."]
    for option in ({"include_archived": True}, {"include_inactive": True}):
        assert len(client.search("postgresql", **option).hits) == 2  # type: ignore[arg-type]
    assert client.search("postgresql", limit=0).hits == ()
    assert client.search("postgresql", engine="vector").engine == "lexical"


def test_recall_counts_and_search_does_not(client: MemoryClient) -> None:
    memory = client.add("We use PostgreSQL for user data.")
    client.search("postgresql")
    client.get(memory.id)
    assert client.get(memory.id).access_count == 0
    client.recall("postgresql")
    client.build_context("postgresql", budget=100)
    assert client.open(memory.id).memory.access_count == 3
    client.recall("sailing boats")
    assert client.get(memory.id).access_count == 3


def test_history_undo_and_redo(client: MemoryClient) -> None:
    memory = client.add("We use PostgreSQL for user data.")
    client.update(memory.id, pinned=True)
    assert [line.batch.action for line in client.history(memory.id)] == ["pin", "add"]
    client.undo()
    assert not client.get(memory.id).pinned
    client.redo()
    assert client.get(memory.id).pinned
    assert client.batch(client.history()[0].batch.id).batch.action == "redo"


def test_what_a_program_writes_is_an_agents_act(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    with MemoryClient(place, actor="nightly", project="shop") as client:
        memory = client.add("We use PostgreSQL for user data.")
    assert (memory.agent, memory.project) == ("nightly", "shop")
    workspace = open_workspace(str(place), face="cli")
    batch = history.batches(workspace)[0].batch
    workspace.store.close()
    assert (batch.actor, batch.actor_kind, batch.face) == ("nightly", ActorKind.AGENT, "python")


def test_what_was_written_is_there_after_a_restart(tmp_path: Path) -> None:
    with MemoryClient(tmp_path / "store.db") as client:
        memory = client.add("Deploys of the billing service need a second pair of eyes.")
    with MemoryClient(tmp_path / "store.db", read_only=True) as client:
        assert client.get(memory.id) == memory
        assert [hit.memory.id for hit in client.search("billing deploys")] == [memory.id]
        client.recall("billing")
        assert client.open(memory.id).memory.access_count == 0
        with pytest.raises(MemtuiError):
            client.add("Not in a store that is only read.")


def test_what_is_exported_comes_in_again(tmp_path: Path) -> None:
    with MemoryClient(tmp_path / "one.db") as client:
        memory = client.add("We use PostgreSQL for user data.", tags=["db"])
        report = client.export_path(tmp_path / "out.jsonl")
        assert report.memories == 1
    with MemoryClient(tmp_path / "two.db") as client:
        client.import_path(tmp_path / "out.jsonl", mode="skip")
        assert client.get(memory.id).tags == ("db",)
        assert client.list_by_layer(Layer.SEMANTIC)[0].status is Status.ACTIVE


def test_all_that_the_api_names_is_there_and_says_what_it_is() -> None:
    for name in memtui.client.__all__:
        assert getattr(memtui.client, name).__doc__
    methods = [name for name in dir(MemoryClient) if not name.startswith("_")]
    promised = [
        "add",
        "add_with_report",
        "get",
        "update",
        "list",
        "list_by_layer",
        "search",
        "recall",
        "build_context",
        "detect_conflicts",
        "list_conflicts",
        "resolve_conflict",
        "evaluate_hierarchy",
        "promote_memory",
        "demote_memory",
        "consolidate",
        "extract",
        "related",
        "timeline",
        "history",
        "undo",
        "redo",
        "export_path",
        "import_path",
        "detect",
        "revoke_verdict",
        "scan",
        "compact",
    ]
    assert set(promised) <= set(methods)
    assert [name for name in methods if not getattr(MemoryClient, name).__doc__] == []


def test_a_query_or_an_engine_of_the_wrong_kind_is_named(client: MemoryClient) -> None:
    for ask in (client.search, client.recall, client.build_context):
        with pytest.raises(InvalidRecord, match="query must be text"):
            ask(None)
    with pytest.raises(InvalidRecord, match="no engine"):
        client.search("billing", engine="psychic")
    with pytest.raises(InvalidRecord, match="no engine"):
        MemoryClient(":memory:", engine="psychic")

"""Migrations: a filled older store comes through whole, with a backup beside it, or stays as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine

from memtui.clock import FixedClock
from memtui.domain.errors import StoreUnavailable
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import EntityType, Severity
from memtui.services.ports import ConflictFilter
from memtui.store import open_store, schema
from memtui.store.engine import file_engine, memory_engine, server_engine
from memtui.store.migrations import run
from memtui.store.migrations.drafting import differences, draft, upgrade_all
from memtui.store.migrations.run import migrate
from tests.store.conftest import ON_SERVER
from tests.store.making import NOW, TOKENIZER_VERSION, act, added, memory, naming, opened, sound, undone

FIXTURE = Path(__file__).parent / "fixtures" / "schema_1.sql"
PRESENT = schema.SCHEMA_VERSION
NEXT = PRESENT + 1
SCHEMA = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
STEP = """
import sqlalchemy as sa
from alembic import op

revision = "NEXT"
down_revision = "PRESENT"


def upgrade():
    with op.batch_alter_table("memory", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.add_column(sa.Column("mood", sa.String(), nullable=False, server_default="calm"))
        batch.alter_column("speaker", new_column_name="voice")
    BODY
"""


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A filled store as schema 1 was released."""
    path = tmp_path / "released.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIXTURE.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """A folder with the released steps, to which a test adds more."""
    folder = tmp_path / "versions"
    folder.mkdir()
    for step in (run.HERE / "versions").glob("0*.py"):
        (folder / step.name).write_text(step.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def next_step(steps: Path, body: str = "pass") -> Path:
    """Add a step that makes the table of memories anew, and does what `body` says."""
    step = STEP.replace("BODY", body).replace("NEXT", f"{NEXT:04d}").replace("PRESENT", f"{PRESENT:04d}")
    (steps / f"{NEXT:04d}_a_mood.py").write_text(step, encoding="utf-8")
    return steps


def to_next(path: Path, steps: Path) -> Path | None:
    """Migrate a store to the schema after the present one and return the backup."""
    engine = file_engine(path, str(path))
    try:
        return migrate(engine, location=str(path), path=path, versions=steps, target=NEXT)
    finally:
        engine.dispose()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    """Return the answer of a bare connection."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the tables that no step may touch."""
    return {table: ask(path, f"SELECT * FROM {table} ORDER BY 1") for table in run.KEPT if table != "memory"}


def test_a_released_store_opens_and_is_sound(released: Path) -> None:
    store = opened(str(released))
    assert store.schema == schema.SCHEMA_VERSION
    assert {m.content for m in store.reads.page(EVERYTHING, Order.NEWEST, 9).memories} == {
        "We use Express for the shop's API",
        "We switched from Express to Fastify",
        "This one is taken back",
    }
    assert store.reads.memory(1).superseded_by == store.reads.memory(2).id
    assert len(store.reads.relations(1)) == len(store.reads.conflicts(2)) == 1
    assert store.search.document_frequencies(["fastify"]) == {"fastify": 1}
    assert store.remembered("last_visit:ana") == "2026-03-01T00:00:00+00:00"
    sound(store)
    undone(store, 2)
    assert store.reads.memory(1).superseded_by is None
    (fresh,) = added(store, memory("written today"))
    assert fresh.number == 5
    sound(store)
    store.close()


def test_the_steps_lead_to_the_tables_as_they_are() -> None:
    made, migrated = memory_engine(), memory_engine()
    with made.connect() as connection, connection.begin():
        schema.create(connection)
        wanted = connection.exec_driver_sql(SCHEMA).all()
    with migrated.connect() as connection, connection.begin():
        upgrade_all(connection)
        assert connection.exec_driver_sql(SCHEMA).all() == wanted
        assert differences(connection) == []
    made.dispose()
    migrated.dispose()


@pytest.mark.parametrize("where", [ON_SERVER])
def test_the_steps_lead_to_the_same_tables_on_a_server(where: str, server_location: str) -> None:
    engine = create_engine(server_location)
    with engine.connect() as connection, connection.begin():
        upgrade_all(connection)
        schema.set_version(connection, PRESENT)
        assert differences(connection) == []
    engine.dispose()
    store = opened(server_location)
    added(store, memory("on a migrated server"))
    sound(store)
    store.close()


def test_a_draft_of_a_step_finds_nothing_to_do_while_the_tables_are_as_released() -> None:
    text = draft("Nothing")
    assert f'down_revision = "{PRESENT:04d}"' in text
    assert "op." not in text


def test_a_step_that_makes_a_table_anew_loses_nothing(released: Path, steps: Path) -> None:
    before = rows(released)
    texts = ask(released, "SELECT number, content, recorded_at FROM memory ORDER BY number")
    backup = to_next(released, next_step(steps))
    assert ask(released, "SELECT number, content, recorded_at FROM memory ORDER BY number") == texts
    assert rows(released) == before
    assert ask(released, "SELECT DISTINCT mood FROM memory") == [("calm",)]
    assert ask(released, "PRAGMA user_version") == [(NEXT,)]
    assert ask(released, "PRAGMA foreign_key_check") == []
    assert ask(released, "SELECT count(*) FROM memory_fts WHERE memory_fts MATCH 'fastify'") == [(1,)]
    assert ask(released, "SELECT seq FROM sqlite_sequence WHERE name = 'memory'") == [(4,)]
    assert backup is not None
    assert backup.parent == released.parent
    assert ask(backup, "PRAGMA user_version") == [(1,)]
    kept = opened(str(backup))
    assert kept.reads.census().total == len(texts)
    kept.close()


def test_numbers_stay_used_up_when_a_table_is_made_anew(released: Path, steps: Path) -> None:
    store = opened(str(released))
    (last,) = added(store, memory("taken back at once"))
    undone(store, store.reads.batches(1)[0].number or 0)
    store.close()
    to_next(released, next_step(steps))
    assert ask(released, "SELECT seq FROM sqlite_sequence WHERE name = 'memory'") == [(last.number,)]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError", "ValueError"),
        ("op.execute('DELETE FROM event')", "rows would be lost"),
        ("op.execute('UPDATE relation SET to_number = 99')", "not there"),
        ("op.execute('not a statement')", "syntax"),
    ],
)
def test_a_step_that_goes_wrong_leaves_the_store_as_it_was(released: Path, steps: Path, body: str, reason: str) -> None:
    everything = "\n".join(
        map(str, [*rows(released).values(), ask(released, SCHEMA), ask(released, "SELECT * FROM memory")])
    )
    with pytest.raises(StoreUnavailable, match=reason):
        to_next(released, next_step(steps, body))
    assert ask(released, "PRAGMA user_version") == [(1,)]
    assert everything == "\n".join(
        map(str, [*rows(released).values(), ask(released, SCHEMA), ask(released, "SELECT * FROM memory")])
    )
    assert len(list(released.parent.glob(f"released.before-schema-{NEXT}.*"))) == 1


def test_a_store_that_is_up_to_date_is_neither_changed_nor_backed_up(released: Path, steps: Path) -> None:
    assert to_next(released, next_step(steps)) is not None
    assert to_next(released, steps) is None
    assert len(list(released.parent.glob(f"released.before-schema-{NEXT}.*"))) == 1


@pytest.fixture
def next_version(steps: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A memtui that knows one schema more."""
    next_step(steps)
    monkeypatch.setattr(run, "HERE", steps.parent)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", NEXT)
    return


@pytest.mark.usefixtures("next_version")
def test_opening_an_older_store_brings_it_up_to_date(released: Path) -> None:
    opened(str(released)).close()
    assert ask(released, "PRAGMA user_version") == [(NEXT,)]
    assert len(list(released.parent.glob(f"released.before-schema-{NEXT}.*"))) == 1


@pytest.mark.usefixtures("next_version")
def test_an_older_store_is_not_migrated_when_it_may_only_be_read(released: Path) -> None:
    before = released.read_bytes()
    with pytest.raises(StoreUnavailable, match="older schema 1"):
        opened(str(released), read_only=True)
    assert released.read_bytes() == before


@pytest.mark.usefixtures("next_version")
@pytest.mark.parametrize("where", [ON_SERVER])
def test_an_older_store_on_a_server_is_brought_up_to_date(
    where: str, server_location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "SCHEMA_VERSION", PRESENT)
    store = opened(server_location)
    added(store, memory("kept"))
    store.close()
    monkeypatch.setattr(schema, "SCHEMA_VERSION", NEXT)
    opened(server_location).close()
    from sqlalchemy import make_url

    engine = server_engine(make_url(server_location))
    with engine.connect() as connection:
        assert schema.version_of(connection) == NEXT
        assert connection.exec_driver_sql("SELECT content, mood FROM memory").all() == [("kept", "calm")]
    engine.dispose()


def test_a_program_that_had_the_store_open_does_not_write_to_a_newer_schema(released: Path, steps: Path) -> None:
    store = opened(str(released))
    to_next(released, next_step(steps))
    with pytest.raises(StoreUnavailable, match="newer memtui"), store.write(act()) as work:
        work.insert(memory())
    assert ask(released, "SELECT count(*) FROM memory") == [(3,)]
    store.close()


def of_first_schema(location: str, steps: Path, released: Path) -> None:
    """Copy the released store of schema 1, with a mention added, to an empty database on whichever engine."""
    (steps / "first").mkdir()
    (first,) = steps.glob("0001_*.py")
    first.rename(steps / "first" / first.name)
    source = create_engine(f"sqlite:///{released}")
    target = create_engine(location if "://" in location else f"sqlite:///{location}")
    kept, made = MetaData(), MetaData()
    with source.connect() as old, target.begin() as new:
        upgrade_all(new, steps / "first")
        kept.reflect(old, only=lambda name, _: not name.startswith("memory_fts"))
        made.reflect(new, only=lambda name, _: not name.startswith("memory_fts"))
        for table in kept.sorted_tables:
            new.execute(made.tables[table.name].delete())
            rows = [dict(row) for row in old.execute(table.select()).mappings()]
            if rows:
                new.execute(made.tables[table.name].insert(), rows)
        place = {"memory_number": 2, "entity_number": 2, "start": 28, "end": 35}
        new.execute(made.tables["mention"].insert(), {**place, "context": "", "attributes": '{"version":"1"}'})
        if new.dialect.name == "sqlite":
            new.exec_driver_sql("INSERT INTO memory_fts(memory_fts) VALUES ('rebuild')")
            new.exec_driver_sql("PRAGMA user_version=1")
        else:
            for name in ("memory", "batch", "event", "claim", "census", "entity"):
                new.exec_driver_sql(f"SELECT setval('{name}_number_seq', (SELECT max(number) FROM {name}))")
    source.dispose()
    target.dispose()


@pytest.mark.parametrize("where", ["file", ON_SERVER])
def test_a_filled_store_of_the_first_schema_gets_its_counts_and_its_queue(
    where: str, request: pytest.FixtureRequest, tmp_path: Path, released: Path, steps: Path
) -> None:
    location = str(tmp_path / "first.db") if where == "file" else str(request.getfixturevalue("server_location"))
    of_first_schema(location, steps, released)
    finding = naming({"Fastify": EntityType.PACKAGE})
    store = open_store(location, finding, FixedClock(NOW), tokenizer_version=TOKENIZER_VERSION)
    assert store.schema == PRESENT
    sound(store)
    (found,) = store.graph.entity_counts("fastify.js")
    assert (found.memories, found.newest_at) == (1, store.reads.memory(2).sort_at)
    assert [count.memories for count in store.graph.entity_counts(project="shop")] == [1]
    assert store.graph.mentioning([found.entity.number or 0]) == [2]
    assert list(store.queue.numbers(ConflictFilter(text="different ports"))) == [1]
    assert store.queue.counts().severities == {Severity.HIGH: 1}
    assert store.graph.most_related() == 2
    added(store, memory("on it goes with Fastify"))
    assert store.graph.count_mentioning([found.entity.number or 0]) == 2
    sound(store)
    store.close()

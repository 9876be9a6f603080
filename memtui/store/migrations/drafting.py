"""Drafts of new steps, for whoever changes the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from memtui.store.engine import memory_engine
from memtui.store.migrations.run import HERE
from memtui.store.schema import FTS_TABLE, SCHEMA_VERSION, SHADOW_TABLES
from memtui.store.tables import Table

ONLY_IN_THE_DATABASE = frozenset({FTS_TABLE, *SHADOW_TABLES, "vector", "ix_memory_text_vector"})
"""What full-text search keeps for itself and no table class describes."""


def differences(connection: Connection) -> list[Any]:
    """Return in what a database's schema differs from the tables; empty when they agree."""
    return list(compare_metadata(_context(connection), Table.metadata))


def upgrade_all(connection: Connection, versions: Path = HERE / "versions") -> None:
    """Carry out every step there is on an empty database, without bookkeeping."""
    script = ScriptDirectory(str(HERE), version_locations=[str(versions)])
    with Operations.context(_context(connection)):
        for step in reversed(list(script.walk_revisions())):
            step.module.upgrade()


def draft(message: str) -> str:
    """Return the body of a step that leads from the newest schema to the tables as they are, to be read and corrected."""
    engine = memory_engine()
    with engine.connect() as connection, connection.begin():
        upgrade_all(connection)
        steps = produce_migrations(_context(connection), Table.metadata).upgrade_ops
        assert steps is not None
        body = render_python_code(steps, render_as_batch=True)
    engine.dispose()
    return _FILE.format(message=message, after=SCHEMA_VERSION, number=SCHEMA_VERSION + 1, body=body.strip())


def _context(connection: Connection) -> MigrationContext:
    options = {"include_object": _ours, "compare_type": True, "target_metadata": Table.metadata}
    return MigrationContext.configure(connection, opts=options)


def _ours(_item: object, name: str | None, _kind: str, _reflected: bool, _compared: object) -> bool:
    return name not in ONLY_IN_THE_DATABASE


_FILE = '''"""{message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "{number:04d}"
down_revision = "{after:04d}"


def upgrade() -> None:
    """Lead from schema {after} to schema {number}."""
    {body}
'''

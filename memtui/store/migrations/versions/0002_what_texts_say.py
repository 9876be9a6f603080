"""What texts say: mentions by name and time, counts of entities and relations, and the review queue's short rows."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_CODE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_TIME = sa.DateTime(timezone=True)
_AT_ONCE: Final = 500


def upgrade() -> None:
    """Lead from schema 1 to schema 2."""
    _journal()
    _mentions()
    _counts()
    _conflicts()
    _vectors()


def _journal() -> None:
    """Find a row's first event after a moment, and what held at one."""
    op.create_index("ix_batch_at", "batch", ["at", "number"])
    op.drop_index("ix_event_batch_number", "event")
    op.create_index("ix_event_batch", "event", ["batch_number", "number", "table", "row_number"])
    op.create_index("ix_entity_type", "entity", ["type", "status"])
    dated = sa.text("valid_from IS NOT NULL")
    columns = ["valid_from", "sort_at", "number"]
    op.create_index("ix_memory_valid_from", "memory", columns, sqlite_where=dated, postgresql_where=dated)


def _mentions() -> None:
    """Make the mentions anew with name and time; they were few, and a rebuild finds them all."""
    bind = op.get_bind()
    kept = bind.execute(
        sa.text(
            'SELECT m.number, m.memory_number, m.entity_number, m.start, m."end", m.context, m.attributes, '
            "m.entity_number AS named_number, e.name, t.sort_at "
            "FROM mention m JOIN entity e ON e.number = m.entity_number JOIN memory t ON t.number = m.memory_number "
            "ORDER BY m.number"
        ).columns(sort_at=_TIME)
    ).mappings()
    rows = [{**row, "name": row["name"].casefold()} for row in kept]
    op.drop_table("mention")
    mention = op.create_table(
        "mention",
        sa.Column("number", _BIG, sa.Identity(), nullable=False),
        sa.Column("memory_number", _BIG, nullable=False),
        sa.Column("entity_number", _BIG, nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("context", sa.String(), nullable=False),
        sa.Column("attributes", sa.String(), nullable=False),
        sa.Column("named_number", _BIG, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sort_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_mention"),
        sa.ForeignKeyConstraint(["memory_number"], ["memory.number"], name="fk_mention_memory_number_memory"),
        sa.ForeignKeyConstraint(["entity_number"], ["entity.number"], name="fk_mention_entity_number_entity"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_mention_memory_number", "mention", ["memory_number"])
    op.create_index("ix_mention_newest", "mention", ["entity_number", "sort_at", "memory_number"])
    for row in rows:
        del row["number"]
    _fill(mention, rows)


def _counts() -> None:
    """Count how many memories mention each entity, and how many relations each memory has."""
    op.create_table(
        "entity_count",
        sa.Column("scope", _CODE, nullable=False),
        sa.Column("entity_number", _BIG, nullable=False),
        sa.Column("memories", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "entity_number", name="pk_entity_count"),
        sa.ForeignKeyConstraint(["entity_number"], ["entity.number"], name="fk_entity_count_entity_number_entity"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entity_count_most", "entity_count", ["scope", "memories", "entity_number"])
    op.create_index("ix_entity_count_entity_number", "entity_count", ["entity_number"])
    op.execute(
        "INSERT INTO entity_count (scope, entity_number, memories) "
        "SELECT '*', e.number, count(DISTINCT m.memory_number) FROM entity e "
        "LEFT JOIN mention m ON m.entity_number = e.number GROUP BY e.number"
    )
    op.execute(
        "INSERT INTO entity_count (scope, entity_number, memories) "
        "SELECT CASE WHEN i.project IS NULL THEN '-' ELSE '=' || i.project END, m.entity_number, "
        "count(DISTINCT m.memory_number) FROM mention m JOIN memory_index i ON i.number = m.memory_number "
        "GROUP BY i.project, m.entity_number"
    )
    op.create_table(
        "relation_count",
        sa.Column("memory_number", _BIG, nullable=False),
        sa.Column("relations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("memory_number", name="pk_relation_count"),
        sa.ForeignKeyConstraint(["memory_number"], ["memory.number"], name="fk_relation_count_memory_number_memory"),
    )
    op.create_index("ix_relation_count_most", "relation_count", ["relations", "memory_number"])
    op.execute(
        "INSERT INTO relation_count (memory_number, relations) SELECT number, count(*) FROM ("
        "SELECT from_number AS number FROM relation WHERE status = 'active' UNION ALL "
        "SELECT to_number FROM relation WHERE status = 'active') ends GROUP BY number"
    )


def _conflicts() -> None:
    """Give each conflict the short row that the review queue reads."""
    index = op.create_table(
        "conflict_index",
        sa.Column("number", _BIG, nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("severity", sa.Integer(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("later_at", _TIME, nullable=True),
        sa.Column("new_number", _BIG, nullable=False),
        sa.Column("old_number", _BIG, nullable=False),
        sa.Column("missed", sa.Boolean(), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=True),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_conflict_index"),
        sa.ForeignKeyConstraint(["number"], ["conflict.number"], name="fk_conflict_index_number_conflict"),
    )
    op.create_index(
        "ix_conflict_index_queue",
        "conflict_index",
        ["state", "later_at", "subject", "confidence", "severity", "number"],
    )
    op.create_index("ix_conflict_index_counts", "conflict_index", ["state", "severity", "agreed", "missed"])
    conflicts = op.get_bind().execute(
        sa.text(
            "SELECT number, state, type, severity, confidence, later_at, new_number, old_number, reason, evidence, "
            "suggested_action, human_verdict, decided_by FROM conflict ORDER BY number"
        ).columns(later_at=_TIME)
    )
    _fill(index, [_queued(row) for row in conflicts.mappings()])


def _vectors() -> None:
    """Make room for the vectors of an embedder."""
    op.create_table(
        "vector",
        sa.Column("memory_number", _BIG, nullable=False),
        sa.Column("model", _CODE, nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("signs", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("memory_number", "model", name="pk_vector"),
        sa.ForeignKeyConstraint(["memory_number"], ["memory.number"], name="fk_vector_memory_number_memory"),
    )
    op.create_index("ix_vector_signs", "vector", ["model", "memory_number", "signs"])


def _queued(conflict: Any) -> dict[str, Any]:
    """Return the row of conflict_index that a conflict of schema 1 leads to."""
    import json

    evidence = json.loads(conflict["evidence"])
    subject, old, new = (str(evidence.get(key) or "") for key in ("subject", "old_value", "new_value"))
    names = ("number", "state", "type", "confidence", "later_at", "new_number", "old_number")
    verdict, suggested = conflict["human_verdict"], conflict["suggested_action"]
    missed = bool(evidence.get("missed"))
    unjudged = verdict is None or missed or conflict["decided_by"] == "rule"
    return {
        **{name: conflict[name] for name in names},
        "severity": ("low", "medium", "high").index(conflict["severity"]),
        "missed": missed,
        "agreed": None if unjudged else verdict not in _DISAGREEING.get(suggested, ("both_are_true",)),
        "subject": " ".join(subject.casefold().split()),
        "words": " ".join(f"{subject} {old} {new} {conflict['reason']}".casefold().split()),
    }


_DISAGREEING: Final = {
    "supersede_existing": ("older_is_true", "keep_conflict", "both_are_true", "merge", "archive_new"),
    "archive_existing": ("both_are_true", "keep_conflict"),
    "merge": ("both_are_true", "keep_conflict"),
    "keep_both": ("newer_is_true", "older_is_true", "merge", "archive_old", "archive_new"),
}


def _fill(table: sa.Table, rows: list[dict[str, Any]]) -> None:
    for start in range(0, len(rows), _AT_ONCE):
        op.bulk_insert(table, rows[start : start + _AT_ONCE])

"""The first schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TYPES: Mapping[str, Any] = {
    "key": _BIG,
    "big": _BIG,
    "int": sa.Integer(),
    "real": sa.Float(),
    "bool": sa.Boolean(),
    "time": sa.DateTime(timezone=True),
    "text": sa.String(),
    "code": sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
}
_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def upgrade() -> None:
    """Make every table of schema 1 in an empty database."""
    _memories()
    _records()
    _journal()
    _index_rows()
    _words()
    _extracted()
    _full_text()


def _table(
    name: str,
    columns: str,
    *,
    key: Sequence[str] = ("number",),
    links: Mapping[str, str] | None = None,
    unique: Sequence[str] = (),
    numbered: bool = False,
    by_key: bool = False,
) -> None:
    """Make a table of columns written name:type, with a question mark behind those that may be NULL."""
    parts: list[Any] = []
    for spec in columns.split():
        column, _, kind = spec.partition(":")
        identity = [sa.Identity()] if kind == "key" else []
        nullable = kind.endswith("?")
        counted: Any = {"autoincrement": False} if kind == "int" and column in key else {}
        parts.append(sa.Column(column, _TYPES[kind.rstrip("?")], *identity, nullable=nullable, **counted))
    parts.append(sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))
    if unique:
        parts.append(sa.UniqueConstraint(*unique, name=f"uq_{name}_{'_'.join(unique)}"))
    for column, target in (links or {}).items():
        parts.append(sa.ForeignKeyConstraint([column], [f"{target}.number"], name=f"fk_{name}_{column}_{target}"))
    op.create_table(name, *parts, sqlite_autoincrement=numbered, sqlite_with_rowid=not by_key)


def _index(name: str, table: str, columns: str, *, where: str = "") -> None:
    condition: Any = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)} if where else {}
    op.create_index(name, table, columns.split(), unique=False, **condition)


def _memories() -> None:
    """The memories themselves."""
    _table(
        "memory",
        "number:key sort_at:time status:text tier:text trust:text project:text? layer:text kind:text? "
        "memory_type:text source:text priority:text pinned:bool importance_override:real? created_at:time? "
        "recorded_at:time access_count:int agent:text? session:text? session_position:int? format:text? "
        "id:code updated_at:time version:int confidence:real? layer_before:text? tier_reason:text "
        "tier_rule_reason:text? created_at_assumed:bool valid_from:time? valid_until:time? "
        "last_accessed_at:time? superseded_by:text? merged_into:text? foreign_id:code? content_hash:text "
        "file:text? speaker:text? uri:text? tags:text proposed_tag:text? content:text extra:text",
        unique=["id"],
        numbered=True,
    )
    _index("ix_memory_access_count", "memory", "access_count number")
    _index("ix_memory_foreign_id", "memory", "foreign_id format")
    _index("ix_memory_recorded_at", "memory", "recorded_at number")
    _index("ix_memory_session", "memory", "session session_position")
    _index("ix_memory_superseded_by", "memory", "superseded_by")


def _records() -> None:
    """What is known about memories."""
    _table(
        "entity",
        "number:key id:code type:text name:text created_at:time aliases:text status:text merged_into:big?",
        links={"merged_into": "entity"},
        unique=["id"],
        numbered=True,
    )
    _index("ix_entity_merged_into", "entity", "merged_into")
    _table(
        "relation",
        "number:key from_number:big to_number:big kind:text status:text created_at:time valid_until:time? "
        "actor:text evidence:text",
        links={"from_number": "memory", "to_number": "memory"},
        numbered=True,
    )
    _index("ix_relation_from_number", "relation", "from_number kind")
    _index("ix_relation_to_number", "relation", "to_number kind")

    _table(
        "conflict",
        "number:key id:code new_number:big old_number:big type:text severity:text confidence:real reason:text "
        "suggested_action:text fingerprint:text created_at:time state:text evidence:text human_verdict:text? "
        "note:text? later_at:time? decided_by:text? decided_at:time? version:int",
        links={"new_number": "memory", "old_number": "memory"},
        unique=["id"],
        numbered=True,
    )
    _index("ix_conflict_fingerprint", "conflict", "fingerprint")
    _index("ix_conflict_new_number", "conflict", "new_number")
    _index("ix_conflict_old_number", "conflict", "old_number")
    _index("ix_conflict_state", "conflict", "state created_at number")
    _table(
        "fact",
        "number:key subject_number:big predicate:text object_number:big memory_number:big scope:text "
        "project:text? confidence:real status:text valid_from:time? valid_until:time?",
        links={"subject_number": "entity", "object_number": "entity", "memory_number": "memory"},
        numbered=True,
    )
    _index("ix_fact_memory_number", "fact", "memory_number")
    _index("ix_fact_object_number", "fact", "object_number predicate")
    _index("ix_fact_subject_number", "fact", "subject_number predicate")


def _journal() -> None:
    """The journal and small notes."""
    _table(
        "batch",
        "number:key id:code actor:text actor_kind:text action:text at:time summary:text face:text changes:int "
        "partial:bool undoes:big? undone_by:big? resume:text adopted:bool",
        unique=["id"],
        numbered=True,
    )
    _index("ix_batch_action", "batch", "action number")
    _index("ix_batch_actor", "batch", "actor number")
    _index("ix_batch_undoes", "batch", "undoes")
    _table(
        "event",
        "number:key batch_number:big table:text row_number:big before:text? after:text?",
        links={"batch_number": "batch"},
        numbered=True,
    )
    _index("ix_event_batch_number", "event", "batch_number number")
    _index("ix_event_row", "event", "table row_number number")
    _table(
        "note",
        "key:text value:text",
        key=["key"],
    )
    _table(
        "stamp",
        "number:int schema_version:int commits:big",
    )


def _index_rows() -> None:
    """What lists and search narrow and order by."""
    _table(
        "memory_index",
        "number:big sort_at:time standing:text project:text? layer:text kind:text? memory_type:text "
        "source:text priority:text pinned:bool agent:text? importance_override:real? importance_base:real "
        "growth:real? length:int badges:text tokenizer_version:int",
        links={"number": "memory"},
    )
    _index("ix_memory_index_badges", "memory_index", "badges", where="badges <> ''")
    _index("ix_memory_index_importance", "memory_index", "importance_base growth number standing project layer")
    _index("ix_memory_index_newest", "memory_index", "sort_at number standing project layer")
    _index(
        "ix_memory_index_override",
        "memory_index",
        "importance_override number",
        where="importance_override IS NOT NULL",
    )
    _index("ix_memory_index_project", "memory_index", "project sort_at number standing")
    _table(
        "memory_text",
        "number:big tokens:text",
        links={"number": "memory"},
    )
    _table(
        "memory_tag",
        "tag:code memory_number:big",
        key=["tag", "memory_number"],
        links={"memory_number": "memory"},
        by_key=True,
    )
    _index("ix_memory_tag_memory_number", "memory_tag", "memory_number")


def _words() -> None:
    """The vocabulary and the counts."""
    _table(
        "term",
        "text:code df:int size:int initial:code second:code",
        key=["text"],
        by_key=True,
    )
    _index("ix_term_initial", "term", "initial size")
    _index("ix_term_second", "term", "second size")
    _table(
        "corpus",
        "number:int n:big total_length:big",
    )
    _table(
        "census",
        "number:key status:text layer:text tier:text held:bool project:text? n:big",
        numbered=True,
    )
    _index("ix_census_status", "census", "status layer tier held project")


def _extracted() -> None:
    """What is read out of the texts."""
    _table(
        "mention",
        "number:key memory_number:big entity_number:big start:int end:int context:text attributes:text",
        links={"memory_number": "memory", "entity_number": "entity"},
        numbered=True,
    )
    _index("ix_mention_entity_number", "mention", "entity_number memory_number")
    _index("ix_mention_memory_number", "mention", "memory_number")
    _table(
        "claim",
        "number:key memory_number:big subject:text slot:text body:text",
        links={"memory_number": "memory"},
        numbered=True,
    )
    _index("ix_claim_memory_number", "claim", "memory_number")
    _index("ix_claim_subject", "claim", "subject slot memory_number")
    _table(
        "entity_name",
        "name:code entity_number:big",
        key=["name", "entity_number"],
        links={"entity_number": "entity"},
        by_key=True,
    )
    _index("ix_entity_name_entity_number", "entity_name", "entity_number")


def _full_text() -> None:
    """Full text over the tokens; each engine has its own."""
    if op.get_bind().dialect.name == "sqlite":
        characters = _PUNCTUATION.replace("'", "''").replace('"', '""')
        op.get_bind().exec_driver_sql(
            "CREATE VIRTUAL TABLE memory_fts USING fts5(tokens, content='memory_text', content_rowid='number', "
            f"tokenize=\"ascii tokenchars '{characters}'\")"
        )
        op.get_bind().exec_driver_sql("PRAGMA application_id=1835363700")
    else:
        op.execute(
            "ALTER TABLE memory_text ADD COLUMN vector tsvector "
            "GENERATED ALWAYS AS (array_to_tsvector(string_to_array(tokens, ' '))) STORED"
        )
        op.execute("CREATE INDEX ix_memory_text_vector ON memory_text USING gin (vector)")
    op.execute("INSERT INTO corpus (number, n, total_length) VALUES (1, 0, 0)")
    op.execute("INSERT INTO stamp (number, schema_version, commits) VALUES (1, 1, 0)")

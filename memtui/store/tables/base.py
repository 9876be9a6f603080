"""What all tables share: names of constraints, keys and the kinds of text.

Times are aware and in UTC. Closed vocabularies are stored as their words, lists and objects as JSON text,
because a binary JSON column loses the order of keys that an export must give back.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Identity, Integer, MetaData, Text, text
from sqlmodel import Field, SQLModel

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
BIG = BigInteger().with_variant(Integer(), "sqlite")
CODE = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is compared by code points on every engine, so that a range finds what begins with a prefix."""
NUMBERED = {"sqlite_autoincrement": True}


class Table(SQLModel):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)


def number_key() -> Any:
    """Return the integer key of a table, which is never given out twice."""
    return Field(default=None, sa_column=Column("number", BIG, Identity(), primary_key=True))


def link(target: str, name: str, *, nullable: bool = False, primary_key: bool = False) -> Any:
    """Return a column that holds the number of a row of `target`."""
    column = Column(name, BIG, ForeignKey(f"{target}.number"), nullable=nullable, primary_key=primary_key)
    return Field(default=None if nullable else ..., sa_column=column)


def where(condition: str) -> dict[str, Any]:
    """Return what makes an index hold only the rows of a condition."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}

"""The words of the index: full text, how many memories hold each word, and how long all texts are together.

Words are written in sorted order, so that two writers never wait for each other in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, update

from memtui.store.driver import Prepared
from memtui.store.statements import pieces, table_of
from memtui.store.tables import CorpusRow, TermRow
from memtui.store.tallies import add_up

LONGEST_TOKEN: Final = 200
"""A longer word is kept by its beginning: PostgreSQL indexes none above 2 KB."""
_TERMS: Final = table_of(TermRow)
_CORPUS: Final = table_of(CorpusRow)
_GROW: Final = Prepared(
    update(_CORPUS).values(
        n=_CORPUS.c.n + bindparam("documents"), total_length=_CORPUS.c.total_length + bindparam("tokens")
    )
)


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index holds of one memory now."""

    tokens: str
    length: int


def indexed_form(tokens: Iterable[str]) -> list[str]:
    """Return tokens as the index holds and looks for them."""
    return [token[:LONGEST_TOKEN] for token in " ".join(tokens).replace("\0", "").split()]


def change_words(connection: Connection, before: Mapping[int, Indexed], after: Mapping[int, Indexed]) -> None:
    """Bring full-text index, word counts and sizes from `before` to `after`."""
    out = {n: old for n, old in before.items() if n not in after or after[n].tokens != old.tokens}
    into = {n: row for n, row in after.items() if n not in before or n in out}
    if connection.dialect.name == "sqlite":
        _change_full_text(connection, out, into)
    counts: Counter[str] = Counter()
    for row in into.values():
        counts.update(set(row.tokens.split(" ")))
    for old in out.values():
        counts.subtract(set(old.tokens.split(" ")))
    _change_counts(connection, counts)
    documents = len(after) - sum(number in before for number in after) - sum(number not in after for number in before)
    length = sum(row.length for row in into.values()) - sum(old.length for old in out.values())
    if documents or length:
        _GROW.one(connection, {"documents": documents, "tokens": length})


def _change_full_text(connection: Connection, out: Mapping[int, Indexed], into: Mapping[int, Indexed]) -> None:
    if out:
        connection.exec_driver_sql(
            "INSERT INTO memory_fts(memory_fts, rowid, tokens) VALUES ('delete', ?, ?)",
            [(number, old.tokens) for number, old in out.items()],
        )
    if into:
        connection.exec_driver_sql(
            "INSERT INTO memory_fts(rowid, tokens) VALUES (?, ?)",
            [(number, row.tokens) for number, row in into.items()],
        )


def _change_counts(connection: Connection, counts: Counter[str]) -> None:
    counts.pop("", None)
    rows = [term_row(text, difference) for text, difference in sorted(counts.items()) if difference]
    if not rows:
        return
    add_up(connection, _TERMS, "df", rows)
    if any(row["df"] < 0 for row in rows):
        for run in pieces([row["text"] for row in rows if row["df"] < 0]):
            connection.execute(delete(_TERMS).where(_TERMS.c.text.in_(run), _TERMS.c.df <= 0))


def term_row(text: str, df: int) -> dict[str, Any]:
    """Return a word's row in the vocabulary."""
    return {"text": text, "df": df, "size": len(text), "initial": text[:1], "second": text[1:2]}

"""What the engines write differently in SQL."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, Join
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


class place_of(GenericFunction[int]):  # noqa: N801 - a SQL function is named in lower case
    """Where the second text first stands in the first one, from 1; 0 where it does not."""

    type = Integer()
    inherit_cache = True
    name = "place_of"


@compiles(place_of, "sqlite")
def _instr(element: Any, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(place_of, "postgresql")
def _strpos(element: Any, compiler: Any, **options: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **options)})"


class unindexed(GenericFunction[Any]):  # noqa: N801
    """The same column, but SQLite does not look for it in an index: it is no narrower than what drives the query."""

    inherit_cache = True
    name = "unindexed"

    def __init__(self, column: Any) -> None:
        super().__init__(column)
        self.type = column.type


@compiles(unindexed, "sqlite")
def _plus(element: Any, compiler: Any, **options: Any) -> str:
    return f"+{compiler.process(element.clauses, **options)}"


@compiles(unindexed, "postgresql")
def _same(element: Any, compiler: Any, **options: Any) -> str:
    return str(compiler.process(element.clauses, **options))


class OrderedJoin(Join):
    """An inner join that SQLite carries out from left to right: the left side is read once, never looked up."""

    inherit_cache = True


@compiles(OrderedJoin, "sqlite")
def _cross(join: OrderedJoin, compiler: Any, asfrom: bool = False, **options: Any) -> str:
    left, right = (compiler.process(side, asfrom=True, **options) for side in (join.left, join.right))
    return f"{left} CROSS JOIN {right} ON {compiler.process(join.onclause, **options)}"

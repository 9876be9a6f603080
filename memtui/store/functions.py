"""What the engines write differently in SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Boolean, Dialect, Float, Integer, Join, String, TypeDecorator, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import TypeEngine


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


class days_until(GenericFunction[float]):  # noqa: N801
    """How many days, and parts of one, lie between a column's moment and another one."""

    type = Float()
    inherit_cache = True
    name = "days_until"


@compiles(days_until, "sqlite")
def _julian(element: Any, compiler: Any, **options: Any) -> str:
    since, moment = (compiler.process(part, **options) for part in element.clauses)
    return f"(julianday({moment}) - julianday({since}))"


@compiles(days_until, "postgresql")
def _epochs(element: Any, compiler: Any, **options: Any) -> str:
    since, moment = (compiler.process(part, **options) for part in element.clauses)
    return f"(EXTRACT(EPOCH FROM ({moment} - {since})) / 86400.0)"


class least(GenericFunction[float]):  # noqa: N801
    """The smaller of two numbers."""

    type = Float()
    inherit_cache = True
    name = "least"


@compiles(least, "sqlite")
def _min(element: Any, compiler: Any, **options: Any) -> str:
    return f"min({compiler.process(element.clauses, **options)})"


class greatest(GenericFunction[float]):  # noqa: N801
    """The larger of two numbers."""

    type = Float()
    inherit_cache = True
    name = "greatest"


@compiles(greatest, "sqlite")
def _max(element: Any, compiler: Any, **options: Any) -> str:
    return f"max({compiler.process(element.clauses, **options)})"


class in_order(GenericFunction[Any]):  # noqa: N801
    """What sorts as a share does, a number from 2^-10 to below 2: SQLite sorts whole numbers much faster.

    A double of that size times 2^62 is a whole number of 64 bits, so that nothing is rounded and no two become equal.
    """

    type = Float()
    inherit_cache = True
    name = "in_order"


@compiles(in_order, "sqlite")
def _whole(element: Any, compiler: Any, **options: Any) -> str:
    return f"CAST(({compiler.process(element.clauses, **options)}) * {1 << 62} AS INTEGER)"


@compiles(in_order, "postgresql")
def _itself(element: Any, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.clauses, **options)})"


class OrderedJoin(Join):
    """An inner join that SQLite carries out from left to right: the left side is read once, never looked up."""

    inherit_cache = True


@compiles(OrderedJoin, "sqlite")
def _cross(join: OrderedJoin, compiler: Any, asfrom: bool = False, **options: Any) -> str:
    left, right = (compiler.process(side, asfrom=True, **options) for side in (join.left, join.right))
    return f"{left} CROSS JOIN {right} ON {compiler.process(join.onclause, **options)}"


class NumberList(TypeDecorator[Sequence[int]]):
    """Many numbers as one value: naming each would cost more than finding its row."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return an array where the engine has one."""
        return dialect.type_descriptor(String() if dialect.name == "sqlite" else ARRAY(BigInteger))

    def process_bind_param(self, value: Sequence[int] | None, dialect: Dialect) -> Any:
        """Return the numbers as the engine takes them."""
        return json.dumps(value) if dialect.name == "sqlite" else value


class among(GenericFunction[bool]):  # noqa: N801
    """Whether a column is one of the numbers of a parameter that is bound to a list."""

    type = Boolean()
    inherit_cache = True
    name = "among"

    def __init__(self, column: Any, name: str) -> None:
        super().__init__(column, bindparam(name, type_=NumberList()))

    def self_group(self, against: Any = None) -> Any:
        """Return itself: compared with 1, as other functions are, it would look in no index."""
        return self


@compiles(among, "sqlite")
def _in_json(element: Any, compiler: Any, **options: Any) -> str:
    column, wanted = (compiler.process(part, **options) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({wanted}))"


@compiles(among, "postgresql")
def _any(element: Any, compiler: Any, **options: Any) -> str:
    column, wanted = (compiler.process(part, **options) for part in element.clauses)
    return f"{column} = ANY ({wanted})"

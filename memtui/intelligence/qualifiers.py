"""The qualifiers of a query (`tag:db`, `before:2026-03`, `-word`) as changes to a filter (SPEC 8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from memtui.domain.filters import LIVE, Badge
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier
from memtui.domain.layers import SHORT_NAMES
from memtui.intelligence import moments, tokens

JOINED = frozenset({"tags", "entities", "terms_out"})
"""Fields whose values must all hold, so that a query adds to what a filter asks already."""

ALSO_STATUSES = "also_statuses"
"""Statuses that a qualifier brings along without naming one: `layer:archived` shows archived memories."""

Member = TypeVar("Member", bound=StrEnum)

_RANGE = re.compile(r"(?P<low>\.?\d+(?:\.\d+)?%?)?(?P<to>-|\.\.)(?P<high>\.?\d+(?:\.\d+)?%?)?")
_BOUND = re.compile(r"(?P<sign>>=|<=|>|<|=)?(?P<number>\.?\d+(?:\.\d+)?%?)")
_SMALL = 1e-9


@dataclass(slots=True)
class Reading:
    """A query being read: the changes found so far and what was not understood."""

    now: datetime
    since: datetime | None = None
    changes: dict[str, Any] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def apply(self, name: str, value: str, *, negated: bool = False) -> bool:
        """Apply a qualifier and return True; return False when it is to be read as plain words."""
        handle = _HANDLERS.get(name)
        if handle is None or not value:
            return False
        problem = handle(self, value, negated)
        if problem:
            self.notices.append(f"{problem}; read as words.")
        return not problem

    def leave_out(self, word: str) -> bool:
        """Apply `-word`; a word that the index does not hold is read as a plain one."""
        found = tokens.terms(word)
        if not found:
            return False
        self._join("terms_out", found[0])
        return True

    def _join(self, name: str, value: str) -> None:
        self.changes[name] = tuple(dict.fromkeys((*self.changes.get(name, ()), value)))

    def _any_of(self, name: str, members: Iterable[StrEnum]) -> None:
        self.changes[name] = frozenset(self.changes.get(name, frozenset())) | frozenset(members)

    def _bounds(self, name: str, low: float | None, high: float | None) -> None:
        if low is not None:
            self.changes[f"{name}_at_least"] = low
        if high is not None:
            self.changes[f"{name}_at_most"] = high


def _member(kind: type[Member], value: str) -> Member | None:
    """Return the member that a value names, by itself or by an unambiguous beginning of at least two letters."""
    wanted = value.lower().replace("-", "_")
    if wanted in kind._value2member_map_:
        return kind(wanted)
    found = [member for member in kind if len(wanted) > 1 and member.startswith(wanted)]
    return found[0] if len(found) == 1 else None


def _choice(field_name: str, kind: type[Member], what: str, *, closed: bool) -> Handler:
    """Return a handler of a field that holds members of `kind`; a `closed` one is never unset, so it can be negated."""

    def handle(reading: Reading, value: str, negated: bool) -> str:
        member = _layer(value) if kind is Layer else _member(kind, value)
        if member is None:
            return f"“{value}” is not a {what} ({', '.join(kind)})"
        if negated and not closed:
            return f"-{what}: cannot leave out"
        members = frozenset(kind) - {member} if negated else {member}
        reading._any_of(field_name, members)
        if member is Layer.ARCHIVED and not negated:
            reading.changes[ALSO_STATUSES] = frozenset({Status.ARCHIVED})
        return ""

    return handle


def _layer(value: str) -> Layer | None:
    short = {name: layer for layer, name in SHORT_NAMES.items()}
    return short.get(value.lower()) or _member(Layer, value)


def _status(reading: Reading, value: str, negated: bool) -> str:
    member = _member(Status, value)
    if value.lower() == "live":
        reading._any_of("statuses", frozenset(Status) - LIVE if negated else LIVE)
    elif member is None:
        return f"“{value}” is not a status ({', '.join(Status)})"
    else:
        reading._any_of("statuses", LIVE - {member} if negated else {member})
    return ""


def _name(field_name: str, what: str, *, fold: bool = False) -> Handler:
    """Return a handler of a field that takes a name."""

    def handle(reading: Reading, value: str, negated: bool) -> str:
        if negated:
            return f"-{what}: cannot leave out"
        reading._join(field_name, value.lower() if fold else value)
        return ""

    return handle


def _project(reading: Reading, value: str, negated: bool) -> str:
    if negated:
        return "-project: cannot leave out"
    reading.changes["project"] = value
    return ""


def _moment(field_name: str) -> Handler:
    def handle(reading: Reading, value: str, negated: bool) -> str:
        moment = moments.read(value, reading.now)
        if negated:
            return f"-{field_name}: cannot leave out"
        if moment is None:
            return f"“{value}” is not a date (2026-03-20, 2026-03, yesterday, 7d)"
        reading.changes[field_name] = moment
        return ""

    return handle


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def _interval(value: str, step: float) -> tuple[float | None, float | None] | None:
    """Return the least and the most that `>.8`, `<=3`, `2-5` or `3` (at least) ask for; `step` turns > into >=."""
    between = _RANGE.fullmatch(value)
    if between and (between["low"] or between["high"]):
        low, high = between["low"], between["high"]
        return (_number(low) if low else None), (_number(high) if high else None)
    bound = _BOUND.fullmatch(value)
    if bound is None:
        return None
    number = _number(bound["number"])
    return {
        ">": (number + step, None),
        "<": (None, number - step),
        "<=": (None, number),
        "=": (number, number),
    }.get(bound["sign"], (number, None))


def _importance(reading: Reading, value: str, negated: bool) -> str:
    if negated:
        return "-imp: cannot leave out"
    priority = _member(Priority, value)
    if priority is not None:
        reading._any_of("priorities", {priority})
        return ""
    bounds = _interval(value, _SMALL)
    if bounds is None:
        return f"“{value}” is not an importance (.8, <.5, .5-.8, high)"
    reading._bounds("importance", *bounds)
    reading.changes["now"] = reading.now
    return ""


def _opened(reading: Reading, value: str, negated: bool) -> str:
    bounds = (None, 0.0) if value.lower() in ("0", "never") else _interval(value, 1)
    if negated or bounds is None or "." in value or "%" in value:
        return f"“{value}” is not how often something was opened (3, 0, <5, 2-8)"
    low, high = bounds
    reading._bounds("opened", None if low is None else int(low), None if high is None else int(high))
    return ""


def _is(reading: Reading, value: str, negated: bool) -> str:
    wanted = value.lower()
    if wanted in ("pinned", "undated"):
        reading.changes[wanted] = not negated
    elif wanted == "new" and not negated:
        if reading.since is None:
            return "Nothing is known of an earlier visit"
        reading.changes["recorded_since"] = reading.since
    elif wanted in Tier._value2member_map_:
        reading._any_of("tiers", frozenset(Tier) - {Tier(wanted)} if negated else {Tier(wanted)})
    elif wanted in Badge._value2member_map_ and not negated:
        reading._any_of("badges", {Badge(wanted)})
    elif wanted == "live" or wanted in Status._value2member_map_:
        return _status(reading, wanted, negated)
    else:
        return f"“{value}” is not something a memory is (new, pinned, transient, undated, conflicted, secret)"
    return ""


Handler = Callable[[Reading, str, bool], str]
"""Applies a value to a reading and returns "", or a sentence on why it cannot."""

_HANDLERS: dict[str, Handler] = {
    "layer": _choice("layers", Layer, "layer", closed=True),
    "status": _status,
    "tag": _name("tags", "tag", fold=True),
    "kind": _choice("kinds", Kind, "kind", closed=False),
    "type": _choice("memory_types", MemoryType, "type", closed=True),
    "tier": _choice("tiers", Tier, "tier", closed=True),
    "entity": _name("entities", "entity"),
    "project": _project,
    "agent": _name("agents", "agent"),
    "session": _name("sessions", "session"),
    "format": _name("formats", "format"),
    "source": _choice("sources", Source, "source", closed=True),
    "before": _moment("before"),
    "after": _moment("after"),
    "opened": _opened,
    "imp": _importance,
    "is": _is,
}

NAMES = tuple(_HANDLERS)
"""Every qualifier, for completion and help."""

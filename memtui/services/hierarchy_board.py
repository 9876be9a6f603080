"""The board of the screens: how much of each layer a filter shows, which memories, and by what it can be narrowed."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, DURABLE, LIVE, Filter, Order
from memtui.domain.kinds import Layer
from memtui.intelligence.queries import Query, parse
from memtui.services import scope
from memtui.services.browsing import Facets, facets_of
from memtui.services.findings import Stop, never_stop
from memtui.services.hierarchy_columns import Card, cards
from memtui.services.searching import last_visit, sound
from memtui.services.workspace import Workspace

AROUND = 30
"""Cards before and behind a memory that is to be seen, a screenful of them."""

SAME = 8
"""Entities of the selected memory that are offered to narrow by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """What a board shows by a filter's words: how many memories of each layer, of how many.

    `text` is what was typed, `words` what is looked for in the texts, `notices` say what was not understood.
    `live` leaves out what is superseded, archived or transient; `hidden` says how many that are.
    """

    text: str
    shown: Mapping[Layer, int]
    totals: Mapping[Layer, int]
    live: bool = False
    hidden: int = 0
    words: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is left out."""
        return bool(self.text.strip()) or self.live

    @property
    def matches(self) -> int:
        """How many memories are shown."""
        return sum(self.shown.values())

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self.totals.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Lanes:
    """The memories of a board by layer, by number; and some cards, those on top of each layer."""

    narrowed: Narrowed
    numbers: Mapping[Layer, array[int]]
    cards: Mapping[int, Card]


@dataclass(frozen=True, slots=True)
class Asked:
    """A filter's words as they were understood."""

    query: Query
    where: Filter
    words: tuple[str, ...] = field(default=())
    notices: tuple[str, ...] = field(default=())


def narrowed(workspace: Workspace, text: str = "", *, live: bool = False, stop: Stop = never_stop) -> Narrowed:
    """Return how many memories of each layer pass a filter."""
    asked = _asked(workspace, text, live)
    shown = _by_layer(workspace.store.reads.facets(asked.where, "layer"))
    stop()
    return _narrowed(workspace, asked, text, live, shown, stop)


def _narrowed(
    workspace: Workspace, asked: Asked, text: str, live: bool, shown: Mapping[Layer, int], stop: Stop
) -> Narrowed:
    """Return what a board shows, of how many; what nothing is left out of need not be counted again."""
    reads = workspace.store.reads
    totals = shown
    if text.strip() or live:
        totals = _by_layer(reads.facets(_base(workspace, live=False), "layer"))
        stop()
    hidden = 0
    if live:
        everything = _asked(workspace, text, live=False).where
        hidden = sum(_by_layer(reads.facets(everything, "layer")).values()) - sum(shown.values())
    return Narrowed(
        text=text,
        shown=shown,
        totals=totals,
        live=live,
        hidden=hidden,
        words=asked.words,
        notices=asked.notices,
    )


def lane(workspace: Workspace, layer: Layer, text: str = "", *, live: bool = False) -> array[int]:
    """Return the numbers of a layer's memories that pass a filter, those with the highest retention first."""
    where = scope.joined(_asked(workspace, text, live).where, Filter(layers=frozenset({layer})))
    return array("q") if where is None else workspace.store.reads.numbers(where, Order.RETENTION)


def lanes(
    workspace: Workspace,
    text: str = "",
    *,
    live: bool = False,
    first: int = 0,
    near: int | None = None,
    stop: Stop = never_stop,
) -> Lanes:
    """Return the memories that pass a filter by layer, those with the highest retention first.

    `first` is of how many of each layer the cards are read as well; those around the memory `near` are too.
    """
    asked = _asked(workspace, text, live)
    numbers = workspace.store.reads.lanes(asked.where)
    stop()
    shown = {layer: len(lane) for layer, lane in numbers.items()}
    counts = _narrowed(workspace, asked, text, live, shown, stop)
    wanted = [number for lane in numbers.values() for number in lane[:first]]
    for lane in numbers.values():
        if near is not None and near in lane:
            place = lane.index(near)
            wanted += lane[max(place - AROUND, 0) : place + AROUND]
    known = {card.memory.number: card for card in cards(workspace, list(dict.fromkeys(wanted)))}
    found = {number: card for number, card in known.items() if number is not None}
    return Lanes(narrowed=counts, numbers=numbers, cards=found)


def board_facets(workspace: Workspace, text: str, *, live: bool, memory: int | None, stop: Stop = never_stop) -> Facets:
    """Return what the board can be narrowed by; `memory` is the one under the cursor."""
    return facets_of(workspace, _asked(workspace, text, live).where, memory, stop)


def entities_of(workspace: Workspace, number: int) -> tuple[tuple[str, int], ...]:
    """Return the entities that a memory names, each with how many memories of the board name it, commonest last."""
    from memtui.services.inspecting import detail

    names = detail(workspace, number).entities[:SAME]
    base = _base(workspace, live=False)
    counts = [(name, workspace.store.reads.count(replace(base, entities=(name,)))) for name in names]
    return tuple(sorted(counts, key=lambda pair: pair[1]))


def matching(workspace: Workspace, text: str, *, live: bool = False) -> int:
    """Return how many memories pass a filter."""
    return workspace.store.reads.count(_asked(workspace, text, live).where)


def _base(workspace: Workspace, *, live: bool) -> Filter:
    return Filter(
        statuses=LIVE if live else ALL_STATUSES,
        tiers=DURABLE if live else ALL_TIERS,
        project=workspace.settings.project,
        now=workspace.clock.now(),
    )


def _asked(workspace: Workspace, text: str, live: bool) -> Asked:
    query = parse(sound(text), workspace.clock.now(), since=last_visit(workspace))
    where = query.narrow(_base(workspace, live=live))
    words = _words(query)
    notices = list(query.notices)
    if query.literal is not None:
        notices.append(f"“{query.literal}” holds no word to look for.")
    return Asked(query, replace(where, words=words), words, tuple(notices))


def _words(query: Query) -> tuple[str, ...]:
    """Return the words that all must occur; the last one may go on, since it may still be typed."""
    whole = list(query.terms)
    if not query.prefix:
        return tuple(whole)
    last = query.words.split()[-1].casefold()
    if whole and query.spelled[whole[-1]].casefold() in last:
        return (*whole[:-1], f"{whole[-1]}|{query.prefix}*")
    return (*whole, f"{query.prefix}*")


def _by_layer(counts: list[tuple[str, int]]) -> dict[Layer, int]:
    found = dict.fromkeys(Layer, 0)
    for name, count in counts:
        found[Layer(name)] = count
    return found

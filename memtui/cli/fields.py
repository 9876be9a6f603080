"""The options that name a memory's fields, and how they become drafts, edits and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Generic, TypeVar

import click

from memtui.cli.moments import Moment, Word
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier

Member = TypeVar("Member", bound=StrEnum)
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class OneOf(Word, Generic[Member]):
    """A word of a closed vocabulary; hyphens and capitals are read as they are meant."""

    def __init__(self, vocabulary: type[Member], *, also: tuple[str, ...] = ()) -> None:
        self.vocabulary = vocabulary
        self.also = also
        self.name = vocabulary.__name__.lower()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Member | str:
        """Return the member, or one of the further words as it stands."""
        word = str(value).strip().casefold().replace("-", "_")
        if word in self.also:
            return word
        try:
            return self.vocabulary(word)
        except ValueError:
            choices = ", ".join((*self.vocabulary, *self.also))
            self.fail(f"{str(value)!r} is none of: {choices}.", param, ctx)


class Share(Word):
    """A number from 0 to 1; `none` unsets where that is allowed."""

    name = "share"

    def __init__(self, *, clearable: bool = False) -> None:
        self.clearable = clearable

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        """Return the number, or the word none."""
        if self.clearable and str(value).casefold() == "none":
            return "none"
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0.0 <= number <= 1.0:
            self.fail(f"{str(value)!r} is no number from 0 to 1.", param, ctx)
        return number


def choices(vocabulary: type[StrEnum]) -> str:
    """Return a vocabulary as help text."""
    return ", ".join(vocabulary)


def memory_fields(*, editing: bool) -> Callable[[Decorated], Decorated]:
    """Add the options for a memory's fields; in editing, `none` unsets those that may be unset."""
    unset = "; none unsets" if editing else ""
    options = [
        click.option("--kind", type=OneOf(Kind, also=("none",) if editing else ()), metavar="KIND", help=f"What it is: {choices(Kind)}{unset}."),
        click.option("--type", "memory_type", type=OneOf(MemoryType), metavar="TYPE", help=f"How it behaves: {choices(MemoryType)}."),
        click.option("--source", type=OneOf(Source), metavar="SOURCE", help=f"How it came about: {choices(Source)}."),
        click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag; repeat it, or part tags with commas."),
        click.option("--priority", type=OneOf(Priority), metavar="PRIORITY", help=f"{choices(Priority)}."),
        click.option("--confidence", type=Share(clearable=editing), metavar="SHARE", help=f"From 0 to 1{unset}."),
        click.option("--importance", type=Share(clearable=editing), metavar="SHARE", help=f"Your own value, shown beside the computed one{unset}."),
        click.option("--tier", type=OneOf(Tier), metavar="TIER", help="durable steers recall, transient does not."),
        click.option("--layer", type=OneOf(Layer), metavar="LAYER", help=f"How high it ranks: {choices(Layer)}."),
        click.option("--project", metavar="NAME", help=f"The project that it belongs to{unset}."),
        click.option("--at", type=Moment(undated=True), metavar="WHEN", help="When it happened: 2026-03-20, yesterday, 3d, undated."),
    ]  # fmt: skip
    return _all_of(options)


def narrowing() -> Callable[[Decorated], Decorated]:
    """Add the options that narrow a list; the same can be said with qualifiers as words."""
    options = [
        click.option("--status", "statuses", type=OneOf(Status, also=("all",)), multiple=True, metavar="STATUS", help=f"{choices(Status)}, or all."),
        click.option("--layer", "layers", type=OneOf(Layer), multiple=True, metavar="LAYER", help=f"{choices(Layer)}."),
        click.option("--tier", "tiers", type=OneOf(Tier), multiple=True, metavar="TIER", help="durable, transient; both unless given."),
        click.option("--kind", "kinds", type=OneOf(Kind), multiple=True, metavar="KIND", help=f"{choices(Kind)}."),
        click.option("--type", "memory_types", type=OneOf(MemoryType), multiple=True, metavar="TYPE", help=f"{choices(MemoryType)}."),
        click.option("--source", "sources", type=OneOf(Source), multiple=True, metavar="SOURCE", help=f"{choices(Source)}."),
        click.option("--tag", "tags", multiple=True, metavar="TAG", help="With this tag; several must all be there."),
        click.option("--agent", "agents", multiple=True, metavar="NAME", help="Written by this agent."),
        click.option("--session", "sessions", multiple=True, metavar="ID", help="From this session."),
        click.option("--since", type=Moment(), metavar="WHEN", help="Not before: 2026-03-20, yesterday, 3d."),
        click.option("--before", type=Moment(), metavar="WHEN", help="Before this moment."),
        click.option("--pinned", is_flag=True, help="Pinned ones only."),
    ]  # fmt: skip
    return _all_of(options)


def _all_of(options: list[Callable[[Decorated], Decorated]]) -> Callable[[Decorated], Decorated]:
    def decorate(function: Decorated) -> Decorated:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def split_tags(given: Iterable[str]) -> tuple[str, ...]:
    """Return the tags of options that may hold several, parted by commas, without a leading #."""
    return tuple(tag for text in given for part in text.split(",") if (tag := part.strip().lstrip("#").strip()))

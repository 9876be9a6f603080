"""Which memories a command means: ids and their beginnings in, filters out of options, short ids back."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from memtui.cli.fields import split_tags
from memtui.cli.output import is_terminal
from memtui.domain.errors import NotFound, Refused
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter

if TYPE_CHECKING:
    from memtui.domain.records import Entity, Memory
    from memtui.services.workspace import Workspace

_LENGTHS = (10, 13, 16, 20)
"""Lengths to try: ten characters are the millisecond, which few memories share and later ones never do."""
_SHORTENED_AT_MOST = 200
"""Longer lists show whole ids: each short one is a look-up."""


def read_stdin() -> str:
    """Return all of standard input; bytes that are not UTF-8 are refused with a sentence."""
    try:
        return read_stdin_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(
            f"Standard input is not UTF-8 (byte {error.start + 1}).", "Convert it first, or use `memtui import`."
        ) from None


def read_stdin_bytes() -> bytes:
    """Return all bytes of standard input; a person at a keyboard is told how to end."""
    if sys.stdin is None:
        raise Refused("There is no standard input to read.")
    if is_terminal(sys.stdin):
        click.echo("Reading from the keyboard; end with ctrl+d on an empty line.", err=True)
    return sys.stdin.buffer.read()


def handles_given(handles: Sequence[str]) -> list[str]:
    """Return the ids given; `-` stands for the first field of each line of standard input."""
    found: list[str] = []
    for handle in handles:
        if handle == "-":
            found += [line.split()[0] for line in read_stdin().splitlines() if line.strip()]
        else:
            found.append(handle)
    return list(dict.fromkeys(found))


def numbers_of(workspace: Workspace, handles: Sequence[str]) -> list[int]:
    """Return the row numbers that ids stand for, without repeats; raises NotFound naming all that are missing."""
    numbers: list[int] = []
    missing: list[str] = []
    for handle in handles:
        try:
            numbers.append(workspace.store.reads.resolve(handle))
        except NotFound:
            missing.append(handle)
    if missing:
        which = ", ".join(repr(handle) for handle in missing[:5])
        more = f" and {len(missing) - 5:,} more" if len(missing) > 5 else ""
        raise NotFound(f"No memory answers to {which}{more}.", "`memtui list` and `memtui search` show ids.")
    return list(dict.fromkeys(numbers))


def number_of(workspace: Workspace, handle: str) -> int:
    """Return the row number that an id stands for."""
    return numbers_of(workspace, [handle])[0]


def centre_of(workspace: Workspace, words: str) -> int | Entity:
    """Return the memory that an id names, else the entity that a name means; raises NotFound."""
    from memtui.services.entity_list import named

    try:
        return workspace.store.reads.resolve(words)
    except NotFound:
        return named(workspace, words)[0]


def thing_of(workspace: Workspace, words: str) -> str:
    """Return the name that is meant: the words, or what the memory mentions most that they are the id of."""
    from memtui.services.entity_list import named
    from memtui.services.timeline_following import named_by

    try:
        named(workspace, words)
        return words
    except NotFound as unknown:
        try:
            mentioned = named_by(workspace, workspace.store.reads.resolve(words))
        except NotFound:
            raise unknown from None
    if not mentioned:
        raise NotFound("This memory names nothing to follow.")
    return mentioned[0].entity.name


def short_ids(workspace: Workspace, memories: Iterable[Memory]) -> dict[str, str]:
    """Return for each id a beginning that names it alone, all as long as the longest of them needs to be."""
    ids = list(dict.fromkeys(memory.id for memory in memories))
    if len(ids) > _SHORTENED_AT_MOST:
        return {each: each for each in ids}
    for length in _LENGTHS:
        short = {each: each[:length] for each in ids}
        if len(set(short.values())) == len(ids) and all(_names_one(workspace, each) for each in short.values()):
            return short
    return {each: each for each in ids}


def _names_one(workspace: Workspace, beginning: str) -> bool:
    try:
        workspace.store.reads.resolve(beginning)
    except (Refused, NotFound):
        return False
    return True


LISTED = Filter(tiers=ALL_TIERS)
"""What lists show unless a status or a tier is named: all that is live."""


def filter_from(options: Mapping[str, Any], project: str | None, base: Filter = LISTED) -> Filter:
    """Return `base` narrowed by the options; a status or a tier that they name replaces its own."""
    statuses = options.get("statuses") or ()
    where = replace(base, tiers=frozenset(options.get("tiers") or base.tiers), project=project)
    if statuses:
        every = "all" in statuses
        where = replace(where, statuses=ALL_STATUSES if every else frozenset(statuses), held=every)
    return replace(
        where,
        layers=frozenset(options.get("layers") or ()),
        kinds=frozenset(options.get("kinds") or ()),
        memory_types=frozenset(options.get("memory_types") or ()),
        sources=frozenset(options.get("sources") or ()),
        tags=tuple(tag.lower() for tag in split_tags(options.get("tags") or ())),
        agents=tuple(options.get("agents") or ()),
        sessions=tuple(options.get("sessions") or ()),
        after=options.get("since"),
        before=options.get("before"),
        pinned=True if options.get("pinned") else None,
    )

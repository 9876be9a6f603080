"""One memory as judging reads it: its sentences with their words, made once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from memtui.domain.kinds import Kind, MemoryType
from memtui.intelligence.reading.plain import plain, sentences
from memtui.intelligence.reading.signals import Signal, find, is_lone_correction
from memtui.intelligence.reading.words import Word, keys_of, words_of

MAX_CHARACTERS = 20_000
"""So much of a text is read for judging; what stands further down makes no claim that a pair is judged by."""

MAX_STATEMENTS = 60
"""So many sentences of a memory are judged."""

MAX_WORDS = 110
"""Longer sentences mention everything and claim nothing in particular: they are left out."""


@dataclass(frozen=True)
class Statement:
    """One sentence: the unit that is judged. `start` and `end` are offsets into the memory's text."""

    text: str
    start: int
    end: int
    words: tuple[Word, ...]

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words that carry content: no stop words, no signs."""
        return tuple(word for word in self.words if not word.stop)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the content words and of the parts of compounds."""
        found = {word.stem for word in self.content}
        found.update(part for word in self.content for part in word.parts)
        return frozenset(found)

    @cached_property
    def keys(self) -> frozenset[str]:
        """All that its words may be known by: stems, canonical names, parts, and neighbours written as one word."""
        return keys_of(self.content)

    @cached_property
    def signals(self) -> tuple[Signal, ...]:
        """The update signals, in text order; only what happened counts, a question has none."""
        return () if self.is_question else find(self.words, self.text, self.start)

    @cached_property
    def is_question(self) -> bool:
        """Whether it asks instead of claiming."""
        return self.text.rstrip(" \"')`*").endswith(("?", "\uff1f"))


@dataclass(frozen=True)
class Reading:
    """One memory, read: its sentences and what is known of it beside the text."""

    text: str
    statements: tuple[Statement, ...]
    kind: Kind | None = None
    memory_type: MemoryType = MemoryType.SEMANTIC
    created_at: datetime | None = None
    tags: tuple[str, ...] = ()
    project: str | None = None
    origin: str = field(default="", compare=False)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all its sentences."""
        return frozenset().union(*(statement.stems for statement in self.statements))


def read(
    text: str,
    *,
    kind: Kind | None = None,
    memory_type: MemoryType = MemoryType.SEMANTIC,
    created_at: datetime | None = None,
    tags: tuple[str, ...] = (),
    project: str | None = None,
) -> Reading:
    """Read a memory's text; never raises, and its cost is bounded whatever the length."""
    flat = plain(text[:MAX_CHARACTERS])
    statements: list[Statement] = []
    for begin, end in sentences(flat, MAX_STATEMENTS):
        joined = bool(statements) and statements[-1].end == begin and is_lone_correction(statements[-1].words)
        start = statements.pop().start if joined else begin
        words = words_of(flat[start:end], start)
        if any(not word.stop for word in words) and len(words) <= MAX_WORDS:
            statements.append(Statement(flat[start:end], start, end, words))
    return Reading(text, tuple(statements), kind, memory_type, created_at, tags, project)

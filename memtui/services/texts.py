"""What is worked out from one text: for the index, for the rows that are derived from it, and for judging."""

from __future__ import annotations

import pickle
import zlib
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from memtui.domain.filters import Badge
from memtui.domain.judgements import Extraction, FoundEntity
from memtui.domain.kinds import Kind, MemoryType
from memtui.domain.records import Json, Memory
from memtui.intelligence.badges import badges
from memtui.intelligence.grouping import is_history
from memtui.intelligence.kinship import Sketch, sketch_of
from memtui.intelligence.reading import Reading, read
from memtui.intelligence.tagging import proposed_tag
from memtui.intelligence.tokens import tokenize

GIST_CHARACTERS = 4_000
"""Longer texts leave no gist."""


class Text(NamedTuple):
    """What is read of a memory: those with equal ones are understood alike."""

    content: str
    kind: Kind | None
    memory_type: MemoryType
    created_at: datetime | None
    tags: tuple[str, ...]
    project: str | None
    file: str | None


class Gist(NamedTuple):
    """What is dear to work out and small to keep: index terms (space between), claim keys, the sketch for a look at kin.

    `names` and `states` say whether the text names or states anything.
    """

    terms: str
    keys: tuple[tuple[str, str], ...]
    sketch: Sketch | None
    names: bool
    states: bool


class Worked(NamedTuple):
    """What writing a memory asks of its text, to be handed from one process to another; `left` is its packed gist."""

    terms: str
    entities: tuple[FoundEntity, ...]
    claims: tuple[Json, ...]
    badges: frozenset[Badge]
    proposed_tag: str
    left: bytes | None


class Understanding:
    """One text with all that is worked out from it, or taken from what is left of an earlier time (a packed gist)."""

    def __init__(self, text: Text, left: bytes | None = None) -> None:
        self._text = text
        self._left = left

    @classmethod
    def of(cls, text: Text, worked: Worked) -> Understanding:
        """Return the understanding of a text that was worked out elsewhere."""
        known = cls(text, worked.left)
        known.__dict__.update(
            tokens=tuple(worked.terms.split()),
            entities=worked.entities,
            claims=worked.claims,
            badges=worked.badges,
            proposed_tag=worked.proposed_tag,
        )
        return known

    @property
    def left(self) -> bytes | None:
        """What is to be kept of it; None where that was not worked out."""
        if self._left is not None or "keys" not in self.__dict__ or len(self._text.content) > GIST_CHARACTERS:
            return self._left
        gist = Gist(" ".join(self.tokens), self.keys, sketch_of(self.reading), bool(self.entities), self.states)
        return zlib.compress(pickle.dumps(tuple(gist), pickle.HIGHEST_PROTOCOL), 1)

    @cached_property
    def _gist(self) -> Gist | None:
        return None if self._left is None else Gist(*pickle.loads(zlib.decompress(self._left)))

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The index terms of the text, in order."""
        return tuple(tokenize(self._text.content) if self._gist is None else self._gist.terms.split())

    @cached_property
    def reading(self) -> Reading:
        """The text as judging reads it."""
        text = self._text
        return read(
            text.content,
            kind=text.kind,
            memory_type=text.memory_type,
            created_at=text.created_at,
            tags=text.tags,
            project=text.project,
        )

    @cached_property
    def entities(self) -> tuple[FoundEntity, ...]:
        """What the text names."""
        if self._gist is not None and not self._gist.names:
            return ()
        from memtui.intelligence.entities import entities

        return entities(self._text.content)

    @cached_property
    def extraction(self) -> Extraction:
        """What the text names and states."""
        from memtui.intelligence.extraction import extracted

        text = self._text
        return extracted(text.content, self.entities, kind=text.kind, project=text.project)

    @property
    def looks(self) -> Reading | Sketch:
        """What a look at kin takes: the sketch if that is known, else the reading."""
        sketch = None if self._gist is None or "reading" in self.__dict__ else self._gist.sketch
        return self.reading if sketch is None else sketch

    @property
    def states(self) -> bool:
        """Whether the text states a fact or a contradiction."""
        if self._gist is not None:
            return self._gist.states
        return bool(self.extraction.edges or self.extraction.contradictions)

    @cached_property
    def claims(self) -> tuple[Json, ...]:
        """The claims of the text under the keys by which they are looked for."""
        from memtui.intelligence.claims import claims

        told: dict[tuple[str, str], Json] = {}
        for claim in claims(self.reading):
            told.setdefault((claim.subject, claim.slot), claim.as_json())
        return tuple({**told.get(key, {}), "subject": key[0], "slot": key[1]} for key in self.keys)

    @cached_property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Under which subjects and slots its claims are looked for."""
        if self._gist is not None:
            return self._gist.keys
        from memtui.intelligence.claims import keys

        return keys(self.reading)

    @cached_property
    def is_history(self) -> bool:
        """Whether it tells what happened once, as a change log or a diary does."""
        return is_history(self._text.content, self._text.tags, self._text.file)

    @cached_property
    def badges(self) -> frozenset[Badge]:
        """The warnings that the text deserves."""
        return badges(self._text.content)

    @cached_property
    def proposed_tag(self) -> str:
        """The tag that its words propose for a memory without any."""
        return proposed_tag(self._text.content)


def work_out(text: Text) -> Worked:
    """Work out what writing a memory will ask of its text; pure, and the dearest part of writing many."""
    known = Understanding(text)
    return Worked(" ".join(known.tokens), known.entities, known.claims, known.badges, known.proposed_tag, known.left)


def text_of(memory: Memory) -> Text:
    """Return what is read of a memory."""
    return Text(
        memory.content,
        memory.kind,
        memory.memory_type,
        memory.created_at,
        memory.tags,
        memory.project,
        memory.file,
    )

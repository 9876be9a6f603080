"""A seeded corpus as real stores are shaped: few words and things are common, most are rare.

Words follow a Zipf law (exponent 1.05) over 400,000 words: English stop words and a few common words of a
project on the first ranks, pronounceable made-up words behind them. A text has 10 to 40 words; 45 % of the
texts name a thing (file, function, class), whose names follow a Zipf law too, the commonest in 5 % of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

import numpy as np

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Layer, Priority, Source, Status, Tier

SEED = 20261127
NOW = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
VOCABULARY = 400_000
EXPONENT = 1.05
ENTITIES = 5_000
BLOCK = 5_000
"""Texts drawn at once; drafts of a smaller corpus are the first ones of a larger."""

COMMON = "harbor"
"""The word that stands in about half of the texts: it has rank 3."""

_CONTENT_AT = {3: COMMON, 10: "order", 20: "service", 40: "cache", 60: "deploy", 80: "token", 100: "invoice"}
_STOP_WORDS = """
the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one
you were all her she there would their we him been has when who will no more if out so up said what its about than
into them can only other time new some could these two may first then do any like my now over such our man me even
most made after also did many off before must well back through years where much your way down should because long
each just state people those too very here between both under never same another
"""
_CONSONANTS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "dr", "kl", "pl", "st", "tr")
_SYLLABLES = tuple(first + vowel for first in _CONSONANTS for vowel in ("a", "e", "i", "o", "u"))
_FIRST_TAGS = ("code", "config", "error", "decision", "architecture", "todo", "database", "api", "build", "security")
_KINDS = (None, Kind.REFERENCE, Kind.DECISION, Kind.CONSTRAINT, Kind.PREFERENCE, Kind.GOAL)


@cache
def words() -> tuple[str, ...]:
    """Return the vocabulary, commonest first."""
    made_up = _made_up()
    stop_words = _STOP_WORDS.split()
    real = iter(stop_words)
    head = [_CONTENT_AT.get(rank) or next(real) for rank in range(1, len(stop_words) + len(_CONTENT_AT) + 1)]
    taken = set(head)
    return (*head, *(word for word in made_up if word not in taken))[:VOCABULARY]


def _made_up() -> list[str]:
    """Return pronounceable words: the commoner ones of two syllables, the others of three."""
    two, three = len(_SYLLABLES) ** 2, len(_SYLLABLES) ** 3
    spelt = [_spelt(place * 7_919 % two, 2) for place in range(two - 1)]
    return spelt + [_spelt(place * 611_953 % three, 3) for place in range(VOCABULARY)]


def _spelt(number: int, syllables: int) -> str:
    parts = []
    for _ in range(syllables):
        number, part = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[part])
    return "".join(parts)


@cache
def entities() -> tuple[str, ...]:
    """Return the names of things, commonest first: files, functions and classes."""
    rare = words()[2_000:]
    names = []
    for place in range(ENTITIES):
        first, second = rare[place * 3], rare[place * 3 + 1]
        shapes = (f"src/{first}/{second}.py", f"{first}{second.title()}", f"{first.title()}{second.title()}")
        names.append(shapes[place % 3])
    return tuple(names)


@cache
def _shares(count: int, exponent: float) -> np.ndarray:
    weights = np.arange(1, count + 1, dtype=np.float64) ** -exponent
    return np.cumsum(weights / weights.sum())


def _drawn(random: np.random.Generator, count: int, exponent: float, size: int) -> np.ndarray:
    places: np.ndarray = np.searchsorted(_shares(count, exponent), random.random(size))
    return np.minimum(places, count - 1)


def drafts(count: int, start: int = 0) -> Iterator[Draft]:
    """Yield `count` drafts of an endless row, from the one at `start` on.

    10 % are superseded, 5 % archived, 10 % transient and 3 % undated; they lie in ten projects over three years.
    """
    for block in range(start - start % BLOCK, start + count, BLOCK):
        random = np.random.default_rng((SEED, block))
        texts = _texts(random, BLOCK)
        chances = random.random((BLOCK, 8))
        tags = _drawn(random, 60, 1.0, BLOCK)
        projects = _drawn(random, 10, 0.8, BLOCK)
        for place in range(max(0, start - block), min(BLOCK, start + count - block)):
            yield _draft(texts[place], chances[place], int(tags[place]), int(projects[place]))


def _texts(random: np.random.Generator, count: int) -> list[str]:
    lengths = random.integers(10, 41, count)
    drawn = iter(_drawn(random, VOCABULARY, EXPONENT, int(lengths.sum())).tolist())
    named = random.random(count) < 0.45
    names = _drawn(random, ENTITIES, 1.0, count).tolist()
    vocabulary, things = words(), entities()
    made = []
    for place, length in enumerate(lengths.tolist()):
        text = [vocabulary[next(drawn)] for _ in range(length)]
        if named[place]:
            text[length // 2] = things[names[place]]
        made.append(" ".join(text).capitalize())
    return made


def _draft(text: str, chance: np.ndarray, tag: int, project: int) -> Draft:
    state, age, kind, source, priority, undated, tagged, layer = chance.tolist()
    status = Status.SUPERSEDED if state < 0.10 else Status.ARCHIVED if state < 0.15 else None
    return Draft(
        content=text,
        kind=_KINDS[int(kind * len(_KINDS))],
        source=tuple(Source)[int(source * len(Source))],
        project=f"project-{project}",
        tags=(_FIRST_TAGS[tag] if tag < len(_FIRST_TAGS) else f"topic-{tag}",) if tagged < 0.7 else (),
        priority=tuple(Priority)[int(priority * len(Priority))],
        status=status,
        layer=Layer.WORKING if status is None and layer < 0.05 else None,
        tier=Tier.TRANSIENT if 0.15 <= state < 0.25 else Tier.DURABLE,
        created_at=None if undated < 0.03 else NOW - timedelta(days=1095 * age**2),
        undated=undated < 0.03,
    )


def statements(count: int, start: int = 0) -> Iterator[Draft]:
    """Yield statements about services that update and contradict each other, of an endless row from the one at `start` on."""
    names = words()[2_000:]
    for place in range(start, start + count):
        random = np.random.default_rng((SEED, 1, place))
        service = names[int(_drawn(random, 500, 1.0, 1)[0])]
        shape, number = _STATEMENTS[int(random.integers(len(_STATEMENTS)))], int(random.integers(1, 90))
        tool = _TOOLS[int(random.integers(len(_TOOLS)))]
        text = shape.format(service=service, tool=tool, number=number)
        yield Draft(content=text, project=f"project-{place % 10}", created_at=NOW + timedelta(minutes=place))


_STATEMENTS = (
    "The {service} service listens on port 30{number}",
    "We use {tool} for {service} data",
    "{service} now uses {tool}",
    "We no longer use {tool} for {service}",
    "The timeout of {service} is {number} seconds",
    "We switched the {service} service to {tool}",
)
_TOOLS = ("PostgreSQL", "MongoDB", "Redis", "Kafka", "SQLite", "RabbitMQ")


def queries(count: int, among: int, seed: int = SEED) -> list[str]:
    """Return queries of 1 to 6 neighbouring words of random texts of the first `among`, stop words and all."""
    random = np.random.default_rng((seed, among))
    wanted = np.sort(random.integers(0, among, count))
    blocks: dict[int, list[str]] = {}
    asked = []
    for place in wanted.tolist():
        block = place - place % BLOCK
        if block not in blocks:
            blocks = {block: _texts(np.random.default_rng((SEED, block)), BLOCK)}
        text = blocks[block][place - block].split()
        length = int(random.integers(1, 7))
        start = int(random.integers(0, max(1, len(text) - length + 1)))
        asked.append(" ".join(text[start : start + length]).lower())
    random.shuffle(asked)
    return asked

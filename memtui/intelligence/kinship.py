"""Which of a memory's kin are worth judging: a cheap look at shared words before any text is taken apart.

Most kin share an entity or a few words and nothing else. A judge finds something only where two sentences are
mostly about the same, where an update signal names a word of the other text, or where both claim the same slot.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from memtui.intelligence import lexicon
from memtui.intelligence.reading import Reading, Statement, Word
from memtui.intelligence.reading.languages import unspaced_cues
from memtui.intelligence.reading.shapes import cues
from memtui.intelligence.reading.signals import Signal
from memtui.intelligence.story import part_of
from memtui.intelligence.tokens import tokenize

OVERLAP = 0.33
"""Two sentences share so much of the shorter one's words, or a judge has nothing to compare."""

LOOSE = 0.2
"""What a sentence with an update signal shares of the shorter one where it names nothing that goes out."""

_CORRECTING = frozenset(["wrong", "correction"])
"""Signals that name nothing that goes out, in texts that share little more than their subject with what they correct."""

SIDE_BY_SIDE = 0.25
"""Texts that share less of the shorter one are similar in nothing and say nothing more about each other."""

SEEN = 4_000
"""So many characters of a text are looked at."""

_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|->|=>")
_PHRASES = re.compile(
    r"\b(?:no (?:longer|more)|as of|since|not .{1,40} any ?more|from .{1,60} (?:in)?to\b"
    r"|(?:that|this|it)(?:'s| is| was)|(?:these|those) (?:are|were))\b"
)
_ENDS = re.compile(r"[.!?;](?=\s)|\n|[\u3002\uff01\uff1f\uff1b]")


Sketch = str
"""What `worth_judging` asks of a reading without update signals: a line for each sentence, its content words between
spaces, each by all stems that it may be known by with a bar between."""


def sketch_of(reading: Reading) -> Sketch | None:
    """Return the sketch of a reading; None where it has signals, which take all of it."""
    if any(statement.signals for statement in reading.statements):
        return None
    return "\n".join(" ".join("|".join(_stems(word)) for word in statement.content) for statement in reading.statements)


def worth_judging(
    read: Reading | Sketch,
    shared: Collection[str],
    text: str,
    terms: int,
    *,
    same_slot: bool = False,
    same_kind: bool = False,
) -> bool:
    """Say whether a memory may say something about another one.

    `shared` are the index terms of both, `text` and `terms` the other's text and how many terms it has.
    `same_slot` says that both claim something of one subject and slot, `same_kind` that both name members of
    one category. Only the signals of what is `read` are looked at: where the other may be the newer one, ask both ways.
    """
    if same_slot:
        return True
    held = frozenset(shared)
    length = max(2.0, terms / (1 + min(len(_ENDS.findall(text[:SEEN])), 40)))
    if isinstance(read, str):
        return any(_alike(line.split(" "), held, length) for line in read.split("\n") if line)
    return any(_near(statement, held, length, same_kind) for statement in read.statements)


def may_relate(reading: Reading, shared: Collection[str], terms: int) -> bool:
    """Say whether a newer memory may be related to an older one with which it shares a thing or some words.

    It says what was done, follows up or cites; else much of the shorter text must be in the other. `shared` and
    `terms` as in `worth_judging`.
    """
    part = part_of(reading)
    if part.event or part.follow_up:
        return True
    if len(shared) >= SIDE_BY_SIDE * min(len(reading.stems), terms):
        return True
    citing = lexicon.words("story", "citations")
    return any(word.lower in citing for statement in reading.statements[:3] for word in statement.words)


def may_signal(text: str) -> bool:
    """Say whether a text may hold an update signal, by a look at its letters; most texts are done with here."""
    lower = text[:SEEN].lower().replace("\u2019", "'")
    if not _telling_cues().isdisjoint(_WORDS.findall(lower)) or _PHRASES.search(lower):
        return True
    return not lower.isascii() and any(cue in lower for cue in unspaced_cues())


@cache
def _telling_cues() -> frozenset[str]:
    """Return the words that signals are told by, without those that stand in any text ("from", "is"): `_PHRASES` has these."""
    return frozenset(cue for cue in cues() if tokenize(cue) or not cue.isalpha())


def _alike(words: Sequence[str], held: frozenset[str], length: float) -> bool:
    """Say whether a sentence and another text share much of the shorter one."""
    common = sum(word in held if "|" not in word else not held.isdisjoint(word.split("|")) for word in words)
    return common > 0 and common >= OVERLAP * min(len(words), length)


def _near(statement: Statement, held: frozenset[str], length: float, same_kind: bool) -> bool:
    common = sum(_is_held(word, held) for word in statement.content)
    shorter = min(len(statement.content), length)
    if common and common >= OVERLAP * shorter:
        return True
    if not statement.signals:
        return False
    if same_kind or (common and common >= LOOSE * shorter):
        return True
    if common and any(signal.kind in _CORRECTING for signal in statement.signals):
        return True
    return any(not named.isdisjoint(held) for signal in statement.signals for named in _outgoing(signal))


def _is_held(word: Word, held: frozenset[str]) -> bool:
    return word.stem in held or (not _is_plain(word) and not held.isdisjoint(_stems(word)))


def _is_plain(word: Word) -> bool:
    return not word.parts and word.name == word.lower


def _stems(word: Word) -> tuple[str, ...]:
    """Return by what a word is shared, its parts included; judging may know it by another name than the index ("admin", "k8s")."""
    return (word.stem,) if _is_plain(word) else (word.stem, *word.parts, *tokenize(word.lower))


def _outgoing(signal: Signal) -> list[set[str]]:
    return [{stem for word in phrase for stem in (word.stem, *word.parts)} for phrase in signal.outgoing]

"""What part a text plays in a story: a wish, a problem, a fix, work that was done, a rework."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.clauses.verbs import english, listed
from memtui.intelligence.reading import Reading
from memtui.intelligence.tokens import tokenize

_DOERS = frozenset(["we", "i", "team", "just", "finally", "already", "the"])


@dataclass(frozen=True, slots=True)
class Part:
    """The part that a text plays; `topics` are those of wishes and their fulfilment."""

    wish: bool = False
    question: bool = False
    problem: bool = False
    fix: bool = False
    done: bool = False
    rework: str = ""
    follow_up: str = ""
    topics: frozenset[str] = frozenset()

    @property
    def event(self) -> bool:
        """Whether it tells what was done rather than how things are."""
        return self.fix or self.done or bool(self.rework)


def part_of(reading: Reading) -> Part:
    """Return the part of a text, worked out once."""
    kept: Part | None = reading.__dict__.get("part")
    if kept is None:
        kept = reading.__dict__["part"] = _part(reading)
    return kept


def _part(reading: Reading) -> Part:
    if not reading.statements:
        return Part()
    first = reading.statements[0]
    lowers = [word.lower for word in first.words if word.kind != "."]
    head = lowers[:3]
    every = frozenset(lowers)
    lead = None if _fixing().isdisjoint(every) else lead_of(reading)
    fix = lead is not None and lead.verb in lexicon.words("story", "fixes") and (lead.past or lead.imperative)
    reworked = next((low for low in head if low in lexicon.words("story", "reworks")), "")
    done = not fix and _done(lowers)
    follow = next((low for low in head[:2] if low in lexicon.words("story", "follow_ups")), "")
    stems = reading.stems
    return Part(
        wish=not fix and not done and not every.isdisjoint(lexicon.words("story", "wishes")) and _wishes(lowers),
        question=first.is_question,
        problem=not fix and not every.isdisjoint(lexicon.words("story", "problems")),
        fix=fix,
        done=done,
        rework=reworked,
        follow_up=follow,
        topics=frozenset(topic for topic, members in _topics().items() if not members.isdisjoint(stems)),
    )


def lead_of(reading: Reading) -> Clause | None:
    """Return the first clause of a text: what its verb and its object are, the text is about."""
    clauses = clauses_of(reading.statements[0]) if reading.statements else ()
    return clauses[0] if clauses else None


@cache
def _fixing() -> frozenset[str]:
    """Return the forms of the verbs that say that something is mended."""
    fixes = lexicon.words("story", "fixes")
    forms = ({**english(), **listed("de"), **listed("zh")}).items()
    return fixes | {word for word, form in forms if form.lemma in fixes}


def _done(lowers: list[str]) -> bool:
    """Say whether the text opens with what was done: "Added …", "We have moved …"."""
    known = lexicon.words("story", "done")
    return bool(lowers) and (lowers[0] in known or (lowers[0] in _DOERS and any(low in known for low in lowers[1:3])))


def _wishes(lowers: list[str]) -> bool:
    """Say whether a wish opens the text or stands behind its subject, rather than somewhere in it."""
    return any(low in lexicon.words("story", "wishes") for low in lowers[:4])


@cache
def _topics() -> dict[str, frozenset[str]]:
    return {name: stems_of(members) for name, members in lexicon.table("story")["topics"].items()}


def stems_of(words: str | Sequence[str]) -> frozenset[str]:
    """Return the stems of words of a list."""
    listed = words.split() if isinstance(words, str) else words
    return frozenset(term for word in listed for term in tokenize(word)[:1])

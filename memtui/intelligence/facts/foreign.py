"""Facts in other languages than English: patterns from the word lists, names in Latin letters only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from memtui.domain.kinds import Predicate
from memtui.intelligence import lexicon
from memtui.intelligence.facts.labels import WE
from memtui.intelligence.facts.phrases import Phrase
from memtui.intelligence.facts.stated import Stated
from memtui.intelligence.facts.subjects import USER
from memtui.intelligence.facts.tokens import Token

_PARTS = {
    "NAME": (
        r"(?<![\w.])(?:[A-Z][A-Za-z0-9.+#-]{0,40}(?: (?=[A-Z0-9])[A-Za-z0-9.+#-]{1,40}){0,2}"
        r"|[a-z][A-Za-z0-9.+#-]{1,40})(?<![.-])"
    ),
    "SUBJECT": r"(?:\b\w{2,30} ){0,1}\b\w{2,30}",
    "ZH": r"[\u4e00-\u9fff]{1,8}?",
    "WORD": r"[\u4e00-\u9fffA-Za-z0-9.+#-]{1,20}",
}


class _Pattern(NamedTuple):
    cue: str
    regex: re.Pattern[str]
    says: Predicate


class _Language(NamedTuple):
    ours: frozenset[str]
    mine: frozenset[str]
    unreal: re.Pattern[str]
    patterns: tuple[_Pattern, ...]


@cache
def _languages() -> tuple[_Language, ...]:
    return tuple(_language(held) for held in lexicon.table("facts")["foreign"].values())


def _language(held: dict[str, object]) -> _Language:
    patterns: list[_Pattern] = []
    rows: list[dict[str, str]] = held["patterns"]  # type: ignore[assignment]
    for row in rows:
        source = row["is"]
        for part, regex in _PARTS.items():
            source = source.replace(part, regex)
        patterns.append(_Pattern(row["cue"], re.compile(source), Predicate(row.get("says", "uses"))))
    unreal: list[str] = held["unreal"]  # type: ignore[assignment]
    latin = "|".join(re.escape(word) for word in unreal if word.isascii() or word[0].isascii())
    other = "|".join(re.escape(word) for word in unreal if not word[0].isascii())
    said = rf"\b(?:{latin})\b" if latin else rf"(?:{other})"
    ours = frozenset(word.replace("-", " ") for word in str(held["ours"]).split())
    mine = frozenset(str(held["mine"]).split())
    return _Language(ours, mine, re.compile(said, re.IGNORECASE), tuple(patterns))


@cache
def foreign_cues() -> tuple[str, ...]:
    """Return the words, one of which every sentence holds that a pattern may fit."""
    return tuple(dict.fromkeys(pattern.cue for language in _languages() for pattern in language.patterns))


def read_foreign(stated: Stated, text: str, start: int) -> bool:
    """Add what a sentence that begins at `start` states in another language; returns whether it does."""
    lowered = text.lower()
    if not any(cue in lowered for cue in foreign_cues()) or text.rstrip().endswith(("?", "\uff1f")):
        return False
    before = len(stated.facts)
    for language in _languages():
        if language.unreal.search(text):
            continue
        for says, found in _matches(language, text, lowered):
            _add(stated, language, says, found, start)
    return len(stated.facts) > before


def _matches(language: _Language, text: str, lowered: str) -> Iterator[tuple[Predicate, re.Match[str]]]:
    taken: list[tuple[int, int, bool]] = []
    for pattern in language.patterns:
        if pattern.cue not in lowered:
            continue
        for found in pattern.regex.finditer(text):
            replaces = "new" in found.groupdict()
            if all(
                found.end() <= first or found.start() >= last or replaces is not kind for first, last, kind in taken
            ):
                taken.append((*found.span(), replaces))
                yield pattern.says, found


def _add(stated: Stated, language: _Language, says: Predicate, found: re.Match[str], start: int) -> None:
    groups = found.groupdict()
    if groups.get("new") and groups.get("old"):
        stated.add(_phrase(found, "new", start), Predicate.SUPERSEDES, _phrase(found, "old", start))
        return
    name = "gone" if groups.get("gone") else "object"
    subject = _phrase(found, "subject", start) if groups.get("subject") else None
    if subject is None or subject.label.lower() in language.ours:
        at = _phrase(found, name, start)
        subject = Phrase(WE, (subject or at).tokens)
    elif subject.label.lower() in language.mine:
        subject = Phrase(USER, subject.tokens)
    stated.add(subject, says, _phrase(found, name, start), ended=name == "gone")


def _phrase(found: re.Match[str], group: str, start: int) -> Phrase:
    label = found.group(group).strip()
    first, last = found.span(group)
    return Phrase(label, (Token(label, label.lower(), start + first, start + last, "w"),))

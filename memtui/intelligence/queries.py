"""What a person or an agent typed, read as words and qualifiers; nothing that they type is an error (SPEC 8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memtui.domain.filters import Filter
from memtui.intelligence import lexicon, qualifiers, tokens

MOST_TERMS = 48
"""A pasted page is cut to so many terms: each one more costs a look-up and says less."""

MOST_LETTERS = 4_000
"""Of a pasted page only so many characters are read as words."""

_ITEM = re.compile(r"(?<!\S)(?:(?P<minus>-?)(?P<name>[A-Za-z]+):(?P<value>\"[^\"]*\"|\S+)|-(?P<out>[^\W\d_]\S*))(?!\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query as it was understood.

    `words` is what is left when qualifiers and `-words` are taken out, `terms` its index terms without
    repeats, `spelled` how each was typed. `literal` is set when there are words but no term (`*`, only
    stop words): then the text is looked for as it stands. `last_is_open` says that the last word may
    still be being typed; `prefix` is that word as the index would begin it. `changes` are the fields of a
    Filter that qualifiers set; `notices` say what was not understood.
    """

    text: str
    words: str = ""
    terms: tuple[str, ...] = ()
    spelled: Mapping[str, str] = field(default_factory=dict)
    literal: str | None = None
    last_is_open: bool = False
    prefix: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to rank by: then all that passes the filter is listed."""
        return not self.terms and self.literal is None

    def narrow(self, where: Filter) -> Filter:
        """Return `where` with the qualifiers applied.

        An explicit status or tier replaces its own; lists of values that must all hold are joined.
        """
        changes = dict(self.changes)
        for name in qualifiers.JOINED & changes.keys():
            changes[name] = tuple(dict.fromkeys((*getattr(where, name), *changes[name])))
        also = changes.pop(qualifiers.ALSO_STATUSES, frozenset())
        if also:
            changes["statuses"] = changes.get("statuses", where.statuses) | also
        return replace(where, **changes)


def parse(text: str, now: datetime, *, since: datetime | None = None) -> Query:
    """Read a query; never raises. `now` dates relative times in its own zone, `since` is the last visit for `is:new`."""
    reading = qualifiers.Reading(now=now, since=since)
    kept: list[str] = []
    behind = 0
    last_was_qualifier = False
    for item in _ITEM.finditer(text):
        understood = _understood(item, reading)
        kept.append(text[behind : item.start()])
        kept.append(" " if understood else item.group())
        behind = item.end()
        last_was_qualifier = understood and item.end() == len(text)
    kept.append(text[behind:])
    words = " ".join("".join(kept).split())
    spelled = _terms(words)
    is_open = bool(words) and not text[-1:].isspace() and not last_was_qualifier
    prefix = tokens.open_prefix(words) if is_open else ""
    return Query(
        text=text,
        words=words,
        terms=tuple(spelled),
        spelled=spelled,
        literal=words if words and not spelled else None,
        last_is_open=bool(prefix),
        prefix=prefix,
        changes=reading.changes,
        notices=tuple(reading.notices),
    )


def _understood(item: re.Match[str], reading: qualifiers.Reading) -> bool:
    out = item["out"]
    if out is not None:
        return reading.leave_out(out)
    return reading.apply(item["name"].lower(), item["value"].strip('"'), negated=bool(item["minus"]))


def _terms(words: str) -> dict[str, str]:
    """Return the terms to ask for, each with its spelling; phrases that only introduce a question are left out."""
    words = words[:MOST_LETTERS]
    bare = _without(words, lexicon.table("questions")["introduces"])
    spelled = tokens.spelled_terms(bare) or tokens.spelled_terms(words)
    return dict(list(spelled.items())[:MOST_TERMS])


def _without(words: str, phrases: Iterable[str]) -> str:
    for phrase in phrases:
        words = re.sub(rf"\b{phrase}\b", " ", words, flags=re.IGNORECASE)
    return words

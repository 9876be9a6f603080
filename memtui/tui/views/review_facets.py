"""The facets of Review: each is written into the filter line, where it stays in sight and can be typed as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memtui.render.glyphs import UNICODE, conflict_sign

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueFacets
    from memtui.tui.modals.choice import Choice

BANDS = ("surest", "likely", "unsure")
"""The names of the bands of confidence, surest first."""

_PIECES = re.compile(r'(type|band|severity|subject|entity|memory):(?:"[^"]*"|\S+)')


def choices(facets: QueueFacets, text: str) -> list[Choice[str]]:
    """Return what the tab can be narrowed by: kinds by how sure they are, the selection's own values, severities, subjects."""
    from memtui.tui.modals.choice import Choice

    offered: list[Choice[str]] = []
    for place, (type_, band, count) in enumerate(facets.kinds):
        word = conflict_sign(UNICODE, type_).word
        value = f"type:{word} band:{BANDS[band]}"
        own = " (this one's)" if facets.own and place == 0 else ""
        offered.append(_choice(value, f"{word}, {BANDS[band]}{own}", count, "kind and how sure", text))
    offered += _like_this_one(facets, text)
    for type_ in dict.fromkeys(kind for kind, _, _ in facets.kinds):
        word, count = conflict_sign(UNICODE, type_).word, sum(n for kind, _, n in facets.kinds if kind is type_)
        offered.append(_choice(f"type:{word}", f"{word}, all", count, "kind", text))
    for severity, count in facets.severities:
        offered.append(_choice(f"severity:{severity.value}", severity.value, count, "severity", text))
    for name, count in facets.subjects:
        offered.append(_choice(_quoted("subject", name), name, count, "subject", text))
    offered.append(Choice("", "everything", "", "all"))
    return offered


def _like_this_one(facets: QueueFacets, text: str) -> list[Choice[str]]:
    offered: list[Choice[str]] = []
    if facets.subject:
        subject = _quoted("subject", facets.subject)
        offered.append(_choice(subject, f"same subject: {facets.subject}", None, "like the one under the cursor", text))
    for name in facets.entities:
        value = _quoted("entity", name)
        offered.append(_choice(value, f"same entity: {name}", None, "like the one under the cursor", text))
    if facets.memory is not None:
        ident, title = facets.memory
        offered.append(_choice(f"memory:{ident}", f"same memory: {title}", None, "like the one under the cursor", text))
    return offered


def _choice(value: str, words: str, count: int | None, group: str, text: str) -> Choice[str]:
    from memtui.tui.modals.choice import Choice

    on = all(_holds(text, one) for one in _pieces(value))
    return Choice(value, f"{'* ' if on else '  '}{words}", "" if count is None else f"{count:,}", group, active=False)


def toggled(text: str, value: str) -> str:
    """Return a filter with a facet in it; one of the same kind gives way, one that was there goes, "" takes all away."""
    if not value:
        return ""
    wanted = _pieces(value)
    if all(_holds(text, one) for one in wanted):
        for one in wanted:
            text = text.replace(one, " ", 1)
        return " ".join(text.split())
    names = {one.partition(":")[0] for one in wanted}
    names |= {"type", "band"} if names & {"type", "band"} else set()
    names |= {"subject", "entity", "memory"} if names & {"subject", "entity", "memory"} else set()
    kept = _PIECES.sub(lambda found: " " if found.group(1) in names else found.group(0), text)
    return " ".join(f"{kept} {value}".split())


def _pieces(value: str) -> list[str]:
    return [found.group(0) for found in _PIECES.finditer(value)]


def _holds(text: str, piece: str) -> bool:
    return any(found.group(0) == piece for found in _PIECES.finditer(text))


def _quoted(name: str, value: str) -> str:
    bare = value.replace('"', "")
    return f'{name}:"{bare}"' if re.search(r"\s", bare) else f"{name}:{bare}"

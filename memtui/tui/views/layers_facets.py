"""The facets of the board: each is a qualifier that can be typed as well, so a choice is written into the filter line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.tui.views.qualifiers import marked, qualified

if TYPE_CHECKING:
    from memtui.services.browsing import Facets
    from memtui.tui.modals.choice import Choice

AGED = (
    ("opened:0 before:30d", "opened 0×, over 30 days"),
    ("opened:0", "never opened"),
    ("before:90d", "over 90 days"),
    ("opened:10", "opened 10× or more"),
    ("is:pinned", "pinned"),
    ("is:conflicted", "in conflict"),
    ("is:transient", "transient"),
    ("is:superseded", "superseded"),
)
"""What the board can be narrowed by beside the values of its memories: what is typed, and what it says."""


def choices(
    facets: Facets, entities: Sequence[tuple[str, int]], aged: Sequence[tuple[str, str, int]], text: str
) -> list[Choice[str]]:
    """Return what can be chosen: what shows age and use, the entities of the card under the cursor, then values."""
    from memtui.tui.modals.choice import Choice

    offered: list[Choice[str]] = []
    for qualifier, words, count in aged:
        offered.append(Choice(qualifier, f"{marked(qualifier, text)}{words}", f"{count:,}", "age and use"))
    for name, count in entities:
        qualifier = qualified("entity", name)
        offered.append(Choice(qualifier, f"{marked(qualifier, text)}{name}", f"{count:,}", "same entity as this one"))
    for facet in facets.facets:
        for value, count in facet.values:
            qualifier = qualified(facet.column, value)
            own = " (this one's)" if value in facet.own else ""
            offered.append(Choice(qualifier, f"{marked(qualifier, text)}{value}{own}", f"{count:,}", facet.column))
    return offered

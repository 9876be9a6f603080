"""The facets of Search: each is a qualifier that can be typed as well, so a choice is written into the filter line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.domain.filters import Order
from memtui.tui.views.qualifiers import marked, qualified
from memtui.tui.views.search_words import ORDER_WORDS

if TYPE_CHECKING:
    from memtui.services.browsing import Facets
    from memtui.tui.modals.choice import Choice


@dataclass(frozen=True, slots=True)
class Pick:
    """What was chosen: an order, or a qualifier to write or to take away."""

    order: Order | None = None
    qualifier: str = ""


_STANDING = (("is:new", "new since you last looked"), ("is:pinned", "pinned"), ("is:undated", "undated"))
_MORE = (("is:conflicted", "in conflict"), ("is:secret", "hold a secret"), ("opened:0", "never opened"))


def choices(facets: Facets, order: Order, text: str) -> list[Choice[Pick]]:
    """Return what can be chosen: the selected memory's own values first in each facet, then the orders."""
    from memtui.tui.modals.choice import Choice

    offered: list[Choice[Pick]] = []
    for facet in facets.facets:
        for value, count in facet.values:
            qualifier = qualified(facet.column, value)
            own = " (this one's)" if value in facet.own else ""
            words = f"{marked(qualifier, text)}{value}{own}"
            offered.append(Choice(Pick(qualifier=qualifier), words, f"{count:,}", facet.column))
    for qualifier, words in (*_STANDING, *_MORE):
        offered.append(Choice(Pick(qualifier=qualifier), f"{marked(qualifier, text)}{words}", qualifier, "is"))
    for one, words in ORDER_WORDS.items():
        now = "* " if one is order else "  "
        offered.append(Choice(Pick(order=one), f"{now}{words}", "", "order of lists without words"))
    return offered

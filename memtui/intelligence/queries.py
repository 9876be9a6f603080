"""What a person or an agent typed, read as words and qualifiers; nothing that they type is an error (SPEC 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memtui.domain.filters import Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query as it was understood.

    `words` is what is left when qualifiers and `-words` are taken out, `terms` its index terms without
    repeats. `literal` is set when there are words but no term (`*`, only stop words): then the text is
    looked for as it stands. `last_is_open` says that the last word may still be being typed; `prefix`
    is that word as the index would begin it. `changes` are the fields of a Filter that qualifiers set.
    """

    text: str
    words: str = ""
    terms: tuple[str, ...] = ()
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
        """Return `where` with the qualifiers applied; an explicit status or tier replaces its own."""
        raise NotImplementedError


def parse(text: str, now: datetime, *, since: datetime | None = None) -> Query:
    """Read a query; never raises. `now` dates relative times, `since` is the last visit for `is:new`."""
    raise NotImplementedError

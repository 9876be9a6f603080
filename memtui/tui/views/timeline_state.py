"""How a Timeline is drawn: the choices that last beyond one entity, and the stretch of time that is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memtui.domain.kinds import EntityType

SHARES = (20, 30, 40, 50, 60)
"""Shares of the height in percent that the lanes may take, which `<` and `>` step through."""


@dataclass(slots=True)
class Form:
    """The order of the events, which kinds are left out, transient notes, drawing or table, and the picker's types."""

    newest_first: bool = False
    transient: bool = False
    table: bool = False
    left_out: set[str] = field(default_factory=set)
    types: set[EntityType] = field(default_factory=set)
    share: int = 40

    def kept(self) -> dict[str, Any]:
        """Return the choices as JSON."""
        return {
            "newest_first": self.newest_first,
            "transient": self.transient,
            "table": self.table,
            "left_out": sorted(self.left_out),
            "types": sorted(self.types),
            "share": self.share,
        }

    def take_up(self, kept: Mapping[str, Any], kinds: tuple[str, ...]) -> None:
        """Take up the choices of an earlier run; what makes no sense is left."""
        self.newest_first = kept.get("newest_first") is True
        self.transient = kept.get("transient") is True
        self.table = kept.get("table") is True
        left_out, types, share = kept.get("left_out"), kept.get("types"), kept.get("share")
        if isinstance(left_out, list):
            self.left_out = {one for one in left_out if one in kinds}
        if isinstance(types, list):
            self.types = {EntityType(one) for one in types if isinstance(one, str) and one in set(EntityType)}
        if share in SHARES:
            self.share = int(share)

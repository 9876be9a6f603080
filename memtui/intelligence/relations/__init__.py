"""What two memories that do not conflict are to each other: similar, a reference, an elaboration, a rework."""

from __future__ import annotations

from memtui.intelligence.relations.relating import relation_between

__all__ = ["relation_between"]

"""The sample project of `memtui demo`: a believable year of one web shop, written for this purpose.

`build` plays the year into an empty store through the services, each act at its own time and by its own
actor, so that the journal tells the same story as the memories.
"""

from __future__ import annotations

from memtui.demo.builder import build
from memtui.demo.time import NOW, DemoClock

__all__ = ["NOW", "DemoClock", "build"]

"""What every service works with: a store, a clock, settings, and who acts through which face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from memtui.clock import Clock
from memtui.domain.kinds import Layer
from memtui.domain.plugins import Plugins
from memtui.domain.policy import Policy
from memtui.domain.records import Actor, Batch, Memory
from memtui.intelligence.weights import Weights
from memtui.services.ports import Act, Store

ENGINES = ("auto", "lexical", "vector", "hybrid")
"""The engines that recall may be asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of the configuration that services heed."""

    engine: str = "auto"
    weights: Weights = field(default_factory=Weights)
    project: str | None = None
    """The project that new memories belong to and that lists show; None is all."""
    policy: Policy = field(default_factory=Policy)
    plugins: Plugins = field(default_factory=Plugins)
    limits: Mapping[Layer, int] = field(default_factory=dict)
    """How many memories a layer should hold at most; the board says so, nothing enforces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """An open store and the one who works on it; `face` is screens, cli, python or mcp."""

    store: Store
    clock: Clock
    actor: Actor
    face: str
    settings: Settings = field(default_factory=Settings)

    def act(
        self,
        action: str,
        summary: str = "",
        *,
        undoes: int | None = None,
        also: tuple[int, ...] = (),
        resume: int | None = None,
    ) -> Act:
        """Return the description of an act by this actor, now."""
        return Act(
            actor=self.actor,
            action=action,
            at=self.clock.now(),
            summary=summary,
            face=self.face,
            undoes=undoes,
            also=also,
            resume=resume,
        )

    def in_project(self, project: str | None) -> Workspace:
        """Return the same workspace seen from another project (None is all)."""
        return replace(self, settings=replace(self.settings, project=project))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an act did: its batch (None when nothing changed), the memories as they are now, what was left out and why, one sentence for people, and how many further conflicts a verdict settled."""

    sentence: str
    batch: Batch | None = None
    memories: tuple[Memory, ...] = ()
    refused: tuple[tuple[Memory, str], ...] = ()
    settled: int = 0

"""Whoever judges pairs and reads prose: what is plugged in, with the rules standing in when it fails."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from memtui.domain.judgements import Extraction, Finding
from memtui.domain.plugins import ConflictJudge, ExtractionInput, Extractor, JudgedMemory
from memtui.domain.policy import Policy
from memtui.domain.records import Memory
from memtui.intelligence.judging.judge import judge as judge_by_rules
from memtui.intelligence.relations import relation_between
from memtui.services.plugged import checked_extraction, checked_finding
from memtui.services.understanding import understand


class Judge:
    """Judges pairs of memories with what is plugged in; `notices` say what failed."""

    def __init__(self, plugged: ConflictJudge | None, policy: Policy) -> None:
        self._plugged = plugged
        self._policy = policy
        self.notices: list[str] = []

    @property
    def is_plugged(self) -> bool:
        """Whether something else than the rules judges, and has not failed."""
        return self._plugged is not None

    def judge(self, newer: Memory, older: Memory, *, forward: bool) -> Finding | None:
        """Return what `newer` means for `older`; `forward` says that it is known to be newer."""
        if self._plugged is not None:
            try:
                return checked_finding(self._plugged.judge(_judged(newer), _judged(older)), newer, older)
            except Exception as failure:
                self._failed(failure)
        return judge_by_rules(understand(newer).reading, understand(older).reading, forward=forward)

    def relation(self, newer: Memory, older: Memory, names: Collection[str]) -> Finding | None:
        """Return what a newer memory is to an older one that it does not conflict with; `names` are entities of both."""
        return relation_between(
            understand(newer).reading,
            understand(older).reading,
            names,
            above=self._policy.similar_above,
            within_hours=self._policy.similar_within_hours,
        )

    def _failed(self, failure: Exception) -> None:
        """Judge by rules from now on, and say why, once."""
        name = getattr(self._plugged, "name", "plugged in")
        self.notices.append(f"The judge {name} failed ({_why(failure)}); the rules judged instead.")
        self._plugged = None


def extract(plugged: Extractor | None, memory: Memory) -> Extraction:
    """Return what a memory's text names and states; where a plug-in fails the rules stand, and `notice` says so."""
    notice = ""
    if plugged is not None:
        given = ExtractionInput(
            content=memory.content, kind=memory.kind, project=memory.project, created_at=memory.created_at
        )
        try:
            return checked_extraction(plugged.extract(given), memory, plugged.name)
        except Exception as failure:
            notice = f"The extractor {getattr(plugged, 'name', 'plugged in')} failed ({_why(failure)}); the rules read the text instead."
    return replace(understand(memory).extraction, notice=notice)


def _judged(memory: Memory) -> JudgedMemory:
    return JudgedMemory(
        content=memory.content,
        kind=memory.kind,
        memory_type=memory.memory_type,
        created_at=memory.created_at,
        tags=memory.tags,
        project=memory.project,
    )


def _why(failure: Exception) -> str:
    return " ".join(str(failure).split())[:120] or type(failure).__name__

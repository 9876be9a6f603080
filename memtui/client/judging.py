"""Conflicts: what a text would meet, what waits for a verdict, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from memtui.client.base import Base, text_of
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import ConflictState
from memtui.domain.records import Memory, member_of
from memtui.domain.verdicts import NAMES, Verdict
from memtui.services import conflict_reports
from memtui.services.conflict_reports import ConflictReport
from memtui.services.fields import draft_of
from memtui.services.reports import WriteReport

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memtui.services.review import ScanReport
    from memtui.services.workspace import Outcome

MNENO = {
    "supersede_existing": Verdict.NEWER,
    "mark_conflicted": Verdict.KEEP,
    "keep_both": Verdict.BOTH,
    "archive_existing": Verdict.ARCHIVE_OLD,
}
"""Mneno's suggested actions as verdicts."""

VERDICTS: dict[str, Verdict] = {**{verdict.value: verdict for verdict in Verdict}, **NAMES, **MNENO}


class TriedFields(TypedDict, total=False):
    """What may be said about a text that is only tried."""

    kind: str | None
    memory_type: str | None
    created_at: datetime | str | None
    tags: Iterable[str]
    project: str | None


class Judging(Base):
    """What finds and settles conflicts."""

    def detect(self, content: str, **fields: Unpack[TriedFields]) -> WriteReport:
        """Return all that adding a text would lead to, without writing: entities, facts, relations, conflicts and what would be applied."""
        from memtui.services import detecting

        draft = draft_of(content, dict(fields))
        return detecting.detect(
            self._workspace,
            draft.content,
            kind=draft.kind,
            memory_type=draft.memory_type,
            created_at=draft.created_at,
            tags=draft.tags,
            project=draft.project,
        )

    def detect_conflicts(self, memory: str | Memory, **fields: Unpack[TriedFields]) -> list[ConflictReport]:
        """Return the conflicts that a text, or a memory, would have with what is stored; nothing is written.

        A stored memory is compared with all others, as it stands; `fields` win over its own.
        """
        if isinstance(memory, Memory):
            told: TriedFields = {
                "kind": memory.kind,
                "memory_type": memory.memory_type,
                "created_at": memory.created_at,
                "tags": memory.tags,
                "project": memory.project,
            }
            told.update(fields)
            report = self.detect(memory.content, **told)
            itself = memory.number
        else:
            report = self.detect(memory, **fields)
            itself = None
        others = [one for one in report.conflicts if itself is None or itself not in (one.new_number, one.old_number)]
        return conflict_reports.reports(self._workspace, others, report.memory)

    def list_conflicts(self, state: str | None = None) -> list[ConflictReport]:
        """Return the recorded conflicts, or those in one state (open, auto, kept, resolved, dismissed)."""
        from memtui.services import review

        wanted = None if state is None else member_of(ConflictState, state)
        return conflict_reports.reports(self._workspace, review.conflict_reports(self._workspace, wanted))

    def resolve_conflict(
        self,
        id: str,
        verdict: str | Verdict,
        *,
        text: str | None = None,
        note: str | None = None,
        allow_secrets: bool = False,
    ) -> Outcome:
        """Give a verdict on a conflict: newer, older, keep, both, merge (with `text`), archive_old or archive_new.

        Mneno's suggested actions are understood too. Raises NotFound, Refused where it was resolved meanwhile, InvalidRecord,
        and SecretRefused for a merged text with a secret that neither side has, unless `allow_secrets`.
        """
        from memtui.services import review

        handles = [text_of(id, "An id")]
        return review.decide(
            self._workspace, handles, verdict_of(verdict), text=text, note=note, allow_secrets=allow_secrets
        )

    def revoke_verdict(self, id: str) -> Outcome:
        """Take back the verdict on a conflict alone; raises Refused naming the later act that depends on it."""
        from memtui.services import review

        return review.revoke(self._workspace, text_of(id, "An id"))

    def scan(self, *, apply: bool = True) -> ScanReport:
        """Compare the whole store with itself and queue what is found; `apply=False` only says what would be."""
        from memtui.services import review

        return review.scan(self._workspace, apply=apply)


def verdict_of(name: str | Verdict) -> Verdict:
    """Return the verdict with that name, a short name or Mneno's action; raises InvalidRecord."""
    if isinstance(name, Verdict):
        return name
    known = VERDICTS.get(name.strip().lower().replace("-", "_")) if isinstance(name, str) else None
    if known is None:
        raise InvalidRecord(f"{name!r} is not a verdict.", f"Choose one of: {', '.join(NAMES)}.")
    return known

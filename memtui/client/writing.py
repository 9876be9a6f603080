"""Adding and changing memories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

from memtui.client.base import Base
from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Memory
from memtui.services import conflict_reports, remember
from memtui.services.conflict_reports import AddReport
from memtui.services.fields import DraftFields, EditFields, draft_of, edit_of

if TYPE_CHECKING:
    from memtui.services.workspace import Outcome


class Writing(Base):
    """What writes memories."""

    def add(
        self, content: str, *, detect: bool = True, allow_secrets: bool = False, **fields: Unpack[DraftFields]
    ) -> Memory:
        """Store a memory and return it, with its tier and the reason for it.

        The fields are those of `DraftFields`. Without `detect` nothing but the memory itself is written. Raises SecretRefused, InvalidRecord.
        """
        return self.add_with_report(content, detect=detect, allow_secrets=allow_secrets, **fields).memory

    def add_with_report(
        self, content: str, *, detect: bool = True, allow_secrets: bool = False, **fields: Unpack[DraftFields]
    ) -> AddReport:
        """Store a memory as `add` does, and return all that it led to."""
        draft = draft_of(content, fields)
        done = remember.add(self._workspace, draft, allow_secrets=allow_secrets, detect=detect)
        return AddReport(
            memory=done.memory,
            conflict_reports=tuple(conflict_reports.reports(self._workspace, done.conflicts)),
            resolution_actions=done.applied,
            report=done,
        )

    def add_many(self, memories: Iterable[str | Mapping[str, Any] | Draft], *, allow_secrets: bool = False) -> Outcome:
        """Store many memories as one act and one undo: texts, drafts, or mappings with `content` and fields of `add`."""
        return remember.add_all(self._workspace, map(_draft, memories), allow_secrets=allow_secrets)

    def update(
        self, id: str, *, version: int | None = None, allow_secrets: bool = False, **changes: Unpack[EditFields]
    ) -> Memory:
        """Change a memory and return it as it is now.

        The changes are those of `EditFields`; `clear` names fields to unset. Raises NotFound, Refused, StaleWrite where `version` is not the stored one, SecretRefused, InvalidRecord.
        """
        change = edit_of(changes)
        return remember.edit(
            self._workspace, self._number(id), change, version=version, allow_secrets=allow_secrets
        ).memory

    def update_many(self, ids: Iterable[str], **changes: Unpack[EditFields]) -> Outcome:
        """Change many memories as one act and one undo; what the rules forbid is left out with its reason."""
        numbers = [self._number(handle) for handle in ids]
        return remember.edit_all(self._workspace, numbers, edit_of(changes))


def _draft(given: str | Mapping[str, Any] | Draft) -> Draft:
    if isinstance(given, Draft):
        return given
    if isinstance(given, str):
        return draft_of(given, {})
    if "content" not in given:
        raise InvalidRecord("A memory needs some text.", "Give it as `content`.")
    return draft_of(given["content"], {name: value for name, value in given.items() if name != "content"})

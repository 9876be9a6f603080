"""What the tests of search and recall share: searching, superseding and disputing in a line each."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.drafts import Draft
from memtui.domain.kinds import ConflictState, ConflictType, Severity, Status, SuggestedAction
from memtui.domain.records import Conflict, Memory
from memtui.services import recall, remember
from memtui.services.recall import Request, SearchResult
from memtui.services.workspace import Workspace

from .conftest import NOW, number


def search(workspace: Workspace, text: str, **options: object) -> SearchResult:
    """A search by words."""
    return recall.search(workspace, Request(text=text, **options))  # type: ignore[arg-type]


def found(workspace: Workspace, text: str, **options: object) -> list[str]:
    """The texts that a search finds, best first."""
    return [hit.memory.content for hit in search(workspace, text, **options)]


def supersede(workspace: Workspace, old: Memory, new: Memory) -> None:
    """Say that `new` took the place of `old`."""
    with workspace.store.write(workspace.act("verdict")) as work:
        work.update(replace(work.memory(number(old)), status=Status.SUPERSEDED, superseded_by=new.id))


def plain(workspace: Workspace, content: str) -> Memory:
    """Store a memory that nothing is compared with."""
    return remember.add(workspace, Draft(content=content), detect=False).memory


def dispute(workspace: Workspace, new: Memory, old: Memory, reason: str) -> None:
    """Put two memories in conflict."""
    with workspace.store.write(workspace.act("detect")) as work:
        for memory in (new, old):
            work.update(replace(work.memory(number(memory)), status=Status.CONFLICTED))
        work.insert(
            Conflict(
                id="01JQ4MZZZZZZZZZZZZZZZZZZZZ",
                new_number=number(new),
                old_number=number(old),
                type=ConflictType.CONTRADICTION,
                severity=Severity.HIGH,
                confidence=0.9,
                reason=reason,
                suggested_action=SuggestedAction.MARK_CONFLICTED,
                fingerprint="f",
                created_at=NOW,
                state=ConflictState.OPEN,
            )
        )

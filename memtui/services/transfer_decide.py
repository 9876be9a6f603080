"""What an import does with one item: whether it is new, the same, newer or older than what is here, and what comes of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Layer, Status
from memtui.domain.records import Memory, utc
from memtui.services.making import EXPLICIT, memory_from, normal_tags
from memtui.services.transfer_report import Mode
from memtui.services.workspace import Workspace

MARK = "imported"
"""The key in `extra` under which an import notes what it read, so that the next one knows what changed and where."""
_UNREAD = frozenset(
    ("access_count", "last_accessed_at", "id", "file", "uri", "recorded_at", "foreign_id", "format", "trust", "project")
)
_CLOSED = frozenset((Status.SUPERSEDED, Status.ARCHIVED))


class Verdict(StrEnum):
    """What happens to an item."""

    NEW = "new"
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A verdict, the memory that is to be written if any, and why an item is skipped."""

    verdict: Verdict
    memory: Memory | None = None
    reason: str = ""


def digest_of(draft: Draft) -> str:
    """Return a short digest of all that a draft says about its memory, but for counts of reading and where it was found or put."""
    said = {f.name: getattr(draft, f.name) for f in fields(Draft) if f.name not in _UNREAD}
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, default=_plain, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return utc(value).isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    return str(value)


def fresh(workspace: Workspace, draft: Draft, *, proposes: bool = True) -> Memory:
    """Return the memory that a draft makes, marked as imported; `proposes` as in `memory_from`. Raises InvalidRecord."""
    now = workspace.clock.now()
    made = memory_from(draft, now=now, actor=workspace.actor, project=workspace.settings.project, proposes=proposes)
    mark = {"digest": digest_of(draft), "at": made.updated_at.isoformat()}
    return replace(made, extra={**draft.extra, MARK: mark})


def decide(
    workspace: Workspace,
    existing: Memory | None,
    draft: Draft,
    mode: Mode,
    modified: datetime | None,
    project: str | None = None,
    made: Memory | None = None,
) -> Decision:
    """Return what to do with a draft whose memory may be here already; raises InvalidRecord.

    `modified` is when the source was last written, `project` where somebody asked the import to put it,
    `made` what a new one makes, where that was made already. Newer wins: where only the source changed since the last
    import it is taken, where both did the later of the two. What was superseded or archived here stays so.
    """
    if existing is None:
        return Decision(verdict=Verdict.NEW, memory=made or fresh(workspace, draft))
    mark = existing.extra.get(MARK)
    known = mark if isinstance(mark, Mapping) else {}
    same_source = known.get("digest") == digest_of(draft)
    if mode is Mode.APPEND:
        extra = {**draft.extra, "appended_from": draft.foreign_id}
        return Decision(
            verdict=Verdict.NEW, memory=fresh(workspace, replace(draft, id=None, foreign_id=None, extra=extra))
        )
    moved = project is not None and project != existing.project
    if same_source and not moved and mode is not Mode.OVERWRITE:
        return Decision(verdict=Verdict.UNCHANGED)
    made = fresh(workspace, draft)
    if mode is Mode.SKIP:
        if made.content == existing.content:
            return Decision(verdict=Verdict.UNCHANGED)
        return Decision(verdict=Verdict.SKIPPED, reason="is here already with another text")
    untouched = known.get("at") == existing.updated_at.isoformat()
    taken = _taken(existing, made, draft, whole=mode is Mode.OVERWRITE or untouched, moved=moved)
    if _alike(existing, taken):
        return Decision(verdict=Verdict.UNCHANGED)
    if mode is not Mode.OVERWRITE and (reason := _older(existing, draft, modified, untouched=untouched)):
        return Decision(verdict=Verdict.SKIPPED, reason=reason)
    return Decision(verdict=Verdict.CHANGED, memory=taken)


def _older(existing: Memory, draft: Draft, modified: datetime | None, *, untouched: bool) -> str:
    """Return why what is here is to be kept, or nothing if the source is newer."""
    if draft.updated_at is not None:
        given = utc(draft.updated_at)
        if given < existing.updated_at or (given == existing.updated_at and not untouched):
            return "is older than what is here"
        return ""
    if untouched or (modified is not None and modified > existing.updated_at):
        return ""
    return "was changed here since it was imported"


def _taken(existing: Memory, made: Memory, draft: Draft, *, whole: bool, moved: bool) -> Memory:
    """Return the memory with what the source says now.

    `whole` takes over its tags and marks, else they are added to; `moved` puts it into another project.
    """
    closed = existing.status in _CLOSED
    own = existing if existing.format != made.format else made
    retiered = draft.tier is not None or (made.content != existing.content and existing.tier_reason != EXPLICIT)
    tier = made if retiered and made.tier is not existing.tier else existing
    came_back = own is existing and (existing.created_at is not None or made.created_at == existing.sort_at)
    dated = existing if draft.created_at is None or came_back else made
    disputed = existing.status is Status.CONFLICTED and made.status is Status.ACTIVE
    standing = existing if closed or disputed or (draft.status is None and draft.layer is None) else made
    return replace(
        made,
        id=existing.id,
        number=existing.number,
        version=existing.version,
        recorded_at=existing.recorded_at,
        kind=made.kind or existing.kind,
        memory_type=made.memory_type if draft.memory_type or draft.kind else existing.memory_type,
        tags=made.tags if whole and draft.tags else normal_tags((*made.tags, *existing.tags)),
        priority=made.priority if draft.priority.value != "none" else existing.priority,
        confidence=existing.confidence if draft.confidence is None else made.confidence,
        importance_override=_either(made.importance_override, existing.importance_override, first=whole),
        pinned=made.pinned or existing.pinned,
        project=made.project if moved else existing.project or made.project,
        trust=existing.trust,
        source=own.source,
        file=own.file,
        foreign_id=own.foreign_id,
        format=own.format,
        agent=made.agent or existing.agent,
        session=made.session or existing.session,
        extra={**existing.extra, MARK: made.extra[MARK]} if own is existing else made.extra,
        status=standing.status,
        layer=standing.layer,
        layer_before=standing.layer_before,
        tier=tier.tier,
        tier_reason=tier.tier_reason,
        tier_rule_reason=tier.tier_rule_reason,
        superseded_by=existing.superseded_by,
        merged_into=existing.merged_into,
        created_at=dated.created_at,
        created_at_assumed=dated.created_at_assumed,
        valid_from=made.valid_from or existing.valid_from,
        valid_until=made.valid_until or existing.valid_until,
        access_count=max(made.access_count, existing.access_count),
        last_accessed_at=existing.last_accessed_at or made.last_accessed_at,
        proposed_tag=existing.proposed_tag,
    )


def _either(source: float | None, here: float | None, *, first: bool) -> float | None:
    """Return the source's value where it has one and may win, else the value here."""
    if source is None or (here is not None and not first):
        return here
    return source


def _alike(existing: Memory, taken: Memory) -> bool:
    """Say whether taking the source's words would change nothing but the marks of the import."""
    marks = {"updated_at": existing.updated_at, "extra": existing.extra, "version": existing.version}
    bare = {name: value for name, value in existing.extra.items() if name != MARK}
    new = {name: value for name, value in taken.extra.items() if name != MARK}
    return replace(taken, **marks) == existing and bare == new  # type: ignore[arg-type]


def archived(memory: Memory, now: datetime) -> Memory:
    """Return a memory archived: status and layer both, the layer that it came from kept; a superseded one stays superseded."""
    status = memory.status if memory.status is Status.SUPERSEDED else Status.ARCHIVED
    before = memory.layer_before if memory.layer is Layer.ARCHIVED else memory.layer
    return replace(memory, status=status, layer=Layer.ARCHIVED, layer_before=before, updated_at=now)

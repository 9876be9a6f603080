"""What a text would lead to: everything that a write works out, without the write."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memtui.domain.kinds import Kind, MemoryType
from memtui.services.reports import WriteReport
from memtui.services.workspace import Workspace


def detect(
    workspace: Workspace,
    content: str,
    *,
    kind: Kind | None = None,
    memory_type: MemoryType | None = None,
    created_at: datetime | None = None,
    tags: Sequence[str] = (),
    project: str | None = None,
) -> WriteReport:
    """Return what adding a text would lead to; the store is not touched. Raises InvalidRecord."""
    raise NotImplementedError

"""A store of conflicts for the tests of Review: open ones in a known order, one applied by itself, one kept, one decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.kinds import ConflictType, RelationKind, Severity, Status, SuggestedAction
from memtui.domain.records import Conflict, Memory, Relation
from memtui.domain.verdicts import Verdict
from memtui.services import remember, review
from memtui.services.evidence import fingerprint
from memtui.services.making import digest, new_id
from memtui.services.workspace import Workspace
from tests.snapshots.sample import ANA, NOW

PORTS = 15
"""Conflicts of one kind, all of them surest, for verdicts on many."""


def pair(
    workspace: Workspace,
    old: str,
    new: str,
    *,
    type: ConflictType = ConflictType.CONTRADICTION,
    severity: Severity = Severity.HIGH,
    confidence: float = 0.8,
    suggested: SuggestedAction = SuggestedAction.MARK_CONFLICTED,
    subject: str = "",
    values: tuple[str, str] = ("", ""),
    signal: str = "",
    days: float = 10,
    reason: str = "Both name the same thing.",
) -> Conflict:
    """Write two memories and their open conflict."""
    with workspace.store.write(workspace.act("import", old)) as work:
        first, second = (
            work.insert(
                Memory(
                    id=new_id(NOW - timedelta(days=age)),
                    content=text,
                    content_hash=digest(text),
                    created_at=NOW - timedelta(days=age),
                    recorded_at=NOW - timedelta(days=age),
                    updated_at=NOW - timedelta(days=age),
                    status=Status.CONFLICTED,
                    tags=("config",),
                )
            )
            for text, age in ((old, days + 20), (new, days))
        )
        evidence = {"rule": "signal" if signal else "value", "subject": subject, "signal": signal}
        evidence |= {"old_value": values[0], "new_value": values[1]}
        places = {"span": (new, signal or values[1]), "old_span": (old, values[0])}
        found = {
            name: [text.index(word), text.index(word) + len(word)] for name, (text, word) in places.items() if word
        }
        return work.insert(
            Conflict(
                id=new_id(NOW),
                new_number=second.number or 0,
                old_number=first.number or 0,
                type=type,
                severity=severity,
                confidence=confidence,
                reason=reason,
                suggested_action=suggested,
                fingerprint=fingerprint(second, first),
                created_at=NOW,
                evidence={name: value for name, value in (evidence | found).items() if value},
            )
        )


def fill(workspace: Workspace) -> None:
    """Write the conflicts, surest first."""
    redis = pair(
        workspace,
        "Redis memory limit is 1GB",
        "That is incorrect, we set Redis to 8GB last month",
        confidence=0.99,
        suggested=SuggestedAction.SUPERSEDE_EXISTING,
        subject="Redis memory limit",
        values=("1GB", "8GB"),
        signal="incorrect",
        days=3,
    )
    for place in range(PORTS):
        pair(
            workspace,
            f"Service {place:02} listens on port 30{place:02}",
            f"Service {place:02} now listens on port 80{place:02}",
            type=ConflictType.SUPERSESSION,
            severity=Severity.MEDIUM,
            confidence=0.98 - place / 500,
            suggested=SuggestedAction.SUPERSEDE_EXISTING,
            subject=f"Service {place:02} port",
            values=(f"30{place:02}", f"80{place:02}"),
            signal="now",
        )
    pair(
        workspace,
        "JWT token contains user ID and role",
        "JWT token contains user ID and role",
        type=ConflictType.DUPLICATE,
        severity=Severity.LOW,
        confidence=0.7,
        suggested=SuggestedAction.KEEP_BOTH,
        subject="JWT token contents",
    )
    pair(
        workspace,
        "Docker reduces deployment issues by 80%",
        "Docker added complexity to every deployment",
        confidence=0.55,
        subject="Docker",
        values=("reduces deployment issues", "added complexity"),
    )
    kept = pair(
        workspace, "Rate limit is 60 a minute", "Rate limit is 100 a minute", subject="rate limit", values=("60", "100")
    )
    done = pair(workspace, "The build uses Webpack", "The build uses Vite", subject="build", values=("Webpack", "Vite"))
    review.decide(workspace, [kept.number or 0], Verdict.KEEP)
    review.decide(workspace, [done.number or 0], Verdict.BOTH)
    remember.add(workspace, Draft(content="We use PostgreSQL for user data", created_at=NOW - timedelta(days=60)))
    switched = "Switched from PostgreSQL to MongoDB for user data"
    remember.add(workspace, Draft(content=switched, created_at=NOW - timedelta(days=2)))
    _build_on(workspace, redis)


def _build_on(workspace: Workspace, conflict: Conflict) -> None:
    """Let one more memory hang on the older side of a conflict, and be part of another open one with it."""
    with workspace.store.write(workspace.act("import", "more")) as work:
        more = work.insert(
            Memory(
                id=new_id(NOW - timedelta(days=5)),
                content="The cache evicts at 900MB so that Redis never fills up",
                created_at=NOW - timedelta(days=5),
                recorded_at=NOW - timedelta(days=5),
                updated_at=NOW - timedelta(days=5),
            )
        )
        work.insert(
            Relation(
                from_number=more.number or 0,
                to_number=conflict.old_number,
                kind=RelationKind.ELABORATES,
                created_at=NOW,
            )
        )


def reword(workspace: Workspace, memory: Memory, text: str) -> None:
    """Change the text of a memory and nothing else, as another process might."""
    with workspace.store.write(workspace.act("edit", "a text")) as work:
        work.update(replace(memory, content=text, content_hash=digest(text)))


_FILLED: dict[str, bytes] = {}


def store_at(location: Path, fill: Callable[[Workspace], None] = fill) -> Path:
    """Put the filled store's file at a path; it is built once for all tests of a run."""
    name = fill.__name__
    if name not in _FILLED:
        with TemporaryDirectory() as folder:
            workspace = open_workspace(str(Path(folder) / "a.db"), face="screens", actor=ANA, clock=FixedClock(NOW))
            fill(workspace)
            copy = Path(folder) / "copy.db"
            workspace.store.maintenance.backup(copy)
            workspace.store.close()
            _FILLED[name] = copy.read_bytes()
    location.write_bytes(_FILLED[name])
    return location

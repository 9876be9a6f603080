"""Worked cases of detection, verdicts and chains, tried through the services that every face uses."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memtui import MemoryClient
from memtui.domain.drafts import Draft
from memtui.domain.errors import MemtuiError
from memtui.domain.kinds import Status
from memtui.domain.policy import Policy
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import remember, review, transfer
from memtui.services.workspace import Workspace

Check = Callable[[Mapping[str, Any]], str]

USES, SWITCHED = "We use PostgreSQL for user data", "Switched from PostgreSQL to MongoDB"
CATALOG = "We use MongoDB for product catalog"
TWICE = "Run the linter before every commit"


def _differs(found: object, expected: object) -> str:
    return "" if found == expected else f"found {found!r}, expected {expected!r}"


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as place:
        yield Path(place)


def _under(client: MemoryClient, policy: Policy) -> Workspace:
    workspace = client.workspace
    return replace(workspace, settings=replace(workspace.settings, policy=policy))


def _detect_writes_nothing(_: Mapping[str, Any]) -> str:
    with _folder() as folder, MemoryClient(folder / "store.db") as client:
        client.add(USES)
        before = {path.name: path.read_bytes() for path in folder.glob("store.db*")}
        found = client.detect_conflicts(SWITCHED)
        after = {path.name: path.read_bytes() for path in folder.glob("store.db*")}
        if not found:
            return "no conflict was found"
        return "" if before == after else f"files that changed: {[n for n in before if before[n] != after.get(n)]}"


def _duplicates(_: Mapping[str, Any]) -> str:
    found = []
    for policy in (Policy(), Policy(auto_archive_duplicates=True)):
        with MemoryClient(":memory:") as client:
            workspace = _under(client, policy)
            for text in (TWICE, TWICE):
                remember.add(workspace, Draft(content=text))
            statuses = [memory.status for memory in client.list(order="recorded", include_inactive=True)]
            found.append(statuses)
    newest_first = [[Status.ACTIVE, Status.ACTIVE], [Status.ACTIVE, Status.ARCHIVED]]
    return _differs(found, newest_first)


def _export(folder: Path, *rows: Mapping[str, Any], name: str = "export.json") -> Path:
    path = folder / name
    told = [{"created_at": "2026-01-01T09:00:00Z", "status": "active", **row} for row in rows]
    path.write_text(json.dumps({"format": "mneno.memory_export", "version": 1, "memories": told}), encoding="utf-8")
    return path


def _import_modes(_: Mapping[str, Any]) -> str:
    """Append adds, skip leaves what is there, overwrite takes the source's text, replace archives the rest (SPEC 16)."""
    old = {"id": "a", "content": "The gateway listens on port 3000", "updated_at": "2026-01-01T09:00:00Z"}
    gone = {"id": "b", "content": "The mailer runs on the old host", "updated_at": "2026-01-01T09:00:00Z"}
    new = {"id": "a", "content": "The gateway listens on port 8080", "updated_at": "2026-02-01T09:00:00Z"}
    expected = {
        "append": {(old["content"], "active"), (gone["content"], "active"), (new["content"], "active")},
        "skip": {(old["content"], "active"), (gone["content"], "active")},
        "overwrite": {(new["content"], "active"), (gone["content"], "active")},
        "replace": {(new["content"], "active"), (gone["content"], "archived")},
    }
    found: dict[str, Any] = {}
    for mode in expected:
        with _folder() as folder, MemoryClient(":memory:") as client:
            workspace = _under(client, Policy(mark_conflicts=False))
            path = _export(folder, old, gone)
            client.import_path(path)
            _export(folder, new)
            transfer.import_path(workspace, path, mode=transfer.Mode(mode))
            found[mode] = {(each.content, each.status.value) for each in client.list(include_inactive=True)}
    return _differs(found, expected)


def _first_question(row: Mapping[str, Any]) -> str:
    days = {USES: "2026-01-15", CATALOG: "2026-02-20", SWITCHED: "2026-03-20"}
    with MemoryClient(":memory:") as client:
        for text, day in days.items():
            client.add(text, kind="decision", created_at=day)
        now = [hit.memory.content for hit in client.search(row["query"])]
        both = client.search(row["query"], include_superseded=True).hits
    marked = [
        f"{hit.memory.content} (marked contradicted)" if "[MARKED AS CONTRADICTED]" in hit.marks else hit.memory.content
        for hit in both
    ]
    return _differs(now, row["expected"][:2]) or _differs(marked, row["expected"])


# Hard cases of triage


def _dismissed_stays_away(_: Mapping[str, Any]) -> str:
    """HC19: a dismissed pair comes back only when a text changes; what the detector said stays beside the verdict."""
    with MemoryClient(":memory:") as client:
        client.add("The dev server listens on port 3000", created_at="2026-01-01")
        newer = client.add("The dev server listens on port 8080", created_at="2026-02-01")
        (report,) = client.list_conflicts("open")
        client.resolve_conflict(report.id, "both")
        rescanned = client.scan()
        if rescanned.found or client.list_conflicts("open"):
            return f"after a scan: {rescanned.sentence}"
        (told,) = client.list_conflicts("dismissed")
        kept = (told.conflict_type, told.confidence, told.suggested_action, told.conflict.human_verdict)
        said = (report.conflict_type, report.confidence, report.suggested_action, Verdict.BOTH)
        client.update(newer.id, content="The dev server listens on port 9090")
        back = client.list_conflicts("open")
    return _differs(kept, said) or ("" if back else "it does not come back after an edit")


def _newer_wins_in_bulk(_: Mapping[str, Any]) -> str:
    """HC20: the newer one wins whatever its id; the preview names both; one undo brings all back."""
    ids = ["01ZZZZZZZZZZZZZZZZZZZZZZZ", "01AAAAAAAAAAAAAAAAAAAAAAA"]
    with MemoryClient(":memory:") as client:
        for place, (old_id, new_id) in enumerate((ids, ids[::-1])):
            for port, at, begun in ((3000, "2026-01-01", old_id), (8080, "2026-02-01", new_id)):
                text = f"The {('gateway', 'mailer')[place]} listens on port {port}"
                client.add_many([Draft(content=text, created_at=_day(at), id=f"{begun}{place}")])
        before = _rows(client)
        handles = [each.id for each in client.list_conflicts("open")]
        plans = review.plan(client.workspace, handles, Verdict.NEWER)
        named = sorted((_port(plan.winner), _port(plan.loser)) for plan in plans)
        if named != [("8080", "3000")] * 2 or _rows(client) != before:
            return f"the preview names {named}"
        review.decide(client.workspace, handles, Verdict.NEWER)
        after = {(_port(memory), memory.status) for memory in client.list(include_inactive=True)}
        client.undo()
        restored = _rows(client) == before
    settled = {("8080", Status.ACTIVE), ("3000", Status.SUPERSEDED)}
    return _differs(after, settled) or ("" if restored else "one undo does not restore all pairs")


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _port(memory: Memory | None) -> str:
    return "nobody" if memory is None else memory.content.rsplit(" ", 1)[1]


def _rows(client: MemoryClient) -> list[object]:
    """Return what verdicts may change, but for versions and the times of changes."""
    memories = client.list(order="oldest", include_inactive=True)
    conflicts = sorted(client.list_conflicts(), key=lambda each: each.id)
    return [
        *((each.id, each.status, each.superseded_by, each.layer, each.valid_until) for each in memories),
        *((each.id, each.state, each.conflict.human_verdict, each.conflict.decided_by) for each in conflicts),
        *((each.id, len(client.workspace.store.reads.relations(each.number or 0))) for each in memories),
    ]


def _odd_chains(_: Mapping[str, Any]) -> str:
    """HC21: circles, self links, missing successors and forks are taken in, told and never followed for ever."""
    rows = [
        _chained("a", "b", 1, "The crane is run by tool number one"),
        _chained("b", "a", 2, "The barge is run by tool number two"),
        _chained("self", "self", 3, "The buoy is run by tool number three"),
        _chained("lost", "ghost", 4, "The jetty is run by tool number four"),
        _chained("fork", "new", 5, "The quay is run by tool number five"),
        _chained("older", None, 6, "The harbour is painted green"),
        _chained("new", None, 7, "The lighthouse is painted red"),
    ]
    with _folder() as folder, MemoryClient(":memory:") as client:
        report = client.import_path(_export(folder, *rows))
        told = " ".join(notice.reason for notice in report.notices)
        for word in ("circle", "itself", "ghost"):
            if word not in told:
                return f"the import does not tell of {word!r}: {told}"
        by_name = {memory.foreign_id: memory for memory in client.list(include_inactive=True)}
        circle = (by_name["a"].superseded_by, by_name["b"].superseded_by)
        if (
            by_name["lost"].status is not Status.SUPERSEDED
            or by_name["lost"].extra.get("superseded_by_missing") != "ghost"
        ):
            return "a missing successor is not kept by its name"
        if len([each for each in circle if each]) != 1:
            return f"the circle is left as {circle}"
        client.search("tool number", include_inactive=True)
        return _refusals(client, by_name) or _fork(client, by_name)


def _chained(name: str, successor: str | None, day: int, text: str) -> dict[str, Any]:
    at = f"2026-03-{day:02}T09:00:00Z"
    told = {"id": name, "content": text, "created_at": at, "updated_at": at, "superseded_by": successor}
    return {**told, "status": "superseded" if successor else "active"}


def _refusals(client: MemoryClient, by_name: Mapping[str | None, Memory]) -> str:
    """Say whether a write lets a memory supersede itself, or close a circle."""
    live = by_name["new"]
    ends = [(live, live), (live, by_name["fork"])]
    for memory, successor in ends:
        try:
            with client.workspace.store.write(client.workspace.act("verdict")) as work:
                now = work.memory(memory.number or 0)
                work.update(replace(now, status=Status.SUPERSEDED, superseded_by=successor.id))
        except MemtuiError:
            continue
        return f"{memory.foreign_id} may be superseded by {successor.foreign_id}"
    return ""


def _fork(client: MemoryClient, by_name: Mapping[str | None, Memory]) -> str:
    """Say whether two that supersede the same one settle on the newest, in whichever order they are judged."""
    old, one, two = by_name["fork"], by_name["older"], by_name["new"]
    found = client.get(old.id).superseded_by
    if found != two.id:
        return f"the fork begins at {found}"
    try:
        review.report_missed(client.workspace, one.number or 0, old.number or 0)
    except MemtuiError:
        return ""
    return "what is superseded can be superseded once more"


BEHAVIOURS: dict[str, Check] = {
    "suite-detect-no-mutation": _detect_writes_nothing,
    "suite-dup-keeps-both": _duplicates,
    "suite-import-modes": _import_modes,
}
"""The behaviours by the name of their case."""

HARD: dict[str, Check] = {"HC19": _dismissed_stays_away, "HC20": _newer_wins_in_bulk, "HC21": _odd_chains}
"""The hard cases by their id."""

KINDS: dict[str, Check] = {"ranking": _first_question}
"""The kinds of rows that this module checks."""

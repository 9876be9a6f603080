"""Inputs that broke other tools, tried through the public API."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

from memtui import MemoryClient
from memtui.domain.drafts import Draft
from memtui.domain.filters import Badge
from memtui.domain.kinds import Status
from memtui.intelligence import secrets
from memtui.intelligence.badges import badges
from tests.quality import pair_cases, review_cases


@contextmanager
def _file(name: str, text: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        yield path


def _entity(name: str, *observations: str) -> str:
    return json.dumps({"type": "entity", "name": name, "entityType": "concept", "observations": list(observations)})


def _torn_lines(row: Mapping[str, Any]) -> str:
    good = [_entity(f"thing {number}", f"thing {number} is kept in box {number}") for number in range(6)]
    glued = _entity("glued one", "glued one is red") + _entity("glued two", "glued two is blue")
    torn = '{"type":"entity","name":"torn","observa'
    with _file("memory.jsonl", "\n".join([*good, glued, torn])) as path, MemoryClient(":memory:") as client:
        before = path.read_bytes()
        report = client.import_path(path)
        if path.read_bytes() != before:
            return "the source was written to"
        if report.new != 8 or not any(notice.line == 8 for notice in report.notices):
            return f"{report.new} new of 8, notices {report.notices}"
        return "" if client.search("glued blue").hits else "the second of two glued objects is not found"


def _no_observations(row: Mapping[str, Any]) -> str:
    line = '{"type":"entity","name":"no-observations-key","entityType":"concept"}'
    with _file("memory.jsonl", line) as path, MemoryClient(":memory:") as client:
        client.import_path(path)
        client.search("concept")
        return ""


def _three_imports(row: Mapping[str, Any]) -> str:
    lines = "\n".join(_entity(f"thing {number}", f"thing {number} is kept in box {number}") for number in range(5))
    with _file("memory.jsonl", lines) as path, MemoryClient(":memory:") as client:
        reports = [client.import_path(path) for _ in range(3)]
        found = [(report.new, report.unchanged) for report in reports]
        return "" if found == [(5, 0), (0, 5), (0, 5)] else f"new and unchanged: {found}"


def _round_trip(row: Mapping[str, Any]) -> str:
    drafts = (
        Draft(
            content="The shop keeps orders in SQLite",
            foreign_id="old",
            format="own",
            status=Status.SUPERSEDED,
            superseded_by="new",
        ),
        Draft(
            content="The shop keeps orders in PostgreSQL", foreign_id="new", format="own", pinned=True, access_count=9
        ),
        Draft(
            content="The trial licence ends in May",
            valid_until=datetime(2026, 5, 31, tzinfo=UTC),
            importance_override=0.93,
        ),
    )
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as folder, MemoryClient(":memory:") as client:
        client.add_many(drafts)
        first, second = Path(folder) / "first.jsonl", Path(folder) / "second.jsonl"
        client.export_path(first)
        with MemoryClient(":memory:") as other:
            other.import_path(first)
            other.export_path(second)
        differing = [
            (one, two)
            for one, two in zip_longest(*(path.read_text(encoding="utf-8").splitlines() for path in (first, second)))
            if one != two
        ]
    return "" if len(differing) <= 1 and _but_for_times(*differing) else f"lines that differ: {differing}"


def _but_for_times(*pairs: tuple[str, str]) -> bool:
    """Say whether lines of JSON are equal when what names the moment of an export is left out."""
    return all(
        {name: value for name, value in json.loads(one).items() if not str(name).startswith("exported")}
        == {name: value for name, value in json.loads(two).items() if not str(name).startswith("exported")}
        for one, two in pairs
    )


CLAUDE_FILES = {
    "MEMORY.md": "# Memory index\n\n- [Tests](tests.md): how to run them\n- [Gone](gone.md): its file is missing\n\n"
    "## Staging\nThe staging host needs the VPN to be reached.\n",
    "tests.md": "---\nname: tests\ndescription: How tests run\ntype: feedback\n---\n\nRun the quick suite before the slow one.\n",
    "orders.md": "---\nname: orders\ndescription: Where orders live\nmetadata:\n  type: project\n---\n\n"
    "Orders live in the PostgreSQL cluster.\n",
}
CLAUDE_PHRASES = ("staging host needs the VPN", "quick suite before the slow", "orders live in the PostgreSQL cluster")


def _claude_folder(row: Mapping[str, Any]) -> str:
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as place, MemoryClient(":memory:") as client:
        folder = Path(place) / "-home-dev-shop" / "memory"
        folder.mkdir(parents=True)
        for name, text in CLAUDE_FILES.items():
            (folder / name).write_text(text, encoding="utf-8")
        report = client.import_path(folder)
        after = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        if after != CLAUDE_FILES:
            return "the folder was written to"
        texts = [memory.content.casefold() for memory in client.list()]
        found = {phrase: sum(phrase.casefold() in text for text in texts) for phrase in CLAUDE_PHRASES}
        if set(found.values()) != {1}:
            return f"memories by phrase: {found}"
        told = " ".join(notice.reason + notice.file for notice in report.notices)
        return "" if "gone.md" in told and "orders.md" in told else f"not reported: {told}"


def _superseded_deploy(row: Mapping[str, Any]) -> str:
    drafts = (
        Draft(
            content="deploy status: deploy in progress, deploy status deploy deploy status of the deploy",
            foreign_id="old",
            format="own",
            status=Status.SUPERSEDED,
            superseded_by="new",
        ),
        Draft(content="The deploy is done, status green", foreign_id="new", format="own"),
    )
    with MemoryClient(":memory:") as client:
        client.add_many(drafts)
        default = [hit.memory.foreign_id for hit in client.search("deploy status").hits]
        both = [
            (hit.memory.foreign_id, bool(hit.marks))
            for hit in client.search("deploy status", include_superseded=True).hits
        ]
        if default != ["new"] or [name for name, _ in both] != ["new", "old"]:
            return f"found {default}, then {both}"
        return "" if both[1][1] else "the superseded one bears no mark"


def _original_time(row: Mapping[str, Any]) -> str:
    when = datetime(2025, 11, 3, 9, tzinfo=UTC)
    with MemoryClient(":memory:") as client:
        kept = client.add("The release train leaves on Mondays", created_at="2025-11-03T09:00:00Z", source="import")
        if kept.created_at != when or kept.recorded_at <= when:
            return f"created {kept.created_at}, recorded {kept.recorded_at}"
        hit = client.search("release train").hits[0]
        return (
            ""
            if hit.importance.recency < 0.5 ** ((kept.recorded_at - when).days / 347) + 1e-6
            else "recency ignores it"
        )


def _same_instant(row: Mapping[str, Any]) -> str:
    spelled = ("2026-05-02T09:00:00", "2026-05-02T09:00:00Z", "2026-05-02T12:30:00+03:30")
    with MemoryClient(":memory:") as client:
        made = [
            client.add(f"The standup moved to room {number} upstairs", created_at=text)
            for number, text in enumerate(spelled)
        ]
        times = {memory.created_at for memory in made}
        recencies = {hit.importance.recency for hit in client.search("standup room").hits}
        if len(times) != 1 or len(recencies) != 1:
            return f"times {times}, recencies {recencies}"
        flagged = [memory.created_at_assumed for memory in made]
        return "" if flagged == [True, False, False] else f"assumed: {flagged}"


QUERIES = ("multi-agent", "don't", "TODO: fix", "src/a/b.tsx", '"unclosed', "c++", "AND", "*", "(x")


def _odd_queries(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        client.add_many(Draft(content=f"We write {query} in this note") for query in QUERIES)
        for query in QUERIES:
            found = [hit.memory.content for hit in client.search(query).hits]
            if not found or (query != "*" and query not in found[0]):
                return f"{query!r} finds {found}"
        everything = client.search("", limit=50).hits
        return "" if len(everything) == len(QUERIES) else f"the empty query lists {len(everything)}"


def _chinese(row: Mapping[str, Any]) -> str:
    texts = "用户服务器部署在腾讯云国内节点", "重跑gen-itgc后50条"
    with MemoryClient(":memory:") as client:
        client.add_many(Draft(content=text) for text in texts)
        found = {
            query: [hit.memory.content for hit in client.search(query).hits] for query in ("腾讯云", "腾讯", "itgc")
        }
        expected = {"腾讯云": [texts[0]], "腾讯": [texts[0]], "itgc": [texts[1]]}
        return "" if found == expected else f"found {found}"


def _secrets(row: Mapping[str, Any]) -> str:
    flagged, *rest = str(row["input"]).removeprefix("Contents: ").rstrip(".").strip("'").split("', '")
    if Badge.SECRET not in badges(flagged) or secrets.mask(flagged) == flagged:
        return f"{secrets.mask(flagged)!r} is not masked"
    changed = [text for text in rest if secrets.mask(text) != text]
    return f"masked without need: {changed}" if changed else ""


CHECKS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "HC01": _torn_lines,
    "HC02": _no_observations,
    "HC04": _three_imports,
    "HC05": _round_trip,
    "HC06": _original_time,
    "HC07": _same_instant,
    "HC10": _superseded_deploy,
    "HC11": _odd_queries,
    "HC12": _chinese,
    "HC16": pair_cases.other_subjects,
    "HC17": pair_cases.other_owners_and_scopes,
    "HC18": pair_cases.chinese_and_lettered,
    **review_cases.HARD,
    "HC26": _claude_folder,
    "HC30": _secrets,
}
"""The hard cases that can be tried here."""

ELSEWHERE = {
    "HC13": "tests/tui/test_search_safety.py: hostile text is shown and does nothing",
    "HC14": "tests/tui/test_terminal.py and tests/cli/test_hostile.py: no byte of a memory acts on a terminal",
    "HC23": "tests/tui/test_search_acts.py: archiving the last of a filter leaves a way back",
    "HC28": "tests/endurance/test_sharing.py: three processes write while the screens are open",
    "HC29": "tests/tui/test_line_list.py: a list of 100,000 rows; its speed in python -m tests.bench",
}
"""The hard cases about screens, terminals, processes and size, and where they are tried."""

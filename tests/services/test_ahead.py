"""Texts worked out ahead: a helper process changes nothing but the time that it takes, whatever becomes of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.errors import Cancelled
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Kind, MemoryType
from memtui.services import ahead, transfer
from memtui.services.ahead import Ahead
from memtui.services.texts import Text, Understanding, Worked, work_out
from memtui.services.workspace import Workspace

MANY = 1_600
WORDS = (
    "We use PostgreSQL",
    "no longer",
    "MongoDB",
    "port 8080",
    "src/app/main.py",
    "AuthService.validateToken()",
    "Always run the tests.",
    "User prefers dark mode;",
    "since 2024-03-01",
    "\u4f7f\u7528 Redis\u3002",
    "Wir nutzen jetzt Kafka.",
    "ignore previous instructions",
    "password = hunter2",
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join))


def text(content: str) -> Text:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return Text(content, Kind.DECISION, MemoryType.SEMANTIC, at, ("db",), "shop", "notes.md")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper is worth it from the second chunk on, and there is a core for it."""
    monkeypatch.setattr(ahead, "WORTH_IT", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


@pytest.fixture
def helping(soon: None) -> Iterator[Ahead]:
    with Ahead() as helping:
        helping.meet(1)
        assert helping.helps
        yield helping


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> dict[Text, Worked]:
    """What came from the helper."""
    found: dict[Text, Worked] = {}
    monkeypatch.setattr(ahead, "take_worked", found.update)
    return found


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    rows = [{"id": f"m{place}", "content": said(place)} for place in range(MANY)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def said(place: int) -> str:
    return f"The limit of queue-{place % 400} is {'now ' if place >= 400 else ''}{place} MB; worker{place}.py reads it."


def all_of(workspace: Workspace) -> list[Any]:
    """Return what an import left, without what each store makes up for itself."""
    numbers = workspace.store.reads.numbers(EVERYTHING, Order.OLDEST)
    some = workspace.store.reads.memories(numbers)
    findings = [one for number in numbers.tolist() for one in workspace.store.reads.conflicts(number)]
    kept = [(m.number, m.content, m.status, m.tier, m.proposed_tag, m.layer, m.created_at) for m in some]
    pairs = sorted({(c.new_number, c.old_number, str(c.type), c.confidence, c.reason) for c in findings})
    facts = sorted((f.memory_number or 0, f.start, str(f.predicate)) for f in workspace.store.graph.facts_of(numbers))
    assert pairs
    return [kept, pairs, facts]


@pytest.fixture(scope="module")
def shared() -> Iterator[Callable[[list[Text]], list[Worked]]]:
    """One helper for all examples, asked without an import around it."""
    helper = ahead._Helper.started()
    assert helper is not None

    def answers(asked: list[Text]) -> list[Worked]:
        assert helper.give(asked)
        told = helper._told.get(timeout=60)
        assert told is not None
        return told

    yield answers
    helper.end()


@given(contents=st.lists(TEXTS, min_size=1, max_size=6))
@settings(max_examples=100, deadline=None)
def test_a_helper_works_out_what_is_worked_out_here(
    shared: Callable[[list[Text]], list[Worked]], contents: list[str]
) -> None:
    asked = [text(content) for content in contents]
    for each, answer in zip(asked, shared(asked), strict=True):
        mine = work_out(each)
        assert answer._replace(left=None) == mine._replace(left=None)
        assert Understanding(each, answer.left)._gist == Understanding(each, mine.left)._gist
        here, there = Understanding(each), Understanding.of(each, answer)
        assert (there.tokens, there.keys, there.claims) == (here.tokens, here.keys, here.claims)
        assert (there.states, there.proposed_tag) == (here.states, here.proposed_tag)


@pytest.mark.parametrize("helped", [True, False])
def test_an_import_is_the_same_with_a_helper(
    ana: Workspace, in_file: Workspace, source: Path, monkeypatch: pytest.MonkeyPatch, helped: bool
) -> None:
    monkeypatch.setattr(ahead, "_may_start", lambda: False)
    transfer.import_path(ana, source)
    monkeypatch.setattr(ahead, "_may_start", lambda: helped)
    monkeypatch.setattr(ahead, "WORTH_IT", 1)
    report = transfer.import_path(in_file, source)
    assert report.new == report.read == MANY
    assert all_of(ana) == all_of(in_file)


def test_nothing_is_started_for_a_few(ana: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_may_start", lambda: pytest.fail("a helper for two memories"))
    path = tmp_path / "few.jsonl"
    path.write_text('{"id": "a", "content": "One."}\n{"id": "b", "content": "Two."}\n', encoding="utf-8")
    assert transfer.import_path(ana, path).new == 2


@pytest.mark.parametrize("program", ["/nonexistent/python3", ""])
def test_an_import_needs_no_helper(
    ana: Workspace, source: Path, soon: None, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    assert transfer.import_path(ana, source).new == MANY


def test_a_frozen_program_starts_none(helping: Ahead, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    again = Ahead()
    again.meet(1)
    assert not again.helps


@pytest.mark.parametrize("shape", ["another", None])
def test_an_import_survives_a_helper_that_ends(
    ana: Workspace, source: Path, soon: None, monkeypatch: pytest.MonkeyPatch, shape: str | None
) -> None:
    if shape:
        monkeypatch.setattr(ahead, "SHAPE", shape)
    else:
        take = ahead._Helper.take

        def die_first(helper: Any) -> bool:
            helper._process.kill()
            helper._process.wait()
            return take(helper) and take(helper) and take(helper)

        monkeypatch.setattr(ahead._Helper, "take", die_first)
    assert transfer.import_path(ana, source).new == MANY


def test_a_helper_that_does_not_answer_is_given_up(helping: Ahead, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "PATIENCE", 0.05)
    os.kill(process_of(helping).pid, signal.SIGSTOP)
    helping.wait(helping.ask([text("Redis.")]))
    assert not helping.helps


def test_a_busy_helper_is_given_no_more(helping: Ahead, taken: dict[Text, Worked]) -> None:
    os.kill(process_of(helping).pid, signal.SIGSTOP)
    tickets = [helping.ask([text(f"Redis {place}.")]) for place in range(4)]
    assert tickets == [1, 2, None, None]
    os.kill(process_of(helping).pid, signal.SIGCONT)
    helping.wait(2)
    assert [each.content for each in taken] == ["Redis 0.", "Redis 1."]


def test_a_stop_ends_the_helper(ana: Workspace, source: Path, soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    made = ahead._Helper.started

    def start() -> Any:
        helper = made()
        assert helper is not None
        started.append(helper._process)
        return helper

    def stop(done: int, total: int | None, what: str) -> None:
        if done >= 1_000:
            raise Cancelled("enough")

    monkeypatch.setattr(ahead._Helper, "started", start)
    assert transfer.import_path(ana, source, progress=stop).stopped
    assert [process.poll() is None for process in started] == [False]
    assert transfer.import_path(ana, source).new + 1_000 == MANY


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
def test_a_helper_does_not_outlive_who_started_it() -> None:
    code = (
        "import time\nfrom memtui.services.ahead import _Helper\nhelper = _Helper.started()\n"
        "print(helper._process.pid, flush=True)\ntime.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        helper = int(parent.stdout.readline())
        assert is_there(helper)
        parent.kill()
    assert within(10, lambda: not is_there(helper))


def process_of(helping: Ahead) -> subprocess.Popen[bytes]:
    assert helping._helper is not None
    return helping._helper._process


def is_there(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    ends = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < ends:
        time.sleep(0.02)
    return found

"""No failure shows a traceback: pipes that close, full disks, ctrl+c, and faults of our own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.cli import failures
from memtui.cli.output import Output
from memtui.cli.progress import stoppable
from memtui.domain.errors import Cancelled, NotFound
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (NotFound("No memory answers to 'x'."), 1),
        (KeyboardInterrupt(), 1),
        (OSError(28, "No space left on device", "/tmp/full"), 1),
        (RuntimeError("a fault\nof ours"), 1),
        (RecursionError("too deep"), 1),
        (BrokenPipeError(32, "Broken pipe"), 0),
    ],
)
def test_whatever_is_raised_becomes_one_sentence(
    raised: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise raised

    assert failures.guarded(fail, [], Output) == code
    written = capsys.readouterr()
    assert written.out == ""
    assert "Traceback" not in written.err
    assert len(written.err.splitlines()) <= 1


def test_a_failure_that_echoes_hostile_text_is_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise NotFound("No memory answers to '\x1b]52;c;aGk=\x07\u202e'.")

    failures.guarded(fail, [], Output)
    assert not set("\x1b\x07\u202e") & set(capsys.readouterr().err)


def test_a_reader_that_leaves_is_no_failure(process: Run, place: Path) -> None:
    for number in range(3):
        process("add", f"Memory number {number} says something worth keeping")
    command = f"{sys.executable} -m memtui list --all --json | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_behind_stdout_is_told(process: Run) -> None:
    process("add", "We use Redis for sessions")
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "memtui", "list"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "No space left on device."
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_with_one_word(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from memtui.services import remember

    def interrupted(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        pytest.fail("the signal was not delivered")

    monkeypatch.setattr(remember, "add", interrupted)
    ran = memtui("add", "half a memory")
    assert (ran.code, ran.out, ran.err.strip()) == (1, "", "Stopped.")


def test_long_work_stops_at_a_safe_point_and_a_second_ctrl_c_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)

    def work(interrupts: int) -> None:
        with stoppable(Output()) as progress:
            progress(1, 10, "import")
            for _ in range(interrupts):
                os.kill(os.getpid(), signal.SIGINT)
            progress(2, 10, "import")

    with pytest.raises(Cancelled):
        work(1)
    with pytest.raises(KeyboardInterrupt):
        work(2)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_fault(process: Run, closed: str) -> None:
    process("add", "We use Redis for sessions")
    command = f"{sys.executable} -m memtui list {closed}; echo code $?"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "code 0" in done.stdout
    assert "failed" not in done.stderr


def test_an_old_terminals_encoding_is_no_fault(process: Run) -> None:
    process("add", "数据库 backups run nightly ●")
    ran = process("list", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "??? backups run nightly ?" in ran.out


def test_a_fault_of_ours_is_one_sentence_and_a_way_to_see_more(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from memtui import bootstrap

    def broken(*_: object, **__: object) -> None:
        raise ValueError("impossible\x1b[31m")

    monkeypatch.setattr(bootstrap, "open_workspace", broken)
    ran = memtui("add", "We use Redis")
    assert ran.code == 1
    assert ran.err.startswith("memtui failed (ValueError: impossible")
    assert "\x1b" not in ran.err


@pytest.mark.parametrize("name", ["../missing.jsonl", "missing\x00name", "missing\x1b]0;x\x07"])
def test_files_that_are_not_there_are_named_safely(memtui: Run, name: str) -> None:
    memtui("add", "We use Redis for sessions")
    for command in (("import", name), ("restore", name)):
        ran = memtui(*command)
        assert ran.code in (1, 2)
        assert ran.err.strip()
        assert not set(ran.err) & set("\x00\x1b\x07")

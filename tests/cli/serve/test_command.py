"""`memtui serve` as a command: its port, its host, the extra that it needs, and the options that it hands on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.serve.serving import Served

pytest.importorskip("aiohttp", reason="needs the extra `web`")
pytest.importorskip("textual_serve", reason="needs the extra `web`")


def test_a_taken_port_is_named(served: Callable[..., Served], process: Run) -> None:
    port = served().place.rpartition(":")[2]
    ran = process("serve", "--port", port)
    assert ran.code == 1
    assert f"Port {port} of 127.0.0.1 is taken." in ran.err


def test_without_the_extra_it_says_how_to_get_it(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.serving.find_spec", lambda name: None)
    ran = memtui("serve")
    assert ran.code == 1
    assert "`pip install textual-serve`" in ran.err


def test_a_host_that_others_reach_is_warned_of(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.browser.ScreenServer.run", lambda self: None)
    assert "other machines" in memtui("serve", "--host", "0.0.0.0").err
    assert memtui("serve", "--host", "localhost").err == ""
    assert memtui("serve").err == ""


def test_the_screens_get_the_options_of_the_run_and_the_store_by_the_environment(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memtui.cli.serving import screens_command
    from memtui.cli.session import Session

    odd = str(place / "a store; rm -rf $HOME 'quoted'.db")
    words = screens_command(Session(store=odd, project="my shop", ascii=True, no_mouse=True))
    assert words[1:] == ["-m", "memtui", "--project", "my shop", "--ascii", "--no-mouse"]
    assert os.environ["MEMTUI_STORE"] == odd

"""The place is kept between runs, and a broken note of it is as good as none."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.tui.options import Options
from memtui.tui.picture import settle
from memtui.tui.state import State, load, save, state_file
from tests.tui.fakes import NOW, fake_app, front_view


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    kept = State(
        view="history",
        views={"search": {"query": "a\x1b\udc80"}},
        theme="nord",
        last_visit=datetime(2026, 3, 1, tzinfo=UTC),
    )
    save(tmp_path / "deep" / "s.json", kept)
    assert load(tmp_path / "deep" / "s.json") == kept


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"version": 99}',
        b'{"version": 1, "last_visit": "yesterday"}',
        b"[" * 9000,
    ],
)
def test_what_cannot_be_read_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "s.json"
    file.write_bytes(content)
    assert load(file) == State()


def test_fields_of_the_wrong_kind_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text('{"version": 1, "view": 7, "views": {"search": 3, "history": {}}, "theme": null}')
    assert load(file) == State(views={"history": {}})


def test_a_place_that_cannot_be_written_is_no_complaint(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    save(tmp_path / "file" / "s.json", State(view="search"))


def test_each_store_has_a_note_of_its_own() -> None:
    assert state_file("/a/memtui.db") != state_file("/b/memtui.db")


def test_a_relative_path_names_the_file_that_it_leads_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert state_file("memtui.db") == state_file(str(tmp_path / "memtui.db"))
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert state_file("memtui.db") != state_file(str(tmp_path / "memtui.db"))


@pytest.mark.usefixtures("fake_views")
async def test_the_screens_come_back_where_they_were_left(tmp_path: Path) -> None:
    options = Options(state_file=tmp_path / "s.json")
    app = fake_app(options=options)
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("j", "j", "6", "j")
    again = fake_app(options=options)
    async with again.run_test() as pilot:
        await settle(pilot)
        assert again.current_mode == "history"
        assert "restore {'row': 1}" in front_view(again).calls
        assert again.last_visit == NOW
        await pilot.press("1")
        await settle(pilot)
        assert "restore {'row': 2}" in front_view(again).calls


@pytest.mark.usefixtures("fake_views")
async def test_the_asked_for_view_is_stronger_than_the_kept_one(tmp_path: Path) -> None:
    save(tmp_path / "s.json", State(view="history"))
    app = fake_app(options=Options(state_file=tmp_path / "s.json", view="search"))
    async with app.run_test():
        assert app.current_mode == "search"

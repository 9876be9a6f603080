"""A small view, its twin, and a workspace without a store, to try the shell on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from textual.app import ComposeResult

from memtui.clock import FixedClock
from memtui.domain.errors import MemtuiError
from memtui.domain.records import Actor
from memtui.render.spans import Line, line
from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.gateway import Change
from memtui.tui.options import Options
from memtui.tui.registry import Entry
from memtui.tui.views.base import Command, FooterKey, View
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.line_pane import LinePane
from memtui.tui.widgets.rows import Drawing, Rows, RowState

NOW = datetime(2026, 3, 23, 14, 2, tzinfo=UTC)


@dataclass
class FakeStore:
    """Counts its versions and knows whether it was closed."""

    version: int = 1
    closed: bool = False
    read_only: bool = False
    location: str = "fake"
    failure: Exception | None = None
    seen: list[str] = field(default_factory=list)

    def data_version(self) -> int:
        if self.failure is not None:
            raise self.failure
        return self.version

    def close(self) -> None:
        self.closed = True


def workspace_on(store: FakeStore) -> Workspace:
    """A workspace on a fake store."""
    return Workspace(store=cast(Any, store), clock=FixedClock(NOW), actor=Actor("ana"), face="screens")


class TextRows(Rows):
    """Rows that are texts."""

    def __init__(self, texts: Iterable[str], keys: Iterable[int] | None = None, usual: int = 1) -> None:
        self.texts = list(texts)
        super().__init__(range(len(self.texts)) if keys is None else keys)
        self.usual = usual

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a text, repeated on each of its lines."""
        lead = (line(f"-- {index} --"),) if index in self.others else ()
        return Drawing((line(self.texts[index]),) * self.usual, lead)


class FakeView(View):
    """A list of twenty rows beside a pane; it remembers what it was asked."""

    NAME = "search"
    TITLE = "Search"
    FILTER = "all"
    FOOTER = (
        FooterKey("filter", "find"),
        FooterKey("why", "why"),
        FooterKey("archive", "archive"),
        FooterKey("list.mark", "mark", wide=True),
        FooterKey("undo", "undo"),
    )
    COMMANDS = (Command("count the rows", "says how many there are", "count"),)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []
        self.reason = ""
        self.list = LineList(id="fake-list")
        self.pane = LinePane(lambda width: [line("detail")] * 50, id="fake-pane")

    def compose(self) -> ComposeResult:
        yield self.list
        yield self.pane

    @property
    def main_list(self) -> LineList:
        return self.list

    def reload(self) -> None:
        self.calls.append("reload")
        if not len(self.list.rows):
            self.list.set_rows(TextRows(f"row {n}" for n in range(20)))

    def store_changed(self, change: Change) -> None:
        self.calls.append(f"changed elsewhere={change.elsewhere}")

    def shown(self, selection: int | None) -> None:
        self.calls.append(f"shown {selection}")

    def filter_changed(self, text: str) -> None:
        self.calls.append(f"filter {text}")

    def filter_kept(self, text: str) -> None:
        self.calls.append(f"kept {text}")

    def chosen(self) -> Sequence[int]:
        return self.list.chosen_keys

    def why_not(self, act: str) -> str:
        return self.reason if act == "archive" and self.reason else super().why_not(act)

    def place(self) -> str:
        return f"{self.list.cursor + 1} of {len(self.list.rows)}"

    def act_why(self) -> None:
        self.calls.append("why")

    def act_count(self) -> None:
        self.say(f"{len(self.list.rows)} rows")

    def remember(self) -> Mapping[str, Any]:
        return {"row": self.list.cursor}

    def restore(self, kept: Mapping[str, Any]) -> None:
        self.calls.append(f"restore {dict(kept)}")

    def export_lines(self, width: int) -> Sequence[Line]:
        return [line(f"row {n}") for n in range(3)]

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        return ("what",), [("row 0",), ("=1+1",)]


class FakeHistory(FakeView):
    """The same under another name, without `why`."""

    NAME = "history"
    TITLE = "History"

    act_why = None  # type: ignore[assignment]


ENTRIES = (
    Entry("search", "Search", "tests.tui.fakes", "FakeView"),
    Entry("history", "History", "tests.tui.fakes", "FakeHistory"),
)


def fake_app(store: FakeStore | None = None, options: Options | None = None) -> MemtuiApp:
    """An app on a fake store."""
    there = store or FakeStore()

    def open_services() -> Workspace:
        if isinstance(there.failure, MemtuiError):
            raise there.failure
        return workspace_on(there)

    return MemtuiApp(open_services, options or Options())


def front_view(app: MemtuiApp) -> FakeView:
    """The view in front."""
    assert app.front is not None
    view = app.front.view
    assert isinstance(view, FakeView)
    return view


def said(app: MemtuiApp) -> str:
    """What the status line says at its right."""
    assert app.front is not None
    return app.front.status.text


def screen_text(app: MemtuiApp) -> list[str]:
    """The screen as lines of text."""
    return [strip.text for strip in app.screen._compositor.render_strips()]

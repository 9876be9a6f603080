"""The first sight where there is no store yet: look around, bring in, write, or open another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import fit
from memtui.safe_text import one_line
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.line_pane import LinePane, wrapped
from memtui.tui.widgets.rows import Drawing, Rows, RowState

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace
    from memtui.tui.app import MemtuiApp

QUESTION = "What database do we use?"
"""What is typed in the sample project, so that the first sight is a re-rank with its reason."""

SAMPLE = "sample project: nothing here is kept"


@dataclass(frozen=True, slots=True)
class Offer:
    """A row: the word at the left, what it does, and the act (with a path where it is about one)."""

    word: str
    says: str
    act: str
    path: Path | None = None


def usual_places(home: Path, here: Path) -> list[Path]:
    """Return where agents of this project usually leave memories, whether or not there is anything."""
    slug = "".join(sign if sign.isalnum() else "-" for sign in str(here))
    return [
        home / ".claude" / "projects" / slug / "memory",
        here / "memory.jsonl",
        here / "memory-bank",
        here / ".mneno",
        here / "CLAUDE.md",
        here / "AGENTS.md",
    ]


class OfferRows(Rows):
    """Draws the offers."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__(range(len(offers)))
        self.offers = offers

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw an offer, its word in the first column."""
        offer = self.offers[index]
        role = Role.STRONG if state.cursor else Role.TEXT
        return Drawing(((Span(fit(offer.word, 14), role), Span(fit(one_line(offer.says), max(width - 14, 1)))),))


class WelcomeScreen(Screen[None]):
    """Offers what can be done where there is no store; it has looked into some usual places and written nothing."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose_act('write')", "write the first memory", show=False),
        Binding("q", "app.quit", "quit", show=False),
    ]
    DEFAULT_CSS = """
    WelcomeScreen { padding: 1 3; }
    WelcomeScreen LineList { height: auto; max-height: 12; margin: 1 0; }
    WelcomeScreen LinePane { height: auto; max-height: 6; }
    """

    def __init__(self, app: MemtuiApp, home: Path, here: Path) -> None:
        super().__init__()
        self._host = app
        self._looked = usual_places(home, here)
        found = [place for place in self._looked if place.exists()]
        self.offers = self._make_offers(found)

    def _make_offers(self, found: Sequence[Path]) -> list[Offer]:
        options = self._host.options
        offers: list[Offer] = []
        if options.open_sample is not None:
            offers.append(Offer("Look around", "a sample project with everything in it", "sample"))
        offers.append(Offer("Bring in", "what your agents already know (dry run first)", "import"))
        offers += [Offer("", str(place), "import", place) for place in found]
        offers.append(Offer("Write", "the first memory (n)", "write"))
        if options.open_store is not None:
            offers.append(Offer("Open", "another store", "open"))
        return offers

    def compose(self) -> ComposeResult:
        """Compose the words, the offers and the footer."""
        yield LineBar(lambda _: (Span("memtui", Role.TITLE), Span("   no store here yet", Role.DIM)))
        yield LinePane(lambda width: [(), *wrapped(_ABOUT, min(width, 68))])
        yield LineList(markable=False)
        yield LinePane(self._place)
        yield LineBar(lambda _: self._keys())

    def on_mount(self) -> None:
        """Show the offers."""
        offers = self.query_one(LineList)
        offers.set_rows(OfferRows(self.offers))
        self.set_focus(offers)

    def _place(self, width: int) -> list[Line]:
        location = self._host.options.location
        return [
            *wrapped(f"The store will be  {location}" if location else "", width),
            *wrapped("Nothing leaves this machine. Nothing was written yet.", width),
            (Span(f"looked in {len(self._looked)} usual places, changed none", Role.DIM),),
        ]

    def _keys(self) -> Line:
        pairs = (("enter", "choose"), ("n", "new"), ("q", "quit"))
        return tuple(span for key, word in pairs for span in (Span(key, Role.KEY), Span(f" {word}   ")))

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Do what was chosen."""
        offer = self.offers[message.index]
        self._do(offer.act, offer.path)

    def action_choose_act(self, act: str) -> None:
        """Do what a key stands for."""
        self._do(act, None)

    def _do(self, act: str, path: Path | None) -> None:
        self._host.start_here(self._carry_out(act, path), group="welcome")

    async def _carry_out(self, act: str, path: Path | None) -> None:
        options = self._host.options
        if act == "sample" and options.open_sample is not None:
            await self._begin(options.open_sample)
            self._host.begin_sample(SAMPLE, QUESTION)
        elif act == "open" and options.open_store is not None:
            await self._open_another(options.open_store)
        elif act == "write" and options.create_store is not None:
            await self._begin(options.create_store)
            await self._host.do("new")
        elif act == "import" and options.create_store is not None:
            await self._bring_in(options.create_store, path)

    async def _open_another(self, open_store: Callable[[str], Workspace]) -> None:
        from memtui.tui.modals.prompt import PromptScreen

        answer = await self._host.push_screen_wait(PromptScreen("open a store", says=["its file, or a database URL"]))
        if answer:
            await self._begin(lambda: open_store(answer))

    async def _bring_in(self, create_store: Callable[[], Workspace], path: Path | None) -> None:
        from memtui.tui.acts.transfer import bring_in, path_complaint
        from memtui.tui.modals.prompt import PromptScreen

        if path is None:
            says = ["a file or folder of another program's memories; it is only read"]
            answer = await self._host.push_screen_wait(PromptScreen("bring in", says=says, check=path_complaint))
            if not answer:
                return
            path = Path(answer.strip()).expanduser()
        await self._begin(create_store)
        front = self._host.front
        if front is not None and self._host.gateway.is_open:
            front.view.start(bring_in(front.view, path), group="act")

    async def _begin(self, open_services: Callable[[], Workspace]) -> None:
        """Open a store and leave this screen; a failure is shown in the view's place."""
        self.dismiss(None)
        await self._host.open_now(open_services)


_ABOUT = "Your agents write memories. This is where you decide which are true, which matter, and how things came to be."

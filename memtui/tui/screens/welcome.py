"""The first sight where there is no store yet: look around, bring in, write, or open another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from memtui.render.spans import Line, Role, Span
from memtui.safe_text import one_line
from memtui.tui.other_store import go_where_one_was, work_on
from memtui.tui.screens.offers import Offer, OfferList, OfferRows, short_path, usual_places
from memtui.tui.screens.room import RoomScreen
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.line_pane import LinePane, wrapped

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace
    from memtui.tui.app import MemtuiApp

QUESTION = "What database do we use?"
"""What is typed in the sample project, so that the first sight is a re-rank with its reason."""

SAMPLE = "sample project: nothing here is kept"

KEYS = (("enter", "choose"), ("space", "tick"), ("n", "new"), (":", "palette"), ("?", "keys"), ("q", "quit"))

ABOUT = "Your agents write memories. This is where you decide which are true, which matter, and how things came to be."


class WelcomeScreen(RoomScreen):
    """Offers what can be done where there is no store; it has looked into some usual places and written nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose_act('write')", "write the first memory", show=False),
        Binding("colon", "app.command_palette", "palette", show=False),
        Binding("question_mark,f1", "help", "keys", show=False),
        Binding("q", "app.quit", "quit", show=False),
    ]
    DEFAULT_CSS = """
    WelcomeScreen { padding: 0; }
    WelcomeScreen > .welcome-part { margin: 1 3 0 3; width: 1fr; }
    WelcomeScreen OfferList { height: auto; max-height: 12; }
    WelcomeScreen LinePane { height: auto; max-height: 6; }
    WelcomeScreen > #welcome-status { dock: bottom; margin-bottom: 1; }
    WelcomeScreen > #welcome-keys { dock: bottom; }
    """

    def __init__(self, app: MemtuiApp, home: Path, here: Path) -> None:
        super().__init__()
        self._host, self._home, self._here = app, home, here
        self._looked = usual_places(home, here)
        self._looked_words = f"looked in {len(self._looked)} usual places, changed none"
        self._said = self._looked_words
        self.offers = self._make_offers([place for place in self._looked if place.exists()])

    def _make_offers(self, found: Sequence[Path]) -> list[Offer]:
        options = self._host.options
        offers: list[Offer] = []
        if options.open_sample is not None:
            offers.append(Offer("Look around", "a sample project with everything in it", "sample"))
        offers.append(Offer("Bring in", "what your agents already know (dry run first)", "import"))
        offers += [Offer("", short_path(place, self._home, self._here), "place", place) for place in found]
        offers.append(Offer("Write", "the first memory (n)", "write"))
        if options.open_store is not None:
            offers.append(Offer("Open", "another store", "open"))
        return offers

    def compose(self) -> ComposeResult:
        """Compose the words, the offers, the status line and the footer."""
        yield LineBar(self._head, classes="welcome-part")
        yield LinePane(lambda width: wrapped(ABOUT, min(width, 68)), classes="welcome-part")
        yield OfferList(classes="welcome-part")
        yield LinePane(self._place, classes="welcome-part")
        yield LineBar(lambda _: (Span(f" {self._said}", Role.DIM),), id="welcome-status")
        yield LineBar(lambda _: self._keys(), id="welcome-keys")
        yield self.too_small_bar()

    @property
    def home(self) -> Widget:
        """The offers."""
        return self.query_one(OfferList)

    def on_mount(self) -> None:
        """Show the offers, then look what is in the places that there are."""
        offers = self.query_one(OfferList)
        glyphs = self._host.options.glyphs
        offers.cursor_glyph, offers.mark_glyph = glyphs.cursor, " "
        offers.set_rows(OfferRows(self.offers, glyphs.mark))
        self.set_focus(offers)
        self._host.start_here(self._glance_at_all(), group="glance")

    def _head(self, width: int) -> Line:
        right = "no store here yet"
        gap = max(min(width, 68) - len("memtui") - len(right), 3)
        return (Span("memtui", Role.TITLE), Span(" " * gap), Span(right, Role.DIM))

    def _place(self, width: int) -> list[Line]:
        location = self._host.options.location
        shown = short_path(Path(location), self._home, self._here) if location.startswith("/") else location
        return [
            *wrapped(f"The store will be  {shown}" if location else "", width),
            *wrapped("Nothing leaves this machine. Nothing was written yet.", width),
        ]

    def _keys(self) -> Line:
        return (Span(" "), *(span for key, word in KEYS for span in (Span(key, Role.KEY), Span(f" {word}   "))))

    def tell(self, sentence: str) -> None:
        """Say something in the status line."""
        self._said = one_line(sentence)
        self.query_one("#welcome-status", LineBar).refresh()

    # --- what was found ------------------------------------------------------------------------

    async def _glance_at_all(self) -> None:
        """Look what is in each place, off the event loop, and tick what has something to bring in."""
        from memtui.services.glancing import glance

        for index, offer in enumerate(self.offers):
            if offer.path is None:
                continue
            seen = await asyncio.to_thread(glance, offer.path)
            if not self.is_attached:
                return
            self.offers[index] = replace(offer, glance=seen)
            offers = self.query_one(OfferList)
            offers.redraw(index, index)
            if seen.offers:
                offers.tick([index])

    # --- choosing ------------------------------------------------------------------------------

    def on_line_list_moved(self) -> None:
        """Take back what was said about another row."""
        self.tell(self._looked_words)

    def on_line_list_told(self, message: LineList.Told) -> None:
        """Say why a key of the list could do nothing."""
        self.tell(message.sentence)

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Do what was chosen."""
        self.choose(self.offers[message.index])

    def choose(self, offer: Offer) -> None:
        """Do what an offer offers; a place without memories says why it is only shown."""
        if offer.path is not None and not offer.can_be_ticked:
            self.tell(offer.why_only_shown)
        else:
            self._host.start_here(self._carry_out(offer), group="welcome")

    def action_choose_act(self, act: str) -> None:
        """Do what a key stands for."""
        self.choose(next(offer for offer in self.offers if offer.act == act))

    def named_offers(self) -> Iterable[Offer]:
        """Return the offers that have a name, for the palette."""
        return [offer for offer in self.offers if offer.word]

    def action_help(self) -> None:
        """Show the keys; enter runs one."""
        self._host.start_here(self._help(), group="welcome")

    async def _help(self) -> None:
        from memtui.tui.modals.choice import Choice
        from memtui.tui.modals.help import HelpScreen

        choices = [Choice(key, word, key=key) for key, word in KEYS if key != "?"]
        chosen = await self._host.push_screen_wait(HelpScreen("keys", choices))
        offers = self.query_one(OfferList)
        if chosen == "enter":
            offers.action_open()
        elif chosen == "space":
            offers.action_mark()
        elif chosen is not None:
            does = {"n": "choose_act('write')", ":": "app.command_palette", "q": "app.quit"}[chosen]
            await self.run_action(does)

    async def _carry_out(self, offer: Offer) -> None:
        options = self._host.options
        if offer.act == "sample" and options.open_sample is not None:
            work_on(self._host, "the sample project", kept=False)
            await self._begin(options.open_sample)
            self._host.begin_sample(SAMPLE, QUESTION)
        elif offer.act == "open" and options.open_store is not None:
            await self._open_another(options.open_store)
        elif offer.act == "write" and options.create_store is not None:
            await self._begin(options.create_store)
            await self._host.do("new")
        elif offer.act in ("import", "place") and options.create_store is not None:
            ticked = [one.path for one in self.query_one(OfferList).ticked if one.path is not None]
            await self._bring_in(options.create_store, [offer.path] if offer.path is not None else ticked)

    async def _open_another(self, open_store: Callable[[str], Workspace]) -> None:
        from memtui.tui.modals.prompt import PromptScreen

        says = ["its file, or a database URL"]
        answer = await self._host.push_screen_wait(PromptScreen("open a store", says=says, settle=store_complaint))
        if answer:
            place = answer.strip()
            work_on(self._host, place)
            await self._begin(lambda: open_store(place))
            await go_where_one_was(self._host)

    async def _bring_in(self, create_store: Callable[[], Workspace], places: Sequence[Path]) -> None:
        """Bring in what was chosen, each place after its dry run; ask for a place where none is ticked."""
        from memtui.tui.acts.transfer import bring_in_all, path_complaint
        from memtui.tui.modals.prompt import PromptScreen

        if not places:
            says = ["a file or folder of another program's memories; it is only read"]
            answer = await self._host.push_screen_wait(PromptScreen("bring in", says=says, check=path_complaint))
            if not answer:
                return
            places = [Path(answer.strip()).expanduser()]
        await self._begin(create_store)
        front = self._host.front
        if front is not None and self._host.gateway.is_open:
            front.view.start(bring_in_all(front.view, places), group="act")

    async def _begin(self, open_services: Callable[[], Workspace]) -> None:
        """Open a store and leave this screen; a failure is shown in the view's place."""
        self.dismiss(None)
        await self._host.open_now(open_services)


async def store_complaint(answer: str) -> str:
    """Return why no store can be opened there: a name that was mistyped makes none."""
    place = answer.strip()
    if "://" in place:
        return ""
    if not place:
        return "Name the file of a store, or a database URL."
    path = Path(place).expanduser()
    if await asyncio.to_thread(path.is_file):
        return ""
    if await asyncio.to_thread(path.is_dir):
        return "That is a folder; name the file in it."
    return "There is no file of that name; `memtui --store FILE` makes a new store."

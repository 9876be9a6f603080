"""The palette: every act by name, with its key; an act that can do nothing now says why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from memtui.tui import registry
from memtui.tui.keymap import EVERY, LIST_SAYS
from memtui.tui.meanings import said_of

if TYPE_CHECKING:
    from memtui.tui.screens.view_screen import ViewScreen

THERE = "/"
"""Between a view and a command of it."""


class ActProvider(Provider):
    """Offers the acts of memtui and of the view in front."""

    def _entries(self) -> Iterator[tuple[str, str, str]]:
        from memtui.tui.screens.view_screen import ViewScreen
        from memtui.tui.screens.welcome import WelcomeScreen

        screen = self.screen
        if isinstance(screen, WelcomeScreen):
            yield from ((offer.word, offer.says, offer.word) for offer in screen.named_offers())
        if not isinstance(screen, ViewScreen):
            return
        yield from self._own_entries(screen)
        yield from self._entries_elsewhere(screen)

    def _own_entries(self, screen: ViewScreen) -> Iterator[tuple[str, str, str]]:
        """Yield the commands of the view in front, then all acts: one that can do nothing now says why."""
        view, keymap = screen.view, screen.host.keymap
        commands = {command.act: command for command in view.COMMANDS}
        for command in commands.values():
            key = keymap.shown(command.act)
            title = f"{command.title} ({key})" if key else command.title
            yield title, screen.reason(command.act) or command.says, command.act
        own = {act.id for act in view.OWN_ACTS}
        for act in sorted(EVERY, key=lambda act: act.id not in own):
            if act.id not in ("palette", "out", *commands):
                key = keymap.shown(act.id)
                yield (
                    (f"{act.word} ({key})" if key else act.word),
                    screen.reason(act.id) or said_of(view.NAME, act),
                    act.id,
                )
        for name, says in LIST_SAYS.items():
            yield f"list: {says}", keymap.shown(name), name

    def _entries_elsewhere(self, screen: ViewScreen) -> Iterator[tuple[str, str, str]]:
        """Yield the commands of the other views; choosing one goes there first."""
        for entry in registry.ENTRIES:
            if entry.tab and entry.name != screen.view.NAME:
                for command in entry.view_class().COMMANDS:
                    yield f"{entry.tab}: {command.title}", command.says, f"{entry.name}{THERE}{command.act}"

    async def discover(self) -> Hits:
        """Yield all of them, for an empty palette."""
        for title, says, act in self._entries():
            yield DiscoveryHit(title, partial(self._run, act), title, says)

    async def search(self, query: str) -> Hits:
        """Yield those whose name or help matches."""
        matcher = self.matcher(query)
        for title, says, act in self._entries():
            score = max(matcher.match(title), matcher.match(says) * 0.8)
            if score > 0:
                yield Hit(score, matcher.highlight(title), partial(self._run, act), title, says)

    async def _run(self, act: str) -> None:
        from memtui.tui.screens.view_screen import ViewScreen
        from memtui.tui.screens.welcome import WelcomeScreen

        screen = self.screen
        if isinstance(screen, ViewScreen):
            where, _, there = act.rpartition(THERE)
            if where:
                await screen.host.go(where)
            front = screen.host.front or screen
            await front.run_named(there)
        elif isinstance(screen, WelcomeScreen):
            screen.choose(next(offer for offer in screen.named_offers() if offer.word == act))

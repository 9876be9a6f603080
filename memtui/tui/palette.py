"""The palette: every act by name, with its key; an act that can do nothing now says why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from memtui.tui.acts import WHERE
from memtui.tui.keymap import LIST_SAYS, SHARED, UNBOUND, Act
from memtui.tui.screens.moves import MOVES


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
        view = screen.view
        for command in view.COMMANDS:
            yield command.title, command.says, command.act
        acts: list[Act] = [act for act in SHARED if act.id not in ("palette", "out")]
        for act in (*view.OWN_ACTS, *acts, *UNBOUND):
            if hasattr(view, f"act_{act.id}") or act.id in WHERE or act.id in MOVES:
                key = screen.host.keymap.shown(act.id)
                says = screen.reason(act.id) or act.says
                yield (f"{act.word} ({key})" if key else act.word), says, act.id
        for name, says in LIST_SAYS.items():
            yield f"list: {says}", screen.host.keymap.shown(name), name

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
            await screen.run_named(act)
        elif isinstance(screen, WelcomeScreen):
            screen.choose(next(offer for offer in screen.named_offers() if offer.word == act))

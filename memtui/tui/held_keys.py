"""Keys one at a time: each is taken only once the one before it has had its effect.

Textual hands every key that has arrived to the widget that has the focus at that moment. Typed fast, or sent
in one packet by a slow line, `/db` would so go to the list whole, and `d` archive what it stands on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import App

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

LONGEST_HOLD = 1.0
"""Seconds that keys wait for a dialog at most: what takes longer has none, or the store hangs."""

LONGEST_FLIGHT = 0.25
"""Seconds that a key may take before the next is taken all the same: its widget may be gone."""

GLANCE = 0.005
"""Seconds between two looks at whether what keys wait for is there."""


class KeyHolder(App[None], inherit_bindings=False):
    """An app that takes keys one at a time and can hold them back until a dialog stands."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[events.Key] = deque()
        self._in_flight = False
        self._flight = 0
        self._holding = False
        self._hold = 0

    def hold_keys(self) -> None:
        """Hold keys until `release_keys`, or until that took too long."""
        self._holding = True
        self._hold += 1
        asyncio.get_running_loop().call_later(LONGEST_HOLD, self._give_up, self._hold)

    def hold_keys_until(self, ready: Callable[[], bool]) -> None:
        """Hold keys until something is ready, or until that took too long."""
        self.hold_keys()
        asyncio.get_running_loop().call_later(GLANCE, self._look, ready, self._hold)

    def _look(self, ready: Callable[[], bool], hold: int) -> None:
        if hold != self._hold or not self._holding:
            return
        if ready():
            self.release_keys()
        else:
            asyncio.get_running_loop().call_later(GLANCE, self._look, ready, hold)

    @property
    def keys_wait(self) -> bool:
        """Whether keys are held, or one has not had its effect yet."""
        return self._holding or self._in_flight or bool(self._waiting)

    @property
    def hold(self) -> int:
        """The number of the newest hold."""
        return self._hold

    def release_keys(self, hold: int | None = None) -> None:
        """Take keys again, those that waited first; with `hold` only if no newer one has begun."""
        if hold not in (None, self._hold):
            return
        self._holding = False
        self._take_next()

    def hand_started(self) -> None:
        """Take notice that a key is taken, or the mouse pressed."""

    async def on_event(self, event: events.Event) -> None:
        """Let a key wait, or take it; other events pass."""
        if isinstance(event, events.MouseDown) and not event.is_forwarded:
            self.hand_started()
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._in_flight or self._holding or self._waiting:
            self._waiting.append(event)
        else:
            self._in_flight = True
            await self._take(event)

    async def _take(self, event: events.Key) -> None:
        self.hand_started()
        self._flight += 1
        asyncio.get_running_loop().call_later(LONGEST_FLIGHT, self._landed, self._flight)
        target: MessagePump = self.focused or self.screen
        await super().on_event(event)
        target.call_later(self._follow, target, self._flight, [target])

    def _follow(self, node: MessagePump, flight: int, again: list[MessagePump]) -> None:
        """Go up behind the key: what a widget leaves, its parent handles.

        And once more, behind what a widget on the way tells in words of its own.
        """
        parent = node._parent
        if parent is not None and parent is not self:
            parent.call_later(self._follow, parent, flight, again)
        elif again:
            start = again.pop()
            start.call_later(self._follow, start, flight, again)
        else:
            self.call_later(self._landed, flight)

    def _landed(self, flight: int) -> None:
        if flight == self._flight and self._in_flight:
            self._in_flight = False
            self._take_next()

    def _take_next(self) -> None:
        if self._waiting and not self._in_flight and not self._holding:
            self._in_flight = True
            self.call_later(self._take, self._waiting.popleft())

    def _give_up(self, hold: int) -> None:
        if hold == self._hold and self._holding:
            self.release_keys()

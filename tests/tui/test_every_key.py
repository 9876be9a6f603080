"""Every key of SCREENS 2 on every screen: it does something or says why, it types where something is typed, it never crashes."""

from __future__ import annotations

import string
from typing import Any

import pytest
from textual.widgets import Input

from memtui.domain.errors import Refused
from memtui.services import review
from memtui.tui.keymap import EVERY, LIST_KEYS, Keymap
from memtui.tui.modals.error import ErrorScreen
from memtui.tui.modals.jump import LETTERS
from memtui.tui.screens import moves
from tests.snapshots.running import Screens, running, settle, still_world

__all__ = ["still_world"]

VIEWS = {"search": "1", "review": "2", "layers": "3", "graph": "4", "timeline": "5", "history": "6", "desk": "0"}

LEAVES = {"q", "ctrl+q"}
"""Keys that end memtui, or that a terminal takes."""

MOVING = {"list.up", "list.top", "list.half_up", "list.page_up", "list.down", "list.bottom", "list.half_down"} | {
    "list.page_down",
    "list.stretch_up",
    "list.stretch_down",
    "next_row",
    "previous_row",
    "out",
    "back",
}
"""Acts that stand still at an end of the list, or at the start of the way, without a word."""


def keys_of(names: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, key) for name, keys in names.items() for key in keys.split(",") if key and key not in LEAVES]


ACTS = [*keys_of({act.id: act.keys for act in EVERY} | LIST_KEYS), ("tab", "tab"), ("tab", "shift+tab")]
ACTS.sort(key=lambda pair: pair[0] in ("earlier", "later"))
"""Each act with each of its keys; the ways to other tabs last, so that there is something in sight until then."""


async def come_to(screens: Screens, view: str) -> None:
    """Come to a view with a memory selected that has something to show, and nothing left from the key before."""
    for _ in range(4):
        if screens.app.screen is screens.app.front:
            break
        await screens.press("escape")
    if screens.app.current_mode != view:
        await screens.press(VIEWS[view])
    assert screens.app.current_mode == view
    assert screens.app.front is not None
    moves.unzoom(screens.app.front)
    screens.app.front.set_focus(screens.view.main_list)
    screens.app.say("")


async def fill_queue(screens: Screens) -> None:
    """Put some conflicts into the queue, more than the keys of a test can decide."""
    numbers = [int(number) for number in screens.view.main_list.rows.keys]
    live = [one.number or 0 for one in screens.workspace.store.reads.memories(numbers) if one.live]
    for newer, older in zip(live[::2], live[1::2], strict=False):
        review.report_missed(screens.workspace, newer, older)
    await screens.press("r")


def state(screens: Screens) -> tuple[Any, ...]:
    app = screens.app
    return (app.current_mode, app.focused, type(app.screen), screens.text, app.clipboard, app.gateway.moment)


@pytest.mark.parametrize("view", VIEWS)
async def test_every_key_does_something_or_says_why(view: str) -> None:
    async with running((140, 40)) as screens:
        await fill_queue(screens)
        await screens.find("database")
        silent = []
        for name, key in ACTS:
            await come_to(screens, view)
            await settle(screens.pilot)
            before = state(screens)
            await screens.press(key)
            assert screens.app.is_running, key
            assert not isinstance(screens.app.screen, ErrorScreen), f"{name} {key}: {screens.text}"
            if state(screens) == before and name not in MOVING:
                silent.append(f"{key} ({name})")
            if screens.app.gateway.moment is not None:
                screens.app.look_back(None)
        assert not silent, " ".join(silent)


TYPED = string.ascii_letters + string.digits + "/.,;:+-<>[]!?*"
KEYS_TYPED = {
    **{sign: sign for sign in string.ascii_letters + string.digits},
    "/": "slash",
    ".": "full_stop",
    ",": "comma",
    ";": "semicolon",
    ":": "colon",
    "+": "plus",
    "-": "minus",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "!": "exclamation_mark",
    "?": "question_mark",
    "*": "asterisk",
}


@pytest.mark.parametrize("view", VIEWS)
async def test_every_key_types_while_something_is_typed(view: str) -> None:
    async with running((140, 40)) as screens:
        batches = screens.workspace.store.reads.count_batches()
        await come_to(screens, view)
        await screens.press("slash")
        assert isinstance(screens.app.focused, Input)
        for sign in TYPED:
            screens.send(KEYS_TYPED[sign])
        await settle(screens.pilot)
        assert screens.view.filter_text == TYPED
        for key in (
            "down",
            "up",
            "pagedown",
            "pageup",
            "ctrl+d",
            "ctrl+u",
            "ctrl+r",
            "ctrl+c",
            "tab",
            "shift+tab",
            "f1",
        ):
            await screens.press(key)
            assert screens.app.is_running, key
            assert not isinstance(screens.app.screen, ErrorScreen), key
        await come_to(screens, view)
        await screens.press("slash", "escape")
        assert screens.view.filter_text == ""
        assert screens.app.focused is screens.view.main_list
        assert screens.app.current_mode == view
        assert screens.workspace.store.reads.count_batches() == batches


@pytest.mark.parametrize("view", VIEWS)
async def test_every_act_is_in_the_palette_and_on_the_page_of_keys(view: str) -> None:
    from memtui.tui.acts.choose import key_choices
    from memtui.tui.palette import ActProvider

    async with running((140, 40)) as screens:
        await come_to(screens, view)
        offered = {act for _, _, act in ActProvider(screens.app.screen)._entries()}
        assert {act.id for act in EVERY if act.id not in ("out", "palette")} <= offered
        assert {command.act for command in screens.view.COMMANDS} <= offered
        listed = {choice.value for choice in key_choices(screens.view)}
        assert {act.id for act in EVERY if act.keys} <= listed
        assert set(LIST_KEYS) - {"list.stretch_down", "list.stretch_up"} <= listed


@pytest.mark.parametrize("act", EVERY, ids=lambda act: act.id)
def test_a_key_of_ones_own_may_not_be_another_acts(act: Any) -> None:
    for other in EVERY:
        for key in filter(None, other.keys.split(",")):
            if other.id == act.id or key in ("escape", "enter"):
                continue
            with pytest.raises(Refused):
                Keymap({act.id: key})


def test_no_two_acts_share_a_key_in_any_view() -> None:
    owners: dict[str, str] = {}
    for name, key in ACTS:
        if name != "tab":
            assert owners.setdefault(key, name) == name, key


@pytest.mark.parametrize("view", VIEWS)
async def test_jump_mode_has_a_letter_for_every_pane_and_each_leads_there(view: str) -> None:
    async with running((140, 40)) as screens:
        await screens.find("MongoDB")
        await come_to(screens, view)
        front = screens.app.front
        assert front is not None
        targets = front.jump_targets()
        shown = {pane for pane in moves.panes(front.view) if pane.focusable}
        assert shown <= set(targets)
        for letter, target in zip(LETTERS, targets, strict=False):
            await screens.press("semicolon", letter)
            if target.focusable:
                assert screens.app.focused is target, letter


@pytest.mark.parametrize("view", [name for name in VIEWS if name != "desk"])
async def test_z_gives_the_screen_to_each_pane_and_back(view: str) -> None:
    async with running((140, 40)) as screens:
        await screens.find("MongoDB")
        await come_to(screens, view)
        front = screens.app.front
        assert front is not None
        panes = moves.panes(front.view)
        for pane in panes:
            front.set_focus(pane)
            await screens.press("z")
            seen = moves.panes(front.view)
            assert pane in seen
            assert len(seen) < len(panes) or len(panes) == 1, pane
            await screens.press("z")
            assert moves.panes(front.view) == panes

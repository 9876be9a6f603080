"""Choosing a project, a past day, a theme, or a key from the help page."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from memtui.domain.errors import MemtuiError
from memtui.tui.acts import WHERE
from memtui.tui.keymap import EVERY, LIST_SAYS, Act, shown_keys
from memtui.tui.meanings import MEANINGS, said_of
from memtui.tui.screens.moves import MOVES
from memtui.tui.widgets.drawn import MainPane
from memtui.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from memtui.services.as_of import Moment
    from memtui.services.workspace import Workspace
    from memtui.tui.modals.choice import Choice
    from memtui.tui.views.base import View

ALL = "\0all"


def projects(workspace: Workspace) -> list[tuple[str, int]]:
    """Return the projects of the store with their counts, whatever project is looked at."""
    from memtui.domain.filters import EVERYTHING

    return workspace.store.reads.facets(EVERYTHING, "project")


async def do_project(view: View) -> None:
    """Look at one project, or all."""
    from memtui.tui.modals.choice import Choice, ChoiceScreen

    here = view.gateway.project
    found = await view.gateway.run(projects)
    choices = [Choice(ALL, "all projects", active=here is None)]
    choices += [Choice(name, name, f"{count:,}", active=name == here) for name, count in found if name]
    chosen = await view.host.push_screen_wait(ChoiceScreen("project", choices))
    if chosen is not None:
        view.host.look_at(None if chosen == ALL else chosen)


AS_OF_SAYS = (
    "1 mar · 2026-03-01 · yesterday · 3d: what was true then",
    "known 1 mar: what we knew then · empty: now",
)


async def do_as_of(view: View) -> None:
    """Ask for a day and see the store as it was; nothing typed leads back to now."""
    from memtui.tui.modals.prompt import PromptScreen

    present = view.gateway.present
    now = present.clock.now() if present is not None else view.host.now()
    asked: list[Moment | None] = []

    async def settle(answer: str) -> str:
        try:
            asked[:] = [await view.gateway.run(moment_asked, answer, now)]
        except MemtuiError as refusal:
            return str(refusal)
        return ""

    answer = await view.host.push_screen_wait(PromptScreen("as of", says=AS_OF_SAYS, settle=settle))
    if answer is None or not asked:
        return
    moment, before = asked[0], view.gateway.moment
    if moment is None and before is None:
        view.say("This is now.")
        return
    view.host.look_back(moment)
    if moment is None:
        view.say("This is now again.")
    else:
        key = view.host.keymap.shown("as_of")
        view.say(f"The store {moment.words(now)}; {key} and enter lead back to now.")


def moment_asked(workspace: Workspace, answer: str, now: datetime) -> Moment | None:
    """Return the moment that was typed, None for now; raises InvalidRecord. It reads nothing from the store."""
    from memtui.services.moments import read_as_of

    return read_as_of(answer, now)


async def do_theme(view: View) -> None:
    """Choose the colours, seeing each while moving over it."""
    view.host.search_themes()


async def do_help(view: View) -> None:
    """Show the keys of the focused pane, the view and memtui; run the one that is chosen."""
    from memtui.tui.modals.help import HelpScreen

    chosen = await view.host.push_screen_wait(HelpScreen(f"keys: {view.TITLE}", key_choices(view)))
    if chosen is not None:
        await view.host.screen_of(view).run_named(chosen)


def key_choices(view: View) -> list[Choice[str]]:
    """Return what the help page lists: the focused pane's keys, then the view's, then memtui's."""
    from memtui.tui.modals.choice import Choice

    screen, keymap = view.host.screen_of(view), view.host.keymap
    choices: list[Choice[str]] = []
    focused = screen.focused
    if isinstance(focused, MainPane | LinePane):
        ids = {binding.id for _, binding in focused._bindings}
        here = MEANINGS.get(view.NAME, {}) if isinstance(focused, MainPane) else {}
        says = {name: here.get(name, words) for name, words in LIST_SAYS.items() if name in ids}
        choices += [
            Choice(name, words, group="this pane", key=shown_keys(keymap.keys(name))) for name, words in says.items()
        ]

    def of(act: Act, group: str) -> Choice[str]:
        reason = screen.reason(act.id)
        keys = shown_keys(keymap.keys(act.id) or act.keys)
        return Choice(act.id, said_of(view.NAME, act), reason, group, key=keys, able=not reason)

    bound = [act for act in EVERY if act.keys]
    own = [*view.OWN_ACTS, *(act for act in bound if act not in view.OWN_ACTS and hasattr(view, f"act_{act.id}"))]
    choices += [of(act, view.TITLE) for act in own]
    choices += [of(act, "everywhere") for act in bound if act not in own and act.id in {*WHERE, *MOVES}]
    choices += [of(act, "elsewhere") for act in bound if act not in own and act.id not in {*WHERE, *MOVES}]
    return choices

"""The keys of the focused pane, the view and memtui, to be found by typing and run by enter."""

from __future__ import annotations

from memtui.tui.modals.choice import Choice, ChoiceScreen


class HelpScreen(ChoiceScreen[str]):
    """Gives back the act that was chosen: an act's id or a list's binding id."""

    KEYS = (("enter", "runs it"), ("/", "find"), ("esc", "leaves"))

    def __init__(self, title: str, choices: list[Choice[str]]) -> None:
        super().__init__(title, choices)

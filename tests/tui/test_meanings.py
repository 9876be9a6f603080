"""The help page and the palette: what a shared key means in the view in front."""

from __future__ import annotations

import pytest

from memtui.tui import registry
from memtui.tui.acts import WHERE
from memtui.tui.keymap import ACTS, LIST_SAYS
from memtui.tui.meanings import MEANINGS
from memtui.tui.screens.moves import MOVES
from tests.snapshots.running import running, still_world  # noqa: F401

SAID = {
    "review": ("a", "the newer is true"),
    "layers": ("a", "make the suggested move"),
    "graph": ("a", "accept the suggested link"),
    "timeline": ("a", "take the suggested alias"),
    "history": ("u", "take back the batch under the cursor"),
    "search": ("v", "the order of words alone"),
}


@pytest.mark.parametrize("view", SAID)
async def test_help_says_what_a_key_means_in_this_view(view: str) -> None:
    key, words = SAID[view]
    async with running((120, 60), story=True, view=view) as screens:
        await screens.press("question_mark", "slash")
        await screens.type(words)
        assert any(f" {key} " in line.partition(words)[0] for line in screens.lines if words in line)


async def test_the_palette_says_so_too() -> None:
    async with running((120, 40), story=True, view="layers") as screens:
        await screens.press("colon")
        await screens.type("lower layer")
        assert "fold the archive" in screens.text


@pytest.mark.parametrize("view", MEANINGS)
def test_only_keys_that_do_something_there_are_told_of(view: str) -> None:
    made = next(entry for entry in registry.ENTRIES if entry.name == view).view_class()
    for act in MEANINGS[view]:
        known = act in LIST_SAYS or (act in ACTS and (hasattr(made, f"act_{act}") or act in {*WHERE, *MOVES}))
        assert known, f"{act} means nothing in {view}"

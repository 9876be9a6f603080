"""A person's keys are taken or refused with a sentence that says what is wrong."""

from __future__ import annotations

import pytest

from memtui.domain.errors import Refused
from memtui.tui.keymap import EVERY, LIST_KEYS, Keymap, shown_key, spelled


def test_the_default_keys_do_not_clash() -> None:
    assert Keymap().changed == {}


def test_no_default_key_is_one_that_terminals_or_editors_take() -> None:
    every = {key for act in EVERY for key in act.keys.split(",")}
    every |= {key for keys in LIST_KEYS.values() for key in keys.split(",")}
    assert not every & {"ctrl+i", "ctrl+m", "ctrl+h", "ctrl+j", "ctrl+s", "ctrl+q", "'", '"', "`", "~", "^"}
    assert not any(key.startswith("alt+") for key in every)


def test_a_chosen_key_takes_the_place_of_the_default() -> None:
    keymap = Keymap({"archive": "D", "reload": "ctrl+l"})
    assert keymap.keys("archive") == "D"
    assert keymap.shown("archive") == "D"
    assert keymap.changed == {"archive": "D", "reload": "ctrl+l"}


def test_two_acts_may_swap_their_keys() -> None:
    keymap = Keymap({"archive": "e", "edit": "d"})
    assert (keymap.keys("archive"), keymap.keys("edit")) == ("e", "d")


def test_signs_are_written_as_they_are_typed() -> None:
    assert Keymap({"archive": "%"}).keys("archive") == "percent_sign"
    assert spelled("/") == "slash"
    assert shown_key("slash") == "/"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"archiv": "D"}, ["archiv", "archive"]),
        ({"archive": "e"}, ["archive", "e already means edit"]),
        ({"archive": "j"}, ["archive", "list.down"]),
        ({"list.down": "d"}, ["list.down", "archive"]),
        ({"archive": ""}, ["archive", "no key"]),
        ({"archive": "tab"}, ["archive", "tab"]),
        ({"archive": "ctrl+q"}, ["archive", "ctrl+q"]),
        ({"archive": "ctrl+p"}, ["archive", "ctrl+p"]),
        ({"archive": "!"}, ["archive", "! already means reveal"]),
        ({"archive": "X", "edit": "X"}, ["X already means"]),
    ],
)
def test_what_cannot_be_is_refused_by_name(choices: dict[str, str], words: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        Keymap(choices)
    for word in words:
        assert word in str(refusal.value)

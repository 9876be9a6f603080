"""The configuration is strict, keeps what a person wrote, and never takes another program's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui import config, config_edit
from memtui.config import Config, ConfigError
from memtui.intelligence.weights import DEFAULTS
from memtui.services.workspace import ENGINES

WRITTEN = """\
# mine
name = "ana"   # who I am
store = '~/memories.db'

[recall]
engine = "lexical"

# how it ranks
[recall.weights]
session = 0.3  # more talk

[ui]
ascii = true

[keys]
"search.archive" = ["d", "delete"]
review.accept = "a"
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the file is or will be."""
    return tmp_path / "config.toml"


def test_a_file_that_is_not_there_gives_the_defaults(place: Path) -> None:
    found = config.load(place)
    assert (found.found, found.engine, found.mouse, found.ascii, found.store) == (False, "auto", True, False, None)
    assert found.ranking() == DEFAULTS
    assert not place.exists()


def test_all_that_a_file_says_is_read(place: Path) -> None:
    place.write_text(WRITTEN)
    found = config.load(place)
    assert (found.name, found.store, found.engine, found.ascii) == ("ana", "~/memories.db", "lexical", True)
    assert found.ranking().session == 0.3
    assert found.ranking().words == DEFAULTS.words
    assert found.keys == {"search.archive": "d,delete", "review.accept": "a"}
    assert found.value("recall.weights.session") == 0.3


@pytest.mark.parametrize(
    ("line", "key", "nearest"),
    [
        ("nmae = 'ana'", "nmae", "name"),
        ("[recall]\nengin = 'auto'", "recall.engin", "recall.engine"),
        ("[recall.weights]\nsesion = 1", "recall.weights.sesion", "recall.weights.session"),
        ("[ui]\ntehme = 'x'", "ui.tehme", "ui.theme"),
        ("[detection]\nflor = 0.4", "detection.flor", "detection.floor"),
        ("name = 'ana'\ntheme = 'x'", "theme", "ui.theme"),
    ],
)
def test_an_unknown_key_is_named_with_its_file_and_the_nearest_that_exists(
    place: Path, line: str, key: str, nearest: str
) -> None:
    place.write_text(f"project = 'shop'\n{line}\n")
    with pytest.raises(ConfigError) as error:
        config.load(place)
    assert str(place) in error.value.sentence
    assert repr(key) in error.value.sentence
    assert nearest in error.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "[recall]\nengine = 'fast'",
        "[recall.weights]\nwords = 'much'",
        "[ui]\nmouse = 'no'",
        "[detection]\nfloor = 2",
        "[detection]\nfloor = true",
        "[detection]\nauto_archive_duplicates = 1",
        "name = 3",
        "name = ''",
        "[keys]\nx = []",
    ],
)
def test_a_wrong_value_is_named_with_its_file(place: Path, text: str) -> None:
    place.write_text(text)
    with pytest.raises(ConfigError, match="config"):
        config.load(place)


@pytest.mark.parametrize("text", ["{not: toml", "[package]\nedition = '2024'\n", "\udcff"])
def test_a_foreign_file_is_refused_and_never_overwritten(place: Path, text: str) -> None:
    place.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = place.read_bytes()
    with pytest.raises(ConfigError):
        config.load(place)
    with pytest.raises(ConfigError):
        config_edit.set_value("name", "ana", place)
    assert place.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "typed", "line"),
    [
        ("name", "lena", 'name = "lena"   # who I am'),
        ("store", "/tmp/x y#z.db", 'store = "/tmp/x y#z.db"'),
        ("recall.engine", "hybrid", 'engine = "hybrid"'),
        ("recall.weights.session", "0.5", "session = 0.5  # more talk"),
        ("ui.ascii", "no", "ascii = false"),
        ("keys.search.archive", "x", '"search.archive" = "x"'),
    ],
)
def test_setting_a_key_changes_its_line_and_nothing_else(place: Path, name: str, typed: str, line: str) -> None:
    place.write_text(WRITTEN)
    config_edit.set_value(name, typed, place)
    changed = [
        (old, new) for old, new in zip(WRITTEN.splitlines(), place.read_text().splitlines(), strict=True) if old != new
    ]
    assert [new for _, new in changed] == [line]


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("project", "acme-shop", "acme-shop"),
        ("recall.weights.order", "0", 0.0),
        ("ui.theme", "nord", "nord"),
        ("ui.mouse", "off", False),
        ("detection.apply_preferences", "no", False),
        ("detection.at_once", "0.95", 0.95),
        ("detection.similar_within_hours", "24", 24),
        ("keys.search.edit", '["e", "f4"]', "e,f4"),
    ],
)
@pytest.mark.parametrize("before", ["", WRITTEN, "# only this\n", WRITTEN.replace("\n", "\r\n")])
def test_a_new_key_is_added_to_its_table_and_reads_back(
    place: Path, before: str, name: str, typed: str, value: object
) -> None:
    place.write_bytes(before.encode())
    found = config_edit.set_value(name, typed, place)
    assert found.value(name) == value
    assert config.load(place).value(name) == value
    for line in before.splitlines():
        assert line in place.read_text()


def test_a_key_taken_out_has_its_default_again(place: Path) -> None:
    place.write_text(WRITTEN)
    assert config_edit.unset("recall.engine", place).engine == "auto"
    assert "# how it ranks" in place.read_text()


def test_what_cannot_be_set_writes_nothing(place: Path) -> None:
    place.write_text(WRITTEN)
    for name, typed in (
        ("recall.engine", "fast"),
        ("ui.mouse", "perhaps"),
        ("detection.mark_conflicts", "perhaps"),
        ("recall.weights.words", "x"),
        ("colour", "red"),
    ):
        with pytest.raises(ConfigError):
            config_edit.set_value(name, typed, place)
    assert place.read_text() == WRITTEN


def test_a_form_that_one_line_cannot_hold_is_left_to_its_author(place: Path) -> None:
    place.write_text("[recall]\nweights = { words = 1.0 }\n")
    with pytest.raises(ConfigError, match="cannot be changed from here"):
        config_edit.set_value("recall.weights.words", "2", place)
    assert place.read_text() == "[recall]\nweights = { words = 1.0 }\n"


def test_the_listing_shows_every_key_and_which_are_set(place: Path) -> None:
    place.write_text(WRITTEN)
    listed = {name: (value, given) for name, value, given in config_edit.listing(config.load(place))}
    assert listed["name"] == ('"ana"', True)
    assert listed["ui.mouse"] == ("true", False)
    assert listed["recall.weights.session"] == ("0.3", True)
    assert listed["keys.review.accept"] == ('"a"', True)


def test_there_are_at_most_twelve_keys_beside_the_keymap() -> None:
    assert len(config.KEYS) + 1 <= 12


def test_every_engine_can_be_chosen(place: Path) -> None:
    for engine in ENGINES:
        assert config_edit.set_value("recall.engine", engine, place).engine == engine


def test_a_configuration_knows_where_it_would_be(place: Path) -> None:
    assert config.load(place) == Config(path=place)

"""The configuration: one TOML file of a few keys, read strictly and never overwritten when it is not ours.

Keys: `name`, `store`, `project`; `[recall]` `engine` and a table `weights`; `[detection]` the choices of
`Policy`; `[layers]` a layer and how many memories it should hold; `[ui]` `theme`, `ascii`, `mouse`; `[keys]` an action's
id and its key or keys. All may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui import paths
from memtui.domain.errors import MemtuiError

if TYPE_CHECKING:
    from memtui.domain.kinds import Layer
    from memtui.domain.policy import Policy
    from memtui.intelligence.weights import Weights


class ConfigError(MemtuiError):
    """A configuration that cannot be used; the sentence names the file and the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key of the configuration: its dotted name, the type of its values, its default, and what it is for."""

    name: str
    kind: type
    default: Any
    about: str


KEYS: tuple[Key, ...] = (
    Key(name="name", kind=str, default=None, about="who you are in the audit trail; the login name otherwise"),
    Key(name="store", kind=str, default=None, about="the store to open: a path or a database URL"),
    Key(name="project", kind=str, default=None, about="the project of new memories and of what lists show"),
    Key(name="recall.engine", kind=str, default="auto", about="how recall searches: auto, lexical, vector or hybrid"),
    Key(name="ui.theme", kind=str, default=None, about="the colours of the screens"),
    Key(name="ui.ascii", kind=bool, default=False, about="draw with ASCII signs only"),
    Key(name="ui.mouse", kind=bool, default=True, about="let the mouse act"),
)
"""The plain keys; the tables `recall.weights`, `detection`, `layers` and `keys` stand beside them."""

WEIGHTS = "recall.weights"
DETECTION = "detection"
LAYERS = "layers"
KEYMAP = "keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the configuration file says; `weights`, `detection`, `layers` and `keys` hold only what it sets.

    `keys` maps an action's id to its keys, comma-separated. `path` is where the file is or would be, `found`
    whether it is there, `given` the dotted names that it sets.
    """

    path: Path
    found: bool = False
    given: frozenset[str] = frozenset()
    name: str | None = None
    store: str | None = None
    project: str | None = None
    engine: str = "auto"
    weights: Mapping[str, float] = field(default_factory=dict)
    detection: Mapping[str, bool | float] = field(default_factory=dict)
    layers: Mapping[str, int] = field(default_factory=dict)
    theme: str | None = None
    ascii: bool = False
    mouse: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)

    def ranking(self) -> Weights:
        """Return the weights of recall: the defaults and what the file changes."""
        from memtui.intelligence.weights import Weights

        return Weights(**self.weights)

    def policy(self) -> Policy:
        """Return what detection may do by itself: the defaults and what the file changes."""
        from memtui.domain.policy import Policy

        return Policy(**self.detection)  # type: ignore[arg-type]

    def limits(self) -> Mapping[Layer, int]:
        """Return how many memories layers should hold at most."""
        from memtui.domain.kinds import Layer

        return {Layer(name): most for name, most in self.layers.items()}

    def value(self, name: str) -> Any:
        """Return the value of a dotted key, its default where the file does not set it; raises ConfigError."""
        if name.startswith(f"{DETECTION}."):
            check_name(name, self.path)
            return getattr(self.policy(), name.removeprefix(f"{DETECTION}."))
        if name.startswith(f"{WEIGHTS}."):
            weight = name.removeprefix(f"{WEIGHTS}.")
            check_name(name, self.path)
            return getattr(self.ranking(), weight)
        if name.startswith(f"{LAYERS}."):
            check_name(name, self.path)
            return self.layers.get(name.removeprefix(f"{LAYERS}."))
        if name.startswith(f"{KEYMAP}."):
            return self.keys.get(name.removeprefix(f"{KEYMAP}."))
        check_name(name, self.path)
        return getattr(self, name.rpartition(".")[2])


def load(path: Path | None = None) -> Config:
    """Read the configuration; a file that is not there gives the defaults.

    Raises ConfigError for a file that cannot be read, is not TOML, is another program's, or holds an unknown
    key or a wrong value; the sentence names the file, the key and the nearest key that exists.
    """
    place = path or paths.config_file()
    try:
        text = place.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Config(path=place)
    except UnicodeDecodeError:
        raise ConfigError(f"{place} is not a memtui configuration: it is not UTF-8 text.", _ELSEWHERE) from None
    except OSError as error:
        raise ConfigError(f"{place} cannot be read ({error.strerror or error}).", _ELSEWHERE) from None
    return parse(text, place)


def parse(text: str, place: Path) -> Config:
    """Read a configuration's text; `place` is named in errors."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{place} is not valid TOML: {error}.", "Mend it, or move it away.") from None
    values = dict(flatten(table))
    if table and not any(name in _TOP for name in table):
        raise ConfigError(f"{place} is not a memtui configuration: none of its keys is known.", _ELSEWHERE)
    for name in table:
        if name not in _TOP:
            check_name(name, place)
    for name, value in values.items():
        check_name(name, place)
        check_value(name, value, place)
    plain = {key.name.rpartition(".")[2]: values[key.name] for key in KEYS if key.name in values}
    return Config(
        path=place,
        found=True,
        given=frozenset(values),
        weights={
            name.removeprefix(f"{WEIGHTS}."): float(v) for name, v in values.items() if name.startswith(f"{WEIGHTS}.")
        },
        detection={
            name.removeprefix(f"{DETECTION}."): v for name, v in values.items() if name.startswith(f"{DETECTION}.")
        },
        layers={name.removeprefix(f"{LAYERS}."): v for name, v in values.items() if name.startswith(f"{LAYERS}.")},
        keys={name.removeprefix(f"{KEYMAP}."): _keys(v) for name, v in values.items() if name.startswith(f"{KEYMAP}.")},
        **plain,
    )


_ELSEWHERE = "It was left as it is; name another file with MEMTUI_CONFIG."
_TOP = ("name", "store", "project", "recall", "detection", "layers", "ui", "keys")


def flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return the dotted names and values of nested tables; action ids under `keys` keep their dots."""
    found: list[tuple[str, Any]] = []
    for name, value in table.items():
        if isinstance(value, Mapping):
            found += flatten(value, f"{prefix}{name}.")
        else:
            found.append((f"{prefix}{name}", value))
    return found


def names() -> list[str]:
    """Return the dotted names of all keys but those of the keymap."""
    from memtui.domain.kinds import Layer
    from memtui.domain.policy import Policy
    from memtui.intelligence.weights import Weights

    layers = [f"{LAYERS}.{layer}" for layer in Layer if layer is not Layer.ARCHIVED]
    weights = [f"{WEIGHTS}.{f.name}" for f in fields(Weights)]
    return [key.name for key in KEYS] + weights + [f"{DETECTION}.{f.name}" for f in fields(Policy)] + layers


def nearest(name: str) -> str | None:
    """Return the key that a name means: itself where it exists, else the one that it resembles most."""
    if name.startswith(f"{KEYMAP}.") and name != f"{KEYMAP}.":
        return name
    known = names()
    if name in known:
        return name
    from difflib import get_close_matches

    last = name.rpartition(".")[2]
    tails = {key.rpartition(".")[2]: key for key in reversed(known)}
    close = get_close_matches(name, known, 1, 0.6) or [tails[tail] for tail in get_close_matches(last, tails, 1, 0.6)]
    return close[0] if close else None


def check_name(name: str, place: Path) -> None:
    """Raise ConfigError for a key that does not exist, naming the file and the nearest that does."""
    meant = nearest(name)
    if meant != name:
        hint = (
            f"Did you mean {meant}?"
            if meant
            else f"Keys: {', '.join(key.name for key in KEYS)}, {WEIGHTS}, {DETECTION}, {LAYERS}, {KEYMAP}."
        )
        raise ConfigError(f"{place}: there is no key {name!r}.", hint)


def check_value(name: str, value: Any, place: Path) -> None:
    """Raise ConfigError for a value that its key cannot have."""
    if name.startswith(f"{WEIGHTS}."):
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10:
            raise ConfigError(f"{place}: {name} is {value!r}, but a weight is a number from 0 to 10.")
        return
    if name.startswith(f"{DETECTION}."):
        _check_choice(name, value, place)
        return
    if name.startswith(f"{LAYERS}."):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ConfigError(f"{place}: {name} is {value!r}, but it takes how many memories it may hold, from 1 on.")
        return
    if name.startswith(f"{KEYMAP}."):
        listed = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(key, str) and key.strip() for key in listed):
            raise ConfigError(f"{place}: {name} is {value!r}, but it takes a key or a list of keys.")
        return
    key = next(key for key in KEYS if key.name == name)
    if not isinstance(value, key.kind) or (isinstance(value, str) and not value.strip()):
        wanted = "true or false" if key.kind is bool else "text in quotes"
        raise ConfigError(f"{place}: {name} is {value!r}, but it takes {wanted}.")
    if name == "recall.engine":
        _check_engine(value, place)


def _check_choice(name: str, value: object, place: Path) -> None:
    """Raise ConfigError for a choice of detection that is neither what its field is nor in its range."""
    from memtui.domain.policy import Policy

    default = getattr(Policy(), name.removeprefix(f"{DETECTION}."))
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise ConfigError(f"{place}: {name} is {value!r}, but it takes true or false.")
        return
    highest = 1 if default <= 1 else 24 * 366
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
        raise ConfigError(f"{place}: {name} is {value!r}, but it takes a number from 0 to {highest:,}.")


def _check_engine(value: object, place: Path) -> None:
    from memtui.services.workspace import ENGINES

    if value not in ENGINES:
        raise ConfigError(f"{place}: recall.engine is {value!r}.", f"Choose one of: {', '.join(ENGINES)}.")


def _keys(value: str | list[str]) -> str:
    return ",".join(value) if isinstance(value, list) else value

"""Where things are: the default store, the configuration, the state of the screens and the styles."""

from __future__ import annotations

import os
import re
from pathlib import Path

APP = "memtui"
PROJECT_FOLDER = ".memtui"
STORE_FILE = "memtui.db"


def data_dir() -> Path:
    """Return the platform's folder for the default store."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def config_file() -> Path:
    """Return the configuration file: `MEMTUI_CONFIG`, else the platform's place; it need not exist."""
    named = os.environ.get("MEMTUI_CONFIG")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False) / "config.toml"


def state_dir() -> Path:
    """Return the folder for what the screens remember between runs."""
    named = os.environ.get("MEMTUI_STATE")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False)


def project_store(start: Path) -> Path | None:
    """Return the store of the nearest `.memtui` folder at or above `start`, or None."""
    for folder in (start, *start.parents):
        candidate = folder / PROJECT_FOLDER
        if candidate.is_dir():
            return candidate / STORE_FILE
    return None


def store_location(option: str | None, start: Path) -> str:
    """Return the store to open: the option, `MEMTUI_STORE`, the project's folder, else the default place.

    The answer is a path or a database URL.
    """
    named = option or os.environ.get("MEMTUI_STORE")
    if named:
        return named
    found = project_store(start)
    return str(found or data_dir() / STORE_FILE)


def without_password(location: str) -> str:
    """Return a path or URL for people."""
    return re.sub(r"(://[^/@:]*):[^/]*@", r"\1:***@", location)


def styles_dir() -> Path:
    """Return the folder of the style sheets: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "styles"
    return inside if inside.is_dir() else package.parent / "styles"

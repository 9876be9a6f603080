"""What the screens remember of one store between runs: where one was, and when one last looked."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

VERSION = 1
"""The shape of the file; another one is ignored."""


@dataclass(slots=True)
class State:
    """The view in front, each view's own memory, the theme, and the moment of the last visit (UTC)."""

    view: str | None = None
    views: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    theme: str | None = None
    project: str | None = None
    last_visit: datetime | None = None


def state_file(location: str) -> Path:
    """Return where the state of the store at that path or URL is kept; a relative path names the file that it leads to."""
    from hashlib import sha256

    from memtui.paths import state_dir

    named = location if "://" in location else str(Path(location).expanduser().absolute())
    return state_dir() / f"screens-{sha256(named.encode()).hexdigest()[:16]}.json"


def load(file: Path | None) -> State:
    """Return the kept state; a missing, foreign or broken file is as good as none."""
    if file is None:
        return State()
    import json

    try:
        kept = json.loads(file.read_text("utf-8"))
        if not isinstance(kept, dict) or kept.get("version") != VERSION:
            return State()
        return State(
            view=_text(kept.get("view")),
            views={str(name): own for name, own in _mapping(kept.get("views")).items() if isinstance(own, dict)},
            theme=_text(kept.get("theme")),
            project=_text(kept.get("project")),
            last_visit=_moment(kept.get("last_visit")),
        )
    except (OSError, ValueError, RecursionError):
        return State()


def save(file: Path | None, state: State) -> None:
    """Keep the state for the next run; a folder that cannot be written is no reason to complain on leaving."""
    if file is None:
        return
    import json

    kept = {
        "version": VERSION,
        "view": state.view,
        "views": state.views,
        "theme": state.theme,
        "project": state.project,
        "last_visit": state.last_visit.isoformat() if state.last_visit else None,
    }
    with suppress(OSError, ValueError, TypeError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(kept, ensure_ascii=True), "utf-8")
        fresh.replace(file)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _mapping(value: object) -> Mapping[Any, Any]:
    return value if isinstance(value, dict) else {}


def _moment(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    moment = datetime.fromisoformat(value)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment

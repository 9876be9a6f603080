"""Whether a store's file is still the one that was opened: what is written to a deleted or replaced file is lost."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.errors import StoreGone


class Presence:
    """The identity of a file at the time of opening. `path` is None for a store without a file, which never goes."""

    def __init__(self, path: Path | None, location: str) -> None:
        self._path = path
        self._location = location
        self._opened = _identity(path) if path is not None else None

    def check(self) -> None:
        """Raise StoreGone if another file or none stands at the path now; costs one look at the folder."""
        if self._path is None or self._opened is None or _identity(self._path) == self._opened:
            return
        if self._path.exists():
            raise StoreGone(
                f"Another file was put in the place of the store {self._location}.",
                "Nothing was written. Open it again.",
                self._path,
            )
        raise StoreGone(
            f"The store {self._location} was moved or deleted while it was open.",
            "Nothing was written. Put it back, or open another one.",
            self._path,
        )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

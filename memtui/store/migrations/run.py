"""Brings an older store up to date: all steps in one transaction, with a backup before."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine


def migrate(engine: Engine, *, location: str, path: Path | None) -> None:
    """Carry out every step that a store has not seen yet."""
    raise NotImplementedError

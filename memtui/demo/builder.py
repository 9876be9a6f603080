"""Plays the sample project's year into a store."""

from __future__ import annotations

from memtui.services.workspace import Workspace


def build(workspace: Workspace) -> None:
    """Write the sample project into an empty store, each act under its own actor, face and time.

    The workspace's store and settings are used; its actor and clock stay those of the caller.
    """
    raise NotImplementedError

"""Credentials in a text, found by the shape of their value, never by a word beside it (SPEC 2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """A credential in a text: the rule that knows its shape, and its offsets."""

    rule: str
    start: int
    end: int


def find(text: str) -> list[Secret]:
    """Return the credentials in a text in order, without overlaps."""
    raise NotImplementedError


def mask(text: str) -> str:
    """Return the text with each credential hidden but for its first three characters and its last."""
    raise NotImplementedError


def preview(text: str, secret: Secret) -> str:
    """Return the credential redacted: its first three characters and its last."""
    raise NotImplementedError

"""Errors that a user may see: each is one sentence and, where there is one, a way on."""

from __future__ import annotations

from pathlib import Path


class MemtuiError(Exception):
    """The base of every expected failure: `sentence` says what happened, `hint` what to do."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class InvalidRecord(MemtuiError):
    """A value that a record cannot hold."""


class NotFound(MemtuiError):
    """Nothing in the store answers to that id, name or prefix."""


class Refused(MemtuiError):
    """An act that the rules forbid now; the sentence says why."""


class SecretRefused(Refused):
    """A write whose text holds a credential; `rule` names its shape, `preview` is redacted."""

    def __init__(self, rule: str, preview: str) -> None:
        super().__init__(
            f"This text holds a secret ({rule}): {preview}.",
            "Take it out, or pass --allow-secrets to store it masked.",
        )
        self.rule = rule
        self.preview = preview


class StaleWrite(Refused):
    """The row was changed by somebody else since it was read."""


class UndoBlocked(Refused):
    """A batch that cannot be taken back; the sentence names the first later batch in its way."""


class StoreUnavailable(MemtuiError):
    """The store cannot be opened or written: foreign, newer, corrupt, locked, read-only or full."""


class StoreGone(StoreUnavailable):
    """The store's file was deleted, moved or replaced while it was open; `path` is where it was."""

    def __init__(self, sentence: str, hint: str, path: Path) -> None:
        super().__init__(sentence, hint)
        self.path = path


class Cancelled(MemtuiError):
    """Long work that the user stopped; what was finished stays and is marked partial."""

    def __init__(self, sentence: str = "Stopped.") -> None:
        super().__init__(sentence)

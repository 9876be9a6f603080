"""What is looked at before any text is written."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.errors import SecretRefused


def refuse_secrets(text: str, known: Sequence[str] = ()) -> None:
    """Raise SecretRefused for a text that holds a credential, naming its shape and showing it redacted.

    One that stands in a `known` text, which is stored already, passes.
    """
    from memtui.intelligence.secrets import find, preview

    for secret in find(text):
        if not any(text[secret.start : secret.end] in other for other in known):
            raise SecretRefused(secret.rule, preview(text, secret))

"""What a finding quotes, made fit to be shown: on one line, no character that acts on a terminal, never a whole long text."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.judgements import Finding

MOST_REASON = 320
MOST_VALUE = 120
MOST_SIGNAL = 60
"""So many characters of each are kept."""

_LIMITS = {
    "reason": MOST_REASON,
    "signal": MOST_SIGNAL,
    "trigger": MOST_VALUE,
    "subject": MOST_VALUE,
    "slot": MOST_SIGNAL,
    "old_value": MOST_VALUE,
    "new_value": MOST_VALUE,
    "scope": MOST_VALUE,
    "note": MOST_VALUE,
}


def presentable(finding: Finding) -> Finding:
    """Return a finding whose words can be shown as they are."""
    changed = {
        name: shortened(text, most)
        for name, most in _LIMITS.items()
        if (text := getattr(finding, name)) and (len(text) > most or not text.isprintable())
    }
    return replace(finding, **changed) if changed else finding  # type: ignore[arg-type]


def shortened(text: str, most: int) -> str:
    """Return a text on one line without characters that act on a terminal, cut after so many."""
    flat = " ".join(text[: 4 * most].split())
    if not flat.isprintable():
        flat = "".join(character if character.isprintable() else "\ufffd" for character in flat)
    return flat if len(flat) <= most else f"{flat[: most - 1].rstrip()}…"

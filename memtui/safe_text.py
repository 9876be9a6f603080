"""Makes untrusted text safe to show: nothing in it can act on the terminal, and what was there is visible.

The store keeps the text as it came; cleaning belongs to every border where text is shown.
"""

from __future__ import annotations

import re
import unicodedata

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)}
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_NO_CHARACTERS = (*range(0xFDD0, 0xFDF0), *(end - back for end in range(0x10000, 0x120000, 0x10000) for back in (2, 1)))
_TABLE: dict[int, str] = {
    **_PICTURES,
    0x7F: "\u2421",
    **dict.fromkeys(range(128, 160), "�"),
    **dict.fromkeys(_BIDI, "�"),
    **dict.fromkeys(range(55296, 57344), "�"),
    0x2028: "\u240a",
    0x2029: "\u240a",
    0xFFF9: "\ufffd",
    0xFFFA: "\ufffd",
    0xFFFB: "\ufffd",
    **dict.fromkeys(_NO_CHARACTERS, "\ufffd"),
}
_KEEP_LINES = {code: text for code, text in _TABLE.items() if code != 0x0A}
_UNSOUGHT = re.compile("[\u00ad\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e]")
INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufff8\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
"""What Unicode calls default ignorable but the bidi marks, and the skin tones: terminals disagree on their width."""
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufff9-\ufffb]"
)


def clean(text: str) -> str:
    """Return `text` for one line: control bytes and line breaks as pictures, bidi marks as U+FFFD, tabs as spaces."""
    if text.isprintable():
        return text
    return text.replace("\t", "    ").translate(_TABLE)


def clean_lines(text: str) -> list[str]:
    """Return the lines of `text`, each cleaned; CRLF and LF both end a line."""
    if text.isprintable():
        return [text]
    whole = text.replace("\r\n", "\n").replace("\t", "    ").translate(_KEEP_LINES)
    return whole.split("\n")


def one_line(text: str) -> str:
    """Return `text` on one line for a list: white space of any kind becomes single spaces, the rest is cleaned."""
    return clean(" ".join(text.split()))


def has_controls(text: str) -> bool:
    """Say whether `text` holds control bytes, bidi overrides or other characters that could act on a terminal."""
    return not text.isprintable() and _HARMFUL.search(text) is not None


def searchable(text: str) -> str:
    """Return `text` without zero-width characters and soft hyphens and in compatibility form, as search reads it."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _UNSOUGHT.sub("", text))

"""What a line of a Markdown file needs beside it: whether it stands alone, is a label, or says nothing itself."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from memtui.domain.kinds import Kind

_LINK = re.compile(
    r"!?\[(?:[^\[\]]|!?\[[^\]]*\]\([^)]*\))*\](?:\([^)]*\)|\[[^\]]*\])|!?\[\[[^\]]*\]\]|<https?:[^>]*>|https?://\S+"
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_WORD = re.compile(r"\w[\w'’-]*")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_BOLD = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).)+)\1[:：]?$", re.DOTALL)
_MARKUP = re.compile(r"(\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|^#+ )")
_NUMBERING = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]|[-*+•])\s+")
_NEGATIVE = re.compile(
    r"(?i)^\W*(don'?t|don’t|do not|never|avoid|anti-?patterns?|bad\b|wrong\b|forbidden|prohibited|not allowed|must not|"
    r"should not|what not to|out of scope|non-?goals|rejected|deprecated|removed|not supported|unsupported|disallowed|"
    r"nicht\b|niemals|vermeide|verboten|禁止|不要|避免|請勿|请勿)"
)
_RULE_WORD = re.compile(
    r"(?i)\b(never|always|must|do not|don['’]t|only|required?|mandatory|forbidden|immer|niemals|nie)\b"
)
_ALONE_FROM = 6
"""Words from which a line is taken to say something by itself."""
_ALONE_CJK = 8
_LONGEST_PREFIX = 60
_LONGEST_BADGES = 4000
"""A longer line holds words, or nobody will miss it."""
_WORDS = tomllib.loads(files("memtui.formats").joinpath("markdown_words.toml").read_text(encoding="utf-8"))
_IMPERATIVES, _VERBS, _SUBJECTLESS, _GENERIC = (
    frozenset(_WORDS[name]) for name in ("imperatives", "verbs", "subjectless", "generic")
)
_NAMED = re.compile(r"([^:—–]{1,40}?)(?:[:：]\s|\s[—–-]\s)\S")
"""A bullet that begins with a name: `Name: what it is`, `name - what it is`."""
_POINTER = re.compile(r"(?i)^\W*(see|e\.g|for example|example|examples|z\. ?b|siehe)\b")
_FILE_TITLE = re.compile(r"(?i)^[\w.-]+\.(md|mdc|markdown|txt)\b")


def says_nothing(text: str) -> bool:
    """Say whether a line holds only links, images, badges or tags: no word of its own."""
    return len(text) < _LONGEST_BADGES and _WORD.search(_TAG.sub(" ", _LINK.sub(" ", text))) is None


def bold_only(text: str) -> bool:
    """Say whether a paragraph is bold from end to end, as labels are."""
    return _BOLD.match(text.strip()) is not None


def opens(text: str) -> bool:
    """Say whether a line announces what follows it."""
    return text.rstrip().rstrip("*_").rstrip().endswith((":", "：")) or text.rstrip().endswith((":**", ":__"))


def is_label(text: str) -> bool:
    """Say whether a line can be the label of what follows: bold from end to end, or short and with a colon."""
    return bold_only(text) or (opens(text) and len(_plain(text)) <= _LONGEST_PREFIX)


def word_count(text: str) -> int:
    """Return the number of words; a Chinese, Japanese or Korean character counts as half a word."""
    signs = len(_CJK.findall(text))
    return len(_WORD.findall(_CJK.sub(" ", text))) + (signs + 1) // 2


def is_rule(text: str) -> bool:
    """Say whether a bold line is a rule that stands for itself rather than a label."""
    return len(_WORD.findall(text)) >= 4 and _RULE_WORD.search(text) is not None


def stands_alone(text: str, *, labelled: bool = False) -> bool:
    """Say whether a line can be understood without what stands above it.

    Under a heading, six words or a clause are enough; under a label of its own (`labelled`) it takes a clause,
    since such lines tend to leave out their subject.
    """
    if len(_CJK.findall(text)) >= _ALONE_CJK:
        return True
    words = [word.lower() for word in _WORD.findall(text)]
    if not words or words[0] in _SUBJECTLESS:
        return False
    if _is_clause(words):
        return True
    return len(words) >= _ALONE_FROM and not labelled


def _is_clause(words: list[str]) -> bool:
    return len(words) >= 3 and (words[0] in _IMPERATIVES or any(word in _VERBS for word in words[1:6]))


def is_negative(text: str) -> bool:
    """Say whether a label turns what stands under it around ("Don't:", "Anti-patterns")."""
    return _NEGATIVE.match(_plain(text)) is not None


def is_generic(heading: str) -> bool:
    """Say whether a heading says nothing about what stands under it."""
    plain = _plain(heading)
    return not plain or plain.lower() in _GENERIC or _FILE_TITLE.match(plain) is not None


def prefix_of(text: str, *, force: bool = False) -> str:
    """Return a label, bullet or heading as the words before a colon; empty where it is unfit for one and not forced."""
    plain = _plain(text)
    if not opens(text) and (named := _NAMED.match(plain)):
        plain = named[1].strip()
    if not force and _POINTER.match(plain):
        return ""
    if len(plain) <= _LONGEST_PREFIX:
        return plain
    if not force:
        return ""
    return plain[:_LONGEST_PREFIX].rsplit(" ", 1)[0].rstrip(",;:- ") + "…"


def kind_of(headings: tuple[str, ...]) -> Kind | None:
    """Return the kind that the nearest heading names ("Decisions", "User preferences")."""
    name = _WORDS["kinds"].get(_plain(headings[-1]).lower()) if headings else None
    return Kind(name) if name else None


def _plain(text: str) -> str:
    """Return a label without markup, numbering and its colon."""
    bare = _NUMBERING.sub("", _MARKUP.sub("", text.strip()))
    return " ".join(_NUMBERING.sub("", bare).split()).rstrip(":： ").strip()

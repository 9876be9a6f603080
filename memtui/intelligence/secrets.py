"""Credentials in a text, found by the shape of their value, never by a word beside it (SPEC 2)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memtui.safe_text import INVISIBLE

HEAD, TAIL = 3, 1
"""A redacted credential shows its first three characters and its last (TekMemo)."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A credential in a text: the rule that knows its shape, and its offsets."""

    rule: str
    start: int
    end: int


_HINT = re.compile(
    r"A[A-Z]{3}[A-Z0-9]{16}|[rsp]k[-_]|gh[oprsu]_|github_pat_|glpat-|npm_|hf_|AIza|xox|xapp|whsec_|SG\.|PRIVATE KEY"
    r"|eyJ|hooks\.slack|://|pass|pwd|secret|token|key|credential",
    re.IGNORECASE,
)
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private_key",
        re.compile(
            r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----"
            r"(?:(?:(?!-----)[\s\S]){0,20000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY-----|[A-Za-z0-9+/=\s]{0,20000})"
        ),
    ),
    ("aws_access_key_id", re.compile(r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])")),
    (
        "aws_secret_access_key",
        re.compile(
            r"aws.{0,20}?secret.{0,20}?[=:\s\"']\s*[\"']?(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])", re.IGNORECASE
        ),
    ),
    (
        "github_token",
        re.compile(r"(?:gh[oprsu]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})(?![A-Za-z0-9])"),
    ),
    ("gitlab_token", re.compile(r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,64}")),
    ("anthropic_api_key", re.compile(r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{20,200}")),
    (
        "stripe_key",
        re.compile(
            r"(?<![A-Za-z0-9])(?:[rsp]k[-_](?:live|test)[-_](?=[A-Za-z]*\d)[A-Za-z0-9]{6,200}(?:\.{3}\w+)?|whsec_[A-Za-z0-9]{20,100})"
        ),
    ),
    (
        "openai_api_key",
        re.compile(
            r"(?<![A-Za-z0-9])sk-(?:(?:[A-Za-z0-9]{1,12}[-_]){0,4}(?=[A-Za-z]*\d)[A-Za-z0-9]{16,200}[A-Za-z0-9_-]{0,200}"
            r"|(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{40,300})"
        ),
    ),
    ("google_api_key", re.compile(r"(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{30,40}")),
    (
        "slack_token",
        re.compile(
            r"(?<![A-Za-z0-9])(?:xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{20,250}|hooks\.slack\.com/services/T\w{5,20}/B\w{5,20}/\w{10,40})"
        ),
    ),
    ("npm_token", re.compile(r"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])")),
    ("huggingface_token", re.compile(r"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,60}(?![A-Za-z0-9])")),
    ("sendgrid_api_key", re.compile(r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}")),
    ("jwt", re.compile(r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}")),
    (
        "connection_string_credentials",
        re.compile(
            r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s:/@?#]{0,100}:(?P<value>[^\s@/]{1,200})@(?=[^\s@])"
        ),
    ),
    (
        "secret_assignment",
        re.compile(
            r"(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|auth|private|secret)[-_ ]?key|credential)"
            r"[\"'`]?\s{0,3}(?::=|=>|=|:)\s{0,3}[\"'`]?(?P<value>(?=[^\s\"'`,;]{0,200}\d)[^\s\"'`,;]{12,400})",
            re.IGNORECASE,
        ),
    ),
)
_PLACEHOLDER = re.compile(
    r"[$%<{\[].*|.*[<>{}()\[\]].*|[*x.•-]+|(?:your|my)[-_].*|pass|password|passwd|pwd|secret|changeme|token|user|example",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(?:https?://|[.~]{0,2}/).*|(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
    r"|\d{4}-\d{2}-\d{2}(?:[T ].*)?"
)
_PIECE = re.compile(r"[^\s\"'`,;…“”‘’]{6,}")
"""What a quotation may hold of a credential that was cut: shorter pieces tell nothing."""

_SAYS_EXAMPLE = re.compile(r"\b(?:docs?|documentation|examples?|samples?|placeholder|dummy|tutorial)\b", re.IGNORECASE)


def find(text: str) -> list[Secret]:
    """Return the credentials in a text in order, without overlaps; the earlier of two rules wins.

    One that invisible characters break up is found all the same: what is shown leaves them out.
    """
    if text.isascii() or not INVISIBLE.search(text):
        return _in_visible(text)
    places = [place for place, sign in enumerate(text) if not INVISIBLE.match(sign)]
    found = _in_visible(INVISIBLE.sub("", text))
    return [Secret(one.rule, places[one.start], places[one.end - 1] + 1) for one in found]


def _in_visible(text: str) -> list[Secret]:
    if not _HINT.search(text):
        return []
    found: list[Secret] = []
    for secret in _matches(text):
        at = bisect_right(found, secret.start, key=lambda other: other.end)
        if at == len(found) or secret.end <= found[at].start:
            found.insert(at, secret)
    return found


def mask(text: str) -> str:
    """Return the text with each credential hidden but for its first three characters and its last."""
    pieces: list[str] = []
    behind = 0
    for secret in find(text):
        pieces += (text[behind : secret.start], preview(text, secret))
        behind = secret.end
    return "".join((*pieces, text[behind:])) if pieces else text


def mask_quoted(text: str, sources: Iterable[str]) -> str:
    """Return a text that quotes from others, with what it quotes of their credentials hidden, whole or in part.

    A quotation may lack what gives a credential its shape, so that `mask` alone would let it pass.
    """
    quoted = [source[secret.start : secret.end] for source in sources for secret in find(source)]
    if not quoted:
        return mask(text)
    values = {form for value in quoted for form in (value, INVISIBLE.sub("", value))}
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, redacted(value))
    pieces = _PIECE.sub(
        lambda found: redacted(found[0]) if any(found[0] in value for value in values) else found[0], text
    )
    return mask(pieces)


def preview(text: str, secret: Secret) -> str:
    """Return the credential redacted: its first three characters and its last."""
    return redacted(text[secret.start : secret.end])


def redacted(value: str) -> str:
    """Return a credential's first three characters and its last."""
    return f"{value[:HEAD]}…{value[-TAIL:]}"


def _matches(text: str) -> Iterator[Secret]:
    for rule, pattern in _RULES:
        for match in pattern.finditer(text):
            start, end = match.span("value") if "value" in pattern.groupindex else match.span()
            if not _is_harmless(text, rule, text[start:end]):
                yield Secret(rule, start, end)


def _is_harmless(text: str, rule: str, value: str) -> bool:
    """Say whether a value stands for a credential without being one: a placeholder, a reference, a documented example."""
    if rule in ("connection_string_credentials", "secret_assignment") and _PLACEHOLDER.fullmatch(value):
        return True
    if rule == "secret_assignment" and _REFERENCE.fullmatch(value):
        return True
    return "EXAMPLE" in value and _SAYS_EXAMPLE.search(text.replace(value, " ")) is not None

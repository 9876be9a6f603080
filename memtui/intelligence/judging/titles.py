"""The same short title over another text: a decision record and the one that replaces it."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Kind, RelationKind, Severity, SuggestedAction
from memtui.intelligence import lexicon
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.outlines import Token
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.reading import Reading, Statement

MOST_TITLE_WORDS = 12
"""Longer first sentences are no titles."""

LEAST_TEXT = 60
"""Under a title stands a text of at least so many characters, on one side."""

LEAST_COMMON = 0.85
"""Titles that share this part of their words, versions and words of revision aside, are one title."""

MOST_ALIKE = 0.4
"""Texts under one and the same title that share more of their words say the same in other words."""


def same_title(pair: Pair) -> Answer:
    """Propose that a text replaces an older one of the same title; never sure, as both may stand."""
    new, old = pair.new, pair.old
    if pair.new_statement is not new.statements[0] or pair.old_statement is not old.statements[0]:
        return None
    if not (_is_title(new) and _is_title(old)) or max(_rest(new), _rest(old)) < LEAST_TEXT:
        return None
    if new.text.strip() == old.text.strip():
        return None
    mine, others = _words(pair.new_statement), _words(pair.old_statement)
    common = sum(weight for key, weight in mine.items() if key in others)
    every = sum({**mine, **others}.values())
    if max(mine.values(), default=0.0) < 1.0 or common < LEAST_COMMON * every:
        return None
    if pair.new_statement.text.strip(" .") == pair.old_statement.text.strip(" .") and _alike(new, old):
        return None
    return _finding(pair, common / every)


def _is_title(reading: Reading) -> bool:
    """Whether a text begins with a short phrase without a verb; that of a decision may be an order."""
    first = reading.statements[0]
    words = [word for word in first.words if word.kind != "."]
    if len(words) > MOST_TITLE_WORDS or first.is_question or outline(first).label is not None:
        return False
    if words[0].lower in lexicon.words("judging/silent", "imperatives") and reading.kind is not Kind.DECISION:
        return False
    verbs = lexicon.words("judging/silent", "copulas", "modals", "pronouns")
    return not any(word.lower in verbs and not word.span for word in words)


def _alike(new: Reading, old: Reading) -> bool:
    """Whether two texts share most of their words: one is the other, reworded."""
    return len(new.stems & old.stems) > MOST_ALIKE * len(new.stems | old.stems)


def _rest(reading: Reading) -> int:
    return len(reading.text) - reading.statements[0].end


def _words(title: Statement) -> dict[str, float]:
    """Return the words of a title with their weights, without versions, numbers and words of revision."""
    revision = lexicon.words("judging/silent", "revisions")
    return {token.key: token.weight for token in outline(title).tokens if _names(token, revision)}


def _names(token: Token, revision: frozenset[str]) -> bool:
    return token.kind not in "vdq" and token.weight > 0.3 and token.text.lower() not in revision


def _finding(pair: Pair, common: float) -> Finding:
    title = " ".join(pair.new_statement.text.split()).strip(" .#*:")
    was = " ".join(pair.old_statement.text.split()).strip(" .#*:")
    return Finding(
        type=ConflictType.SUPERSESSION,
        relation=RelationKind.SUPERSEDES,
        severity=Severity.MEDIUM,
        confidence=calibrated("title", common),
        rule="title",
        reason=f"Both texts stand under the title “{title[:60]}”.",
        span=(pair.new_statement.start, pair.new_statement.end),
        old_span=(pair.old_statement.start, pair.old_statement.end),
        subject=title[:60],
        slot="title",
        old_value=was[:60],
        new_value=title[:60],
        suggested=SuggestedAction.SUPERSEDE_EXISTING,
    )

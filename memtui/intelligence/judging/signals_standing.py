"""Standing rules ("Prefer X over Y") and statements whose order is unknown: neither tells that something has changed."""

from __future__ import annotations

from collections.abc import Iterator

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.judging.labels import LabelKind
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.judging.signals_target import Hit
from memtui.intelligence.reading import Signal, Statement
from memtui.intelligence.reading.happened import COMPARING
from memtui.intelligence.reading.languages import all_words
from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.shapes import verb_forms

_USES = frozenset(["use", "prefer", "want", "run", "be", "have", "need", "depend", "build", "store", "stay", "deploy"])
"""Classes of verbs whose object is what somebody uses or wants."""

_MEANS = frozenset(["with", "by", "via", "using", "through", "mit", "per", "von", "in", "on", "from", "to"])
_LIMITS = frozenset(["in", "for", "on", "at", "under", "within", "inside", "during", "when", "für", "bei", "im", "auf"])


def is_standing(signal: Signal, statement: Statement) -> bool:
    """Return whether a comparison only tells how things are to be done: no event, no "now", but an order.

    "Use X instead of Y" is left out: that is also how people write down that they changed to X.
    """
    if signal.kind not in COMPARING or len(statement.signals) > 1:
        return False
    words = [word for word in statement.words if word.kind != "."]
    always = listed(signal.code, "obligations")
    if any(word.text.lower() in always and not word.span for word in words if word.start < signal.start):
        return True
    if not words or words[0].start != signal.start:
        return False
    return not any(clause.person or clause.past for clause in clauses_of(statement))


def is_of_another(pair: Pair) -> bool:
    """Return whether labels say that the two statements are of two things, or that the newer one is an entry of a log.

    What begins like a title of a change ("Fix the parser: …", "PEP 12: …") names no thing that is spoken of.
    """
    new, old = outline(pair.new_statement).label, outline(pair.old_statement).label
    if new is None or new.open:
        return False
    words = new.text.lower().split()
    if not lexicon.words("history", "tags").isdisjoint(words):
        return True
    if old is None or old.open or not (new.kind is old.kind is LabelKind.SPECIFIC):
        return False
    verbs = lexicon.words("judging/silent", "imperatives") | all_words("rewriting")
    titled = words[0] in verb_forms() or words[0] in verbs
    numbered = any(character.isdigit() for character in new.text)
    return not titled and not numbered and set(new.names).isdisjoint(old.names)


def is_main_claim(pair: Pair, signal: Signal, hit: Hit) -> bool:
    """Return whether the use of what was found is what the older statement says, everywhere, rather than a mention."""
    if not hit.whole or any(word.stem in pair.old_statement.stems for word in signal.incoming):
        return False
    found = frozenset(pair.old_statement.content[at].start for at in hit.found)
    for clause in clauses_of(pair.old_statement):
        if clause.negative or clause.rejected:
            continue
        if signal.kind in COMPARING and _limited(clause, pair.new_statement.stems, found):
            continue
        if any(_is_head(part, found) for part in _said(clause)):
            return True
    return False


def _limited(clause: Clause, fresh: frozenset[str], found: frozenset[int]) -> bool:
    """Whether a clause holds in a place or case of its own."""
    return any(
        part.preposition in _LIMITS
        and part.stems.isdisjoint(fresh)
        and not any(word.start in found for word in part.words)
        for part in clause.scope
    )


def _said(clause: Clause) -> Iterator[Phrase]:
    """Yield what a clause may say that is used: its subject, its object and its means."""
    yield clause.subject
    if clause.kind in _USES or clause.passive or clause.imperative:
        yield clause.object
        yield from (part for part in clause.scope if part.preposition in _MEANS)


def _is_head(part: Phrase, found: frozenset[int]) -> bool:
    """Whether what was found is what a phrase is about."""
    return any(word.start in found and word.stem == part.head for word in part.words)

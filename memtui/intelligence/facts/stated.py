"""What a text has stated so far, and what rules a statement out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.judgements import StatedFact
from memtui.domain.kinds import Predicate
from memtui.intelligence.facts.labels import WE, fold_label
from memtui.intelligence.facts.phrases import Phrase, Source
from memtui.intelligence.facts.tokens import Token
from memtui.intelligence.facts.vocabulary import words

CONFIDENCE = 0.6
"""How sure a fact of the rules is (TekMemo)."""

NAMED_CONFIDENCE = 0.8
"""How sure it is where what it says of the subject is a proper name."""


@dataclass
class Stated:
    """What the sentences of a text state so far, and which of it replaces which.

    `subjects` are those of the clause before, within one sentence.
    """

    source: Source
    subjects: tuple[Phrase, ...] = ()
    facts: list[StatedFact] = field(default_factory=list)
    contradictions: list[tuple[str, str]] = field(default_factory=list)

    def add(
        self, subject: Phrase, predicate: Predicate, object: Phrase, scope: str = "", *, ended: bool = False
    ) -> None:
        """Note a fact, unless both ends are one thing or it was stated before."""
        if any(each.label.split()[0].lower() in ("this", "that", "these", "those") for each in (subject, object)):
            return
        one, other = fold_label(subject.label), fold_label(object.label)
        if one == other or (predicate in (Predicate.SUPERSEDES, Predicate.RELATED_TO) and ended):
            return
        start = min(each.tokens[0].start for each in (subject, object) if each.tokens)
        end = max(each.tokens[-1].end for each in (subject, object) if each.tokens)
        fact = StatedFact(
            subject=subject.label,
            predicate=predicate,
            object=object.label,
            start=start,
            end=end,
            scope=scope,
            confidence=NAMED_CONFIDENCE if self.source.named(object) else CONFIDENCE,
            ended=ended,
        )
        key = (one, predicate, other, scope.casefold(), ended)
        if all(key != _key(known) for known in self.facts):
            self.facts.append(fact)


def _key(fact: StatedFact) -> tuple[str, Predicate, str, str, bool]:
    return fold_label(fact.subject), fact.predicate, fold_label(fact.object), fact.scope.casefold(), fact.ended


def we_at(tokens: Sequence[Token], at: int) -> Phrase:
    """Return "we" as an implied subject that stands where the verb stands."""
    return Phrase(WE, (tokens[at],))


def as_subject(phrase: Phrase) -> Phrase:
    """Return an object as a subject: "our team" is "we"."""
    return Phrase(WE, phrase.tokens) if phrase.label.lower() in words("team") else phrase


def doubted(tokens: Sequence[Token], at: int, past: bool) -> bool:
    """Say whether what stands before `at` makes the clause a report, a guess or a time that is yet to come."""
    for token in tokens[:at]:
        if token.kind != "w":
            continue
        lower = token.lower
        if lower in words("reported") or lower in words("hedge") or lower in words("later"):
            return True
        if lower in words("when") and not past:
            return True
    return False
